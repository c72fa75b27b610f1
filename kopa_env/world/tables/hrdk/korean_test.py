"""한국어능력시험 (EPS-TOPIK): countries, trades, places, rounds, books and phrases.

Countries and their cities are real, places and rounds made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

INDUSTRIES: dict[str, tuple[str, str]] = {
    "01": (
        "제조업",
        "금속가공 기계조립 전자부품 플라스틱 식품가공 섬유봉제 목재가구 종이인쇄 화학제품",
    ),
    "02": ("건설업", "형틀목공 철근 콘크리트 조적미장 배관 도장 철골"),
    "03": ("농축산업", "시설원예 과수 일반작물 양돈 양계 젖소"),
    "04": ("어업", "연근해어업 양식업 소금채취"),
    "05": ("서비스업", "음식점보조 호텔청소 냉장보관 재활용선별 폐기물처리"),
    "06": ("임업", "조림 숲가꾸기 벌목"),
    "07": ("광업", "금속광물채굴 석재채취"),
}
"""Trades of 고용허가제: code, name, and the jobs in them."""

_ROADS = (
    "Garden Road", "Station Road", "Lotus Street", "Market Street", "River Road",
    "Freedom Avenue", "School Lane", "Temple Street", "Central Avenue", "Park View",
)  # fmt: skip
_FIRST_YEAR, _LAST_YEAR = 2019, 2026


@dataclass(frozen=True, slots=True)
class Nation:
    """A country that sends workers; cities are (name, English name, prefix of phones)."""

    code: str
    name: str
    english: str
    weight: int
    cities: tuple[tuple[str, str, str], ...]


@lru_cache(maxsize=1)
def nations() -> tuple[Nation, ...]:
    """Return the countries, by code."""
    found = []
    for r in fact_rows("eps_nations"):
        cities = [city.split(":") for city in r["cities"].split("|")]
        places = tuple((c[0], c[1], c[2]) for c in cities)
        found.append(Nation(r["code"], r["name"], r["english"], int(r["weight"]), places))
    return tuple(found)


def jobs_of(industry: str) -> list[str]:
    """Return the names of the jobs in a trade."""
    return INDUSTRIES[industry][1].split()


@lru_cache(maxsize=32)
def industries_of(nation: str) -> tuple[str, ...]:
    """Return the trades that a country's people are tested for."""
    rare = {"03": 800, "04": 560, "05": 500, "06": 240, "07": 200}
    kept = [c for c, share in rare.items() if Draw("eps trades", nation, c).chance(share)]
    return ("01", "02", *kept)


def _nations(world: World) -> Iterator[Row]:
    for n in nations():
        yield (n.code, n.name, n.english)


NATIONS = Table(
    "eps_nations",
    columns("eps_nation nation english", facts=("eps_nation", "nation", "english")),
    _nations,
    key=("eps_nation",),
)


def _trades(world: World) -> Iterator[Row]:
    for n in nations():
        for industry in industries_of(n.code):
            yield (n.code, industry, INDUSTRIES[industry][0])


TRADES = Table(
    "eps_industries",
    columns("eps_nation eps_industry industry_name"),
    _trades,
    key=("eps_nation", "eps_industry"),
)


def _jobs(world: World) -> Iterator[Row]:
    for n in nations():
        for industry in industries_of(n.code):
            for place, job in enumerate(jobs_of(industry), start=1):
                if Draw("eps jobs", n.code, job).chance(820):
                    yield (n.code, industry, f"{industry}{place:02d}", job)


JOBS = Table(
    "eps_jobs",
    columns("eps_nation eps_industry job_code job_label"),
    _jobs,
    key=("eps_nation", "job_code"),
)

# ---- places ----------------------------------------------------------------------------------


def _phone(draw: Draw, prefix: str) -> str:
    return f"{prefix}-{draw.between(300, 899)}-{draw.digits(4)}"


