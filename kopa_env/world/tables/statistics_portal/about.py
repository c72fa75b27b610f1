"""What is told of tables: names, periods, notes, units, sources, weights, updates, surveys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.statistics import axis_names, members, subject, unit_names
from kopa_env.world.tables.statistics_bank.plan import plans
from kopa_env.world.tables.statistics_portal.entries import (
    ORGS,
    WORDS,
    Entry,
    entry,
    known,
    sent,
    surveys,
)
from kopa_env.world.world import World

_ENGLISH = {"사업체": "Establishment", "주택": "Apartment Unit"}
NOTES = {
    "주민등록인구": (
        ("통계표", "매월 말일(연간 자료는 해당 연도 12월 말) 기준"),
        ("통계표", "거주불명자와 재외국민을 포함한 주민등록인구이다."),
    ),
    "주민등록세대": (("통계표", "매월 말일(연간 자료는 해당 연도 12월 말) 기준"),),
    "연령별 인구": (
        ("통계표", "해당 연도 12월 말 기준"),
        ("분류", "100세 이상은 한데 모아 적는다."),
    ),
    "사망": (
        ("통계표", "사망원인은 한국표준질병·사인분류에 따른다."),
        ("분류", "계에는 표에 따로 적지 않은 원인이 들어 있다."),
        ("항목", "사망률은 인구 십만 명당 사망자 수이다."),
    ),
    "출생": (
        ("통계표", "부모의 주민등록 주소지를 기준으로 집계하였다."),
        ("항목", "조출생률은 인구 천 명당 출생아 수이다."),
    ),
    "가구": (
        ("통계표", "일반가구만 대상으로 하며 집단가구와 외국인가구는 빠진다."),
        ("분류", "연령은 가구주의 나이이다."),
    ),
    "1인가구": (("항목", "1인 가구 비율은 일반가구에서 1인가구가 차지하는 비율이다."),),
    "총조사": (
        ("통계표", "2015년부터 등록센서스 방식으로 작성하였다."),
        ("항목", "주택에는 빈집이 들어 있다."),
    ),
    "사업체": (
        ("통계표", "해당 연도 12월 31일 기준"),
        ("분류", "전체 산업에는 표에 따로 적지 않은 산업이 들어 있다."),
    ),
    "주택": (("통계표", "지방자치단체가 보고한 미분양 호수를 모은 것이다."),),
    "미분양 종합": (("통계표", "해당 연도 12월 말 기준"),),
    "고용": (
        ("통계표", "구직기간 4주 기준"),
        ("항목", "실업률은 경제활동인구에서 실업자가 차지하는 비율이다."),
    ),
    "물가": (("통계표", "2020년 평균을 100으로 하는 지수이다."),),
    "품목별 물가": (
        ("통계표", "2020년 평균을 100으로 하는 지수이다."),
        ("분류", "지출목적별 가중치는 가중치 자료를 따로 본다."),
    ),
}


def _table(
    name: str,
    columns: tuple[Column, ...],
    told: Callable[[World, Entry], Iterator[Row]],
    key: tuple[str, ...] = (),
) -> Table:
    """Return a table of what is told of each of the portal's tables, one part a table."""

    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        found = entry(world.seed, *(*names, None)[:2])
        if found is not None:
            for row in told(world, found):
                yield (found.org, found.id, *row)

    return Table(
        name,
        (
            Column("org_id", domain="statistics_org"),
            Column("tbl_id", domain="statistics_table"),
            *columns,
        ),
        lambda world: (row for ids in known() for row in part(world, ids)),
        key=("org_id", "tbl_id", *key),
        by=("org_id", "tbl_id"),
        part=part,
    )


def _names(world: World, found: Entry) -> Iterator[Row]:
    yield (found.name, found.english)


def _periods(world: World, found: Entry) -> Iterator[Row]:
    for cycle in found.cycles:
        own = found.periods(cycle)
        yield ("N", cycle, WORDS[cycle], own[-1], own[0], own[-1])
        for period in own:
            yield ("Y", cycle, WORDS[cycle], period, own[0], own[-1])


def _notes(world: World, found: Entry) -> Iterator[Row]:
    consists = subject(found.subject)
    for number, (place, text) in enumerate(NOTES[found.subject], 1):
        if place == "분류":
            axis = consists.axes[-1]
            code, name = members(axis)[0][:2]
            letter = "ABCDEFGH"[len(consists.axes) - 1]
            yield (number, "분류", text, letter, axis_names(axis)[0], code, name)
        elif place == "항목":
            code, name = consists.items[-1][:2]
            yield (number, "항목", text, "ITEM", "항목", code, name)
        else:
            yield (number, place, text, None, None, None, None)


def _units(world: World, found: Entry) -> Iterator[Row]:
    for unit in dict.fromkeys(item[3] for item in subject(found.subject).items):
        yield unit_names(unit)


