"""The 243 local governments and the budget of each year. All figures are generated.

Names and codes are real; sizes follow rough public magnitudes. One model of a government's year
feeds every service, so that sources add up to the total, and revenue, expenditure, debt and
independence are of one budget.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.gyeonggi_places import cities
from kopa_env.world.tables.schools import apportion

SETTLED = range(2016, 2025)
BUDGETED = range(2016, 2026)
"""Independence is of the budget, which is there a year before accounts are settled."""

_METRO = ("서울", "부산", "대구", "인천", "광주", "대전", "울산")
_ORDER = (
    *(*_METRO, "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주"),
)
_MAIN = {
    # a province's own accounts in 2024, in 100 billion won
    "서울": 500, "부산": 175, "대구": 122, "인천": 162, "광주": 85, "대전": 80, "울산": 58,
    "세종": 24, "경기": 405, "강원": 92, "충북": 84, "충남": 118, "전북": 108, "전남": 132,
    "경북": 148, "경남": 142, "제주": 79,
}  # fmt: skip
_PACE = {
    2016: 600, 2017: 642, 2018: 688, 2019: 764, 2020: 868, 2021: 912, 2022: 978, 2023: 961,
    2024: 1000, 2025: 1032,
}  # fmt: skip
"""Size of a budget in thousandths of that of 2024."""
_GUNWI = "27720"
_MICHUHOL = "28177"


@dataclass(frozen=True, slots=True)
class Government:
    """A local government: ``level`` is 시도, 시, 군 or 구; ``size`` in hundred million won, 2024.

    ``key`` stays the same where name and code change.
    """

    key: str
    code: str
    name: str
    province: str
    province_code: str
    level: str
    size: int
    rich: int


@lru_cache(maxsize=2)
def governments(seed: int) -> tuple[Government, ...]:
    """Return the governments of 2024: provinces with their cities, counties and 구."""
    made: list[Government] = []
    for short in _ORDER:
        province = next(p for p in provinces() if p.short == short)
        code = f"{province.code}00000"
        whole = Draw(seed, "local government", code)
        size = _MAIN[short] * whole.between(970, 1030)
        made.append(
            Government(
                *(code, code, f"{short}본청", short, code, "시도", size),
                _rich(whole, short, "시도"),
            )
        )
        if short in ("세종", "제주"):
            continue
        seen: set[str] = set()
        for d in districts():
            name = d.name.split()[0]
            if d.province == short and name not in seen:
                seen.add(name)
                own = d.code if name == d.name else f"{d.code[:4]}0"
                made.append(_local(seed, own, name, short, code))
    return tuple(made)


def _local(seed: int, district: str, name: str, short: str, province_code: str) -> Government:
    code, level = f"{district}00", name[-1]
    draw = Draw(seed, "local government", code)
    people = {c.code: c.people for c in cities()}.get(district)
    if people is not None:
        size = 5_400 + people * 26
    elif level == "시":
        size = draw.skewed(8_200, 30_000, 2)
    else:
        size = draw.between(4_600, 8_600) if level == "군" else draw.between(4_800, 11_500)
    size = size * draw.between(960, 1040) // 1000
    rich = _rich(draw, short, level)
    return Government(code, code, short + name, short, province_code, level, size, rich)


def _rich(draw: Draw, short: str, level: str) -> int:
    """Return the share of own revenue in the general account, in thousandths."""
    near = short in ("서울", "경기", "인천", "세종", "울산")
    if level == "시도":
        return {"서울": 740, "경기": 560, "세종": 560}.get(short, 460 if near else 330)
    low, high = {"시": (180, 420), "군": (70, 170), "구": (150, 330)}[level]
    return draw.between(low + (110 if near else 0), high + (140 if near else 0))


def of_year(seed: int, year: int) -> Iterator[Government]:
    """Yield that year's governments under the names and provinces they then had.

    군위군 went over from 경북 to 대구 in 2023; 인천's 남구 became 미추홀구 in 2018.
    """
    found = []
    for g in governments(seed):
        if g.key.startswith(_GUNWI) and year < 2023:
            g = replace(
                g, code="4772000", name="경북군위군", province="경북", province_code="4700000"
            )
        if g.key.startswith(_MICHUHOL) and year < 2018:
            g = replace(g, code="2817000", name="인천남구")
        found.append(g)
    found.sort(key=lambda g: (_ORDER.index(g.province), g.code))
    yield from found


# ---- one government's year -------------------------------------------------------------------

_TAXES = {
    # which taxes a level of government takes, and their weights
    "시도": (("11100", 46), ("11200", 3), ("11600", 2), ("11800", 30), ("12100", 3), ("12200", 16)),
    "광역": (
        *(("11100", 27), ("11300", 4), ("11500", 11), ("11600", 1), ("11700", 4), ("11800", 19)),
        *(("11900", 26), ("12100", 2), ("12200", 6)),
    ),
    "단층": (
        *(("11100", 24), ("11200", 2), ("11300", 3), ("11400", 12), ("11500", 9), ("11600", 4)),
        *(("11700", 5), ("11800", 22), ("11900", 14), ("12100", 1), ("12200", 4)),
    ),
    "시": (("11300", 7), ("11400", 26), ("11500", 18), ("11700", 7), ("11900", 38), ("11800", 4)),
    "군": (("11300", 8), ("11400", 25), ("11500", 22), ("11700", 9), ("11900", 31), ("11800", 5)),
    "구": (("11200", 9), ("11300", 8), ("11400", 83)),
}
_FEES = (("21100", 6), ("21200", 22), ("21300", 20), ("21400", 12), ("21500", 22), ("21600", 18))
NAMES = {
    "00000": "총괄", "10000": "지방세수입", "11000": "보통세", "11100": "취득세",
    "11200": "등록면허세", "11300": "주민세", "11400": "재산세", "11500": "자동차세",
    "11600": "레저세", "11700": "담배소비세", "11800": "지방소비세", "11900": "지방소득세",
    "12000": "목적세", "12100": "지역자원시설세", "12200": "지방교육세", "13000": "지난년도수입",
    "20000": "세외수입", "21000": "경상적세외수입", "21100": "재산임대수입", "21200": "사용료수입",
    "21300": "수수료수입", "21400": "사업수입", "21500": "징수교부금수입", "21600": "이자수입",
    "22000": "임시적세외수입", "30000": "지방교부세", "31000": "보통교부세", "32000": "특별교부세",
    "33000": "부동산교부세", "40000": "조정교부금등", "50000": "보조금", "51000": "국고보조금등",
    "52000": "시·도비보조금등", "60000": "지방채", "70000": "보전수입등및내부거래",
    "71000": "보전수입등", "72000": "내부거래",
}  # fmt: skip

Accounts = tuple[int, int, int]
"""Amounts of the general, the public-enterprise and the other special accounts, in won."""


@dataclass(frozen=True, slots=True)
class FiscalYear:
    """Revenue by source (settled and budgeted), the fund's revenue, spending and debt, in won."""

    settled: dict[str, Accounts]
    budget: dict[str, Accounts]
    fund: int
    spent: Accounts
    fund_spent: int
    debt: int


