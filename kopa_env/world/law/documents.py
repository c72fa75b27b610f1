"""Texts of statutes as the platform gives them: articles, addenda, annexes, what was amended."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.law import annexes, history
from kopa_env.world.law.calendar import after
from kopa_env.world.law.families import Family
from kopa_env.world.law.ministries import Ministry, in_charge
from kopa_env.world.law.statutes import CHAPTER_TITLES, Code, Unit
from kopa_env.world.law.wording import Line, dotted, label
from kopa_env.world.table import Value

Listed = Mapping[str, Value]
"""A row of ``law_statutes``."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Which part of a statute is asked for: one article, or less; empty for all of it."""

    article: str = ""
    paragraph: str = ""
    item: str = ""
    letter: str = ""


ALL = Pick()


def dumped(value: JSON) -> str:
    """Return JSON text for a column; the same on every machine."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Text:
    """The text of one version of a fictional statute on one of its days in force."""

    owner: Family
    code: Code
    row: Listed
    all_rows: Sequence[Listed]

    @property
    def version(self) -> int:
        """The version's place among the statute's versions."""
        return int(str(self.row["version"]))

    @property
    def day(self) -> str:
        """The day in force."""
        return str(self.row["effective"])

    def late(self) -> set[str]:
        """Return the codes of articles that take effect in the version's second step."""
        made = self.code.versions[self.version]
        if not made.late_months:
            return set()
        return {unit.code for unit in self.code.touched(self.version)[:1]}

    def day_of(self, unit: Unit) -> str:
        """Return the day on which an article takes effect."""
        made = self.code.versions[self.version]
        return made.effective[-1] if unit.code in self.late() else self.day

    def units(self, pick: Pick = ALL) -> list[JSON]:
        """Return the articles asked for, headings of chapters among them."""
        made: list[JSON] = []
        chapter = ""
        place = 0
        for unit in self.code.units:
            if unit.since > self.version:
                continue
            wanted = not pick.article or unit.code == pick.article
            if self.code.chapters and unit.block.chapter != chapter:
                chapter, place = unit.block.chapter, place + 1
                if wanted:
                    made.append(self._chapter(unit, f"제{place}장 {CHAPTER_TITLES[chapter]}"))
            if wanted:
                made.append(self.unit(unit, pick))
        return made

    def _chapter(self, unit: Unit, title: str) -> JSON:
        return {
            "조문번호": str(unit.number),
            "조문제개정유형": str(self.row["change"]),
            "조문시행일자": self.day,
            "조문변경여부": "N",
            "조문이동이전": "",
            "조문이동이후": "",
            "조문키": f"{unit.number:04d}{unit.branch:02d}0",
            "조문내용": f"            {title}",
            "조문제목": "",
            "조문여부": "전문",
        }

    def unit(self, unit: Unit, pick: Pick = ALL) -> JSON:
        """Return one article."""
        branch = {"조문가지번호": str(unit.branch)} if unit.branch else {}
        changed = self.version > 0 and self.version in (*unit.changed, unit.since, unit.gone)
        record: dict[str, JSON] = {
            "조문번호": str(unit.number),
            **branch,
            "조문제개정유형": str(self.row["change"]),
            "조문시행일자": self.day_of(unit),
            "조문변경여부": "Y" if changed else "N",
            "조문이동이전": "",
            "조문이동이후": "",
            "조문키": f"{unit.number:04d}{unit.branch:02d}1",
            "조문여부": "조문",
        }
        if not unit.stands(self.version):
            day = dotted(self.code.versions[unit.gone].day)
            return {**record, "조문제목": "", "조문내용": f"{unit.label} 삭제 <{day}>"}
        title = self.owner.heading(self.code.tier, unit)
        lines = self.owner.lines(self.code.tier, unit, self.version)
        marked = self._marked(unit, lines)
        head = f"{unit.label}({title})"
        if lines and lines[0].kind == "text":
            head = f"{head} {marked[0]}"
        record |= {"조문제목": title, "조문내용": head}
        if note := self._note(unit):
            record["조문참고자료"] = note
        paragraphs = _paragraphs(lines, marked, self._kinds(unit), pick)
        return {**record, "항": paragraphs} if paragraphs else record

    def _note(self, unit: Unit) -> str:
        """Return what stands below an article: when it came in, or was amended as a whole."""
        whole = [v for v in unit.changed if v <= self.version and (unit.number + v) % 4 == 0]
        if whole:
            return f"[전문개정 {dotted(self.code.versions[whole[-1]].day)}]"
        return f"[본조신설 {dotted(self.code.versions[unit.since].day)}]" if unit.since else ""

    def _marked(self, unit: Unit, lines: Sequence[Line]) -> list[str]:
        """Return the lines' texts, the amended ones with the days of the amendments."""
        mark = history.amended(unit, self.code, self.version)
        varied = {
            number for number, line in enumerate(unit.draft.lines) if "{n:" in line or "[+" in line
        }
        whole = len(unit.draft.lines) == len(lines)
        made = []
        for number, line in enumerate(lines):
            amended = (
                mark
                and line.kind in ("paragraph", "text")
                and self._amends(number, lines, varied, whole)
            )
            made.append(line.text + (mark if amended else ""))
        return made

    @staticmethod
    def _amends(number: int, lines: Sequence[Line], varied: set[int], whole: bool) -> bool:
        """Say whether a paragraph, or an item under it, is what amendments change."""
        if not whole:
            return number == 0
        last = number + 1
        while last < len(lines) and lines[last].kind in ("item", "letter"):
            last += 1
        return any(place in varied for place in range(number, last))

    def _kinds(self, unit: Unit) -> dict[str, str]:
        """Return what a paragraph's amendment is called, where there was one."""
        days = [dotted(self.code.versions[v].day) for v in unit.changed if v <= self.version]
        if not days:
            return {}
        return {"항제개정유형": "개정", "항제개정일자문자열": f"<개정 {', '.join(days)}>"}

    # ---- what stands below the articles ----------------------------------------------------

    def addenda(self) -> list[JSON]:
        """Return the addenda of this version and those before it."""
        seen: dict[int, Listed] = {}
        for row in self.all_rows:
            seen.setdefault(int(str(row["version"])), row)
        return [self._addendum(v, seen[v]) for v in sorted(seen) if v <= self.version]

    def _addendum(self, version: int, row: Listed) -> JSON:
        day, number = str(row["promulgated"]), f"{int(str(row['number'])):05d}"
        return {
            "부칙키": f"{day}{number}",
            "부칙공포일자": day,
            "부칙공포번호": number,
            "부칙내용": self._addendum_text(version, day, number),
        }

    def _addendum_text(self, version: int, day: str, number: str) -> str:
        made = self.code.versions[version]
        noun = {"법": "법", "령": "영", "칙": "규칙"}[self.code.tier]
        other = f" ({history.another(self.owner, version)})" if made.kind == "타법개정" else ""
        kind = (
            "" if self.code.tier == "법" else f" {'대통령령' if self.code.tier == '령' else '부령'}"
        )
        head = f"부칙{other} <{kind.strip() + ' ' if kind else ''}제{number}호,{dotted(day)}>"
        force = f"이 {noun}은 {_span(made.months)}부터 시행한다."
        if made.late_months:
            late = self.code.touched(version)
            what = late[0].label if late else "제2조"
            later = _span(made.late_months)
            force += f" 다만, {what}의 개정규정은 {later}부터 시행한다."
        rests = self._transitions(version, noun)
        if not rests:
            return f"{head}\n{force}"
        lines = [f"제1조(시행일) {force}", *(f"제{n}조{text}" for n, text in enumerate(rests, 2))]
        return "\n".join([head, *lines])

    def _transitions(self, version: int, noun: str) -> list[str]:
        """Return what an addendum says of those who began under the law before."""
        made: list[str] = []
        for unit in self.code.touched(version) if version else ():
            if unit.block.key in ("등록", "시설기준", "보험", "교육") and version in unit.changed:
                what = self.owner.heading(self.code.tier, unit)
                made.append(
                    f"({what}에 관한 경과조치) 이 {noun} 시행 당시 종전의 규정에 따라 "
                    f"{self.owner.words['사업']}을 "
                    f"하고 있는 자는 {unit.label}의 개정규정에도 불구하고 이 {noun} 시행일부터 "
                    f"6개월까지는 "
                    "종전의 규정에 따른다."
                )
            if unit.block.key in ("벌칙", "과태료") and version in unit.changed:
                made.append(
                    f"(벌칙 등에 관한 경과조치) 이 {noun} 시행 전의 행위에 대하여 벌칙이나 "
                    f"과태료를 적용할 때에는 "
                    "종전의 규정에 따른다."
                )
        return made[:3]

    def orders(self) -> tuple[str, str]:
        """Return the text of promulgation and the reasons of this version."""
        found = history.changes(self.owner, self.code, self.version)
        titles = {u.code: self.owner.heading(self.code.tier, u) for u in self.code.units}
        number = int(str(self.row["number"]))
        return (
            history.order_text(self.owner, self.code, found, number, self.version),
            history.reason_text(self.code.versions[self.version].kind, found, titles),
        )

    def annexes(self) -> list[JSON]:
        """Return the annexes and forms."""
        mst = str(self.row["mst"])
        return annexes.records(self.owner, self.code, self.version, mst, self.day)

    def departments(self) -> list[JSON]:
        """Return the departments to ask: those of each ministry in charge, its own first."""
        seed, number = self.owner.seed, self.owner.number
        made: list[JSON] = []
        for place, ministry in enumerate(in_charge(seed, number, self.owner.ministry)):
            draw = Draw(seed, "department", number, *([place] if place else []))
            names = draw.pick((("정책과",), ("정책과", "제도과"), ("지원과",)))
            made += [_department(draw, f"{self.owner.topic}{name}", ministry) for name in names]
        return made


