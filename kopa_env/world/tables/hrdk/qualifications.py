"""Qualifications: real codes, names and fields, and fictional ones beside them.

Facts: the 국가기술자격 and 국가전문자격 of ``facts/qualifications.csv``, job fields, series and
ministries. A world adds about a hundred fictional 국가기술자격, so that nothing about them can be
known beforehand; some of those are run by another body than 한국산업인력공단. Numbers of
applicants are in :mod:`kopa_env.world.tables.hrdk.exam_figures`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

GRADES = {
    "10": "기술사", "20": "기능장", "30": "기사", "31": "산업기사", "32": "1급", "33": "2급",
    "39": "단일등급", "40": "기능사", "41": "기능사보",
}  # fmt: skip
SERIES = {"01": "기술사", "02": "기능장", "03": "기사", "04": "기능사"}
KINDS = {
    "T": "국가기술자격", "S": "국가전문자격", "C": "과정평가형자격", "W": "일학습병행자격",
}  # fmt: skip
HRDK = ("100", "한국산업인력공단")
BODIES = (
    HRDK, ("200", "대한상공회의소"), ("310", "한국방송통신전파진흥원"), ("320", "한국콘텐츠진흥원"),
    ("330", "한국인터넷진흥원"), ("340", "영화진흥위원회"), ("350", "한국광해광업공단"),
    ("360", "한국원자력안전기술원"),
)  # fmt: skip
NEWEST = 2026
"""Qualifications set up in this year have held no exam yet."""


@dataclass(frozen=True, slots=True)
class Field:
    """A job field: its group, who is in charge, and how many of a thousand holders are men."""

    code: str
    name: str
    big: str
    big_name: str
    men: int
    ministry: str


@dataclass(frozen=True, slots=True)
class Qualification:
    """One qualification; ``written`` and ``practical`` are examinees of a usual year."""

    code: str
    name: str
    kind: str
    series: str
    series_name: str
    grade: str
    field: str
    written: int
    practical: int
    pass_written: int
    pass_practical: int
    rolling: bool
    since: int
    body: tuple[str, str]
    ministry: str
    made: bool

    @property
    def grade_name(self) -> str:
        """Name of the grade; empty for 국가전문자격, which have none."""
        return GRADES.get(self.grade, "")


_TOPICS: tuple[tuple[str, str, str], ...] = (
    # topic, job field, grades it may have
    ("모듈러건축", "141", "10 30 31 40"), ("건축정보모델링", "141", "30 31 40"),
    ("외장패널시공", "141", "20 31 40"), ("지하공간탐사", "142", "10 30 31"),
    ("교량점검", "142", "30 31 40"), ("수변공간설계", "143", "10 30 31"),
    ("보행환경설계", "144", "30 31"), ("배관망진단", "145", "20 31 40"),
    ("무인굴착기운전", "146", "40"), ("고소작업차운전", "146", "40"),
    ("무인이동체정비", "162", "30 31 40"), ("수소설비정비", "162", "20 30 31 40"),
    ("정밀감속기조립", "161", "31 40"), ("복합가공시스템", "161", "20 30 31"),
    ("농업로봇정비", "162", "31 40"), ("승강설비진단", "162", "30 31"),
    ("궤도점검", "163", "31 40"), ("소형선박건조", "164", "31 40"),
    ("무인항공기정비", "165", "30 31 40"), ("전동구동계정비", "166", "20 30 31 40"),
    ("미세금형", "167", "20 31 40"), ("복합소재성형", "171", "10 30 31 40"),
    ("분말야금", "173", "31 40"), ("희소금속재활용", "171", "30 31"),
    ("로봇용접", "174", "20 31 40"), ("친환경도금", "175", "31 40"),
    ("전지소재분석", "181", "10 30 31"), ("바이오플라스틱", "181", "30 31 40"),
    ("위험물저장설비", "182", "30 31 40"), ("전력저장장치", "201", "10 30 31 40"),
    ("충전기반설비", "201", "30 31 40"), ("스마트조명", "201", "31 40"),
    ("센서교정", "202", "30 31 40"), ("위성통신기기", "202", "30 31"),
    ("데이터품질", "211", "10 30 31"), ("클라우드운영", "211", "30 31 40"),
    ("영상정보처리", "211", "30 31"), ("발효식품", "221", "10 30 31 40"),
    ("급식위생", "221", "31 40"), ("전통장류", "221", "20 40"), ("쌀가공", "222", "31 40"),
    ("스마트온실", "241", "10 30 31 40"), ("양봉", "241", "31 40"), ("도시농업", "241", "31 40"),
    ("반려동물사료", "242", "31 40"), ("수목진단", "243", "10 30 31"),
    ("해조류양식", "244", "31 40"), ("화학사고대응", "251", "10 30 31"),
    ("위험성평가", "251", "30 31"), ("실내공기안전", "251", "31 40"),
    ("열화상비파괴검사", "252", "30 31 40"), ("탄소배출검증", "261", "10 30 31"),
    ("악취측정", "261", "30 31"), ("생태하천관리", "261", "30 31 40"),
    ("수열에너지설비", "262", "30 31 40"), ("도시기후분석", "262", "10 30"),
    ("가상공간디자인", "082", "30 31 40"), ("음향디자인", "082", "31 40"),
    ("기능성섬유가공", "191", "31 40"), ("무대의상제작", "192", "20 31 40"),
    ("입체인쇄", "231", "31 40"), ("목조문화재모형", "232", "40"), ("금속공예복원", "232", "20 40"),
    ("두피관리", "121", "40"), ("전통주조리", "131", "31 40"), ("물류데이터분석", "021", "30 31"),
    ("재활운동관리", "061", "30 31"), ("고령자생활지원", "071", "31 40"),
    ("광물선별", "151", "31 40"),
)  # fmt: skip
_USUAL = {
    # grade: examinees of a written exam (low, high), per cent passed (written, practical), series
    "10": (20, 400, 22, 42, "01"), "20": (60, 900, 42, 28, "02"), "30": (150, 6000, 42, 50, "03"),
    "31": (80, 2500, 38, 55, "03"), "40": (100, 5000, 52, 62, "04"),
}  # fmt: skip
_RANGES = {"10": (200, 998), "20": (3050, 3990), "30": (1002, 1995), "31": (2001, 2995)}
_NEW = {"9777": NEWEST, "9772": NEWEST, "9547": 2022, "9105": 2014, "1179": 2020, "1178": 2020}


@lru_cache(maxsize=1)
def fields() -> dict[str, Field]:
    """Return the job fields by their three-digit code."""
    return {
        r["code"]: Field(
            r["code"], r["name"], r["big"], r["big_name"], int(r["men"]), r["ministry"]
        )
        for r in fact_rows("job_fields")
    }


@lru_cache(maxsize=1)
def prof_series() -> dict[str, dict[str, str]]:
    """Return the series of 국가전문자격 by code."""
    return {r["code"]: r for r in fact_rows("prof_series")}


@lru_cache(maxsize=8)
def qualifications(seed: int) -> tuple[Qualification, ...]:
    """Return every qualification in the order the platform lists them: T by code, then S."""
    found = [_real(row) for row in fact_rows("qualifications")]
    found += _made(seed, {q.code for q in found})
    return tuple(sorted(found, key=lambda q: (q.kind == "S", q.code)))


@lru_cache(maxsize=8)
def technical(seed: int) -> tuple[Qualification, ...]:
    """Return the 국가기술자격."""
    return tuple(q for q in qualifications(seed) if q.kind == "T")


@lru_cache(maxsize=8)
def examined(seed: int) -> tuple[Qualification, ...]:
    """Return the 국가기술자격 that have held exams."""
    return tuple(q for q in technical(seed) if q.since < NEWEST)


@lru_cache(maxsize=8)
def by_code(seed: int) -> dict[str, Qualification]:
    """Return every qualification by its code."""
    return {q.code: q for q in qualifications(seed)}


def _real(row: dict[str, str]) -> Qualification:
    technical_ = row["kind"] == "T"
    series = SERIES if technical_ else {k: v["name"] for k, v in prof_series().items()}
    known = prof_series().get(row["series"])
    ministry = known["ministry"] if known and not technical_ else ""
    return Qualification(
        code=row["code"],
        name=row["name"],
        kind=row["kind"],
        series=row["series"],
        series_name=series[row["series"]],
        grade=row["grade"],
        field=row["field"],
        written=int(row["written"]),
        practical=int(row["practical"]),
        pass_written=int(row["pass_written"]),
        pass_practical=int(row["pass_practical"]),
        rolling=row["rolling"] == "Y",
        since=_NEW.get(row["code"], 1974),
        body=HRDK,
        ministry=ministry or fields()[row["field"]].ministry,
        made=False,
    )


def _made(seed: int, used: set[str]) -> Iterator[Qualification]:
    for topic, field, grades in _TOPICS:
        draw = Draw(seed, "qualification", topic)
        if draw.chance(120):
            continue
        wanted = [g for g in grades.split() if draw.chance(690)] or [grades.split()[-1]]
        since = draw.weighted(((draw.between(1988, 2011), 55), (draw.between(2012, 2025), 45)))
        body = BODIES[1 + draw.below(len(BODIES) - 1)] if draw.chance(260) else HRDK
        for grade in wanted:
            low, high, written, practical, series = _USUAL[grade]
            size = draw.skewed(low, high, 2)
            yield Qualification(
                code=_free(draw, grade, used),
                name=topic + GRADES[grade],
                kind="T",
                series=series,
                series_name=SERIES[series],
                grade=grade,
                field=field,
                written=size,
                practical=max(6, size * written * draw.between(100, 190) // 10_000),
                pass_written=max(4, written + draw.between(-14, 14)),
                pass_practical=max(8, practical + draw.between(-16, 18)),
                rolling=False,
                since=since,
                body=body,
                ministry=fields()[field].ministry,
                made=True,
            )


def _free(draw: Draw, grade: str, used: set[str]) -> str:
    low, high = _RANGES.get(grade, (6010, 7990))
    while True:
        code = f"{draw.between(low, high):04d}"
        if code not in used:
            used.add(code)
            return code


def english(q: Qualification) -> str:
    """Return a qualification's English name: the grade's, and its topic in Latin letters."""
    grade = {
        "10": "Professional Engineer", "20": "Master Craftsman", "30": "Engineer",
        "31": "Industrial Engineer", "40": "Craftsman", "41": "Assistant Craftsman",
    }.get(q.grade, "Certified")  # fmt: skip
    return f"{grade} {latin(topic(q))}"


def topic(q: Qualification) -> str:
    """Return a qualification's name without its grade."""
    bare = q.name.partition("(")[0]
    for tail in ("산업기사", "기능사보", "기능사", "기능장", "기술사", "기사", "1급", "2급"):
        if bare.endswith(tail) and len(bare) > len(tail):
            return bare[: -len(tail)].strip()
    return bare


