"""People of companies (all fictional): boards, staff and what they are paid."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.names import person
from kopa_env.world.tables.ledger import Company, Year

_POSTS = ("사장", "부사장", "전무", "상무", "이사")
_JOBS = ("경영지원 총괄", "연구개발 총괄", "영업 총괄", "생산 총괄", "재무 총괄", "품질 총괄")
_CAREERS = ("전략기획실장", "연구소장", "재무팀장", "영업본부장", "생산본부장", "법무팀장")
_OUTSIDE = ("전 지방국세청 과장", "대학교수", "변호사", "공인회계사", "전 연구원장")


class Officer(NamedTuple):
    """One member of the board."""

    name: str
    sex: str
    born: str
    post: str
    role: str
    job: str
    career: str
    since: int
    pay: int


@lru_cache(maxsize=512)
def _board(seed: int, corp_code: str, ceo: str, company_name: str) -> tuple[Officer, ...]:
    draw = Draw(seed, "board", corp_code)
    officers = []
    inside, outside = draw.between(2, 5), draw.between(1, 4)
    for number in range(inside + outside + 1):
        role = (
            "사내이사" if number < inside else "사외이사" if number < inside + outside else "감사"
        )
        head = number == 0
        career = draw.pick(_CAREERS)
        officers.append(
            Officer(
                ceo if head else person(draw),
                "여" if draw.chance(140) else "남",
                f"{draw.between(1952, 1978)}년 {draw.between(1, 12):02d}월",
                "대표이사" if head else _POSTS[min(number, 4)] if role == "사내이사" else role,
                role,
                "경영 총괄" if head else draw.pick(_JOBS) if role == "사내이사" else role,
                f"{company_name} {career}" if role == "사내이사" else draw.pick(_OUTSIDE),
                draw.between(2012, 2022),
                draw.between(12, 90) * 1_000_000 if role != "사내이사" else 0,
            )
        )
    return tuple(officers)


def members(seed: int, company: Company) -> tuple[Officer, ...]:
    """Return a company's board, first its head, without what its inside directors are paid."""
    return _board(
        seed, str(company["corp_code"]), str(company["ceo_nm"]), str(company["corp_name"])
    )


def board(seed: int, company: Company, closed: Year) -> list[Officer]:
    """Return a company's board, first its head; the pay of inside directors follows its size."""
    officers = members(seed, company)
    top = 150_000_000 + min(2_500_000_000, closed.sales // 900)
    return [
        officer._replace(pay=top * (100 - 18 * min(number, 4)) // 100 // 1_000_000 * 1_000_000)
        if officer.role == "사내이사"
        else officer
        for number, officer in enumerate(officers)
    ]


class Staff(NamedTuple):
    """People of one division and sex."""

    division: str
    sex: str
    regular: int
    contract: int
    tenure: str
    pay: int

    @property
    def all(self) -> int:
        """Everybody."""
        return self.regular + self.contract


def staff(seed: int, company: Company, year: int, closed: Year, trade: str) -> list[Staff]:
    """Return a company's staff by division and sex, in step with its sales."""
    draw = Draw(seed, "staff", str(company["corp_code"]))
    heads = max(24, closed.sales // (draw.between(280, 900) * 1_000_000))
    women = draw.between(90, 520)
    mean = draw.between(42, 96) * 1_000_000 + (year - 2021) * 2_100_000
    rows = []
    divisions = (("관리", 220), (trade.split()[0] if trade else "사업", 780))
    for division, share in divisions:
        part = heads * share // 1000
        for sex, per_mille in (("남", 1000 - women), ("여", women)):
            count = max(1, part * per_mille // 1000)
            contract = count * draw.between(0, 90) // 1000
            tenure = draw.between(25, 160)
            pay = mean * (104 if sex == "남" else 88) // 100 // 1_000_000 * 1_000_000
            rows.append(
                Staff(
                    division, sex, count - contract, contract, f"{tenure // 10}.{tenure % 10}", pay
                )
            )
    return rows
