"""Services and benefits of ministries and districts (보조금24): what they give, and to whom."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.metro import NOW, day8
from kopa_env.world.world import World

_MARKS = (
    *("JA0101", "JA0102", "JA0110", "JA0111"),
    *(f"JA020{n}" for n in range(1, 6)),
    *(f"JA{n:04d}" for n in (301, 302, 303, 313, 314, 315, 316, 317, 318, 319, 320)),
    *(f"JA{n:04d}" for n in (322, 326, 327, 328, 329, 330, 401, 402, 403, 404)),
    *(f"JA{n:04d}" for n in (410, 411, 412, 413, 414)),
)
"""The conditions that a service may set: sexes, ages, income, stage of life, household."""

_TEXTS = (
    "서비스ID 지원유형 서비스명 서비스목적요약 서비스목적 지원대상 선정기준 지원내용 신청방법 "
    "신청기한 상세조회URL 소관기관코드 소관기관명 부서명 조회수 소관기관유형 사용자구분 "
    "서비스분야 접수기관 전화문의 등록일시 수정일시 구비서류 온라인신청사이트URL 행정규칙 "
    "자치법규 법령 공무원확인구비서류 본인확인필요구비서류"
)
_EXAMPLE = "000000465790"
_SUFFIXED = ("감면", "할인", "대여", "나눔", "살핌", "나들이", "통번역", "폐차", "특례보증")
_COAST_TEXT = (
    "중구 서구 강서구 해운대구 기장군 사하구 영도구 수영구 옹진군 강화군 "
    "울주군 강릉시 동해시 속초시 삼척시 고성군 양양군 당진시 서산시 "
    "태안군 보령시 서천군 홍성군 군산시 김제시 부안군 고창군 목포시 "
    "여수시 순천시 광양시 고흥군 보성군 장흥군 강진군 해남군 영암군 "
    "무안군 함평군 영광군 완도군 진도군 신안군 포항시 경주시 영덕군 "
    "울진군 울릉군 창원시 통영시 사천시 거제시 남해군 하동군 제주시 "
    "서귀포시 안산시 화성시 시흥시 평택시"
)
_COAST = frozenset(_COAST_TEXT.split())
_FARMING = ("농업정책과", "농업기술센터", "축산과")
_AREAS = {
    "서울": "02", "부산": "051", "대구": "053", "인천": "032", "광주": "062", "대전": "042",
    "울산": "052", "세종": "044", "경기": "031", "강원": "033", "충청북도": "043",
    "충청남도": "041", "전북": "063", "전라남도": "061", "경상북도": "054", "경상남도": "055",
    "제주": "064",
}  # fmt: skip
_PEOPLE = {"시": "시민", "군": "군민", "구": "구민", "도": "도민"}
_NOTHING = "해당 없음"


@lru_cache(maxsize=1)
def _local() -> tuple[tuple[str, str, str], ...]:
    """Return (code, full name, short name) of every district that gives benefits."""
    return tuple(
        (r["code"], r["name"], r["name"].split()[-1]) for r in fact_rows("local_governments")
    )


def _suits(office: str, short: str, full: str) -> bool:
    """Say whether a district has the trade that an office is for."""
    if office == "해양수산과":
        return short in _COAST and " " in full
    return office not in _FARMING or not short.endswith(("구", "광역시", "특별시"))


def _marks(text: str) -> dict[str, Value]:
    """Read ``19-34 M F 0201 0302`` into columns."""
    found: dict[str, Value] = dict.fromkeys(_MARKS)
    for word in text.split():
        low, dash, high = word.partition("-")
        if dash:
            found["JA0110"], found["JA0111"] = int(low), int(high)
        elif word in "MF":
            found["JA0101" if word == "M" else "JA0102"] = "Y"
        else:
            found[f"JA{word}"] = "Y"
    if not any(value for name, value in found.items() if name > "JA0300" and name < "JA0400"):
        found["JA0322"] = "Y"
    if not any(value for name, value in found.items() if name > "JA0400"):
        found["JA0410"] = "Y"
    return found


def _lines(text: str) -> str:
    return "||".join(text.split("|"))


def _sum(draw: Draw, low: int, high: int) -> str:
    if high > low:
        step = 10 if low >= 30 else 5 if low >= 10 else 1
        value = draw.between(low // step, high // step) * step
    else:
        value = low
    return f"{max(value, low):,}"


def _moments(draw: Draw) -> tuple[str, str]:
    """Return when a service was registered, and last changed."""
    first = NOW - timedelta(days=draw.skewed(20, 1_900, 1))
    last = first + timedelta(days=draw.below(max(1, (NOW - first).days)))
    moments = (
        f"{day8(day)}{draw.between(9, 18):02d}{draw.below(60):02d}{draw.below(60):02d}"
        for day in (first, last)
    )
    found = sorted(moments)
    return found[0], found[1]


def _phone(draw: Draw, full: str) -> str:
    """Return a telephone number in the area of a district, or in 세종 for a ministry."""
    first = full.split()[0]
    area = _AREAS.get(first) or _AREAS.get(first[:2])
    if area is None:
        return f"044-{draw.between(200, 205)}-{draw.between(2000, 7999)}"
    return f"{area}-{draw.between(220, 899)}-{draw.digits(4)}"


def _service(
    draw: Draw, r: dict[str, str], number: str, name: str, body: tuple[str, str, str], unit: str
) -> Row:
    code, full, short = body
    central = r["scope"] == "central"
    words = {"r": short, "a": _sum(draw, int(r["low"]), int(r["high"]))}
    first, last = _moments(draw)
    online = "온라인" in r["apply"]
    detail = f"https://www.gov.kr/portal/rcvfvrSvc/dtlEx/{number}"
    place = "주민센터" if "방문" in r["apply"] and not central else full
    cells = _marks(r["marks"]) | {
        "서비스ID": number,
        "지원유형": r["kind"],
        "서비스명": name,
        "서비스목적요약": r["purpose"],
        "서비스목적": r["purpose"],
        "지원대상": settle(r["target"].format(**words)),
        "선정기준": r["criteria"],
        "지원내용": r["support"].format(**words),
        "신청방법": _lines(r["apply"]),
        "신청기한": r["until"],
        "상세조회URL": detail,
        "소관기관코드": code,
        "소관기관명": full,
        "부서명": unit,
        "조회수": draw.skewed(120, 480_000 if central else 21_000, 4),
        "소관기관유형": "중앙행정기관" if central else "지방자치단체",
        "사용자구분": "개인||가구" if r["user"] == "가구" and draw.chance(300) else r["user"],
        "서비스분야": r["field"],
        "접수기관": place if draw.chance(900) else None,
        "전화문의": _phone(draw, full),
        "등록일시": first,
        "수정일시": last,
        "구비서류": _lines(r["papers"]) or None,
        "온라인신청사이트URL": "https://www.gov.kr/portal/main" if online else None,
        "행정규칙": r["rule"] if central and r["rule"] else None,
        "자치법규": r["rule"].format(r=full) if not central else None,
        "법령": r["law"] or None,
        "공무원확인구비서류": _lines(r["checked"]) or None,
        "본인확인필요구비서류": _NOTHING if draw.chance(400) else None,
    }
    return tuple(cells[name] for name in (*_TEXTS.split(), *_MARKS))


def _central(seed: int) -> Iterator[Row]:
    names = {r["code"]: r["name"] for r in fact_rows("ministries")}
    given = [r for r in fact_rows("benefit_services") if r["scope"] == "central"]
    for place, r in enumerate(given):
        draw = Draw(seed, "benefit", r["names"])
        number = _EXAMPLE if not place else f"{draw.between(20, 499_999):012d}"
        body = (r["office"], names[r["office"]], names[r["office"]])
        yield _service(draw, r, number, r["names"], body, r["department"])


def _title(draw: Draw, name: str, short: str) -> str:
    people = next((v for k, v in _PEOPLE.items() if short.endswith(k)), "주민")
    name = name.format(p=people)
    ending = "" if name.endswith(_SUFFIXED) else draw.pick((" 지원", " 지원", " 지원사업", " 지급"))
    return f"{short} {name}{ending}" if draw.chance(300) else f"{name}{ending}"


def _chosen(draw: Draw, r: dict[str, str]) -> dict[str, str]:
    """Return the row of one of the names, with the text of support that belongs to it."""
    given, texts = r["names"].split("|"), r["support"].split("|")
    place = draw.below(len(given))
    return {**r, "names": given[place], "support": texts[place % len(texts)]}


def _districts(seed: int) -> Iterator[Row]:
    given = [r for r in fact_rows("benefit_services") if r["scope"] == "local"]
    for body in _local():
        own = Draw(seed, "benefits of", body[0])
        share, number = own.between(240, 480), 0
        for place, r in enumerate(given):
            draw = Draw(seed, "benefit", body[0], place)
            if not draw.chance(share) or not _suits(r["department"], body[2], body[1]):
                continue
            number += 1
            own_name = _chosen(draw, r)
            name = _title(draw, own_name["names"], body[2])
            yield _service(draw, own_name, f"{body[0]}{number:05d}", name, body, r["department"])


def _rows(world: World) -> Iterator[Row]:
    yield from _central(world.seed)
    yield from _districts(world.seed)


PUBLIC_SERVICES = Table(
    "public_services",
    columns(
        f"{_TEXTS} {' '.join(_MARKS)}",
        "조회수 JA0110 JA0111",
        nulls="접수기관 구비서류 온라인신청사이트URL 행정규칙 자치법규 법령 공무원확인구비서류 "
        f"본인확인필요구비서류 {' '.join(_MARKS)}",
    ),
    _rows,
    key=("서비스ID",),
)
