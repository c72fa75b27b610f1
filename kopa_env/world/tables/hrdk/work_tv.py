"""직업방송 (Work TV): programmes, what is on the air on a day, and how often its API is asked.

A day's airings name programmes that run on that day. Programmes and their texts are made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

FIRST, LAST = date(2023, 1, 1), date(2026, 1, 30)
_TITLES = (
    # name, what it is about, how it is told
    ("취업 길잡이", "채용 일정과 지원 전략", "상담"),
    ("청년 취업 톡", "청년이 겪는 취업 고민", "대담"),
    ("취업의 기술", "자기소개서와 면접", "강의"), ("재취업 프로젝트", "중장년의 다시 시작", "기획"),
    ("해외취업 이야기", "나라 밖에서 일하는 사람들", "다큐멘터리"),
    ("취업 뉴스 오늘", "고용시장 소식", "뉴스"),
    ("여성 취업 공감", "경력이 끊긴 여성의 복귀", "대담"),
    ("취업 사관학교", "직무별 준비 방법", "강의"),
    ("명장의 손", "한 분야를 지켜 온 기술인", "다큐멘터리"),
    ("기술이 미래다", "산업현장의 새 기술", "기획"),
    ("자격증 합격 노트", "국가기술자격 시험", "강의"),
    ("직업의 발견", "낯선 직업의 하루", "다큐멘터리"),
    ("일터의 하루", "일하는 사람들의 이야기", "다큐멘터리"),
    ("NCS 직무 특강", "국가직무능력표준", "강의"),
    ("우리 회사를 소개합니다", "강한 중소기업", "기획"),
    ("창업 도전기", "작은 가게의 시작", "기획"),
    ("직업능력 온", "평생직업능력개발", "대담"), ("안전한 일터", "산업재해를 막는 방법", "강의"),
    ("노동법 상담소", "근로계약과 임금", "상담"),
    ("특성화고 진로 수업", "고교 졸업 뒤의 진로", "강의"),
    ("기능경기 현장", "기능경기대회 선수들", "중계"),
    ("훈련 현장을 가다", "직업훈련기관과 훈련생", "다큐멘터리"),
    ("인생 이모작", "은퇴 뒤의 새 일", "대담"), ("일학습병행 성공기", "일하며 배우는 청년", "기획"),
    ("스마트 농부", "농촌에서 찾은 일", "다큐멘터리"),
    ("외국인 근로자 한국살이", "한국에서 일하는 이웃", "기획"),
    ("경제 쉽게 보기", "일하는 사람을 위한 경제", "강의"), ("직업방송 초대석", "일과 사람", "대담"),
    ("디지털 직무 교실", "인공지능과 데이터", "강의"),
    ("생생 채용관", "지금 사람을 찾는 기업", "상담"),
)  # fmt: skip
_PURPOSES = {
    "상담": ("{0}을(를) 둘러싼 궁금증을 전문가와 함께 푼다.",
        "{0}에 관한 고민을 나누고 답을 찾는다."),
    "대담": ("{0}에 관한 이야기를 솔직하게 나눈다.",
        "{0}을(를) 여러 사람의 눈으로 살펴본다."),
    "강의": ("{0}을(를) 알기 쉽게 풀어 준비하는 사람을 돕는다.",
        "{0}에 꼭 필요한 내용만 골라 전한다."),
    "기획": ("{0}을(를) 통해 직업능력을 기르는 길을 안내한다.",
        "{0}을(를) 널리 알려 일자리로 잇는다."),
    "다큐멘터리": ("{0}을(를) 가까이에서 보여 주어 일의 뜻을 되새긴다.",
              "{0}에 담긴 땀과 보람을 전한다."),
    "뉴스": ("{0}을(를) 정확하고 빠르게 전한다.",),
    "중계": ("{0}의 땀과 열정을 생생하게 전한다.",),
}  # fmt: skip
_FORMS = {
    "상담": "시청자가 보낸 사연에 상담사가 답하는 {0} 상담 프로그램.",
    "대담": "진행자와 손님이 {0}을(를) 두고 이야기를 나누는 대담 프로그램.",
    "강의": "강사가 {0}을(를) 차례로 가르치는 강의 프로그램.",
    "기획": "{0}을(를) 현장에서 취재한 기획 프로그램.",
    "다큐멘터리": "{0}을(를) 따라가며 기록한 다큐멘터리.",
    "뉴스": "{0}을(를) 간추려 전하는 소식 프로그램.",
    "중계": "{0}의 경기를 해설과 함께 전하는 중계 프로그램.",
}


@dataclass(frozen=True, slots=True)
class Programme:
    """A season of a programme."""

    key: str
    name: str
    about: str
    form: str
    start: date
    end: date
    weekday: int
    hour: int


@lru_cache(maxsize=4)
def programmes(seed: int) -> tuple[Programme, ...]:
    """Return the seasons, by key: each title has one running, or ended, at any time."""
    found = []
    for place, (name, about, form) in enumerate(_TITLES):
        start, season = FIRST, 0
        while start <= LAST:
            season += 1
            draw = Draw(seed, "programme", place, season)
            end = start + timedelta(days=draw.between(12, 80) * 7)
            title = name if season == 1 else f"{name} 시즌{season}"
            slot = (draw.below(7), draw.between(7, 22))
            key = f"PG{place + 1:03d}{season:02d}"
            found.append(Programme(key, title, about, form, start, end, *slot))
            start = end + timedelta(days=1 + draw.below(5) * 7)
    return tuple(found)


def _programmes(world: World) -> Iterator[Row]:
    for p in programmes(world.seed):
        draw = Draw(world.seed, "programme text", p.key)
        running = p.end > LAST
        last = _last_aired(p)
        yield (
            *(p.key, p.name, "Y" if running else "N", p.start.strftime("%Y%m%d")),
            None if running else p.end.strftime("%Y%m%d"),
            last.strftime("%Y%m%d"),
            settle(draw.pick(_PURPOSES[p.form]).format(p.about)),
            settle(_FORMS[p.form].format(p.about)),
        )


def _last_aired(p: Programme) -> date:
    end = min(p.end, LAST)
    return max(p.start, end - timedelta(days=(end.weekday() - p.weekday) % 7))


PROGRAMMES = Table(
    "worktv_programmes",
    columns("programme name running first_day last_day aired purpose text", nulls="last_day"),
    _programmes,
    key=("programme",),
)


def _day(seed: int, day: date) -> Iterator[Row]:
    """A day's airings: from six in the morning, half an hour or a whole one each."""
    running = [p for p in programmes(seed) if p.start <= day <= p.end]
    draw = Draw(seed, "airings", day.isoformat())
    week = f"{day.isocalendar().year}W{day.isocalendar().week:02d}"
    minute = 6 * 60
    while minute < 24 * 60 and running:
        own = [p for p in running if p.weekday == day.weekday() and p.hour == minute // 60]
        first = bool(own) and minute % 60 == 0
        programme = draw.pick(own if first else running)
        new = first and (day - programme.start).days < 7
        kind = "신규" if new else "본방" if first else "특집" if draw.chance(25) else "재방"
        live = "Y" if first and programme.form in ("뉴스", "상담", "중계") else "N"
        yield (
            *(day.strftime("%Y%m%d"), week, programme.key, programme.name, live, kind),
            *(f"{minute // 60:02d}", f"{minute % 60:02d}"),
        )
        minute += draw.pick((30, 30, 60))


def _airings(world: World) -> Iterator[Row]:
    for n in range((LAST - FIRST).days + 1):
        yield from _day(world.seed, FIRST + timedelta(days=n))


def _airings_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    try:
        day = date.fromisoformat(str(values[0]))
    except ValueError:
        return
    if FIRST <= day <= LAST and day.strftime("%Y%m%d") == values[0]:
        yield from _day(world.seed, day)


AIRINGS = Table(
    "worktv_airings",
    columns("day week programme name live kind_of hour minute"),
    _airings,
    by=("day",),
    part=_airings_of,
)
_DEVICES = (("PC", 520), ("모바일", 380), ("태블릿", 70), ("기타", 30))


def _api_days(world: World) -> Iterator[Row]:
    """How often a key was used on a day, by kind of device; less so on weekends."""
    day = LAST - timedelta(days=1)
    while day >= FIRST:
        draw = Draw(world.seed, "worktv api", day.isoformat())
        scale = 30 if day.weekday() > 4 else 100
        for device, share in _DEVICES:
            count = share * scale * draw.between(60, 140) // 12_000
            if count:
                yield (day.strftime("%Y%m%d"), device, count)
        day -= timedelta(days=1)


API_DAYS = Table(
    "worktv_api_days", columns("day device count", "count"), _api_days, key=("day", "device")
)

WORK_TV = (PROGRAMMES, AIRINGS, API_DAYS)
