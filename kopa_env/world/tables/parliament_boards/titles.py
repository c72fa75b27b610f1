"""Titles: a topic put into a phrase of a style, never the same twice in a series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.statute_names import acts

T = TypeVar("T")

LANDS = (
    *("미국", "일본", "독일", "프랑스", "영국", "스웨덴", "네덜란드", "캐나다", "호주", "뉴질랜드"),
    *("덴마크", "핀란드", "스페인", "이탈리아", "싱가포르", "오스트리아", "벨기에", "노르웨이"),
    *("스위스", "아일랜드", "유럽연합"),
)
PARTNERS = (
    *("루마니아", "베트남", "몽골", "우즈베키스탄", "카자흐스탄", "튀르키예", "체코", "폴란드"),
    *("헝가리", "칠레", "페루", "케냐", "태국", "인도네시아", "필리핀", "불가리아", "조지아"),
    *("모로코", "에티오피아", "라오스"),
)
OFFICES = {
    "미주(LA)주재관": ("CA주", "워싱턴주", "오리건주", "네바다주"),
    "미국(워싱턴)주재관": ("미국", "뉴욕주", "버지니아주", "메릴랜드주"),
    "일본주재관": ("일본",),
    "캐나다주재관": ("캐나다", "온타리오주"),
    "독일주재관": ("독일", "오스트리아"),
    "프랑스주재관": ("프랑스",),
    "영국주재관": ("영국",),
    "EU(벨기에)주재관": ("유럽연합", "벨기에"),
}
"""Officers abroad, and where what they report on happens."""

_ABROAD = ("{l}", "주요국", "해외", "국제", "국가 간", "OECD")
_LIBRARY_TOPICS = (
    *("의회 기록물", "전자도서관", "의원 맞춤형 자료", "장애인 대체자료", "입법정보 인공지능 검색"),
    *("국가전략정보포털", "공동보존서고", "학술정보 상호협력", "디지털 아카이브", "팩트데이터"),
)


@lru_cache(maxsize=1)
def topics() -> tuple[tuple[str, str, bool], ...]:
    """Return (topic, field, whether other countries have it too) of every topic."""
    found = []
    for row in fact_rows("parliament_topics"):
        for word in row["topics"].split("|"):
            found.append((word.rstrip("*"), row["field"], not word.endswith("*")))
    return tuple(found)


@lru_cache(maxsize=1)
def _patterns() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in fact_rows("parliament_angles"):
        found[row["style"]] = (*found.get(row["style"], ()), row["pattern"])
    return found


_APART = ("조세", "거시", "인구", "미래", "통상")
"""Fields that only those series take up which name them."""


def subjects(fields: str) -> list[tuple[str, str, bool]]:
    """Return the topics of fields named like ``조세|재정``; of everyday fields if none is."""
    if fields == "정보":
        return [(topic, "정보", True) for topic in _LIBRARY_TOPICS]
    wanted = fields.split("|") if fields else []
    return [t for t in topics() if (t[1] in wanted if wanted else t[1] not in _APART)]


def phrases(style: str) -> tuple[str, ...]:
    """Return the phrases of a style."""
    return _patterns()[style]


def titles(draw: Draw, style: str, fields: str, places: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield (title, field): every topic comes up before one comes again, in another phrase.

    Goes round once all phrases of all topics are used up: a series takes a topic up again.
    """
    statutes = [name for *_, name in acts()]
    rounds = _rounds(draw, style, fields)
    while True:
        for phrase, (topic, field, _) in rounds:
            title = phrase.replace("{t}", topic).replace("{l}", draw.pick(places))
            yield settle(title.replace("{a}", draw.pick(statutes))), field


def _rounds(draw: Draw, style: str, fields: str) -> list[tuple[str, tuple[str, str, bool]]]:
    """Return each phrase with each topic that it fits, in rounds of all topics."""
    found = []
    for subject in _shuffled(draw, subjects(fields)):
        fitting = [p for p in phrases(style) if _fits(p, subject)]
        found += [(place, p, subject) for place, p in enumerate(_shuffled(draw, fitting))]
    order = _shuffled(draw, found)
    return [(phrase, subject) for _, phrase, subject in sorted(order, key=lambda one: one[0])]


def _shuffled(draw: Draw, things: Sequence[T]) -> list[T]:
    keyed = sorted((draw.u64(), place) for place in range(len(things)))
    return [things[place] for _, place in keyed]


def _fits(phrase: str, subject: tuple[str, str, bool]) -> bool:
    topic, _, elsewhere = subject
    compared = any(word in phrase for word in _ABROAD)
    return (elsewhere or not compared) and not _stutters(phrase, topic)


def _stutters(phrase: str, topic: str) -> bool:
    """Return whether the topic's last word would come twice, as in 국민참여예산 예산."""
    rest = phrase.partition("{t} ")[2].split()
    return bool(rest) and topic.endswith((rest[0], rest[0].rstrip("의와과을를")))
