"""News of publications, daily notices, columns, the Secretariat's answers and appointments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.language.particles import settle
from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.tables.members import fictional_members
from kopa_env.world.tables.parliament_boards.days import LAST, is_open, spread
from kopa_env.world.tables.parliament_boards.publications import items
from kopa_env.world.tables.parliament_boards.story import (
    Story,
    member_on,
    topic_words,
)
from kopa_env.world.tables.parliament_boards.titles import LANDS, subjects
from kopa_env.world.world import World

BODIES = {
    "NABO": "국회예산정책처",
    "NARS": "국회입법조사처",
    "NAFI": "국회미래연구원",
    "LIBRARY": "국회도서관",
    "SECRETARIAT": "국회사무처",
}


_SEEN = (
    "현지 의회는 {t} 관련 법안을 여러 차례 고쳤다.",
    "{t} 문제를 두고 현지에서도 의견이 갈렸다.",
    "현지 의회의 공청회에서는 {t} 대책이 자주 다뤄졌다.",
)
_AIDES = (
    *("{t} 법안 한 줄을 고치기까지", "국정감사 석 달의 기록", "{t}을(를) 맡으며 배운 것"),
    *("의원실의 하루", "{t} 토론회를 준비하며", "질의서를 쓰는 밤"),
)
_LIKED = (
    *("국수", "등산", "서예", "된장찌개", "탁구", "사진", "텃밭 가꾸기", "만둣국", "판소리"),
    *("자전거", "동네 책방", "낚시", "청국장", "합창", "걷기", "오래된 빵집", "바둑", "목공"),
)
_MATTERS = (
    *("의원회관 시설 공사", "국회 경내 출입 절차", "국회방송 편성", "의안정보시스템 장애"),
    *("전자투표기 교체", "의원 국외출장 경비", "보좌직원 채용 절차", "국회 소통관 임차"),
    *("국회 어린이집 운영", "의정연수원 이용", "국민동의청원 처리 기한", "국회 예비금 집행"),
    *("국회박물관 관람", "의원 사무실 배정", "회의록 공개 시기", "국회 도서 구입"),
)
_HEADLINES = (
    *("'{m}' 보도와 관련해 알려드립니다", "'{m}' 기사 내용은 사실과 다릅니다"),
    *("'{m}' 보도에 대한 설명", "'{m}' 관련 보도 해명"),
)
_ANSWERS = (
    "보도에 나온 금액은 계획을 세우던 때의 것으로 실제 집행액과 달랐다.",
    "해당 업무는 관련 규정과 절차에 따라 이루어졌다.",
    "지적된 부분은 이미 개선 계획을 세워 추진하고 있었다.",
    "기사에 인용된 통계는 이전 해의 것이었다.",
)
_POSTS = (
    *("국회의장 정책수석비서관", "국회의장 정무비서관", "국회사무처 기획조정실장"),
    *("국회도서관 법률정보실장", "국회예산정책처 예산분석실장", "국회입법조사처 정치행정조사실장"),
    *("국회방송국장", "국회의정연수원장", "국회사무처 의사국장"),
)


def bare(title: str) -> str:
    """Return a publication's title without the name of its series and the number of its issue."""
    return title.rpartition("] ")[2].partition(" <")[0]


def told(world: World) -> Iterator[Story]:
    """Yield every piece."""
    for tell in (
        *(publication_stories, notice_stories, abroad_stories, aide_stories),
        *(taste_stories, rebuttal_stories, appointment_stories),
    ):
        yield from tell(world)


def publication_stories(world: World) -> Iterator[Story]:
    """Yield news of publications that came out."""
    told = {
        *("policy_reports", "current_issues", "impact_assessments", "foreign_policy_analysis"),
        *("nafi_briefs", "nafi_research", "program_evaluation", "economic_outlook"),
        *("budget_analysis", "settlement_analysis", "library_legislation", "nabo_magazine"),
    }
    for place, item in items(world.seed):
        draw = Draw(world.seed, "publication-story", place, item.title)
        if item.series["series"] not in told or item.published < "2017" or not draw.chance(650):
            continue
        body, title = BODIES[item.series["body"]], bare(item.title)
        day = date.fromisoformat(item.published[:10])
        lines = (
            settle(f"{body}은(는) {day.day}일 『{title}』을(를) 발간했다."),
            draw.pick(
                (
                    "보고서는 현황과 문제를 짚고 입법과 정책의 과제를 제시했다.",
                    "보고서에는 국내외 사례와 통계 분석이 담겼다.",
                    "이번 자료는 의원의 입법활동과 국정 심의를 돕기 위해 마련됐다.",
                )
            ),
            f"자료는 {body} 누리집에서 볼 수 있게 했다.",
        )
        yield Story("NAON", "publications", day, f"{_abbreviated(body)}, 『{title}』 발간", lines)


