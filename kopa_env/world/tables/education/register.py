"""The register of schools as 나이스 keeps it: the running schools of ``schools``, without 유치원.

Same names, codes, founders and addresses as everywhere; telephones, home pages and the days of
founding are made here. A few facts are told in two ways, as by the platform: "no kind" of a school
that is no high school is two blanks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from kopa_env.world.condition import Condition
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.schools import School, province_schools
from kopa_env.world.tables.towns import AREA_CODES
from kopa_env.world.world import World

KINDS = {
    "elementary": "초등학교",
    "middle": "중학교",
    "high": "고등학교",
    "special": "특수학교",
    "other": "각종학교(고)",
}
_HIGH = {
    "일반고등학교": "일반고",
    "일반계고등학교": "일반고",
    "특성화고등학교": "특성화고",
    "특수목적고등학교": "특목고",
    "자율고등학교": "자율고",
}
_FIELDS = ("외국어", "과학", "예술", "체육", "국제")
_ENGLISH = {
    "elementary": "Elementary School",
    "middle": "Middle School",
    "high": "High School",
    "special": "School",
    "other": "Alternative School",
}
_INITIALS = "g,kk,n,d,tt,r,m,b,pp,s,ss,,j,jj,ch,k,t,p,h"
_MEDIALS = "a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,wo,we,wi,yu,eu,ui,i"
_FINALS = ",k,k,k,n,n,n,t,l,k,m,p,l,l,p,l,m,p,p,t,t,ng,t,t,k,t,p,t"


@lru_cache(maxsize=1)
def offices() -> dict[str, tuple[str, str]]:
    """Return (code, name) of each province's office of education by the province's short name."""
    return {r["short"]: (r["code"], r["name"]) for r in fact_rows("education_offices")}


def latin(text: str) -> str:
    """Write Korean syllables in Latin letters, one by one (Revised Romanization)."""
    initials, medials, finals = (t.split(",") for t in (_INITIALS, _MEDIALS, _FINALS))
    found = []
    for char in text:
        place = ord(char) - 0xAC00
        if 0 <= place < 11_172:
            first, rest = divmod(place, 588)
            found.append(initials[first] + medials[rest // 28] + finals[rest % 28])
    return "".join(found)


def english(school: School) -> str:
    """Return a school's English name."""
    name = school.name
    for tail in ("초등학교", "여자중학교", "중학교", "여자고등학교", "고등학교", "학교"):
        if tail in name:
            head, _, rest = name.partition(tail)
            girls = " Girls'" if tail.startswith("여자") else ""
            branch = (
                f" {latin(rest.strip().removesuffix('분교장')).capitalize()} Branch" if rest else ""
            )
            return f"{latin(head).capitalize()}{girls} {_ENGLISH[school.level]}{branch}"
    return latin(name).capitalize()


@lru_cache(maxsize=40)
def schools_by_id(seed: int, short: str) -> Mapping[str, School]:
    """Return the schools of a province by id."""
    return {s.open_id: s for s in province_schools(seed, short)}


def school_of(world: World, office: Value, code: Value) -> School | None:
    """Return the school of an office's code and its own."""
    where = [Condition("SD_SCHUL_CODE", "eq", code), Condition("ATPT_OFCDC_SC_CODE", "eq", office)]
    found, _ = world.select("school_register", where, limit=1)
    if not found:
        return None
    return schools_by_id(world.seed, str(found[0]["sido_short"]))[str(found[0]["open_id"])]


def telephones(seed: int, school: School) -> tuple[str, str]:
    """Return telephone and fax: numbers nobody has, as no exchange begins with 0."""
    draw = Draw(seed, "telephone", school.open_id)
    area, exchange, number = AREA_CODES[school.province], draw.between(100, 999), draw.below(9990)
    return f"{area}-0{exchange}-{number:04d}", f"{area}-0{exchange}-{number + 9:04d}"


def home_page(school: School) -> str:
    """Return a school's page, on a domain that is nobody's."""
    mark = {"elementary": "es", "middle": "ms", "high": "hs"}.get(school.level, "sc")
    return f"https://{latin(school.name.split()[0])[:14]}-{mark}.example.kr"


