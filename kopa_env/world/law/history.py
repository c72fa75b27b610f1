"""What an amendment did: which words it put for which, article by article."""

from __future__ import annotations

from dataclasses import dataclass

from kopa_env.language.particles import particle, settle
from kopa_env.world.draw import Draw
from kopa_env.world.law.families import Family, count, family
from kopa_env.world.law.statutes import Code, Unit
from kopa_env.world.law.wording import Line, dotted

_ENDS = frozenset(' ,.()"“”·ㆍ')


@dataclass(frozen=True, slots=True)
class Change:
    """One change of an article, with the words before and after.

    ``신설``, ``개정``, ``삭제``, or ``전문`` where all of it is written anew.
    """

    unit: Unit
    kind: str
    place: str
    old: str = ""
    new: str = ""


def changes(owner: Family, code: Code, version: int) -> list[Change]:
    """Return what a version changed, in the order of the articles."""
    found: list[Change] = []
    for unit in code.touched(version) if version else ():
        if unit.since == version:
            found.append(Change(unit, "신설", unit.label))
        elif unit.gone == version:
            found.append(Change(unit, "삭제", unit.label))
        else:
            before = owner.lines(code.tier, unit, version - 1)
            found += _compared(unit, before, owner.lines(code.tier, unit, version))
    return found


def _compared(unit: Unit, before: list[Line], after: list[Line]) -> list[Change]:
    if len(before) != len(after):
        return [Change(unit, "전문", unit.label)]
    found, place = [], ""
    for old, new in zip(before, after, strict=True):
        place = _place(place, new)
        if old.text != new.text:
            words = _differing(old.text, new.text)
            found.append(Change(unit, "개정", f"{unit.label}{place}", *words))
    return found


def _place(above: str, line: Line) -> str:
    """Return where a line stands: ``제2항제3호나목``."""
    head = above.partition("호")[0]
    if line.kind == "paragraph":
        return f"제{'①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮'.index(line.mark) + 1}항"
    if line.kind == "item":
        outer = above.partition("제")[0] if "항" not in above else above.partition("항")[0] + "항"
        return f"{outer}제{line.mark[:-1]}호"
    if line.kind == "letter":
        return f"{head}호{line.mark[:-1]}목" if head else f"{line.mark[:-1]}목"
    return ""


def _differing(old: str, new: str) -> tuple[str, str]:
    """Return the words in which two texts differ, whole words."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    while start and old[start - 1] not in _ENDS:
        start -= 1
    stop = 0
    limit = min(len(old), len(new)) - start
    while stop < limit and old[-1 - stop] == new[-1 - stop]:
        stop += 1
    while stop and old[len(old) - stop] not in _ENDS:
        stop -= 1
    return _bare(old[start : len(old) - stop].strip(), new[start : len(new) - stop].strip())


def _bare(old: str, new: str) -> tuple[str, str]:
    """Return both words without a particle that they share."""
    for tail in ("으로", "로", "간의", "을", "를", "의"):
        if old.endswith(tail) and new.endswith(tail) and min(len(old), len(new)) > 3:
            return old.removesuffix(tail), new.removesuffix(tail)
    return old, new


def amended(unit: Unit, code: Code, version: int) -> str:
    """Return the mark of an article's amendments: `` <개정 2019.1.15, 2021.3.16>`` or nothing."""
    days = [dotted(code.versions[v].day) for v in unit.changed if v <= version]
    return f" <개정 {', '.join(days)}>" if days else ""


def order_text(owner: Family, code: Code, found: list[Change], number: int, version: int) -> str:
    """Return the text by which a version was promulgated (개정문)."""
    made, name = code.versions[version], code.name
    noun = {"법": "법률", "령": "대통령령", "칙": owner.ministry.decree}[code.tier]
    title = f"{made.kind}{'법률' if code.tier == '법' else '령'}"
    what = name if made.kind == "제정" else f"{name} {title}"
    if made.kind == "타법개정":
        other = another(owner, version)
        what = f"{other} 일부개정{'법률' if code.tier == '법' else '령'}"
    head = {
        "법": "국회에서 의결된 {}을(를) 이에 공포한다.",
        "령": "국무회의의 심의를 거친 {}을(를) 이에 공포한다.",
        "칙": "{}을(를) 다음과 같이 공포한다.",
    }[code.tier].format(what)
    lines = [settle(head), f"⊙{noun} 제{number}호"]
    if made.kind in ("제정", "폐지"):
        verb = "제정한다" if made.kind == "제정" else "폐지한다"
        return "\n".join([*lines, settle(f"{name}을(를) 다음과 같이 {verb}.")])
    if made.kind == "타법개정":
        lines.append("부칙 제3조(다른 법령의 개정)")
    lines.append(f"{name} 일부를 다음과 같이 개정한다.")
    return "\n".join([*lines, *(_sentence(change) for change in found)])


def another(owner: Family, version: int) -> str:
    """Return the name of the act whose amendment brought an amendment of this one."""
    place = Draw(owner.seed, "another", owner.number, version).below(count())
    return family(owner.seed, place).name


def _sentence(change: Change) -> str:
    if change.kind == "신설":
        return f"{change.place}{_object(change.place)} 다음과 같이 신설한다."
    if change.kind == "삭제":
        return f"{change.place}{_object(change.place)} 삭제한다."
    if change.kind == "전문":
        return f"{change.place}{_object(change.place)} 다음과 같이 한다."
    if not change.old:
        return settle(f'{change.place}에 "{change.new}"을(를) 추가한다.')
    if not change.new:
        return settle(f'{change.place} 중 "{change.old}"을(를) 삭제한다.')
    return settle(f'{change.place} 중 "{change.old}"을(를) "{change.new}"으로(로) 한다.')


def _object(place: str) -> str:
    return particle(place, "을(를)")


def reason_text(kind: str, found: list[Change], titles: dict[str, str]) -> str:
    """Return why a version was made (제개정이유)."""
    lines = [f"[{kind}]"]
    if kind == "제정":
        return "\n".join(
            [*lines, "◇ 제정이유", "  새로운 제도의 시행에 필요한 사항을 체계적으로 정하려는 것임."]
        )
    if kind == "폐지":
        return "\n".join([*lines, "◇ 폐지이유", "  제정 목적이 달성되어 이를 폐지하려는 것임."])
    if kind == "타법개정":
        lines.append("◇ 개정이유 및 주요내용")
        return "\n".join([*lines, "  다른 법령의 개정에 따라 관련 규정을 정비하려는 것임."])
    lines += [
        "◇ 개정이유",
        "  현행 제도의 운영상 나타난 일부 미비점을 개선ㆍ보완하려는 것임.",
        "◇ 주요내용",
    ]
    for letter, change in zip("가나다라마바사아자차카타파하", found, strict=False):
        title = titles.get(change.unit.code, "")
        if change.kind == "신설":
            lines.append(f"  {letter}. {title}에 관한 규정을 신설함({change.place} 신설).")
        elif change.kind == "삭제":
            lines.append(f"  {letter}. {title}에 관한 규정을 삭제함({change.place} 삭제).")
        elif change.old and change.new:
            line = f'{title}: "{change.old}"에서 "{change.new}"으로(로) 조정함({change.place}).'
            lines.append(settle(f"  {letter}. {line}"))
        else:
            lines.append(f"  {letter}. {title}에 관한 사항을 정비함({change.place}).")
    return "\n".join(lines)
