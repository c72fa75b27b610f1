"""Compile the platforms' YAML into the catalogue that ships: ``python -m …compile [--check]``.

Writes ``catalogue.jsonl`` (a tool a line), ``catalogue.index.json`` (offsets, counts, platforms)
and ``replica.json`` (what the replica knows of each tool) into ``kopa_env/data/``. The bytes
depend on nothing but the YAML.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson
import yaml
from pydantic import TypeAdapter, ValidationError

from kopa_env.catalogue.catalogue import Platform
from kopa_env.catalogue.serial import to_dict
from kopa_env.errors import UsageError
from kopa_env.spec import ToolSpec

PACKAGE = Path(__file__).parents[1]
NAME = re.compile(r"^[a-z][a-z0-9_]{2,63}$")


def compile_catalogue(
    specs: Sequence[ToolSpec],
    platforms: Iterable[Platform],
    fidelity: Mapping[str, str],
) -> tuple[bytes, dict[str, Any]]:
    """Return the compiled lines and their index.

    Args:
        specs: tools in catalogue order.
        platforms: the platforms they belong to.
        fidelity: tool name → how far the replica goes; endpoints not named are ``listing_only``.
    """
    lines, rows, offset = [], [], 0
    for spec in specs:
        line = orjson.dumps(to_dict(spec))
        local = "listing_only" if spec.kind == "endpoint" else "local"
        rows.append(
            [
                spec.name,
                spec.ref,
                spec.platform,
                spec.kind,
                spec.title_ko,
                spec.confidence,
                fidelity.get(spec.name, local),
                informative_fields(spec),
                spec.thin,
                spec.address,
                offset,
                len(line),
            ]
        )
        lines.append(line)
        offset += len(line) + 1
    body = b"\n".join(lines) + b"\n"
    digest = blake2b(body, digest_size=8).hexdigest()
    return body, {"hash": digest, "platforms": [to_dict(p) for p in platforms], "tools": rows}


def informative_fields(spec: ToolSpec) -> int:
    """Count fields that are better than ``inferred`` and do not echo one of the tool's inputs."""
    inputs = {p.wire_name.rpartition(".")[2].casefold() for p in spec.params}
    return sum(f.confidence != "inferred" and f.path.casefold() not in inputs for f in spec.fields)


def read_platforms(root: Path) -> tuple[list[ToolSpec], list[Platform], dict[str, Any]]:
    """Read every platform folder below ``root``: tools, platforms, raw replica declarations.

    Raises:
        UsageError: naming the file and tool that does not fit the schema.
    """
    specs: list[ToolSpec] = []
    platforms: list[Platform] = []
    replica: dict[str, Any] = {}
    for folder in sorted(f for f in root.iterdir() if _files(f, "tools")):
        tools, about, semantics = read_platform(folder)
        specs.extend(tools)
        replica.update(semantics)
        if about:
            platforms.append(about)
    check_names(specs)
    return specs, platforms, replica


def read_platform(folder: Path) -> tuple[list[ToolSpec], Platform | None, dict[str, Any]]:
    """Read one platform's folder: its tools, what is known of it, its replica declarations.

    Raises:
        UsageError: naming the file and tool that does not fit the schema.
    """
    about = _yaml(folder / "platform.yaml") if (folder / "platform.yaml").exists() else {}
    from kopa_env.replica.spec import scoped

    platform = _platform(about) if about else None
    return _tools(folder, about), platform, scoped(folder.name, _semantics(folder))


def write(root: Path = PACKAGE, *, check: bool = False) -> bool:
    """Compile the package's own platforms; with ``check`` only say whether files are current."""
    specs, platforms, replica = read_platforms(root / "platforms")
    fidelity = fidelity_of(specs, replica)
    lines, index = compile_catalogue(specs, platforms, fidelity)
    wanted = {
        "catalogue.jsonl": lines,
        "catalogue.index.json": orjson.dumps(index, option=orjson.OPT_INDENT_2),
        "replica.json": orjson.dumps(replica, option=orjson.OPT_INDENT_2),
    }
    data = root / "data"
    stale = [n for n, body in wanted.items() if not _same(data / n, body)]
    if not check:
        data.mkdir(exist_ok=True)
        for name in stale:
            (data / name).write_bytes(wanted[name])
    return not stale


