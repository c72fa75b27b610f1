"""Words of names and meanings: Hangul in character pairs, joined identifiers split."""

from __future__ import annotations

import re
import unicodedata

_PIECE = re.compile(r"[가-힣]+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def pieces(text: str) -> list[str]:
    """Split text into runs of Hangul, digits and lower-case Latin words.

    ``corp_code``, ``corpCode`` and ``CORP_CODE`` all give ``corp``, ``code``.
    """
    return [run.lower() for run in _PIECE.findall(unicodedata.normalize("NFC", text))]


def terms(text: str) -> list[str]:
    """Split text like :func:`pieces`, runs of Hangul into overlapping character pairs.

    Korean glues particles and compounds together, so pairs find what words would miss.
    """
    found: list[str] = []
    for run in pieces(text):
        if len(run) > 2 and "가" <= run[0] <= "힣":
            found += [run[i : i + 2] for i in range(len(run) - 1)]
        else:
            found.append(run)
    return found
