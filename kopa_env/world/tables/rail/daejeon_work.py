"""What 대전도시철도's staff write down: evasion, disorder, certificates, finds, incidents."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.daejeon import Station, stations
from kopa_env.world.tables.rail.daejeon_flows import FIRST
from kopa_env.world.tables.rail.metro import NOW, day8, span
from kopa_env.world.world import World

_YESTERDAY = NOW - timedelta(days=1)


def _cases(seed: int, name: str, most: int, power: int = 2) -> Iterator[tuple[Draw, date, Station]]:
    """Yield cases day by day: a draw of its own, the day, and where."""
    for day in span(FIRST, _YESTERDAY):
        for n in range(Draw(seed, name, day8(day)).skewed(0, most, power)):
            draw = Draw(seed, name, day8(day), n)
            yield draw, day, draw.pick(stations())


def _phone(station: Station) -> str:
    return f"042-539-{3000 + int(station.number):04d}"


def _clerk(seed: int, station: Station, draw: Draw) -> str:
    """Return one of the six who work at a station."""
    return names.person(Draw(seed, "daejeon clerk", station.number, draw.below(6)))


def _clock(draw: Draw, low: int = 6, high: int = 23) -> tuple[int, int]:
    return draw.between(low, high), draw.below(60)


# ---- fares and order -------------------------------------------------------------------------

_FARES = (1_550, 850, 550)


def _evasions(world: World) -> Iterator[Row]:
    for number, (draw, day, s) in enumerate(_cases(world.seed, "daejeon evasion", 3), start=1):
        enforced = draw.chance(640)
        kind = draw.weighted((("01", 46), ("02", 28), ("03", 18), ("04", 8)))
        fare = draw.weighted(((_FARES[0], 80), (_FARES[1], 12), (_FARES[2], 8)))
        paid = fare * 31 if enforced else fare
        start = draw.pick(stations())
        yield (
            *(day8(day), s.number, number, "02" if enforced else "01", kind),
            *(start.number, s.number, paid),
        )


DAEJEON_EVASIONS = Table(
    "daejeon_evasions",
    columns("day station number act kind entered left paid", "number paid"),
    _evasions,
)
_DISORDER = (
    # kind, what was noted, weight
    ("01", "음주 후 소란을 피워 귀가 조치", 22), ("02", "역 구내 흡연 적발", 20),
    ("03", "무단 전단지 배포 제지", 12), ("04", "이동 상인 퇴거 조치", 16),
    ("05", "노숙인 보호시설 안내", 14), ("06", "승강장에서 자전거를 타 제지", 6),
    ("07", "반려동물 이동장 없이 승차해 안내", 6), ("08", "시설물에 낙서해 신원 확인", 4),
)  # fmt: skip


def _disorder(world: World) -> Iterator[Row]:
    for number, (draw, day, _) in enumerate(_cases(world.seed, "daejeon disorder", 3), start=1):
        kind, remark = draw.weighted([(d[:2], d[2]) for d in _DISORDER])
        hour, minute = _clock(draw)
        result = draw.weighted((("01", 58), ("02", 26), ("03", 12), ("04", 4)))
        later = min(_YESTERDAY, day + timedelta(days=draw.skewed(0, 4)))
        yield (
            *(day8(day), day8(day), kind, number, day8(later), f"{hour:02d}:{minute:02d}"),
            *(remark if draw.chance(820) else None, result),
        )


DAEJEON_DISORDER = Table(
    "daejeon_disorder",
    columns("day created kind number updated time remark result", "number", nulls="remark"),
    _disorder,
)
_ACTS = (
    "부정승차 예방 계도", "우대권 부정 사용 단속", "음주 소란 예방 순찰", "역 구내 금연 계도",
    "이동 상인 단속", "승강장 안전선 준수 계도", "에스컬레이터 안전 이용 홍보", "무단 광고물 정비",
    "임산부 배려석 이용 계도", "어린이 무임 승차 기준 안내",
)  # fmt: skip


def _activities(world: World) -> Iterator[Row]:
    for draw, day, s in _cases(world.seed, "daejeon activity", 5):
        special = draw.chance(140)
        updated = min(_YESTERDAY, day + timedelta(days=draw.below(3)))
        yield (
            *(
                day8(day),
                s.number,
                s.sign,
                draw.pick(("01", "01", "02")),
                "02" if special else "01",
            ),
            *(draw.between(4, 18) if special else draw.between(1, 5), draw.pick(_ACTS)),
            *(day8(updated), day8(day)),
        )


DAEJEON_ACTIVITIES = Table(
    "daejeon_activities",
    columns("day station station_sign act kind people contents updated created", "people"),
    _activities,
)

# ---- certificates ----------------------------------------------------------------------------


def _slips(world: World) -> Iterator[Row]:
    for board, most in (("loss", 3), ("receipt", 5)):
        numbers: dict[str, int] = {}
        for draw, day, s in _cases(world.seed, f"daejeon {board}", most):
            numbers[s.number] = numbers.get(s.number, 0) + 1
            yield (
                *(board, day8(day), s.number, s.sign, str(numbers[s.number])),
                *(_phone(s), _clerk(world.seed, s, draw)),
            )


DAEJEON_SLIPS = Table(
    "daejeon_slips",
    columns("board day station station_sign number phone clerk"),
    _slips,
    index=(("board", "day"),),
)

# ---- things found ----------------------------------------------------------------------------

_FINDS = (
    ("검정색 반지갑", "신분증과 교통카드가 들어 있음"), ("회색 접이식 우산", "손잡이에 끈이 달림"),
    ("무선 이어폰", "흰색 충전 케이스에 담김"), ("휴대전화", "파란색 덮개, 잠금 상태"),
    ("남색 책가방", "교과서와 필통이 들어 있음"), ("종이 쇼핑백", "새 옷이 들어 있음"),
    ("분홍색 보온병", "스티커가 붙어 있음"), ("안경", "검은 뿔테, 케이스 없음"),
    ("학생증", "학교에 알려 둠"), ("열쇠 꾸러미", "열쇠 네 개와 곰 인형 고리"),
    ("체크카드", "카드사에 분실 통보함"), ("베이지색 목도리", "승강장 의자 위에서 발견"),
    ("에코백", "책 두 권과 필기구가 들어 있음"), ("태블릿 컴퓨터", "검은 덮개, 전원 꺼짐"),
    ("어린이 운동화", "한 짝만 있음"), ("장갑 한 켤레", "검은 가죽 장갑"),
    ("교통카드", "충전식 카드, 이름 없음"), ("손목시계", "가죽 줄이 끊어짐"),
    ("검정 백팩", "노트북 컴퓨터가 들어 있음"), ("모자", "남색 야구 모자"),
)  # fmt: skip
_WHERE = (
    "대합실 의자",
    "승강장",
    "전동차 안",
    "화장실",
    "1번 출구 계단",
    "승차권 발매기 위",
    "엘리베이터 안",
)


def _finds(world: World) -> Iterator[Row]:
    for number, (draw, day, s) in enumerate(_cases(world.seed, "daejeon find", 9), start=1):
        title, more = draw.pick(_FINDS)
        place = draw.pick(_WHERE)
        age = (NOW - day).days
        given = draw.chance(460 if age < 7 else 700)
        state = "반환" if given else "보관" if age < 8 else "경찰서 이관"
        kept = "대전경찰청 유실물센터" if state == "경찰서 이관" else f"{s.sign} 고객안내센터"
        yield (
            *(more, kept, f"/upload/lost/{day8(day)}/{number:06d}.jpg", title),
            *(day8(day), f"{s.sign} {place}", day8(day), state),
        )


DAEJEON_FINDS = Table(
    "daejeon_finds", columns("comments kept image title found place registered state"), _finds
)

# ---- stations --------------------------------------------------------------------------------

_INCIDENTS = (
    ("승강장에서 넘어진 승객 응급조치", "승강장"),
    ("어지럼증을 호소한 승객 119 인계", "대합실"),
    ("에스컬레이터 비상 정지 후 재가동", "에스컬레이터"),
    ("엘리베이터 갇힘 승객 구출", "엘리베이터"),
    ("대합실 천장 누수 조치", "대합실"),
    ("길 잃은 어린이 보호자 인계", "대합실"),
    ("승강장안전문 열림 불량 조치", "승강장"),
    ("자동개집표기 통신 장애 복구", "개집표기"),
    ("화재 감지기 오작동 확인", "기계실"),
    ("취객 폭언으로 경찰 출동", "고객안내센터"),
    ("출입구 빙판 제거 및 제설", "출입구"),
    ("승차권 발매기 지폐 걸림 조치", "발매기 앞"),
    ("치매 어르신 보호 후 가족 인계", "대합실"),
    ("화장실 배관 막힘 조치", "화장실"),
    ("정전에 따른 비상조명 점등", "대합실"),
    ("선로에 떨어진 휴대전화 회수", "선로"),
)


def _incidents(world: World) -> Iterator[Row]:
    for number, (draw, day, s) in enumerate(_cases(world.seed, "daejeon incident", 3), start=1):
        title, place = draw.pick(_INCIDENTS)
        if "빙판" in title and day.month not in (12, 1, 2):
            title, place = _INCIDENTS[0]
        hour, minute = _clock(draw, 6, 22)
        done = hour * 60 + minute + draw.skewed(3, 75, 2)
        yield (
            *(number, title, f"{day.isoformat()} {done // 60:02d}:{done % 60:02d}:00", place),
            *(s.sign, s.number, f"{day.isoformat()} {hour:02d}:{minute:02d}:00", day8(day)),
        )


DAEJEON_INCIDENTS = Table(
    "daejeon_incidents",
    columns("number title handled place station_sign station happened day", "number"),
    _incidents,
)
_LIFTS = ("엘리베이터 1호기", "엘리베이터 2호기", "에스컬레이터 1호기", "에스컬레이터 2호기",
          "에스컬레이터 3호기", "휠체어리프트")  # fmt: skip


def _inspections(world: World) -> Iterator[Row]:
    """Each lift once a month; the plan is made at the end of the month before."""
    number = 0
    for year in (2024, 2025, 2026):
        for month in range(1, 13):
            first = date(year, month, 1)
            if first > NOW:
                return
            planned = first - timedelta(days=draw_days(world.seed, year, month))
            for s in stations():
                for lift in _LIFTS[: 5 + int(s.number) % 2]:
                    number += 1
                    draw = Draw(world.seed, "daejeon inspection", number)
                    day = first + timedelta(days=draw.below(27))
                    changed = planned + timedelta(days=draw.below(3))
                    yield (
                        *(f"{s.sign} {lift}", day8(day), f"EP{year}{number:06d}"),
                        *(day8(planned), day8(changed)),
                    )


def draw_days(seed: int, year: int, month: int) -> int:
    """Return how many days before a month its inspections are planned."""
    return Draw(seed, "daejeon inspections", year, month).between(4, 9)


DAEJEON_INSPECTIONS = Table(
    "daejeon_inspections",
    columns("place day plan created updated"),
    _inspections,
    key=("plan",),
)
_USES = (
    ("만남의 광장", "버스킹 공연"),
    ("만남의 광장", "작은 음악회"),
    ("전시 공간", "회원 사진전"),
    ("전시 공간", "어린이 그림 전시"),
    ("대합실 홍보대", "헌혈 홍보"),
    ("대합실 홍보대", "축제 홍보"),
    ("대합실", "건강 상담"),
    ("동호인실", "독서 모임"),
    ("동호인실", "악기 연습"),
    ("대합실", "사회적기업 물품 판매"),
    ("만남의 광장", "캠페인 행사"),
    ("회의실", "주민 간담회"),
)
_GROUPS = ("예술단", "사진동호회", "문화원", "봉사단", "합창단", "협동조합", "청소년센터")
_NOTES = ("전기 사용 요청", "탁자 네 개 필요", "음향기기 지참", "행사 뒤 청소 확인", "우천 시 취소")


def _requests(world: World) -> Iterator[Row]:
    for draw, day, s in _cases(world.seed, "daejeon request", 2, 2):
        facility, use = draw.pick(_USES)
        begins = draw.between(9, 17)
        who = f"{names.coined(draw, 0)} {draw.pick(_GROUPS)}"
        yield (
            *(f"{s.sign} {facility}", who, day8(day), f"{begins:02d}:00"),
            *(f"{begins + draw.between(1, 4):02d}:00", draw.skewed(3, 60, 2), use),
            draw.pick(_NOTES) if draw.chance(420) else None,
        )


DAEJEON_REQUESTS = Table(
    "daejeon_requests",
    columns("facility applicant day begins ends people use note", "people", nulls="note"),
    _requests,
)
_SHOWS = (
    "찾아가는 작은 음악회",
    "통기타 거리 공연",
    "시화전",
    "지역 작가 회화전",
    "어린이 사생대회 수상작 전시",
    "국악 한마당",
    "색소폰 연주회",
    "캘리그래피 체험",
    "청년 밴드 공연",
    "시민 사진 공모전 수상작 전시",
    "마술 공연",
    "책 나눔 장터",
    "환경 사진전",
    "우리 동네 합창 발표회",
)


def _shows(world: World) -> Iterator[Row]:
    for draw, day, s in _cases(world.seed, "daejeon show", 2, 2):
        title = draw.pick(_SHOWS)
        long = "전" in title[-3:] or "전시" in title
        end = day + timedelta(days=draw.between(4, 20) if long else 0)
        begins = draw.between(9, 11) if long else draw.between(10, 18)
        yield (
            *(title, day8(end), f"{begins + (8 if long else 1):02d}:00", s.number, day8(day)),
            *(f"{begins:02d}:00", f"{names.coined(draw, 1)} {draw.pick(_GROUPS)}"),
        )


DAEJEON_SHOWS = Table(
    "daejeon_shows", columns("title last ends station first begins sponsor"), _shows
)

WORK_TABLES = (
    *(DAEJEON_EVASIONS, DAEJEON_DISORDER, DAEJEON_ACTIVITIES, DAEJEON_SLIPS, DAEJEON_FINDS),
    *(DAEJEON_INCIDENTS, DAEJEON_INSPECTIONS, DAEJEON_REQUESTS, DAEJEON_SHOWS),
)
