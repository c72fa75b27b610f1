"""Models on disk: which folder a name means, what is in it, and its hash."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

from kopa_env.errors import UsageError

FINAL = "final"
"""Folder of a training run's last model."""


def folder_of(model: str) -> str:
    """Return the folder of a model; of a training run, that of its last one.

    Args:
        model: folder of a model or of a run, or a name that transformers resolves itself.
    """
    last = Path(model) / FINAL
    return str(last) if last.is_dir() else model


def opened(model: str, dtype: Any = "auto") -> tuple[Any, Any]:
    """Return a causal model and its tokenizer; needs torch and transformers.

    Args:
        model: as for :func:`folder_of`.
        dtype: what weights are held in; as they were saved if ``auto``.

    Raises:
        UsageError: if there is none, or it cannot be read.
    """
    from safetensors import SafetensorError
    from transformers import AutoModelForCausalLM, AutoTokenizer

    name = folder_of(model)
    try:
        tokenizer = AutoTokenizer.from_pretrained(name)
        return AutoModelForCausalLM.from_pretrained(name, dtype=dtype), tokenizer
    except (OSError, ValueError, SafetensorError) as error:
        raise UsageError(f"no model {model!r}: {str(error).splitlines()[0]}") from None


def digest(model: str) -> str:
    """Return the hash of a folder's weights, 16 hex digits."""
    found = blake2b(digest_size=8)
    for path in sorted(Path(folder_of(model)).glob("*.safetensors")):
        with path.open("rb") as held:
            while block := held.read(1 << 20):
                found.update(block)
    return found.hexdigest()