_HEADS = ("g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k",
          "t", "p", "h")  # fmt: skip
_VOWELS = ("a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u",
           "wo", "we", "wi", "yu", "eu", "ui", "i")  # fmt: skip
_TAILS = ("", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m",
          "p", "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t")  # fmt: skip


def latin(text: str) -> str:
    """Write Hangul syllable by syllable in Latin letters (no assimilation)."""
    out = []
    for char in text:
        index = ord(char) - 0xAC00
        if 0 <= index < 11_172:
            out.append(_HEADS[index // 588] + _VOWELS[index % 588 // 28] + _TAILS[index % 28])
        else:
            out.append(char)
    return "".join(out).capitalize()


def _rows(world: World) -> Iterator[Row]:
    for q in qualifications(world.seed):
        field = fields().get(q.field)
        yield (
            *(q.code, q.name, q.kind, KINDS[q.kind], q.series, q.series_name),
            *(q.grade or None, q.grade_name or None),
            *((field.code, field.name) if field else (None, None)),
            *((field.big, field.big_name) if field else (None, None)),
            *(q.ministry, *q.body, english(q), "Y" if q.rolling else "N", str(q.since)),
        )


QUALIFICATIONS = Table(
    "qualifications",
    columns(
        "jmcd jmnm kind kind_name series series_name grade grade_name field field_name big "
        "big_name ministry insti insti_name english rolling since",
        facts=("jmcd", "jmnm", "kind", "series", "grade", "field", "big"),
        nulls="grade grade_name field field_name big big_name",
    ),
    _rows,
    key=("jmcd",),
    index=(("grade",), ("series",)),
)
