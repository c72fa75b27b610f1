"""Registers: works under copyright, businesses, hospitals, green buildings, the portal's lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.language.particles import settle
from kopa_env.world import names, school_names
from kopa_env.world.condition import Condition
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.metro import NOW
from kopa_env.world.world import World

# ---- copyright -------------------------------------------------------------------------------

_WORKS = (
    ("{w}의 노래", 8), ("{w} 가는 길", 6), ("{s}의 {n}", 9), ("{n}에게", 5), ("{s}, {n}", 4),
    ("{w} 이야기", 6), ("{s}에 부르는 노래", 4), ("{w} 캐릭터", 8), ("{w} 관리 프로그램", 9),
    ("{n}의 시간", 5), ("{w} 로고 도안", 6), ("스마트 {w} 시스템", 6), ("{s} 풍경 연작", 4),
    ("{n}을(를) 위한 소나타", 3), ("{w} 교육용 영상", 4), ("{w}과(와) {n}", 4), ("{n} 도감", 3),
    ("{w} 글꼴", 3), ("{s}의 무늬 {d}", 3),
)  # fmt: skip
_SEASONS = ("봄", "여름밤", "가을", "겨울 바다", "새벽", "한낮", "저녁 무렵", "첫눈")
_NOUNS = (
    "강물",
    "나무",
    "어머니",
    "달빛",
    "고양이",
    "편지",
    "바람",
    "돌담",
    "별",
    "섬",
    "우산",
    "꽃",
)


def _title(draw: Draw) -> str:
    words = {
        "w": names.coined(draw, draw.below(2)),
        "s": draw.pick(_SEASONS),
        "n": draw.pick(_NOUNS),
        "d": draw.between(1, 12),
    }
    return settle(draw.weighted(_WORKS).format(**words))


def _copyrights(world: World) -> Iterator[Row]:
    for year in range(2008, NOW.year + 1):
        for n in range(1, (150 if year < NOW.year else 12) + 1):
            draw = Draw(world.seed, "copyright", year, n)
            yield (f"C-{year}-{n:06d}", _title(draw), names.person(draw))


COPYRIGHTS = Table(
    "copyright_registrations",
    columns("reg_id cont_title author_name"),
    _copyrights,
    key=("reg_id",),
)

# ---- businesses ------------------------------------------------------------------------------

_UNKNOWN = "국세청에 등록되지 않은 사업자등록번호입니다."
_STATES = {"01": "계속사업자", "02": "휴업자", "03": "폐업자"}
_STATUS = (
    "b_no b_stt b_stt_cd tax_type tax_type_cd end_dt utcc_yn tax_type_change_dt "
    "invoice_apply_dt rbf_tax_type rbf_tax_type_cd"
)
_CHANGED = ("20210701", "20220701", "20230701", "20240701", "20250701")


def _company(world: World, number: str) -> dict[str, Value] | None:
    found, _ = world.select("companies", [Condition("bizr_no", "eq", number)])
    return dict(found[0]) if number and found else None


def _status(seed: int, number: str, company: dict[str, Value] | None) -> tuple[str, ...]:
    """Return what the tax office says of a number: companies of the register go on, mostly."""
    if company is None:
        return (number, "", "", _UNKNOWN, *[""] * 7)
    draw = Draw(seed, "business", number)
    state = "01" if company["stock_code"] else draw.weighted((("01", 950), ("02", 20), ("03", 30)))
    ended = f"{draw.between(2023, 2025)}{draw.between(1, 12):02d}{draw.between(1, 28):02d}"
    changed = draw.chance(60)
    return (
        *(number, _STATES[state], state, "부가가치세 일반과세자", "01"),
        *(ended if state == "03" else "", "N", draw.pick(_CHANGED) if changed else "", ""),
        *(("부가가치세 간이과세자", "02") if changed else ("해당없음", "99")),
    )


def _statuses(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    number = str(values[0])
    yield _status(world.seed, number, _company(world, number))


def _all_statuses(world: World) -> Iterator[Row]:
    for row in world.rows("companies"):
        if row["bizr_no"]:
            yield _status(world.seed, str(row["bizr_no"]), dict(row))


BUSINESS_STATES = Table(
    "business_states",
    columns(_STATUS),
    _all_statuses,
    by=("b_no",),
    part=_statuses,
)
"""Any number gets a row; one that nobody has is told so in words."""


def _validation(
    seed: int, asked: tuple[str, str, str], company: dict[str, Value] | None
) -> tuple[Value, ...]:
    same = company is not None and (company["est_dt"], company["ceo_nm"]) == asked[1:]
    told = dict(zip(_STATUS.split(), _status(seed, asked[0], company), strict=True))
    echo = dict(zip(("b_no", "start_dt", "p_nm"), asked, strict=True))
    return (
        *asked,
        "01" if same else "02",
        None if same else "확인할 수 없습니다.",
        json.dumps(echo, ensure_ascii=False),
        json.dumps(told, ensure_ascii=False) if same else None,
    )


def _validations(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    if len(values) == 3:
        number, begun, name = map(str, values)
        yield _validation(world.seed, (number, begun, name), _company(world, number))


def _all_validations(world: World) -> Iterator[Row]:
    for row in world.rows("companies"):
        if row["bizr_no"]:
            asked = (str(row["bizr_no"]), str(row["est_dt"]), str(row["ceo_nm"]))
            yield _validation(world.seed, asked, dict(row))


BUSINESS_CHECKS = Table(
    "business_checks",
    columns("b_no start_dt p_nm valid valid_msg request_param status", nulls="valid_msg status"),
    _all_validations,
    by=("b_no", "start_dt", "p_nm"),
    part=_validations,
)

# ---- hospitals and buildings -----------------------------------------------------------------

_CLINICS = (
    ("의원", 40), ("내과의원", 16), ("정형외과의원", 12), ("병원", 14), ("종합병원", 5),
    ("안과의원", 5), ("요양병원", 8),
)  # fmt: skip


def _hospitals(world: World) -> Iterator[Row]:
    long = {p.short: p.name for p in provinces()}
    for district in districts():
        own = Draw(world.seed, "entrusted hospitals", district.code)
        for n in range(1 + own.below(2 + district.weight // 12)):
            draw = Draw(world.seed, "entrusted hospital", district.code, n)
            stem = (
                names.coined(draw, draw.below(2)) if draw.chance(640) else school_names.place(draw)
            )
            region = district.name or long[district.province]
            yield (long[district.province], region, stem + draw.weighted(_CLINICS))


HOSPITALS = Table("entrusted_hospitals", columns("region_big region_small name"), _hospitals)
_GRADES = (
    ("최우수(그린1등급)", 8),
    ("우수(그린2등급)", 34),
    ("우량(그린3등급)", 14),
    ("일반(그린4등급)", 44),
)


def _green(world: World) -> Iterator[Row]:
    long = {p.short: p.name for p in provinces()}
    weighted = [(long[d.province], d.weight) for d in districts()]
    day, number = date(2013, 1, 3), 0
    while day < NOW:
        draw = Draw(world.seed, "green building", number)
        yield (
            *(draw.weighted(weighted), "녹색", draw.pick(("예비인증", "본인증"))),
            *(draw.weighted(_GRADES), day.isoformat()),
        )
        number += 1
        day += timedelta(days=draw.below(5))
        while day.weekday() > 4:
            day += timedelta(days=1)


GREEN_BUILDINGS = Table(
    "green_buildings",
    columns("region_nm certify_std certify_gubun certify_grade certify_date"),
    _green,
)

# ---- the portal's own lists ------------------------------------------------------------------

_BOARDS = (
    # board, scopes of topics, list types and file forms
    ("api", ("c", "l"), (("API", ("JSON+XML", "XML", "JSON")),)),
    ("dataset", ("c", "l"),
     (("FILE", ("CSV", "XLSX", "CSV", "SHP", "PDF")), ("API", ("JSON+XML",)))),
    ("standard", ("s",), (("STD", ("CSV",)),)),
)  # fmt: skip
_DESCRIPTIONS = (
    "{what}입니다.", "{what}", "{body}에서 제공하는 {what}", "{what}입니다. 해마다 고쳐 올립니다.",
)  # fmt: skip
_ENDINGS = {"API": (" 조회 서비스", " 정보", ""), "FILE": ("", "", " 정보"), "STD": ("",)}
_SHARE = {("api", "c"): 760, ("api", "l"): 18, ("dataset", "c"): 900, ("dataset", "l"): 130,
          ("standard", "s"): 300}  # fmt: skip


def _holders(topic: dict[str, str]) -> list[tuple[str, str]]:
    """Return who publishes on a topic: one ministry, or any district."""
    if topic["holder"]:
        told = {r["code"]: r["name"] for r in fact_rows("ministries")}
        return [(topic["holder"], told[topic["holder"]])]
    return [(r["code"], r["name"]) for r in fact_rows("local_governments")]


def _portal(world: World) -> Iterator[Row]:
    serial = 15_000_000
    for board, scopes, forms in _BOARDS:
        found = [
            (Draw(world.seed, "portal", board, body[0], topic["title"]), body, topic)
            for topic in fact_rows("portal_topics")
            if topic["scope"] in scopes
            for body in _holders(topic)
        ]
        for draw, body, topic in sorted(found, key=lambda f: (f[1][0], f[2]["title"])):
            if draw.chance(_SHARE[board, topic["scope"]]):
                serial += draw.between(3, 60)
                yield _entry(draw, board, body, topic, forms, serial)


def _entry(
    draw: Draw,
    board: str,
    body: tuple[str, str],
    topic: dict[str, str],
    forms: tuple[tuple[str, tuple[str, ...]], ...],
    serial: int,
) -> Row:
    form, kinds = draw.pick(forms)
    made = NOW - timedelta(days=draw.between(30, 3_600))
    changed = made + timedelta(days=draw.below((NOW - made).days))
    name = f"{body[1]}_{topic['title']}{draw.pick(_ENDINGS[form])}"
    title = name.partition("_")[2] if board == "api" else name
    desc = draw.pick(_DESCRIPTIONS).format(body=body[1], what=topic["desc"])
    return (
        *(board, str(serial), name, title, desc, topic["keywords"], topic["category"]),
        *(topic["new_category"], form, draw.pick(kinds), *body),
        *(made.isoformat(), changed.isoformat()),
    )


PORTAL_LISTS = Table(
    "portal_lists",
    columns(
        "board list_id list_title title desc keywords category_nm new_category_nm list_type ext "
        "org_cd org_nm created_at updated_at"
    ),
    _portal,
    key=("list_id",),
    index=(("board",),),
)

REGISTERS = (
    *(COPYRIGHTS, BUSINESS_STATES, BUSINESS_CHECKS, HOSPITALS, GREEN_BUILDINGS, PORTAL_LISTS),
)
