"""Model folders for tests: one layer, random weights, and a tokenizer that knows our templates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kopa_rl.golden import Conversation
from kopa_rl.tiny import model_of, tokenizer_of, words


def small_tokenizer(found: Sequence[Conversation]) -> Any:
    """Return a tokenizer made from golden conversations."""
    return tokenizer_of(words(found), 2048)


def small_model(tokenizer: Any) -> Any:
    """Return a model of one narrow layer."""
    return model_of(tokenizer, hidden=32, layers=1)


def model_folder(tokenizer: Any, folder: Path, template: str) -> Path:
    """Write model and tokenizer, whose chat template is *template*."""
    tokenizer.chat_template = template
    tokenizer.save_pretrained(folder)
    small_model(tokenizer).save_pretrained(folder)
    return folder
