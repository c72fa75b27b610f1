"""Ten thousand spellings of right and of wrong answers, made by the rules of docs/grading.md.

Spellings are written here by rule, apart from the code that reads them: what a person may write for
a value, and what is near to it and still another value.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, TypeAlias
from unicodedata import normalize

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kopa_env.grading import judge_response
from kopa_env.task import Answer

Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]

UNITS = ("", "원", "명", "건", "곳", "개")
SYLLABLES = "가나람솔하온새별빛들꽃강산달"
PLACES = ("초등학교", "시장", "역", "상사", "마을", "도서관", "휴게소")
SAYINGS = (
    "{}",
    "확인했습니다. {}",
    "조회해 보니 다음과 같습니다.\n\n{}\n",
    "최종 답은 {} 입니다.",
)


def wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isdigit() else c for c in text)


def myriads(n: int) -> str:
    """Return a whole number in units of 조, 억 and 만: 12억 3,456만 7,890."""
    parts = []
    for size, name in ((10**12, "조"), (10**8, "억"), (10**4, "만"), (1, "")):
        count, n = divmod(n, size)
        if count:
            parts.append(f"{count:,}{name}")
    return " ".join(parts) or "0"


def count_written(draw: Draw, n: int, unit: str) -> str:
    size = draw(st.sampled_from([str(abs(n)), f"{abs(n):,}", wide(f"{abs(n):,}"), myriads(abs(n))]))
    if n >= 0:
        return size + draw(st.sampled_from([unit, f" {unit}", ""]))
    sign = draw(st.sampled_from(["-", "−", "△", "▲"]))
    return draw(st.sampled_from([f"{sign}{size}{unit}", f"{size}{unit} 감소"]))


def day_written(draw: Draw, day: date) -> str:
    forms = ["{0}-{1:02}-{2:02}", "{0}년 {1}월 {2}일", "{0}{1:02}{2:02}", "{0}.{1}.{2}"]
    return draw(st.sampled_from([*forms, "{0}/{1:02}/{2:02}", "{0}. {1}. {2}."])).format(
        day.year, day.month, day.day
    )


def name_written(draw: Draw, name: str) -> str:
    spelt = draw(st.sampled_from([name, name.replace(" ", ""), normalize("NFD", name), f"{name} "]))
    return draw(st.sampled_from(["{}", "‘{}’", '"{}"', "{}입니다", "{}."])).format(spelt)


NAMES = st.builds(
    lambda head, kind: head + kind,
    st.text(st.sampled_from(SYLLABLES), min_size=2, max_size=4),
    st.sampled_from(PLACES),
)
COUNTS = st.integers(-(10**12), 10**14)
DAYS = st.dates(date(1950, 1, 1), date(2079, 12, 31))


def right(answer: Answer, text: str) -> bool:
    return judge_response(answer, text).right


def boxed(draw: Draw, inside: str) -> str:
    return draw(st.sampled_from(SAYINGS)).format(f"\\boxed{{{inside}}}")


def two(one: str, other: str) -> list[str]:
    """Return ways to commit to neither of two values."""
    return [f"{one} 또는 {other}", f"{one}, {other}", f"{one} / {other}"]


# ---- counts -----------------------------------------------------------------------------------


def a_count(draw: Draw) -> None:
    n, unit = draw(COUNTS), draw(st.sampled_from(UNITS))
    text = boxed(draw, count_written(draw, n, unit))
    assert right(Answer("number", n, unit), text), (n, unit, text)


def a_number_of_something(draw: Draw) -> None:
    n, unit = draw(st.integers(1, 10**6)), draw(st.sampled_from(["호", "회", "차", "대"]))
    text = boxed(draw, draw(st.sampled_from([f"제{n}{unit}", f"제{n:,}{unit}", f"{n}{unit}"])))
    assert right(Answer("number", n, unit), text), (n, unit, text)
    assert not right(Answer("number", n, "명"), f"\\boxed{{제{n}{unit}}}"), "it counts nobody"
    assert not right(Answer("number", n + 1, unit), text)


def another_count(draw: Draw) -> None:
    n, unit = draw(COUNTS), draw(st.sampled_from(UNITS))
    near = [n + 1, n - 1, n * 10, -n, n + 10**4, n // 10, n * 10**4]
    other = draw(st.sampled_from(near) | COUNTS)
    assume(other != n)
    text = boxed(draw, count_written(draw, other, unit))
    assert not right(Answer("number", n, unit), text), (n, unit, text)
    both = draw(st.sampled_from(two(f"{n}{unit}", f"{other}{unit}")))
    assert not right(Answer("number", n, unit), f"\\boxed{{{both}}}"), (n, unit, both)


# ---- measured figures -------------------------------------------------------------------------


def a_figure(draw: Draw) -> None:
    digits, scaled = draw(st.integers(1, 3)), draw(st.integers(1, 10**8))
    golden = f"{scaled / 10**digits:.{digits}f}"
    true = scaled * 10 + draw(st.integers(-4, 4))  # what may have been rounded to it
    more = f"{true / 10 ** (digits + 1):.{digits + 1}f}"
    text = draw(st.sampled_from([golden, f"{golden}%", more, f"{more}%", wide(golden)]))
    answer = Answer("number", golden, "%", "printed")
    assert right(answer, boxed(draw, text.replace("%", "\\%"))), (golden, text)


def another_figure(draw: Draw) -> None:
    digits, scaled = draw(st.integers(1, 3)), draw(st.integers(1, 10**8))
    golden = f"{scaled / 10**digits:.{digits}f}"
    off = draw(st.sampled_from([-1, 1])) * draw(st.integers(2, 10**4))
    other = f"{(scaled + off) / 10**digits:.{digits}f}"
    written = draw(st.sampled_from([other, f"{other}\\%", f"{golden}\\%p", f"{golden}원"]))
    answer = Answer("number", golden, "%", "printed")
    assert not right(answer, boxed(draw, written)), (golden, written)


# ---- days and names ---------------------------------------------------------------------------


def a_day(draw: Draw) -> None:
    day = draw(DAYS)
    text = boxed(draw, day_written(draw, day))
    assert right(Answer("date", day.isoformat()), text), (day, text)


def another_day(draw: Draw) -> None:
    day = draw(DAYS)
    other = day + timedelta(draw(st.sampled_from([-365, -31, -1, 1, 7, 366])))
    text = boxed(draw, day_written(draw, other))
    assert not right(Answer("date", day.isoformat()), text), (day, text)


def a_name(draw: Draw) -> None:
    name = draw(NAMES)
    text = boxed(draw, name_written(draw, name))
    assert right(Answer("string", name), text), (name, text)


def another_name(draw: Draw) -> None:
    name, drawn = draw(NAMES), draw(NAMES)
    near = [drawn, name[1:], name[:-1], f"새{name}", f"{name}점", f"{name} 2호"]
    other = draw(st.sampled_from(near))
    assume(other != name)
    text = boxed(draw, name_written(draw, other))
    assert not right(Answer("string", name), text), (name, text)
    both = draw(st.sampled_from(two(name, drawn)))
    assert drawn == name or not right(Answer("string", name), f"\\boxed{{{both}}}"), both


# ---- lists and records ------------------------------------------------------------------------


def listed(draw: Draw, items: list[str]) -> str:
    if draw(st.booleans()):
        return json.dumps(items, ensure_ascii=False)
    return draw(st.sampled_from(["; ", ", ", "\n", " / "])).join(items)


def a_list(draw: Draw) -> None:
    items = draw(st.lists(NAMES, min_size=2, max_size=5, unique=True))
    told = draw(st.permutations(items))
    assert right(Answer("list", items), boxed(draw, listed(draw, told))), (items, told)
    assert right(Answer("ordered", items), boxed(draw, listed(draw, items))), items


def another_list(draw: Draw) -> None:
    items = draw(st.lists(NAMES, min_size=2, max_size=5, unique=True))
    extra = draw(NAMES)
    assume(extra not in items)
    told = draw(st.sampled_from([items[1:], [*items, extra], [extra, *items[1:]]]))
    assert not right(Answer("list", items), boxed(draw, listed(draw, told))), (items, told)
    turned = draw(st.permutations(items).filter(lambda p: p != items))
    assert not right(Answer("ordered", items), boxed(draw, listed(draw, turned))), turned


def record(name: str, n: int, day: date) -> Answer:
    slots = {
        "이름": {"type": "string", "value": name},
        "인원": {"type": "number", "value": n, "unit": "명"},
        "날짜": {"type": "date", "value": day.isoformat()},
    }
    return Answer("record", slots)


def recorded(draw: Draw, name: str, n: int, day: date) -> str:
    parts = [name, draw(st.sampled_from([f"{n:,}명", f"{n}"])), day_written(draw, day)]
    labelled = [
        f"{label}: {part}" for label, part in zip(("이름", "인원", "날짜"), parts, strict=True)
    ]
    whole = dict(zip(("이름", "인원", "날짜"), parts, strict=True))
    return draw(
        st.sampled_from(
            ["; ".join(parts), ", ".join(labelled), json.dumps(whole, ensure_ascii=False)]
        )
    )


def a_record(draw: Draw) -> None:
    name, n, day = draw(NAMES), draw(st.integers(0, 10**7)), draw(DAYS)
    text = boxed(draw, recorded(draw, name, n, day))
    assert right(record(name, n, day), text), (name, n, day, text)


def another_record(draw: Draw) -> None:
    name, n, day = draw(NAMES), draw(st.integers(0, 10**7)), draw(DAYS)
    told = draw(
        st.sampled_from([(f"새{name}", n, day), (name, n + 1, day), (name, n, day + timedelta(1))])
    )
    text = boxed(draw, recorded(draw, *told))
    assert not right(record(name, n, day), text), (name, n, day, text)
    assert not right(record(name, n, day), f"\\boxed{{{name}; {n}명}}")


KINDS = (
    *(a_count, a_number_of_something, another_count, a_figure, another_figure, a_day, another_day),
    *(a_name, another_name, a_list, another_list, a_record, another_record),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_spellings(kind: Callable[[Draw], None]) -> None:
    run(kind, 100)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_ten_thousand_spellings(kind: Callable[[Draw], None]) -> None:
    run(kind, 10_000 // len(KINDS) + 1)


def run(kind: Callable[[Draw], None], examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.data())
    def spelt(data: Any) -> None:
        kind(data.draw)

    spelt()
