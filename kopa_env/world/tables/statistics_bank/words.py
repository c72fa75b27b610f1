"""Terms of the Bank's statistics, and how a statistic is made: entries in levels, many blank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kopa_env.language.particles import settle
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.world import World

BANK_WORDS = Table(
    "bank_words",
    (Column("word", domain="bank_word"), Column("content")),
    lambda world: ((r["word"], r["content"]) for r in fact_rows("bank_words")),
    key=("word",),
)


@dataclass(frozen=True, slots=True)
class Statistic:
    """What is told of a statistic: its purpose, cycle, release, and the way it is made."""

    name: str
    office: str
    cycle: str
    purpose: str
    scope: str
    way: str
    release: str
    since: str


_WAYS = {
    "survey": (
        "표본 조사이며 우편, 팩스, 전자 설문을 함께 쓴다", "층화 계통 추출",
        "조사표를 받아 기간을 두고 회신을 독려한다",
        "응답이 없으면 비슷한 응답자의 값으로 대체한다",
    ),
    "surveys": (
        "다른 조사의 결과를 표준화하고 합성한다", "해당 없음",
        "기업경기조사와 소비자동향조사의 결과를 이어받는다", None,
    ),
    "text": (
        "기사 문장을 무작위로 뽑아 기계학습 모형으로 분류한다", "하루 1만 문장 무작위 추출",
        "포털에 실린 기사를 매일 수집한다", None,
    ),
    "ledger": (
        "보고 기관의 업무 자료를 모아 집계하는 보고 통계이다", "전수 보고",
        "보고 기관이 정해진 서식으로 전산망에 올린다", "늦은 보고는 앞선 달의 값으로 추정한다",
    ),
    "reckoned": (
        "여러 기초 통계를 모아 국제 기준에 맞추어 작성하는 가공 통계이다", "해당 없음",
        "정부와 유관 기관의 기초 자료를 받는다", "기초 자료가 모자라면 관련 지표로 연장한다",
    ),
}  # fmt: skip
_ENTRIES = (
    # level, name, what of the statistic; a blank text stays null
    (1, "통계의 개요", ""), (2, "통계명", "{name}"), (2, "작성 목적", "{purpose}."),
    (2, "작성 부서", "한국은행 경제통계국 {office}"), (2, "최초 작성 시기", "{since}"),
    (2, "작성 주기", "{cycle}"), (2, "법적 근거", "한국은행법 제86조, 통계법 제18조"),
    (1, "작성 방법", ""), (2, "포괄 범위", "{scope}을(를) 대상으로 한다."),
    (2, "작성 방식", "{way}."),
    (2, "표본 설계", "{sample}"), (2, "자료 수집", "{collect}."), (2, "결측 처리", "{gap}"),
    (2, "계절조정", "{season}"), (2, "무응답률", ""), (2, "MSE", ""),
    (1, "공표", ""), (2, "공표 시기", "{release}"),
    (2, "공표 방법", "보도자료와 경제통계시스템(ECOS)"),
    (2, "수정 정책", "{revision}"), (1, "예산 인력 교육 홍보", ""),
    (2, "관련 예산", ""), (2, "인력", ""),
)  # fmt: skip


def _told(one: Statistic) -> dict[str, str]:
    way, sample, collect, gap = _WAYS[one.way]
    often = one.cycle in ("월", "분기")
    return {
        "name": one.name, "purpose": one.purpose, "office": one.office, "since": one.since,
        "cycle": one.cycle, "scope": one.scope, "way": way, "sample": sample,
        "collect": collect, "gap": f"{gap}." if gap else "", "release": one.release,
        "season": "X-13ARIMA-SEATS로 조정한다." if often and one.way != "text" else "",
        "revision": "새 자료를 반영하여 잠정치를 확정치로 고친다." if one.way == "reckoned" else "",
    }  # fmt: skip


def _metadata(world: World) -> Iterator[Row]:
    number = 0
    for one in (Statistic(**row) for row in fact_rows("bank_statistics")):
        above, told = "", _told(one)
        for level, name, text in _ENTRIES:
            number += 1
            code = f"{number:010d}"
            above = code if level == 1 else above
            meaning = settle(text.format(**told)) or None
            yield (one.name, level, None if level == 1 else above, code, name, meaning)


BANK_METADATA = Table(
    "bank_metadata",
    (
        Column("data_name", domain="bank_statistic"),
        Column("lvl", "int"),
        Column("p_cont_code", domain="bank_entry", null_rate=0.2),
        Column("cont_code", domain="bank_entry"),
        Column("cont_name"),
        Column("meta_data", null_rate=0.4),
    ),
    _metadata,
    key=("cont_code",),
)
