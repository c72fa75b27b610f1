"""A Python callable as a policy: named as ``module:attribute`` or by an entry point."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from kopa_bench.policy import Action, Policy, View
from kopa_env.errors import UsageError, did_you_mean

GROUP = "kopa.policies"


class CallablePolicy:
    """Asks a callable for each move.

    It gets a :class:`~kopa_bench.policy.View` of its own to do with as it likes and returns an
    action, an assistant message or raw text. One that does not await runs in a thread, so that it
    holds up nobody.

    Args:
        name: what reports call it.
        function: the callable.
    """

    def __init__(self, name: str, function: Callable[[View], Any]) -> None:
        self.name = name
        self._function = function
        self._awaits = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004 - asked of the object's own class
        )

    async def act(self, view: View) -> Action:
        """Return the callable's move."""
        own = replace(view, messages=deepcopy(tuple(view.messages)), tools=deepcopy(view.tools))
        if self._awaits:
            move = await self._function(own)
        else:
            move = await asyncio.to_thread(self._function, own)
            if inspect.isawaitable(move):
                move = await move
        if isinstance(move, Action):
            return move
        if isinstance(move, dict | str):
            return Action(move)
        raise TypeError(
            f"policy {self.name} returned {type(move).__name__}, "
            "expected an Action, an assistant message or text"
        )


def named_policy(name: str) -> Policy | None:
    """Return the policy of an installed entry point, or ``None``."""
    for point in entry_points(group=GROUP):
        if point.name == name:
            return as_policy(name, point.load())
    return None


def installed_policies() -> list[str]:
    """Return the names of installed entry points."""
    return sorted(point.name for point in entry_points(group=GROUP))


def imported_policy(name: str) -> Policy:
    """Return the policy that ``module:attribute`` names.

    Raises:
        UsageError: if the module cannot be imported or lacks the attribute.
    """
    module_name, _, attribute = name.partition(":")
    try:
        found: Any = import_module(module_name)
    except ImportError as error:
        raise UsageError(f"policy {name!r}: {error}") from None
    for part in attribute.split("."):
        if not hasattr(found, part):
            near = did_you_mean(part, dir(found))
            raise UsageError(f"policy {name!r}: {module_name} has no {part!r}{near}")
        found = getattr(found, part)
    return as_policy(name, found)


def as_policy(name: str, found: Any) -> Policy:
    """Return a policy object as it is, a class as its instance, a function wrapped.

    Raises:
        UsageError: if it is none of these.
    """
    if inspect.isclass(found):
        found = found()
    act = getattr(found, "act", None)
    if callable(act):
        return CallablePolicy(str(getattr(found, "name", name)), act)
    if callable(found):
        return CallablePolicy(name, found)
    raise UsageError(f"policy {name!r} is neither a callable nor an object with act(view)")
