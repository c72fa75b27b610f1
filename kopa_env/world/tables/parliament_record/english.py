"""The English site's lists: members, committees, schedule, what was passed, news.

News of the Speaker belongs to the fictional 21st term and names no one; that of the present term
is about the Assembly's offices only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.law.english import romanised
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.calendar import weekday_on
from kopa_env.world.tables.parliament_record.units import PLENARY, english_of, unit_facts
from kopa_env.world.world import Condition, World

_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_LONG = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)
_SITE = "https://korea.assembly.go.kr:447/portalEn/bbs/{}/view.do?menuNo={}&nttId={}"
_PARTIES = {
    "더불어민주당": "Democratic Party of Korea",
    "국민의힘": "People Power Party",
    "조국혁신당": "Rebuilding Korea Party",
    "진보당": "Progressive Party",
    "개혁신당": "Reform Party",
    "기본소득당": "Basic Income Party",
    "사회민주당": "Social Democratic Party",
    "무소속": "Independent",
    "새길당": "New Way Party",
    "나라빛당": "Light of the Nation Party",
    "두레연합": "Dure Alliance",
    "푸른내일당": "Green Tomorrow Party",
}


def day_en(day: str) -> str:
    """Return a day as the English site writes it: ``NOV 24, 2025``."""
    return f"{_MONTHS[int(day[5:7]) - 1]} {day[8:]}, {day[:4]}"


def ordinal(number: int) -> str:
    """Return ``1st``, ``2nd``, ``13th``."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


# ---- members ---------------------------------------------------------------------------------

_WINS = {"초선": 1, "재선": 2}


def _district(seat: Value, district: str) -> str:
    if seat == "비례대표":
        return "Proportional Representation ()"
    province, _, rest = district.partition(" ")
    return f"{_area(rest)} ({romanised(province)})" if rest else _area(district)


_UNITS = {"시": "-si", "군": "-gun", "구": "-gu"}
_UNIT = re.compile(r".[^시군구]*[시군구]")


def _area(name: str) -> str:
    """Return a constituency in Latin letters: ``안성시을`` is ``Anseong-si Eul``."""
    places = _UNIT.findall(name)
    rest = name.removeprefix("".join(places))
    words = [romanised(place[:-1]) + _UNITS[place[-1]] for place in places]
    return " ".join(filter(None, (", ".join(words), romanised(rest) if rest else "")))


def _members(world: World) -> Iterator[Row]:
    for r in world.rows("members"):
        wins = _WINS.get(str(r["wins"])) or int(re.sub(r"\D", "", str(r["wins"])))
        units = [u for u in str(r["committees"] or "").split(", ") if u in unit_facts()]
        made_up = r["record"] == "rule"
        yield (
            *(r["code"], r["english"], "Female" if r["sex"] == "여" else "Male"),
            *(_birth(world.seed, str(r["code"])) if made_up else (None, None)),
            *(_PARTIES.get(str(r["party"])), _district(r["seat"], str(r["district"])), None),
            *(english_of(units[0]) if units else None, "Member" if units else None),
            *(", ".join(map(english_of, units)) if len(units) > 1 else None, ordinal(wins)),
            *(ordinal(wins) if made_up else None, None, None, None),
        )


def _birth(seed: int, code: str) -> Row:
    draw = Draw(seed, "biography", code)
    year, month, day = draw.bell(1948, 1984), draw.between(1, 12), draw.between(1, 28)
    lunar = draw.chance(90)
    return ("YIN" if lunar else "YANG", f"{_MONTHS[month - 1]} {day:02d}, {year}")


EN_MEMBERS = Table(
    "english_members",
    (
        Column("naas_cd", domain="mona_cd", gen="ref"),
        *(Column(n, gen="ref") for n in ("naas_en_nm", "ntr_div")),
        *(Column(n) for n in ("bth_gbn_nm", "birdy_dt")),
        *(Column(n, gen="fact") for n in ("plpt_nm", "elecd_nm")),
        Column("elecd_div_nm", null_rate=1.0),
        *(Column(n, gen="ref") for n in ("cmit_nm", "cmit_dty_nm", "blng_cmit_nm")),
        *(Column(n, gen="ref") for n in ("rlct_div_nm", "gtelt_tms")),
        *(Column(n, null_rate=1.0) for n in ("naas_tel_no", "naas_email_addr", "naas_hp_url")),
    ),
    _members,
    key=("naas_cd",),
    index=(("naas_en_nm",),),
    persons="office_holder",
)


