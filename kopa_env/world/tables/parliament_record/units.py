"""What meetings and their minutes are called: committees, codes, ways to write a session."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.members import committee_codes, old_committees
from kopa_env.world.world import Condition, World

PLENARY, BUDGET, WHOLE = "국회본회의", "예산결산특별위원회", "전원위원회"
SUBS = ("법안심사제1소위원회", "법안심사제2소위원회", "예산결산심사소위원회", "청원심사소위원회")
SPECIAL21 = (
    ("윤리특별위원회", "CA"),
    ("정치개혁특별위원회", "CB"),
    ("연금개혁특별위원회", "CC"),
    ("기후위기특별위원회", "CD"),
    ("인구위기특별위원회", "CE"),
    ("첨단전략산업특별위원회", "CF"),
)
INQUIRIES21 = (
    ("누리항 여객선 침수사고 진상규명을 위한 국정조사특별위원회", "DA"),
    ("공공기록물 유실 의혹 진상규명을 위한 국정조사특별위원회", "DB"),
)
"""Special committees of the fictional 21st term; what the inquiries look into never happened."""

CLASSES = {
    "국회본회의": 1,
    "상임위원회": 2,
    "특별위원회": 3,
    "예산결산특별위원회": 4,
    "국정감사": 5,
    "국정조사": 6,
    "전원위원회": 7,
}


@lru_cache(maxsize=1)
def unit_facts() -> dict[str, dict[str, str]]:
    """Return what is known of committees beyond their codes, by name."""
    return {r["name"]: r for r in fact_rows("minutes_committees")}


@lru_cache(maxsize=1)
def minute_codes() -> dict[str, str]:
    """Return the two-letter codes that minutes use, by committee."""
    codes = {name: r["code"] for name, r in unit_facts().items()}
    return {**codes, WHOLE: "ZB", **dict(SPECIAL21), **dict(INQUIRIES21)}


def sub_code(name: str | None) -> str:
    """Return the one-letter code of a subcommittee; the committee itself has ``0``."""
    return "ABCD"[SUBS.index(name)] if name in SUBS else "0"


def english_of(committee: str) -> str:
    """Return a committee's English name."""
    return unit_facts()[committee]["english"]


def _class_of(name: str, kind: str) -> str:
    if name in (PLENARY, BUDGET, WHOLE):
        return name
    return kind if kind in CLASSES else "상임위원회"


def _listed(term: int) -> Iterator[tuple[str, str]]:
    """Yield (committee, class) of a term, in the order of classes."""
    yield PLENARY, PLENARY
    if term == 21:
        yield from ((r["name"], "상임위원회") for r in old_committees())
        yield BUDGET, BUDGET
        yield from ((name, "특별위원회") for name, _ in SPECIAL21)
        yield from ((r["name"], "국정감사") for r in old_committees())
        yield from ((name, "국정조사") for name, _ in INQUIRIES21)
        yield WHOLE, WHOLE
        return
    for r in fact_rows("committees"):
        if r["sitting"] == "Y" and r["name"] in unit_facts():
            yield r["name"], _class_of(r["name"], r["kind"])


def _codes(world: World) -> Iterator[Row]:
    for term in (22, 21):
        for name, kind in _listed(term):
            head = (term, CLASSES[kind], kind, name, minute_codes()[name])
            yield (*head, "0", None)
            if kind == "상임위원회":
                yield from ((*head, sub_code(sub), sub) for sub in SUBS)


CODES = Table(
    "minutes_committee_codes",
    (
        Column("th", "int", domain="assembly_age", gen="fact"),
        Column("class_id", "int"),
        Column("class_nm"),
        Column("cmit_nm", domain="committee_name", gen="fact"),
        Column("cmit_cd", domain="minutes_committee"),
        Column("sub_cmit_cd"),
        Column("sub_cmit_nm"),
    ),
    _codes,
    key=("th", "class_id", "cmit_cd", "sub_cmit_cd"),
)


def dept_code(committee: str) -> str | None:
    """Return the seven-digit code of a committee, if it has one."""
    return committee_codes().get("본회의" if committee == PLENARY else committee)


def short_session(session: str) -> str:
    """Return ``제400회`` of ``제400회국회(임시회)``."""
    return session.partition("국회")[0]


def full_name(session: str, sitting: int, committee: str, sub: str | None = None) -> str:
    """Return a meeting's name as its video is called."""
    unit = "국회본회의" if committee == PLENARY else committee
    name = f"{session.replace('국회', ' 국회')} 제{sitting}차 {unit}"
    return f"{name} {sub}" if sub else name


def whole_meetings(world: World, committee: str) -> list[str]:
    """Return the days on which a standing committee met as a whole, oldest first."""
    where = [Condition("committee", "eq", committee), Condition("kind", "eq", "전체회의")]
    return [str(r["day"]) for r in reversed(world.select("committee_meetings", where)[0])]
