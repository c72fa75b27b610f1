"""The Korean of the grammar writer, as data: words, endings, openings, patterns."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """Return a table of this folder, such as ``words`` or ``endings``."""
    import yaml

    text = files(__name__).joinpath(f"{name}.yaml").read_text("utf-8")
    loaded: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return loaded
