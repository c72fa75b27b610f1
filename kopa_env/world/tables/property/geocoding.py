"""An address's place and a place's address, found for whatever text or point is asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.towns import province_of
from kopa_env.world.world import Condition, World

_NEAR = 9_000
"""How far from a point an address is looked for (millionths of a degree)."""
_BUILT = Condition("of", "in", ("building", "landmark"))
_POINT = re.compile(r"\s*(\d{2,3})(?:\.(\d+))?\s*,\s*(\d{2,3})(?:\.(\d+))?\s*")


def plain(address: str) -> str:
    """Return an address without notes and needless blanks, its province in full."""
    text = " ".join(re.sub(r"\(.*?\)", " ", address).split())
    head, _, rest = text.partition(" ")
    province = province_of().get(head)
    text = f"{province.name} {rest}" if province else text
    return re.sub(r"(\d)번지$", r"\1", text)


def _levels(row: dict[str, Value], kind: str) -> dict[str, str]:
    """Return an address level by level, as the platform breaks it down."""
    words = str(row["roadAddrPart1" if kind == "road" else "parcel"]).split()
    level1 = words[0]
    level2 = " ".join(w for w in words[1:3] if w[-1] in "시군구" and len(w) > 1)
    rest = words[1 + len(level2.split()) :]
    return {
        "level0": "대한민국", "level1": level1, "level2": level2,
        "level3": str(row["emdNm"] or "") if rest and rest[0][-1] in "읍면" else "",
        "level4L": " ".join(rest[:-1]), "level4LC": str(row["rnMgtSn"] or ""),
        "level4A": str(row["hemdNm"] or ""), "level4AC": str(row["dong_code"] or ""),
        "level5": rest[-1] if rest else "", "detail": str(row["bdNm"] or ""),
    }  # fmt: skip


def _found(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    asked, wanted = str(values[0]), str(values[1]) if len(values) > 1 and values[1] else ""
    for kind, column in (("road", "roadAddrPart1"), ("parcel", "parcel")):
        if wanted in ("", kind):
            rows, _ = world.select("addresses", [_BUILT, Condition(column, "eq", plain(asked))])
            yield from (_point(asked, kind, row) for row in rows[:1])


def _point(asked: str, kind: str, row: dict[str, Value]) -> Row:
    whole = row["roadAddr"] if kind == "road" else row["jibunAddr"]
    refined = {"text": whole, "structure": _levels(row, kind)}
    return (
        *(asked, kind, json.dumps(refined, ensure_ascii=False), "EPSG:4326"),
        json.dumps({"x": row["x"], "y": row["y"]}),
    )


POINTS = Table(
    "address_points",
    tuple(Column(n) for n in ("address", "type", "refined", "crs", "point")),
    lambda world: (
        row
        for found in world.select("addresses", [Condition("of", "eq", "landmark")])[0]
        for row in _found(world, (found["roadAddrPart1"],))
    ),
    by=("address", "type"),
    part=_found,
)


def micro(text: str) -> tuple[int, int] | None:
    """Return latitude and longitude of ``x,y`` in millionths of a degree."""
    found = _POINT.fullmatch(text)
    if found is None:
        return None
    lon, lat = (
        int(whole) * 1_000_000 + int((part or "")[:6].ljust(6, "0"))
        for whole, part in ((found[1], found[2]), (found[3], found[4]))
    )
    return lat, lon


def nearest(world: World, lat: int, lon: int) -> dict[str, Value] | None:
    """Return the building nearest to a point, if one is near at all."""
    box = [
        Condition("lat", "range", (lat - _NEAR, lat + _NEAR)),
        Condition("lon", "range", (lon - _NEAR, lon + _NEAR)),
    ]
    rows = world.select("addresses", [_BUILT, *box])[0]
    return min(
        rows,
        key=lambda r: (int(str(r["lat"])) - lat) ** 2 + (int(str(r["lon"])) - lon) ** 2,
        default=None,
    )


def _there(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    at = micro(str(values[0]))
    row = nearest(world, *at) if at else None
    if row is None:
        return
    for kind, column in (("road", "roadAddr"), ("parcel", "jibunAddr")):
        structure = json.dumps(_levels(row, kind), ensure_ascii=False)
        yield (values[0], kind, row["zipNo"], row[column], structure)


PLACES = Table(
    "point_addresses",
    tuple(Column(n) for n in ("point", "type", "zipcode", "text", "structure")),
    lambda world: (
        row
        for found in world.select("addresses", [Condition("of", "eq", "landmark")])[0]
        for row in _there(world, (f"{found['x']},{found['y']}",))
    ),
    by=("point",),
    part=_there,
)
