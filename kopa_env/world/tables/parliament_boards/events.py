"""What the Assembly's officers did, and on which days: the source of news and press releases alike.

Officers are named by office alone, and no words are put into their mouths.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.tables.parliament_boards.days import spread
from kopa_env.world.tables.parliament_boards.titles import PARTNERS, subjects

SPEAKER, DEPUTY, SECRETARY = "국회의장", "국회부의장", "국회사무총장"
_FIRST = date(2016, 6, 13)
_MADE = 1_900
_WHO = ((SPEAKER, 78), (DEPUTY, 13), (SECRETARY, 9))
_SITES = (
    *(
        "전통시장",
        "산불 피해 지역",
        "소방서",
        "지역아동센터",
        "수해 복구 현장",
        "전방 부대",
        "쪽방촌",
    ),
    *("스마트팜", "반도체 공장", "지방의료원", "청년 창업공간", "발달장애인 복지관", "국립묘지"),
    *("노인복지관", "농산물 도매시장", "조선소", "어린이집", "헌혈의 집", "재난안전상황실"),
)
_FEASTS = (
    *(
        "제헌절 경축식",
        "국회 개원 기념식",
        "의정연수 수료식",
        "어린이국회 개회식",
        "시무식",
        "종무식",
    ),
    *("국회도서관 개관 기념식", "모의국회 경연대회 시상식", "입법·정책개발 우수 의원 시상식"),
    *("국회 생생텃밭 나눔 행사", "국회 직장어린이집 행사", "세계 여성의 날 기념행사"),
    *("장애인의 날 기념행사", "의회 민주주의 청년포럼", "국회 봉사단 발대식"),
)
_COURSES = (
    *("청렴", "정보보안", "성희롱 예방", "인공지능 활용", "심폐소생술", "기록물 관리", "소방 안전"),
    *("장애인식 개선", "신규 직원 직무", "민원 응대"),
)
_KINDS: dict[str, tuple[tuple[str, str], ...]] = {
    # who: (headline, what happened); {l} a country, {t} a topic, {s} a place, {f} a ceremony,
    # {c} a course
    SPEAKER: (
        ("{w}, {l} 대사 접견", "집무실에서 {l} 대사를 만나 {t} 분야의 협력 방안을 논의했다"),
        ("{w}, {l} 의회 의장과 회담", "{l} 의회 의장과 만나 의원 교류와 {t} 협력을 넓히기로 했다"),
        ("{w}, {t} 정책 토론회 참석", "{t} 정책 토론회에 참석해 참석자들의 의견을 들었다"),
        ("{w}, {s} 현장 방문", "{s}의 현장을 찾아 어려움을 듣고 제도 개선 방향을 살폈다"),
        ("{w}, {t} 전문가 간담회 개최", "{t} 문제를 다루는 전문가들과 간담회를 열었다"),
        ("{w}, {f} 참석", "{f}에 참석해 수상자와 참석자를 격려했다"),
        ("{w}, {l} 의회 대표단 접견", "{l} 의회 대표단을 만나 두 나라 의회의 교류를 논의했다"),
        ("{w} 자문위원회 회의 개최", "{t} 과제를 다루는 자문위원회 회의를 주재했다"),
    ),
    DEPUTY: (
        ("{w}, {l} 의원친선협회 면담", "{l} 의원친선협회 대표단을 만나 {t} 협력을 논의했다"),
        ("{w}, {t} 세미나 참석", "{t} 세미나에 참석해 발제와 토론을 들었다"),
        ("{w}, {s} 방문", "{s}의 현장을 찾아 관계자를 격려했다"),
        ("{w}, {f} 참석", "{f}에 참석해 참석자를 격려했다"),
    ),
    SECRETARY: (
        ("{w}, {f} 참석", "{f}에 참석해 직원들을 격려했다"),
        ("{w}, {l} 의회 사무총장 접견", "{l} 의회 사무총장과 의회 행정 교류를 논의했다"),
        ("국회사무처, {c} 교육 실시", "직원을 대상으로 {c} 교육을 실시했다"),
        ("{w}, 청사 안전 점검", "의원회관과 소통관의 안전 상태를 점검했다"),
    ),
}


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its headline, and what happened in one clause of the past tense."""

    number: int
    day: date
    who: str
    headline: str
    deed: str
    topic: str


@lru_cache(maxsize=2)
def events(seed: int) -> tuple[Event, ...]:
    """Return every event, oldest first."""
    topics = [topic for topic, _, elsewhere in subjects("") if elsewhere]
    made = []
    for number, day in spread(_FIRST, _MADE):
        draw = Draw(seed, "parliament-event", number)
        who, topic = draw.weighted(_WHO), draw.pick(topics)
        headline, deed = draw.pick(_KINDS[who])
        words = {
            "w": who,
            "t": topic,
            "l": draw.pick(PARTNERS),
            "s": draw.pick(_SITES),
            "f": draw.pick(_FEASTS),
            "c": draw.pick(_COURSES),
        }
        texts = [settle(text.format(**words)) for text in (headline, deed)]
        made.append(Event(number, day, who, texts[0], texts[1], topic))
    return tuple(made)
