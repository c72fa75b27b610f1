"""Papers filed with minutes: answers in writing, statements, slides, reports on what was mended."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.statute_names import topics
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.members import Member, fictional_members
from kopa_env.world.world import Condition, World

_DOWNLOAD = "https://record.assembly.go.kr/assembly/mnts/apdix/apdixDownload.do?fileId="
_FIRST_FILE = 1_074_001
ANSWER, REPORT, SLIDES, STATEMENT = "written", "corrective", "audiovisual", "statement"

_HEADS = (
    "{topic} 사업의 예산 집행 실적",
    "{topic} 지원 대상 선정 기준",
    "{topic} 관련 민원 처리 지연",
    "{topic} 시설의 지역별 격차 해소",
    "{topic} 전담 인력 확충",
    "{topic} 사업 위탁기관 관리·감독",
    "최근 3년간 {topic} 사업 성과 평가",
    "농어촌 지역 {topic} 여건 개선",
    "{topic} 제도의 사각지대 해소 방안",
    "지방자치단체의 {topic} 조례 제정 지원",
)
_ENDS = (
    "에 관한 서면질문({name} 의원)-{n}",
    "에 대한 서면질문({name} 의원)-{n}",
    "을(를) 묻는 서면질문({name} 의원)-{n}",
)
_PAPERS = (
    ("보존부록", "[{committee} 검토보고서]", 30),
    ("보존부록", "[{committee} 심사보고서]", 26),
    ("전자부록", "[업무보고 자료]", 18),
    ("전자부록", "[{name} 의원 요구자료]", 16),
    ("보존부록", "[출석위원 명단]", 10),
)


@lru_cache(maxsize=2)
def by_committee(seed: int) -> dict[str, tuple[Member, ...]]:
    """Return the fictional members by the committee they sit on."""
    held: dict[str, list[Member]] = {}
    for member in fictional_members(seed):
        held.setdefault(member.committee, []).append(member)
    return {name: tuple(people) for name, people in held.items()}


def present(seed: int, committee: Value, day: str) -> list[Member]:
    """Return who could speak at a meeting that day: the committee's members, or all in plenary."""
    people = by_committee(seed).get(str(committee)) or fictional_members(seed)
    return [m for m in people if m.sits_on(day)]


def question(draw: Draw, name: str, committee: str, number: int) -> str:
    """Return what a question in writing is called."""
    head = draw.pick(_HEADS).format(topic=draw.pick(topics(committee)))
    return settle(head + draw.pick(_ENDS)).format(name=name, n=number)


def _papers(world: World, meeting: dict[str, Value], audited: set[str]) -> Iterator[Row]:
    """Yield (what it is, kind of file, description) of each paper."""
    day, committee = str(meeting["conf_dt"]), str(meeting["cmit_nm"])
    draw = Draw(world.seed, "appendices", str(meeting["conf_id"]))
    people = present(world.seed, committee, day)
    plenary = meeting["class_name"] == "국회본회의"
    if plenary and draw.chance(380):
        for number in range(1, draw.between(4, 22)):
            member = draw.pick(people)
            yield ANSWER, "보존부록", question(draw, member.name, member.committee, number)
    if (plenary and draw.chance(250)) or (not plenary and draw.chance(22)):
        for _ in range(draw.between(1, 5)):
            yield SLIDES, "전자부록", f"[{draw.pick(people).name} 의원 시각자료]"
    if plenary or (meeting["class_name"] == "상임위원회" and draw.chance(330)):
        yield STATEMENT, "보존부록", "[제안설명서.취지설명서]"
    if str(meeting["conf_id"]) in audited:
        year = int(day[:4]) - 1
        agencies = [r["name"] for r in fact_rows("ministries") if r["committee"] == committee]
        for number, agency in enumerate(agencies, start=1):
            yield (
                *(REPORT, "보존부록"),
                f"{number}. {year}년도 국정감사결과 시정 및 처리요구사항에 대한 "
                f"처리결과보고서({agency})",
            )
    if not plenary and draw.chance(300):
        kind, form, _ = draw.weighted([(p, p[2]) for p in _PAPERS])
        yield "other", kind, form.format(committee=committee, name=draw.pick(people).name)


def _reported(world: World) -> set[str]:
    """Return the meetings to which agencies reported: each committee's first of a year's March."""
    where = [Condition("class_name", "eq", "상임위원회"), Condition("whole_or_sub", "eq", "main")]
    first: dict[tuple[str, str], str] = {}
    for row in reversed(world.select("parliament_minutes", where)[0]):
        day = str(row["conf_dt"])
        if day >= "2021-02-01" and day[5:7] in ("02", "03", "04"):
            first.setdefault((str(row["cmit_nm"]), day[:4]), str(row["conf_id"]))
    return set(first.values())


def _rows(world: World) -> Iterator[Row]:
    audited, place = _reported(world), _FIRST_FILE
    made: list[Row] = []
    for meeting in reversed(list(world.rows("parliament_minutes"))):
        head = ("conf_id", "confer_num", "eraco", "sess", "dgr", "conf_dt", "conf_knd")
        for kind, form, text in _papers(world, meeting, audited):
            made.append((*(meeting[c] for c in head), kind, form, text, f"{_DOWNLOAD}{place}"))
            place += 7
    yield from reversed(made)


APPENDICES = Table(
    "parliament_minutes_appendices",
    (
        Column("conf_id", domain="conf_id", gen="ref"),
        Column("confer_num", gen="ref"),
        Column("eraco", domain="assembly_term", gen="ref"),
        *(Column(n, gen="ref") for n in ("sess", "dgr")),
        Column("conf_dt", domain="date", gen="ref"),
        Column("conf_knd", gen="ref"),
        Column("kind"),
        *(Column(n) for n in ("file_knd", "file_cn", "down_url")),
    ),
    _rows,
    key=("down_url",),
    index=(("conf_id",), ("kind",)),
    persons="fictional",
)
