"""Checking a platform's folder: what a new platform must hold to before it is used.

Reads the folder as it is written, without compiling anything, and plays its dialect and replica
against each other: requests are received as they were meant, replies read back as they were
written, and the crawl finds no fault.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from kopa_env import platforms
from kopa_env.catalogue.catalogue import INFORMATIVE, Catalogue
from kopa_env.catalogue.compile import check_names, informative_fields, read_platform
from kopa_env.dialect import Dialect, PageSlice
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import Reason, ToolResult
from kopa_env.replica.crawl import crawl
from kopa_env.replica.engine import Replica
from kopa_env.replica.shapes import is_shape
from kopa_env.replica.spec import load_replica
from kopa_env.spec import Param, ToolSpec
from kopa_env.world.world import World

_FORMATS = re.compile(r"|YYYY(-?MM(-?DD)?)?|(digits|alnum)(:\d+)?")
_RESULTS = (
    ToolResult.ok(()),
    *(ToolResult.error(reason, "") for reason in Reason if reason is not Reason.NONE),
)
"""Outcomes that every platform must be able to tell, each in its own way."""


@dataclass(slots=True)
class FolderReport:
    """What came of checking a folder.

    Attributes:
        tools: endpoint tools.
        counted: those with enough informative fields.
        asked: questions of the crawl.
        without_rows: tools that found nothing with their own example arguments.
        faults: one line each.
    """

    platform: str
    tools: int = 0
    counted: int = 0
    asked: int = 0
    without_rows: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "platform": self.platform,
            "tools": self.tools,
            "counted": self.counted,
            "asked": self.asked,
            "without_rows": self.without_rows,
            "failures": self.faults,
        }


def check_folder(folder: Path, seed: int) -> FolderReport:
    """Check a platform's folder.

    Args:
        folder: holds ``platform.yaml``, ``tools.yaml`` and a Python module with ``DIALECT``.
        seed: the world its replica answers from.

    Raises:
        UsageError: if the folder cannot be read at all; the message names file and tool.
    """
    if not (folder / "platform.yaml").is_file():
        raise UsageError(f"{folder}: platform.yaml is missing")
    specs, about, semantics = read_platform(folder)
    check_names(specs)
    assert about is not None  # its file is there
    if not specs:
        raise UsageError(f"{folder}: there is no tool in tools.yaml")
    speaker = _dialect(folder)
    endpoints = [spec for spec in specs if spec.endpoint is not None]
    counted = sum(informative_fields(spec) >= INFORMATIVE for spec in endpoints)
    report = FolderReport(about.name, len(endpoints), counted)
    report.faults += [f"{spec.name}: {fault}" for spec in specs for fault in _of_data(spec)]
    report.faults += _twice(endpoints)
    report.faults += _of_names(folder, about.name, specs, semantics)
    if speaker.platform != about.name:
        report.faults.append(f"DIALECT speaks for {speaker.platform!r}, not {about.name!r}")
        return report
    with platforms.added(about.name, speaker):
        catalogue = Catalogue.of(tuple(specs), (about,))
        report.faults += [f"{s.name}: {fault}" for s in endpoints for fault in _of_law(s, speaker)]
        crawled = crawl(Replica(World(seed), catalogue, load_replica(semantics)), endpoints)
    report.asked = sum(crawled.asked.values())
    report.without_rows = crawled.without_rows
    report.faults += [str(fault) for fault in crawled.faults]
    return report


def _dialect(folder: Path) -> Dialect:
    """Import the folder's own module and return what it speaks."""
    module = _module(folder)
    found: Dialect | None = getattr(module, "DIALECT", None)
    if found is None:
        raise UsageError(f"{folder}/__init__.py has no DIALECT")
    return found


def _module(folder: Path) -> ModuleType:
    source = folder / "__init__.py"
    if not source.is_file():
        raise UsageError(f"{folder}: __init__.py with DIALECT is missing")
    name = f"kopa_checked_{folder.resolve().name}"
    spec = importlib.util.spec_from_file_location(
        name, source, submodule_search_locations=[str(folder)]
    )
    assert spec is not None  # a file that exists has a loader
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _of_data(spec: ToolSpec) -> Iterator[str]:
    """Yield what a reader of the tool would miss."""
    for part in ("description_ko", "description_en"):
        if not getattr(spec, part).endswith("."):
            yield f"{part} is no sentence"
    for param in spec.params:
        yield from (f"parameter {param.name}{fault}" for fault in _of_param(param))
    for found in spec.fields:
        if not found.meaning_ko:
            yield f"field {found.path} has no meaning_ko"
        if not is_shape(found.shape):
            yield f"field {found.path}: unknown shape {found.shape!r}"
    if spec.endpoint is not None and not spec.fields:
        yield "no field of its reply is known"
    if spec.endpoint is not None and spec.thin is (informative_fields(spec) >= INFORMATIVE):
        yield f"thin must be {str(not spec.thin).lower()}"


def _of_param(param: Param) -> Iterator[str]:
    if not param.meaning_ko:
        yield " has no meaning_ko"
    if not _FORMATS.fullmatch(param.format):
        yield f": unknown format {param.format!r}"
    if param.type == "string" and not isinstance(param.example, str | None):
        yield f" is text, its example is not: quote {param.example!r}"
    if param.required and param.role == "semantic" and param.example is param.default is None:
        yield " is required and has no example"


def _of_names(
    folder: Path, platform: str, specs: Sequence[ToolSpec], semantics: Mapping[str, Any]
) -> Iterator[str]:
    """Yield what the other files of the folder say of tools otherwise than the tool file."""
    if folder.resolve().name != platform:
        yield f"the folder is called {folder.resolve().name!r}, its platform {platform!r}"
    names = {spec.name for spec in specs}
    for name in semantics:
        if not name.startswith("_") and name not in names:
            yield f"replica.yaml: no tool {name!r}{did_you_mean(name, names)}"
    source = folder / "names.tsv"
    lines = source.read_text(encoding="utf-8").splitlines() if source.is_file() else []
    frozen = {tuple(line.split("\t")) for line in lines if line}
    for spec in specs:
        if (spec.ref, spec.name) not in frozen:
            yield f"{spec.name}: names.tsv has no line {spec.ref!r}, {spec.name!r}"


def _twice(specs: Sequence[ToolSpec]) -> Iterator[str]:
    """Yield what two tools may not share."""
    for part in ("ref", "address", "title_ko", "description_ko"):
        for value, times in Counter(getattr(spec, part) for spec in specs).items():
            if times > 1:
                yield f"{part} {value!r} is given {times} times"


def _of_law(spec: ToolSpec, speaker: Dialect) -> Iterator[str]:
    """Yield outcomes that do not come back as they were written."""
    wire, page = spec.endpoint.wire if spec.endpoint else "json", PageSlice(1, 10)
    for result in _RESULTS:
        meant = speaker.express(spec, result, page=page, wire=wire)
        read = speaker.decode(spec, speaker.encode(spec, result, page=page, wire=wire))
        if read != meant:
            told = result.reason or result.status
            yield f"{told} comes back as {read.status}/{read.reason} {read.code}".rstrip()
