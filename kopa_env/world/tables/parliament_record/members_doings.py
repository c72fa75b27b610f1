"""What members of the fictional 21st term did: meetings to attend, speeches, petitions, careers."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.members import TERM_END, Member, committee_codes, fictional_members
from kopa_env.world.tables.parliament_record.appendices import present
from kopa_env.world.tables.parliament_record.units import PLENARY, short_session
from kopa_env.world.world import Condition, World

# ---- schedules -------------------------------------------------------------------------------

_SCHEDULE = (
    Column("code", domain="mona_cd", gen="ref"),
    *(Column(n) for n in ("sch_kind", "sch_cn")),
    Column("sch_dt", domain="date", gen="ref"),
    Column("sch_tm"),
    Column("conf_div"),
    Column("cmit_nm", domain="committee_name", gen="ref"),
    *(Column(n) for n in ("conf_sess", "conf_dgr")),
)


def _clock(text: Value) -> str:
    """Return a time of day; a meeting that waits for another has none of its own."""
    clock = str(text)
    return f"{clock[:2]}:{clock[2:]}" if clock.isdigit() else clock if ":" in clock else "16:30"


def _plenary_of(world: World, member: Member) -> Iterator[Row]:
    for row in world.rows("plenary_schedule"):
        if member.sits_on(str(row["day"])):
            yield (
                *(member.code, "본회의", row["title"], row["day"], _clock(row["time"])),
                *("본회의", PLENARY, short_session(str(row["session"]))),
                str(row["sitting"]).strip(),
            )


def _committee_of(world: World, member: Member) -> Iterator[Row]:
    where = [Condition("committee", "eq", member.committee)]
    for row in world.select("committee_meetings", where)[0]:
        if member.sits_on(str(row["day"])):
            yield (
                *(member.code, "위원회", f"{member.committee} {row['title']}", row["day"]),
                *(_clock(row["time"]), row["kind"], member.committee),
                *(short_session(str(row["session"])), f"제{row['sitting']}차"),
            )


def _member(world: World, code: Value) -> Member | None:
    return next((m for m in fictional_members(world.seed) if m.code == code), None)


def _plenary_part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    member = _member(world, values[0])
    if member:
        yield from _plenary_of(world, member)


def _committee_part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    member = _member(world, values[0])
    if member:
        yield from _committee_of(world, member)


MEMBER_PLENARY = Table(
    "member_plenary_schedule",
    _SCHEDULE,
    lambda w: (row for m in fictional_members(w.seed) for row in _plenary_of(w, m)),
    by=("code",),
    part=_plenary_part,
)
MEMBER_COMMITTEE = Table(
    "member_committee_schedule",
    _SCHEDULE,
    lambda w: (row for m in fictional_members(w.seed) for row in _committee_of(w, m)),
    by=("code",),
    part=_committee_part,
)

# ---- speeches --------------------------------------------------------------------------------


def _speeches_of(world: World, meeting: dict[str, Value]) -> Iterator[Row]:
    draw = Draw(world.seed, "speech-videos", str(meeting["conf_id"]))
    day = str(meeting["conf_dt"])
    people = present(world.seed, meeting["cmit_nm"], day)
    order = sorted(people, key=lambda m: (draw.u64(), m.code))
    for place, member in enumerate(order[: draw.between(3, 14)], start=1):
        seconds = draw.bell(40, 960)
        yield (
            *(meeting["dae_num"], meeting["ses_num"], meeting["degree_num"], day),
            *(meeting["title"], member.name, f"00:{seconds // 60:02d}:{seconds % 60:02d}"),
            f"{meeting['vod_link_url']}&sn={place}",
        )


def _speech_part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    where = [Condition("conf_dt", "eq", values[0])]
    for meeting in world.select("parliament_minutes", where)[0]:
        yield from _speeches_of(world, meeting)


def _speeches(world: World) -> Iterator[Row]:
    for meeting in world.rows("parliament_minutes"):
        yield from _speeches_of(world, meeting)


SPEECHES = Table(
    "member_speech_videos",
    (
        Column("ct1", domain="assembly_age", gen="fact"),
        *(Column(n, "int", gen="ref") for n in ("ct2", "ct3")),
        Column("taking_date", domain="date", gen="ref"),
        Column("title", gen="ref"),
        Column("essential_person", domain="person_name", gen="ref"),
        Column("rec_time"),
        Column("link_url"),
    ),
    _speeches,
    by=("taking_date",),
    part=_speech_part,
    persons="fictional",
)

# ---- petitions -------------------------------------------------------------------------------


def _petitions(world: World) -> Iterator[Row]:
    codes = {f"{m.name}의원": m.code for m in fictional_members(world.seed)}
    for row in world.select("petitions", [Condition("kind", "eq", "의원소개")])[0]:
        yield (
            *(codes[str(row["introducer"])], row["term"], row["number"], row["title"]),
            *(row["petitioner"], row["introducer"], row["received"], row["referred"]),
            *(row["committee"], row["decided"], row["result"], row["link"]),
        )


MEMBER_PETITIONS = Table(
    "member_petitions",
    (
        Column("code", domain="mona_cd", gen="ref"),
        Column("eraco", domain="assembly_term", gen="fact"),
        Column("ptt_no", domain="petition_no", gen="ref"),
        *(Column(n, gen="ref") for n in ("ptt_ttl", "pttr_nm", "intd_asblm_nm")),
        *(Column(n, domain="date", gen="ref") for n in ("rcp_dt", "jrcmit_cmmt_dt")),
        Column("jrcmit_nm", domain="committee_name", gen="ref"),
        Column("rsln_dt", domain="date", gen="ref"),
        *(Column(n, gen="ref") for n in ("rsln_rslt", "link_url")),
    ),
    _petitions,
    key=("ptt_no",),
    index=(("code",),),
    persons="fictional",
)

_OUTCOMES = {"본회의불부의": 1, "철회": 2, "임기만료폐기": 3}


def _petition_counts(world: World) -> Iterator[Row]:
    counts: dict[tuple[str, str], list[int]] = {}
    for row in world.rows("petitions"):
        tally = counts.setdefault((str(row["term"]), str(row["committee"])), [0] * 5)
        place = _OUTCOMES.get(str(row["result"])) if row["result"] else 4
        if place is not None:
            tally[place] += 1
    order = list(committee_codes())
    for term, committee in sorted(counts, key=lambda k: (k[0], order.index(k[1]))):
        taken, unput, withdrawn, lapsed, open_ = counts[term, committee]
        done = taken + unput + withdrawn + lapsed
        yield (term, committee, done + open_, taken, unput, withdrawn, lapsed, done, open_)


PETITION_COUNTS = Table(
    "petition_counts",
    (
        Column("eraco", domain="assembly_term", gen="ref"),
        Column("cmit_nm", domain="committee_name", gen="ref"),
        *(Column(n, "int") for n in ("rcp_cnt", "acp_cnt", "not_submit_cnt", "wthd_cnt")),
        *(Column(n, "int") for n in ("dsu_cnt", "reft_subt", "not_finish_cnt")),
    ),
    _petition_counts,
    key=("eraco", "cmit_nm"),
)

# ---- careers ---------------------------------------------------------------------------------


def _dotted(day: str) -> str:
    return day.replace("-", ".")


def _careers(world: World) -> Iterator[Row]:
    for row in world.rows("member_careers"):
        yield (
            *(row["kind"], row["name"], row["hanja"], row["period"], row["line"]),
            *(row["code"], row["term_code"], row["term"]),
        )
    for m in fictional_members(world.seed):
        period = f"{_dotted(m.joined)} ~ {_dotted(m.left or TERM_END)}"
        tail = (m.code, "100021", "제21대")
        yield ("post", m.name, None, period, f"제21대 {m.party} {m.district}", *tail)
        yield ("committee", m.name, None, period, f"제21대 {m.committee}", *tail)


FORMER_CAREERS = Table(
    "former_member_careers",
    (
        Column("kind"),
        Column("hg_nm", domain="person_name", gen="fact"),
        Column("hj_nm", gen="fact"),
        Column("frto_date", gen="fact"),
        Column("profile_sj", gen="fact"),
        Column("mona_cd", domain="mona_cd", gen="fact"),
        Column("profile_unit_cd", domain="assembly_unit", gen="fact"),
        Column("profile_unit_nm", domain="assembly_term", gen="fact"),
    ),
    _careers,
    index=(("kind", "profile_unit_cd"), ("mona_cd",)),
    persons="office_holder",
)

_CLANS = (
    *("김해", "전주", "밀양", "경주", "광산", "파평", "안동", "남양"),
    *("진주", "해주", "청주", "순흥", "달성", "창녕", "평산"),
)
_SCHOOLS = (
    *("법학과", "행정학과", "경제학과", "사회복지학과"),
    *("정치외교학과", "국어국문학과", "기계공학과", "간호학과"),
)
_WORKS = (
    *("변호사", "지방의회 의원", "시민단체 활동가", "대학 교수", "언론인", "중앙부처 공무원"),
    *("중소기업 대표", "교사", "의사", "노동조합 간부"),
)
_FAITHS = ("불교", "천주교", "개신교", "없음")
_HOBBIES = ("등산", "독서", "바둑", "산책", "서예", "낚시", "합창")
_BOOKS = ("{}에 부치는 편지", "길 위에서 만난 {}", "{}의 내일", "다시 쓰는 {} 이야기")
_STYLES = ["청암", "소석", "우정", "해송", "운곡", "일송", "남계", "다산길", "문원", "송헌"]
_COURTESY = ["자현", "군실", "덕중", "사원", "문약", "경보"]
_HONOURS = ("국민훈장 동백장", "국민포장", "대통령표창", "녹조근정훈장")


def _life(world: World, m: Member) -> Row:
    draw = Draw(world.seed, "biography", m.code)
    birth = f"{draw.bell(1948, 1984)}-{draw.between(1, 12):02d}-{draw.between(1, 28):02d}"
    home = draw.pick(
        ("서울", "부산", "대구", "광주", "대전", "전북", "전남", "경북", "경남", "강원")
    )
    work = draw.pick(_WORKS)
    career = f"대학교 {draw.pick(_SCHOOLS)} 졸업 / {work} / 제21대 국회의원({m.party})"
    book = draw.pick(_BOOKS).format(home) if draw.chance(300) else None
    return (
        *("21", "제21대", "제21대", m.name, None),
        draw.pick(_COURTESY) if draw.chance(40) else None,
        draw.pick(_STYLES) if draw.chance(180) else None,
        *(birth, draw.pick(_CLANS), home, career),
        f"{draw.pick(_FAITHS)} / {draw.pick(_HOBBIES)}",
        *(book, draw.pick(_HONOURS) if draw.chance(150) else None),
        None,
        f"https://www.rokps.or.kr/profile/profile_view.asp?idx={4_200 + draw.below(4000)}",
    )


BIOGRAPHIES = Table(
    "former_member_biographies",
    (
        Column("daesu", domain="assembly_age", gen="fact"),
        *(Column(n) for n in ("dae", "dae_nm")),
        Column("name", domain="person_name"),
        Column("name_han", null_rate=1.0),
        *(Column(n) for n in ("ja", "ho", "birth", "bon", "posi", "hak", "hobby", "book", "sang")),
        Column("dead", null_rate=1.0),
        Column("url"),
    ),
    lambda world: (_life(world, m) for m in fictional_members(world.seed)),
    index=(("name",),),
    persons="fictional",
)
"""The fictional 21st term: of real members no life is told."""
