"""Terms of the Assembly, who presided over them, and how elections went.

Past terms are public record; the 21st is the fictional one of this world throughout, except for
the days and the number of seats, which it has in common with the real one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.members import PARTIES, Member, fictional_members
from kopa_env.world.world import World

_NOTE = "보궐선거 포함"


def dotted(day: str) -> str:
    """Return ``2024.5.29.`` of ``2024-05-29``."""
    year, month, number = day.split("-")
    return f"{year}.{int(month)}.{int(number)}."


def _terms(world: World) -> Iterator[Row]:
    for r in fact_rows("assembly_terms"):
        yield (
            *(r["term"], r["division"], dotted(r["elected"]), r["seats"]),
            *(dotted(r["first_day"]), dotted(r["last_day"]), r["span"], r["note"] or None),
        )


TERMS = Table(
    "assembly_terms",
    (
        Column("eraco", domain="assembly_term", gen="fact"),
        *(Column(n, gen="fact") for n in ("gcl_elec_div", "elec_de", "asblm_psnum")),
        *(Column(n, gen="fact") for n in ("term_bg", "term_ed", "prod", "rmk")),
    ),
    _terms,
    key=("eraco", "gcl_elec_div"),
)


@lru_cache(maxsize=2)
def presiding(seed: int) -> tuple[tuple[str, Member, str, str, str], ...]:
    """Return who presided over the fictional 21st term: (role, member, from, to, half).

    The longest-serving members of the two largest parties who sat it out.
    """
    stayed = [m for m in fictional_members(seed) if not m.left and m.joined == "2020-05-30"]
    ranked = sorted(stayed, key=lambda m: (-m.wins, m.code))
    first = [m for m in ranked if m.party == PARTIES[0][0]]
    second = [m for m in ranked if m.party == PARTIES[1][0]]
    halves = (("2020-06-05", "2022-05-29", "전반기"), ("2022-07-04", "2024-05-29", "후반기"))
    return tuple(
        (role, member, *half)
        for n, half in enumerate(halves)
        for role, member in (
            *(("의장", first[2 * n]), ("부의장", first[2 * n + 1])),
            ("부의장", second[n]),
        )
    )


def _speakers(world: World) -> Iterator[Row]:
    rows = [
        (r["role"], r["name"], r["first_day"], r["last_day"], r["half"], r["term"])
        for r in fact_rows("assembly_speakers")
    ]
    rows += [(r, m.name, a, b, h, "제21대") for r, m, a, b, h in presiding(world.seed)]
    rows.sort(key=lambda r: (-int(r[5].strip("제대")), r[0] != "의장", r[2]))
    for role, name, first, last, half, term in rows:
        yield (role, name, f"{dotted(first)}~{dotted(last) if last else ''}", half or None, term)


SPEAKERS = Table(
    "assembly_speakers",
    (
        Column("div", gen="fact"),
        Column("chm_pn", domain="person_name", gen="fact"),
        *(Column(n, gen="fact") for n in ("chm_aptm_ys", "chm_rmk")),
        Column("unit_nm", domain="assembly_term", gen="fact"),
    ),
    _speakers,
    persons="office_holder",
)

# ---- people of the two terms that the world knows ---------------------------------------------


def _people(seed: int, term: str) -> list[dict[str, str]]:
    """Return everyone who held a seat in a term."""
    if term == "제22대":
        return [
            {
                "name": r["name"],
                "party": r["elected_party"],
                "district": r["district"],
                "sex": r["sex"],
                "wins": r["wins"],
            }
            for r in fact_rows("members")
        ]
    return [
        {
            "name": m.name,
            "party": m.party,
            "district": m.district,
            "sex": m.sex,
            "wins": str(m.wins),
        }
        for m in fictional_members(seed)
    ]


HELD = ("제22대", "제21대")


def _wins(people: Iterable[dict[str, str]], names: bool) -> Iterator[str]:
    found = list(people)
    for times in range(1, 10):
        group = [p["name"] for p in found if p["wins"] == str(times)]
        named = f"({','.join(sorted(group))})" if names and 0 < len(group) <= 4 else ""
        yield f"{len(group)}{named}" if group else "-"


def _reelection(world: World) -> Iterator[Row]:
    for term in HELD:
        people = _people(world.seed, term)
        yield (term, "인원", *_wins(people, names=True), str(len(people)))
        shares = []
        for times in range(1, 10):
            count = sum(p["wins"] == str(times) for p in people)
            shares.append(f"{count * 100 / len(people):.1f}" if count else "-")
        yield (term, "비율(%)", *shares, "100")


_TIMES = (
    *("newelct", "twoterm", "thrterm", "fourterm", "fivterm", "sixterm"),
    *("sevterm", "eigterm", "ninterm"),
)
REELECTION = Table(
    "assembly_reelection",
    (
        Column("eraco", domain="assembly_term", gen="fact"),
        Column("div"),
        *(Column(n, gen="fact") for n in (*_TIMES, "yearpect")),
    ),
    _reelection,
    key=("eraco", "div"),
    persons="office_holder",
)

_PLACES = {
    **{"서울": "seoul", "부산": "busan", "대구": "deagu", "인천": "inchun", "광주": "gwangju"},
    **{"대전": "deajun", "울산": "ulsan", "세종": "sejong", "경기": "gyunggi", "강원": "gangwon"},
    **{"충북": "chungbuk", "충남": "chungnam", "전북": "junbuk", "전남": "junnam"},
    **{"경북": "kyungbuk", "경남": "kyungnam", "제주": "jeju"},
}
"""Short names of provinces and what the platform calls their columns."""

_LONG = {
    "충청북": "충북",
    "충청남": "충남",
    "전라북": "전북",
    "전라남": "전남",
    "경상북": "경북",
    "경상남": "경남",
}


def place_of(district: str) -> str:
    """Return the short name of a constituency's province, or nothing for the lists."""
    for long, short in _LONG.items():
        if district.startswith(long):
            return short
    return next((p for p in _PLACES if district.startswith(p)), "")


