"""What trade a listed company is in, as the exchange's indices group them."""

from __future__ import annotations

from kopa_env.world.table import Value

_OF_INDUSTRY = {
    "10749": "food", "10799": "food", "13102": "textile", "17122": "paper",
    "20111": "chemical", "20119": "chemical", "22299": "chemical", "22232": "chemical",
    "20423": "cosmetic", "21210": "pharma", "21102": "pharma", "27199": "medical",
    "27111": "medical", "24199": "metal", "25911": "metal", "29271": "machine",
    "29294": "machine", "31113": "ship", "30399": "car", "30391": "car", "26299": "electric",
    "26211": "electric", "28202": "electric", "26121": "chip", "35114": "power",
    "41221": "building", "72121": "service", "46800": "trade", "47129": "trade",
    "52919": "transport", "50112": "transport", "61220": "telecom", "58221": "game",
    "58222": "soft", "62021": "soft", "63112": "soft", "59114": "media", "60100": "media",
    "64913": "holding", "64209": "holding", "64992": "holding", "38210": "service",
}  # fmt: skip

_OF_NAME: tuple[tuple[str, str], ...] = (
    ("증권 금융지주 한국금융지주", "broker"),
    ("생명 화재 손해보험 해상", "insurer"),
    ("은행 카카오뱅크 금융 신한지주 카드 페이", "bank"),
    ("리츠 인프라 토지신탁", "holding"),
    ("제약 약품 바이오 셀트리온 녹십자 유한양행 종근당 메디톡스 휴젤 파마 동아에스티 알테오젠 "
     "이노엔 씨젠 쎌바이오텍 대웅 보령 사이언스 쏘시오", "pharma"),
    ("바텍 덴티움 클래시스 뷰노 루닛", "medical"),
    ("화학 케미칼 OCI SKC S-Oil 솔루션 태광 솔브레인 효성티앤씨 퓨처엠 에코프로 엘앤에프 "
     "한국쉘석유 코오롱 이노베이션 HD현대", "chemical"),
    ("하이닉스 한미반도체 하이텍 주성 리노 원익 HPSP 심텍 티씨케이 이오테크닉스 세미콘 RFHIC "
     "동진쎄미켐 삼성전자", "chip"),
    ("전자 전기 디스플레이 이노텍 SDI 비에이치 파트론 페타시스 일렉트릭 에너지솔루션 대한전선 LS",
     "electric"),
    ("자동차 기아 모비스 위아 타이어 만도 오토 성우 화신 에스엘 서연 명신 에코캡 한온 TYM", "car"),
    ("식품 제당 농심 오뚜기 빙그레 오리온 하이트 칠성 유업 풀무원 대상 동원 삼양 웰푸드 동서",
     "food"),
    ("제철 제강 POSCO 고려아연 풍산 영풍 세아 동국", "metal"),
    ("조선 중공업 오션 로템 항공우주 에어로 밥캣 두산 시스템 로보 일진", "ship"),
    ("텔레콤 유플러스 케이티", "telecom"),
    ("게임즈 넷마블 크래프톤 펄어비스 컴투스 위메이드 데브 더블유 한빛소프트", "game"),
    ("NAVER 카카오 더존 안랩 한글과컴퓨터 에스디에스", "soft"),
    ("JYP 에스엠 하이브 CGV ENM 드래곤 엔터테인먼트 제일기획 하나투어 모두투어", "media"),
    ("대한항공 HMM 팬오션 글로비스 통운 아시아나 제주항공 진에어", "transport"),
    ("쇼핑 신세계 이마트 백화점 리테일 상사 인터내셔널 네트웍스 물산 호텔 한섬 영원 F&F 리바트 "
     "한샘", "trade"),
    ("전력 가스 KPS", "power"),
    ("아모레 생활건강 콜마 코스맥스 클리오", "cosmetic"),
    ("건설 E&A DL이앤씨 엘리베이터 하우시스", "building"),
    ("강원랜드 파라다이스 GKL 에스원 코웨이 쿠쿠", "service"),
)  # fmt: skip

GROUPS: dict[str, tuple[str, ...]] = {
    "음식료·담배": ("food",),
    "섬유·의류": ("textile",),
    "종이·목재": ("paper",),
    "화학": ("chemical", "cosmetic"),
    "제약": ("pharma",),
    "금속": ("metal",),
    "기계·장비": ("machine", "ship"),
    "전기전자": ("electric", "chip"),
    "의료·정밀기기": ("medical",),
    "운송장비·부품": ("car",),
    "유통": ("trade",),
    "전기·가스": ("power",),
    "건설": ("building",),
    "운송·창고": ("transport",),
    "통신": ("telecom",),
    "금융": ("bank", "broker", "insurer", "holding"),
    "증권": ("broker",),
    "보험": ("insurer",),
    "은행": ("bank",),
    "일반서비스": ("service", "soft"),
    "오락·문화": ("media", "game"),
    "출판·매체복제": ("media",),
    "제조": (
        *("food", "textile", "paper", "chemical", "cosmetic", "pharma", "metal", "machine"),
        *("ship", "electric", "chip", "medical", "car"),
    ),
    "커뮤니케이션서비스": ("telecom", "media", "game", "soft"),
    "중공업": ("ship", "machine"),
    "철강/소재": ("metal",),
    "소재": ("metal", "chemical", "paper"),
    "에너지/화학": ("chemical", "power"),
    "에너지화학": ("chemical",),
    "정보기술": ("electric", "chip", "soft"),
    "생활소비재": ("food", "cosmetic", "trade"),
    "필수소비재": ("food", "cosmetic"),
    "경기소비재": ("car", "textile", "trade", "media"),
    "자유소비재": ("car", "textile", "trade"),
    "산업재": ("transport", "building", "machine", "ship", "service", "holding"),
    "헬스케어": ("pharma", "medical"),
    "자동차": ("car",),
    "반도체": ("chip",),
    "철강": ("metal",),
    "방송통신": ("telecom", "media"),
    "기계장비": ("machine", "ship"),
    "운송": ("transport",),
    "미디어&엔터테인먼트": ("media", "game"),
    "유틸리티": ("power",),
    "비금속": ("building", "paper"),
    "기타제조": ("textile", "cosmetic"),
}
"""The trades that an index of each name gathers."""

SECTORS = tuple(dict.fromkeys([*_OF_INDUSTRY.values(), "bank", "broker", "insurer"]))


def sector(company: dict[str, Value]) -> str:
    """Return the trade of a company; of a real one what its name says, as a rough guess."""
    found = _OF_INDUSTRY.get(str(company["induty_code"]))
    if found:
        return found
    name = str(company["corp_name"])
    for words, trade in _OF_NAME:
        if any(word in name for word in words.split()):
            return trade
    return "holding"
