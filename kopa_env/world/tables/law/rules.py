"""``law_rules`` and ``law_institution_rules``: lists, texts, annexes, old and new wording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kopa_env.language.particles import settle
from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.law.calendar import ahead
from kopa_env.world.law.charter import Article
from kopa_env.world.law.documents import dumped
from kopa_env.world.law.index import gana
from kopa_env.world.law.rulebook import Rule, by_id, by_name, by_serial, charter, rules
from kopa_env.world.law.wording import dotted
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.statutes import OC
from kopa_env.world.world import Condition, World

CHANGES = {"제정": "200401", "전부개정": "200402", "일부개정": "200403"}
KIND_CODES = {"훈령": "190001", "예규": "190002", "고시": "190003", "공고": "190004",
              "지침": "190005", "학칙": "190011", "학교규정": "190012", "학교지침": "190013",
              "학교시행세칙": "190014", "공단규정": "190015"}  # fmt: skip


def link(target: str, serial: Value) -> str:
    """Return the platform's link to a rule; the caller's key is masked."""
    return f"/DRF/lawService.do?{OC}&target={target}&ID={serial}&type=HTML&mobileYn="


def change(rule: Rule, version: int) -> str:
    """Return whether a version enacted or amended."""
    if version == 0:
        return "제정"
    return Draw("rule change", rule.shelf, rule.place, version).weighted(
        (("일부개정", 860), ("전부개정", 140))
    )


def _listed(rule: Rule, version: int) -> Row:
    day, kind, serial = rule.versions[version], change(rule, version), str(rule.serial(version))
    current = version == len(rule.versions) - 1
    effective = day if rule.place % 3 else ahead(day, 31)
    return (
        *(serial, str(rule.id), rule.name, rule.kind, day, rule.number(version)),
        rule.body or rule.ministry.name,
        *(None if rule.body else rule.ministry.code, "현행" if current else "연혁"),
        *(CHANGES[kind], kind, link(rule.shelf, serial), effective, ahead(day, rule.place % 5)),
        *(gana(rule.name), rule.act, rule.block, version, int(version > 0)),
        link("admrulOldAndNew", serial),
        *(KIND_CODES[rule.kind], rule.kind, f"A{rule.ministry.chapter:013d}"),
    )


_COLUMNS = columns_of(
    "rule_mst rule_id rule kind issued number ministry ministry_code state change_code change "
    "link effective created gana act block version compared comparison_link class_no class_name "
    "class_code",
    "act version compared",
    {"created": "date", "class_code": "rule_class_code", "number": "rule_number"},
    "ministry_code",
)


def _listing(world: World, shelf: str) -> Iterator[Row]:
    made = []
    for rule in rules(world.seed, shelf):
        last = len(rule.versions) - 1
        made += [_listed(rule, version) for version in range(max(0, last - 1), last + 1)]
    made.sort(key=lambda row: (str(row[2]), str(row[4])))
    yield from made


_INDEX = (
    ("rule",),
    ("rule_id",),
    ("ministry_code",),
    ("issued",),
    ("class_code",),
    ("act", "block"),
)
RULES = Table(
    "law_rules",
    _COLUMNS,
    lambda world: _listing(world, "admrul"),
    key=("rule_mst",),
    index=_INDEX,
)
INSTITUTION_RULES = Table(
    "law_institution_rules",
    columns_of(
        " ".join(c.name for c in _COLUMNS),
        "act version compared",
        {"rule_mst": "institution_rule_mst", "rule_id": "institution_rule_id",
         "rule": "institution_rule_name", "ministry": "institution_name", "created": "date"},
        "ministry_code",
    ),
    lambda world: _listing(world, "school"),
    key=("rule_mst",),
    index=(("rule",), ("rule_id",)),
)  # fmt: skip


# ---- texts -----------------------------------------------------------------------------------


def _text(seed: int, rule: Rule, version: int) -> Row:
    day, kind = rule.versions[version], change(rule, version)
    draw = Draw(seed, "rule department", rule.id)
    made = charter(seed, rule, version)
    plain = rule.act < 0 and rule.shelf == "admrul" and draw.chance(60)
    texts = [] if plain else _articles(rule, version, made.articles())
    noun = rule.body or rule.ministry.name
    file = f"{rule.name}.hwp"
    number = rule.number(version)
    annexes = [
        {
            "별표키": f"{a.number:04d}001" if not a.form else f"{a.number:04d}002",
            "별표번호": f"{a.number:04d}",
            "별표가지번호": "00",
            "별표구분": a.kind,
            "별표제목": a.title,
            "별표서식파일링크": _file(rule, version, place),
            "별표서식PDF파일링크": _file(rule, version, place + 50),
            "별표내용": f"[{a.title}]\n{_annex(draw, a.form)}",
        }
        for place, a in enumerate(made.annexes(), 1)
    ]
    late = "" if rule.place % 3 else " 30일이 경과한 날부터"
    force = settle(f"이 {rule.kind}은(는) 발령한 날부터{late} 시행한다.")
    addendum = f"부칙 <제{number}호, {dotted(day)}>\n{force}"
    verb = "일부를 다음과 같이 개정한다." if version else "을(를) 다음과 같이 제정한다."
    return (
        *(str(rule.serial(version)), str(rule.id), rule.name, rule.kind, KIND_CODES[rule.kind]),
        *(day, number, day if rule.place % 3 else ahead(day, 31), ahead(day, rule.place % 5)),
        *(kind, CHANGES[kind], "N" if plain else "Y"),
        *("Y" if version == len(rule.versions) - 1 else "N", noun),
        *((None, None) if rule.body else (rule.ministry.code, rule.ministry.name)),
        *(str(draw.between(900_000, 999_999)), f"{rule.topic or '기획'}담당관"),
        *("○○○", f"044-{draw.between(200, 299)}-{draw.between(2000, 7999)}"),
        *("\n".join(texts) or None, day, number, addendum),
        dumped({"별표단위": annexes}) if annexes else None,
        dumped({"첨부파일명": file, "첨부파일링크": _file(rule, version, 0)}),
        settle(f"{rule.name}{' ' if version else ''}{verb}"),
        f"[{kind}]\n제도의 운영상 나타난 미비점을 보완하려는 것임.",
        "\n".join([rule.name, *texts]),
        rule.shelf,
    )


def _file(rule: Rule, version: int, place: int) -> str:
    """Return the path of a rule's file (place 0) or of an annex's."""
    return f"/LSW/flDownload.do?flSeq={rule.serial(version) % 10**9 * 100 + place}"


def _articles(rule: Rule, version: int, made: Sequence[Article]) -> list[str]:
    texts: list[str] = []
    for article in made:
        mark = f" <개정 {dotted(rule.versions[article.changed])}>" if article.changed else ""
        texts.append(article.text + mark)
    return texts


def _annex(draw: Draw, form: bool) -> str:
    if form:
        return "신청인 | 성명(법인명) | 주소 | 전화번호\n위와 같이 신청합니다."
    rows = [f"{name} | {draw.between(60, 95)}점 이상" for name in ("시설", "인력", "운영", "안전")]
    return "\n".join(["평가항목 | 기준", *rows])


def _of(shelf: str, world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    serial, own, name = (*values, None, None)[:3]
    found = None
    if serial is not None:
        found = by_serial(world.seed, shelf, str(serial))
    elif own is not None:
        found = by_id(world.seed, shelf, str(own))
    elif name is not None:
        found = by_name(world.seed, shelf, str(name))
    if found:
        yield _text(world.seed, *found)


_TEXT = (
    "rule_mst rule_id rule kind kind_code issued number effective created change change_code "
    "in_articles current ministry ministry_code above department_code department officer phone "
    "text "
    "addendum_day addendum_number addendum annexes files orders reason page shelf"
)
RULE_TEXTS = Table(
    "law_rule_texts",
    columns_of(_TEXT, "", {"created": "date", "addendum_day": "date"}, "text annexes"),
    lambda world: (
        _text(world.seed, rule, len(rule.versions) - 1) for rule in rules(world.seed, "admrul")
    ),
    key=("rule_mst",),
    by=("rule_mst", "rule_id", "rule"),
    part=lambda world, values: _of("admrul", world, values),
    either=True,
)
INSTITUTION_RULE_TEXTS = Table(
    "law_institution_rule_texts",
    columns_of(
        _TEXT,
        "",
        {"rule_mst": "institution_rule_mst", "rule_id": "institution_rule_id",
         "rule": "institution_rule_name", "ministry": "institution_name", "created": "date"},
        "text annexes ministry_code above",
    ),
    lambda world: (
        _text(world.seed, rule, len(rule.versions) - 1) for rule in rules(world.seed, "school")
    ),
    key=("rule_mst",),
    by=("rule_mst", "rule_id", "rule"),
    part=lambda world, values: _of("school", world, values),
    either=True,
)  # fmt: skip


# ---- old and new wording, annexes, articles of classes -----------------------------------------


def _compared(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    serial, own, name = (*values, None, None)[:3]
    found = None
    if serial is not None:
        found = by_serial(world.seed, "admrul", str(serial))
    elif own is not None:
        found = by_id(world.seed, "admrul", str(own))
    elif name is not None:
        found = by_name(world.seed, "admrul", str(name))
    if found is None:
        return
    rule, version = found
    before, after = max(0, version - 1), version
    old = {a.key: a for a in charter(world.seed, rule, before).articles()}
    lefts: list[JSON] = []
    rights: list[JSON] = []
    for article in charter(world.seed, rule, after).articles():
        was = old[article.key].text
        if was == article.text:
            continue
        number = str(len(lefts) + 1)
        left, right = _marked(was, article.text)
        lefts.append({"no": number, "content": left})
        rights.append({"no": number, "content": right})
    yield (
        *(str(rule.serial(after)), str(rule.id), rule.name),
        *_particulars(rule, before),
        *_particulars(rule, after),
        dumped(lefts or [{"no": "1", "content": f"{rule.name} (개정 내용 없음)"}]),
        dumped(rights or [{"no": "1", "content": f"{rule.name} (개정 내용 없음)"}]),
        "Y" if lefts else "N",
    )


def _particulars(rule: Rule, version: int) -> tuple[Value, ...]:
    day = rule.versions[version]
    return (
        *(str(rule.serial(version)), day if rule.place % 3 else ahead(day, 31), day),
        *(rule.number(version), "Y" if version == len(rule.versions) - 1 else "N"),
        *(change(rule, version), rule.kind),
    )


def _marked(old: str, new: str) -> tuple[str, str]:
    """Mark the words in which two wordings differ, as the platform does."""
    lefts, rights = old.split(" "), new.split(" ")
    if len(lefts) != len(rights):
        return f"<P>{old}</P>", f"<P>{new}</P>"
    pairs = [
        (a, b) if a == b else (f"<P>{a}</P>", f"<P>{b}</P>")
        for a, b in zip(lefts, rights, strict=True)
    ]
    return " ".join(a for a, _ in pairs), " ".join(b for _, b in pairs)


_SIDE = "mst effective issued number current change kind"
RULE_COMPARISONS = Table(
    "law_rule_comparisons",
    columns_of(
        "rule_mst rule_id rule "
        + " ".join(f"old_{n}" for n in _SIDE.split())
        + " "
        + " ".join(f"new_{n}" for n in _SIDE.split())
        + " old_articles new_articles exists",
        "",
        {"old_effective": "date", "new_effective": "date", "old_issued": "date",
         "new_issued": "date", "old_mst": "rule_mst", "new_mst": "rule_mst"},
    ),
    lambda world: (
        row
        for rule in rules(world.seed, "admrul")
        for row in _compared(world, (str(rule.serial(len(rule.versions) - 1)),))
    ),
    by=("rule_mst", "rule_id", "rule"),
    part=_compared,
    either=True,
)  # fmt: skip


def _annex_rows(world: World) -> Iterator[Row]:
    place = 8_000_001
    for rule in rules(world.seed, "admrul"):
        if rule.act < 0:
            continue
        version = len(rule.versions) - 1
        for own, annex in enumerate(charter(world.seed, rule, version).annexes(), 1):
            place += 1
            yield (
                *(str(place), str(rule.serial(version)), annex.title, rule.name),
                *(f"{annex.number:04d}00", annex.kind, rule.ministry.name, rule.ministry.code),
                *(rule.versions[version], rule.number(version), str(rule.id), rule.kind),
                *(_file(rule, version, own), link("admrul", rule.serial(version))),
                gana(annex.title),
            )


RULE_ANNEXES = Table(
    "law_rule_annexes",
    columns_of(
        "annex rule_mst title rule code kind ministry ministry_code issued number rule_id "
        "rule_kind file link gana",
        "",
        {"annex": "annex_serial", "number": "rule_number"},
    ),
    _annex_rows,
    key=("annex",),
    index=(("title",), ("ministry_code",)),
)


def _class_articles(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    code = str(values[0])
    where = [Condition("class_code", "eq", code), Condition("state", "eq", "현행")]
    for row in world.select("law_rules", where, limit=200)[0]:
        found = by_serial(world.seed, "admrul", str(row["rule_mst"]))
        if found is None:
            continue
        for article in charter(world.seed, *found).articles():
            yield (
                *(code, row["rule_mst"], row["rule"], row["rule_id"], row["issued"], row["number"]),
                *(row["kind"], row["ministry"], row["change"], str(900_000 + found[0].id % 90_000)),
                *(f"{found[0].topic}담당관", "○○○", f"044-200-{2000 + found[0].id % 5000}"),
                *(f"{article.number:04d}001", str(article.number), "0", row["link"]),
            )


CLASS_ARTICLES = Table(
    "law_rule_class_articles",
    columns_of(
        "class_code rule_mst rule rule_id issued number kind ministry change department_code "
        "department officer phone key article branch link",
        "",
        {"class_code": "rule_class_code"},
    ),
    lambda world: (row for n in range(1, 45) for row in _class_articles(world, (f"A{n:013d}",))),
    by=("class_code",),
    part=_class_articles,
)
