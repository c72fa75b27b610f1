"""Particles: chosen by sound when text is written, held against it when text is checked."""

from __future__ import annotations

import re

from kopa_env.language.sound import Final, final_sound

# After a consonant, after a vowel. 으로 is its own case: ㄹ takes 로.
_PAIRS: dict[str, tuple[str, str]] = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "으로(로)": ("으로", "로"),
    "이라(라)": ("이라", "라"),
    "이란(란)": ("이란", "란"),
    "이랑(랑)": ("이랑", "랑"),
    "이나(나)": ("이나", "나"),
    "이며(며)": ("이며", "며"),
    "이고(고)": ("이고", "고"),
    "이든(든)": ("이든", "든"),
    "이에요(예요)": ("이에요", "예요"),
    "이야(야)": ("이야", "야"),
    "이었(였)": ("이었", "였"),
    "이죠(죠)": ("이죠", "죠"),
    "이지(지)": ("이지", "지"),
}
_DOUBLE = re.compile("|".join(re.escape(double) for double in _PAIRS))
_ALIASES = {frozenset(pair): double for double, pair in _PAIRS.items()}


def particle(word: str, double: str) -> str:
    """Return the form of a particle that fits after *word*.

    Args:
        word: anything that can stand before a particle.
        double: both forms, ``은(는)`` or ``은/는`` in either order.

    Raises:
        ValueError: if *double* is no particle that is known.
    """
    key = double if double in _PAIRS else _ALIASES.get(frozenset(double.split("/")), "")
    if not key:
        raise ValueError(f"no such particle: {double}")
    closed, opened = _PAIRS[key]
    sound = final_sound(word)
    if sound is Final.CONSONANT or (sound is Final.RIEUL and closed != "으로"):
        return closed
    return opened


def josa(word: str, double: str) -> str:
    """Return *word* with its particle: ``josa("DART", "을/를")`` is ``DART를``."""
    return word + particle(word, double)


def settle(text: str) -> str:
    """Replace each double particle (``을(를)``) in *text* by the form that its word takes."""
    parts: list[str] = []
    end = 0
    for match in _DOUBLE.finditer(text):
        parts.append(text[end : match.start()])
        parts.append(particle("".join(parts), match.group()))
        end = match.end()
    parts.append(text[end:])
    return "".join(parts)


# --- checking ---------------------------------------------------------------------------------

