"""Patterns of fraud in remote training: their queries, runs, hits and errors.

A run counts hits by pattern and agency; the months sum them up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.remote_agencies import LAST, Agency, agencies, day8, stamp
from kopa_env.world.world import World

_FIRST_RUN = date(2023, 1, 9)
_PATTERNS = (
    # name, table, what is counted, condition, at least so many, how common
    ("같은 IP로 여러 회원이 로그인", "TB_LOGIN", "DISTINCT USER_ID", "LOGIN_IP IS NOT NULL", 5, 40),
    ("한 회원이 같은 날 여러 지역에서 로그인", "TB_LOGIN", "DISTINCT REGION_CD",
     "LOGIN_YN = 'Y'", 3, 9),
    ("심야 시간대 집중 접속", "TB_LOGIN", "*", "TO_CHAR(LOGIN_DATE, 'HH24') BETWEEN '00' AND '04'",
     10, 16),
    ("짧은 간격의 반복 로그인", "TB_LOGIN", "*", "LOGIN_GAP_SEC < 10", 20, 8),
    ("해외 IP에서 접속", "TB_LOGIN", "*", "NAT_CD <> 'KR'", 3, 7),
    ("하루 학습차시 초과", "TB_PROGRESS", "*", "EVAL_CD = '01'", 9, 22),
    ("차시당 학습시간 미달", "TB_PROGRESS", "*", "STUDY_SEC < 300", 5, 26),
    ("여러 과정 동시 진도 기록", "TB_PROGRESS", "DISTINCT COURSE_ID", "OVERLAP_YN = 'Y'", 2, 18),
    ("진도 기록 뒤 접속 이력 없음", "TB_PROGRESS", "*", "LOGIN_ID IS NULL", 1, 10),
    ("로그아웃 시각이 로그인 시각보다 빠름", "TB_LOGIN", "*", "LOGOUT_DATE < LOGIN_DATE", 1, 6),
    ("같은 IP에서 시험 응시", "TB_EXAM", "DISTINCT USER_ID", "SUBMIT_IP IS NOT NULL", 5, 20),
    ("시험 응시시간이 지나치게 짧음", "TB_EXAM", "*", "EXAM_SEC < 120", 3, 14),
    ("답안이 모두 같은 응시자", "TB_EXAM", "DISTINCT USER_ID", "ANSWER_HASH IS NOT NULL", 4, 12),
    ("과제 파일이 서로 같음", "TB_TASK", "DISTINCT USER_ID", "FILE_HASH IS NOT NULL", 2, 15),
    ("과제 제출 IP와 학습 IP가 다름", "TB_TASK", "*", "SUBMIT_IP <> STUDY_IP", 5, 12),
    ("마감 직전 무더기 제출", "TB_TASK", "*", "SUBMIT_DUE_DT - SUBMIT_DT < 1 / 24", 10, 11),
    ("모사율 기준 초과", "TB_TASK", "*", "COPY_RATE >= 80", 1, 17),
    ("본인인증 휴대전화번호 중복", "TB_CERT", "DISTINCT USER_ID", "HP_NO IS NOT NULL", 2, 9),
    ("본인인증 없이 수강 시작", "TB_CERT", "*", "CERT_DATE IS NULL", 1, 8),
    ("캡차 실패 반복", "TB_CAPTCHA", "*", "RESULT_YN = 'N'", 5, 10),
    ("캡차 입력시간이 일정함", "TB_CAPTCHA", "*", "INPUT_SEC = PREV_INPUT_SEC", 5, 7),
    ("수료 처리 뒤 성적 변경", "TB_RESULT", "*", "UPT_DATE > PASS_DATE", 1, 6),
    ("수강 인원 급증", "TB_ATTEND", "DISTINCT USER_ID", "ENROLL_DT >= TRUNC(SYSDATE) - 7", 20, 5),
    ("자료 전송 누락", "TB_TRANS", "*", "SEND_YN = 'N'", 1, 13),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the patterns over all data."""

    id: str
    survey: str
    day: date
    division: str


@dataclass(frozen=True, slots=True)
class Hit:
    """What a pattern found at an agency in a run."""

    run: Run
    pattern: str
    agency: Agency
    count: int


def pattern_id(place: int) -> str:
    """Return the id of the pattern at a place."""
    return f"P{place + 1:03d}"