def fiscal_year(seed: int, g: Government, year: int) -> FiscalYear:
    """Return a government's year, whatever its name and code were."""
    draw = Draw(seed, "fiscal year", g.key, year)
    size = g.size * 100_000_000 * _PACE[year] // 1000 * draw.between(975, 1025) // 1000
    size += draw.below(100_000_000)
    big = g.level in ("시도", "시")
    enterprise = size * draw.between(38, 62) // 1000 if big else 0
    other = size * (draw.between(150, 215) if g.level == "시도" else draw.between(22, 70)) // 1000
    general = size - enterprise - other
    leaves = _leaves(draw, g, general)
    settled = {code: (amount, 0, 0) for code, amount in leaves.items()}
    _special(settled, enterprise, other)
    cut = {code: draw.between(850, 990) for code in settled}
    budget = {
        code: (a * cut[code] // 1000, b * cut[code] // 1000, c * cut[code] // 1000)
        for code, (a, b, c) in settled.items()
    }
    fund = size * draw.between(40, 120) // 1000
    kept = draw.between(870, 955)
    return FiscalYear(
        settled=_summed(settled),
        budget=_summed(budget),
        fund=fund,
        spent=(
            general * kept // 1000,
            enterprise * draw.between(700, 900) // 1000,
            other * draw.between(680, 880) // 1000,
        ),
        fund_spent=fund * draw.between(820, 960) // 1000,
        debt=_debt(seed, g, year, size),
    )


def _debt(seed: int, g: Government, year: int, size: int) -> int:
    """Return what is owed at the end of a year: it drifts; two in five small ones owe nothing."""
    draw = Draw(seed, "debt", g.key)
    if g.level in ("군", "구") and draw.chance(410):
        return 0
    rate = draw.between(60, 165) if g.level == "시도" else draw.skewed(2, 90, 2)
    drift = draw.between(-5, 4) * (year - 2020)
    return size * max(2, rate + drift) // 1000


def _leaves(draw: Draw, g: Government, general: int) -> dict[str, int]:
    """Return the general account's revenue by its finest sources."""
    own = general * g.rich // 1000 * draw.between(960, 1040) // 1000
    tax = own * (930 if g.level == "시도" else draw.between(740, 860)) // 1000
    late = tax * draw.between(4, 16) // 1000
    grants = general - own
    kind = g.level
    if kind == "시도":
        kind = "광역" if g.province in _METRO else kind
        kind = "단층" if g.province in ("세종", "제주") else kind
    taxes = _TAXES[kind]
    parts = apportion(tax - late, [w * draw.between(90, 110) for _, w in taxes])
    found = dict(zip((code for code, _ in taxes), parts, strict=True))
    found["13000"] = late
    fees = own - tax
    once = fees * draw.between(240, 520) // 1000
    shares = apportion(fees - once, [w * draw.between(70, 140) for _, w in _FEES])
    found |= dict(zip((code for code, _ in _FEES), shares, strict=True))
    found["22000"] = once
    county, city_ward = g.level == "군", g.level == "구"
    rest = (
        ("31000", 0 if g.province == "서울" else 470 if county else 60 if city_ward else 260),
        ("32000", 6 if g.province == "서울" else 14),
        ("33000", 30 if city_ward else 16),
        ("40000", 0 if g.level == "시도" else 190 if city_ward else 90),
        ("51000", 330 if city_ward else 380),
        ("52000", 0 if g.level == "시도" else 150 if city_ward else 85),
        ("60000", 26 if g.level == "시도" else 5),
        ("71000", 130),
        ("72000", 24),
    )
    amounts = apportion(grants, [w * draw.between(80, 120) for _, w in rest])
    return found | dict(zip((code for code, _ in rest), amounts, strict=True))


_SPECIAL = (("21400", 520, 260), ("51000", 90, 260), ("71000", 260, 220), ("72000", 130, 260))
"""Sources the special accounts live on, with the shares of public enterprises and of the others."""


def _special(settled: dict[str, Accounts], enterprise: int, other: int) -> None:
    """Spread the special accounts over the sources they live on."""
    firsts = apportion(enterprise, [first for _, first, _ in _SPECIAL])
    seconds = apportion(other, [second for _, _, second in _SPECIAL])
    for (code, _, _), first, second in zip(_SPECIAL, firsts, seconds, strict=True):
        settled[code] = (settled[code][0], first, second)


def level_of(code: str) -> int:
    """Return the level of a source: 1 the total, 4 the finest."""
    return len(code.rstrip("0")) + 1


def parent(code: str) -> str:
    """Return the source that a source is part of; the total has none."""
    stem = code.rstrip("0")
    return "" if not stem else stem[:-1].ljust(5, "0")


def _summed(leaves: dict[str, Accounts]) -> dict[str, Accounts]:
    """Add up the finest sources to every level above, in the order of the codes."""
    sums: dict[str, list[int]] = {}
    for code, amounts in leaves.items():
        at = code
        while at:
            held = sums.setdefault(at, [0, 0, 0])
            for i, amount in enumerate(amounts):
                held[i] += amount
            at = parent(at)
    return {code: (a, b, c) for code, (a, b, c) in sorted(sums.items()) if a + b + c}
