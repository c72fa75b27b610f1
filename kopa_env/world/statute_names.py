"""Names of fictional statutes, by the committee they would belong to.

Generated bills are about these, never about a statute in force, so that no false amendment stands
under a real law's name.
"""

from __future__ import annotations

from functools import lru_cache

from kopa_env.world.draw import Draw

_TOPICS = {
    "국회운영위원회": "의회기록 입법정보 의정연수 국회견학 의안전산 의정소통",
    "법제사법위원회": ("생활분쟁조정 법률구조망 마을변호 전자공증 소액권리 법정통역 기록열람"),
    "정무위원회": ("소액신용 보훈가족돌봄 생활금융 착한가맹 지역금융 소비안심 포용금융"),
    "기획재정위원회": ("지역조달 공공혁신조달 생활협동 재정알림 국유숲 소액국채 납세도움"),
    "교육위원회": ("방과후배움 작은학교 마을학교 학교숲 늘배움 통학길 학교도서실 기초문해"),
    "과학기술정보방송통신위원회": (
        "생활과학 공공데이터품질 마을통신 연구안전망 우주기술활용 지역방송 정보격차해소"
    ),
    "외교통일위원회": ("재외동포교류 공공외교청년 국제나눔 접경교류 해외안전정보 문화외교"),
    "국방위원회": ("장병급식 군복지시설 예비군훈련보상 접경마을 병영도서 군유휴지"),
    "행정안전위원회": (
        "마을자치 생활안전 지역소멸대응마을 의용구조 골목방재 주민참여 빈집정비마을 섬마을"
    ),
    "문화체육관광위원회": (
        "마을문화 생활체육시설 지역축제 작은영화관 독립서점 향토음식관광 걷기길 전통놀이"
    ),
    "농림축산식품해양수산위원회": (
        "산촌체험 꿀벌보전 바닷길 작은어항 토종씨앗 들녘배수 갯벌살리기 로컬푸드"
    ),
    "산업통상자원중소벤처기업위원회": (
        "골목상권 소공인기술 지역특화제조 재제조산업 공방산업 새싹기업 산업단지쉼터"
    ),
    "보건복지위원회": ("돌봄이웃 마을건강 방문간호 생활재활 어르신식사 건강도서 아픈아이돌봄"),
    "환경노동위원회": ("생태마을 하천숨길 빗물이용 생활소음 일터쉼터 청년일터 자원되살림"),
    "국토교통위원회": (
        "보행길 도심물길 마을버스 공유주차 노후담장정비 교통약자이동 자전거길 환승쉼터"
    ),
    "정보위원회": "정보자료보존 보안연수",
    "여성가족위원회": "돌봄공동체 청소년쉼터 경력이음 가족친화마을 아이돌봄이웃",
}
_TAILS = (
    *("진흥법", "지원법", "관리법", "안전법", "보호법", "육성법", "활성화법", "기본법"),
    *("진흥에 관한 법률", "지원에 관한 법률", "관리 및 이용에 관한 법률"),
    *("활성화에 관한 특별법", "육성 및 지원에 관한 법률", "보전 및 활용에 관한 법률"),
)
_LATER = {
    "재정경제기획위원회": "기획재정위원회",
    "기후에너지환경노동위원회": "환경노동위원회",
    "성평등가족위원회": "여성가족위원회",
}


def statute(draw: Draw, committee: str) -> str:
    """Return a fictional statute's name in a committee's field."""
    topics = _TOPICS.get(_LATER.get(committee, committee), "주민참여 생활안전").split()
    return named(draw.pick(topics), draw.pick(_TAILS))


def bill_title(draw: Draw, committee: str) -> str:
    """Return a bill's title: mostly a partial amendment, sometimes a new act."""
    name = statute(draw, committee)
    return name + draw.weighted(
        ((" 일부개정법률안", 86), (" 전부개정법률안", 4), ("안", 10)),
    )


def topics(committee: str) -> list[str]:
    """Return a committee's topics."""
    return _TOPICS.get(_LATER.get(committee, committee), "주민참여").split()


@lru_cache(maxsize=1)
def acts() -> tuple[tuple[str, str, str, str], ...]:
    """Return (committee, topic, tail, name) of every fictional act that bills can be about."""
    return tuple(
        (committee, topic, tail, named(topic, tail))
        for committee, text in _TOPICS.items()
        for topic in text.split()
        for tail in _TAILS
    )


def named(topic: str, tail: str) -> str:
    """Return the name of the act of a topic and a tail."""
    return f"{topic} {tail}" if " " in tail else f"{topic}{tail}"
