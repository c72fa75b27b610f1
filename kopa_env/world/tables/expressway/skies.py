"""Weather at the rest areas, hour by hour, as the nearest weather station measured it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.days import FIRST, LATEST, read_day, span, text_of
from kopa_env.world.tables.expressway.network import degrees, routes
from kopa_env.world.tables.expressway.sites import Site, listed_rests
from kopa_env.world.world import World

MISSING = "-99.000000"
LAST_HOUR = 8
"""The last hour of today that is measured."""

_STATIONS_TEXT = (
    # name, latitude and longitude in hundredths of a degree: real stations, rough places
    "서울 3757 12697 인천 3748 12662 수원 3726 12699 파주 3789 12677 동두천 3790 12706 "
    "양평 3749 12750 이천 3726 12748 춘천 3790 12774 홍천 3768 12788 인제 3806 12817 "
    "원주 3734 12795 강릉 3775 12889 속초 3825 12856 대관령 3768 12872 동해 3751 12912 "
    "영월 3718 12846 제천 3716 12819 충주 3697 12795 청주 3664 12744 보은 3649 12773 "
    "추풍령 3622 12799 대전 3637 12737 천안 3676 12729 서산 3678 12649 보령 3633 12656 "
    "부여 3627 12692 금산 3611 12748 군산 3601 12676 전주 3582 12716 부안 3573 12672 "
    "정읍 3556 12687 임실 3561 12729 남원 3541 12740 장수 3566 12752 고창 3543 12670 "
    "광주 3517 12689 목포 3482 12638 순천 3502 12737 보성군 3476 12721 장흥 3469 12692 "
    "대구 3588 12862 구미 3613 12832 안동 3657 12871 영주 3687 12852 문경 3663 12815 "
    "의성 3636 12869 영천 3598 12895 포항 3603 12938 경주시 3582 12920 영덕 3653 12941 "
    "상주 3641 12816 청송군 3644 12904 부산 3510 12903 울산 3558 12933 창원 3517 12857 "
    "북창원 3523 12867 진주 3516 12804 밀양 3549 12874 거창 3567 12791 합천 3557 12817 "
    "산청 3541 12788 함양군 3551 12775 통영 3485 12844 양산시 3531 12902 연천 3810 12707"
)
_NORMAL = (-24, -4, 57, 125, 178, 222, 249, 257, 212, 148, 72, 4)
"""Mean temperature of the months in the capital, tenths of a degree."""


@lru_cache(maxsize=1)
def stations() -> tuple[tuple[str, int, int], ...]:
    """Return every weather station: name, latitude and longitude in millionths of a degree."""
    words = _STATIONS_TEXT.split()
    triples = zip(words[::3], words[1::3], words[2::3], strict=True)
    return tuple((name, int(lat) * 10_000, int(lon) * 10_000) for name, lat, lon in triples)


@lru_cache(maxsize=512)
def station_of(site: Site) -> tuple[str, int, int]:
    """Return the weather station of a rest area; now and then one far away."""
    draw = Draw("weather station", site.std_code)
    if draw.chance(30):
        return draw.pick(stations())
    return min(
        stations(), key=lambda s: (s[1] - site.at.lat) ** 2 * 25 + (s[2] - site.at.lon) ** 2 * 16
    )


def _six(tenths: int) -> str:
    sign, whole = "-" if tenths < 0 else "", abs(tenths)
    return f"{sign}{whole // 10}.{whole % 10}00000"


@lru_cache(maxsize=4096)
def _measured(seed: int, text: str, hour: int, name: str, lat: int) -> tuple[str, ...]:
    """Return what a station measured in an hour, missing values included."""
    day = date(int(text[:4]), int(text[4:6]), int(text[6:]))
    common = Draw(seed, "air", text)
    warm, wet, gust = common.bell(-65, 65), common.below(1000), common.between(4, 30)
    own = Draw(seed, "air", text, hour, name)
    normal, after = _NORMAL[day.month - 1], _NORMAL[day.month % 12]
    mean = normal + (after - normal) * (day.day - 1) // 31
    swing = (-38, -42, -45, -47, -50, -50, -42, -30, -12, 5, 20, 32)[hour % 12]
    if hour >= 12:
        swing = (40, 46, 48, 46, 40, 30, 18, 6, -6, -16, -24, -32)[hour - 12]
    south = (37_500_000 - lat) // 120_000
    temperature = mean + warm + swing + south + own.between(-12, 12)
    rain_share = 330 if day.month in (6, 7, 8) else 170
    rains = wet < rain_share and own.chance(480)
    snow = rains and temperature < 5
    cloud = own.between(70, 100) if rains else own.between(0, 80)
    humidity = min(1000, own.between(420, 640) + (320 if rains else 0) - swing * 2)
    word = "눈" if snow else "비" if rains else _word(cloud, humidity, own)
    amount = own.skewed(2, 140, 2) if rains else 0
    return (
        *(word, _six(temperature), _six(humidity)),
        *(_six(gust + own.between(0, 22)), str(own.below(37))),
        _six(amount) if rains else MISSING,
        _six(amount // 4 + 1) if rains and own.chance(400) else MISSING,
        _six(amount // 3) if snow else MISSING,
        _six(amount // 2 + own.between(0, 40)) if snow else MISSING,
        _six(cloud) if own.chance(930) else MISSING,
        _six(temperature - (1000 - humidity) // 5),
    )


def _word(cloud: int, humidity: int, own: Draw) -> str:
    if humidity > 900:
        return own.pick(("박무", "안개", "비끝남"))
    for limit, word in ((25, "맑음"), (50, "구름조금"), (70, "구름많음")):
        if cloud < limit:
            return word
    return "흐림"


def _weather(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    text, wanted = (str(v) for v in (*values, "")[:2])
    day = read_day(text)
    if day is None or not FIRST <= day <= LATEST + timedelta(days=1):
        return
    hours = range(24 if day <= LATEST else LAST_HOUR + 1)
    for hour in hours:
        if wanted not in ("", f"{hour:02d}"):
            continue
        for site in listed_rests():
            name, lat, _ = station_of(site)
            yield (
                *(text, f"{hour:02d}", site.number, site.name, site.at.route),
                *(routes()[site.at.route].name, "E" if site.way == "X" else site.way),
                *(degrees(site.at.lon), degrees(site.at.lat), site.address, name),
                *_measured(world.seed, text, hour, name, lat),
            )


REST_WEATHER = Table(
    "expressway_rest_weather",
    (
        Column("sdate", domain="date"),
        Column("stdhour"),
        Column("unitcode", domain="rest_number", gen="ref"),
        Column("unitname", domain="rest_name", gen="ref"),
        Column("routeno", domain="route4", gen="fact"),
        Column("routename", domain="route_name", gen="fact"),
        *(Column(n) for n in ("updowntypecode", "xvalue", "yvalue", "addr")),
        Column("measurement", domain="weather_station", gen="fact"),
        *(Column(n) for n in ("weathercontents", "tempvalue", "humidityvalue", "windvalue")),
        Column("windcontents"),
        *(Column(n, sentinel=MISSING) for n in ("rainfallvalue", "rainfallstrengthvalue")),
        *(Column(n, sentinel=MISSING) for n in ("newsnowvalue", "snowvalue", "cloudvalue")),
        Column("dewvalue"),
    ),
    lambda world: (row for day in span(FIRST, LATEST) for row in _weather(world, (text_of(day),))),
    key=("sdate", "stdhour", "unitcode"),
    by=("sdate", "stdhour"),
    part=_weather,
)
