"""The crawl: every tool asked what goes wrong, and a replica that errs is caught."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from typer.testing import CliRunner

from kopa_env.catalogue import Catalogue
from kopa_env.cli.replica import app
from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.replica.crawl import CrawlReport, crawl, questions
from kopa_env.replica.engine import Answer, Replica
from kopa_env.spec import ToolSpec
from kopa_env.world import World

SEED = 20260130


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


def test_a_tool_is_asked_everything_that_goes_wrong(catalogue: Catalogue) -> None:
    listed = catalogue.by_ref("opendart:dart.list")
    assert listed is not None
    asked = list(questions(listed))
    assert [q.kind for q in asked if q.kind != "missing"] == [
        "example", "unknown", "past_end", "one_row", "most_rows", "too_many_rows",
    ]  # fmt: skip
    required = [p.name for p in catalogue["dart_company"].params if p.required]
    missing = [q for q in questions(catalogue["dart_company"]) if q.kind == "missing"]
    assert [q.about for q in missing] == required
    assert all(q.about not in q.args for q in missing)


def test_the_last_tools_of_every_platform_pass(catalogue: Catalogue) -> None:
    few = [catalogue[name] for p in catalogue.platforms for name in catalogue.names(p)[-1:]]
    report = crawl(Replica(World(SEED), catalogue), few)
    assert report.tools == len(few)
    assert report.faults == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [20260130, 20260131, 7])
def test_every_tool_passes_in_every_world(catalogue: Catalogue, seed: int) -> None:
    specs = [catalogue[name] for name in catalogue.names()]
    report = crawl(Replica(World(seed), catalogue), specs)
    assert report.tools == sum(spec.endpoint is not None for spec in specs)
    assert report.faults == []


class Erring(Replica):
    """A replica whose rows are not what its bytes say."""

    wrong: ToolResult = ToolResult.error(Reason.HTTP_5XX, "oops", "800")

    def answer(self, spec: ToolSpec, wire_args: Mapping[str, JSON]) -> Answer:
        return self.wrong, None


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (ToolResult.error(Reason.HTTP_5XX, "oops", "800"), "environmental (http_5xx) 800 oops"),
        (ToolResult.ok([{"a": 1}], code="000"), "as rows and"),
    ],
)
def test_a_wrong_outcome_and_two_answers_are_told(
    catalogue: Catalogue, wrong: ToolResult, told: str
) -> None:
    replica = Erring(World(SEED), catalogue)
    replica.wrong = wrong
    report = crawl(replica, [catalogue["dart_company"]])
    assert any(told in str(fault) for fault in report.faults)
    assert str(report.faults[0]).startswith("dart_company: example: ")


def test_the_command_prints_counts_and_fails_with_the_crawl(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def few(replica: Replica, specs: Any) -> CrawlReport:
        chosen = list(specs)[:2]
        asked.append(len(chosen))
        return crawl(replica, chosen)

    monkeypatch.setattr("kopa_env.replica.crawl.crawl", few)
    done = CliRunner().invoke(app, ["crawl", "--platform", "seoul", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["tools"], told["failures"], asked) == (2, [], [2])
