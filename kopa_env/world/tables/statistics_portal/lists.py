"""Where tables are found: the tree of lists, view by view, and what the search looks through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.statistics import axis_names, subject
from kopa_env.world.tables.statistics_portal.about import NOTES
from kopa_env.world.tables.statistics_portal.entries import ORGS, Entry, known, sent, surveys
from kopa_env.world.world import World

TOP = "*"
"""The list above the uppermost ones."""
TOPICS: Mapping[str, str] = {
    "인구": "A", "사회일반": "B", "범죄·안전": "C", "노동": "D", "소득·소비·자산": "E",
    "보건": "F", "복지": "G", "교육·훈련": "H1", "문화·여가": "H2", "주거": "I1",
    "국토이용": "I2", "경제일반·경기": "J1", "기업경영": "J2", "농림": "K1", "수산": "K2",
    "광업·제조업": "L", "건설": "M1", "교통·물류": "M2", "정보통신": "N", "도소매·서비스": "O",
    "임금": "P1", "물가": "P2", "국민계정": "Q", "정부·재정": "R", "금융": "S1",
    "무역·국제수지": "S2", "환경": "T", "에너지": "U",
}  # fmt: skip
VIEWS: Mapping[str, str] = {
    "MT_ZTITLE": "국내통계 주제별", "MT_OTITLE": "국내통계 기관별",
    "MT_GTITLE01": "e-지방지표(주제별)", "MT_GTITLE02": "e-지방지표(지역별)",
    "MT_CHOSUN_TITLE": "광복이전통계(1908~1943)", "MT_HANKUK_TITLE": "대한민국통계연감",
    "MT_STOP_TITLE": "작성중지통계", "MT_RTITLE": "국제통계", "MT_BUKHAN": "북한통계",
    "MT_TM1_TITLE": "대상별통계", "MT_TM2_TITLE": "이슈별통계", "MT_ETITLE": "영문 KOSIS",
    "MT_ATITLE01": "지역통계(주제별)", "MT_ATITLE02": "지역통계(기관별)",
}  # fmt: skip
_EMPTY: Mapping[str, Sequence[str]] = {
    # lists of views whose tables this world does not hold
    "MT_CHOSUN_TITLE": ("토지·기상", "인구", "노동", "농업", "교육"),
    "MT_HANKUK_TITLE": ("토지 및 기후", "인구·가구", "고용·노동·임금", "물가", "국민계정"),
    "MT_STOP_TITLE": ("인구·가구", "농림·수산업", "광공업·에너지", "경기·기업경영"),
    "MT_RTITLE": ("국제기구별 통계", "주제별 통계", "OECD 회원국 통계"),
    "MT_BUKHAN": ("국토", "인구", "산업", "대외무역", "남북교류"),
    "MT_ATITLE02": ("서울특별시", "부산광역시", "경기도", "제주특별자치도"),
}
_ENGLISH_TOPICS = {
    "인구": "Population", "노동": "Labor", "보건": "Health", "주거": "Housing",
    "기업경영": "Business", "물가": "Prices",
}  # fmt: skip


def _key(found: Entry) -> str:
    """Return the id of the list of a survey's tables."""
    own = [s for s in surveys() if surveys()[s]["field"] == surveys()[found.survey]["field"]]
    return f"{TOPICS[found.topic]}_{own.index(found.survey) + 1 if found.survey in own else 9}"


def _sent(world: World, found: Entry) -> str:
    cycle = found.cycles[-1]
    lag = int(surveys()[found.survey]["months"])
    return sent(world.seed, found.id, cycle, found.periods(cycle)[-1], lag)


def _leaf(world: World, view: str, above: str, found: Entry, *, english: bool = False) -> Row:
    name = found.english if english else found.name
    return (
        view, VIEWS[view], above, None, None, found.org, found.id, name,
        surveys()[found.survey]["stat_id"], _sent(world, found), found.recommended,
    )  # fmt: skip


def _list(view: str, above: str, code: str, name: str) -> Row:
    return (view, VIEWS[view], above, code, name, *(None,) * 6)


def _nested(
    world: World,
    view: str,
    tops: Sequence[tuple[str, str]],
    top_of: Callable[[Entry], str],
    middle: Callable[[Entry], tuple[str, str]],
) -> Iterator[Row]:
    """Yield two levels of lists with tables below them."""
    for code, name in tops:
        yield _list(view, TOP, code, name)
    seen = set()
    for found in known().values():
        code, name = middle(found)
        if code not in seen:
            seen.add(code)
            yield _list(view, top_of(found), code, name)
        yield _leaf(world, view, code, found)


