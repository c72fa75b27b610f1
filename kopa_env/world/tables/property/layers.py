"""Layers of the national map: provinces, districts, towns, villages and lots, as features.

A shape is a box around a middle of our own: where borders run is not known to this world.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import provinces
from kopa_env.world.tables.property import latin
from kopa_env.world.tables.property.ground import grounds, middle, town_middle
from kopa_env.world.tables.towns import by_code, full_name, towns_of
from kopa_env.world.world import Condition, World

Feature = tuple[dict[str, str], int, int, int]
"""Attributes, middle (millionths of a degree) and half the width."""
_ATTRIBUTE = re.compile(r"(\w+):(=|like|<|>|<=|>=|!=):(.*)", re.S)
_NUMBER = r"(\d{2,3}(?:\.\d+)?)"
_AT = re.compile(rf"POINT\s*\(\s*{_NUMBER}\s+{_NUMBER}\s*\)", re.I)
_BOX = re.compile(
    rf"BOX\s*\(\s*{_NUMBER}\s*,\s*{_NUMBER}\s*,\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\)", re.I
)


def _provinces(_world: World) -> Iterator[Feature]:
    for p in provinces():
        names = {"ctprvn_cd": p.code, "ctp_kor_nm": p.name, "ctp_eng_nm": latin.province(p.short)}
        yield names, p.lat * 100, p.lon * 100, p.spread * 100


def _districts(_world: World) -> Iterator[Feature]:
    for code in sorted(by_code()):
        name, full = by_code()[code].name, full_name(by_code()[code])
        names = {
            "sig_cd": code, "full_nm": full, "sig_kor_nm": name, "sig_eng_nm": latin.place(name),
        }  # fmt: skip
        yield names, *middle(code)


def _towns(_world: World) -> Iterator[Feature]:
    for code in sorted(by_code()):
        full, wide = full_name(by_code()[code]), middle(code)[2] // 4
        for town in towns_of(code):
            names = {
                "emd_cd": town.code, "full_nm": f"{full} {town.name}", "emd_kor_nm": town.name,
                "emd_eng_nm": latin.place(town.name),
            }  # fmt: skip
            yield names, *town_middle(town.code), wide


def _villages(_world: World) -> Iterator[Feature]:
    for code in sorted(by_code()):
        full, wide = full_name(by_code()[code]), middle(code)[2] // 9
        for ground in grounds(code):
            if ground.village:
                names = {
                    "li_cd": ground.code, "full_nm": f"{full} {ground.label}",
                    "li_kor_nm": ground.village, "li_eng_nm": latin.place(ground.village),
                }  # fmt: skip
                yield names, *town_middle(ground.town.code), wide


_LAYERS: dict[str, Callable[[World], Iterator[Feature]]] = {
    "LT_C_ADSIDO_INFO": _provinces,
    "LT_C_ADSIGG_INFO": _districts,
    "LT_C_ADEMD_INFO": _towns,
    "LT_C_ADRI_INFO": _villages,
}
LOTS = "LP_PA_CBND_BUBUN"


def _lots(world: World, attribute: str, box: tuple[int, int, int, int] | None) -> Iterator[Feature]:
    """Yield lots with a building on them: only near a place or of a code, as on the platform."""
    where = [Condition("of", "eq", "building")]
    found = _ATTRIBUTE.fullmatch(attribute)
    if box:
        where += [Condition("lat", "range", box[::2]), Condition("lon", "range", box[1::2])]
    elif found and found[1] == "pnu" and len(found[3]) >= 10:
        where.append(Condition("admCd", "eq", found[3][:10]))
    else:
        return
    for r in world.select("addresses", where)[0]:
        lot = str(r["lnbrMnnm"]) + (f"-{r['lnbrSlno']}" if r["lnbrSlno"] != "0" else "")
        names = {
            "pnu": str(r["bdMgtSn"])[:19], "jibun": lot, "bonbun": str(r["lnbrMnnm"]),
            "bubun": str(r["lnbrSlno"]), "addr": str(r["jibunAddr"]),
        }  # fmt: skip
        yield names, int(str(r["lat"])), int(str(r["lon"])), 90


def _micro(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole) * 1_000_000 + int(part[:6].ljust(6, "0"))


def _extent(text: str) -> tuple[int, int, int, int] | None:
    """Return south, west, north and east of an extent."""
    at, box = _AT.fullmatch(text.strip()), _BOX.fullmatch(text.strip())
    if at:
        lon, lat = _micro(at[1]), _micro(at[2])
        return lat - 1_500, lon - 1_500, lat + 1_500, lon + 1_500
    if box:
        west, south, east, north = (_micro(box[n]) for n in range(1, 5))
        return south, west, north, east
    return None


def _meets(names: dict[str, str], attribute: str) -> bool:
    found = _ATTRIBUTE.fullmatch(attribute)
    if found is None or found[1] not in names:
        return False
    value, wanted = names[found[1]], found[3]
    return {
        "=": value == wanted, "like": wanted in value, "!=": value != wanted, "<": value < wanted,
        ">": value > wanted, "<=": value <= wanted, ">=": value >= wanted,
    }[found[2]]  # fmt: skip


def _touches(feature: Feature, box: tuple[int, int, int, int]) -> bool:
    _, lat, lon, wide = feature
    south, west, north, east = box
    return south <= lat + wide and lat - wide <= north and west <= lon + wide and lon - wide <= east


def _shape(lat: int, lon: int, wide: int) -> str:
    corners = ((-1, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
    ring = [[(lon + x * wide) / 1_000_000, (lat + y * wide) / 1_000_000] for y, x in corners]
    return json.dumps({"type": "MultiPolygon", "coordinates": [[ring]]})


def _features(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    layer, attribute, extent = ("" if v is None else str(v) for v in (*values, None, None)[:3])
    box = _extent(extent) if extent else None
    if extent and box is None:
        return
    if layer == LOTS:
        found = _lots(world, attribute, box)
    elif layer in _LAYERS:
        found = _LAYERS[layer](world)
    else:
        return
    for feature in found:
        names, *place = feature
        if (attribute and not _meets(names, attribute)) or (box and not _touches(feature, box)):
            continue
        text = json.dumps(names, ensure_ascii=False)
        yield (layer, attribute or None, extent or None, "Feature", text, _shape(*place))


FEATURES = Table(
    "map_features",
    (
        Column("data", domain="map_layer"),
        *(Column(n, null_rate=0.9) for n in ("attrFilter", "geomFilter")),
        *(Column(n) for n in ("type", "properties", "geometry")),
    ),
    lambda world: (row for layer in _LAYERS for row in _features(world, (layer,))),
    by=("data", "attrFilter", "geomFilter"),
    part=_features,
    either=True,
)