def _places(world: World) -> Iterator[Row]:
    """Where applications are taken (reception) and the tests held (site), city by city."""
    names = ("해외노동센터", "인력송출센터", "EPS 접수센터", "고용허가제 접수처")
    for n in nations():
        for place, (city, english, prefix) in enumerate(n.cities, start=1):
            draw = Draw(world.seed, "eps places", n.code, place)
            sites = 1 + draw.below(3 if n.weight > 50 else 2)
            for kind, count in (("reception", 1 + draw.below(2)), ("site", sites)):
                for number in range(1, count + 1):
                    one = Draw(world.seed, "eps place", n.code, place, kind, number)
                    road = f"{one.between(2, 320)} {one.pick(_ROADS)}"
                    label = draw.pick(names) if kind == "reception" else f"CBT 시험장 제{number}관"
                    yield (
                        *(kind, n.code, n.name, f"{n.code}{place:02d}"),
                        *(f"{n.code}{place:02d}{number}", f"{city} {label}"),
                        *(f"{road}, {english}, {n.english}", _phone(one, prefix)),
                    )


PLACES = Table(
    "eps_places",
    columns("kind_of eps_nation nation place_region place_code place_label address phone"),
    _places,
    index=(("kind_of",),),
)

# ---- rounds ----------------------------------------------------------------------------------


def _rounds(world: World) -> Iterator[Row]:
    """The rounds of each year, also those planned for this one; tests last a month or two."""
    for year in range(_LAST_YEAR, _FIRST_YEAR - 1, -1):
        number = 0
        for month in (2, 4, 6, 9, 11):
            for kind in ("일반시험(CBT)", "특별시험(CBT)"):
                draw = Draw(world.seed, "eps round", year, month, kind)
                if not draw.chance(940 if kind.startswith("특별") else 620):
                    continue
                number += 1
                yield _round(draw, year, month, number, kind)


def _round(draw: Draw, year: int, month: int, number: int, kind: str) -> Row:
    start = date(year, month, 1) + timedelta(days=draw.below(10))
    start += timedelta(days=(7 - start.weekday()) % 7)
    end = start + timedelta(days=draw.pick((2, 3, 4)))
    first = end + timedelta(days=draw.between(18, 36))
    told = first + timedelta(days=draw.between(24, 45))
    days = (d.strftime("%Y%m%d") for d in (start, end, first, told))
    return (str(year), str(number), kind, f"{year}{number:03d}", *days)


ROUNDS = Table(
    "eps_rounds",
    columns("year number kind_of serial reg_start reg_end exam_start pass_day"),
    _rounds,
    key=("serial",),
)

# ---- books -----------------------------------------------------------------------------------

