"""What 대전교통공사 publishes: announcements, news, books, and how petitions were settled."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.daejeon import stations
from kopa_env.world.tables.rail.daejeon_flows import FIRST
from kopa_env.world.tables.rail.metro import NOW, SEASONS, day8, span
from kopa_env.world.world import World

_YESTERDAY = NOW - timedelta(days=1)
_POSTS = {
    "announcement": (
        ("{y}년 제{n}회 신규직원 채용 공고", "인사팀"),
        ("{s}역 상가 임대 입찰 공고", "사업개발팀"),
        ("{y}년 {q}분기 기간제 근로자 채용 공고", "인사팀"),
        ("{s}역 광고매체 사용자 모집 공고", "사업개발팀"),
        ("{y}년 임원 모집 공고", "기획예산팀"),
        ("{s}역 편의점 운영자 선정 결과 공고", "사업개발팀"),
        ("불용품 매각 공고({y}-{n})", "계약자산팀"),
        ("여객운송약관 개정 예고", "영업계획팀"),
        ("{y}년 안전관리 위탁 용역 입찰 공고", "안전관리팀"),
        ("승강설비 유지보수 용역 사전규격 공개", "기계팀"),
        ("유실물 처리 공고({y}년 {m}월)", "고객지원팀"),
        ("{s}역 출입구 통행 제한 안내", "토목팀"),
        ("정보화사업 제안서 평가위원 공개 모집", "정보화팀"),
        ("{y}년 시민평가단 모집 공고", "고객지원팀"),
        ("공익신고 보호 계획 공고", "감사실"),
        ("{s}역 환승주차장 요금 변경 공고", "영업계획팀"),
    ),
    "press": (
        ("대전교통공사, {s}역에서 재난 대응 훈련", "홍보팀"),
        ("{s}역 승강장안전문 전면 교체 마쳐", "홍보팀"),
        ("도시철도 타고 떠나는 {season} 나들이", "홍보팀"),
        ("대전교통공사, 고객만족도 향상 결의", "홍보팀"),
        ("{s}역에 시민 휴식 공간 문 열어", "홍보팀"),
        ("심야 연장 운행으로 축제 관람객 수송", "홍보팀"),
        ("대전교통공사, 노사 공동 사회공헌 활동 펼쳐", "홍보팀"),
        ("{m}월부터 {s}역 무인 발급기 운영", "홍보팀"),
        ("도시철도 이용객 하루 평균 {k}만 명 넘어", "홍보팀"),
        ("대전교통공사, 설 연휴 특별 수송 대책 마련", "홍보팀"),
        ("교통약자 이동 지원 앱 새 단장", "홍보팀"),
        ("{s}역 대합실에서 작은 음악회 열려", "홍보팀"),
        ("철도 안전 문화 확산 업무협약 맺어", "홍보팀"),
        ("대전교통공사, 겨울철 시설물 특별 점검", "홍보팀"),
        ("여름철 냉방 쾌적도 높인다… 약냉방칸 안내 강화", "홍보팀"),
        ("청렴 실천 다짐 대회 개최", "홍보팀"),
    ),
}
_OFF_SEASON = (("설 연휴", (1, 2)), ("겨울철", (11, 12)), ("여름철", (6, 7)))


def _fits(title: str, day: date) -> bool:
    return all(word not in title or day.month in months for word, months in _OFF_SEASON)


def _posts(world: World) -> Iterator[Row]:
    for board, titles in _POSTS.items():
        number = 900 if board == "announcement" else 1_400
        for day in span(FIRST, _YESTERDAY):
            draw = Draw(world.seed, "daejeon post", board, day8(day))
            if day.weekday() > 4 or not draw.chance(340):
                continue
            title, writer = draw.pick([t for t in titles if _fits(t[0], day)])
            number += 1
            words = {
                "y": day.year,
                "m": day.month,
                "q": (day.month + 2) // 3,
                "n": draw.between(1, 9),
                "s": draw.pick(stations()).name,
                "k": draw.between(10, 12),
                "season": SEASONS[day.month - 1],
            }
            head = "GG" if board == "announcement" else "BD"
            yield (board, f"{head}{number:06d}", number, title.format(**words), writer, day8(day))


DAEJEON_POSTS = Table(
    "daejeon_posts",
    columns("board post number title writer day", "number"),
    _posts,
    key=("post",),
    index=(("board", "day"),),
)
_BOOKS = (
    # title, unit, function, form, issues a year
    ("도시철도 수송통계 연보", "영업계획팀", "C01", "F02", 1),
    ("경영공시 보고서", "기획예산팀", "A02", "F01", 1),
    ("지속가능경영 보고서", "기획예산팀", "A02", "F01", 1),
    ("사보 한밭 철길", "홍보팀", "A05", "F03", 4),
    ("안전관리 백서", "안전관리팀", "B01", "F01", 1),
    ("시민 안전 이용 안내서", "고객지원팀", "C03", "F04", 1),
    ("신입 기관사 교육 교재", "승무팀", "B03", "F05", 2),
    ("전동차 정비 편람", "차량팀", "B02", "F05", 1),
    ("궤도 유지보수 기술 자료집", "토목팀", "B02", "F05", 1),
    ("인권경영 보고서", "감사실", "A04", "F01", 1),
    ("역세권 이야기 지도", "홍보팀", "C03", "F04", 2),
    ("고객만족도 조사 결과 보고서", "고객지원팀", "C02", "F01", 1),
    ("실내공기질 측정 결과집", "환경설비팀", "B04", "F02", 2),
    ("신호통신 설비 현황", "신호통신팀", "B02", "F02", 1),
    ("에너지 절감 성과 보고서", "전기팀", "B04", "F01", 1),
    ("회계연도 결산서", "재무팀", "A03", "F01", 1),
)


def _books(world: World) -> Iterator[Row]:
    for year in range(2016, NOW.year):
        found: list[tuple[str, ...]] = []
        for title, unit, function, form, issues in _BOOKS:
            draw = Draw(world.seed, "daejeon book", title, year)
            for issue in range(1, issues + 1):
                month = issue * 12 // issues if issues > 1 else draw.between(3, 11)
                day = date(year, month, draw.between(1, 28))
                name = f"{year}년 {title}" if issues == 1 else f"{title} {year}년 제{issue}호"
                found.append((day8(day), name, unit, function, form))
        for place, (told, name, unit, function, form) in enumerate(sorted(found), start=1):
            yield (
                *(str(year), f"PB{year}{place:03d}", function, form, str(place), told),
                *(name, "대전교통공사", unit),
            )


DAEJEON_BOOKS = Table(
    "daejeon_books",
    columns("year book function form number registered title publisher unit"),
    _books,
    key=("book",),
)
_ANSWERS = (
    "요청하신 {s}역 냉방 온도를 다시 살펴 조정하였습니다.",
    "{s}역 에스컬레이터 소음은 부품을 바꾸어 없앴습니다.",
    "역 직원의 응대에 불편을 드려 죄송하며 친절 교육을 실시하였습니다.",
    "우대권 발급 절차를 자세히 안내해 드렸습니다.",
    "{s}역 화장실 청소 횟수를 하루 두 차례 늘렸습니다.",
    "첫차 시각 조정은 배차 여건상 어려움을 설명드렸습니다.",
    "{s}역 출입구 미끄럼 방지 테이프를 새로 붙였습니다.",
    "열차 안 안내방송 음량을 점검하고 조치하였습니다.",
    "{s}역 자전거 보관대의 방치 자전거를 수거하였습니다.",
    "교통카드 요금 오류분을 확인하여 환불해 드렸습니다.",
    "{s}역 엘리베이터 안내판의 글자를 크게 바꾸었습니다.",
    "임산부 배려석 안내를 강화해 달라는 의견을 운영에 반영하였습니다.",
)


def _petitions(world: World) -> Iterator[Row]:
    for day in span(FIRST, _YESTERDAY):
        for n in range(Draw(world.seed, "daejeon petitions", day8(day)).skewed(0, 6, 2)):
            draw = Draw(world.seed, "daejeon petition", day8(day), n)
            took = draw.skewed(2, 190, 2)
            hour = 9 + (took + draw.below(3)) % 9
            ended = day + timedelta(days=took // 24)
            done = ended <= _YESTERDAY
            when = f"{ended.isoformat()} {hour:02d}:{draw.below(60):02d}:{draw.below(60):02d}"
            words = draw.pick(_ANSWERS).format(s=draw.pick(stations()).name)
            yield (
                *("P" if draw.chance(860) else "S", "04" if done else draw.pick(("02", "03"))),
                *(
                    words if done else None,
                    draw.pick(("01", "01", "01", "02", "03")) if done else None,
                ),
                *(when if done else None, f"{took // 24}일 {took % 24}시간" if done else None),
                *(day8(ended if done else day), day8(day)),
            )


DAEJEON_PETITIONS = Table(
    "daejeon_petitions",
    columns(
        "division state contents result concluded elapsed updated created",
        nulls="contents result concluded elapsed",
    ),
    _petitions,
)

OFFICE_TABLES = (DAEJEON_POSTS, DAEJEON_BOOKS, DAEJEON_PETITIONS)
