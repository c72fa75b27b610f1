"""Numbers as the exchange writes them."""

from __future__ import annotations


def decimal(value: int, places: int) -> str:
    """Write a whole number of the last place: ``decimal(-75, 2)`` is ``-0.75``."""
    unit = 10**places
    whole, part = divmod(abs(value), unit)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{places}d}" if places else str(value)


def rate(change: int, base: int) -> str:
    """Return a change in per cent with two decimals, half a hundredth rounded away from zero."""
    return decimal(hundredths(change, base), 2)


def hundredths(change: int, base: int) -> int:
    """Return a change in hundredths of a per cent, half of one rounded away from zero."""
    if not base:
        return 0
    size = (abs(change) * 20_000 + base) // (2 * base)
    return -size if change < 0 else size


def bare(value: str) -> str:
    """Write a decimal without the zero before its point: ``-.75``; nothing at all is ``0``."""
    sign = "-" if value.startswith("-") else ""
    text = value.lstrip("-").rstrip("0").rstrip(".") if "." in value else value.lstrip("-")
    if not text.strip("0."):
        return "0"
    return sign + (text[1:] if text.startswith("0.") else text)


def comma_decimal(value: int, places: int) -> str:
    """Write a whole number of the last place with commas: ``76,600`` or ``2,578.08``."""
    unit = 10**places
    whole, part = divmod(abs(value), unit)
    tail = f".{part:0{places}d}" if places else ""
    return f"{'-' if value < 0 else ''}{whole:,}{tail}"