def _committees(world: World) -> Iterator[Row]:
    for r in reversed(world.select("committees")[0]):
        fact = unit_facts().get(str(r["name"]))
        if fact is None:
            continue
        chair = f"{fact['chair']} (Democratic Party of Korea)" if fact["chair"] else None
        kind = "Permanent Special Committees" if fact["chair"] else "Standing Committees"
        yield (
            *(kind, fact["english"], chair, int(fact["seats"]), r["sitting"]),
            f"http://{fact['site']}.na.go.kr",
        )


EN_COMMITTEES = Table(
    "english_committees",
    (
        *(Column(n, gen="fact") for n in ("cmit_div_cd", "cmit_nm", "crmn_nm")),
        *(Column(n, "int", gen="fact") for n in ("cmtm_psnum", "cmtm_cnt")),
        Column("link_url", gen="fact"),
    ),
    _committees,
    key=("cmit_nm",),
    persons="office_holder",
)

# ---- schedule --------------------------------------------------------------------------------


def _session(text: Value) -> str:
    number = re.sub(r"\D", "", str(text).partition("회")[0])
    kind = "regular" if "정기회" in str(text) else "extraordinary"
    return f"{ordinal(int(number))} session ({kind})"


def _clock(text: Value) -> str:
    clock = str(text)
    return f"{clock[:2]}:{clock[2:]}" if clock.isdigit() else clock if ":" in clock else "16:30"


def _schedule(world: World) -> Iterator[Row]:
    rows: list[tuple[str, Row]] = []
    for r in world.rows("plenary_schedule"):
        sitting = int(re.sub(r"\D", "", str(r["sitting"])))
        head = ("Plenary", _session(r["session"]), ordinal(sitting), day_en(str(r["day"])))
        rows.append((str(r["day"]), (*head, _clock(r["time"]), english_of(PLENARY))))
    for r in world.rows("committee_meetings"):
        day, unit = str(r["day"]), english_of(str(r["committee"]))
        nth = ordinal(int(str(r["sitting"])))
        met = ("Committee", _session(r["session"]), nth, day_en(day), _clock(r["time"]), unit)
        rows.append((day, met))
    rows.sort(key=lambda r: r[0], reverse=True)
    yield from (row for _, row in rows)


EN_SCHEDULE = Table(
    "english_schedule",
    (
        *(Column(n) for n in ("conf_sch_div", "sess", "dgr", "sch_dt", "sch_tm")),
        Column("cmit_nm", gen="ref"),
    ),
    _schedule,
    index=(("sch_dt",), ("conf_sch_div",)),
)

# ---- what was passed -------------------------------------------------------------------------

_TERMS = {
    "가온공화국": "the Republic of Gaon", "누리왕국": "the Kingdom of Nuri",
    "다솜연방": "the Dasom Federation", "라온공화국": "the Republic of Raon",
    "마루공화국": "the Republic of Maru", "하람연방": "the Haram Federation",
    "지역활력": "Regional Vitality", "문화나눔": "Culture Sharing",
    "생활체육진흥": "Community Sports", "바다살림": "Marine Stewardship",
    "고용안심": "Employment Security", "복권나눔": "Lottery Sharing",
    "산촌진흥": "Mountain Village", "주거돌봄": "Housing Care",
    "지방의료 확충": "Expansion of Regional Medical Services",
    "통학로 안전": "Safety on the Way to School",
    "섬 주민 이동권 보장": "the Right of Islanders to Mobility",
    "농산물 값 안정": "Stable Prices of Farm Products",
    "접경지역 지원": "Support of Border Areas", "하천 오염 방지": "Prevention of River Pollution",
}  # fmt: skip


def _title_en(bill: dict[str, Value]) -> str | None:
    """Return an English title of a bill whose words are known in English."""
    title = str(bill["title"])
    word = next((english for korean, english in _TERMS.items() if korean in title), None)
    if word is None:
        return None
    year = title[:4]
    return {
        "예산안": f"Amendment to the {word} Fund Management Plan for {year}",
        "결산": f"Settlement of Accounts of the {word} Fund for Fiscal Year {year}",
        "동의안": "Motion for Ratification of the Agreement between the Republic of Korea and "
        f"{word} on the Protection of Investments",
        "결의안": f"Resolution Calling for {word}",
    }.get(str(bill["kind"]))


_PROPOSERS = {"의원": "Member of the National Assembly", "위원장": "Committee Chair"}


