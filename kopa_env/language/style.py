"""What single Korean texts look like: their ending, their opening, whether a reason is given."""

from __future__ import annotations

import re
from collections.abc import Sequence

ENDINGS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern + r"$"))
    for name, pattern in (
        ("-ㄹ까요", r"[가-힣]까요"),
        ("-나요", r"나요"),
        ("-ㄴ가요", r"[가-힣]가요"),
        ("-예요", r"(?:이에요|예요|에요)"),
        ("-래요", r"[가-힣]래요"),
        ("-네요", r"(?:네요|군요|거든요|거예요)"),
        (
            "-고요",
            r"(?:[가-힣]고요|[가-힣]데요|[가-힣]서요|려고요|[가-힣]지요|[가-힣]죠|만요|까지요)",
        ),
        ("-주세요", r"(?:주세요|보세요|하세요|주셔요)"),
        ("-부탁", r"(?:부탁드려요|부탁드립니다|부탁해요|부탁합니다|부탁)"),
        ("-어요", r"[가-힣]요"),
        ("-십시오", r"십시오"),
        ("-습니까", r"(?:[가-힣]니까)"),
        ("-바랍니다", r"바랍니다"),
        ("-됩니다", r"됩니다"),
        ("-ㅂ니다만", r"니다만"),
        ("-습니다", r"니다"),
        ("-바람", r"(?:바람|요망|요청)"),
        ("-ㄹ 것", r"[가-힣]\s?것"),
        ("-ㅁ", r"[가-힣]*(?:함|임|음|됨|킴|림|봄|짐)"),
        (
            "-어/-야",
            r"(?:[가-힣]?(?:어|야|아|줘|봐|해|돼|니|냐|래|자|지|까|거든|는데|라|고|게|네|나))",
        ),
    )
)
"""Sentence endings by name; the first that fits is the one."""

TRANSLATIONESE: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern)
    for pattern in (
        r"에 대한 정보",
        r"에 관한 정보",
        r"의 경우에 있어서?",
        r"에 있어서",
        r"[을를] 대상으로 .{0,40}조회한 (?:후|뒤)",
        r"반환",
        r"(?:해당|상기) [가-힣]+의 [가-힣]+의",
        r"해당 기관의",
        r"들 중에서",
        r"[을를] 가지는",
        r"값을 가진",
        r"[을를] 가지고 있는",
        r"에 위치한",
        r"에 의해서?",
        r"되어지",
        r"무엇입니까\?$",
        r"정보를 제공",
        r"다음과 같은 조건",
        r"조회하여 출력",
        r"[가-힣]+의 [가-힣]+의 [가-힣]+의 ",
        r"존재하는",
        r"그것[은의을]",
    )
)
"""Turns of phrase that give a translation or a form away."""

_REASONS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern)
    for pattern in (
        # what it is for
        r"(?:려고|려는데|려다|려면|고자|기 위해|러 )",
        r"(?:때문에|덕분에|참고|대비|관련해|관련하여|앞두고|근거로|용으로|용입니다|용이에요|용임|용\.)",
        r"(?:넣을|쓸|올릴|실을|보낼|낼|다룰|붙일|맞출|만들|적을|제출할|설명할|발표할)\s?(?:거|것|자료|숫자|수치|예정|내용|일)",
        r"(?:보고서|기사|과제|논문|발표|회의|자료집|설명회|보도자료|답변|감사|점검|검토|토론|연수|수업"
        r"|민원|브리핑|업무보고|심의|질의|인터뷰|칼럼|메모|리포트|소식지|안내문|게시글|책자|통계연보)"
        r"[가-힣]{0,3}[^.?!]{0,24}(?:고 있|는 중|준비|작성|쓰|정리|넣|쓸|필요|앞두|맡|올리|내야"
        r"|하는데|해서|인데|중인데|건으로|때)",
        r"(?:고 있(?:는데|어서|어요|습니다|어|음)|는 중(?:인데|이)|중임|준비 중|작성 중|정리 중)",
        r"(?:궁금해서|헷갈려서|막혀서|필요해서|급해서|겁이 나|걱정|고민)",
        r"(?:확인용|보고용|작성용|제출용|게재용|참고용|첨부용)",
        # who asks
        r"(?:담당자?|주무관|조사관|장학사|사무관|팀장|기자|교사|학부모|시민|활동가|연구원|연구자|학생|주민|보좌관"
        r"|비서관|감사관|강사|작가|대학원생|취재진|시민단체|학부모회|주주|편집자|운영위원|통계과|의원실|동아리|준비생|유권자|애청자|자영업자|직장인|번역가"
        r"|봉사자|부원|인턴|간사|부모|엄마|아빠|총무|부장|교감|담임|실장|강사|사람|회원|보좌진|점검반|감시반)"
        r"(?:입니다|이에요|예요|인데|이고|이라|라서|이라서|임|이야|야|로서|이며|로 일하|로 있)",
    )
)

_WORD = re.compile(r"\S+")
_FIGURE = re.compile(r"[0-9][0-9,.]*")
_EDGE = re.compile(r"^[\s‘’“”「」『』'\"()\[\],.…]+|[\s‘’“”「」『』'\"()\[\],.…?!~]+$")


def ending(text: str) -> str:
    """Return the name of the ending of the last sentence of *text*."""
    last = _EDGE.sub("", re.sub(r"(?:ㅠ|ㅜ|ㅎ|ㅋ|\^|~|;)+", "", text.strip()))
    last = re.sub(r"\([^()]*$", "", last).strip()
    return next((name for name, pattern in ENDINGS if pattern.search(last)), "other")


def frame(text: str, names: Sequence[str] | None = None, words: int = 3) -> str:
    """Return the first *words* eojeol of *text*.

    Args:
        text: a query.
        names: entities to mask, and figures with them; ``None`` masks nothing.
        words: how many eojeol make a frame.
    """
    if names is not None:
        for name in sorted((n for n in names if n), key=len, reverse=True):
            text = text.replace(name, "○")
        text = _FIGURE.sub("#", text)
    return " ".join(_EDGE.sub("", word) for word in _WORD.findall(text)[:words])


def gives_reason(text: str) -> bool:
    """Whether *text* says who asks or what for."""
    return any(pattern.search(text) for pattern in _REASONS)


def translationese(text: str) -> list[str]:
    """Return the turns of phrase of *text* that give a translation away."""
    return [match.group() for pattern in TRANSLATIONESE if (match := pattern.search(text))]