@lru_cache(maxsize=4)
def runs(seed: int) -> tuple[Run, ...]:
    """Return the runs, latest first: one a week, and a few between."""
    days = [_FIRST_RUN + timedelta(days=7 * n) for n in range((LAST - _FIRST_RUN).days // 7 + 1)]
    found = [(day, "정기") for day in days]
    for day in days:
        draw = Draw(seed, "extra run", day.isoformat())
        if draw.chance(90):
            found.append((day + timedelta(days=draw.between(1, 3)), draw.pick(("수시", "특별"))))
    kept = [pair for pair in sorted(found) if pair[0] <= LAST]
    return tuple(
        Run(f"TI{day8(day)}", str(place), day, division)
        for place, (day, division) in reversed(list(enumerate(kept, start=1)))
    )


@lru_cache(maxsize=4)
def hits(seed: int) -> tuple[Hit, ...]:
    """Return what was found, run by run."""
    every = [(a, a.size) for a in agencies(seed)]
    weights = [(n, row[5]) for n, row in enumerate(_PATTERNS)]
    found: dict[tuple[str, int, str], Hit] = {}
    for run in runs(seed):
        draw = Draw(seed, "hits", run.id)
        for _ in range(draw.between(6, 20)):
            place, agency = draw.weighted(weights), draw.weighted(every)
            count = _PATTERNS[place][4] + draw.skewed(0, 60)
            hit = Hit(run, pattern_id(place), agency, count)
            found.setdefault((run.id, place, agency.id), hit)
    return tuple(found.values())


def _query(table: str, counted: str, condition: str, least: int) -> str:
    by = condition.split()[0] if counted.endswith("USER_ID") else "USER_ID"
    head = f"SELECT AGENT_ID, {by}, COUNT({counted}) AS CNT FROM {table}"
    rest = f"GROUP BY AGENT_ID, {by} HAVING COUNT({counted}) >= {least}"
    return f"{head} WHERE INP_STD_DT = :stdDt AND {condition} {rest}"


def _patterns(world: World) -> Iterator[Row]:
    for place, (name, table, counted, condition, least, _) in enumerate(_PATTERNS):
        draw = Draw(world.seed, "pattern", place)
        first = date(2018, 3, 5) + timedelta(days=draw.below(1200))
        last = first + timedelta(days=draw.between(30, 1400))
        changed = stamp(draw, last) if draw.chance(700) else None
        query = _query(table, counted, condition, least)
        yield (pattern_id(place), name, query, stamp(draw, first), changed, least)


PATTERNS = Table(
    "fraud_patterns",
    columns("pattern title query registered changed least", "least", nulls="changed"),
    _patterns,
    key=("pattern",),
)


def _schedules(world: World) -> Iterator[Row]:
    for place in range(len(_PATTERNS)):
        draw = Draw(world.seed, "pattern schedule", place)
        for number in range(1, 1 + draw.weighted(((1, 60), (2, 30), (4, 10)))):
            hour, minute = draw.between(0, 5), draw.pick((0, 10, 20, 30, 40, 50))
            yield (
                *(pattern_id(place), number, f"{draw.between(1, 28):02d}"),
                *(f"{hour:02d}", f"{minute:02d}"),
            )


SCHEDULES = Table(
    "fraud_pattern_schedules",
    columns("pattern number day hour minute", "number"),
    _schedules,
    key=("pattern", "number"),
)


def _runs(world: World) -> Iterator[Row]:
    total: Counter[str] = Counter()
    for hit in hits(world.seed):
        total[hit.run.id] += hit.count
    for run in runs(world.seed):
        yield (run.survey, run.id, day8(run.day), total[run.id], run.division)


RUNS = Table(
    "fraud_runs",
    columns("survey run day total division", "total"),
    _runs,
    key=("run",),
)


def _hits(world: World) -> Iterator[Row]:
    for hit in hits(world.seed):
        yield (hit.run.id, day8(hit.run.day), hit.pattern, hit.agency.id, hit.count)


HITS = Table(
    "fraud_hits",
    columns("run day pattern agent count", "count"),
    _hits,
    key=("run", "pattern", "agent"),
)


def _errors(world: World) -> Iterator[Row]:
    rows: list[tuple[str, str, str]] = []
    for run in reversed(runs(world.seed)):
        draw = Draw(world.seed, "run errors", run.id)
        for _ in range(draw.skewed(0, 5, 2)):
            place = draw.below(len(_PATTERNS))
            rows.append((run.id, pattern_id(place), stamp(draw, run.day, 0, 5)))
    for number in range(len(rows), 0, -1):
        yield (f"E{number:05d}", *rows[number - 1])


ERRORS = Table("fraud_run_errors", columns("error run pattern registered"), _errors, key=("error",))


def _months(world: World) -> Iterator[Row]:
    count: Counter[tuple[str, str]] = Counter()
    where: dict[tuple[str, str], set[str]] = {}
    for hit in hits(world.seed):
        key = (day8(hit.run.day)[:6], hit.pattern)
        count[key] += hit.count
        where.setdefault(key, set()).add(hit.agency.id)
    for month, pattern in sorted(count, key=lambda k: (-int(k[0]), k[1])):
        name, _, _, _, least, _ = _PATTERNS[int(pattern[1:]) - 1]
        key = (month, pattern)
        yield (month, pattern, name, count[key], least, len(where[key]))


MONTHS = Table(
    "fraud_months",
    columns("ym pattern title count least agencies", "count least agencies"),
    _months,
    key=("ym", "pattern"),
)

REMOTE_PATTERNS = (PATTERNS, SCHEDULES, RUNS, HITS, ERRORS, MONTHS)
