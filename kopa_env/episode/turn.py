"""What an episode hands to its driver: new messages, calls to answer, or the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from kopa_env.episode.record import EpisodeRecord, Message, StopReason
from kopa_env.outcome import JSON
from kopa_env.spec import ToolSpec
from kopa_env.task import Task

if TYPE_CHECKING:
    from kopa_env.grading import Grade


@dataclass(frozen=True, slots=True)
class Turn:
    """The policy's turn: the messages that are new since its last one."""

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class SourceCall:
    """One call a source must answer; ``args`` are validated and hold no token."""

    spec: ToolSpec
    args: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class Pending:
    """Calls to answer, in order; there may be none, when all of a turn run inside the episode."""

    calls: tuple[SourceCall, ...]


@dataclass(frozen=True)
class Done:
    """The end of an episode.

    Attributes:
        task: what was asked.
        record: everything that happened.
        messages: messages that are new since the policy's last turn (none after an answer).
        tools: the tools that were on offer: grading then knows defaults, padding and paging.
    """

    task: Task
    record: EpisodeRecord
    messages: tuple[Message, ...] = ()
    tools: Mapping[str, ToolSpec] = field(default_factory=dict, repr=False)

    @property
    def stop_reason(self) -> StopReason:
        """Why it ended."""
        reason = self.record.stop_reason
        assert reason is not None  # a Done is only made with one
        return reason

    @cached_property
    def grade(self) -> Grade:
        """The grade, worked out when first asked for."""
        from kopa_env.grading import grade

        return grade(self.task, self.record, tools=self.tools)
