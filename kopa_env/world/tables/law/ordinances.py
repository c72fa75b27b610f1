"""``law_ordinances`` and what hangs on it: texts, annexes and links to statutes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.law.charter import Charter
from kopa_env.world.law.documents import dumped
from kopa_env.world.law.families import family
from kopa_env.world.law.index import gana
from kopa_env.world.law.local import (
    Ordinance,
    by_id,
    by_serial,
    governments,
    ordinances,
    text_blocks,
)
from kopa_env.world.law.wording import Line, dotted
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.statutes import OC, law_id
from kopa_env.world.world import Condition, World

KINDS = {"조례": "C0001", "규칙": "C0002", "훈령": "C0003", "예규": "C0004", "고시": "C0010",
         "의회규칙": "C0011"}  # fmt: skip
_MARKS = "①②③④⑤⑥⑦⑧⑨"
_MATTERS = ("기획", "문화", "복지", "교통", "환경", "도시")
_GOOD = ("주민의 복리 증진", "지역사회의 발전", "주민의 건강과 여가", "지역경제의 활성화")


def link(target: str, serial: Value) -> str:
    """Return the platform's link to an ordinance; the caller's key is masked."""
    return f"/DRF/lawService.do?{OC}&target={target}&MST={serial}&type=HTML&mobileYn="


def change(made: Ordinance, version: int) -> str:
    """Return whether a version enacted or amended."""
    if version == 0:
        return "제정"
    kinds = (("일부개정", 800), ("전부개정", 60), ("타법개정", 140))
    return Draw("change", made.id, version).weighted(kinds)


def number(made: Ordinance, version: int) -> int:
    """Return the number under which a version was promulgated."""
    year = int(made.versions[version][:4])
    return (year - 1991) * 52 + made.place % 50 + 1 + version % 2


def _listed(seed: int, made: Ordinance, version: int) -> Row:
    day, serial = made.versions[version], str(made.serial(version))
    owner = made.government
    current = version == len(made.versions) - 1
    act = family(seed, made.act) if made.act >= 0 else None
    return (
        *(serial, str(made.id), made.name, day, number(made, version), change(made, version)),
        *(owner.name, owner.province, None if owner.is_province else owner.code, made.kind, day),
        *(link("ordin", serial), made.field, "0", "현행" if current else "연혁", gana(made.name)),
        *(act.name if act else None, law_id(seed, made.act, "법") if act else None),
        *(made.act, made.block, made.style, f"O{made.field[1:].partition('장')[0]:0>13}"),
    )


def _rows(world: World) -> Iterator[Row]:
    made = []
    for owner in governments():
        for own in ordinances(world.seed, owner.place):
            last = len(own.versions) - 1
            made.append(_listed(world.seed, own, last))
            if last and own.place % 3 == 0:
                made.append(_listed(world.seed, own, last - 1))
    made.sort(key=lambda row: (str(row[2]), str(row[3])))
    yield from made


ORDINANCES = Table(
    "law_ordinances",
    columns_of(
        "ordinance_mst ordinance_id ordinance promulgated number change government org sborg kind "
        "effective link field reference state gana law_name law_id act block style class_code",
        "number act",
        {"class_code": "ordinance_class_code"},
        "sborg law_name law_id",
    ),
    _rows,
    key=("ordinance_mst",),
    index=(("ordinance",), ("ordinance_id",), ("org",), ("sborg",), ("law_id",), ("class_code",),
           ("act", "block")),
)  # fmt: skip


# ---- texts -----------------------------------------------------------------------------------


def charter(seed: int, made: Ordinance, version: int) -> Charter:
    """Return the text of a version of an ordinance."""
    owner = made.government
    words = {
        "기관": owner.name, "단체장": owner.head, "대상": made.object, "모조례": made.parent,
        "이익": _GOOD[made.place % len(_GOOD)], "물건": made.object.split()[-1],
        "사안": made.object,
    }  # fmt: skip
    if made.act >= 0:
        act = family(seed, made.act)
        units = act.codes["법"].of_block(made.block)
        words |= {**act.words, "기관": owner.name, "단체장": owner.head, "사안": made.object}
        words["법조"] = _clause(act.lines("법", units[0], 99), units[0].label)
    keys = (seed, "ordinance", made.id)
    return Charter(text_blocks(made.style), keys, words, version)


def _clause(lines: Sequence[Line], label: str) -> str:
    """Return which paragraph of an article leaves something to an ordinance."""
    for line in lines:
        if "조례로" in line.text and line.mark and line.mark in _MARKS:
            return f"{label}제{_MARKS.index(line.mark) + 1}항"
    return label


def articles(seed: int, made: Ordinance, version: int) -> list[JSON]:
    """Return the articles of a version as the platform gives them."""
    found: list[JSON] = []
    for article in charter(seed, made, version).articles():
        mark = f" <개정 {dotted(made.versions[article.changed])}>" if article.changed else ""
        found.append(
            {
                "조문번호": f"{article.number:04d}00",
                "조문여부": "Y",
                "조제목": article.heading,
                "조내용": article.text + mark,
            }
        )
    return found


def annexes(seed: int, made: Ordinance, version: int) -> list[JSON]:
    """Return the annexes of a version."""
    return [
        {
            "별표번호": f"{annex.number:04d}",
            "별표가지번호": "00",
            "별표구분": annex.kind,
            "별표제목": annex.title,
            "별표첨부파일구분": "hwp",
            "별표내용": _content(seed, made, annex.title, annex.form),
        }
        for annex in charter(seed, made, version).annexes()
    ]


def _content(seed: int, made: Ordinance, title: str, form: bool) -> str:
    if form:
        lines = ("신청인 성명 | 주소 | 전화번호", "위와 같이 신청합니다.")
        return "\n".join([f"[{title}]", *lines, f"{made.government.title} 귀하"])
    draw = Draw(seed, "ordinance annex", made.id, title)
    if title.endswith("사용료"):
        hour = draw.between(5, 60) * 100
        steps = (("1시간", 10), ("반일", 30), ("1일", 50), ("야간", 15))
        rows = [f"{name} | {hour * times // 10}원" for name, times in steps]
        return "\n".join([f"[{title}]", "구분 | 금액", *rows])
    rows = [
        f"{n} | {made.object} {n}관 | {draw.between(1, 400)}번지"
        for n in range(1, draw.between(2, 4))
    ]
    return "\n".join([f"[{title}]", "연번 | 명칭 | 위치", *rows])


def _text(seed: int, made: Ordinance, version: int) -> Row:
    day = made.versions[version]
    draw = Draw(seed, "department", made.government.code, made.field)
    verb = change(made, version)
    titles = charter(seed, made, version).articles()
    changed = [a for a in titles if a.changed == version] if version else []
    letters = zip("가나다라마바사아자차", changed, strict=False)
    lines = [f"{letter}. {a.heading}에 관한 사항을 조정함(안 {a.label})" for letter, a in letters]
    reason = f"[{verb}]\n상위법령의 개정 사항과 제도의 운영상 나타난 미비점을 반영하려는 것임."
    how = "공포" if made.kind in ("조례", "규칙") else "발령"
    order = settle(f"{made.name}을(를) 다음과 같이 {how}한다.")
    force = settle(f"이 {made.kind}은(는) {how}한 날부터 시행한다.")
    addendum = f"부칙 <제{number(made, version)}호, {dotted(day)}>\n{force}"
    found, texts = annexes(seed, made, version), articles(seed, made, version)
    return (
        *(str(made.serial(version)), str(made.id), made.name, KINDS[made.kind]),
        *(made.government.name, day, number(made, version), day, verb),
        draw.pick(_MATTERS) + draw.pick(("정책과", "지원과", "관리과")),
        f"0{draw.between(31, 64)}-{draw.between(200, 999)}-{draw.between(1000, 9999)}",
        dumped(texts),
        *(day, number(made, version), addendum),
        dumped({"별표단위": found}) if found else None,
        *(order, "\n".join([reason, *lines]), "\n".join([made.name, *map(_article_text, texts)])),
    )


def _article_text(article: JSON) -> str:
    return str(article["조내용"]) if isinstance(article, dict) else ""


def _texts_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    serial, own, *_ = (*values, None, None)
    found = by_serial(world.seed, str(serial)) if serial is not None else None
    if found is None and serial is None and own is not None:
        made = by_id(world.seed, str(own))
        found = (made, len(made.versions) - 1) if made else None
    if found and (own is None or str(found[0].id) == own):
        yield _text(world.seed, *found)


ORDINANCE_TEXTS = Table(
    "law_ordinance_texts",
    columns_of(
        "ordinance_mst ordinance_id ordinance kind government promulgated number effective change "
        "department phone articles addendum_day addendum_number addendum annexes orders reason "
        "page",
        "number addendum_number",
        {"addendum_day": "date"},
        "annexes",
    ),
    lambda world: (
        _text(world.seed, own, len(own.versions) - 1)
        for owner in governments()
        for own in ordinances(world.seed, owner.place)
    ),
    key=("ordinance_mst",),
    by=("ordinance_mst", "ordinance_id"),
    part=_texts_of,
    either=True,
)

# ---- annexes and articles of classes ---------------------------------------------------------


def _annex_rows(world: World) -> Iterator[Row]:
    place = 9_000_001
    for owner in governments():
        for own in ordinances(world.seed, owner.place):
            if own.place % 3:
                continue
            for title, form, count in _titles(own):
                place += 1
                version = len(own.versions) - 1
                serial = str(own.serial(version))
                yield (
                    *(str(place), serial, title, own.name, f"{count:04d}00"),
                    *("서식" if form else "별표", owner.name.split()[-1], owner.name),
                    *(own.versions[version], own.versions[version], number(own, version)),
                    *(change(own, version), f"/LSW/flDownload.do?flSeq={place * 11}"),
                    *(link("ordin", serial), owner.province),
                    *(None if owner.is_province else owner.code, gana(title)),
                )


@lru_cache(maxsize=8)
def _of_style(style: str) -> tuple[tuple[str, bool, int], ...]:
    made: list[tuple[str, bool, int]] = []
    for form in (False, True):
        titles = [
            t for b in text_blocks(style) for t in (b.forms if form else b.annexes.get("조", []))
        ]
        made += [(title, form, n) for n, title in enumerate(titles, 1)]
    return tuple(made)


def _titles(own: Ordinance) -> Iterator[tuple[str, bool, int]]:
    for title, form, count in _of_style(own.style):
        yield title.replace("{대상}", own.object).replace("{사안}", own.object), form, count


ORDINANCE_ANNEXES = Table(
    "law_ordinance_annexes",
    columns_of(
        "annex ordinance_mst title ordinance code kind short government effective promulgated "
        "number change file link org sborg gana",
        "number",
        {"annex": "annex_serial"},
        "sborg",
    ),
    _annex_rows,
    key=("annex",),
    index=(("title",), ("org",), ("sborg",)),
)


def _class_articles(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    code = str(values[0])
    where = [Condition("class_code", "eq", code), Condition("state", "eq", "현행")]
    rows, _ = world.select("law_ordinances", where, limit=300)
    for row in rows:
        found = by_serial(world.seed, str(row["ordinance_mst"]))
        if found is None:
            continue
        for article in articles(world.seed, *found):
            if isinstance(article, dict):
                yield (
                    *(code, row["ordinance_mst"], row["ordinance"], row["ordinance_id"]),
                    *(row["promulgated"], row["number"], row["change"], row["kind"]),
                    *(row["government"], row["effective"], row["field"]),
                    *(f"{article['조문번호']!s}1", str(int(str(article["조문번호"])[:4])), "0"),
                    *(str(article["조제목"]), str(article["조내용"])),
                )


CLASS_ARTICLES = Table(
    "law_ordinance_class_articles",
    columns_of(
        "class_code ordinance_mst ordinance ordinance_id promulgated number change kind "
        "government effective field key article branch heading text",
        "number",
        {"class_code": "ordinance_class_code"},
    ),
    lambda world: (row for n in range(1, 13) for row in _class_articles(world, (f"O{n:013d}",))),
    by=("class_code",),
    part=_class_articles,
)
