"""서울교통공사's stations, and the days its data sets are of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables import subway

NOW = date.fromisoformat(TODAY)
SEASONS = (*["겨울"] * 2, *["봄"] * 3, *["여름"] * 3, *["가을"] * 3, "겨울")
"""What the months are called in titles, January first."""
REFERENCE = "20260105"
"""The day that lists of facilities are of."""


@dataclass(frozen=True, slots=True)
class MetroStation:
    """A station of one line: codes, name, line, and the number of its exits."""

    code: str
    number: str
    name: str
    full: str
    line: str
    card_line: str
    exits: int

    def cells(self) -> dict[str, str]:
        """Return what most services say of a station."""
        return {
            "linenm": self.line,
            "stncd": self.code,
            "stnno": self.number,
            "stnnm": self.name,
        }


@lru_cache(maxsize=2)
def metro_stations(seed: int) -> tuple[MetroStation, ...]:
    """Return the stations of lines 1 to 8 that 서울교통공사 runs, in the order of their codes.

    The operator writes codes without zeros in front, unlike the city.
    """
    own = {r["code"] for r in fact_rows("stations") if r["operator"] == "서울교통공사"}
    held = sorted((s for s in subway.stations() if s.code in own), key=lambda s: s.code)
    return tuple(
        MetroStation(
            *(s.code.lstrip("0"), s.outer, s.name, s.full, s.line.lstrip("0"), s.card_line),
            Draw(seed, "metro exits", s.code).bell(2, 12),
        )
        for s in held
    )


def day8(day: date) -> str:
    """Write a day as ``20260130``."""
    return day.strftime("%Y%m%d")


def days_back(count: int, *, skip: int = 1) -> list[date]:
    """Return so many days before the world's, the latest first."""
    return [NOW - timedelta(days=n) for n in range(skip, count + skip)]


def span(first: date, last: date) -> list[date]:
    """Return every day from one to another."""
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]
