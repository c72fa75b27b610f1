"""Figures of a run against scipy and inspect-ai, on random tables of results.

What is compared is what a run's summary says. The peers start from the outcomes that its rows were
made of and know nothing of how the summary groups or counts them. inspect-ai has an environment of
its own (extra ``peers``); without it, its half is skipped.
"""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pytest
from bench_stage import PAGED
from school import LIST
from scipy import stats

from kopa_bench.results import summary
from kopa_bench.statistics import pass_at_k, pass_hat_k
from kopa_env.catalogue import Catalogue, Platform
from kopa_env.task import Task

Figures: TypeAlias = Mapping[str, Any]
Samples: TypeAlias = Mapping[str, Sequence[float]]
Interval: TypeAlias = Sequence[float | None]

ROUNDED = 1e-6
"""Figures are told with six digits."""

OURS, THEIRS = 2000, 5000
"""Draws of a summary's bootstrap, and of scipy's."""

TAILS = np.array([0.025, 0.975])

PLATFORMS = (
    Platform("school", "", "", "education"),
    Platform("sealed", "", "", "education", withheld=True),
)
CATALOGUE = Catalogue.of((LIST,), PLATFORMS)
HELD = {("school",): "open", ("sealed",): "withheld", ("school", "sealed"): "mixed"}
SPLITS: Mapping[str, Callable[[Task], Sequence[str]]] = {
    "by_domain": lambda task: (task.domain,),
    "by_platform": lambda task: task.platforms,
    "by_tier": lambda task: (task.tier,),
    "by_withheld": lambda task: (HELD[task.platforms],),
    "by_basis": lambda task: ("+".join(task.reward_basis),),
    "by_data": lambda task: (task.data,),
}


class Outcome(NamedTuple):
    """What became of a rollout; one without a reward was lost to a fault."""

    task: str
    seed: int
    sample: int
    reward: float | None


class Part(NamedTuple):
    """Tasks that have something in common, and what is told of them."""

    split: str
    name: str
    tasks: Sequence[str]
    told: Figures


@dataclass(frozen=True)
class Table:
    """A run of random outcomes; the number makes it out."""

    number: int
    tasks: Mapping[str, Task]
    outcomes: Sequence[Outcome]
    told: Figures = field(repr=False)

    def samples(self, *seeds: int) -> dict[str, list[float]]:
        """Return task → its rewards, of some seeds or of all."""
        held: dict[str, list[float]] = {}
        for task, seed, _, reward in self.outcomes:
            if reward is not None and (not seeds or seed in seeds):
                held.setdefault(task, []).append(reward)
        return held

    def seeds(self) -> list[int]:
        """Return the seeds that left a result."""
        return sorted({o.seed for o in self.outcomes if o.reward is not None})

    def k(self) -> int:
        """Return the most samples that a task has of one seed."""
        held = [len(v) for seed in self.seeds() for v in self.samples(seed).values()]
        return max(held, default=0)

    def is_even(self) -> bool:
        """Whether every seed left as many results of each task."""
        per_seed = [self.samples(seed) for seed in self.seeds()]
        counts = [{task: len(v) for task, v in held.items()} for held in per_seed]
        return all(held == counts[0] for held in counts)

    def parts(self) -> Iterator[Part]:
        """Return what each split must hold, of the tasks that have a result."""
        for split, names in SPLITS.items():
            held: dict[str, list[str]] = {}
            for task in self.samples():
                for name in names(self.tasks[task]):
                    held.setdefault(name, []).append(task)
            assert set(self.told[split]) == set(held), (self.number, split)
            for name, tasks in held.items():
                yield Part(split, name, tasks, self.told[split][name])

    def over_tasks(self) -> Iterator[tuple[str, Interval, Samples]]:
        """Return each interval made over tasks, its split, and the rewards it is made from."""
        samples = self.samples()
        if samples and (len(self.seeds()) == 1 or not self.is_even()):
            yield "", self.told["ci95"], samples
        for part in self.parts():
            yield part.split, part.told["ci95"], {task: samples[task] for task in part.tasks}


def task_of(number: int, rng: random.Random) -> Task:
    return replace(
        PAGED,
        id=f"t-{number:02d}",
        domain=rng.choice(("education", "district")),
        platforms=rng.choice(sorted(HELD)),
        tier=rng.choice(("easy", "medium", "hard")),
        reward_basis=rng.choice((("RESPONSE",), ("RESPONSE", "ENVIRONMENT"))),
        data="recorded" if rng.random() < 0.1 else "generated",
    )


