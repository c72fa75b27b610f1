"""The monitor of remote training itself: menus, codes, columns, and the logs of its use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.remote_agencies import LAST, agencies, day8, stamp
from kopa_env.world.world import World

_HOST = "https://emon.hrdkorea.or.kr"
_MENUS = (
    # heading, program folder, what lies below it
    ("모니터링 현황", "dash", ("종합현황", "훈련기관별 현황", "과정별 현황", "지역별 현황")),
    ("부정훈련 관리", "ptrn",
     ("부정패턴 관리", "부정패턴 실행 일정", "전수조사 실행", "패턴 발생 내역",
      "의심 훈련생 조회")),
    ("훈련기관 관리", "agent",
     ("훈련기관 목록", "에이전트 관리", "사전컨설팅", "기능개선 요청", "관할 지청 관리")),
    ("훈련자료 조회", "data",
     ("과정 정보", "수업 정보", "수강 정보", "평가 정보", "로그인 이력", "본인인증 이력")),
    ("캡차 관리", "capt", ("캡차 제출 이력", "캡차 통계", "캡차 제외 기관")),
    ("통계", "stat", ("월별 비정상 패턴", "기관별 연간 통계", "IP 접속 통계", "만족도 통계")),
    ("게시판", "bbs", ("공지사항", "자료실", "자주 묻는 질문", "묻고 답하기")),
    ("시스템 관리", "sys",
     ("메뉴 관리", "코드 관리", "사용자 관리", "권한 관리", "접속 로그", "개인정보 조회 로그",
      "배치 실행 결과")),
)  # fmt: skip
CODES: dict[str, tuple[tuple[str, str], ...]] = {
    "10380": (("10", "기초정보"), ("20", "학습정보"), ("30", "평가정보"), ("40", "결과정보")),
    "10390": (
        ("11", "과정"), ("12", "수업"), ("21", "수강"), ("22", "진도"), ("31", "시험"),
        ("32", "과제"),
        ("41", "수료"), ("42", "만족도"),
    ),
    "10400": (("01", "전체 전송"), ("02", "변경분 전송"), ("03", "재전송"), ("04", "삭제 전송")),
    "10420": (("01", "시스템 장애"), ("02", "훈련생 사유"), ("03", "평가 오류"), ("04", "기타")),
    "10470": (
        ("11", "서버 중단"), ("12", "네트워크 단절"), ("21", "PC 오류"), ("22", "정전"),
        ("31", "문항 오류"),
        ("32", "채점 오류"), ("41", "천재지변"), ("42", "그 밖의 사유"),
    ),
    "10480": (("01", "학교"), ("02", "지정직업훈련시설"), ("03", "원격평생교육시설"),
    ("04", "사업주단체")),
    "10490": (("01", "자체 관리"), ("02", "임대 서버"), ("03", "위탁 관리"), ("04", "클라우드")),
    "10100": (("01", "훈련기관 담당자"), ("02", "공단 담당자"), ("03", "고용센터 담당자"),
              ("04", "시스템 관리자"), ("05", "탈퇴 회원")),
    "10110": (("01", "승인 대기"), ("02", "승인"), ("03", "반려"), ("04", "정지")),
}  # fmt: skip
"""Groups of common codes: number, and (code, name) of each."""

_COLUMNS = (
    ("COURSE", ("COURSE_ID", "NAME", "TOTAL_EDU_TIME", "VALID_FLAG", "TRAINING_TYPE")),
    ("CLASS", ("CLASS_ID", "COURSE_ID", "CLASS_TME", "START_DT", "END_DT", "ENROLL_CNT")),
    ("ATTEND", ("ATTEND_ID", "CLASS_ID", "USER_ID", "START_DT", "END_DT", "STATUS_CD")),
    ("PROGRESS", ("ATTEND_ID", "EVAL_CD", "STUDY_SEC", "PROGRESS_RATE", "EVAL_IP")),
    ("EXAM", ("EXAM_ID", "ATTEND_ID", "SCORE", "SUBMIT_DT", "SUBMIT_IP", "EXAM_SEC")),
    ("TASK", ("TASK_ID", "ATTEND_ID", "SCORE", "SUBMIT_DUE_DT", "COPY_RATE", "FILE_NM")),
    ("LOGIN", ("LOGIN_ID", "USER_ID", "LOGIN_DATE", "LOGOUT_DATE", "LOGIN_IP", "CERT_TYPE")),
    ("RESULT", ("ATTEND_ID", "PASS_YN", "PASS_DT", "TOTAL_SCORE", "REG_DATE")),
    ("CAPTCHA", ("CAPTCHA_ID", "ATTEND_ID", "CAPTCHA_TYPE", "RESULT_YN", "SUBMIT_DT")),
)  # fmt: skip


def _menu_rows() -> list[tuple[str, str, str, str, int, str]]:
    """Return the menus as a tree: number, name, program, number above, order, path."""
    found = []
    for top, (heading, folder, below) in enumerate(_MENUS, start=1):
        number = f"{top}000000"
        found.append((number, heading, f"{folder}Main.do", "0", top, f"/{folder}/{folder}Main.do"))
        for place, name in enumerate(below, start=1):
            program = f"{folder}List{place:02d}.do"
            own = f"{top}{place:02d}0000"
            found.append((own, name, program, number, place, f"/{folder}/{program}"))
    return found


MENUS = Table(
    "monitor_menus",
    columns("menu name program upper place path", "place"),
    lambda world: iter(_menu_rows()),
    key=("menu",),
)


def _codes(world: World) -> Iterator[Row]:
    for group in sorted(CODES):
        for place, (code, name) in enumerate(CODES[group], start=1):
            used = "N" if Draw("code used", group, code).chance(60) else "Y"
            yield (group, code, name, place, used)


CODE_TABLE = Table(
    "monitor_codes", columns("group code name place used", "place"), _codes, key=("group", "code")
)


def _data_type(name: str) -> str:
    if name.endswith(("_DT", "_DATE")):
        return "DATE"
    if name.endswith(("_CNT", "_SEC", "_RATE", "SCORE", "_TIME", "_TME")):
        return "NUMBER"
    return "CHAR" if name.endswith(("_YN", "_FLAG", "_CD")) else "VARCHAR2"


def _collected(world: World) -> Iterator[Row]:
    for table, held in _COLUMNS:
        for name in held:
            draw = Draw("collected", table, name)
            shown, used, sought = (
                "Y" if draw.chance(n) else "N"
                for n in (800, 960, 700 if name.endswith(("_ID", "_DT", "NAME")) else 200)
            )
            yield (table, f"{table}.{name}", _data_type(name), shown, used, sought)


COLLECTED = Table(
    "monitor_columns",
    columns("collected_table collected_column type shown used sought"),
    _collected,
    key=("collected_column",),
)

# ---- logs ------------------------------------------------------------------------------------


def _moments(seed: int, name: str, first: date, most: int) -> Iterator[tuple[Draw, date, str]]:
    """Yield moments of working days, latest first, with a draw for what happened."""
    day = LAST
    while day >= first:
        if day.weekday() < 5:
            draw = Draw(seed, name, day.isoformat())
            told = sorted((stamp(draw, day) for _ in range(draw.skewed(0, most, 2))), reverse=True)
            for place, moment in enumerate(told):
                yield Draw(seed, name, day.isoformat(), place), day, moment
        day -= timedelta(days=1)


def _numbered(rows: list[Row]) -> Iterator[Row]:
    """Yield rows, which are latest first, with their numbers in front, highest first."""
    for place, row in enumerate(rows):
        yield (len(rows) - place, *row)


def _users(seed: int) -> list[tuple[str, int]]:
    """Return who uses the site, and how often: staff, and one account an agency."""
    own = [("emon01", 260), ("emon02", 210), ("hrdk_admin", 120), ("loms_admin", 60)]
    return own + [(f"agt{a.id[1:]}", 1 + a.size // 24) for a in agencies(seed)]


def _accesses(world: World) -> Iterator[Row]:
    users = _users(world.seed)
    paths = [(row[5], 9 if row[3] == "0" else 4) for row in _menu_rows()]
    rows: list[Row] = [
        (_HOST + draw.weighted(paths), draw.weighted(users), moment)
        for draw, _, moment in _moments(world.seed, "access", date(2025, 7, 1), 60)
    ]
    yield from _numbered(rows)


ACCESSES = Table(
    "monitor_accesses", columns("number url account moment", "number"), _accesses, key=("number",)
)


def _ip_days(world: World) -> Iterator[Row]:
    """The accesses of a day by account, counted in the night that follows."""
    count: Counter[tuple[str, str]] = Counter()
    for row in world.rows("monitor_accesses"):
        count[str(row["moment"])[:10], str(row["account"])] += 1
    ordered = sorted(count, reverse=True)
    for place, (day, account) in enumerate(ordered):
        when = date.fromisoformat(day) + timedelta(days=1)
        draw = Draw(world.seed, "ip day", day, account)
        yield (
            *(f"S{len(ordered) - place:06d}", day.replace("-", ""), account),
            *(str(count[day, account]), stamp(draw, when, 1, 3)),
        )


IP_DAYS = Table(
    "monitor_ip_days", columns("statistic day account total moment"), _ip_days, key=("statistic",)
)
_PERSONAL = (
    "수강 정보", "평가 정보", "로그인 이력", "본인인증 이력", "의심 훈련생 조회", "캡차 제출 이력",
    "사용자 관리",
)  # fmt: skip
_REASONS = (
    "부정훈련 의심자 확인",
    "민원 처리",
    "훈련생 본인 요청",
    "지도·점검",
    "수료증 재발급",
    "통계 작성",
)


def _private(world: World) -> Iterator[Row]:
    acts = (("조회", 70), ("엑셀 내려받기", 16), ("수정", 8), ("출력", 6))
    rows: list[Row] = []
    for draw, _, moment in _moments(world.seed, "private", date(2024, 6, 3), 9):
        act = draw.weighted(acts)
        many = "Y" if draw.chance(720 if act.startswith("엑셀") else 160) else "N"
        rows.append((draw.pick(_PERSONAL), act, many, draw.pick(_REASONS), moment))
    yield from _numbered(rows)


PRIVATE = Table(
    "monitor_private_views",
    columns("number menu_name act many reason moment", "number"),
    _private,
    key=("number",),
)


def _trackers(world: World) -> Iterator[Row]:
    for number, row in enumerate(world.rows("remote_logins")):
        yield (1 + Draw(world.seed, "tracker", number).skewed(0, 40, 2), row["trainee"])


TRACKERS = Table("monitor_trackers", columns("count trainee", "count"), _trackers)
_BATCHES = (
    ("PRC_AGENT_STAT", "기관별 통계 집계"), ("PRC_CAPTCHA_STAT", "캡차 통계 집계"),
    ("PRC_PTRN_RUN", "부정패턴 실행"), ("PRC_PTRN_SUMMARY", "비정상 패턴 요약"),
    ("PRC_CLEAN_DATA", "데이터 클렌징"), ("PRC_HRD_IF", "HRD-Net 자료 연계"),
    ("PRC_IP_STAT", "IP 통계 집계"),
)  # fmt: skip
_FAULTS = ("ORA-01555: snapshot too old", "원격지 응답 없음", "대상 자료 없음", "시간 초과로 중단")


def _batches(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for back in range(240):
        day = LAST - timedelta(days=back)
        for procedure, label in _BATCHES:
            draw = Draw(world.seed, "batch", procedure, back)
            weekly = procedure.startswith("PRC_PTRN")
            if weekly and day.weekday():
                continue
            failed = draw.chance(24)
            remark = draw.pick(_FAULTS) if failed else f"{label} 완료" if draw.chance(300) else None
            condition = f"STD_DT={day8(day - timedelta(days=1))}"
            rows.append((procedure, condition, "실패" if failed else "성공", remark))
    yield from _numbered(rows)


BATCHES = Table(
    "monitor_batches",
    columns("number procedure condition state remark", "number", nulls="remark"),
    _batches,
    key=("number",),
)


def _cleansing(world: World) -> Iterator[Row]:
    """A night of cleansing: what was handled, what failed, and what became of the rest."""
    nights = 420
    for back in range(nights):
        draw = Draw(world.seed, "cleansing", back)
        total = draw.bell(1_800, 9_600)
        failed = draw.skewed(0, 90)
        inserted = (total - failed) * draw.between(520, 700) // 1000
        deleted = draw.skewed(0, 140)
        day = day8(LAST - timedelta(days=back))
        changed = total - failed - inserted - deleted
        yield (
            *(str(nights - back), day, total, failed, total - failed),
            *(inserted + deleted + changed, inserted, deleted, changed),
        )


_COUNTS = "total failed normal done inserted deleted changed"
CLEANSING = Table(
    "monitor_cleansing", columns(f"number day {_COUNTS}", _COUNTS), _cleansing, key=("number",)
)

REMOTE_SITE = (
    MENUS,
    CODE_TABLE,
    COLLECTED,
    ACCESSES,
    IP_DAYS,
    PRIVATE,
    TRACKERS,
    BATCHES,
    CLEANSING,
)
