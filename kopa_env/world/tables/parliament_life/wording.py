"""What the Assembly talks about, and how days and hours are written on its boards.

Subjects are matters of policy that no person and no statute in force stands behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import TypeVar

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row

T = TypeVar("T")

YESTERDAY = "2026-01-29"
"""The last day that was over when the world's clock stopped."""

# committee: thing: what is to be done about it, …; thing: …
_SUBJECTS = {
    "국회운영위원회": (
        "입법지원 조직: 전문성 강화, 독립성 확보; 예산심의: 내실화, 투명성 제고; "
        "국민동의청원: 참여 확대, 심사 절차 개선; 의회 기록물: 체계적 보존, 공개 확대; "
        "법안심사: 공개 확대, 숙의 과정 강화; 의정활동 정보: 접근성 향상; 국회 견학: 활성화"
    ),
    "법제사법위원회": (
        "소액사건 재판: 신속화, 당사자 권리 보장; 법률구조: 사각지대 해소, 전달체계 개편; "
        "전자소송: 이용 편의 제고; 범죄피해자: 보호체계 강화, 회복 지원; 집단분쟁: 조정제도 도입; "
        "상가 임대차: 분쟁 예방, 권리금 보호; 마을변호사: 제도 내실화; 판결문: 공개 확대"
    ),
    "정무위원회": (
        "서민금융: 공급 체계 개선, 안정적 재원 확보; 가맹사업: 공정거래 질서 확립; "
        "보이스피싱: 피해 예방, 신속한 피해 구제; 보훈가족: 의료 지원 확대, 예우 강화; "
        "소상공인 대출: 상환 부담 완화; 디지털자산: 이용자 보호, 제도화; "
        "하도급대금: 연동제 안착; 금융소외계층: 접근성 개선; 소비자 분쟁: 신속한 조정"
    ),
    "기획재정위원회": (
        "지방재정: 분권 확대, 건전성 확보; 공공조달: 혁신제품 활성화, 중소기업 참여 확대; "
        "근로장려금: 제도 개선; 국유재산: 효율적 활용; 협동조합: 자생력 강화; "
        "재정준칙: 도입; 상속세: 과세체계 개편; 사회적경제: 기반 조성, 금융 활성화; "
        "조세지출: 성과관리 강화; 공공기관: 지방이전 지원"
    ),
    "교육위원회": (
        "작은 학교: 상생 발전, 교육과정 다양화; 방과후학교: 질 제고; 기초학력: 보장체계 구축; "
        "교권: 보호, 회복; 학교 급식: 종사자 안전 확보; 지방대학: 경쟁력 강화, 구조개혁; "
        "고교학점제: 안착; 학교폭력: 예방, 관계 회복 지원; 유아교육: 공공성 강화; "
        "평생교육: 이용권 확대; 특수교육: 여건 개선; 학교 밖 청소년: 학습권 보장"
    ),
    "과학기술정보방송통신위원회": (
        "기초연구: 안정적 투자, 생태계 복원; 인공지능: 신뢰성 확보, 인재 양성; "
        "공공데이터: 품질 향상, 개방 확대; 지역방송: 재정 안정; 통신요금: 부담 완화; "
        "연구실 안전: 관리 강화; 디지털 격차: 해소; 우주산업: 생태계 조성; "
        "양자기술: 연구 인력 양성; 개인정보: 유출 방지; 청년 연구자: 처우 개선"
    ),
    "외교통일위원회": (
        "재외동포: 정책 체계화, 차세대 교류 확대; 공적개발원조: 투명성 강화, 통합 추진; "
        "공공외교: 청년 참여 확대; 접경지역: 평화적 이용; 이산가족: 상봉 정례화; "
        "해외 재난: 국민 보호체계 강화; 북한이탈주민: 정착 지원 개선; 경제안보: 외교 역량 강화"
    ),
    "국방위원회": (
        "장병 급식: 질 개선; 군 의료체계: 개편; 예비군: 훈련 보상 현실화; "
        "초급간부: 처우 개선, 복무여건 향상; 군 유휴지: 지역 상생 활용; 방위산업: 수출 지원; "
        "병영문화: 혁신; 군 소음: 피해 보상 확대; 국방 인공지능: 도입 기반 조성"
    ),
    "행정안전위원회": (
        "주민자치: 활성화, 법제화; 지역소멸: 대응, 극복; 재난안전통신: 체계 정비; "
        "소방공무원: 처우 개선, 심신건강 지원; 고향사랑기부제: 활성화; 빈집: 정비, 활용; "
        "다중운집 인파: 안전관리 강화; 섬 주민: 정주여건 개선; 자치경찰제: 실질화; "
        "지방의회: 역량 강화, 인사권 독립; 화재안전: 체계 개선; 산사태: 피해 예방"
    ),
    "문화체육관광위원회": (
        "생활체육: 저변 확대, 시설 확충; 지역 축제: 경쟁력 강화; 독립서점: 상생 협력; "
        "예술인: 권리 보장, 복지 확대; 문화유산: 보존, 디지털 활용; 관광산업: 회복, 지역 분산; "
        "게임산업: 이용자 보호; 영화산업: 위기 극복; 학교 운동부: 인권 보호; "
        "장애인 체육: 참여 확대; 공공도서관: 서비스 혁신; 웹툰 창작자: 공정계약 확립"
    ),
    "농림축산식품해양수산위원회": (
        "농산물 가격: 안정, 보장제도 도입; 청년농: 육성, 농지 확보 지원; "
        "농촌 일손: 부족 해소; 꿀벌: 보호, 양봉산업 육성; 연안 어업: 지속가능성 확보; "
        "쌀 수급: 안정; 갯벌: 복원, 탄소흡수원 활용; 농업재해: 보험제도 개선; "
        "가축전염병: 방역체계 개선; 어촌: 정주여건 개선; 수산물 유통: 구조 개선; 먹거리 돌봄: 확대"
    ),
    "산업통상자원중소벤처기업위원회": (
        "골목상권: 보호, 회복 지원; 소상공인: 디지털 전환, 재기 지원; 분산에너지: 활성화; "
        "전력망: 확충, 주민 수용성 제고; 벤처투자: 시장 회복; 전통시장: 활성화; "
        "핵심광물: 공급망 안정화; 뿌리산업: 고도화; 수소경제: 실증 확대; "
        "기술탈취: 근절; 산업단지: 노후시설 개선, 청년 유입; 재생에너지: 보급 확대"
    ),
    "보건복지위원회": (
        "지역의료: 인력 확보, 격차 해소; 간병비: 부담 완화, 급여화; 국민연금: 개혁, 신뢰 회복; "
        "치매 어르신: 통합돌봄 확대; 희귀질환자: 치료 접근성 향상; 필수의료: 붕괴 방지; "
        "방문간호: 활성화; 장애인: 자립생활 지원, 건강권 보장; 아동학대: 예방, 대응체계 강화; "
        "자살 예방: 국가책임 강화; 필수의약품: 안정 공급; 조산: 제도 개선; 돌봄노동자: 처우 개선"
    ),
    "환경노동위원회": (
        "하천 수질: 개선; 탄소중립: 실질적 이행, 정의로운 전환; 플랫폼노동자: 보호; "
        "일터 안전: 강화; 폐플라스틱: 자원순환 체계 구축; 물 재이용: 활성화; "
        "청년 일자리: 질 개선; 산업재해: 예방, 신속한 보상; 층간소음: 갈등 해소; "
        "야생동물: 서식지 보전; 포괄임금제: 개선; 미세먼지: 저감; 기후위기: 적응 역량 강화"
    ),
    "국토교통위원회": (
        "전세사기: 예방, 피해자 지원; 교통약자: 이동권 보장; 노후주택: 정비사업 활성화; "
        "철도 지하화: 조속한 추진; 보행환경: 개선; 광역교통: 혼잡 해소; "
        "건설현장: 안전관리 강화; 공공임대주택: 품질 개선, 공급 확대; 지방공항: 활성화; "
        "화물차 운송: 안전운임제 개선; 도시재생: 지속가능성 확보; 자율주행: 상용화"
    ),
    "정보위원회": (
        "사이버안보: 법제 정비, 민관 협력 강화; 산업기밀: 유출 방지; 국가 기록: 보안관리 체계화"
    ),
    "여성가족위원회": (
        "경력단절 여성: 재취업 지원; 한부모가족: 양육 지원 확대; 디지털 성범죄: 예방, 피해자 보호; "
        "청소년쉼터: 운영 내실화; 아이돌봄: 서비스 확대, 인력 처우 개선; 가족친화: 직장문화 확산; "
        "스토킹 피해자: 보호; 다문화가족: 자녀 성장 지원; 일·가정: 양립 문화 정착"
    ),
}
_LOCAL = (
    *("교육위원회", "행정안전위원회", "문화체육관광위원회", "농림축산식품해양수산위원회"),
    *("산업통상자원중소벤처기업위원회", "보건복지위원회", "환경노동위원회", "국토교통위원회"),
    "여성가족위원회",
)
_WEEK = "월화수목금토일"
_BUSY = (420, 650, 760, 840, 860, 700, 560, 620, 900, 430, 960, 780)
"""How full a month is, January first: holidays and the audit in October are quiet."""


