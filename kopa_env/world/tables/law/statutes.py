"""``law_statutes``: every step of every version of every statute, real ones as facts alone.

As many are in force as the platform lists. Fictional statutes have ids and serial numbers from
ranges that the platform has not reached, and numbers of promulgation above any real one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.law import english
from kopa_env.world.law.calendar import TODAY
from kopa_env.world.law.families import TIERS, Family, alone, count, example, family, without_bills
from kopa_env.world.law.index import gana
from kopa_env.world.law.ministries import in_charge
from kopa_env.world.law.statutes import Version, slices
from kopa_env.world.law.wording import dotted
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import World

IN_FORCE = 5603
"""Statutes in force, as a recorded list counts them."""

_PRIME = 6841
_FIRST_ID, _FIRST_MST = 20001, 700001
_KIND_CODES = {"법률": "A0002", "대통령령": "A0007"}
_FIRST_NUMBER = {"법률": 40001, "대통령령": 60001}
OC = "OC=~"


@dataclass(frozen=True, slots=True)
class Step:
    """One row of a fictional statute before it has its numbers."""

    owner: Family
    tier: str
    version: Version
    effective: str
    state: str

    @property
    def kind(self) -> str:
        """The kind of statute, such as 법률."""
        if self.tier == "법":
            return "법률"
        return "대통령령" if self.tier == "령" else self.owner.ministry.decree


def law_id(seed: int, number: int, tier: str) -> str:
    """Return the id of a statute, which no amendment changes."""
    place = (number - example()) % count() * 3 + list(TIERS).index(tier)
    if number >= without_bills().start:
        own = (number - without_bills().start) * 3 + list(TIERS).index(tier)
        place = count() * 3 + len(alone()) + own
    elif number >= count():
        place = count() * 3 + number - count()
    step = 1 + Draw(seed, "law_id").below(_PRIME - 1)
    return f"{_FIRST_ID + place * step % _PRIME:06d}"


def link(target: str, mst: Value, effective: Value = "") -> str:
    """Return the platform's link to a statute; the caller's key is masked."""
    path = f"/DRF/lawService.do?{OC}&target={target}&MST={mst}&type=HTML&mobileYn="
    return f"{path}&efYd={effective}" if effective else path


def _steps(seed: int) -> list[Step]:
    found: list[Step] = []
    wanted = IN_FORCE - sum(state == "현행" for *_, state in _real())
    for number in (*range(count()), *without_bills(), *alone()):
        if number in alone() and wanted <= 0:
            break
        owner = family(seed, number)
        for tier, code in owner.codes.items():
            steps = [Step(owner, tier, *step) for step in slices(code.versions)]
            wanted -= any(step.state == "현행" for step in steps)
            found += steps
    return found


@lru_cache(maxsize=1)
def _real() -> tuple[tuple[dict[str, str], str, str], ...]:
    """Return the rows of real statutes, each with its day in force and its state."""
    rows = [(r, day) for r in fact_rows("statutes") for day in r["effective"].split()]
    current: dict[str, str] = {}
    for row, day in rows:
        if day <= TODAY and row["law_id"] not in ("001556", "001565", "007507", "003956"):
            current[row["law_id"]] = max(day, current.get(row["law_id"], ""))
    made = []
    for row, day in rows:
        state = "시행예정" if day > TODAY else "연혁"
        if day == current.get(row["law_id"]) and not row["change"].endswith("폐지"):
            state = "현행"
        made.append((row, day, state))
    return tuple(made)


def _rows(world: World) -> Iterator[Row]:
    steps = _steps(world.seed)
    serials, numbers = _numbered(steps)
    rows = [_fictional(world.seed, step, serials, numbers) for step in steps]
    rows += [_known(*entry) for entry in _real()]
    rows.sort(key=lambda row: (str(row[5]), str(row[14]), str(row[3])))
    yield from rows


def _numbered(steps: list[Step]) -> tuple[dict[tuple[int, str, int], int], ...]:
    """Return serial numbers and numbers of promulgation, both in the order of promulgation."""
    serials: dict[tuple[int, str, int], int] = {}
    numbers: dict[tuple[int, str, int], int] = {}
    last: dict[str, int] = {}
    for step in sorted(steps, key=lambda s: (s.version.day, s.owner.number, s.tier)):
        key = (step.owner.number, step.tier, step.version.index)
        if key in serials:
            continue
        serials[key] = _FIRST_MST + 2 * len(serials)
        first = _FIRST_NUMBER.get(step.kind, 50001 if step.kind.endswith("령") else 30001)
        numbers[key] = last[step.kind] = last.get(step.kind, first - 1) + 1
    return serials, numbers


def _fictional(
    seed: int,
    step: Step,
    serials: dict[tuple[int, str, int], int],
    numbers: dict[tuple[int, str, int], int],
) -> Row:
    owner, version = step.owner, step.version
    key = (owner.number, step.tier, version.index)
    mst, name = str(serials[key]), owner.codes[step.tier].name
    if owner.former and version.index < len(owner.codes[step.tier].versions) // 2:
        name = owner.former + TIERS[step.tier]
    short = owner.short + TIERS[step.tier] if owner.short else None
    draw = Draw(seed, "listed", owner.number)
    ministry_code, ministry_name = _in_charge(seed, owner)
    translated = step.state == "현행" and step.tier != "칙" and draw.chance(480)
    return (
        *(owner.number, step.tier, version.index, mst, law_id(seed, owner.number, step.tier)),
        *(name, short, step.state, step.kind, _KIND_CODES.get(step.kind)),
        *(version.day, numbers[key], version.kind, ministry_code or None, step.effective),
        *(ministry_name, gana(name), f"{owner.ministry.chapter:02d}"),
        f"{owner.ministry.chapter:02d}{draw.between(1, 9):02d}0000",
        *(english.title(name), int(translated), f"{2012 + draw.below(13)}0{draw.between(1, 9)}15"),
        *(int(step.effective == version.effective[0]), int(step.state == "현행")),
        *(version.day, owner.topic, link("law", mst, step.effective)),
        link("eflaw", mst, step.effective),
        f"L{owner.ministry.chapter:013d}",
        *(
            int(version.index > 0 and version.day >= "2011" and "개정" in version.kind),
            int(bool(short)),
        ),
        *(_standing(step), f"제 {numbers[key]}호", dotted(version.day), dotted(step.effective)),
        _words(step, name),
    )


def _in_charge(seed: int, owner: Family) -> tuple[str, str]:
    """Return code and name of who is in charge: of two ministries, each in its own order."""
    both = in_charge(seed, owner.number, owner.ministry)
    return ",".join(sorted(m.code for m in both)), ",".join(sorted(m.name for m in both))


def _standing(step: Step) -> str:
    """Return what a version is as a whole: 현행 where any step of it is."""
    made = step.owner.codes[step.tier]
    states = {state for version, _, state in slices(made.versions) if version == step.version}
    return next(state for state in ("현행", "시행예정", "연혁") if state in states)


def _words(step: Step, name: str) -> str:
    """Return what a search in the text looks through: an act in force has its headings there."""
    if step.tier != "법" or step.state != "현행":
        return name
    units = step.owner.codes["법"].units
    return " ".join([name, *(step.owner.heading("법", unit) for unit in units)])


def _known(row: dict[str, str], day: str, state: str) -> Row:
    mst = row["mst"]
    return (
        *(-1, "", 0, mst, row["law_id"], row["name"], row["short"] or None, state, row["kind"]),
        *(_KIND_CODES.get(row["kind"]), row["promulgated"], int(row["number"]), row["change"]),
        *(row["ministry_code"] or None, day, row["ministry"] or None, gana(row["name"])),
        *(None, None, None, 0, None, 1, int(state == "현행"), row["promulgated"], None),
        *(link("law", mst, day), link("eflaw", mst, day), None, 0, int(bool(row["short"])), state),
        *(f"제 {row['number']}호", dotted(row["promulgated"]), dotted(day), row["name"]),
    )


STATUTES = Table(
    "law_statutes",
    (
        Column("statute", "int"),
        Column("tier"),
        Column("version", "int"),
        Column("mst", domain="law_mst"),
        Column("law_id", domain="law_id"),
        Column("name", domain="law_name"),
        Column("short", domain="law_short_name", null_rate=0.7),
        Column("state"),
        Column("kind", domain="law_kind"),
        Column("kind_code"),
        Column("promulgated", domain="date"),
        Column("number", "int", domain="law_number"),
        Column("change", domain="law_change"),
        Column("ministry_code", domain="ministry_code", gen="fact", null_rate=0.07),
        Column("effective", domain="date"),
        Column("ministry", domain="ministry_name", gen="fact"),
        Column("gana"),
        Column("chapter", domain="law_chapter"),
        Column("section"),
        Column("english", domain="law_english_name"),
        Column("translated", "int"),
        Column("short_day", domain="date"),
        Column("first_step", "int"),
        Column("current", "int"),
        Column("registered", domain="date"),
        Column("topic"),
        Column("link"),
        Column("ef_link"),
        Column("class_code", domain="law_class_code"),
        Column("compared", "int"),
        Column("abbreviated", "int"),
        Column("standing"),
        Column("number_text"),
        Column("promulgated_text"),
        Column("effective_text"),
        Column("words"),
    ),
    _rows,
    key=("mst", "effective"),
    index=(("law_id",), ("name", "effective"), ("registered",), ("current", "name"), ("statute",)),
)
