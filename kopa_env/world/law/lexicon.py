"""Legal terms of fictional acts, and the everyday words that stand for them."""

from __future__ import annotations

from functools import lru_cache

from kopa_env.world.statute_names import acts

TERMS = 73_161
"""Terms, as a recorded list counts them."""

NOUNS = tuple(
    [
        "시설",
        "사업",
        "사업자",
        "이용자",
        "종사자",
        "지원센터",
        "정책위원회",
        "협회",
        "종합정보망",
        "전문인력",
        "기본계획",
        "시행계획",
        "실태조사",
        "등록",
        "등록증",
        "변경등록",
        "품질인증",
        "인증표시",
        "진흥지구",
        "관리사",
        "자격시험",
        "이용요금",
        "점용허가",
        "점용료",
        "보조금",
        "과징금",
        "과태료",
        "안전점검",
        "정기점검",
        "수시점검",
        "중대사고",
        "보험금액",
        "신규교육",
        "보수교육",
        "지위승계",
        "휴업신고",
        "폐업신고",
        "개선명령",
        "영업정지",
        "등록취소",
        "위반사실공표",
        "공유재산",
        "창업지원",
        "우수사업자",
        "연구개발",
        "표준",
        "국제협력",
        "실적보고",
        "심의기준",
        "시설기준",
    ]
)
_BEFORE = (
    "",
    "관련 ",
    "대상 ",
    "담당 ",
    "지역 ",
    "공동 ",
    "특별 ",
    "임시 ",
    "예비 ",
    "연계 ",
    "광역 ",
    "기초 ",
    "표준 ",
)
EVERYDAY: tuple[tuple[str, str, str, str], ...] = (
    # legal noun, everyday word, code and name of the relation
    ("시설", "곳", "140301", "동의어"), ("사업자", "업체", "140301", "동의어"),
    ("사업자", "가게 주인", "140305", "연관어"), ("이용자", "손님", "140301", "동의어"),
    ("종사자", "직원", "140301", "동의어"), ("전문인력", "전문가", "140301", "동의어"),
    ("이용요금", "이용료", "140301", "동의어"), ("보조금", "지원금", "140301", "동의어"),
    ("보조금", "나랏돈", "140305", "연관어"), ("과태료", "딱지", "140301", "동의어"),
    ("과징금", "벌금", "140305", "연관어"), ("등록증", "자격 서류", "140305", "연관어"),
    ("휴업신고", "쉬는 신고", "140301", "동의어"), ("폐업신고", "문 닫는 신고", "140301", "동의어"),
    ("지위승계", "물려받기", "140301", "동의어"), ("안전점검", "안전 검사", "140301", "동의어"),
    ("점용료", "자릿세", "140301", "동의어"), ("개선명령", "고치라는 명령", "140305", "연관어"),
    ("등록취소", "등록 없애기", "140301", "동의어"), ("품질인증", "품질 보증", "140305", "연관어"),
    ("우수사업자", "모범 업체", "140301", "동의어"),
    ("자격시험", "자격증 시험", "140301", "동의어"),
)  # fmt: skip


@lru_cache(maxsize=1)
def topics() -> tuple[str, ...]:
    """Return the topics of all acts."""
    return tuple(dict.fromkeys(topic for _, topic, _, _ in acts()))


@lru_cache(maxsize=1)
def terms() -> tuple[str, ...]:
    """Return every term in the order of the list's ids."""
    made = [
        f"{topic}{' ' + before if before else ''}{noun}"
        for before in _BEFORE
        for noun in NOUNS
        for topic in topics()
    ]
    return tuple(made[:TERMS])


@lru_cache(maxsize=1)
def places() -> dict[str, int]:
    """Return the place of every term."""
    return {term: place for place, term in enumerate(terms())}


def parts(term: str) -> tuple[str, str] | None:
    """Return topic and noun of a term, ``None`` where it is none."""
    if term not in places():
        return None
    for topic in topics():
        if term.startswith(topic):
            noun = term[len(topic) :].rpartition(" ")[2]
            if noun in NOUNS:
                return topic, noun
    return None


def acts_on(topic: str) -> list[int]:
    """Return the acts of a topic."""
    return [n for n, (_, own, _, _) in enumerate(acts()) if own == topic]


def everyday_of(term: str) -> list[tuple[str, str, str]]:
    """Return the everyday words for a term: (word, code, relation)."""
    found = parts(term)
    if found is None:
        return []
    topic, noun = found
    return [(f"{topic} {word}", code, kind) for own, word, code, kind in EVERYDAY if own == noun]
