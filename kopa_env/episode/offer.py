"""Which tools a task offers: its own, its platforms', or the whole catalogue's."""

from __future__ import annotations

from typing import Literal, get_args

from kopa_env.catalogue import Catalogue
from kopa_env.episode.local import LOCAL_TOOLS
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.spec import ToolSpec
from kopa_env.task import Task

Offer = Literal["task", "platform", "all"]
"""``task``: the tools the task names. ``platform``: every tool of its platforms and the whole
desk. ``all``: every tool there is."""


def offered_tools(
    task: Task, catalogue: Catalogue, offer: Offer, *, local_tools: bool
) -> dict[str, ToolSpec]:
    """Return name → tool, in a fixed order; local tools last.

    Raises:
        UsageError: if the offer or a tool of the task is unknown.
    """
    offers = get_args(Offer)
    if offer not in offers:
        near = did_you_mean(str(offer), offers)
        raise UsageError(f"no offer {offer!r}{near}; offers: {', '.join(offers)}")
    names: list[str] = list(task.offered_tools)
    if offer == "platform":
        wanted = (*task.platforms, *{catalogue[name].platform: None for name in names}, "local")
        names += [e.name for e in catalogue.entries.values() if e.platform in wanted]
    elif offer == "all":
        names += list(catalogue.entries)
    apart = [name for name in dict.fromkeys(names) if name not in LOCAL_TOOLS]
    return {name: catalogue[name] for name in (*apart, *(LOCAL_TOOLS if local_tools else ()))}


def _shipped(name: str, catalogue: Catalogue) -> ToolSpec:
    """Return a local tool from the shipped catalogue where the user's own does not hold it."""
    return Catalogue.load()[name] if name in LOCAL_TOOLS else catalogue[name]
