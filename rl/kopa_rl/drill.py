"""Drill: a suite of short tasks, made on the spot, on which small models learn on a CPU.

Every template of ``drill.yaml`` is put onto as many entities of a world as there are; a share of
the entities is held out, so that what is learnt is to look up and not what was looked up. Its world
is that of training. It measures nothing: KOPA-Bench does.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON
from kopa_env.sources.named import open_source
from kopa_env.suites import Suite
from kopa_env.suites.compile import author_tasks, instantiate
from kopa_env.suites.selecting import candidates
from kopa_env.task import Task

NAME = "drill"
TEMPLATES = Path(__file__).with_name("drill.yaml")
WORLD = 20260131
PER_TEMPLATE = 600
HELD_OUT = 0.2
"""Share of the entities of each template that no training task is about."""


@cache
def suite(per_template: int = PER_TEMPLATE) -> Suite:
    """Return the suite; splits ``train`` and ``dev`` share no entity.

    Args:
        per_template: tasks of each shape. The entities that a smaller suite holds out are held out
            of a larger one too.
    """
    catalogue = Catalogue.load()
    source = open_source("replica", catalogue, WORLD)
    made: list[tuple[int, Task, bool]] = []
    for row in author_tasks(TEMPLATES):
        found = candidates(row["selector"], catalogue, source)
        found = sorted(found, key=_mark)[:per_template]
        for n, bindings in enumerate(found):
            task = instantiate(
                {**row, "id": f"{row['id']}-{n:04d}"}, bindings, catalogue, source, NAME
            )
            made.append((n, task, n < HELD_OUT * len(found)))
    made.sort(key=lambda one: one[0])  # entity by entity, so that the first N are of every shape
    splits = {
        "train": tuple(task.id for _, task, held in made if not held),
        "dev": tuple(task.id for _, task, held in made if held),
    }
    return Suite.of(NAME, [task for _, task, _ in made], WORLD, splits=splits)


def _mark(bindings: Mapping[str, JSON]) -> bytes:
    said: Any = sorted((name, str(value)) for name, value in bindings.items())
    return blake2b(repr(said).encode(), digest_size=8).digest()
