"""A crawl: every tool of a catalogue asked the questions that go wrong.

Each tool is called with its example arguments; with each required parameter missing in turn; with
an id that nobody has; past the last page; with one row a page, the most there may be, and more.
Every question is asked twice, as rows and as bytes over the platform's own wire format, and both
answers must be the same, well-formed, of an outcome that fits the question, and under a code that
the platform is known to use. A miss, by which the world says that it does not hold what was asked
for, is counted apart and fits every question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kopa_env.outcome import JSON, UNRECORDED, Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.platforms.codes import FLAG
from kopa_env.replica.engine import Replica
from kopa_env.spec import Param, ToolSpec

KEY = "crawl"
"""The operator's key that the bytes are asked with; the replica takes any."""

NOBODY = "없는값"
FAR = 1_000_000
"""A page that no list has."""

_SAMPLES: Mapping[str, JSON] = {"integer": 1, "number": 1, "boolean": True}
_FINE = frozenset({Status.OK, Status.EMPTY})
_REFUSED = frozenset({Status.STRUCTURAL})
_EITHER = _FINE | _REFUSED


@dataclass(frozen=True, slots=True)
class Question:
    """One call of a tool.

    Attributes:
        kind: ``example``, ``missing``, ``unknown``, ``past_end``, ``one_row``, ``most_rows``,
            ``too_many_rows``.
        about: the parameter in question.
        args: arguments by parameter name.
        allowed: outcomes that fit.
    """

    kind: str
    about: str
    args: Mapping[str, JSON]
    allowed: frozenset[Status] = _FINE


@dataclass(frozen=True, slots=True)
class Fault:
    """One answer that is wrong, and why."""

    tool: str
    question: str
    about: str
    what: str

    def __str__(self) -> str:
        about = f" {self.about}" if self.about else ""
        return f"{self.tool}: {self.question}{about}: {self.what}"


@dataclass(slots=True)
class CrawlReport:
    """What came of a crawl: questions and outcomes by kind, and every fault."""

    tools: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    outcomes: dict[str, Counter[str]] = field(default_factory=dict)
    without_rows: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "tools": self.tools,
            "asked": dict(self.asked),
            "outcomes": {kind: dict(found) for kind, found in self.outcomes.items()},
            "without_rows": self.without_rows,
            "failures": [str(fault) for fault in self.faults],
        }


def crawl(replica: Replica, specs: Iterable[ToolSpec]) -> CrawlReport:
    """Ask every endpoint tool every question.

    Args:
        replica: what answers.
        specs: the tools; those that are no endpoints are passed over.
    """
    report = CrawlReport()
    for spec in specs:
        if spec.endpoint is None:
            continue
        report.tools += 1
        for question in questions(spec):
            result, faults = _ask(replica, spec, question)
            for further in _further(spec, question, result) if faults else ():
                result, faults = _ask(replica, spec, further)
                if not faults:
                    break
            report.asked[question.kind] += 1
            missed = result.message.endswith(UNRECORDED)
            outcome = "miss" if missed else str(result.status)
            report.outcomes.setdefault(question.kind, Counter())[outcome] += 1
            report.faults += faults
            if question.kind == "example" and result.status is not Status.OK:
                report.without_rows.append(spec.name)
    return report


def questions(spec: ToolSpec) -> Iterator[Question]:
    """Yield what a tool is asked."""
    offered = [p for p in spec.params if p.role in ("semantic", "token")]
    needed = {p.name: _example(p) for p in offered if p.required}
    base = {p.name: p.default for p in spec.params if p.default is not None}
    base |= {**_first_page(spec), **needed}
    yield Question("example", "", base)
    for param in offered:
        if param.required and param.role == "semantic" and param.location != "path":
            rest = {name: value for name, value in base.items() if name != param.name}
            yield Question("missing", param.name, rest, _EITHER)
    for param in offered:
        if param.role == "semantic" and not param.enum and param.type == "string":
            yield Question("unknown", param.name, {**base, param.name: _nobody(param)}, _EITHER)
            break
    if spec.paging is not None:
        yield from _pages(spec, base)