def _abbreviated(body: str) -> str:
    return {"국회미래연구원": "국회미래硏"}.get(body, body)


def notice_stories(world: World) -> Iterator[Story]:
    """Yield the daily notice of seminars."""
    day = date(2018, 3, 5)
    while day <= LAST:
        if is_open(day):
            title = f"오늘의 세미나 소개({day:%y}.{day.month}.{day.day}.)"
            yield Story("NAON", "member_events", day, title, ())
        day += timedelta(days=1)


def abroad_stories(world: World) -> Iterator[Story]:
    """Yield what officers abroad wrote for the Assembly's monthly."""
    shared = [topic for topic, _, elsewhere in subjects("") if elsewhere]
    for number, day in spread(date(2014, 2, 3), 271):
        draw = Draw(world.seed, "column", number)
        land, topic = draw.pick(LANDS), draw.pick(shared)
        title = f"[국회보 주재관리포트]{land}에서 본 {topic}"
        lines = (
            f"[국회보 {day.year}년 {day.month}월호]",
            f"{names.person(draw)} {land} 주재관이 {land}의 {topic} 논의를 소개했다.",
            draw.pick(_SEEN).format(t=topic),
            "필자는 우리 국회도 참고할 점이 있다고 적었다.",
        )
        yield Story("NAON", "contributions", day, title, lines)


def aide_stories(world: World) -> Iterator[Story]:
    """Yield what aides wrote about their work."""
    words = topic_words()
    for number, day in spread(date(2017, 3, 6), 64):
        draw = Draw(world.seed, "aide", number)
        who, topic = names.person(draw), draw.pick(words)
        title = settle("[보좌진 이야기] " + draw.pick(_AIDES).format(t=topic))
        lines = (
            f"의원실에서 일하는 {who} 비서관이 글을 보냈다.",
            f"{who} 비서관은 {topic} 자료를 모으느라 여러 기관을 찾아다녔다.",
            draw.pick(
                ("질의서 한 장을 쓰는 데 며칠이 걸렸다.", "회의 전날에는 밤을 새우기도 했다.")
            ),
        )
        yield Story("NAON", "aides", day, title, lines)


def taste_stories(world: World) -> Iterator[Story]:
    """Yield light pieces on what members of the fictional term like."""
    members = fictional_members(world.seed)
    for number, day in spread(date(2020, 9, 7), 42, date(2024, 4, 29)):
        draw = Draw(world.seed, "taste", number)
        member = member_on(draw, members, day)
        assert member is not None
        like = draw.pick(_LIKED)
        lines = (
            settle(f"{member.name} 의원이 아끼는 것은 {like}이었(였)다."),
            "바쁜 의정 활동 가운데 잠시 숨을 고르는 시간이라고 했다.",
        )
        title = f"[의원의 맛과 멋] {member.name} 의원의 {like} 이야기"
        yield Story("NAON", "members_taste", day, title, lines)


def rebuttal_stories(world: World) -> Iterator[Story]:
    """Yield the Secretariat's answers to what was reported of it."""
    for number, day in spread(date(2015, 4, 6), 333):
        draw = Draw(world.seed, "rebuttal", number)
        matter = draw.pick(_MATTERS)
        told_on = f"{day.month}월 {day.day}일"
        lines = (
            settle(f"국회사무처는 {told_on} '{matter}'을(를) 다룬 보도에 대해 설명했다."),
            draw.pick(_ANSWERS),
        )
        title = draw.pick(_HEADLINES).format(m=matter)
        yield Story("NAON", "rebuttals", day, title, lines)


def appointment_stories(world: World) -> Iterator[Story]:
    """Yield appointments; whoever is appointed is fictional."""
    for number, day in spread(date(2016, 7, 4), 40, date(2021, 11, 1)):
        draw = Draw(world.seed, "appointment", number)
        post, who = draw.pick(_POSTS), names.person(draw)
        lines = (
            settle(f"국회는 {day.month}월 {day.day}일 {post}에 {who} 씨를 임명했다."),
            draw.pick(
                ("신임 인사는 국회에서 오래 일해 왔다.", "임명장 수여식은 이날 오전에 열렸다.")
            ),
        )
        yield Story("NAON", "other_trends", day, f"{post}에 {who}", lines)