@lru_cache(maxsize=32)
def subjects(committee: str) -> tuple[tuple[str, str], ...]:
    """Return the (thing, subject) pairs of a committee of the 21st term."""
    found = []
    for entry in _SUBJECTS[committee].split(";"):
        thing, _, aims = entry.strip().partition(": ")
        found += [(thing, f"{thing} {aim.strip()}") for aim in aims.split(",")]
    return tuple(found)


@lru_cache(maxsize=1)
def committees() -> tuple[str, ...]:
    """Return the committees that have subjects."""
    return tuple(_SUBJECTS)


def subject(draw: Draw, committee: str = "") -> tuple[str, str]:
    """Return a (thing, subject) pair, of a committee or of any."""
    if committee and draw.chance(720):
        return draw.pick(subjects(committee))
    return draw.pick(subjects(draw.pick(committees())))


def worded(
    draw: Draw, frames: Sequence[str], committee: str, region: str = "", **words: str
) -> tuple[str, str, str]:
    """Return a frame filled with a subject, the subject's thing and the subject.

    A frame that names a region takes a subject that regions have; without a region, the first
    frame, which names none, stands in.
    """
    frame = draw.pick(frames)
    if "{region}" in frame and region:
        countryside = "농림축산식품해양수산위원회"
        fitting = [c for c in _LOCAL if c != countryside or not region.endswith("구")]
        own = committee if committee in fitting else draw.pick(fitting)
        thing, aim = draw.pick(subjects(own))
    else:
        frame = frames[0] if "{region}" in frame else frame
        thing, aim = subject(draw, committee)
    return filled(frame, s=aim, t=thing, region=region, **words), thing, aim