def row_of(outcome: Outcome) -> dict[str, Any]:
    """Return a row as the runner writes it, as far as figures look at it."""
    task, seed, sample, reward = outcome
    grade = {
        **dict.fromkeys(("reward", "RESPONSE", "ENVIRONMENT"), reward),
        **dict.fromkeys(("action_raw", "action_gated", "evidence_recall"), 0.0),
        "grounded": True,
    }
    return {
        **{"task_id": task, "seed": seed, "sample": sample, "valid": reward is not None},
        **{"stop_reason": "answer", "calls": [], "parse_errors": 0, "calls_used": 0},
        **{"local_used": 0, "turns": 1, "grade": grade},
    }


@cache
def table_of(number: int) -> Table:
    """Return a table: 2 to 40 tasks, 1 to 4 seeds, 1 to 8 samples, none, few or most of it lost."""
    rng = random.Random(number)
    tasks = [task_of(i, rng) for i in range(rng.randint(2, 40))]
    seeds, samples = rng.randint(1, 4), rng.randint(1, 8)
    lost = rng.choice((0.0, 0.1, 0.6))
    outcomes = []
    for task in tasks:
        skill = rng.choice((0.0, 1.0, *(rng.random() for _ in range(4))))
        for seed in range(seeds):
            for sample in range(samples):
                reward = None if rng.random() < lost else float(rng.random() < skill)
                if reward is not None or rng.random() < 0.5:  # the others left no row at all
                    outcomes.append(Outcome(task.id, seed, sample, reward))
    by_id = {task.id: task for task in tasks}
    rng.shuffle(outcomes)
    return Table(number, by_id, outcomes, summary(map(row_of, outcomes), by_id, CATALOGUE))


@pytest.fixture(
    scope="module", params=[100, pytest.param(1000, marks=pytest.mark.slow)], ids="{} tables".format
)
def tables(request: pytest.FixtureRequest) -> list[Table]:
    return [table_of(number) for number in range(request.param)]


def as_float(figure: float | None) -> float:
    return math.nan if figure is None else figure


def agree(table: Table, told: Figures, wanted: Mapping[str, float]) -> None:
    """Check figures; one that cannot be told is NaN in a peer and ``None`` in a summary."""
    found = {name: as_float(told[name]) for name in wanted}
    assert found == pytest.approx(wanted, abs=ROUNDED, rel=0, nan_ok=True), f"table {table.number}"


def ends(interval: Interval) -> dict[str, Any]:
    return dict(zip(("lower", "upper"), interval, strict=True))


def mean_of(values: Any) -> float:
    """Return the mean of what is a number."""
    kept = [value for value in values if not math.isnan(value)]
    return math.fsum(kept) / len(kept) if kept else math.nan


def test_the_tables_hold_the_odd_cases(tables: list[Table]) -> None:
    lengths = [{len(v) for v in table.samples().values()} for table in tables]
    short = [min(held) < table.k() for table, held in zip(tables, lengths, strict=True) if held]
    assert 0.1 < np.mean(short) < 0.9, "tasks with fewer than k samples"
    means = [{np.mean(v) for v in table.samples().values()} for table in tables]
    assert {0.0, 1.0} <= set.union(*means)
    assert {len(table.seeds()) for table in tables} >= {1, 2, 3, 4}
    assert {table.k() for table in tables} >= set(range(1, 9))
    assert any(len(part.tasks) == 1 for table in tables for part in table.parts())


def test_rates_are_hypergeometric(tables: list[Table]) -> None:
    """A draw of k out of n samples, c of them right: none is right, or all are."""
    for table in tables:
        samples, most = table.samples(), table.k()
        n = np.array([len(v) for v in samples.values()])
        c = np.array([int(sum(v)) for v in samples.values()])
        ks = np.arange(1, most + 2)
        at = stats.hypergeom.sf(0, n, c, ks[:, None])
        hat = stats.hypergeom.pmf(ks[:, None], n, c, ks[:, None])
        assert (np.isnan(at) == (n < ks[:, None])).all()
        np.testing.assert_allclose(rates_of(pass_at_k, n, c, ks), at, atol=1e-9)
        np.testing.assert_allclose(rates_of(pass_hat_k, n, c, ks), hat, atol=1e-9)
        assert [held["k"] for held in table.told["by_k"]] == list(ks[:-1])
        for held, some, every in zip(table.told["by_k"], at[:-1], hat[:-1], strict=True):
            agree(table, held, {"pass@k": mean_of(some), "pass^k": mean_of(every)})
        last = {"pass@k": mean_of(at[most - 1]), "pass^k": mean_of(hat[most - 1])}
        agree(table, table.told, {**last, "k": most, "k_tasks": int(sum(n >= most))})
        rates = dict(zip(samples, at[0], strict=True))
        agree(table, table.told, {"pass@1": mean_of(at[0])})
        for part in table.parts():
            agree(table, part.told, {"pass@1": mean_of(rates[task] for task in part.tasks)})
            assert part.told["tasks"] == len(part.tasks)


