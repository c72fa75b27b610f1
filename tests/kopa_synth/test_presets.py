from __future__ import annotations

import orjson
import pytest

from kopa_env.errors import UsageError
from kopa_synth.graph import Evidence, Fault
from kopa_synth.presets import PRESETS, preset


def test_priors_lean_towards_the_score() -> None:
    paper = PRESETS["paper"]
    high, low = paper.prior(0.9), paper.prior(0.3)
    assert (high.alpha, high.beta) == pytest.approx((2.8, 1.2))
    assert (low.alpha, low.beta) == pytest.approx((1.6, 2.4))
    assert high.n == 0


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_structural_faults_weigh_more_than_environmental_ones(name: str) -> None:
    weights = PRESETS[name].weights
    structural = [w for f, w in weights.items() if f.value.startswith("structural")]
    environmental = [w for f, w in weights.items() if f.environmental]
    assert min(structural) >= 1.0 > 0.8 >= max(environmental) > 0


def test_kopa_counts_only_trials_that_say_something() -> None:
    evidence = Evidence(trials={Fault.TIMEOUT: 4, Fault.EMPTY: 1})
    assert PRESETS["paper"].tried(evidence) == 5
    assert PRESETS["kopa"].tried(evidence) == 1
    assert Fault.AUTH not in PRESETS["kopa"].weights


def test_a_preset_is_plain_json_and_says_what_was_changed() -> None:
    changed = preset("kopa", rounds=3, paths=7)
    values = orjson.loads(orjson.dumps(changed.as_dict()))
    assert (values["name"], values["rounds"], values["paths"]) == ("kopa", 3, 7)
    assert values["weights"]["structural.empty"] == 1.0


def test_what_is_not_known_is_named() -> None:
    with pytest.raises(UsageError, match="did you mean paper"):
        preset("papper")
    with pytest.raises(UsageError, match="did you mean kappa"):
        preset("paper", kapa=1)
