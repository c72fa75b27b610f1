"""Compile a suite: hand-written tasks into JSONL with computed answers, states and hashes.

A suite's folder holds ``suite.json`` and YAML files of tasks. Compiling fills their
``${bindings}``, makes every golden call on the replica's world, evaluates the solver over the
results and replays the writes. No answer is ever typed in. ``kopa bench compile`` does it from the
command line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson
import yaml

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.serial import to_dict
from kopa_env.episode import Episode
from kopa_env.episode.expression import ExpressionError, evaluate
from kopa_env.episode.refs import golden_state
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, ToolResult
from kopa_env.source import Source
from kopa_env.spec import ToolSpec
from kopa_env.suites.degenerate import applicable
from kopa_env.suites.golden import golden_run
from kopa_env.suites.outcomes import Remembering
from kopa_env.suites.selecting import candidates
from kopa_env.task import Answer, GoldenCall, Task

FOLDER = Path(__file__).parent / "mini"
"""KopaMini's own folder."""
BUDGET = 2.45
"""Calls allowed for each golden call, as in the paper."""

_SLOT = re.compile(r"\$\{(\w+)\}")
_FILLED = ("query_ko", "gloss_en", "golden", "answer")
_WRITTEN = (
    *("id", "domain", "platforms", "tier", "current_date", "offered_tools", "reward_basis"),
    *("observation_limit", "selector", *_FILLED),
)


def fill(value: JSON, bindings: Mapping[str, JSON]) -> JSON:
    """Return a value with every ``${name}`` replaced; a text that is one slot keeps its type.

    Raises:
        UsageError: for a slot that is not bound.
    """
    if isinstance(value, str):
        missing = [name for name in _SLOT.findall(value) if name not in bindings]
        if missing:
            raise UsageError(f"nothing is bound to ${{{missing[0]}}}")
        whole = _SLOT.fullmatch(value)
        if whole:
            return bindings[whole[1]]
        return _SLOT.sub(lambda m: str(bindings[m[1]]), value)
    if isinstance(value, Mapping):
        return {key: fill(item, bindings) for key, item in value.items()}
    if isinstance(value, list):
        return [fill(item, bindings) for item in value]
    return value


def author_tasks(path: Path) -> list[dict[str, Any]]:
    """Read a YAML file of hand-written tasks, the file's defaults filled in.

    Raises:
        UsageError: if it is not such a file, or a task leaves out what each has to say.
    """
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise UsageError(f"{path} cannot be read: {' '.join(str(error).split())}") from None
    if not isinstance(document, dict):
        raise UsageError(f"{path} has no list of 'tasks'")
    defaults, tasks = document.get("defaults") or {}, document.get("tasks")
    if not isinstance(defaults, dict) or not isinstance(tasks, list):
        raise UsageError(f"{path} has no list of 'tasks', or its 'defaults' are no mapping")
    return [_whole(path, number, defaults, row) for number, row in enumerate(tasks, 1)]


def _whole(path: Path, number: int, defaults: dict[str, Any], row: object) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise UsageError(f"{path}: task {number} is no mapping")
    whole = {**defaults, **row}
    missing = [name for name in _WRITTEN if name not in whole]
    if missing:
        raise UsageError(f"{path}: task {row.get('id', number)} lacks {', '.join(missing)}")
    return whole


def instantiate(
    row: Mapping[str, Any],
    bindings: Mapping[str, JSON],
    catalogue: Catalogue,
    source: Source,
    suite: str,
) -> Task:
    """Return a task put onto one world: answer, target state, budget and hash computed.

    Args:
        row: a hand-written task.
        bindings: what fills its slots.
        catalogue: its tools.
        source: the world it is put onto.
        suite: name of the suite.

    Raises:
        UsageError: if a golden call fails or the solver does not come to an answer.
    """
    draft = _draft(row, bindings, catalogue, suite)
    source = Remembering(source)
    episode, results = golden_run(draft, catalogue, source)
    draft = replace(draft, golden=resolved_golden(draft, episode, catalogue))
    solver = str(fill(row["answer"]["solver"], bindings))
    answer = _answer({**row["answer"], "solver": solver}, _solve(draft.id, solver, results))
    specs = {call.tool: catalogue[call.tool] for call in draft.golden_calls()}
    state = golden_state(draft, specs, results)
    task = replace(
        draft,
        answer=answer,
        target_state=state if state else None,
        world_hash=source.hashes().get("world", ""),
    )
    if "applicable" not in row:
        task = replace(task, applicable=applicable(task, catalogue, source))
    return replace(task, content_hash=content_hash(task))


def content_hash(task: Task) -> str:
    """Return the hash of everything a task says (its own hash left out)."""
    body = orjson.dumps(to_dict(replace(task, content_hash="")), option=orjson.OPT_SORT_KEYS)
    return blake2b(body, digest_size=8).hexdigest()


def counted_calls(task: Task, catalogue: Catalogue) -> int:
    """Return the golden calls that count: API calls and workspace writes, no local reduction."""
    specs = [catalogue[call.tool] for call in task.golden_calls()]
    return sum(s.kind in ("endpoint", "view") or s.effect == "write" for s in specs)


