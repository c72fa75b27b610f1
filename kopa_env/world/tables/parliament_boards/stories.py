"""News of seminars, officers, parties and people.

Every sentence is in the past tense, so that the broadcaster can say it politely. Members who are
named are of the fictional 21st term and the days are within it; whoever speaks otherwise is
fictional too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from kopa_env.language.particles import settle
from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.tables.members import PARTIES, TERM_END, TERM_START, fictional_members
from kopa_env.world.tables.parliament_boards.days import spread
from kopa_env.world.tables.parliament_boards.events import DEPUTY, SPEAKER, events
from kopa_env.world.tables.parliament_boards.story import (
    REMARKS,
    ROLES,
    Story,
    member_on,
    remark,
    topic_words,
)
from kopa_env.world.world import World

_GATHERINGS = ("토론회", "정책세미나", "공청회", "입법토론회", "국회포럼")
_HALLS = ("제1세미나실", "제2세미나실", "제3세미나실", "제1소회의실", "대회의실", "제2간담회의실")
_SHORTER = (
    (r"야 한다고 .*", "야"),
    (r"이 필요하다고 .*", " 필요"),
    (r"[이]?라고 .*", ""),
    (r" 수 있다고 .*", " 수 있어"),
)
_AIMS = ("의 현황과 과제 {k}", " 문제의 해법을 찾는 {k}", " 제도 개선 {k}", "의 쟁점과 대안 {k}")
_ENDS = (
    "참석자들은 제도의 보완 방향을 놓고 의견을 나눴다.",
    "토론에는 관계 부처와 현장의 관계자들이 함께했다.",
    "행사에서 나온 제안은 입법 과정에서 검토하기로 했다.",
)
_TOPICAL = (
    "참석자들은 {t} 문제에 대한 국회의 역할을 놓고 의견을 나눴다.",
    "이날 논의된 내용은 관련 위원회에 전달됐다.",
    "이 자리에는 관계 기관 관계자들이 함께했다.",
)
_BESIDE = (
    "이날 일정에는 국회사무처 관계자들이 동행했다.",
    "행사에는 관계 기관 관계자들이 함께했다.",
    "현장에서는 관계자들의 건의도 이어졌다.",
)
_MOVES = (
    ("원내대책회의에서 {t} 대책을 논의했다", "{p}, {t} 대책 논의"),
    ("{t} 관련 입법 과제를 점검했다", "{p}, {t} 입법 과제 점검"),
    ("정책위원회 차원에서 {t} 간담회를 열기로 했다", "{p}, {t} 정책간담회 열기로"),
    ("{t} 예산을 놓고 의견을 나눴다", "{p}, {t} 예산 놓고 의견 교환"),
    ("{t} 현장을 찾아 의견을 들었다", "{p} 지도부, {t} 현장 의견 청취"),
)
_TALKS = (
    ("{t} 관련 법안의 심사 일정을 협의했다", "{p}, {t} 법안 심사 일정 협의"),
    ("{t} 관련 쟁점을 놓고 논의를 이어갔다", "{p}, {t} 쟁점 논의 이어가"),
)
_WAITING = (
    "관련 법안은 소관 위원회에서 심사를 앞두고 있었다.",
    "국회에서는 관련 법안의 심사가 이어졌다.",
    "소관 위원회는 공청회를 열어 의견을 듣기로 했다.",
)
_MEETINGS = (
    *("[초대석] {w}, {t}을(를) 말하다", '[인터뷰] {w} "{t}, 이제는 바꿔야"'),
    *("[사람과 의정] {t}의 길을 묻다 - {w}", "[만나고 싶었습니다] {w}"),
)
_OPENINGS = (
    "{t} 문제가 이어지고 있다는 지적에 따라 현장을 찾았다.",
    "{t} 대책이 제대로 작동하는지 따져 봤다.",
    "{t} 문제를 둘러싼 쟁점을 정리했다.",
)
_FEATURES = (
    *("[기획] {t}, 현장을 가다", "[현장속으로] {t}의 오늘", "[이슈 톡] {t}, 무엇이 쟁점인가"),
    *('[뉴스 인사이드] "{t}, 법이 따라가야"', "[정책 돋보기] {t} 이렇게 달라진다"),
    *("[의정 24시] {t} 논의 어디까지", "[데이터로 보는 국회] 숫자로 본 {t}"),
)


def told(world: World) -> Iterator[Story]:
    """Yield every piece."""
    for tell in (
        *(seminar_stories, leadership_stories, party_stories),
        *(people_stories, feature_stories),
    ):
        yield from tell(world)


def seminar_stories(world: World) -> Iterator[Story]:
    """Yield seminars held in the members' building, told by one newsroom or the other."""
    members, words = fictional_members(world.seed), topic_words()
    for number, day in spread(date(2018, 3, 5), 2_600):
        draw = Draw(world.seed, "seminar", number)
        topic, kind = draw.pick(words), draw.pick(_GATHERINGS)
        name = topic + draw.pick(_AIMS).format(k=kind)
        host = member_on(draw, members, day)
        by = f"{host.name} {host.party} 의원이 주최한 " if host and host.party != "무소속" else ""
        hall = draw.pick(_HALLS)
        lines = [
            settle(f"{by}'{name}'이(가) {day.month}월 {day.day}일 국회의원회관 {hall}에서 열렸다.")
        ]
        if host and draw.chance(600):
            vow = f"{host.name} 의원은 {topic}에 대한 국회의 논의를 이어가겠다고 밝혔다."
            lines.append(vow)
        lines += [remark(draw, topic) for _ in range(1 + draw.below(2))]
        lines.append(draw.pick(_ENDS))
        if draw.chance(700):
            yield Story("NATV", "seminars", day, name, tuple(lines))
        else:
            head = f'{topic} {kind}…"{_pith(lines[-2])}"'
            yield Story("NAON", "now", day, head, tuple(lines))


