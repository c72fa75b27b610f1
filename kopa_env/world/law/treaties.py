"""Treaties with fictional countries and organisations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.law.calendar import TODAY, ahead, weekday
from kopa_env.world.law.english import romanised
from kopa_env.world.names import coined

TREATIES = 3_538
_FIRST_ID = 700_001
_STATES = ("공화국", "왕국", "연방", "공국", "인민국", "합중국")
_COUNTRIES = 92
_BILATERAL = (
    # subject, English subject, field
    (
        "투자의 증진 및 상호 보호에 관한 협정",
        "the Promotion and Mutual Protection of Investments",
        "투자",
    ),
    ("투자보장에 관한 협정", "the Guarantee of Investments", "투자"),
    ("사증면제에 관한 협정", "the Exemption of Visas", "사증"),
    (
        "소득에 대한 조세의 이중과세 회피와 탈세 방지를 위한 협약",
        "the Avoidance of Double Taxation",
        "조세",
    ),
    ("문화협력에 관한 협정", "Cultural Cooperation", "문화"),
    ("항공업무에 관한 협정", "Air Services", "항공"),
    ("과학 및 기술협력에 관한 협정", "Scientific and Technological Cooperation", "과학기술"),
    ("범죄인 인도조약", "Extradition", "사법"),
    ("사회보장에 관한 협정", "Social Security", "사회보장"),
    ("무상원조를 위한 기본협정", "Grant Aid", "개발협력"),
    (
        "대외경제협력기금차관에 관한 기본약정",
        "Loans from the Economic Cooperation Fund",
        "개발협력",
    ),
    ("세관협력에 관한 협정", "Customs Cooperation", "관세"),
    ("관광협력에 관한 협정", "Tourism Cooperation", "관광"),
    ("해운에 관한 협정", "Maritime Transport", "해운"),
)
_MULTILATERAL = (
    ("해양환경 보호 협약", "Convention on the Marine Environment", "환경"),
    ("우편연합 의정서", "Postal Union Protocol", "통신"),
    ("종자 보전 국제조약", "Treaty on the Conservation of Seeds", "농업"),
    ("항로표지 협약", "Convention on Aids to Navigation", "해운"),
    ("학위인정 협약", "Convention on the Recognition of Degrees", "교육"),
    ("이동성 야생동물 협약", "Convention on Migratory Species", "환경"),
    ("상표등록 조약", "Treaty on the Registration of Trademarks", "지식재산"),
    ("원산지 표시 협정", "Agreement on Indications of Origin", "통상"),
    ("선원 근로 협약", "Convention on Seafarers", "노동"),
    ("화물운송 계약에 관한 협약", "Convention on Contracts for Carriage", "운송"),
    ("기상자료 교환 협정", "Agreement on the Exchange of Weather Data", "기상"),
    ("문화유산 보호 협약", "Convention on Cultural Heritage", "문화"),
)
_CONVENTIONS = 130


@dataclass(frozen=True, slots=True)
class Treaty:
    """One treaty; ``country`` is empty where there are many parties."""

    place: int
    name: str
    english: str
    field: str
    country: str
    country_number: int
    signed: str
    effective: str
    gazetted: str
    number: int

    @property
    def id(self) -> int:
        """Its serial number (조약일련번호)."""
        return _FIRST_ID + self.place

    @property
    def bilateral(self) -> bool:
        """Whether it binds two."""
        return bool(self.country)


@lru_cache(maxsize=2)
def countries(seed: int) -> tuple[str, ...]:
    """Return the names of fictional countries."""
    found: dict[str, None] = {}
    number = 0
    while len(found) < _COUNTRIES:
        draw = Draw(seed, "country", number)
        number += 1
        found[coined(draw, seed % 2) + draw.pick(_STATES)] = None
    return tuple(found)


def treaty(seed: int, place: int) -> Treaty:
    """Return the treaty at a place; later places are later days."""
    draw = Draw(seed, "treaty", place)
    signed = weekday(ahead("19650322", 22_200 * place // TREATIES))
    effective = weekday(ahead(signed, draw.between(20, 700)))
    number = 9_001 + place
    gazetted = ahead(effective, 3)
    if draw.chance(700):
        country = draw.below(_COUNTRIES)
        what, english, field = draw.pick(_BILATERAL)
        name = countries(seed)[country]
        whole = f"대한민국 정부와 {name} 정부 간의 {what}"
        latin = romanised(name)
        title = (
            f"Agreement between the Government of the Republic of Korea and the Government of "
            f"{latin}"
            f" on {english}"
        )
        if draw.chance(700):
            year = signed[:4]
            whole += f"을 개정하는 {draw.pick((f'{year}년 의정서', f'{year}년 각서교환'))}"
            title = f"{year} Amendment to the {title}"
        return Treaty(
            place, whole, title, field, name, country + 901, signed, effective, gazetted, number
        )
    what, english, field = _convention(seed, draw.below(_CONVENTIONS))
    year = signed[:4]
    kinds = ((" 개정 의정서", "Protocol amending the "), ("", ""),
             (f" 제{draw.between(1, 9)}부속서", "Annex to the "))  # fmt: skip
    kind, latin = draw.pick(kinds)
    name, title = f"{what}{kind}({year}년)", f"{latin}{english} ({year})"
    return Treaty(place, name, title, field, "", 0, signed, effective, gazetted, number)


@lru_cache(maxsize=256)
def _convention(seed: int, number: int) -> tuple[str, str, str]:
    """Return name, English name and field of a treaty among many, called after a place."""
    draw = Draw(seed, "convention", number)
    place = coined(draw, seed % 2)
    what, english, field = draw.pick(_MULTILATERAL)
    return f"{place} {what}", f"{romanised(place)} {english}", field


def by_id(seed: int, number: str) -> Treaty | None:
    """Return the treaty of a serial number."""
    place = int(number) - _FIRST_ID if number.isascii() and number.isdecimal() else -1
    return treaty(seed, place) if 0 <= place < TREATIES else None


def text(own: Treaty) -> str:
    """Return the articles of a treaty."""
    draw = Draw("treaty text", own.place)
    party = f"대한민국 정부와 {own.country} 정부" if own.bilateral else "이 협약의 당사국"
    years = draw.pick((3, 5, 10))
    notice = draw.pick((30, 60, 90))
    lines = [
        own.name,
        f'{settle(party + "은(는)")}(이하 "체약당사자"라 한다) {own.field} 분야의 협력을 증진할 '
        f"것을 희망하여 다음과 같이 합의하였다.",
        f"제1조 체약당사자는 {own.field} 분야에서 호혜의 원칙에 따라 협력한다.",
        "제2조 체약당사자는 다음 각 호의 활동을 장려한다.\n1. 정보와 자료의 교환\n2. 전문가의 "
        "상호 방문\n3. 공동 사업의 추진",
        f"제3조 체약당사자는 이 협정의 이행을 위하여 공동위원회를 설치하며, 공동위원회는 "
        f"{draw.pick((1, 2))}년마다 회의를 개최한다.",
        "제4조 이 협정의 해석 또는 적용에 관한 분쟁은 협의를 통하여 해결한다.",
        f"제5조 이 협정은 체약당사자가 국내절차의 완료를 통보한 날 중 나중의 날부터 {notice}일 "
        f"후에 발효한다.",
        f"제6조 이 협정은 {years}년간 유효하며, 어느 한쪽이 종료하려는 날의 6개월 전까지 통보하지 "
        f"아니하면 {years}년씩 연장된다.",
    ]
    return "\n".join(lines)


def in_force(own: Treaty) -> bool:
    """Whether it has taken effect by today."""
    return own.effective <= TODAY
