"""Legal terms, everyday words, and the articles in which a term stands."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from kopa_env.language.particles import settle
from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.law import lexicon
from kopa_env.world.law.calendar import TODAY, workday
from kopa_env.world.law.documents import dumped
from kopa_env.world.law.families import Family, family
from kopa_env.world.law.index import gana
from kopa_env.world.law.statutes import Unit
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.lookup import asked
from kopa_env.world.tables.law.statutes import OC
from kopa_env.world.world import World

_FIRST, _APART = 9_000_001, 100_000
_DOMAINS = {"term": "legal_term", "word": "everyday_word", "id": "legal_term_id"}


def _link(target: str, name: str, service: str = "lawService") -> str:
    return f"/DRF/{service}.do?{OC}&target={target}&query={quote(name)}&type=XML"


def _ids(place: int) -> str:
    """Return a term's id; both of them where two dictionaries hold it."""
    own = _FIRST + place
    return f"{own},{own + _APART}" if place % 29 == 4 else str(own)


def _terms(world: World) -> Iterator[Row]:
    listed = sorted((term, place) for place, term in enumerate(lexicon.terms()))
    for term, place in listed:
        number = _ids(place)
        kind = "010102" if place % 7 else "010101"
        yield (
            *(number, term, f"/LSW/lsTrmInfoR.do?trmSeqs={number}&mobile="),
            *("011402", f"/DRF/lawService.do?{OC}&target=lstrm&trmSeqs={number}&mobile=&type=XML"),
            *(kind, gana(term), f"20{place % 16 + 10:02d}{place % 12 + 1:02d}{place % 28 + 1:02d}"),
        )


TERMS = Table(
    "law_terms",
    columns_of(
        "id term search dictionary link kind gana registered", "", {**_DOMAINS, "kind": "term_kind"}
    ),
    _terms,
    key=("id",),
    index=(("term",), ("registered",)),
)