def rates_of(rate: Callable[[int, int, int], float], n: Any, c: Any, ks: Any) -> list[list[float]]:
    """Return a rate for each k and task; the counts are plain whole numbers to it."""
    counts = list(zip(n.tolist(), c.tolist(), strict=True))
    return [[rate(*held, k) for held in counts] for k in ks.tolist()]


def test_no_result_is_no_figure() -> None:
    for outcomes in ([], [Outcome("t-00", 0, 0, None)]):
        told = summary(map(row_of, outcomes), {}, CATALOGUE)
        assert [told[name] for name in ("pass@1", "pass@k", "pass^k")] == [None] * 3
        assert (told["k"], told["k_tasks"], told["ci95"]) == (0, 0, [None, None])


def test_one_task_of_one_seed_is_no_interval(tables: list[Table]) -> None:
    held = [(told, samples) for table in tables for _, told, samples in table.over_tasks()]
    assert {told == [None, None] for told, samples in held if len(samples) == 1} == {True}
    assert not any(None in told for told, samples in held if len(samples) > 1)


def test_an_interval_over_seeds_is_students_in_scipy(tables: list[Table]) -> None:
    compared = 0
    for table in tables:
        seeds = table.seeds()
        assert not math.isnan(as_float(table.told["pass@1"])) or not seeds
        if len(seeds) < 2:
            continue
        if not table.is_even():
            assert "bootstrap" in table.told["ci95_method"], "means of other tasks each"
            continue
        compared += 1
        means = [mean_of(map(mean_of, table.samples(seed).values())) for seed in seeds]
        spread = stats.sem(means)
        wanted = (means[0], means[0])  # scipy has no interval for seeds that agree
        if spread > 0:
            wanted = stats.t.interval(0.95, len(means) - 1, np.mean(means), spread)
        agree(table, ends(table.told["ci95"]), ends(np.clip(wanted, 0, 1)))
        assert table.told["ci95_method"] == f"student-t over {len(seeds)} seeds"
        assert wanted[0] <= table.told["pass@1"] + ROUNDED <= wanted[1] + 2 * ROUNDED
    assert compared > len(tables) / 8


def test_an_interval_over_tasks_is_scipys_bootstrap(tables: list[Table]) -> None:
    """Each end stands where it must in scipy's own bootstrap distribution of the same means.

    Where draws are ordered, how many of scipy's are below a certain one of a summary's is
    beta-binomial: no interval may be off by what has a chance of one in a million. Together they
    must be nearer, where means are many enough to have no steps: a summary draws anew at least for
    every number of tasks.
    """
    rng = np.random.default_rng(1)
    compared = [held for table in tables for held in some_over_tasks(table) if len(held[1]) > 1]
    counts = np.array([beside(told, means, rng) for told, means in compared])
    below, upto = counts[..., 0], counts[..., 1]
    order = 1 + TAILS * (OURS - 1)
    chance = stats.betabinom(THEIRS, order, OURS + 1 - order)
    assert (below <= chance.isf(1e-6)).all()
    assert (upto >= chance.ppf(1e-6)).all()
    smooth = (upto - below < THEIRS / 100).all(axis=1)
    sizes = {len(means) for (_, means), kept in zip(compared, smooth, strict=True) if kept}
    assert len(sizes) > 20
    middle = (below[smooth] + upto[smooth]).mean(axis=0) / 2
    assert (abs(middle - chance.mean()) < 5 * chance.std() / math.sqrt(len(sizes))).all()


def some_over_tasks(table: Table) -> Iterator[tuple[Interval, list[float]]]:
    """Return the interval of the whole run, where it is over tasks, and those of one split."""
    split = sorted(SPLITS)[table.number % len(SPLITS)]
    for name, told, samples in table.over_tasks():
        if name in ("", split):
            yield told, [mean_of(v) for v in samples.values()]


def beside(told: Interval, means: Sequence[float], rng: np.random.Generator) -> list[Any]:
    """Return for each end of an interval how many of scipy's draws are below it, and up to it."""
    found = stats.bootstrap((means,), np.mean, n_resamples=THEIRS, method="percentile", rng=rng)
    drawn, ends = np.sort(found.bootstrap_distribution), [as_float(end) for end in told]
    return [np.searchsorted(drawn, (end - ROUNDED, end + ROUNDED)) for end in ends]


@pytest.fixture(scope="module")
def scorer() -> Any:
    """Return inspect-ai's reducers and metrics."""
    pytest.importorskip("inspect_ai", reason="extra peers")
    return importlib.import_module("inspect_ai.scorer")


