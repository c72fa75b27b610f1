"""Exchange-traded funds and notes: what they follow, since when, and what they are called.

Houses are fictional. A fund follows one of the exchange's indices, an asset, or an index of a theme
that goes along with one of them and a little on its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.codes import fund_code, isin
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.world import World

HOUSES = (
    "가람",
    "누리",
    "나래",
    "마루",
    "여울",
    "다온",
    "이음",
    "해율",
    "온새",
    "솔빛",
    "한결",
    "벼리",
)
_FUNDS, _NOTES = 1_120, 420
_NOTES_SINCE = "20141117"


class Target(NamedTuple):
    """What a fund follows.

    Attributes:
        label: as the fund's name says it.
        follows: name of the index.
        base: index of the exchange or asset it goes along with.
        own: how far the index moves on its own, in hundredths of a per cent a day.
        weight: how many funds choose it.
    """

    label: str
    follows: str
    base: str
    own: int
    weight: int


_TARGETS = (
    Target("200", "코스피 200", "코스피 200", 0, 9),
    Target("200TR", "코스피 200 TR", "코스피 200", 0, 4),
    Target("코스피", "코스피", "코스피", 0, 4),
    Target("코스닥150", "코스닥 150", "코스닥 150", 0, 8),
    Target("KRX300", "KRX 300", "KRX 300", 0, 4),
    Target("TOP10", "코스피 200 TOP 10", "코스피 200 TOP 10", 0, 3),
    Target("200중소형", "코스피 200 중소형주", "코스피 200 중소형주", 0, 3),
    Target("코리아밸류업", "코리아 밸류업 지수", "코리아 밸류업 지수", 0, 5),
    *(
        Target(f"200 {name}", f"코스피 200 {name}", f"코스피 200 {name}", 0, 3)
        for name in (
            "건설",
            "중공업",
            "철강/소재",
            "에너지/화학",
            "정보기술",
            "금융",
            "경기소비재",
            "산업재",
            "헬스케어",
            "커뮤니케이션서비스",
        )
    ),
    *(
        Target(name, f"KRX {name}", f"KRX {name}", 0, 4)
        for name in ("반도체", "자동차", "은행", "증권", "보험", "방송통신", "헬스케어", "기계장비")
    ),
    Target("2차전지테마", "온빛 2차전지 밸류체인 지수", "코스피 200 에너지/화학", 110, 7),
    Target("AI반도체", "온빛 AI 반도체 지수", "KRX 반도체", 80, 8),
    Target("바이오TOP10", "온빛 바이오 TOP10 지수", "KRX 헬스케어", 90, 6),
    Target("조선방산", "온빛 조선방산 지수", "KRX 기계장비", 90, 5),
    Target("K푸드", "온빛 K푸드 지수", "KRX 필수소비재", 60, 3),
    Target("엔터미디어", "온빛 엔터미디어 지수", "KRX 미디어&엔터테인먼트", 70, 4),
    Target("고배당", "온빛 고배당 지수", "코스피 200 금융", 35, 8),
    Target("배당성장", "온빛 배당성장 지수", "코스피 200", 30, 5),
    Target("리츠부동산인프라", "온빛 리츠부동산인프라 지수", "KRX 건설", 25, 4),
    Target("ESG리더스", "KRX ESG Leaders 150", "코스피 200", 20, 4),
    Target("탄소효율그린뉴딜", "KRX 탄소효율 그린뉴딜 지수", "KRX 300", 20, 3),
    Target("ESG사회책임", "KRX ESG 사회책임경영지수(S)", "코스피 200", 25, 3),
    Target("기후변화솔루션", "KRX 기후변화 솔루션지수", "KRX 300", 45, 3),
    Target("미국S&P500", "S&P 500 Index(Price Return)", "DOW", 45, 12),
    Target("미국나스닥100", "Nasdaq 100 Index", "NASDAQ", 0, 11),
    Target("미국배당다우존스", "온빛 미국 배당 다우 지수", "DOW", 20, 7),
    Target("미국AI빅테크", "온빛 미국 AI 빅테크 지수", "NASDAQ", 70, 8),
    Target("일본니케이225", "Nikkei 225 Index", "JAPAN", 0, 5),
    Target("차이나CSI300", "CSI 300 Index", "CHINA", 0, 6),
    Target("유로스탁스50", "EURO STOXX 50 Index", "STOXX", 0, 4),
    Target("인도니프티50", "Nifty 50 Index", "DOW", 75, 4),
    Target("국고채3년", "KTB 지수", "KTB3", 0, 6),
    Target("국고채10년", "10년국채선물지수", "KTB10", 0, 6),
    Target("국고채30년액티브", "온빛 국고채 30년 총수익지수", "KTB10", 30, 5),
    Target("회사채(AA-이상)액티브", "온빛 크레딧 종합 총수익지수", "BOND", 3, 8),
    Target("단기통안채", "온빛 통안채 단기 총수익지수", "BOND", 1, 5),
    Target("CD금리액티브(합성)", "온빛 CD금리투자지수", "BOND", 1, 5),
    Target("미국채10년선물", "온빛 미국채 10년 선물지수", "KTB10", 25, 4),
    Target("골드선물(H)", "온빛 금 선물지수", "GOLD", 12, 5),
    Target("KRX금현물", "KRX 금현물지수", "GOLD", 0, 3),
    Target("WTI원유선물(H)", "온빛 WTI 원유 선물지수", "OIL", 15, 4),
    Target("미국달러선물", "미국달러선물지수", "USD", 0, 5),
)
_MANNERS = (("", 10, 70), ("레버리지", 20, 11), ("인버스", -10, 12), ("인버스2X", -20, 7))

_COLUMNS = (
    Column("code", domain="etp_code"),
    Column("isin", domain="isin"),
    Column("name", domain="issue_name"),
    Column("kind"),
    Column("house"),
    Column("index_name", domain="index_name"),
    Column("base"),
    Column("factor", "int"),
    Column("own", "int"),
    Column("esg", "int"),
    Column("price", "int"),
    Column("units", "int"),
    Column("lot", "int"),
    Column("turnover", "int"),
    Column("listed_on", domain="date"),
    Column("delisted_on", domain="date", null_rate=0.9),
)


def _rows(world: World) -> Iterator[Row]:
    rows = [*_kind(world.seed, "ETF", _FUNDS), *_kind(world.seed, "ETN", _NOTES)]
    rows.sort(key=lambda row: (row["kind"] == "ETN", str(row["name"]), str(row["code"])))
    for row in rows:
        yield tuple(row[column.name] for column in _COLUMNS)


def _kind(seed: int, kind: str, count: int) -> Iterator[dict[str, Value]]:
    used: set[str] = set()
    for place in range(count):
        draw = Draw(seed, "fund", kind, place)
        yield _fund(seed, kind, place, count, draw, used)


def _fund(
    seed: int, kind: str, place: int, count: int, draw: Draw, used: set[str]
) -> dict[str, Value]:
    target = draw.weighted([(t, t.weight) for t in _TARGETS])
    manner, factor, _ = draw.weighted([(m, m[2]) for m in _MANNERS])
    note = kind == "ETN"
    if target.base == "BOND" or (place < 40 and not note):
        manner, factor = "", 10
    house = draw.pick(HOUSES)
    tail = " ETN" if note else ""
    name = f"{house} {manner + ' ' if note and manner else ''}{target.label}"
    name = f"{name}{'' if note else manner}{tail}"
    while name in used:
        house = HOUSES[(HOUSES.index(house) + 1) % len(HOUSES)]
        plain = name.split(" ", 1)[1].rstrip("ABCDEFGH").rstrip()
        name = (
            f"{house} {plain}"
            if f"{house} {plain}" not in used
            else (f"{house} {plain} {'BCDEFGH'[draw.below(7)]}")
        )
    used.add(name)
    since, until = _life(place, count, note, draw)
    code = f"{5 + draw.below(2)}{place:04d}{7 + 2 * (seed & 1)}" if note else fund_code(seed, place)
    lot = 1_000_000 if note else 50_000
    return {
        "code": code, "isin": isin(f"KR{'G' if note else '7'}{code}{'00'}"), "name": name,
        "kind": kind, "house": house, "index_name": _index_name(target, manner),
        "base": target.base, "factor": factor, "own": target.own,
        "esg": int("ESG" in name or "탄소" in name or "기후" in name),
        "price": draw.between(1, 8) * draw.between(1_100, 6_400),
        "units": lot * (draw.between(1, 20) if note else draw.skewed(6, 1_600, 4)), "lot": lot,
        "turnover": draw.skewed(200, 45_000, 3), "listed_on": since, "delisted_on": until,
    }  # fmt: skip


def _index_name(target: Target, manner: str) -> str:
    if not manner:
        return target.follows
    stem = target.follows.removesuffix(" 지수").removesuffix("지수")
    return f"{stem} {manner.replace('인버스2X', '인버스-2X')}지수"


def _life(place: int, count: int, note: bool, draw: Draw) -> tuple[str, str | None]:
    """Return when a product was listed and delisted: ever more of them, from 2002 or 2014 on."""
    days = trading_days()
    if note:
        begin = first_from(_NOTES_SINCE)
        since = day_of(begin + (first_from(days[-1]) - begin) * place // count)
    elif place < 55:
        since = f"{2002 + place % 8}{draw.between(1, 12):02d}{draw.between(3, 25):02d}"
    else:
        # as many are listed in the second half of the years as three times the first's
        share = place * 1_000 // count
        since = day_of(first_from("20100104") + (len(days) - 2) * share * (2_000 - share) // 10**6)
    start = first_from(since)
    if draw.chance(110 if not note else 260) and start + 900 < first_from(days[-1]):
        return since, day_of(start + draw.between(700, min(1_800, first_from(days[-1]) - start)))
    return since, None


FUNDS = Table("exchange_funds", _COLUMNS, _rows, key=("code",), index=(("kind",),))
