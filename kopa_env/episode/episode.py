"""Episode: one run of one task as a pure state machine (INTERFACES 8).

No I/O, no clock, no randomness: a driver asks a source for what :class:`Pending` names and hands
the results back. The same task, seed and messages give the same bytes.

    step = episode.start()
    while not isinstance(step, Done):
        step = episode.submit(policy(step.messages))
        if isinstance(step, Pending):
            step = episode.deliver([source.call(c.spec, c.args) for c in step.calls])
    print(step.grade)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Literal

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.schema import openai_tool
from kopa_env.episode.handles import handle_name
from kopa_env.episode.local import run_local
from kopa_env.episode.messages import assistant_message
from kopa_env.episode.observation import dumps, observation_text, refusal, render
from kopa_env.episode.offer import Offer, offered_tools
from kopa_env.episode.plan import Planned, plan_call, without_tokens
from kopa_env.episode.prompt import system_prompt
from kopa_env.episode.record import (
    CallEntry,
    CallKind,
    EpisodeRecord,
    Message,
    ParseEntry,
    StopReason,
)
from kopa_env.episode.turn import Done, Pending, SourceCall, Turn
from kopa_env.episode.workspace import Workspace
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, Origin, Reason, Status, ToolCall, ToolResult
from kopa_env.parsing import Parsed, parse, parse_message
from kopa_env.task import Task

LOCAL_SHARE = 4
"""Reduction calls and workspace reads allowed for each call of the budget."""
MAX_PARSE_ERRORS = 5
"""Messages that cannot be read before an episode is ended."""

Phase = Literal["new", "acting", "waiting", "over"]


class Episode:
    """One run of one task.

    Args:
        task: what is asked.
        catalogue: where its tools are.
        seed: seed of the keys issued inside the episode.
        offer: ``task``, ``platform`` or ``all``.
        parser: dialect in which raw text is read.
        strict: refuse every slip of the call format instead of the documented leniency.
        observation_limit: characters of one observation; the task's own if left out.
        local_tools: whether the reduction tools are on offer.

    Raises:
        UsageError: if the task names a tool the catalogue lacks.
    """

    def __init__(
        self,
        task: Task,
        catalogue: Catalogue,
        *,
        seed: int = 0,
        offer: Offer = "task",
        parser: str = "auto",
        strict: bool = False,
        observation_limit: int | None = None,
        local_tools: bool = True,
    ) -> None:
        self.task = task
        self.seed = seed
        self.offer: Offer = offer
        self.parser = parser
        self.strict = strict
        self.limit = observation_limit or task.observation_limit
        self.local_tools = local_tools
        self.tools = offered_tools(task, catalogue, offer, local_tools=local_tools)
        self.workspace = Workspace(seed)
        self.phase: Phase = "new"
        self.messages: list[Message] = []
        self.results: dict[str, ToolResult] = {}
        self.calls: list[CallEntry] = []
        self.raw: list[str] = []
        self.parses: list[ParseEntry] = []
        self.planned: list[Planned] = []
        self.calls_used = 0
        self.local_used = 0
        self.final_text: str | None = None
        self.stop_reason: StopReason | None = None
        self.invalid_reason = ""

    @property
    def turns(self) -> int:
        """Assistant messages so far."""
        return len(self.parses)

    @property
    def max_local(self) -> int:
        """Budget of reduction calls and workspace reads."""
        return LOCAL_SHARE * self.task.max_calls

    def tool_schemas(self) -> list[dict[str, JSON]]:
        """Return the tools on offer in OpenAI form."""
        return [openai_tool(spec) for spec in self.tools.values()]

    def start(self) -> Turn:
        """Begin: the system prompt and the question."""
        self._expect("new")
        prompt = system_prompt(
            self.task,
            local_calls=self.max_local if self.local_tools else 0,
            writes=any(spec.effect == "write" for spec in self.tools.values()),
        )
        self.phase = "acting"
        return self._turn(
            {"role": "system", "content": prompt},
            {"role": "user", "content": self.task.query_ko},
        )

    def submit(self, action: Message | str, *, truncated: bool = False) -> Pending | Turn | Done:
        """Take the policy's move.

        Args:
            action: an assistant message in OpenAI form, or raw text in the parser's dialect.
            truncated: the model's output was cut off at its token limit
                (``finish_reason == "length"`` in the message says the same).

        Returns:
            Calls for a source to answer; a turn, if the message could not be read; or the end.
        """
        self._expect("acting")
        parsed = self._read(action, truncated=truncated)
        self.parses.append(ParseEntry(parsed.dialect, parsed.verdict, parsed.error))
        if parsed.verdict == "error":
            return self._unreadable(parsed)
        calls = self._identified(parsed.calls)
        message = assistant_message(parsed.content, calls)
        if parsed.thinking:
            message["reasoning_content"] = parsed.thinking
        self.messages.append(message)
        if parsed.verdict == "answer":
            self.final_text = parsed.content
            return self._end("answer")
        self.planned = [self.plan(call) for call in calls]
        return self._admit()

    def deliver(self, results: Sequence[ToolResult]) -> Turn | Done:
        """Take the results of the pending calls, in their order, and run the others in theirs.

        Raises:
            UsageError: if there are more or fewer results than pending calls.
        """
        self._expect("waiting")
        wanted = sum(planned.is_sent for planned in self.planned)
        if len(results) != wanted:
            raise UsageError(f"{wanted} calls are pending, got {len(results)} results")
        answers = iter(results)
        new = [
            self._log(
                i, planned, self._outcome(planned, next(answers) if planned.is_sent else None)
            )
            for i, planned in enumerate(self.planned)
        ]
        self.planned = []
        self.phase = "acting"
        return self._next_turn(*new)

    def overflow(self) -> Done:
        """End the episode because the conversation no longer fits the model's context: a 0."""
        return self._end("context_overflow")

    def invalidate(self, reason: str) -> Done:
        """End the episode because the backend failed: it counts for nothing.

        Args:
            reason: one line on what failed.
        """
        self.invalid_reason = reason
        return self._end("invalid")

    def record(self) -> EpisodeRecord:
        """Return everything that has happened so far."""
        return EpisodeRecord(
            task_id=self.task.id,
            seed=self.seed,
            messages=tuple(self.messages),
            final_text=self.final_text,
            calls=tuple(self.calls),
            raw=tuple(self.raw),
            parses=tuple(self.parses),
            state=deepcopy(self.workspace.state),
            golden_state=self.task.target_state,
            calls_used=self.calls_used,
            max_calls=self.task.max_calls,
            local_used=self.local_used,
            turns=self.turns,
            parse_errors=sum(entry.verdict == "error" for entry in self.parses),
            unknown_tools=sum(c.reason == Reason.UNKNOWN_TOOL for c in self.calls),
            stop_reason=self.stop_reason,
            truncated=self.stop_reason not in (None, "answer"),
            valid=self.stop_reason != "invalid",
            infra_errors=sum(
                c.sent and c.origin != Origin.LOCAL and c.status in _INFRA for c in self.calls
            ),
            invalid_reason=self.invalid_reason,
        )

    def snapshot(self) -> dict[str, JSON]:
        """Return the episode as plain JSON; :meth:`restore` continues it byte for byte."""
        from kopa_env.episode.snapshot import snapshot

        return snapshot(self)

    @staticmethod
    def restore(saved: Mapping[str, JSON], task: Task, catalogue: Catalogue) -> Episode:
        """Return the episode of a snapshot.

        Raises:
            UsageError: if the snapshot is of another task, version or schema.
        """
        from kopa_env.episode.snapshot import restore

        return restore(saved, task, catalogue)

    def fork(self) -> Episode:
        """Return an independent copy of the episode as it stands."""
        from kopa_env.episode.snapshot import fork

        return fork(self)

    def _expect(self, phase: Phase) -> None:
        if self.phase != phase:
            raise UsageError(f"the episode is {_PHASES[self.phase]}, not {_PHASES[phase]}")

    def _turn(self, *messages: Message) -> Turn:
        self.messages.extend(messages)
        return Turn(tuple(dict(message) for message in messages))

    def _next_turn(self, *messages: Message) -> Turn | Done:
        if self.turns >= self.task.max_turns:
            self.messages.extend(messages)
            return self._end("turns", *messages)
        return self._turn(*messages)

    def _end(self, reason: StopReason, *messages: Message) -> Done:
        self.stop_reason = reason
        self.phase = "over"
        new = tuple(dict(message) for message in messages)
        return Done(self.task, self.record(), new, self.tools)

    def _read(self, action: Message | str, *, truncated: bool) -> Parsed:
        if isinstance(action, str):
            self.raw.append(action)
            return parse(
                action, self.parser, strict=self.strict, tools=self.tools, truncated=truncated
            )
        fields = action if isinstance(action, Mapping) else {}
        held = {name: fields[name] for name in _SPOKEN if fields.get(name)}
        alone = len(held) == 1 and "content" in held
        self.raw.append(str(held["content"]) if alone else dumps(held) if held else "")
        return parse_message(
            action,
            self.parser,
            strict=self.strict,
            tools=self.tools,
            truncated=truncated or fields.get("finish_reason") == "length",
        )

    def _unreadable(self, parsed: Parsed) -> Turn | Done:
        """Show the policy that it could not be understood: one call of the budget.

        What it wrote goes back as plain content and the error as a user message: no tool message
        may stand without a call it answers, and no template chokes on half a call.
        """
        self.messages.append({"role": "assistant", "content": self.raw[-1]})
        if "truncated_output" in parsed.flags:
            return self._end("length")
        self.calls_used += 1
        if self.calls_used > self.task.max_calls:
            return self._end("budget")
        text = refusal(parsed.message, self.limit)
        message: Message = {"role": "user", "content": text}
        if sum(entry.verdict == "error" for entry in self.parses) >= MAX_PARSE_ERRORS:
            self.messages.append(message)
            return self._end("parse_errors", message)
        return self._next_turn(message)

    def _identified(self, calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
        """Give every call an id of its own, so that each answer finds its call."""
        ids = [call.id for call in calls]
        if all(ids) and len(set(ids)) == len(ids):
            return calls
        return tuple(replace(call, id=f"call_{self.turns}_{i}") for i, call in enumerate(calls))

    def plan(self, call: ToolCall) -> Planned:
        """Check one call: what is wrong with it, or what it will run as."""
        return plan_call(call, self.tools, self.workspace)

    def _admit(self) -> Pending | Done:
        """Count the calls of a turn; past the budget none of them runs."""
        local = sum(planned.is_local for planned in self.planned)
        self.local_used += local
        self.calls_used += len(self.planned) - local
        if self.calls_used > self.task.max_calls or self.local_used > self.max_local:
            refused = ToolResult.error(Reason.TOO_MANY, "호출 한도를 넘음 / over the call budget")
            for i, planned in enumerate(self.planned):
                self._log(i, replace(planned, refused=refused), refused)
            self.planned = []
            return self._end("budget")
        self.phase = "waiting"
        return Pending(
            tuple(
                SourceCall(planned.spec, without_tokens(planned.spec, planned.args))
                for planned in self.planned
                if planned.is_sent and planned.spec is not None
            )
        )

    def _outcome(self, planned: Planned, answer: ToolResult | None) -> ToolResult:
        if answer is not None:
            return answer
        if planned.refused is not None or planned.spec is None:
            return planned.refused or ToolResult.error(Reason.UNKNOWN_TOOL, "")
        if planned.spec.kind == "local":
            return run_local(planned.spec.name, planned.args, self.results)
        return self.workspace.run(planned.spec.name, planned.args)

    def _log(self, i: int, planned: Planned, result: ToolResult) -> Message:
        """Keep a result under its handle, log the call, return the message that shows it."""
        handle = handle_name(len(self.results) + 1)
        self.results[handle] = result
        rendered = result.rendered
        if rendered is None or rendered.limit != self.limit:
            rendered = render(planned.spec, result, self.limit, planned.args)
        kind: CallKind = "none" if planned.spec is None else planned.spec.kind
        self.calls.append(
            CallEntry(
                turn=self.turns,
                i=i,
                name=planned.call.name,
                args=planned.args,
                kind=kind,
                effect="read" if planned.spec is None else planned.spec.effect,
                status=result.status.value,
                reason=result.reason.value,
                code=result.code,
                origin=result.origin.value,
                recorded_from=result.recorded_from,
                result=handle,
                shown=rendered.shown,
                total=result.total,
                cut=rendered.cut,
                records=result.records,
                sent=planned.refused is None,
            )
        )
        return {
            "role": "tool",
            "tool_call_id": planned.call.id,
            "content": observation_text(rendered, handle),
        }


_INFRA = (Status.ENVIRONMENTAL, Status.CONFIG)
_SPOKEN = ("content", "tool_calls", "function_call", "reasoning_content", "reasoning")
_PHASES: Mapping[Phase, str] = {
    "new": "not started",
    "acting": "waiting for a message",
    "waiting": "waiting for results",
    "over": "over",
}