def _pith(said: str) -> str:
    """Return what a speaker wants, short enough for a headline."""
    wish = said.rpartition("관련해 ")[2]
    for full, short in _SHORTER:
        wish = re.sub(full, short, wish)
    return wish


def leadership_stories(world: World) -> Iterator[Story]:
    """Yield what the officers did, as both newsrooms told it."""
    boards = {SPEAKER: "speaker", DEPUTY: "deputy_speakers"}
    for event in events(world.seed):
        draw = Draw(world.seed, "leadership-story", event.number)
        lines = (
            settle(f"{event.who}은(는) {event.day.month}월 {event.day.day}일 {event.deed}."),
            draw.pick(_TOPICAL if event.topic in event.deed else _BESIDE).format(t=event.topic),
        )
        board = boards.get(event.who, "secretary_general")
        yield Story("NAON", board, event.day, event.headline, lines)
        if event.who in boards and draw.chance(800):
            yield Story("NATV", "leadership", event.day, event.headline, lines)


def party_stories(world: World) -> Iterator[Story]:
    """Yield moves of parties: by name in the fictional term, of all of them together later."""
    words, parties = topic_words(), [party for party, _ in PARTIES if party != "무소속"]
    shares = list(zip(parties, (40, 36, 12, 12), strict=True))
    for number, day in spread(date(2020, 6, 1), 900):
        draw = Draw(world.seed, "party-story", number)
        topic = draw.pick(words)
        fictional = TERM_START <= day.isoformat() <= TERM_END
        party = draw.weighted(shares) if fictional else "여야"
        deed, title = draw.pick(_MOVES if fictional else _TALKS)
        lines = (
            settle(f"{party}은(는) {day.month}월 {day.day}일 {deed}.").replace("{t}", topic),
            draw.pick(_WAITING),
        )
        yield Story("NATV", "party", day, title.format(p=party, t=topic), lines)


def people_stories(world: World) -> Iterator[Story]:
    """Yield interviews, with fictional members in their term and fictional experts otherwise."""
    members, words = fictional_members(world.seed), topic_words()
    for number, day in spread(date(2019, 1, 7), 700):
        draw = Draw(world.seed, "people-story", number)
        topic, host = draw.pick(words), member_on(draw, members, day)
        who = f"{names.person(draw)} {draw.pick(ROLES)}"
        if host and draw.chance(600):
            who = f"{host.name} 의원"
        lines = (
            settle(f"국회방송이 {who}을(를) 만나 {topic}에 관한 생각을 들었다."),
            settle(f"{who}은(는) {topic} 문제에 대해 {draw.pick(REMARKS)}."),
        )
        title = settle(draw.pick(_MEETINGS).format(w=who, t=topic))
        yield Story("NATV", "people", day, title, lines)


def feature_stories(world: World) -> Iterator[Story]:
    """Yield the broadcaster's own features."""
    words = topic_words()
    for number, day in spread(date(2018, 1, 8), 1_300):
        draw = Draw(world.seed, "feature-story", number)
        topic = draw.pick(words)
        lines = (
            draw.pick(_OPENINGS).format(t=topic),
            remark(draw, topic),
            remark(draw, topic),
            draw.pick(_WAITING),
        )
        yield Story("NATV", "other", day, settle(draw.pick(_FEATURES).format(t=topic)), lines)