# What is read aloud without doubt (figures, Latin letters, units, closing brackets and quotes),
# with the particle glued to it.
_AFTER_SIGN = re.compile(
    r"(?P<word>[^\s]*[0-9A-Za-z%℃㎡㎢㎥㎏㈜)\]」』’”》〉])"
    r"(?P<josa>으로|이라는|라는|이라고|라고|이에요|예요|이랑|랑|은|는|이|가|을|를|과|와|로)"
    r"(?=[\s.,?!…)]|$)"
)
_FORMS = {
    "으로": "으로(로)",
    "로": "으로(로)",
    "이라는": "이라(라)",
    "라는": "이라(라)",
    "이라고": "이라(라)",
    "라고": "이라(라)",
    "이에요": "이에요(예요)",
    "예요": "이에요(예요)",
    "이랑": "이랑(랑)",
    "랑": "이랑(랑)",
    "은": "은(는)",
    "는": "은(는)",
    "이": "이(가)",
    "가": "이(가)",
    "을": "을(를)",
    "를": "을(를)",
    "과": "과(와)",
    "와": "과(와)",
}
_AFTER_HANGUL = re.compile(
    r"(?P<word>[가-힣]+?)(?P<josa>으로|이에요|예요|은|는|을|를|과|와|로|가|이)(?=[\s.,?!…)’”」]|$)"
)
# Words that end like a particle without being one, by what stands there.
_WORDS = {
    "을": ("모을 이을 지을 나을 부을 그을 가을 마을 고을 노을 여울 개울 너울 저울 거울 겨울"),
    "은": ("모은 이은 지은 부은 그은 가은 나은 다은 하은 주은 시은 예은 서은 소은 채은 고은 조은"),
    "과": (
        "효과 초과 교과 사과 부과 여과 투과 치과 내과 외과 의과 이과 제과 소과 수과 타과 서과 "
        "전과 학과 문과 통과 결과 성과 경과 안과 본과 법과 약과 정책과 지원과 분석과 총무과 "
        "운영과 기획과 재무과 사업과 인사과 의사과 "
        "평가과 추계과 심사과 조사과 자치과 복지과 예산과 교육과 행정과 관리과 "
        "안전과 개선과"
    ),
    "와": ("기와 이와 저와 그와"),
    "로": (
        "경로 통로 진로 선로 항로 종로 원로 관로 활로 근로 도로 서로 바로 따로 별로 제대로 "
        "그대로 대로 스스로 함부로 새로 주로 홀로 회로 수로 세로 가로 실로 참으로 위로 미로 "
        "폐로 피로 구로 용로 신작로 산책로 등산로 진입로 출입로 연결로 간선로 번호로 세종로"
    ),
    "가": (
        "국가 증가 평가 참가 추가 허가 인가 물가 단가 원가 시가 정가 주가 전문가 작가 화가 "
        "건축가 활동가 사업가 자산가 예술가 음악가 정치가 성악가 소설가 상가 가결가 부가 첨가 "
        "휴가 여가 불가 감가 고가 저가 염가 등가 종가 유가 농가 민가 폐가 초가 생가 일가 친가 "
        "외가 본가 양가 군가 교가 애국가 논평가 감정가 입찰가 낙찰가 예정가 최고가 최저가 "
        "공시가 매매가 분양가 판매가 누군가 어딘가 뭔가 "
    ),
    "이": (
        "차이 나이 아이 높이 길이 추이 사이 어린이 놀이 깊이 넓이 크기 종이 보이 모이 쌓이 "
        "같이 많이 가까이 더욱이 굳이 특히 깨끗이 이 그이 저이 이이 우이 제이 케이 에이 "
        "아이디 유아이 하이 바이 다이 와이 파이 타이 카이 구이 오이 고양이 호랑이 덩어리 너비 "
        "부피 쓰이 놓이 섞이 줄이 늘이 기이 의이 회이 게이 데이 메이 레이 웨이 스테이 플레이 "
        "투데이 디스플레이 홀로코스트 홍이 어이 없이 끊임없이 빠짐없이 틀림없이 다같이 똑같이 "
        "샅샅이 낱낱이 나날이 일일이 곳곳이 겹겹이 맞이"
    ),
}
_COMPOUND = ("초과", "효과", "결과", "통과", "경로", "통로", "국가", "증가", "평가", "참가", "첨가")
_QUESTION = re.compile(r"[은는인던건한된온간긴큰난린운쓴]가$")
_LISTED = {josa: frozenset(words.split()) for josa, words in _WORDS.items()}
# Verb stems whose 는, 은 or 을 is an ending: coda by coda.
_VERBAL_NEUN = re.compile(
    r"[있없찾받맡넣앉얻묻닫믿않많읽옮찍막먹죽녹뽑입업잡접좁높낮갖맞잊늦꽂씻벗웃짓잇긋뺏"
    r"걷듣싣돕좇쫓쏟넘짚남담감참숨품적훑훔듬엮섞꺾겪묶닦볶솟낳쌓놓좋끊잃앓뚫싫끓옳핥읊밟넓짧젊굶삶닮곪벌들놀낡맑밝굵늙붉갉긁났샀]$|.*[ㅆ]$"
)


def particle_errors(text: str) -> list[str]:
    """Return each wrong particle of *text* with the word that it follows.

    Sure about figures, Latin letters, units, brackets and quotes, and about Hangul where an
    ending or a noun cannot look the same (``를`` after a consonant, ``으로`` after a vowel …).
    Where it could be either, nothing is said.
    """
    found = [error for match in _AFTER_SIGN.finditer(text) if (error := _sign_error(text, match))]
    return found + [e for m in _AFTER_HANGUL.finditer(text) if (e := _hangul_error(m))]


def _sign_error(text: str, match: re.Match[str]) -> str | None:
    josa_ = match["josa"]
    word = text[: match.start("josa")]  # a bracket may hold spaces: 「비율(소수 첫째 자리까지)과」
    if final_sound(word) is None:
        return None
    right = particle(word, _FORMS[josa_])
    return None if josa_.startswith(right) else match["word"] + josa_


def _hangul_error(match: re.Match[str]) -> str | None:
    word, josa_ = match["word"], match["josa"]
    sound = final_sound(word)
    closed = sound is not Final.VOWEL
    if josa_ in {"를", "와", "예요"}:
        wrong = closed
    elif josa_ in {"을", "은", "과", "이에요", "이"}:
        wrong = not closed
    elif josa_ == "는":
        wrong = closed and not _verbal(word)
    elif josa_ == "으로":
        wrong = sound is not Final.CONSONANT
    elif josa_ == "로":
        wrong = sound is Final.CONSONANT
    else:
        wrong = closed
    if not wrong or _listed(word + josa_, josa_):
        return None
    return word + josa_


def _listed(whole: str, josa_: str) -> bool:
    words = _LISTED.get(josa_, frozenset())
    shortest = 2 if josa_ == "이" else 3  # 교사과 is not 사과, 학생가 not 생가
    if whole in words or whole.endswith(_COMPOUND) or _QUESTION.search(whole):
        return True
    return any(whole.endswith(w) for w in words if len(w) >= shortest)


def _verbal(word: str) -> bool:
    coda = (ord(word[-1]) - 0xAC00) % 28
    return coda == 20 or bool(_VERBAL_NEUN.search(word))  # 20 is ㅆ: past and future stems