_REVISIONS = (
    ("R2012", "2012년 공개문제집", "Open Question Book 2012"),
    ("R2015", "2015년 개정 공개문제집", "Open Question Book, 2015 Revision"),
    ("R2019", "2019년 개정 공개문제집", "Open Question Book, 2019 Revision"),
    ("R2022", "2022년 개정 공개문제집", "Open Question Book, 2022 Revision"),
    ("R2024", "2024년 개정 공개문제집(CBT)", "Open Question Book, 2024 Revision (CBT)"),
)
_CONTENTS = (
    # group of questions, what is asked, in English
    ("읽기", "그림 보고 알맞은 낱말 고르기", "Choosing the word for a picture"),
    ("읽기", "빈칸에 들어갈 말 고르기", "Filling in the blank"),
    ("읽기", "비슷한 말과 반대말", "Synonyms and antonyms"),
    ("읽기", "안내문 읽기", "Reading notices"),
    ("읽기", "안전표지 알기", "Understanding safety signs"),
    ("읽기", "도표와 일정표 읽기", "Reading charts and timetables"),
    ("읽기", "근로계약서 이해하기", "Understanding a labour contract"),
    ("읽기", "급여명세서 읽기", "Reading a pay slip"),
    ("읽기", "글의 내용 이해하기", "Understanding a passage"),
    ("듣기", "들은 소리 고르기", "Choosing what you hear"),
    ("듣기", "그림에 맞는 문장 듣기", "Listening for the sentence of a picture"),
    ("듣기", "질문에 맞는 대답 고르기", "Choosing the right answer"),
    ("듣기", "대화가 일어나는 곳 알기", "Recognising where people talk"),
    ("듣기", "작업 지시 듣기", "Listening to work instructions"),
    ("듣기", "전화 대화 이해하기", "Understanding a phone call"),
    ("듣기", "안내방송 듣기", "Listening to announcements"),
    ("듣기", "이야기의 순서 알기", "Putting a story in order"),
)
_CATEGORIES = (
    ("01", "한글과 발음", "Hangul and Pronunciation"),
    ("02", "인사와 소개", "Greetings and Introductions"),
    ("03", "일상생활", "Daily Life"),
    ("04", "음식과 물건 사기", "Food and Shopping"),
    ("05", "교통과 길 찾기", "Transport and Directions"),
    ("06", "건강과 병원", "Health and Hospitals"),
    ("07", "한국 문화", "Korean Culture"),
    ("08", "직장 예절", "Manners at Work"),
    ("09", "작업과 공구", "Work and Tools"),
    ("10", "산업안전", "Safety at Work"),
    ("11", "근로계약과 급여", "Contracts and Wages"),
    ("12", "체류와 보험", "Stay and Insurance"),
)
REVISIONS = Table(
    "eps_book_revisions",
    columns("book_revision title english"),
    lambda world: iter(reversed(_REVISIONS)),
    key=("book_revision",),
)


def _contents(world: World) -> Iterator[Row]:
    """Each revision has most kinds of questions; later ones more."""
    for age, (revision, _, _) in enumerate(_REVISIONS):
        for part, title, english in _CONTENTS:
            if Draw("eps book", revision, title).chance(660 + 85 * age):
                yield (revision, part, title, english)


CONTENTS = Table(
    "eps_book_contents",
    columns("book_revision part title english"),
    _contents,
    index=(("book_revision",),),
)


def _files(world: World) -> Iterator[Row]:
    rows: list[tuple[str, str]] = []
    for year in range(2013, 2026):
        for industry, (name, _) in INDUSTRIES.items():
            if industry in ("01", "03") or Draw("eps file", year, industry).chance(420):
                for part in ("읽기", "듣기"):
                    rows.append((part, f"{year}년 {name} 공개문항 {part}"))
        for part, sort in (("읽기", "정답과 풀이"), ("듣기", "음성 파일과 대본")):
            rows.append((part, f"{year}년 공개문항 {part} {sort}"))
    for number in range(len(rows), 0, -1):
        yield (number, *rows[number - 1])


FILES = Table("eps_open_items", columns("number part title", "number"), _files, key=("number",))
CATEGORIES = Table(
    "eps_textbook_categories",
    columns("category title english"),
    lambda world: iter(_CATEGORIES),
    key=("category",),
)


def _phrases(world: World) -> Iterator[Row]:
    """Phrases by the country whose language they are in."""
    known = {n.code.lower(): n.name for n in nations()}
    rows = fact_rows("eps_phrases")
    for code in (c for c in rows[0] if c in known):
        for number, r in enumerate(rows, start=1):
            text, sound = r[code], r[f"{code}_sound"]
            yield (known[code], r["main"], r["sub"], str(number), r["korean"], text, sound)


PHRASES = Table(
    "eps_phrases",
    columns(
        "nation main sub number korean foreign_text sound",
        facts=("korean", "foreign_text", "sound"),
    ),
    _phrases,
    index=(("nation", "main", "sub"),),
)

KOREAN_TEST = (
    NATIONS,
    TRADES,
    JOBS,
    PLACES,
    ROUNDS,
    REVISIONS,
    CONTENTS,
    FILES,
    CATEGORIES,
    PHRASES,
)
