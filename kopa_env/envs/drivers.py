"""Driving a session's steps: the blocking way and the asynchronous one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from kopa_env.envs.session import Action, Outcome, Session
from kopa_env.episode import SourceCall
from kopa_env.errors import ReplayMiss
from kopa_env.outcome import ToolResult
from kopa_env.source import Source


def drive(session: Session, action: Action) -> Outcome:
    """Play one action; its calls are answered one after another, without an event loop.

    A call that nothing recorded answers ends the episode as invalid.
    """
    step = session.step(action)
    try:
        calls = next(step)
        source = _source(session)
        results: Sequence[ToolResult] = ()
        try:
            results = [source.call(call.spec, call.args) for call in calls]
        except ReplayMiss as miss:
            session.invalidate(str(miss))
        step.send(results)
    except StopIteration as stop:
        outcome: Outcome = stop.value
        return outcome
    raise AssertionError("a step asks its source once")


async def adrive(session: Session, action: Action) -> Outcome:
    """Play one action; its calls wait together, and other sessions may run meanwhile."""
    step = session.step(action)
    try:
        calls = next(step)
        source = _source(session)
        results: Sequence[ToolResult] = ()
        try:
            results = await _answered(source, calls)
        except ReplayMiss as miss:
            session.invalidate(str(miss))
        step.send(results)
    except StopIteration as stop:
        outcome: Outcome = stop.value
        return outcome
    raise AssertionError("a step asks its source once")


async def _answered(source: Source, calls: Sequence[SourceCall]) -> Sequence[ToolResult]:
    """Ask for all calls of a turn at once; one alone needs no task of its own."""
    if len(calls) == 1:
        return [await source.acall(calls[0].spec, calls[0].args)]
    return await asyncio.gather(*(source.acall(call.spec, call.args) for call in calls))


def _source(session: Session) -> Source:
    source = session.source
    assert source is not None  # a running episode has one
    return source