def filled(frame: str, **words: str) -> str:
    """Fill a frame and settle its particles."""
    return settle(frame.format(**words))


def busy_day(draw: Draw, first: str, last: str, rising: int = 0) -> str:
    """Return a working day, seldom in a quiet month; ``rising`` per mille lean to later ones."""
    start = date.fromisoformat(first)
    span = (date.fromisoformat(last) - start).days
    while True:
        place = draw.between(0, span)
        if rising and draw.chance(rising):
            place = max(place, draw.between(0, span))
        day = start + timedelta(days=place)
        if day.weekday() < 5 and draw.chance(_BUSY[day.month - 1]):
            return day.isoformat()


def later(day: str, days: int, latest: str = YESTERDAY) -> str:
    """Return the day some days later, but none after ``latest``."""
    return min((date.fromisoformat(day) + timedelta(days=days)).isoformat(), latest)


def with_weekday(day: str) -> str:
    """Write a day as boards of events do: ``2024-04-06 (토)``."""
    return f"{day} ({_WEEK[date.fromisoformat(day).weekday()]})"


def dotted(day: str) -> str:
    """Write a day as ``2025.10.16.``."""
    return f"{day.replace('-', '.')}."


def squeezed(day: str) -> str:
    """Write a day as eight digits."""
    return day.replace("-", "")


def clock(draw: Draw, first: int = 9, last: int = 18) -> str:
    """Return a time of an office day."""
    return f"{draw.between(first, last):02d}{draw.between(0, 59):02d}{draw.between(0, 59):02d}"


def newest_first(rows: list[tuple[str, Row]]) -> list[Row]:
    """Return rows by the day given beside each, the newest first, equals as they came."""
    return [row for _, row in sorted(rows, key=lambda pair: pair[0], reverse=True)]


def in_turn(items: Sequence[T], place: int) -> T:
    """Return one of the items in turn."""
    return items[place % len(items)]
