"""Who issues short-term securities: banks, lenders, brokers, companies and special vehicles."""

from __future__ import annotations

from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.names import stem
from kopa_env.world.table import Value
from kopa_env.world.tables.companies import legal_number
from kopa_env.world.tables.finance.corporate_actions import commons
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.world import World

_ASSETS = ("부동산 PF 대출채권", "매출채권", "정기예금", "대출채권", "신용카드채권", "회사채",
           "장래매출채권", "리스채권")  # fmt: skip
_ORDINALS = ("", "제이차", "제삼차", "제사차", "제오차")


class Issuer(NamedTuple):
    """Who issues: the depository's number, registration number, name, kind and industry."""

    number: str
    crno: str
    name: str
    kind: str
    sic_code: str
    sic: str
    rating: int
    asset: str = ""


def issuers(world: World) -> dict[str, list[Issuer]]:
    """Return who issues on each board."""
    return {
        "cd": [_house(row, "은행", "64121", "국내은행") for row in institutions(world, "은행")],
        "cp": [
            *_companies(world, 26),
            *_houses(world, "할부금융", 6),
            *_houses(world, "금융투자", 4),
        ],
        "esb": [*_houses(world, "금융투자", 12), *_houses(world, "카드", 6), *_companies(world, 9)],
        "abcp": [_vehicle(world.seed, n) for n in range(42)],
    }


_KINDS = {
    "할부금융": ("여신전문금융사", "64913", "할부금융업"),
    "금융투자": ("증권사", "66121", "증권 중개업"),
    "카드": ("여신전문금융사", "64911", "신용카드 및 할부금융업"),
}


def _houses(world: World, sector: str, count: int) -> list[Issuer]:
    chosen = sorted(institutions(world, sector), key=lambda row: (row["real"], row["place"]))
    return [_house(row, *_KINDS[sector]) for row in chosen[:count]]


def _house(row: dict[str, Value], kind: str, code: str, industry: str) -> Issuer:
    number = f"{70_000 + int(str(row['place'])):05d}"
    draw = Draw(number, "rating")
    name, rated = str(row["name"]), draw.weighted(((0, 8), (1, 2)))
    return Issuer(number, str(row["crno"] or ""), name, kind, code, industry, rated)


_INDUSTRIES = {
    "1": "식료품 및 섬유 제조업", "2": "화학물질 및 전자부품 제조업", "3": "기계 및 장비 제조업",
    "4": "종합 건설업", "5": "정보통신업", "6": "지주회사", "7": "전문 서비스업",
}  # fmt: skip


def _companies(world: World, count: int) -> list[Issuer]:
    """Return large fictional listed companies: real ones' debts are their own."""
    numbered = enumerate(commons(world), 1)
    able = [(n, c) for n, (c, _) in numbered if not c["real"] and c["induty_code"]]
    able.sort(key=lambda pair: (-int(str(pair[1]["assets"])), str(pair[1]["corp_code"])))
    return [_company(n, company) for n, company in able[:count]]


def _company(number: int, company: dict[str, Value]) -> Issuer:
    code = str(company["induty_code"])
    rating = Draw(str(company["corp_code"]), "rating").weighted(((0, 4), (1, 2), (2, 2), (3, 1)))
    return Issuer(
        f"{number:05d}", str(company["jurir_no"]), str(company["corp_name"]), "일반기업", code,
        _INDUSTRIES.get(code[:1], "도매 및 소매업"), rating,
    )  # fmt: skip


def _vehicle(seed: int, place: int) -> Issuer:
    draw = Draw(seed, "vehicle", place // 2)
    head = stem(draw.u64(), seed & 1, rare=True)
    own = Draw(seed, "vehicle's own", place)
    name = f"{head}{_ORDINALS[place % 2 and own.between(1, 4)]}"
    name += own.pick(("유한회사", "주식회사", "유동화전문유한회사"))
    return Issuer(
        f"{80_000 + place:05d}", legal_number(f"110114{20_000 + place:05d}{own.digits(1)}"), name,
        "유동화회사", "64999", "그 외 기타 금융업", own.weighted(((0, 9), (1, 1))),
        own.pick(_ASSETS),
    )  # fmt: skip