def _definition(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    term = str(values[0])
    found = lexicon.parts(term)
    if found is None:
        return
    topic, noun = found
    draw = Draw(world.seed, "definition", term)
    owner = family(world.seed, draw.pick(lexicon.acts_on(topic)))
    unit = next((u for u in owner.codes["법"].units if _holds(owner, u, term)), None)
    where = f"{owner.name} {unit.label if unit else '제2조'}"
    said = _defined(owner, unit, term) or settle(f"{topic}에 관한 {noun}을(를) 말한다.")
    number = _ids(lexicon.places()[term])
    yield (number, term, term, "011402", "법령정의사전", where, said, owner.name)


def _holds(owner: Family, unit: Unit, term: str) -> bool:
    last = owner.codes["법"].on(TODAY)
    return unit.stands(last) and any(term in line.text for line in owner.lines("법", unit, last))


def _defined(owner: Family, unit: Unit | None, term: str) -> str:
    """Return how an act defines a term, or how it uses it."""
    if unit is None:
        return ""
    last = owner.codes["법"].on(TODAY)
    for line in owner.lines("법", unit, last):
        if term in line.text:
            text = line.text.partition(". ")[2] if line.kind == "item" else line.text
            mark = f'"{term}"'
            if text.startswith(mark):
                return text[len(mark) :].removeprefix("이란 ").removeprefix("란 ")
            return text
    return ""


DEFINITIONS = Table(
    "law_term_definitions",
    columns_of("id term hanja code code_name source definition law_name", "", _DOMAINS),
    lambda world: (),  # asked for by term alone
    by=("term",),
    part=_definition,
)

# ---- terms and everyday words ------------------------------------------------------------------


def _basic() -> list[str]:
    return sorted(f"{topic}{noun}" for topic in lexicon.topics() for noun in lexicon.NOUNS)


def _twice(term: str) -> bool:
    """Whether another term sounds the same."""
    return lexicon.places()[term] % 41 == 3


def _knowledge(world: World) -> Iterator[Row]:
    for term in _basic():
        twice = _twice(term)
        words: list[JSON] = [
            {
                "일상용어명": word,
                "용어관계코드": code,
                "용어관계": kind,
                "일상용어조회링크": _link("dlytrm", word, "lawSearch"),
                "용어간관계링크": _link("dlytrmRlt", word),
            }
            for word, code, kind in lexicon.everyday_of(term)
        ]
        yield (
            *(str(_FIRST + lexicon.places()[term]), term, "Y" if twice else "N"),
            *("소리가 같은 다른 말이 있음" if twice else None, _link("lstrmRlt", term)),
            *(_link("lstrmRltJo", term), dumped(words) if words else None, int(bool(words))),
            " ".join(str(w["용어관계코드"]) for w in words if isinstance(w, dict)),
            str(words[0]["일상용어명"]) if words and isinstance(words[0], dict) else None,
        )


KNOWLEDGE = Table(
    "law_term_knowledge",
    columns_of(
        "id term homonym note word_link article_link words linked relations word",
        "linked",
        _DOMAINS,
        "note words word",
    ),
    _knowledge,
    key=("id",),
    index=(("term",),),
)  # fmt: skip


def _everyday(world: World) -> Iterator[Row]:
    made: list[tuple[str, str, str, str]] = []
    for topic in lexicon.topics():
        made += [
            (f"{topic} {word}", f"{topic}{noun}", code, kind)
            for noun, word, code, kind in lexicon.EVERYDAY
        ]
    for place, (word, term, code, kind) in enumerate(sorted(made)):
        draw = Draw(world.seed, "everyday", word)
        terms: list[JSON] = [
            {
                "법령용어명": term,
                "비고": "",
                "용어관계코드": code,
                "용어관계": kind,
                "용어간관계링크": _link("lstrmRlt", term),
                "조문간관계링크": _link("lstrmRltJo", term),
            }
        ]
        source = draw.pick(("현대시사용어사전", "생활법령용어집", "우리말 다듬기"))
        yield (
            *(str(8_000_001 + place), word, source, _link("dlytrmRlt", word), dumped(terms), code),
            *(term, workday(draw, "20150101", "20251231")),
        )


EVERYDAY = Table(
    "law_everyday_words",
    columns_of(
        "id word source link terms relation term registered",
        "",
        {**_DOMAINS, "id": "everyday_word_id"},
    ),
    _everyday,
    key=("id",),
    index=(("word",),),
)

# ---- terms and articles ------------------------------------------------------------------------


def _articles_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    term = str(values[0])
    found = lexicon.parts(term)
    if found is None:
        return
    listed: list[JSON] = []
    for number in lexicon.acts_on(found[0]):
        owner = family(world.seed, number)
        made = owner.codes["법"]
        for unit in made.units:
            if _holds(owner, unit, term) and len(listed) < 120:
                listed.append(_article(owner, unit, term))
    note = "소리가 같은 다른 말이 있음" if _twice(term) else None
    yield (
        *(term, note, _link("lstrmRlt", term)),
        *(dumped(listed), str(len(listed))),
    )


def _article(owner: Family, unit: Unit, term: str) -> JSON:
    last = owner.codes["법"].on(TODAY)
    lines = [line.text for line in owner.lines("법", unit, last)]
    title = owner.heading("법", unit)
    return {
        "법령명": owner.name,
        "조번호": str(unit.number),
        "조가지번호": str(unit.branch) if unit.branch else "",
        "조문내용": "\n".join([f"{unit.label}({title})", *lines]),
        "용어구분코드": "011402",
        "용어구분": "정의" if unit.block.key == "정의" else "법령용어",
        "조문연계용어링크": f"{_link('joRltLstrm', owner.name)}&JO={unit.code}",
    }


ARTICLES_OF_TERM = Table(
    "law_articles_of_term",
    columns_of("term note link articles count", "", _DOMAINS, "note"),
    lambda world: (),  # asked for by term alone
    by=("term",),
    part=_articles_of,
)


def _terms_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    law_id, name, jo = (*values, None, None)[:3]
    found = asked(world, (law_id, name), ("law_id", "law_name"))
    text = found.text(world.seed) if found else None
    unit = text.code.unit(str(jo)) if text else None
    if found is None or text is None or unit is None or not unit.stands(text.version):
        return
    lines = [line.text for line in text.owner.lines(text.code.tier, unit, text.version)]
    whole = "\n".join(lines)
    listed: list[JSON] = [
        {
            "법령용어명": f"{text.owner.topic}{noun}",
            "비고": "",
            "용어구분코드": "011402",
            "용어구분": "정의" if unit.block.key == "정의" else "법령용어",
            "용어간관계링크": _link("lstrmRlt", f"{text.owner.topic}{noun}"),
            "용어연계조문링크": _link("lstrmRltJo", f"{text.owner.topic}{noun}"),
        }
        for noun in lexicon.NOUNS
        if f"{text.owner.topic}{noun}" in whole
    ]
    title = text.owner.heading(text.code.tier, unit)
    first = listed[0]["법령용어명"] if listed and isinstance(listed[0], dict) else None
    yield (
        *(found.row["law_id"], name or found.row["name"], jo, found.row["name"], str(unit.number)),
        *(str(unit.branch) if unit.branch else None, f"{unit.label}({title})\n{whole}"),
        *(dumped(listed), str(first) if first else None),
    )


TERMS_OF_ARTICLE = Table(
    "law_terms_of_article",
    columns_of(
        "law_id law_name jo name article branch text terms term",
        "",
        {**_DOMAINS, "name": "law_name"},
        "branch",
    ),
    lambda world: (),  # asked for by article alone
    by=("law_id", "law_name", "jo"),
    part=_terms_of,
    either=True,
)  # fmt: skip
