"""What a checkpoint was trained on, written beside it: no run goes on with something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from kopa_env.cache import replacing
from kopa_env.errors import UsageError

NAME = "kopa.json"


@dataclass(frozen=True, slots=True)
class About:
    """What a run trains on.

    Attributes:
        hashes: of suite, world, cassettes, catalogue.
        template: chat template by name.
    """

    hashes: Mapping[str, str]
    template: str

    def write(self, folder: Path, step: int | None = None) -> None:
        """Write it into a folder, with the step that the folder holds if it is a checkpoint."""
        told: dict[str, Any] = {"hashes": dict(self.hashes), "template": self.template}
        if step is not None:
            told["step"] = step
        with replacing(folder / NAME) as written:
            written.write_bytes(orjson.dumps(told, option=orjson.OPT_INDENT_2))

    def check(self, folder: Path) -> None:
        """Refuse a folder of other tasks, another world or another template.

        Raises:
            UsageError: naming what differs.
        """
        path = folder / NAME
        if not path.is_file():  # killed before it was written
            return
        read = orjson.loads(path.read_bytes())
        was = {**read["hashes"], "template": read["template"]}
        now = {**self.hashes, "template": self.template}
        if differ := sorted(name for name in was | now if was.get(name) != now.get(name)):
            raise UsageError(
                f"{folder} was trained with another {', '.join(differ)}: "
                "name another folder with --output to begin anew"
            )
