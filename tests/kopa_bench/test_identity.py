"""What makes two runs one: any difference that could change a result is refused by name."""

from __future__ import annotations

from typing import Any

import pytest
from bench_stage import TASKS

from kopa_bench.identity import identity, require_same
from kopa_bench.policies.served import Sampling, Served, Server
from kopa_bench.rollout import Rules
from kopa_env.errors import UsageError
from kopa_env.suites import Suite

SUITE = Suite.of("school", tuple(TASKS.values()), 1)


def about(**more: Any) -> dict[str, Any]:
    parts: dict[str, Any] = {
        "suite": SUITE,
        "rules": Rules(),
        "policy": Served(Server("m", "http://h/v1"), Sampling(temperature=0.0)).options(),
        "source": {"name": "replay", "on_miss": "replica", "faults": {}},
        "hashes": {"world": "w", "pack": "p"},
    }
    return identity(**{**parts, **more})


def test_the_same_run_goes_on() -> None:
    require_same(about(), about(), "here")


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"rules": Rules(max_turns=3)}, "rules.max_turns was absent, is 3"),
        ({"rules": Rules(strict=True)}, "rules.strict"),
        ({"hashes": {"world": "other", "pack": "p"}}, "hashes.world was w, is other"),
        ({"hashes": {"world": "w"}}, "hashes.pack was p, is absent"),
        ({"source": {"name": "replica"}}, "source"),
        ({"suite": Suite.of("school", tuple(TASKS.values())[:2], 1)}, "hashes.suite"),
        (
            {"policy": Served(Server("m", "http://h/v1"), Sampling(temperature=1.0)).options()},
            "hashes.sampling",
        ),
        (
            {"policy": Served(Server("n", "http://h/v1"), Sampling(temperature=0.0)).options()},
            "policy.model was m, is n",
        ),
    ],
)
def test_a_difference_is_named(more: dict[str, Any], named: str) -> None:
    with pytest.raises(UsageError) as caught:
        require_same(about(), about(**more), "runs/a")
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_dialect_has_a_template_of_its_own() -> None:
    hermes = Served(Server("m", "http://h/v1", "hermes"), Sampling()).options()
    llama = Served(Server("m", "http://h/v1", "llama3"), Sampling()).options()
    assert about(policy=hermes)["hashes"]["template"] != about(policy=llama)["hashes"]["template"]