def _department(draw: Draw, name: str, ministry: Ministry) -> JSON:
    phone = f"044-{draw.between(200, 299)}-{draw.between(2000, 7999)}"
    more = f", {draw.between(2000, 7999)}" if draw.chance(350) else ""
    return {
        "부서연락처": phone + more,
        "부서키": str(draw.between(900_000, 999_999)),
        "부서명": name,
        "소관부처명": ministry.name,
        "소관부처코드": ministry.code,
    }


def _span(months: int) -> str:
    """Return a day counted from promulgation: ``공포 후 1년 6개월이 경과한 날``."""
    if not months:
        return "공포한 날"
    years, rest = divmod(months, 12)
    parts = [f"{years}년" if years else "", f"{rest}개월" if rest else ""]
    return f"공포 후 {' '.join(filter(None, parts))}이 경과한 날"


def _paragraphs(
    lines: Sequence[Line], texts: Sequence[str], kinds: Mapping[str, str], pick: Pick
) -> list[JSON]:
    """Return an article's paragraphs with their items and sub-items."""
    made: list[dict[str, JSON]] = []
    items: list[JSON] = []
    letters: list[JSON] = []
    for line, text in zip(lines, texts, strict=True):
        if line.kind == "paragraph":
            items = []
            extra = kinds if "<개정" in text else {}
            made.append({"항번호": line.mark, **extra, "항내용": text, "호": items})
        elif line.kind == "item":
            if not made:
                made.append({"호": items})
            letters = []
            items.append({"호번호": line.mark, "호내용": text, "목": letters})
        elif line.kind == "letter":
            letters.append({"목번호": line.mark, "목내용": text})
    return [_without_empty(p) for p in _picked(made, pick)]