def _source(world: World, found: Entry) -> Iterator[Row]:
    survey = surveys()[found.survey]
    yield (f"「{found.survey}」", survey["office"], survey["phone"], survey["stat_id"])


def _weights(world: World, found: Entry) -> Iterator[Row]:
    consists = subject(found.subject)
    if found.subject != "품목별 물가":
        return
    items = plans()["901Y009"].items
    for place, place_name, *_ in members("시도"):
        for part, part_name, *_ in members("지출목적"):
            weight = items[part].weight or "1000.0"
            for item, item_name, *_ in consists.items:
                yield (place, place_name, part, part_name, item, item_name, float(weight))


def _updates(world: World, found: Entry) -> Iterator[Row]:
    lag = int(surveys()[found.survey]["months"])
    organisation = ORGS.get(found.org, ORGS["101"])[0]
    for cycle in found.cycles:
        for period in found.periods(cycle):
            day = sent(world.seed, found.id, cycle, period, lag)
            yield (organisation, found.name, WORDS[cycle], period, day)


def _survey(world: World, found: Entry) -> Iterator[Row]:
    s = surveys()[found.survey]
    monthly = s["cycle"] == "월"
    kind = s["kind"].split(" / ")
    yield (
        s["stat_id"], found.survey, s["kind"], kind[0], "계속통계", s["law"], s["purpose"],
        "매월 1일~15일" if monthly else "매년 11월 1일~15일", s["cycle"], s["system"],
        f"{s['office']} (☎ {s['phone']})", s["field"], s["scope"], s["area"], s["unit"],
        s["classes"], s["asked"], s["cycle"], s["extent"], s["release"],
        "전산망(인터넷, https://kosis.kr), 간행물", s["reference"], s["note"], s["terms"],
        s["way"], s["since"], s["approval"], s["approved"],
    )  # fmt: skip


_ORGANISATIONS = Table(
    "statistics_organisations",
    (Column("org_id", domain="statistics_org", gen="fact"), Column("org_nm"), Column("org_nm_eng")),
    lambda world: ((code, *names) for code, names in ORGS.items()),
    key=("org_id",),
)

ABOUT: tuple[Table, ...] = (
    _ORGANISATIONS,
    _table("statistics_names", (Column("tbl_nm"), Column("tbl_nm_eng")), _names),
    _table(
        "statistics_periods",
        (
            *map(Column, ("detail", "cycle", "prd_se", "prd_de")),
            *map(Column, ("strt_prd_de", "end_prd_de")),
        ),
        _periods,
        ("detail", "cycle", "prd_de"),
    ),
    _table(
        "statistics_notes",
        (
            Column("place", "int"),
            *map(Column, ("cmmt_nm", "cmmt_dc")),
            *(Column(n, null_rate=0.5) for n in ("obj_id", "obj_nm", "itm_id", "itm_nm")),
        ),
        _notes,
        ("place",),
    ),
    _table("statistics_units", (Column("unit_nm"), Column("unit_nm_eng")), _units, ("unit_nm",)),
    _table(
        "statistics_sources",
        (*map(Column, ("josa_nm", "dept_nm", "dept_phone")), Column("stat_id", domain="survey")),
        _source,
    ),
    _table(
        "statistics_weights",
        (
            *map(Column, ("c1", "c1_nm", "c2", "c2_nm", "itm_id", "itm_nm")),
            Column("wgt_co", "real"),
        ),
        _weights,
        ("c1", "c2", "itm_id"),
    ),
    _table(
        "statistics_updates",
        tuple(map(Column, ("org_nm", "tbl_nm", "prd_se", "prd_de", "send_de"))),
        _updates,
        ("prd_se", "prd_de"),
    ),
    Table(
        "statistics_surveys",
        (
            Column("org_id", domain="statistics_org"),
            Column("tbl_id", domain="statistics_table"),
            Column("stat_id", domain="survey"),
            *map(
                Column,
                [
                    "statsNm",
                    "statsKind",
                    "statsEnd",
                    "statsContinue",
                    "basisLaw",
                    "writingPurps",
                    "examinPd",
                    "statsPeriod",
                    "writingSystem",
                    "writingTel",
                    "statsField",
                    "examinObjrange",
                    "examinObjArea",
                    "josaUnit",
                    "applyGroup",
                    "josaItm",
                    "pubPeriod",
                    "pubExtent",
                    "pubDate",
                    "publictMth",
                    "examinTrgetPd",
                    "dataUserNote",
                    "mainTermExpl",
                    "dataCollectMth",
                    "examinHistory",
                    "confmNo",
                    "confmDt",
                ],
            ),
        ),
        lambda world: (
            (found.org, found.id, *row)
            for found in known().values()
            for row in _survey(world, found)
        ),
        key=("org_id", "tbl_id"),
    ),
)