def _passed(world: World) -> Iterator[Row]:
    found = world.select("bills", [Condition("stage", "eq", "표결")])[0]
    by_day: dict[str, list[dict[str, Value]]] = {}
    for bill in found:
        if bill["result"] != "부결" and str(bill["decided"]) <= TODAY:
            by_day.setdefault(str(bill["decided"]), []).append(bill)
    number = 4_300_000
    for day in sorted(by_day, reverse=True):
        for bill in by_day[day]:
            title = _title_en(bill) if bill["record"] == "rule" else None
            if title is None:
                continue
            kind = _PROPOSERS.get(str(bill["proposer_kind"]), "Government")
            unit = english_of(str(bill["committee"]))
            number -= 211
            link = _SITE.format("B0000149", 1500100, number)
            yield (title, kind, day_en(str(bill["proposed"])), unit, day_en(day), link)
        number -= 97
        spelled = f"{_LONG[int(day[5:7]) - 1]} {int(day[8:])}, {day[:4]}"
        link = _SITE.format("B0000149", 1500100, number)
        listed = f" List of Items Passed on {spelled}"
        yield (listed, None, day_en(day), None, day_en(day), link)


EN_PASSED = Table(
    "english_passed_bills",
    (
        *(Column(n) for n in ("bill_nm", "ppsr_kind_nm", "ppsl_dt", "cmit_nm")),
        *(Column(n) for n in ("msess_rsln_dt", "link_url")),
    ),
    _passed,
)

# ---- news ------------------------------------------------------------------------------------

_GUESTS = (
    *("a parliamentary delegation", "the ambassador", "the Speaker of the House"),
    *("a group of young legislators", "the chair of the foreign affairs committee"),
)
_COUNTRIES = ("Gaon", "Nuri", "Dasom", "Raon", "Maru", "Haram")
_ACTS = (
    "Speaker meets {guest} of {country}",
    "Speaker discusses closer exchange with {guest} of {country}",
    "Speaker holds telephone talks with {guest} of {country}",
    "Speaker presides over a meeting of committee chairs",
    "Speaker attends the opening of a photo exhibition on {theme}",
    "Speaker visits a {place} to hear about {theme}",
    "Speaker presents awards for research on {theme}",
    "Speaker welcomes pupils taking part in the {place} programme",
    "National Assembly hosts a forum on {theme}",
)
_THEMES = (
    *("parliamentary democracy", "regional revival", "climate action", "an ageing society"),
    *("digital government", "child care", "food security", "traditional culture"),
    *("women in politics", "libraries and reading", "disaster relief", "water resources"),
)
_PLACES = ("fishing port", "public library", "community hospital", "primary school", "farm village")
_SPEECHES = (
    "Opening remarks by the Speaker at the forum on {theme}",
    "Congratulatory remarks by the Speaker at the seminar on {theme}",
    "Keynote speech by the Speaker at the conference on {theme}",
    "Welcoming remarks by the Speaker to {guest} of {country}",
)
_OFFICES = (
    "National Assembly Library opens an exhibition on {theme}",
    "National Assembly Research Service publishes a report on {theme}",
    "National Assembly Budget Office holds a workshop on {theme}",
    "National Assembly Secretariat recruits guides for its {place} programme",
    "National Assembly Museum reopens its hall on {theme}",
    "National Assembly lawn welcomes families for a concert on {theme}",
)
_BOARDS = {
    # board: (forms, code, menu, how many, first day, last day)
    "speech": (_SPEECHES, "B0000114", 1500035, 11, date(2022, 7, 20), date(2024, 5, 20)),
    "activity": (_ACTS, "B0000115", 1500034, 90, date(2022, 7, 6), date(2024, 5, 27)),
    "office": (_OFFICES, "B0000051", 1500033, 44, date(2024, 6, 12), date(2026, 1, 28)),
}


def _titles(draw: Draw, forms: tuple[str, ...], count: int) -> list[str]:
    made: dict[str, None] = {}
    while len(made) < count:
        text = draw.pick(forms).format(
            guest=draw.pick(_GUESTS), country=draw.pick(_COUNTRIES), theme=draw.pick(_THEMES),
            place=draw.pick(_PLACES),
        )  # fmt: skip
        made[text] = None
    return list(made)


def _news(world: World) -> Iterator[Row]:
    for board, (forms, code, menu, count, first, last) in _BOARDS.items():
        draw = Draw(world.seed, "english-news", board)
        rows = []
        for place, title in enumerate(_titles(draw, forms, count)):
            day = weekday_on(first + timedelta(days=place * (last - first).days // (count - 1)))
            number = (
                (4_000_000 if board == "office" else 2_900_000) + place * 3_011 + draw.below(900)
            )
            link = _SITE.format(code, menu, number)
            rows.append((day.isoformat(), title, link))
        for day_, title, link in reversed(rows):
            yield (board, title, day_en(day_), day_, link)


EN_NEWS = Table(
    "english_news",
    (
        Column("board"),
        Column("title"),
        Column("wrt_dt"),
        Column("day", domain="date"),
        Column("link_url"),
    ),
    _news,
    index=(("board",),),
)
"""Three boards; press releases are those of activities and offices together."""
