"""What may be done with land: activities, and what each zone and each city's ordinance says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.towns import by_code, province_of
from kopa_env.world.world import World

_LAW = "국토의 계획 및 이용에 관한 법률"
_LIMITS = ("500제곱미터", "1천제곱미터", "2천제곱미터", "3천제곱미터")
_YES = (
    "건축할 수 있음({law})",
    "가능함. 다만 다른 법령에 따른 제한이 있으면 그에 따름({law})",
    "건축할 수 있음. 해당 용도에 쓰이는 바닥면적의 합계가 {limit} 미만인 것에 한함({law})",
)
_ORDINANCE = (
    "「{ordinance}」로 정하는 바에 따라 건축할 수 있음({law})",
    "「{ordinance}」에서 허용하는 경우에 한하여 가능함({law})",
    "「{ordinance}」로 정하는 경우로서 바닥면적의 합계가 {limit} 이하인 것은 가능함({law})",
)
_NO = ("건축할 수 없음({law})", "허용되는 용도에 해당하지 아니하므로 건축할 수 없음({law})")


@lru_cache(maxsize=1)
def activities() -> tuple[dict[str, str], ...]:
    """Return the activities, each with what groups of zones say to it."""
    return tuple(fact_rows("land_use_activities"))


@lru_cache(maxsize=512)
def ordinance(district: str) -> str:
    """Return the name of the ordinance on planning that holds in a district."""
    known = by_code()[district]
    province = province_of()[known.province].name
    own = known.name.split()[0]
    if own[-1] == "군" and not province.endswith("시"):
        return f"{province} {own} 군계획 조례"
    return (
        f"{province} {own} 도시계획 조례"
        if own[-1] == "시" and own != province
        else (f"{province} 도시계획 조례")
    )


def _rules(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    district = str(values[0])
    if district not in by_code():
        return
    for zone in fact_rows("land_use_zones"):
        law = f"{_LAW} 시행령 별표 {zone['annex']}"
        for act in activities():
            said = act[zone["group"]]
            draw = Draw(0, "land use", ordinance(district), zone["code"], act["name"])
            form = draw.pick({"y": _YES, "o": _ORDINANCE, "n": _NO}[said])
            text = form.format(law=law, ordinance=ordinance(district), limit=draw.pick(_LIMITS))
            yield (district, zone["code"], zone["name"], "LW00000076", act["name"], text)


RULES = Table(
    "land_use_rules",
    (
        Column("areaCd", domain="sigun5", gen="ref"),
        Column("UCODE", domain="land_zone", gen="fact"),
        Column("UNAME", gen="fact"),
        Column("UCODE_REF_LAW_CD", domain="land_law"),
        Column("landUseNm", domain="land_activity", gen="ref"),
        Column("actRegList"),
    ),
    lambda world: _rules(world, ("11110",)),
    by=("areaCd",),
    part=_rules,
)


def _laws(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    district = str(values[0])
    if district not in by_code():
        return
    for zone in fact_rows("land_use_zones"):
        for law in (
            f"{_LAW} 제76조",
            f"{_LAW} 시행령 제71조 및 별표 {zone['annex']}",
            ordinance(district),
        ):
            yield (district, zone["code"], zone["name"], law)


LAWS = Table(
    "land_use_laws",
    (
        Column("areaCd", domain="sigun5", gen="ref"),
        Column("UCODE", domain="land_zone", gen="fact"),
        Column("UNAME", gen="fact"),
        Column("item", gen="fact"),
    ),
    lambda world: (row for code in sorted(by_code()) for row in _laws(world, (code,))),
    by=("areaCd",),
    part=_laws,
)

ACTIVITIES = Table(
    "land_use_activities",
    (Column("name", domain="land_activity", gen="fact"),),
    lambda world: ((act["name"],) for act in activities()),
    key=("name",),
)
LAND_USE: tuple[Table, ...] = (RULES, LAWS, ACTIVITIES)