def _picked(made: list[dict[str, JSON]], pick: Pick) -> list[dict[str, JSON]]:
    """Return the one paragraph, item or sub-item that is asked for."""
    if pick.paragraph:
        made = [p for p in made if p.get("항번호") == _circled(pick.paragraph)]
    if pick.item:
        wanted = f"{int(pick.item[:4])}." if pick.item.isdecimal() else ""
        made = [{**p, "호": [i for i in _list(p["호"]) if i["호번호"] == wanted]} for p in made]
        made = [p for p in made if p["호"]]
    if pick.letter:
        for p in made:
            p["호"] = [
                {**i, "목": [m for m in _list(i["목"]) if m["목번호"] == f"{pick.letter}."]}
                for i in _list(p["호"])
            ]
    return made


def _list(value: JSON) -> list[dict[str, JSON]]:
    return value if isinstance(value, list) else []


def _circled(code: str) -> str:
    number = int(code[:4]) if code.isdecimal() and len(code) == 6 else 0
    return "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮"[number - 1 : number] or "?"


def _without_empty(record: dict[str, JSON]) -> JSON:
    made: dict[str, JSON] = {}
    for key, value in record.items():
        if isinstance(value, list):
            if value:
                made[key] = [_without_empty(dict(v)) for v in value if isinstance(v, Mapping)]
        else:
            made[key] = value
    return made


def as_page(title: str, units: Sequence[JSON]) -> str:
    """Return articles as plain lines, as a web page has them."""
    lines = [title]
    for unit in units:
        if not isinstance(unit, Mapping):
            continue
        lines.append(str(unit["조문내용"]).strip())
        for paragraph in _list(unit.get("항")):
            lines.append(str(paragraph.get("항내용", "")))
            for item in _list(paragraph.get("호")):
                lines.append(str(item["호내용"]))
                lines += [str(letter["목내용"]) for letter in _list(item.get("목"))]
    return "\n".join(line for line in lines if line)


__all__ = ["ALL", "Pick", "Text", "after", "as_page", "dumped", "label"]