def fidelity_of(specs: Sequence[ToolSpec], replica: Mapping[str, Any]) -> dict[str, str]:
    """Return how far the replica goes for each endpoint, by what it really does."""
    from kopa_env.replica.listings import declare
    from kopa_env.replica.spec import LISTING, load_replica

    declared = load_replica(replica)
    found: dict[str, str] = {}
    for spec in specs:
        if spec.kind != "endpoint":
            continue
        tool = declared.get(spec.name)
        if tool is None or tool.table == LISTING:
            tool, _ = declare(spec, tool or declared.common(spec.platform))
        found[spec.name] = tool.fidelity
    return found


def _same(path: Path, body: bytes) -> bool:
    return path.exists() and path.read_bytes() == body


def _yaml(path: Path) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        where = f"{path.parent.name}/{path.name}"
        raise UsageError(f"{where} line {line}: {error.problem}") from None


def _platform(about: Mapping[str, Any]) -> Platform:
    row = {k: v for k, v in about.items() if k not in ("endpoint_defaults", "credential")}
    row["credential_env"] = tuple(about.get("credential", {}).get("env", ()))
    row["hosts"] = tuple(about.get("hosts", ()))
    return Platform(**row)


def _semantics(folder: Path) -> dict[str, Any]:
    """Return what a platform's replica files declare together."""
    merged: dict[str, Any] = {}
    for source in _files(folder, "replica"):
        declared = _yaml(source) or {}
        if twice := sorted(merged.keys() & declared.keys()):
            where = f"{folder.name}/{source.relative_to(folder)}"
            raise UsageError(f"{where}: {twice[0]} is declared in another file too")
        merged |= declared
    return merged


def _files(folder: Path, what: str) -> list[Path]:
    """Return a platform's files of a sort: ``tools.yaml``, or several in ``tools/``."""
    found = (folder / f"{what}.yaml", *sorted(folder.glob(f"{what}/*.yaml")))
    return [file for file in found if file.is_file()]


def _tools(folder: Path, about: Mapping[str, Any]) -> list[ToolSpec]:
    adapter = TypeAdapter(ToolSpec)
    defaults = about.get("endpoint_defaults", {})
    given = {key: about[key] for key in ("domain",) if key in about}
    shared = _yaml(folder / "shared.yaml") if (folder / "shared.yaml").exists() else {}
    tools = []
    for source in _files(folder, "tools"):
        where = f"{folder.name}/{source.relative_to(folder)}"
        for row in _yaml(source) or []:
            values = {"platform": folder.name, **given, **row}
            if "endpoint" in row or row.get("kind", "endpoint") == "endpoint":
                values["kind"] = row.get("kind", "endpoint")
                values["endpoint"] = {**defaults, **row.get("endpoint", {})}
            values["params"] = _spelled(row, "params", "name", shared, where)
            values["fields"] = _spelled(row, "fields", "path", shared, where)
            try:
                tools.append(adapter.validate_python(values, extra="forbid"))
            except ValidationError as error:
                first = error.errors()[0]
                place = ".".join(map(str, first["loc"]))
                raise UsageError(f"{where}: {row.get('name')}: {place}: {first['msg']}") from None
    return tools


def _spelled(
    row: Mapping[str, Any], part: str, key: str, shared: Mapping[str, Any], where: str
) -> list[dict[str, Any]]:
    """Return a tool's parameters or fields in full.

    What several tools of a platform have alike stands once in ``shared.yaml``, by name; a tool
    then gives the name alone, or a mapping that holds the name and what is different here.
    """
    known: Mapping[str, Any] = shared.get(part) or {}
    spelled = []
    for entry in row.get(part) or ():
        own = {key: entry} if isinstance(entry, str) else entry
        name = str(own.get(key, ""))
        if isinstance(entry, str) and name not in known:
            raise UsageError(f"{where}: {row.get('name')}: {part}: {name!r} is not in shared.yaml")
        whole = {key: name, **(known.get(name) or {}), **own}
        if key == "name":
            whole.setdefault("wire_name", name)
        spelled.append(whole)
    return spelled


def check_names(specs: Sequence[ToolSpec]) -> None:
    """Refuse malformed names and names used twice."""
    seen: set[str] = set()
    for spec in specs:
        if not NAME.match(spec.name) or spec.name in seen:
            raise UsageError(f"tool name {spec.name!r} is malformed or used twice")
        seen.add(spec.name)


def main(argv: Sequence[str] = ()) -> int:
    """Compile, or with ``--check`` exit 1 if the compiled files are not current."""
    check = "--check" in argv
    current = write(check=check)
    if check and not current:
        sys.stderr.write("stale: run python -m kopa_env.catalogue.compile\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
