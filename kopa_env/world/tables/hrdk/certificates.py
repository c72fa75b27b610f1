"""Certificates: what they cost, and how many were sent where."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import GRADES, latin
from kopa_env.world.world import World


def _fees(world: World) -> Iterator[Row]:
    level = Draw(world.seed, "certificate fees").between(0, 4) * 100
    goods = (
        ("1", "수첩형 자격증", 3_100),
        ("2", "상장형 자격증", 0),
        ("3", "수첩형 재발급", 3_600),
    )
    for grade, name in GRADES.items():
        for code, kind, won in goods:
            yield (grade, name, code, kind, won + level if won else 0)


CERTIFICATE_FEES = Table(
    "certificate_fees", columns("grade grade_name goods goods_name fee", "fee"), _fees
)


def _deliveries(world: World) -> Iterator[Row]:
    """Every working day's deliveries, and those that came back."""
    reasons = ("주소불명", "수취인부재", "수취거절", "이사")
    for year in (2025, 2024, 2023):
        for month in range(12, 0, -1):
            for day in range(28, 0, -1):
                draw = Draw(world.seed, "delivery", year, month, day)
                if (year * 372 + month * 31 + day) % 7 in (2, 3):
                    continue
                stamp, sent = f"{year}{month:02d}{day:02d}", draw.skewed(300, 9_000, 2)
                yield (stamp[:6], stamp, "배송완료", None, sent)
                for reason in reasons:
                    back = sent * draw.below(9) // 1000
                    if back:
                        yield (stamp[:6], stamp, "반송", reason, back)


DELIVERIES = Table(
    "certificate_deliveries",
    columns("month day result reason count", "count", nulls="reason"),
    _deliveries,
    index=(("month",),),
)


def _zones(world: World) -> Iterator[Row]:
    """Ranges of postal codes: a province's own hundreds, shared among its districts."""
    for place, province in enumerate(provinces()):
        own = [d for d in districts() if d.province == province.short]
        first, step = 1_000 + place * 3_600, 3_600 // len(own)
        for n, d in enumerate(own):
            low = first + n * step
            name = province.name if d.name == province.name else f"{province.name} {d.name}"
            yield (f"Z{d.code}", name, f"{low:05d}", f"{low + step - 1:05d}")


ZONES = Table("delivery_zones", columns("zone region_name first_zip last_zip"), _zones)


def _english(name: str) -> str:
    """Write the name of a province or a district in Latin letters: ``Suwonsi Jangangu``."""
    return " ".join(latin(part) for part in name.split())


def _roads(world: World) -> Iterator[Row]:
    names = {p.short: p.name for p in provinces()}
    for d in districts():
        for number in range(Draw(world.seed, "roads", d.code).between(12, 40)):
            draw = Draw(world.seed, "road", d.code, number)
            road = f"{school_names.place(draw)}{draw.pick(('로', '길', '대로'))}"
            building = f"{school_names.place(draw)}빌딩" if draw.chance(600) else None
            yield (
                *(names[d.province], _english(names[d.province]), d.name, _english(d.name)),
                *(f"{d.code}{3_000_000 + number * 137}", road, f"{latin(road)}", building),
            )


ROADS = Table(
    "delivery_roads",
    columns(
        "sido sido_english sigungu sigungu_english road_code road road_english building",
        nulls="building",
    ),
    _roads,
    index=(("sido", "sigungu"),),
)

CERTIFICATES = (CERTIFICATE_FEES, DELIVERIES, ZONES, ROADS)