def _regions(world: World) -> Iterator[Row]:
    for term in HELD:
        people = _people(world.seed, term)
        parties: dict[str, list[str]] = {}
        for p in people:
            parties.setdefault(p["party"], []).append(place_of(p["district"]))
        for party in sorted(parties, key=lambda p: (p == "무소속", -len(parties[p]), p)):
            seats = parties[party]
            counts = [str(seats.count(place)) for place in _PLACES]
            lists = sum(not seat for seat in seats)
            yield (term, party, *counts, "0", str(lists), str(len(seats)), _NOTE)


REGIONS = Table(
    "assembly_party_regions",
    (
        Column("eraco", domain="assembly_term", gen="fact"),
        Column("plpt_nm", domain="party", gen="fact"),
        *(Column(n, gen="fact") for n in (*_PLACES.values(), "tncfuct", "prpr", "sum", "rmk")),
    ),
    _regions,
    key=("eraco", "plpt_nm"),
)


def _women(world: World) -> Iterator[Row]:
    for term in HELD:
        women = [p for p in _people(world.seed, term) if p["sex"] == "여"]
        local = sorted(p["name"] for p in women if place_of(p["district"]))
        listed = sorted(p["name"] for p in women if not place_of(p["district"]))
        yield (
            *(term, str(len(local)), ", ".join(local), str(len(listed)), ", ".join(listed)),
            *(str(len(women)), _NOTE),
        )
    for r in fact_rows("assembly_women"):
        total = str(int(r["local"]) + int(r["list"]))
        yield (r["term"], r["local"], None, r["list"], None, total, None)


WOMEN = Table(
    "assembly_women",
    (
        Column("eraco", domain="assembly_term", gen="fact"),
        *(Column(n, gen="fact") for n in ("lcst_fmlawmkct", "lcst_fmlawmknm")),
        *(Column(n, gen="fact") for n in ("nation_fmlawmkct", "nation_fmlawmknm")),
        *(Column(n, gen="fact") for n in ("sum", "rmk")),
    ),
    _women,
    key=("eraco",),
    persons="office_holder",
)


def _results(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for r in fact_rows("assembly_party_results"):
        listed = int(r["list_seats"]) if r["list_seats"] else None
        rows.append((r["term"], r["party"], r["share"] or None, int(r["seats"]), listed))
    people = [m for m in fictional_members(world.seed) if m.joined == "2020-05-30"]
    made: list[Row] = []
    for party, seats in PARTIES:
        listed = sum(m.party == party and m.seat == "비례대표" for m in people)
        made.append(("제21대", party, None, seats, listed or None))
    place = next(n for n, row in enumerate(rows) if row[0] != "제22대")
    yield from (*rows[:place], *made, *rows[place:])


RESULTS = Table(
    "assembly_party_results",
    (
        Column("ord_no", domain="assembly_term", gen="fact"),
        Column("plpt_nm", domain="party", gen="fact"),
        Column("nfvp_rt", gen="fact"),
        *(Column(n, "int", gen="fact") for n in ("plmst_psncnt", "prprr_psncnt")),
    ),
    _results,
    key=("ord_no", "plpt_nm"),
)


def _bill_stats(world: World) -> Iterator[Row]:
    results: dict[str, int] = {}
    total = 0
    for bill in world.rows("bills"):
        if bill["age"] == "21":
            total += 1
            results[str(bill["result"])] = results.get(str(bill["result"]), 0) + 1
    passed = results.get("원안가결", 0) + results.get("수정가결", 0)
    yield (
        *("21대 국회", total, passed, results.get("부결", 0), results.get("대안반영폐기", 0)),
        *(results.get("철회", 0), None, None, results.get("임기만료폐기", 0)),
    )
    yield ("20대 국회", 24_996, 3_794, 6, 5_755, 225, None, None, 15_216)


BILL_STATS = Table(
    "assembly_bill_history",
    (
        Column("eraco", gen="fact"),
        *(Column(n, "int", gen="fact") for n in ("sbm", "deal_cn_pssg", "deal_cn_rjctn")),
        *(Column(n, "int", gen="fact") for n in ("deal_cn_dsu", "deal_cn_wthd")),
        *(Column(n, "int", null_rate=1.0) for n in ("deal_cn_gvb", "deal_cn_rsvt")),
        Column("term_expr_dsu", "int", gen="fact"),
    ),
    _bill_stats,
    key=("eraco",),
)
"""The 21st term's bills are counted here; the 20th's stand in a recorded reply."""
