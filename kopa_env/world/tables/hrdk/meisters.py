"""Skilled craftspeople and skills contests: all persons are fictional."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.acquirers import REGIONS
from kopa_env.world.tables.hrdk.exam_figures import shared
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import HRDK, Qualification, examined, fields
from kopa_env.world.world import World

TYPES = (
    ("01", "대한민국명장", 6), ("02", "우수숙련기술자", 26), ("03", "숙련기술전수자", 5),
    ("04", "이달의 기능한국인", 8), ("05", "기능경기대회 입상자", 40),
    ("06", "숙련기술장려 모범사업체", 4),
)  # fmt: skip
MAJORS = (
    ("01", "기계", "선반 밀링 금형 정밀측정"), ("02", "재료", "용접 주조 열처리 판금"),
    ("03", "전기·전자", "전기제어 산업용로봇 메카트로닉스 공업전자기기"),
    ("04", "정보기술", "웹디자인 클라우드컴퓨팅 사이버보안 게임개발"),
    ("05", "건축", "목공 조적 타일 실내장식 배관"),
    ("06", "공예", "도자기 귀금속공예 석공예 목공예 화훼장식"),
    ("07", "섬유", "의상디자인 한복 자수 염색"),
    ("08", "미예", "헤어디자인 피부미용 이용 메이크업"),
    ("09", "식품", "요리 제과 제빵 떡제조"), ("10", "농림", "조경 화훼 종자 축산"),
)  # fmt: skip
TRADES = tuple(
    (f"{code}{n:02d}", trade, code, major)
    for code, major, trades in MAJORS
    for n, trade in enumerate(trades.split(), start=1)
)
"""Trades: code, name, and the field they belong to."""

_BIGS = {
    "01": ("16",), "02": ("17",), "03": ("20",), "04": ("21",), "05": ("14",), "06": ("23",),
    "07": ("19",), "08": ("12",), "09": ("13", "22"), "10": ("24",),
}  # fmt: skip
"""Job groups that a field of craft belongs to."""

_COUNT = 2_900


@lru_cache(maxsize=4)
def people(seed: int) -> tuple[Row, ...]:
    """Return the craftspeople: number, name, year, type, region, field and trade."""
    found = []
    for number in range(_COUNT):
        draw = Draw(seed, "meister", number)
        code, kind = draw.weighted([((c, n), w) for c, n, w in TYPES])
        region = draw.weighted([(n, w) for n, (_, w) in enumerate(REGIONS)])
        trade, trade_name, major, major_name = draw.pick(TRADES)
        year = str(draw.between(1990, 2025))
        found.append(
            (
                *(f"{10_000 + number * 7}", names.person(draw), year, code, kind),
                *(f"{region + 1:02d}", REGIONS[region][0], major, major_name, trade, trade_name),
            )
        )
    return tuple(found)


MEISTERS = Table(
    "meisters",
    columns("meister name year type type_name area area_name major major_name trade trade_name"),
    lambda world: iter(people(world.seed)),
    key=("meister",),
    persons="fictional",
)


@lru_cache(maxsize=64)
def _held(seed: int, major: str) -> tuple[Qualification, ...]:
    """Return the qualifications that people of a field of craft have."""
    return tuple(
        q
        for q in examined(seed)
        if q.grade in ("20", "31", "40") and fields()[q.field].big in _BIGS[major]
    )


def _certificates(world: World) -> Iterator[Row]:
    for row in people(world.seed):
        draw = Draw(world.seed, "meister certificates", str(row[0]))
        known = _held(world.seed, str(row[7]))
        for q in dict.fromkeys(draw.pick(known) for _ in range(1 + draw.below(4))):
            body = HRDK[1] if q.body == HRDK else q.body[1]
            yield (row[0], row[1], q.code, q.name, body)


CERTIFICATES = Table(
    "meister_certificates",
    columns("meister name jmcd jmnm insti_name"),
    _certificates,
    index=(("meister",),),
    persons="fictional",
)


def _sums(world: World) -> Iterator[Row]:
    """Every combination of type, region and field that someone stands for."""
    seen: dict[Row, int] = {}
    for row in people(world.seed):
        key = (*row[3:9],)
        seen[key] = seen.get(key, 0) + 1
    for key in sorted(seen, key=lambda k: tuple(map(str, k))):
        yield (*key, seen[key])


MEISTER_SUMS = Table(
    "meister_sums",
    columns("type type_name area area_name major major_name count", "count"),
    _sums,
    key=("type", "area", "major"),
)


def _contests(world: World) -> Iterator[Row]:
    for year in range(2026, 2017, -1):
        draw = Draw(world.seed, "contest", year)
        april, autumn = draw.between(1, 9), draw.between(8, 20)
        host = REGIONS[draw.below(len(REGIONS))][0]
        for code, trade, _, _ in TRADES:
            end = f"{year}09{autumn + 6:02d}"
            yield (
                str(year),
                "P",
                host,
                code,
                trade,
                f"{year}09{autumn:02d}",
                end,
                str(year - 1965),
            )
        for region, _ in REGIONS:
            for code, trade, _, _ in TRADES:
                if Draw(world.seed, "contest trade", region, code).chance(860):
                    days = (f"{year}04{april:02d}", f"{year}04{april + 4:02d}")
                    yield (str(year), "J", region, code, trade, *days, str(year - 1965))


CONTESTS = Table(
    "skill_contests",
    columns("year type sido trade trade_name start_day end_day number"),
    _contests,
    index=(("year", "type"),),
)


def _attendance(world: World) -> Iterator[Row]:
    """Local contests of 2025: who came, stayed away, gave up, was disqualified."""
    for region, weight in REGIONS:
        for code, trade, _, _ in TRADES:
            if not Draw(world.seed, "contest trade", region, code).chance(860):
                continue
            draw = Draw(world.seed, "attendance", region, code)
            came = 2 + draw.skewed(0, 10 + weight // 6, 2)
            away, quit_, out = (draw.below(1 + came // n) for n in (6, 12, 40))
            yield (region, trade, came + away, away, quit_, out, came - quit_ - out)


ATTENDANCE = Table(
    "contest_attendance",
    columns(
        "sido trade_name entered away gave_up disqualified took_part",
        "entered away gave_up disqualified took_part",
    ),
    _attendance,
    key=("sido", "trade_name"),
)


def _matches(world: World) -> Iterator[Row]:
    contests = (("전국기능경기대회", "2000", "2025"), ("지방기능경기대회", "2005", "2025"),
                ("국제기능올림픽대회", "1990", "2025"))  # fmt: skip
    for code, trade, major, _ in TRADES:
        draw = Draw(world.seed, "contest match", code)
        chosen = [draw.pick(_held(world.seed, major)) for _ in range(draw.between(1, 3))]
        for q in dict.fromkeys(chosen):
            for name, first, last in contests:
                yield (name, trade, q.code, q.name, fields()[q.field].name, first, last)


MATCHES = Table(
    "contest_qualifications",
    columns("contest trade_name jmcd jmnm field_name first_year last_year"),
    _matches,
)


def _works(world: World) -> Iterator[Row]:
    for number, row in enumerate(people(world.seed)):
        draw = Draw(world.seed, "work", number)
        for place in range(draw.below(3) if number % 4 == 0 else 0):
            title = (
                f"{row[10]} 작품 {draw.pick(('빛', '결', '숨', '길', '터', '온기'))} {place + 1}"
            )
            yield (f"{40_000 + number * 3 + place}", f"M{row[0]}", row[1], title)


WORKS = Table(
    "skill_artworks",
    columns("work member owner title"),
    _works,
    key=("work",),
    persons="fictional",
)


# ---- 일학습병행 --------------------------------------------------------------------------------

WORK_LEARNING_YEARS = range(2014, 2026)
_MONTHS = (14, 58, 16, 8, 4)
_HOURS = (18, 22, 24, 22, 10, 4)
_JOINED = (
    ("01", "단독기업형", 28),
    ("02", "공동훈련센터형", 52),
    ("03", "도제학교형", 12),
    ("04", "P-TECH형", 8),
)


@lru_cache(maxsize=32)
def courses(seed: int, year: int) -> int:
    """Return how many 일학습병행 courses were approved in a year."""
    return 900 + 260 * min(4, year - 2014) + Draw(seed, "work learning", year).between(-180, 220)


def _work_learning(world: World) -> Iterator[Row]:
    for year in reversed(WORK_LEARNING_YEARS):
        total = courses(world.seed, year)
        draw = Draw(world.seed, "work learning parts", year)
        months, hours = shared(draw, total, _MONTHS), shared(draw, total, _HOURS)
        regions = shared(draw, total, [w for _, w in REGIONS])
        yield (str(year), total, *months, *hours, *regions)


_NUMBERS = (
    "total m1 m2 m3 m4 m5 h1 h2 h3 h4 h5 h6 seoul busan daegu incheon gwangju daejeon ulsan sejong "
    "gyeonggi gangwon chungbuk chungnam jeonbuk jeonnam gyeongbuk gyoungnam jeju"
)
WORK_LEARNING = Table(
    "work_learning_years",
    columns(f"year {_NUMBERS}", _NUMBERS),
    _work_learning,
    key=("year",),
)


def _joined(world: World) -> Iterator[Row]:
    for year in reversed(WORK_LEARNING_YEARS):
        draw = Draw(world.seed, "work learning joined", year)
        parts = shared(draw, courses(world.seed, year), [w for _, _, w in _JOINED])
        for (code, name, _), number in zip(_JOINED, parts, strict=True):
            yield (str(year), code, name, number)


WORK_LEARNING_TYPES = Table(
    "work_learning_types", columns("year type type_name count", "count"), _joined
)

MEISTER_TABLES = (
    MEISTERS,
    CERTIFICATES,
    MEISTER_SUMS,
    CONTESTS,
    ATTENDANCE,
    MATCHES,
    WORKS,
    WORK_LEARNING,
    WORK_LEARNING_TYPES,
)