def _draft(
    row: Mapping[str, Any], bindings: Mapping[str, JSON], catalogue: Catalogue, suite: str
) -> Task:
    filled = {key: fill(row[key], bindings) for key in _FILLED}
    golden = tuple(tuple(GoldenCall(**call) for call in turn) for turn in filled["golden"])
    draft = Task(
        id=row["id"],
        version=row.get("version", 1),
        suite=suite,
        domain=row["domain"],
        platforms=tuple(row["platforms"]),
        tier=row["tier"],
        query_ko=filled["query_ko"].strip(),
        gloss_en=filled["gloss_en"].strip(),
        current_date=row["current_date"],
        offered_tools=tuple(row["offered_tools"]),
        max_calls=len([call for turn in golden for call in turn]),
        max_turns=len(golden) + 1,
        golden=golden,
        answer=Answer(row["answer"]["type"]),
        reward_basis=tuple(row["reward_basis"]),
        observation_limit=row["observation_limit"],
        system_state=row.get("system_state", {}),
        selector=row["selector"],
        bindings=dict(bindings),
        template={key: row[key] for key in (*_FILLED, "second_route") if key in row},
        applicable=tuple(row.get("applicable", ())),
        second_route=fill(row["second_route"], bindings) if "second_route" in row else None,
        data=row.get("data", "generated"),
    )
    optimum = counted_calls(draft, catalogue)
    return replace(
        draft,
        max_calls=max(optimum + 2, math.ceil(BUDGET * optimum)),
        max_turns=2 * len(golden) + 4,
    )


def resolved_golden(
    task: Task, episode: Episode, catalogue: Catalogue
) -> tuple[tuple[GoldenCall, ...], ...]:
    """Return a task's golden calls, each that counts with what it was really asked with.

    Args:
        task: whose golden calls they are.
        episode: the golden run.
        catalogue: its tools.
    """
    entries = iter(episode.calls)
    return tuple(
        tuple(
            call
            if catalogue[call.tool].kind == "local"
            else replace(call, resolved=_without_tokens(call, entry.args, catalogue[call.tool]))
            for call, entry in ((call, next(entries)) for call in turn)
        )
        for turn in task.golden
    )


def _without_tokens(call: GoldenCall, args: Mapping[str, JSON], spec: ToolSpec) -> dict[str, JSON]:
    tokens = {p.name for p in spec.params if p.role == "token"}
    return {name: call.args[name] if name in tokens else value for name, value in args.items()}


def _solve(task_id: str, solver: str, results: Mapping[str, ToolResult]) -> JSON:
    try:
        value = evaluate(solver, results)
    except ExpressionError as error:
        raise UsageError(f"{task_id}: the solver fails: {error}") from None
    if value in (None, "", [], {}):
        raise UsageError(f"{task_id}: the solver comes to nothing")
    return value


def _answer(row: Mapping[str, Any], value: JSON) -> Answer:
    if "slots" in row:
        slots: Mapping[str, Mapping[str, Any]] = row["slots"]
        if list(value) != list(slots):
            raise UsageError(f"solver gives {list(value)}, the answer has {list(slots)}")
        parts = {name: _part(slot, value[name]) for name, slot in slots.items()}
        return Answer(row["type"], parts, solver=row["solver"])
    part = _part(row, value)
    return Answer(
        type=row["type"],
        value=part["value"],
        unit=part.get("unit", ""),
        tolerance=part.get("tolerance", "exact"),
        aliases=tuple(part.get("aliases", ())),
        solver=row["solver"],
    )


def _part(slot: Mapping[str, Any], value: JSON) -> dict[str, JSON]:
    kept = {k: slot[k] for k in ("type", "unit", "tolerance", "aliases") if k in slot}
    if slot.get("tolerance") == "printed":
        step = Decimal(1).scaleb(-int(slot["digits"]))
        value = str(Decimal(str(value)).quantize(step, rounding=ROUND_HALF_UP))
    return {**kept, "value": value}


def authored(
    rows: Iterable[Mapping[str, Any]], catalogue: Catalogue, source: Source, suite: str
) -> Iterator[Task]:
    """Yield hand-written tasks put onto a world with the bindings their authors chose.

    A task that does not say which degenerate policies must score 0 on it is told.

    Raises:
        UsageError: naming the first task that does not hold.
    """
    for row in rows:
        if row.get("bindings") not in candidates(row["selector"], catalogue, source):
            raise UsageError(f"{row['id']}: its own bindings are not among its selector's")
        yield instantiate(row, row["bindings"], catalogue, source, suite)


def author_rows(folder: Path) -> list[dict[str, Any]]:
    """Return the hand-written tasks of a suite's folder, by file and in order.

    Raises:
        UsageError: if there are none.
    """
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise UsageError(f"{folder} holds no YAML file of tasks")
    return [row for path in files for row in author_tasks(path)]


def dump(tasks: Sequence[Task]) -> bytes:
    """Return tasks as JSONL."""
    return b"".join(orjson.dumps(to_dict(task)) + b"\n" for task in tasks)
