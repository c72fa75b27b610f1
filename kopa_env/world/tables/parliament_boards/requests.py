"""What the other bodies were asked to disclose, and what became of refusals.

The register of the library is :mod:`kopa_env.world.tables.information_requests`; those here are
kept in the same way. Objections, appeals and suits each go back to a refused request of the same
body. Askers are in none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kopa_env.language.particles import settle
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.calendar import after
from kopa_env.world.tables.information_requests import request
from kopa_env.world.world import World


@dataclass(frozen=True, slots=True)
class Register:
    """A body's register of requests.

    Attributes:
        key: the stream of its draws.
        first: its first year.
        asked: requests in each year from the first on.
        matters: what people ask for.
        desks: who sees to it.
        head: the body's head, against whom one appeals and sues.
    """

    body: str
    key: str
    first: int
    asked: tuple[int, ...]
    matters: tuple[str, ...]
    desks: tuple[str, ...]
    head: str


_OF_ALL = (
    *("업무추진비 집행내역", "수의계약 체결 현황", "직원 국외출장 내역", "정보공개 처리 현황"),
    *("청사 관리 용역 계약서", "기록물 폐기 목록", "당직근무 기록", "홍보물 제작 내역"),
    *("시간외근무수당 지급 현황", "공무직 근로자 채용 현황", "관용차량 운행일지"),
)
SECRETARIAT = Register(
    "국회사무처",
    "secretariat-request",
    2006,
    (
        *(98, 117, 141, 156, 188, 203, 241, 262, 274, 305),
        *(338, 341, 366, 382, 395, 411, 437, 448, 426, 446),
    ),
    (
        *_OF_ALL,
        *("의원 외교활동 결과보고서", "보좌직원 직급별 현황", "의원실별 입법활동 지원경비"),
        *("본회의 출석 현황", "특별위원회 활동비 지급내역", "정책연구용역 결과보고서"),
        *("상임위원회 회의록 사본", "의원회관 출입 통계", "의원연구단체 지원금 집행내역"),
        *("국회방송 제작비 집행내역", "입법조사관 채용 시험 성적", "어린이집 운영 현황"),
        *("견학 안내 실적", "경내 시설 보수공사 내역", "국정감사 증인 출석요구서"),
        *("공용차량 임차계약서", "의정자료 발간 부수", "의원실 인턴 채용 현황"),
        *("소통관 이용 현황", "국회의사당 조경 공사비", "청원 접수 및 처리 현황"),
        *("법제실 법률안 의뢰 처리 현황", "의전 차량 배차 내역", "화환 구매 내역"),
    ),
    (
        *("운영지원과", "인사과", "인사과, 운영지원과", "의사과", "의안과", "관리과", "시설과"),
        *("의회외교총괄과", "홍보담당관실", "방송제작과", "감사담당관실", "법제총괄과"),
        *("기획조정담당관실", "정보기술과", "경호기획관실"),
    ),
    "국회사무총장",
)
NABO = Register(
    "국회예산정책처",
    "nabo-request",
    2008,
    (6, 8, 9, 11, 10, 13, 15, 14, 17, 16, 18, 19, 17, 21, 20, 18, 16, 17),
    (
        *_OF_ALL,
        *("조사분석 요구 목록", "비용추계서 작성 현황", "조사분석 회답 처리 건수"),
        *("연구용역 결과보고서", "보고서 발간 비용", "추계 모형 설명자료"),
    ),
    ("총무담당관실", "기획예산담당관실", "추계세제총괄과", "예산분석총괄과"),
    "국회예산정책처장",
)
NARS = Register(
    "국회입법조사처",
    "nars-request",
    2011,
    (6, 7, 9, 8, 10, 12, 11, 13, 14, 12, 15, 16, 14, 18, 17),
    (
        *_OF_ALL,
        *("입법조사회답 처리 현황", "의원외교활동 관련 조사보고서", "정책연구용역 심의 결과"),
        *("학술지 투고 현황", "간담회 참석자 수당 지급내역"),
    ),
    ("총무팀", "총무담당관실", "기획협력담당관실", "정보화담당관실"),
    "국회입법조사처장",
)
REGISTERS = (SECRETARIAT, NABO, NARS)


def entries(seed: int, register: Register) -> Iterator[Row]:
    """Yield a body's requests, newest first."""
    last = register.first + len(register.asked) - 1
    for year in range(last, register.first - 1, -1):
        asked = register.asked[year - register.first]
        for number in range(asked, 0, -1):
            row = request(
                *(seed, year, number, asked, register.key, register.matters, register.desks)
            )
            yield (*row[:8], *(_spaced(register, day) for day in row[8:10]), row[10])


