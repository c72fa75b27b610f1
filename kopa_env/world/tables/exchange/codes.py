"""Codes of issues: ISINs with their check digit, and short codes that no real issue has."""

from __future__ import annotations


def isin(body: str) -> str:
    """Complete eleven characters to an ISIN."""
    if len(body) != 11:
        raise ValueError(f"an ISIN has eleven characters before its check digit, not {body!r}")
    digits = "".join(str(int(c, 36)) for c in body)
    total = 0
    for place, c in enumerate(reversed(digits)):
        n = int(c) * (2 - place % 2)
        total += n - 9 if n > 9 else n
    return f"{body}{(10 - total % 10) % 10}"


def former_code(seed: int, place: int, used: set[str]) -> str:
    """Return the code of a share that is no longer listed, and enter it among the used ones."""
    for step in range(90_000):
        number = (place * 17_389 + seed * 7_919 + 45_007 + step) % 90_000 + 1000
        code = f"{number:05d}{2 + 2 * (seed & 1)}"
        if code not in used:
            used.add(code)
            return code
    raise AssertionError("unreachable: there are more codes than issues")


def fund_code(seed: int, place: int) -> str:
    """Return the code of an exchange-traded fund: it ends as no real issue's does."""
    return f"{(place * 7_919 + seed * 104_729) % 480_000 // 10 + 5_000:05d}{1 + 2 * (seed & 1)}"


def letter(value: int) -> str:
    """Return a digit or letter as issue codes use them (no I, O or U)."""
    return "0123456789ABCDEFGHJKLMNPQRSTVWXYZ"[value]


def year_letter(year: int) -> str:
    """Return a year as codes of bonds and futures write it: ``A`` is 2020's, ``9`` 2019's."""
    return str(year % 10) if year < 2020 else letter(10 + year - 2020)
