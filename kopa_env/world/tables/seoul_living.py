"""Seoul by numbers: people, air, weather and water. All figures are generated."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.seoul_places import columns_of, dongs, gus
from kopa_env.world.tables.subway import FIRST_DAY, LAST_DAY, day_kind, day_of, days
from kopa_env.world.world import World

QUARTERS = tuple(f"{y}{q}" for y in range(2020, 2026) for q in range(1, 5))[2:23]


# ---- people ----------------------------------------------------------------------------------


def _floating(world: World) -> Iterator[Row]:
    for quarter in reversed(QUARTERS):
        for dong in dongs():
            usual = Draw(world.seed, "floating", dong.code).skewed(900_000, 11_000_000, 2)
            draw = Draw(world.seed, "floating", dong.code, quarter)
            total = usual * draw.between(93, 107) // 100
            men = total * draw.between(440, 540) // 1000
            yield (
                *(quarter, dong.code[:8], dong.name, total, men, total - men),
                *(total * draw.between(90, 230) // 1000, total * draw.between(150, 240) // 1000),
                *(total * draw.between(120, 165) // 1000, total * draw.between(100, 150) // 1000),
            )


FLOATING = Table(
    "floating_population",
    columns_of(
        "stdr_yyqu_cd adstrd_cd adstrd_cd_nm tot_flpop_co ml_flpop_co fml_flpop_co "
        "agrde_20_flpop_co tmzon_06_11_flpop_co sat_flpop_co sun_flpop_co",
        "tot_flpop_co ml_flpop_co fml_flpop_co agrde_20_flpop_co tmzon_06_11_flpop_co "
        "sat_flpop_co sun_flpop_co",
        {"adstrd_cd": "hdong8", "stdr_yyqu_cd": "quarter"},
    ),
    _floating,
    key=("stdr_yyqu_cd", "adstrd_cd"),
)


def _present(seed: int, place: str, day: date, hour: int, low: int, high: int) -> tuple[str, str]:
    usual = Draw(seed, "present", place)
    home, work = usual.between(low, high), usual.skewed(low // 2, high * 2, 2)
    at_work = 100 if 9 <= hour < 18 else 35 if 7 <= hour < 21 else 5
    at_work = at_work if day_kind(day) == "1" else at_work * 45 // 100
    noise = Draw(seed, "present", place, day.isoformat(), hour).between(970, 1030)
    total = (home * (140 - at_work // 2) // 100 + work * at_work // 100) * noise // 1000
    children = total * usual.between(25, 45) // 1000
    return f"{total}.{noise:04d}", f"{children}.{noise % 1000:04d}"


def _by_dong(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = day_of(values[0])
    if day is None or not FIRST_DAY <= day <= LAST_DAY:
        return
    for hour in range(24):
        for dong in dongs():
            total, boys = _present(world.seed, dong.code, day, hour, 9_000, 42_000)
            yield (str(values[0]), f"{hour:02d}", dong.code[:8], total, boys)


LIVING_DONG = Table(
    "living_population_dong",
    columns_of(
        "stdr_de_id tmzon_pd_se adstrd_code_se tot_lvpop_co male_f0t9_lvpop_co",
        domains={"stdr_de_id": "date", "adstrd_code_se": "hdong8"},
    ),
    lambda world: (row for day in days() for row in _by_dong(world, (day,))),
    key=("stdr_de_id", "tmzon_pd_se", "adstrd_code_se"),
    by=("stdr_de_id",),
    part=_by_dong,
)


def _by_gu(world: World) -> Iterator[Row]:
    for day in [LAST_DAY - timedelta(days=n) for n in range(60)]:
        for hour in range(24):
            for gu in gus():
                total, boys = _present(world.seed, gu.gu_code, day, hour, 180_000, 620_000)
                yield (day.strftime("%Y%m%d"), f"{hour:02d}", gu.gu_code, total, boys)


LIVING_GU = Table(
    "living_population_gu",
    columns_of(
        "stdr_de_id tmzon_pd_se adstrd_code_se tot_lvpop_co male_f0t9_lvpop_co",
        domains={"stdr_de_id": "date", "adstrd_code_se": "sigun5"},
    ),
    _by_gu,
    key=("stdr_de_id", "tmzon_pd_se", "adstrd_code_se"),
)

# ---- air, weather, water ---------------------------------------------------------------------

_GRADES = ((50, "좋음"), (100, "보통"), (250, "나쁨"), (999, "매우나쁨"))


def _milli(value: int) -> str:
    return f"{value // 1000}.{value % 1000:03d}"


def _air(world: World) -> Iterator[Row]:
    zones = {z: n for n, z in enumerate(("도심권", "서북권", "동북권", "서남권", "동남권"))}
    for gu in sorted(gus(), key=lambda g: (zones[g.zone], g.gu_code)):
        draw = Draw(world.seed, "air", gu.gu)
        if draw.chance(40):
            yield (*("202601300900", gu.zone, gu.gu, *("0.0",) * 6, "", "0", ""), gu.gu_code, "0")
            continue
        pm, fine = draw.between(22, 74), draw.between(9, 42)
        ozone, nitrogen = draw.between(8, 39), draw.between(14, 52)
        index = max(pm * 100 // 80, fine * 100 // 35, ozone * 2)
        grade = next(name for limit, name in _GRADES if index <= limit)
        cause = "PM-2.5" if fine * 100 // 35 == index else "O3" if ozone * 2 == index else "PM-10"
        yield (
            *("202601300900", gu.zone, gu.gu, str(pm), str(fine), _milli(ozone)),
            *(_milli(nitrogen), f"0.{draw.between(3, 9)}", _milli(draw.between(2, 5))),
            *(grade, str(index), cause, gu.gu_code, gu.gu_code + "1"),
        )


AIR = Table(
    "air_quality",
    columns_of(
        "msrmt_dt sarea_nm msrstn_nm pm fpm ozon ntdx cbmx spdx cai_grd cai_idx crst_sbstn "
        "gu_code msradmcode"
    ),
    _air,
    key=("msrstn_nm",),
)
"""A station under maintenance shows 0.0 and an empty grade, as on the platform."""


def _weather(world: World) -> Iterator[Row]:
    winds = ("북", "북북동", "북동", "동", "남동", "남", "남서", "서", "북서", "북북서")
    for hour in range(9, -1, -1):
        for number, gu in enumerate(gus(), start=1):
            draw = Draw(world.seed, "weather", gu.gu, hour)
            cold = -78 + hour * 4 + draw.between(-9, 9)
            wind = draw.below(len(winds))
            yield (
                *(f"2026-01-30 {hour:02d}:00:00.0", gu.gu, str(400 + number)),
                *(f"-{-cold // 10}.{-cold % 10}", str(draw.between(31, 66)), str(wind * 36)),
                *(winds[wind], f"{draw.between(0, 4)}.{draw.between(0, 9)}", "0.0"),
                *(f"{draw.between(0, 1)}.{draw.digits(2)}", "0.0"),
            )


WEATHER = Table(
    "weather_stations",
    columns_of(
        "saws_obs_tm stn_nm stn_id saws_ta_avg saws_hd code name saws_ws_avg saws_rn_sum "
        "saws_solar saws_shine"
    ),
    _weather,
)


def _water(world: World) -> Iterator[Row]:
    for hour in range(9, -1, -1):
        for station in ("선유", "노량진", "탄천", "중랑천", "안양천"):
            draw = Draw(world.seed, "water", station, hour)
            yield (
                *("20260130", f"{hour:02d}:00", station, f"{draw.between(2, 6)}.{draw.digits(1)}"),
                *(f"7.{draw.digits(1)}", f"{draw.between(9, 13)}.{draw.digits(1)}"),
                *(f"{draw.between(3, 9)}.{draw.digits(3)}", f"0.{draw.between(20, 190):03d}"),
                f"{draw.between(2, 6)}.{draw.digits(1)}",
            )


WATER = Table(
    "water_quality", columns_of("ymd hr msrstn_nm watt ph do tn tp toc"), _water, key=("msrstn_nm",)
)