def _spaced(register: Register, day: object) -> str | None:
    """Return a day as the body's clerk writes it: the three write 7.12., 2. 29. and 5.4."""
    if not isinstance(day, str):
        return None
    if register is NABO:
        return day.replace(".", ". ").strip()
    return day.rstrip(".") if register is NARS else day


def _requests(world: World) -> Iterator[Row]:
    for register in REGISTERS:
        for row in entries(world.seed, register):
            yield (register.body, *row)


REQUESTS = Table(
    "information_requests",
    (
        Column("body", domain="assembly_body", gen="fact"),
        Column("year"),
        *(Column(n) for n in ("serial", "matter", "form", "desk", "decision")),
        Column("disclosed", null_rate=0.13),
        Column("withheld", sentinel="null"),
        Column("decided"),
        *(Column(n, null_rate=0.13) for n in ("shown", "means")),
    ),
    _requests,
    key=("body", "serial"),
    index=(("body", "year"),),
)


# ---- what became of refusals -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """A way to fight a refusal: how many took it of each body, what they say, how it ends.

    Attributes:
        days: how long it takes beyond the first weeks.
        until: only refusals before that day are fought in this way, so that it can have ended.
    """

    kind: str
    counts: tuple[tuple[Register, int], ...]
    cases: tuple[str, ...]
    ends: tuple[tuple[tuple[str, str], int], ...]
    days: int
    until: str
    pleas: tuple[str, ...] = ()


_HELD = "청구인이 요구한 정보를 보유·관리하고 있지 아니함"
_PRIVATE = "개인에 관한 사항으로서 공개될 경우 사생활의 비밀을 침해할 우려가 있음"
_INNER = "의사결정 과정에 있는 사항으로서 업무의 공정한 수행에 지장을 줄 우려가 있음"
_WISHES = (
    "비공개 결정을 취소하고 {m}의 공개를 구함",
    "{m}은(는) 국민의 알 권리에 속하므로 공개를 구함",
    "{m} 가운데 비공개로 결정된 부분의 공개를 구함",
)
_PLEAS = (
    "정보공개청구 거부처분을 취소하고 정보공개를 이행하라",
    "피청구인이 한 {m} 정보공개 거부처분을 취소하라",
    "피청구인은 {m}을(를) 공개하라",
)
_WAYS = (
    Way(
        "이의신청",
        ((SECRETARIAT, 112), (NABO, 13), (NARS, 10)),
        (
            "{m} 비공개 결정에 대한 이의신청의 건",
            "{m}에 관한 사항 비공개 결정에 대한 이의신청의 건",
            "{m} 부분공개 결정에 대한 이의신청의 건",
        ),
        (
            (("기각", _PRIVATE), 30),
            (("기각", _INNER), 22),
            (("각하", _HELD), 20),
            (("인용", "공개하여도 업무 수행에 지장이 없다고 판단됨"), 12),
            (("부분인용", "개인정보를 제외하고 공개할 수 있음"), 9),
            (("청구취하", "null"), 7),
        ),
        20,
        "2025-12-31",
        _WISHES,
    ),
    Way(
        "행정심판",
        ((SECRETARIAT, 58), (NABO, 5), (NARS, 3)),
        (
            "정보공개거부처분 취소심판 및 의무이행심판",
            "정보공개거부처분 취소청구",
            "{m} 정보공개 이행청구",
        ),
        (
            (("각하", "피청구인이 보유하지 아니한 정보로서 공개를 구할 법률상 이익이 없음"), 38),
            (("기각", _PRIVATE), 28),
            (("기각", _INNER), 20),
            (("인용", "비공개 사유에 해당한다고 보기 어려움"), 9),
            (("일부인용", "개인식별정보를 제외한 부분은 공개 대상에 해당함"), 5),
        ),
        95,
        "2025-08-15",
        _PLEAS,
    ),
    Way(
        "행정소송",
        ((SECRETARIAT, 14), (NARS, 1)),
        ("정보공개거부 처분 취소", "정보공개거부처분취소", "정보부분공개결정처분취소"),
        (
            (("원고 청구 기각", _INNER), 40),
            (("원고 일부 승소", "개인에 관한 사항을 제외한 부분의 거부처분을 취소함"), 30),
            (("소 각하", _HELD), 15),
            (("소 취하", "null"), 15),
        ),
        330,
        "2025-12-31",
    ),
)


def _disputes(world: World) -> Iterator[Row]:
    for way in _WAYS:
        found: list[Row] = []
        for register, count in way.counts:
            found.extend(_fought(world.seed, way, register, count))
        for row in sorted(found, key=lambda row: str(row[-1]), reverse=True):
            yield row[:-1]


def _fought(seed: int, way: Way, register: Register, count: int) -> Iterator[Row]:
    """Yield the disputes over ``count`` refusals of a body, spread over its years."""
    refusals = [row for row in entries(seed, register) if row[5] in ("비공개", "부분공개")]
    refusals = [row for row in refusals if _day(row) < way.until][::-1]
    numbers: dict[str, int] = {}
    for place in range(count):
        draw = Draw(seed, "dispute", way.kind, register.body, place)
        asked = refusals[(place + 1) * len(refusals) // count - 1]
        year, *rest = _dispute(draw, way, register, asked)
        numbers[year] = numbers.get(year, 0) + 1
        serial = f"{year[2:]}-{numbers[year]}"
        yield (way.kind, year, register.body, serial, *rest, year + f"{numbers[year]:03d}")


def _day(asked: Row) -> str:
    """Return the day of a refusal, of which the register leaves the year out."""
    month, day = str(asked[8]).replace(" ", "").rstrip(".").split(".")
    return f"{asked[0]}-{int(month):02d}-{int(day):02d}"


def _dispute(
    draw: Draw, way: Way, register: Register, asked: Row
) -> tuple[str, str, str, str, str, str, str | None, str]:
    matter, refused = str(asked[2]), _day(asked)
    filed, done = (
        after(refused, draw.between(6, 28)),
        after(refused, draw.between(32, 60) + way.days),
    )
    end, ground = draw.weighted(way.ends)
    reason: str | None = ground
    case = settle(draw.pick(way.cases).format(m=matter))
    if way.kind == "행정소송":
        plea = f"피고가 {_dotted(refused, ' ')} 원고에 대하여 한 정보공개거부처분의 취소를 구함"
        day = _dotted(done) if done < TODAY else "진행중"
        if done >= TODAY:
            end, reason = "-", None
        return filed[:4], case, day, register.head, end, plea, reason, str(asked[1])
    plea = settle(draw.pick(way.pleas).format(m=matter))
    if way.kind == "이의신청":
        return filed[:4], case, _short(filed), register.head, end, plea, reason, str(asked[1])
    return done[:4], case, _dotted(done), register.head, end, plea, reason, str(asked[1])


def _short(day: str) -> str:
    return f"{int(day[5:7])}.{int(day[8:])}."


def _dotted(day: str, gap: str = "") -> str:
    return f"{day[:4]}.{gap}{int(day[5:7])}.{gap}{int(day[8:])}."


DISPUTES = Table(
    "information_disputes",
    (
        Column("kind"),
        Column("year"),
        Column("body", domain="assembly_body", gen="fact"),
        Column("number"),
        Column("case"),
        Column("day"),
        Column("against"),
        Column("ruling"),
        Column("plea"),
        Column("reason", sentinel="null", null_rate=0.02),
        Column("request"),
    ),
    _disputes,
    index=(("kind", "year"),),
)
