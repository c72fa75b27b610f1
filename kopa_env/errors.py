"""Every exception the package raises on purpose.

    KopaError
    ├── UsageError          the caller asked for something that does not exist or does not fit
    │   └── MissingExtra    an optional dependency is not installed
    ├── CredentialError     an operator's key is missing or malformed (its value is never shown)
    ├── IntegrityError      a cassette, manifest or pack is not what it claims to be
    │   └── StalePack       a pack was compiled from other cassettes than those present
    ├── CacheError          the cache directory cannot be used
    └── ReplayMiss          nothing recorded answers this request and the miss policy is ``error``

A message is one line and says what was found, what was expected and how to mend it. What a
*model* does wrong is never an exception: it is a :class:`~kopa_env.outcome.ToolResult`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class KopaError(Exception):
    """Base of all errors raised on purpose."""


class UsageError(KopaError):
    """The caller asked for something that does not exist or does not fit."""


class MissingExtra(UsageError):
    """An optional dependency is not installed."""

    def __init__(self, extra: str, needed_for: str) -> None:
        super().__init__(f"{needed_for} needs an extra: pip install 'kopa-env[{extra}]'")
        self.extra = extra


class CredentialError(KopaError):
    """An operator's key is missing or malformed; the message never holds any part of it."""


class IntegrityError(KopaError):
    """A cassette, manifest or pack is not what it claims to be."""


class StalePack(IntegrityError):
    """A pack was compiled from other cassettes than those present."""


class CacheError(KopaError):
    """The cache directory cannot be created or written."""


class ReplayMiss(KopaError):
    """Nothing recorded answers this request and the miss policy is ``error``."""


def did_you_mean(word: str, known: Iterable[str], limit: int = 3) -> str:
    """Return `` (did you mean …?)`` for the nearest known words, or an empty string."""
    near = difflib.get_close_matches(word, list(known), n=limit, cutoff=0.5)
    return f" (did you mean {', '.join(near)}?)" if near else ""