def scored(scorer: Any, table: Table, *seeds: int) -> dict[str, list[Any]]:
    """Return task → its scores as inspect-ai keeps them, unscored where a rollout was lost."""
    right, wrong, lost = (scorer.Score(value=value) for value in ("C", "I", math.nan))
    kinds = {1.0: right, 0.0: wrong, None: lost}
    held: dict[str, list[Any]] = {}
    for task, seed, _, reward in table.outcomes:
        if not seeds or seed in seeds:
            held.setdefault(task, []).append(kinds[reward])
    return held


def reduced(reducer: Any, scores: Mapping[str, list[Any]]) -> dict[str, float]:
    """Return task → its one score, without the unscored as in an evaluation of inspect-ai's."""
    values = {task: reducer(held).value for task, held in scores.items()}
    return {task: value for task, value in values.items() if not math.isnan(value)}


def samples_of(scorer: Any, values: Sequence[float], names: Sequence[str] = ()) -> list[Any]:
    """Return scores as metrics take them, each with the name of its group."""
    named = names or [""] * len(values)
    return [
        scorer.SampleScore(score=scorer.Score(value=value), sample_metadata={"name": name})
        for value, name in zip(values, named, strict=True)
    ]


def averaged(scorer: Any, values: Mapping[str, float]) -> float:
    return float(scorer.mean()(samples_of(scorer, list(values.values()))))


def test_rates_are_those_of_inspects_reducers(scorer: Any, tables: list[Table]) -> None:
    for table in tables:
        scores, most = scored(scorer, table), table.k()
        counts = {task: len(held) for task, held in table.samples().items()}
        first = reduced(scorer.mean_score(), scores)
        agree(table, table.told, {"pass@1": averaged(scorer, first)})
        for k in {most, 1 + table.number % most}:
            at, hat = (reduced(rate(k), scores) for rate in (scorer.pass_at, scorer.pass_k))
            assert set(at) == set(hat) == {task for task, n in counts.items() if n >= k}
            wanted = {"pass@k": averaged(scorer, at), "pass^k": averaged(scorer, hat)}
            agree(table, table.told["by_k"][k - 1], wanted)
            if k == most:
                agree(table, table.told, {**wanted, "k_tasks": len(at)})
        for split, names in SPLITS.items():
            pairs = [(v, name) for task, v in first.items() for name in names(table.tasks[task])]
            grouped = scorer.grouped(scorer.mean(), "name", all=False)
            wanted = grouped(samples_of(scorer, *map(list, zip(*pairs, strict=True))))
            agree(table, {n: part["pass@1"] for n, part in table.told[split].items()}, wanted)


def test_an_interval_over_seeds_is_students_in_inspect(scorer: Any, tables: list[Table]) -> None:
    mean_score, interval = scorer.mean_score(), scorer.ci()
    for table in tables:
        per_seed = [scored(scorer, table, seed) for seed in table.seeds()]
        if len(per_seed) > 1 and table.is_even():
            means = [averaged(scorer, reduced(mean_score, held)) for held in per_seed]
            wanted = interval(samples_of(scorer, means))
            agree(table, ends(table.told["ci95"]), {k: np.clip(v, 0, 1) for k, v in wanted.items()})


def test_an_interval_over_tasks_is_as_wide_as_inspects_clustered_error(
    scorer: Any, tables: list[Table]
) -> None:
    """Rollouts of many tasks, clustered by task, have a standard error that says how wide.

    inspect-ai weighs rollouts, so only where every task has as many are the means the same. Its
    variance divides by C - 1 tasks, a bootstrap's by C. Half the width of the interval varies by
    two quantiles of 2,000 draws, 0.042 of the standard error: it may be off by five of that, and by
    one outcome, the step between two means.
    """
    error, normal = scorer.stderr(cluster="name"), stats.norm.ppf(TAILS[1])
    varies = math.sqrt(math.prod(TAILS) / OURS / 2) / stats.norm.pdf(normal)
    compared = 0
    for table in tables:
        for _, told, samples in table.over_tasks():
            if len(samples) < 30 or len({len(v) for v in samples.values()}) > 1:
                continue
            compared += 1
            values = [v for held in samples.values() for v in held]
            names = [task for task, held in samples.items() for _ in held]
            spread = error(samples_of(scorer, values, names)) * math.sqrt(1 - 1 / len(samples))
            low, high = map(as_float, told)
            half, near = (high - low) / 2, 5 * varies * spread + 1 / len(values)
            assert half == pytest.approx(normal * spread, abs=near), f"table {table.number}"
    assert compared >= len(tables) / 20
