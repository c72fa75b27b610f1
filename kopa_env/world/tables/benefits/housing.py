"""Housing: complexes with their buildings and names, notices of sale and what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world import names, school_names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.districts import District, districts, provinces
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.metro import NOW, day8
from kopa_env.world.world import World

AREAS = {
    "서울": "100", "강원": "200", "대전": "300", "충남": "312", "세종": "338", "충북": "360",
    "인천": "400", "경기": "410", "광주": "500", "전남": "513", "전북": "560", "부산": "600",
    "경남": "621", "울산": "680", "제주": "690", "대구": "700", "경북": "712",
}  # fmt: skip
"""Codes of the regions that homes are offered in."""

_LAST = NOW - timedelta(days=1)


def _placed(draw: Draw) -> District:
    return draw.weighted([(d, d.weight) for d in districts()])


def _address(draw: Draw, district: District, site: bool = False) -> str:
    province = {p.short: p.name for p in provinces()}[district.province]
    where = province if district.name in ("", province) else f"{province} {district.name}"
    if site:
        return f"{where} {school_names.place(draw)}동 {draw.between(10, 980)}번지 일원"
    return f"{where} {school_names.road(draw)}"


# ---- complexes -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Complex:
    """A complex of flats: key, address, day of approval, names it has had, and buildings."""

    key: str
    address: str
    approved: str
    names: tuple[str, ...]
    buildings: int


_BUILDERS = ("주공", "현대", "우성", "한양", "삼익", "신동아", "경남", "벽산", "건영", "동신")
_MODERN = ("더퍼스트", "센트럴", "파크뷰", "리버포레", "에듀시티", "스카이", "포레스트", "그랜드")


def _names(draw: Draw, year: int, district: District) -> tuple[str, ...]:
    town = school_names.place(draw)
    if year < 2000:
        old = f"{town}{draw.pick(_BUILDERS)}{draw.between(1, 6)}차아파트"
    else:
        old = f"{town} {names.coined(draw, draw.below(2))} {draw.pick(_MODERN)}"
    if not draw.chance(240):
        return (old,)
    return (old, f"{town} {names.coined(draw, draw.below(2))} {draw.pick(_MODERN)}")


@lru_cache(maxsize=1)
def _complexes(seed: int) -> tuple[Complex, ...]:
    found = []
    for year in range(1978, NOW.year):
        busy = 46 if 1988 <= year <= 2008 else 34 if year > 2008 else 16
        for n in range(1, Draw(seed, "complexes", year).between(busy - 8, busy + 8) + 1):
            draw = Draw(seed, "complex", year, n)
            district = _placed(draw)
            day = date(year, 1, 1) + timedelta(days=draw.below(365))
            found.append(
                Complex(
                    *(f"{year}{n:04d}", _address(draw, district), day8(day)),
                    *(_names(draw, year, district), draw.skewed(2, 24, 2)),
                )
            )
    return tuple(found)


APARTMENT_IDS = Table(
    "apartment_ids",
    columns("complex_pk adres useapr_dt"),
    lambda world: ((c.key, c.address, c.approved) for c in _complexes(world.seed)),
    key=("complex_pk",),
)


def _parts(world: World) -> Iterator[Row]:
    for c in _complexes(world.seed):
        yield from (("building", c.key, f"{100 + n}동") for n in range(1, c.buildings + 1))
        yield from (("name", c.key, name) for name in c.names)


APARTMENT_PARTS = Table(
    "apartment_parts",
    columns("board complex_pk name"),
    _parts,
    index=(("board", "complex_pk"),),
)
"""Buildings of a complex, and the names that it has had."""

# ---- notices ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that homes are offered; the kinds are the platform's codes."""

    board: str
    number: str
    name: str
    kind: str
    detail: str
    area: str
    address: str
    day: date


_KINDS: dict[str, tuple[tuple[str, int], ...]] = {
    "apt": (("01", 90), ("09", 3), ("10", 7)),
    "officetel": (("0202", 56), ("0201", 20), ("0203", 16), ("0204", 8)),
    "leftover": (("04", 88), ("06", 12)),
    "rental": (("03", 1),),
    "optional": (("11", 1),),
}
_SERIES = {"apt": 0, "officetel": 950_000, "leftover": 910_000, "rental": 850_000,
           "optional": 930_000}  # fmt: skip
_A_YEAR = {"apt": 190, "officetel": 70, "rental": 26}
_LATER = (("leftover", 620, 60, 300), ("optional", 260, 200, 620))
_FORMS = (
    "{town} {word} {style}", "{town}지구 {word} {n}단지", "{town}역 {word} {style}",
    "{word} {town} {style}", "{city} {word} {style} {n}차", "{town} {word}",
)  # fmt: skip
_ROOMS = (
    "{town}역 {word} 오피스텔",
    "{city} {word} 스위트",
    "{word} {town} 스테이",
    "{town} {word}하우스",
)


def _title(draw: Draw, board: str, district: District) -> str:
    city = district.name.split()[0] if district.name else district.province
    return draw.pick(_ROOMS if board == "officetel" else _FORMS).format(
        town=school_names.place(draw),
        word=names.coined(draw, draw.below(2)),
        style=draw.pick(_MODERN),
        city=city.removesuffix("시").removesuffix("군") if len(city) > 2 else city,
        n=draw.between(1, 4),
    )


