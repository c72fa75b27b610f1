"""What 한국도로공사's services do each in their own way around rows, as recorded replies show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kopa_env.outcome import JSON, Record

_WIDTH = 4


@dataclass(frozen=True, slots=True)
class Envelope:
    """One service's habits.

    Attributes:
        told: which of ``pageNo``, ``numOfRows`` and ``pageSize`` (the number of pages, for all its
            name) stand beside the rows of a paged list.
        text: whether numbers come as text.
        verdict: which of ``message`` and ``code`` a success has.
        nulls: fields of a row that are always null.
        padded: codes that are filled up with blanks on the right.
    """

    told: tuple[str, ...] = ("pageNo", "numOfRows", "pageSize")
    text: bool = False
    verdict: tuple[str, ...] = ("message", "code")
    nulls: tuple[str, ...] = ("pageNo", "numOfRows")
    padded: tuple[str, ...] = ()

    def row(self, record: Record) -> Record:
        """Return a row as the service writes it."""
        if not any(name in record for name in (*self.nulls, *self.padded)):
            return record
        return {name: self._value(name, value) for name, value in record.items()}

    def _value(self, name: str, value: JSON) -> JSON:
        if name in self.nulls:
            return None
        if name in self.padded and isinstance(value, str):
            return value.ljust(_WIDTH)
        return value


USUAL = Envelope()

_OWN: Mapping[str, Envelope] = {
    "odtraffic.trafficAmountByRealtime": Envelope(verdict=()),
    "trafficapi.trafficRegion": Envelope(told=(), text=True),
    "trafficapi.trafficIc": Envelope(padded=("unitCode",)),
    "trtm.realUnitTrtm": Envelope(
        nulls=(
            *USUAL.nulls,
            *("sumTmUnitTypeCode", "iStartUnitCode", "iEndUnitCode", "iStartEndStdTypeCode"),
        ),
        padded=("startUnitCode", "endUnitCode"),
    ),
    "basicinfo.unitList": Envelope(padded=("unitCode",)),
    "locationinfo.locationinfoUnit": Envelope(padded=("unitCode",)),
    "locationinfo.locationinfoRest": Envelope(told=("pageSize",), text=True),
    "restinfo.restConvList": Envelope(told=()),
    "restinfo.restBrandList": Envelope(told=()),
    "restinfo.restWeatherList": Envelope(
        told=("pageNo", "numOfRows"), text=True, verdict=("code",), padded=("unitCode",)
    ),
    "burstInfo.realTimeSms": Envelope(
        nulls=(*USUAL.nulls, "message", "code", "latitude", "altitude")
    ),
}


def of(service: str) -> Envelope:
    """Return the habits of a service, by the last part of its reference."""
    return _OWN.get(service, USUAL)