def _tree(world: World) -> Iterator[Row]:
    topics = [(code, name) for name, code in TOPICS.items()]
    yield from _nested(
        world, "MT_ZTITLE", topics, lambda e: TOPICS[e.topic], lambda e: (_key(e), e.survey)
    )
    orgs = [(code, names[0]) for code, names in ORGS.items()]
    stat_id = {name: row["stat_id"] for name, row in surveys().items()}
    yield from _nested(
        world,
        "MT_OTITLE",
        orgs,
        lambda e: e.org,
        lambda e: (f"{e.org}_{stat_id[e.survey]}", e.survey),
    )
    for view in ("MT_GTITLE01", "MT_GTITLE02", "MT_ATITLE01", "MT_TM1_TITLE", "MT_TM2_TITLE"):
        yield from _flat(world, view)
    for number, (topic, name) in enumerate(_ENGLISH_TOPICS.items(), 1):
        yield _list("MT_ETITLE", TOP, f"E{number:02d}", name)
        for found in known().values():
            if found.topic == topic:
                yield _leaf(world, "MT_ETITLE", f"E{number:02d}", found, english=True)
    for view, names in _EMPTY.items():
        for number, name in enumerate(names, 1):
            yield _list(view, TOP, f"{view[3:5]}{number:02d}", name)


def _flat(world: World, view: str) -> Iterator[Row]:
    """Yield the lists of a view that gathers tables of districts, or of groups of people."""
    wanted = ("시군구", "시도") if view[3] in "GA" else ("연령", "성")
    topics = dict.fromkeys(found.topic for found in known().values())
    for number, topic in enumerate(topics, 1):
        own = [
            found
            for found in known().values()
            if found.topic == topic and any(axis in wanted for axis in subject(found.subject).axes)
        ]
        code = f"{view[3:5]}{view[-1]}{number:02d}"
        if own:
            yield _list(view, TOP, code, topic)
        for found in own:
            yield _leaf(world, view, code, found)


_TREE = Table(
    "statistics_tree",
    (
        *map(Column, ("vw_cd", "vw_nm", "above")),
        Column("list_id", domain="statistics_list", null_rate=0.5),
        Column("list_nm", null_rate=0.5),
        Column("org_id", domain="statistics_org", null_rate=0.5),
        Column("tbl_id", domain="statistics_table", null_rate=0.5),
        Column("tbl_nm", null_rate=0.5),
        Column("stat_id", domain="survey", null_rate=0.5),
        Column("send_de", null_rate=0.5),
        Column("rec_tbl_se", null_rate=0.5),
    ),
    _tree,
    index=(("vw_cd", "above"),),
)


# ---- search ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _contents(name: str) -> str:
    consists = subject(name)
    items = ", ".join(item[1] for item in consists.items)
    return f"{items} {' '.join(axis_names(axis)[0] for axis in consists.axes)}"


def _found(world: World) -> Iterator[Row]:
    ranked = sorted(known().values(), key=lambda e: (e.recommended != "Y", e.id))
    for found in ranked:
        above, code = TOPICS[found.topic], _key(found)
        path = f"{found.topic} > {found.survey}"
        contents = _contents(found.subject)
        text = " ".join((found.name, found.survey, found.topic, contents, found.subject))
        yield (
            text, found.org, ORGS[found.org][0], found.id, found.name,
            surveys()[found.survey]["stat_id"], found.survey, "MT_ZTITLE", path,
            f"{above} > {code}", contents, *found.span, NOTES[found.subject][0][1],
            found.recommended,
            "https://kosis.kr/statisticsList/statisticsListIndex.do?menuId=M_01_01"
            f"&vwcd=MT_ZTITLE&parmTabId=M_01_01&parentId={above}.1;{code}.2;",
            f"http://kosis.kr/statHtml/statHtml.do?orgId={found.org}&tblId={found.id}",
            _sent(world, found),
        )  # fmt: skip


_SEARCH = Table(
    "statistics_search",
    (
        Column("text"),
        Column("org_id", domain="statistics_org"),
        Column("org_nm"),
        Column("tbl_id", domain="statistics_table"),
        Column("tbl_nm"),
        Column("stat_id", domain="survey"),
        *map(Column, ("stat_nm", "vw_cd", "mt_atitle", "full_path_id", "contents")),
        *map(Column, ("strt_prd_de", "end_prd_de", "item03", "rec_tbl_se")),
        *map(Column, ("tbl_view_url", "link_url", "send_de")),
    ),
    _found,
    key=("org_id", "tbl_id"),
)

LISTS = (_TREE, _SEARCH)
