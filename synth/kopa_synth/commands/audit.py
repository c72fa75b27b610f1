"""``kopa synth audit``: an independent sample of edges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from kopa_env.errors import UsageError
from kopa_synth.commands.explore import STAGE as EXPLORED
from kopa_synth.commands.materials import Materials
from kopa_synth.commands.telling import note
from kopa_synth.folder import AUDIT, GRAPH, MEMORY, RunFolder, write
from kopa_synth.graph import Graph

STAGE = "audit"
EDGES = 600


def carry_out(path: Path, edges: int | None, seed: int | None) -> dict[str, Any]:
    """Audit a run's graph, or read what an earlier audit found; return the report."""
    from kopa_synth.explore import Memory, audit, report

    folder = RunFolder(path)
    materials = Materials.of(folder)
    settings = {"edges": EDGES, "seed": materials.seed, **folder.own_settings(STAGE, (AUDIT,))}
    settings |= {k: v for k, v in (("edges", edges), ("seed", seed)) if v is not None}
    with folder.stage(STAGE, settings, reads=(GRAPH, MEMORY), files=(AUDIT,)) as stage:
        if stage.done:
            note(f"{folder / AUDIT} is there already")
        else:
            graph, rules = Graph.load(folder / GRAPH), materials.preset
            note(f"trying {settings['edges']} edges …")
            found = audit(
                graph,
                materials.catalogue,
                materials.source(),
                Memory.load(folder / MEMORY),
                rules,
                settings["seed"],
                edges=settings["edges"],
                writes=folder.about()["stages"][EXPLORED]["settings"]["writes"],
                today=materials.today,
            )
            said = report(found, graph, materials.catalogue, rules)
            said = {"graph": graph.hash, "seed": settings["seed"], **said}
            options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS
            write(folder / AUDIT, orjson.dumps(said, option=options))
            stage.finish(calls=found.calls.sent)
    return read_audit(folder / AUDIT)


def read_audit(path: Path) -> dict[str, Any]:
    """Read an audit's report.

    Raises:
        UsageError: if it cannot be read or is none.
    """
    try:
        found: dict[str, Any] = orjson.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except orjson.JSONDecodeError:
        raise UsageError(f"{path} is no audit") from None
    return found
