"""The run folder of EDGE: what a run is, and which of its stages are done.

``run.json`` holds the settings every stage shares and, for each stage, its own settings, what it
read and made, and what it cost. A stage that would mix two runs is refused before it does anything.
A stage whose files are all gone counts as never begun.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from kopa_env import __version__
from kopa_env.cache import replacing, require_writable
from kopa_env.errors import IntegrityError, UsageError

RUN = "run.json"
SKELETON = "skeleton.jsonl"
EXPLORE = "explore"
MEMORY = "memory.json"
GRAPH = "graph.jsonl"
AUDIT = "audit.json"
WALKS = "walks.jsonl"
QUERIES = "queries.jsonl"
VERDICTS = "verdicts.jsonl"
CORPUS = "corpus"

SCHEMA = 1


@dataclass(slots=True)
class Stage:
    """One stage of a run, while it is worked on.

    Attributes:
        name: of the stage.
        record: what ``run.json`` says of it.
        done: whether an earlier call has finished it.
    """

    name: str
    record: dict[str, Any]
    done: bool = False
    _results: dict[str, Any] = field(default_factory=dict)

    def finish(self, **figures: Any) -> None:
        """Say that the stage is done and what it came to (``calls`` and other small figures)."""
        self.done = True
        self._results = figures


class RunFolder:
    """One run on disk.

    Args:
        path: the folder; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    @property
    def exists(self) -> bool:
        """Whether a run was begun here."""
        return (self.path / RUN).exists()

    def about(self) -> dict[str, Any]:
        """Return what ``run.json`` says.

        Raises:
            UsageError: if there is no run here, or one of another schema.
            IntegrityError: if the file cannot be read as JSON.
        """
        try:
            body = (self.path / RUN).read_bytes()
        except OSError:
            raise UsageError(
                f"{self.path} holds no run: there is no {RUN}; begin one with "
                f"'kopa synth graph -o {self.path}'"
            ) from None
        try:
            about: dict[str, Any] = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise IntegrityError(f"{self.path / RUN} is not JSON: {error}") from None
        if about.get("schema") != SCHEMA:
            raise UsageError(f"{self.path / RUN} has schema {about.get('schema')}, not {SCHEMA}")
        return about

    def settings(self) -> dict[str, Any]:
        """Return the settings all stages share."""
        settings: dict[str, Any] = self.about()["settings"]
        return settings

    def begin(self, settings: Mapping[str, Any]) -> None:
        """Begin a run, or make sure that the one here has these settings.

        Raises:
            UsageError: if it has others.
            CacheError: if the folder cannot be written.
        """
        wanted = orjson.loads(orjson.dumps(settings))
        if self.exists:
            if differs := differences(self.settings(), wanted):
                raise UsageError(f"{self.path} holds another run ({differs}); name another folder")
            return
        require_writable(self.path)
        self._write({"schema": SCHEMA, "kopa": __version__, "settings": wanted, "stages": {}})

    def own_settings(self, name: str, files: Sequence[str]) -> dict[str, Any]:
        """Return the settings a stage was begun with, if it was: what is not said stays so."""
        if not any((self.path / file).exists() for file in files):
            return {}
        found: dict[str, Any] = self.about()["stages"].get(name, {}).get("settings", {})
        return found

    @contextmanager
    def stage(
        self,
        name: str,
        settings: Mapping[str, Any],
        *,
        reads: Sequence[str] = (),
        files: Sequence[str],
    ) -> Iterator[Stage]:
        """Work on a stage; time and outcome are written down when the block ends.

        Args:
            name: of the stage.
            settings: its own, beside those that all stages share.
            reads: files of the folder it is made from; they must be there.
            files: what it makes, the finished file last. Without any of them it is begun anew.

        Raises:
            UsageError: if another process works in the folder, a file it reads is absent, or the
                stage was begun with other settings or from other files.
        """
        with self._alone():
            stage = self._begun(name, orjson.loads(orjson.dumps(settings)), reads, files)
            if stage.done:
                yield stage
                return
            self._note(stage)
            start = time.perf_counter()
            try:
                yield stage
            finally:
                stage.record["seconds"] += round(time.perf_counter() - start, 2)
                if stage.done:
                    made = {f: file_hash(self.path / f) for f in files if (self / f).is_file()}
                    stage.record |= {"status": "done", "made": made, **stage._results}
                self._note(stage)

    def _begun(
        self, name: str, settings: dict[str, Any], reads: Sequence[str], files: Sequence[str]
    ) -> Stage:
        inputs = {file: self._input(file, name) for file in reads}
        new = {"status": "begun", "settings": settings, "reads": inputs, "seconds": 0.0}
        old = self.about()["stages"].get(name)
        if old is None or not any((self.path / file).exists() for file in files):
            return Stage(name, new)
        both = ({**old["settings"], **old["reads"]}, {**settings, **inputs})
        if differs := differences(*both):
            raise UsageError(
                f"{self.path}: stage {name!r} was begun otherwise ({differs}); name another "
                f"folder, or delete {', '.join(files)} there to do it anew"
            )
        return Stage(name, old, old["status"] == "done" and (self.path / files[-1]).exists())

    def _input(self, file: str, name: str) -> str:
        path = self.path / file
        if not path.exists():
            makers = {SKELETON: "graph", GRAPH: "explore", MEMORY: "explore"}
            hint = f"; run 'kopa synth {makers[file]}' first" if file in makers else ""
            raise UsageError(f"stage {name!r} needs {path}, which is not there{hint}")
        return file_hash(path)

    def _note(self, stage: Stage) -> None:
        about = self.about()
        about["stages"][stage.name] = stage.record
        self._write(about)

    def _write(self, about: Mapping[str, Any]) -> None:
        write(self.path / RUN, orjson.dumps(about, option=orjson.OPT_INDENT_2))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the folder: two processes in it would write over each other."""
        self.about()
        try:
            import fcntl
        except ImportError:  # a system without advisory locks
            yield
            return
        handle = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise UsageError(f"another process is working in {self.path}") from None
        try:
            yield
        finally:
            os.close(handle)


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return in words where two settings differ, the old value first; empty if nowhere."""
    was, now = _flat(old), _flat(new)
    return ", ".join(
        f"{name} was {_word(was.get(name))}, now {_word(now.get(name))}"
        for name in sorted({*was, *now})
        if was.get(name) != now.get(name)
    )


def file_hash(path: Path) -> str:
    """Return the hash of a file's bytes, as :attr:`kopa_synth.graph.Graph.hash` is of a graph."""
    return blake2b(path.read_bytes(), digest_size=8).hexdigest()


def write(path: Path, body: bytes) -> None:
    """Write a file whole or not at all, readable by others as any file is."""
    with replacing(path) as temporary:
        temporary.write_bytes(body)
        temporary.chmod(0o644)


def _flat(value: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, inner in value.items():
        if isinstance(inner, Mapping):
            found |= _flat(inner, f"{before}{name}.")
        else:
            found[before + name] = inner
    return found


def _word(value: Any) -> str:
    if value in (None, [], {}, ""):
        return "not set"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