def _further(spec: ToolSpec, question: Question, result: ToolResult) -> Iterator[Question]:
    """Yield calls with one optional argument more: some tools ask for one of several."""
    refused = result.status is Status.STRUCTURAL and question.kind in ("one_row", "most_rows")
    if question.kind == "example" or refused:
        for param in spec.params:
            if param.role == "semantic" and not param.required and param.example is not None:
                yield replace(question, args={**question.args, param.name: param.example})


def _first_page(spec: ToolSpec) -> dict[str, JSON]:
    """Return what a page is asked for by, where it is part of the path."""
    paging = spec.paging
    named = spec.param(paging.page) if paging else None
    if paging is None or named is None or named.location != "path":
        return {}
    size = paging.first + paging.default - 1 if paging.mode == "range" else paging.default
    return {paging.page: paging.first, paging.size: size}


def _pages(spec: ToolSpec, base: Mapping[str, JSON]) -> Iterator[Question]:
    paging = spec.paging
    assert paging is not None  # asked for by the caller
    first, most = paging.first, paging.max
    ranged = paging.mode == "range"

    def page(number: int, size: int) -> dict[str, JSON]:
        start = first + (number - 1) * size if ranged else first + number - 1
        return {**base, paging.page: start, paging.size: start + size - 1 if ranged else size}

    yield Question("past_end", paging.page, page(FAR, min(most, 10)), _EITHER)
    yield Question("one_row", paging.size, page(1, 1))
    yield Question("most_rows", paging.size, page(1, most))
    yield Question("too_many_rows", paging.size, page(1, most + 1), _EITHER)


def _ask(replica: Replica, spec: ToolSpec, question: Question) -> tuple[ToolResult, list[Fault]]:
    """Ask one question both ways and judge the answers."""
    wire = {p.wire_name: question.args[p.name] for p in spec.params if p.name in question.args}
    speaker = dialect(spec.platform)
    rows, _ = replica.answer(spec, wire)
    exchange = speaker.exchange(spec, question.args, KEY)
    request = next(exchange)
    try:
        while True:
            request = exchange.send(replica.respond(request))
    except StopIteration as stop:
        served: ToolResult = stop.value
    found = [
        *_of_outcome(question, rows),
        *_of_agreement(rows, served),
    ]
    return rows, [Fault(spec.name, question.kind, question.about, what) for what in found]


def _of_outcome(question: Question, result: ToolResult) -> Iterator[str]:
    if result.message.endswith(UNRECORDED):
        return  # a miss: the world says that it does not hold what was asked for
    if result.status not in question.allowed:
        yield f"{result.status} ({result.reason}) {result.code} {result.message}".rstrip()
    if result.message.startswith(FLAG):
        yield f"code {result.code!r} is none of the platform's"
    if question.kind == "one_row" and len(result.records) > 1:
        yield f"{len(result.records)} rows on a page of one"


def _of_agreement(rows: ToolResult, served: ToolResult) -> Iterator[str]:
    for name in ("status", "reason", "code", "message", "total"):
        ours, theirs = getattr(rows, name), getattr(served, name)
        if ours != theirs and not (name == "total" and Reason.NONE is not rows.reason):
            yield f"{name} is {ours!r} as rows and {theirs!r} as bytes"
            return
    if list(rows.records) != list(served.records):
        yield "records differ between rows and bytes"


def _example(param: Param) -> JSON:
    for value in (param.example, param.default, next(iter(param.enum or ()), None)):
        if value is not None:
            return value
    return _SAMPLES.get(param.type, "1")


def _nobody(param: Param) -> str:
    """Return a value of the right form that nobody has."""
    if param.format in ("YYYYMMDD", "YYYYMM", "YYYY"):
        return "19000101"[: len(param.format)]
    if param.format == "YYYY-MM-DD":
        return "1900-01-01"
    text = str(param.example or "")
    if param.pad or (text.isascii() and text.isdigit()):
        return "9" * (param.pad or len(text))
    return NOBODY