def founded(seed: int, school: School) -> tuple[str, str]:
    """Return the day of founding and the anniversary's day (``YYYYMMDD``)."""
    draw = Draw(seed, "founded", school.open_id)
    year = school.opened or draw.weighted(
        (
            (draw.between(1910, 1945), 14),
            (draw.between(1946, 1979), 40),
            (draw.between(1980, 2015), 46),
        )
    )
    day = (
        f"{year}03{draw.between(1, 5):02d}"
        if draw.chance(640)
        else (f"{year}{draw.between(1, 12):02d}{draw.between(1, 28):02d}")
    )
    kept = day if draw.chance(400) else f"{year}{draw.between(4, 11):02d}{draw.between(1, 28):02d}"
    return day, max(day, kept)


def _of_high(school: School) -> tuple[str | None, str | None, str | None]:
    """Return kind, line and field of a high school."""
    if school.level != "high":
        return "  ", "일반계", None
    field = next((f"{f}계열" for f in _FIELDS if f in school.name), None)
    trade = school.kind == "특성화고등학교"
    special = field if school.kind == "특수목적고등학교" else None
    return _HIGH[school.kind], "전문계" if trade else "일반계", special


def _row(world: World, school: School, r: Mapping[str, Value]) -> Row:
    office, office_name = offices()[school.province]
    draw = Draw(world.seed, "register", school.open_id)
    telephone, fax = telephones(world.seed, school)
    since, anniversary = founded(world.seed, school)
    kind, line, field = _of_high(school)
    town = str(r["lot_address"]).split()
    where = next((w for w in reversed(town) if w[-1] in "동면읍가"), "")
    early = school.level in ("elementary", "middle") or school.kind in (
        *("특성화고등학교", "특수목적고등학교"),
    )
    return (
        *(office, office_name, r["neis_code"], school.name, english(school), KINDS[school.level]),
        *(r["sido"], r["office"], school.founder, f"{r['zip']} ", r["road_address"]),
        *(f"({where}/ {school.name})" if draw.chance(500) else f"({where})", telephone),
        *(home_page(school) if draw.chance(965) else None,),
        *("여" if "여자" in school.name else "남여공학", fax if draw.chance(970) else None),
        *(kind, "N", line, field, "전기" if early else "후기", "주간", since, anniversary),
        *(f"2025{draw.between(3, 11):02d}{draw.between(1, 28):02d}", school.province),
        school.open_id,
    )


def _rows(world: World) -> Iterator[Row]:
    for r in world.select("schools", [Condition("running", "eq", "Y")])[0]:
        if r["level"] != "kindergarten":
            school = schools_by_id(world.seed, str(r["sido_short"]))[str(r["open_id"])]
            yield _row(world, school, r)


OFFICE = (
    Column("ATPT_OFCDC_SC_CODE", domain="edu_office_code", gen="fact"),
    Column("ATPT_OFCDC_SC_NM", domain="edu_office", gen="fact"),
    Column("SD_SCHUL_CODE", domain="neis_school_code", gen="ref"),
    Column("SCHUL_NM", domain="school_name", gen="ref"),
)
"""How every row about a school begins."""

REGISTER = Table(
    "school_register",
    (
        *OFFICE,
        Column("ENG_SCHUL_NM"),
        Column("SCHUL_KND_SC_NM", gen="ref"),
        Column("LCTN_SC_NM", domain="sido_name", gen="ref"),
        Column("JU_ORG_NM", domain="edu_office", gen="ref"),
        Column("FOND_SC_NM", gen="ref"),
        Column("ORG_RDNZC"),
        Column("ORG_RDNMA", gen="ref"),
        *(Column(n) for n in ("ORG_RDNDA", "ORG_TELNO", "HMPG_ADRES", "COEDU_SC_NM", "ORG_FAXNO")),
        *(Column(n) for n in ("HS_SC_NM", "INDST_SPECL_CCCCL_EXST_YN", "HS_GNRL_BUSNS_SC_NM")),
        *(Column(n) for n in ("SPCLY_PURPS_HS_ORD_NM", "ENE_BFE_SEHF_SC_NM", "DGHT_SC_NM")),
        *(Column(n, domain="date") for n in ("FOND_YMD", "FOAS_MEMRD", "LOAD_DTM")),
        Column("sido_short", domain="sido_short", gen="ref"),
        Column("open_id", domain="opn_id", gen="ref"),
    ),
    _rows,
    key=("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE"),
    index=(("SD_SCHUL_CODE",), ("SCHUL_KND_SC_NM",), ("LCTN_SC_NM",)),
)


def head(world: World, school: School, code: Value) -> Row:
    """Return how a row about a school begins."""
    office, name = offices()[school.province]
    return (office, name, code, school.name)
