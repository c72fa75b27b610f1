"""What is known of an episode once it is over: the one thing grading looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from kopa_env.outcome import JSON, Record

Message: TypeAlias = dict[str, JSON]
"""One chat message in OpenAI form."""

StopReason = Literal[
    "answer", "budget", "turns", "length", "context_overflow", "parse_errors", "invalid"
]
"""Why an episode ended.

``answer``: the policy gave a final answer (the only end that can score).
``budget``: it asked for more calls than the task allows.
``turns``: it used up its turns without an answer.
``length``: the model's output was cut off at its token limit.
``context_overflow``: the conversation no longer fits the model's context.
``parse_errors``: too many of its messages could not be read.
``invalid``: the backend failed; the episode counts for nothing and is reported apart.
"""

CallKind = Literal["endpoint", "view", "workspace", "local", "none"]
"""What was called; ``none`` for a call that named no tool on offer."""


@dataclass(frozen=True, slots=True)
class CallEntry:
    """One call of the log.

    Attributes:
        turn: number of the assistant message that asked for it, from 1.
        i: position among the calls of that message, from 0.
        name: the tool as the policy wrote it.
        args: by parameter name: as validated, defaults filled in, if the call was well formed;
            as written otherwise.
        kind: the tool's kind.
        effect: ``write`` for workspace tools that change state.
        status: outcome of the call (a value of :class:`~kopa_env.outcome.Status`).
        reason: why (a value of :class:`~kopa_env.outcome.Reason`).
        code: the platform's own result code.
        origin: where the reply came from; empty if no source was asked.
        recorded_from: ``live`` or ``replica`` for recorded and derived replies.
        result: handle of the reply (``r3``); empty for a message that could not be read.
        shown: records inside the observation.
        total: rows that match in all pages, if known.
        cut: whether records of this reply were left out of the observation.
        records: every record of the reply, shown or not.
        sent: whether the call ran (a malformed one is refused before it is sent).
    """

    turn: int
    i: int
    name: str
    args: Mapping[str, JSON]
    kind: CallKind
    effect: Literal["read", "write"]
    status: str
    reason: str = ""
    code: str = ""
    origin: str = ""
    recorded_from: str = ""
    result: str = ""
    shown: int = 0
    total: int | None = None
    cut: bool = False
    records: Sequence[Record] = field(default=(), repr=False)
    sent: bool = True


@dataclass(frozen=True, slots=True)
class ParseEntry:
    """How one assistant message was read: the dialect that fitted, and the verdict."""

    dialect: str
    verdict: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class EpisodeRecord:
    """Everything that happened in one episode.

    Attributes:
        messages: the whole conversation, system prompt included.
        final_text: content of the final answer, thinking taken out; ``None`` without an answer.
        calls: the log, in order, malformed calls included.
        raw: text of each assistant turn as the policy produced it.
        parses: how each assistant turn was read.
        state: end state of the workspace, ``{table: {id: row}}``.
        initial_state: its state at the start.
        golden_state: the state the golden run ends in; ``None`` if the task has none.
        calls_used: calls that count towards ``max_calls``.
        local_used: reduction calls and workspace reads, which have a budget of their own.
        turns: assistant messages so far.
        parse_errors: messages that could not be read.
        unknown_tools: calls of tools that are not on offer.
        stop_reason: why the episode ended; ``None`` while it runs.
        truncated: whether it ended without an answer.
        valid: false if the backend failed.
        infra_errors: environmental and config outcomes the policy met.
        invalid_reason: what failed.
    """

    task_id: str
    seed: int
    messages: tuple[Message, ...]
    final_text: str | None
    calls: tuple[CallEntry, ...]
    raw: tuple[str, ...] = ()
    parses: tuple[ParseEntry, ...] = ()
    state: Mapping[str, JSON] = field(default_factory=dict)
    initial_state: Mapping[str, JSON] = field(default_factory=dict)
    golden_state: Mapping[str, JSON] | None = None
    calls_used: int = 0
    max_calls: int = 0
    local_used: int = 0
    turns: int = 0
    parse_errors: int = 0
    unknown_tools: int = 0
    stop_reason: StopReason | None = None
    truncated: bool = False
    valid: bool = True
    infra_errors: int = 0
    invalid_reason: str = ""
