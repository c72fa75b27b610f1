"""Model folders for tests: one layer, random weights, and a tokenizer that knows our templates.

:data:`FIXTURE` is a trained one, which calls tools; ``scripts/tiny_fixture.sh`` made it.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kopa_rl.golden import Conversation
from kopa_rl.tiny import model_of, tokenizer_of, words

FIXTURE = Path(__file__).parents[1] / "fixtures" / "tiny"
"""A model of 0.9 million parameters that was trained on the drill suite."""


def free_port() -> int:
    """Return a port of loopback that nobody listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        return port


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