def _first_offers(seed: int) -> Iterator[Notice]:
    for board, a_year in _A_YEAR.items():
        for year in range(2020, NOW.year + 1):
            for n in range(a_year if year < NOW.year else a_year // 12):
                draw = Draw(seed, "notice", board, year, n)
                district = _placed(draw)
                day = date(year, 1, 2) + timedelta(days=n * 360 // a_year + draw.below(3))
                if day > _LAST:
                    break
                number = f"{year}{_SERIES[board] + n + 1:06d}"
                kind = draw.weighted(_KINDS[board])
                detail = "03" if draw.chance(220) else "01"
                title, site = _title(draw, board, district), _address(draw, district, site=True)
                area = AREAS[district.province]
                yield Notice(board, number, title, kind, detail, area, site, day)


def _further(seed: int, first: list[Notice]) -> Iterator[Notice]:
    """Yield notices of homes that were left over from earlier ones of flats."""
    for board, share, low, high in _LATER:
        counts: dict[int, int] = {}
        due: list[tuple[date, Notice, str]] = []
        for offer in first:
            draw = Draw(seed, "left over", board, offer.number)
            day = offer.day + timedelta(days=draw.between(low, high))
            if offer.board == "apt" and draw.chance(share) and day <= _LAST:
                due.append((day, offer, draw.weighted(_KINDS[board])))
        for day, offer, kind in sorted(due, key=lambda d: (d[0], d[1].number)):
            counts[day.year] = counts.get(day.year, 0) + 1
            number = f"{day.year}{_SERIES[board] + counts[day.year]:06d}"
            held = (offer.name, kind, offer.detail, offer.area, offer.address)
            yield Notice(board, number, *held, day)


@lru_cache(maxsize=1)
def notices(seed: int) -> tuple[Notice, ...]:
    """Return every notice, the latest first."""
    first = list(_first_offers(seed))
    found = [*first, *_further(seed, first)]
    return tuple(sorted(found, key=lambda n: (n.day, n.number), reverse=True))


def _notices(world: World) -> Iterator[Row]:
    short = {code: name for name, code in AREAS.items()}
    for n in notices(world.seed):
        plain = n.board in ("rental", "optional")
        yield (
            *(n.board, n.number, n.number, n.name, n.kind, n.detail, n.area, short[n.area]),
            *(n.address, day8(n.day) if plain else n.day.isoformat()),
        )


HOUSING_NOTICES = Table(
    "housing_notices",
    columns(
        "board house_manage_no pblanc_no house_nm house_secd house_dtl_secd subscrpt_area_code "
        "subscrpt_area_code_nm hssply_adres rcrit_pblanc_de"
    ),
    _notices,
    key=("house_manage_no",),
    index=(("board",),),
)
_AREAS_TEXT = ("059.9721", "074.8830", "084.9543", "084.9876", "101.9420", "114.8751")
_ROOM_TEXT = ("024.1150", "029.7732", "036.4410", "059.8817")


def types(seed: int, notice: Notice) -> list[str]:
    """Return the types of home in a notice, by area and letter."""
    draw = Draw(seed, "home types", notice.number)
    sizes = _ROOM_TEXT if notice.board == "officetel" else _AREAS_TEXT
    count = 1 if notice.board in ("leftover", "optional") and draw.chance(450) else 0
    found = [f"{size}{'ABC'[n % 3]}" for n, size in enumerate(sizes) if draw.chance(520)] or [
        f"{sizes[2]}A"
    ]
    return found[:count] if count else found


def _types(world: World) -> Iterator[Row]:
    for notice in notices(world.seed):
        for kind in types(world.seed, notice):
            yield (notice.board, notice.number, notice.number, kind)


HOUSING_TYPES = Table(
    "housing_types",
    columns("board house_manage_no pblanc_no kind"),
    _types,
    key=("house_manage_no", "kind"),
    index=(("board", "house_manage_no"),),
)
_SPECIAL = ("00", "SY", "SN", "SO")


def _told(notice: Notice) -> Iterator[tuple[str, tuple[str | None, ...]]]:
    """Yield the lists that tell of a notice, with residence, kind of supply, before or after."""
    if notice.board == "apt":
        for residence in ("01", "02", "03") if notice.area == AREAS["경기"] else ("01", "02"):
            yield "apt", (residence, None, None)
            yield "score", (residence, None, None)
        yield "special", (None, None, None)
    elif notice.board == "rental":
        yield from (("rental", (None, kind, None)) for kind in _SPECIAL)
    elif notice.board == "leftover":
        early = Draw("before sale", notice.number).chance(120)
        yield "leftover", (None, None, "02" if early else "01")
        if notice.kind == "06":
            yield "resupply", (None, None, None)
    else:
        yield notice.board, (None, None, None)


def _contests(world: World) -> Iterator[Row]:
    """Tell of notices whose days of application are over."""
    for notice in notices(world.seed):
        if (NOW - notice.day).days < 12:
            continue
        for kind in types(world.seed, notice):
            for board, about in _told(notice):
                yield (board, notice.number, notice.number, kind, *about)


HOUSING_CONTESTS = Table(
    "housing_contests",
    columns(
        "board house_manage_no pblanc_no kind reside_secd spsply_knd_code remndr_hshld_pblanc_tycd",
        nulls="reside_secd spsply_knd_code remndr_hshld_pblanc_tycd",
    ),
    _contests,
    index=(("board", "house_manage_no"),),
)

HOUSING = (*(APARTMENT_IDS, APARTMENT_PARTS, HOUSING_NOTICES, HOUSING_TYPES, HOUSING_CONTESTS),)
