"""Questions: what is asked, as a clause, as a noun phrase, as a direct question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kopa_env.language import settle
from kopa_synth.korean import decimals
from kopa_synth.queries.brief import Aggregate, Slot, Thing
from kopa_synth.queries.dice import Dice
from kopa_synth.queries.grammar import table
from kopa_synth.queries.phrases import base, listed, per, question_word, short, title

_ACTS = re.compile(r"^\S*(?:한|받은|낸|맡은|맺은|올린|된) ")
_NO_ACT = re.compile(r"찾고 있|찾는|필요|알 수|부탁|궁금|알고 싶|고자|려고|모르겠|알면|싶은데")
_TWICE = re.compile(r"확인|궁금|필요|부탁|알아보|알아봐|찾아보|찾아봐")
_VERBS = re.compile(r"확인|알려|궁금|필요|부탁|보고|적어|봐|알 수|파악")
_ALSO = 4
"""Per cent of several questions of which the later ones get a sentence of their own."""
_AS_NOUNS, _AS_CLAUSES = 5, 2
"""How much readier several questions are put as nouns, 「제안일과 접수일을」, than one is; less so
where they begin with a name or ask for figures alone: 「학생이 몇 명이고 교원은 몇 명인지」."""
_RUN_ON = 85
"""Per cent of two direct questions that are one sentence: 「학급이 몇 개고 교원은 몇 명이죠?」."""
_ORDERS = ("것.", "바람.")
"""How notes give orders; one way a query."""
_TOPIC = 60
"""Per cent of later clauses that begin with a topic: 「접수일은 언제인지」."""
_WHERE = frozenset({"소관위", "법사위", "예결위"})
_OF_FORMS = re.compile(r"일까|이죠|이지|입니까|이고\(고\)")
_BARE_PARTICLE = ("을(를)", "이(가)")


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is asked.

    Attributes:
        about: subject of the clause, without its particle; empty if the sentence has one.
        word: question word: 「몇 명」, 「어디」.
        noun: the same as a noun phrase.
        label: what is asked, without its owner.
        digits: decimals wanted.
        number: whether the answer is a number.
        form: ``clause`` or ``noun`` if it can be asked in that form only.
        apart: said where several are told of one by one: 「각각」.
        first: the same noun where others follow: 「청원의 제목, 접수일」.
    """

    about: str
    word: str
    noun: str
    label: str
    digits: int = 0
    number: bool = False
    form: str = ""
    apart: str = ""
    first: str = ""


@dataclass(frozen=True, slots=True)
class Find:
    """What has to be found before the questions, a sentence of its own.

    Attributes:
        what: noun phrase.
        many: it is several things, narrowed from a list.
    """

    what: str
    many: bool = False


def question(owner: str, slot: Slot, thing: Thing, *, many: bool = False) -> Question:
    """Return the question for a slot of what *owner* names.

    Args:
        owner: 「그 학교」, 「특수학급 학생이 가장 많은 곳」; empty if it is clear.
        slot: what is asked.
        thing: what the owner is.
        many: the owner is several things.
    """
    if slot.name:
        return _name(owner, thing, many)
    if slot.aggregate:
        return _aggregated(owner, slot, thing)
    label = f"{per(slot.per)} {slot.label}" if slot.per else slot.label
    about = of(
        owner,
        f"{per(slot.per)} {base(slot.label, slot.unit)}" if slot.per else base(label, slot.unit),
    )
    word = question_word(slot)
    if many:
        word = f"각각 {word}"
    return Question(about, word, of(owner, label), label, slot.digits, slot.type == "number")


def _name(owner: str, thing: Thing, many: bool) -> Question:
    word = thing.asks * 2 if many and thing.asks != "무엇" else thing.asks
    noun = title(thing)
    if owner and noun.startswith(f"{short(thing)} ") and owner.endswith(f" {short(thing)}"):
        noun = f"{owner.removesuffix(short(thing))}{noun}"  # 「가장 먼저 접수된 청원 제목」
    elif owner:
        noun = of(owner, _called(thing))
    if re.search(rf"의 {thing.noun}$", owner):  # 「그 청원의 소개의원 이름」
        noun = f"{owner} 이름"
    first = of(owner, _called(thing)) if owner else ""
    return Question(_again(owner, thing), word, noun, title(thing), first=first)


def _called(thing: Thing) -> str:
    return "제목" if title(thing).endswith("제목") else "이름"


def _again(owner: str, thing: Thing) -> str:
    """Say 것 for a thing whose kind has just been named: 「청원 중 가장 먼저 접수된 것」."""
    name = short(thing)
    named = re.search(rf"(?:중|중에|중에서|가운데) .*[은는된한긴] {name}$", owner)
    return f"{owner.removesuffix(name)}것" if named and thing.asks == "무엇" else owner


def of(owner: str, label: str) -> str:
    """Return *label* with what it belongs to: 「그 학교의 학생 수」."""
    if not owner:
        return label
    if _ACTS.match(label):  # 「박서림 의원이 대표발의한 법률안」
        return settle(f"{owner}이(가) {label}")
    first, _, rest = label.partition(" ")
    if rest and owner.split()[-1] == first:  # 「1억 원 이상 계약의 금액」
        label = rest
    return f"{owner} {label}" if "각각의" in owner else f"{owner}의 {label}"


def _aggregated(owner: str, slot: Slot, thing: Thing) -> Question:
    label, unit, word = slot.label, slot.unit, question_word(slot)
    rest: dict[str, Any] = {"label": label, "digits": slot.digits, "number": slot.type == "number"}
    about = label
    match slot.aggregate:
        case Aggregate.COUNT:
            return _count(owner, slot, thing)
        case Aggregate.DISTINCT:
            about = of(owner, f"서로 다른 {label}")
            return Question(about, f"모두 {word}", f"{about} 수", label, number=True)
        case Aggregate.SUM:
            return Question(
                of(owner, base(label, unit)), f"모두 {word}", of(owner, f"{label} 합계"), **rest
            )
        case Aggregate.MEAN:
            about = f"{label} 평균"
        case Aggregate.MAX:
            about = f"{label} 최댓값"
        case Aggregate.MIN:
            about = f"{label} 최솟값"
        case Aggregate.LATEST | Aggregate.EARLIEST:
            first = "늦은" if slot.aggregate is Aggregate.LATEST else "이른"
            about = f"{of(owner, label)} 중 가장 {first} 날짜"
            return Question(about, word, about, **rest)
        case Aggregate.MODE:
            about = f"가장 많은 {label}"
        case _:
            about = f"{label} 최댓값과 최솟값의 차이"
    about = of(owner, about)
    return Question(about, word, about, **rest)


def _count(owner: str, slot: Slot, thing: Thing) -> Question:
    counter = slot.unit or thing.counter
    itself = not slot.label or short(slot.label) == short(thing)
    about = owner if itself else of(owner, slot.label)
    things = owner or slot.label or thing.noun if itself else about
    noun = f"{things} 건수" if counter == "건" else f"{things} 수"
    return Question(about, f"모두 몇 {counter}", noun, slot.label, number=True)


def _shared(nouns: Sequence[str]) -> list[str]:
    """Say once what two nouns both begin with: 「소관위 회부일과 상정일」."""
    said = [*nouns]
    for i in range(1, len(said)):
        where, _, what = nouns[i].partition(" ")
        if where in _WHERE and what.endswith("일") and nouns[i - 1].split()[-2:-1] == [where]:
            said[i] = what
    return said


def _of_what(endings: Mapping[str, int]) -> dict[str, int]:
    """Leave out how 무엇 is asked in quizzes and on forms: 「무엇일까요」, 「무엇입니까」."""
    return {end: n for end, n in endings.items() if not _OF_FORMS.match(end)}


def _bare(word: str, ending: str) -> str:
    """Say 뭐 for 무엇 where people do: 「뭐예요」, 「뭐야」."""
    return "뭐" if word == "무엇" and ending.startswith(("이에요", "이야")) else word


class Asking:
    """Turns questions into the end of a query, in one register."""

    def __init__(self, register: str, dice: Dice) -> None:
        """*register* is one of 해요체, 합쇼체, 반말, 개조식, 보고체."""
        self.register = register
        self._dice = dice
        self._tables = table("endings")
        self._spoken = register in {"해요체", "반말"}
        self._said: set[str] = set()
        self._orders = dice.one(_ORDERS, "orders") if register == "개조식" else ""

    def ask(
        self,
        questions: Sequence[Question],
        *,
        form: str = "",
        found: bool = False,
        sought: bool = False,
        before: str = "",
    ) -> str:
        """Return sentences that ask all *questions*, from where the first one's subject stands.

        Args:
            questions: in order.
            form: embed, noun or direct; chosen if empty.
            found: 「…을 찾아서」 stands before it.
            sought: 「…을 찾고 있어요.」 stands before it.
            before: the text before it, whose verbs are not used again.
        """
        asked, self._said = list(questions), set(_TWICE.findall(before))
        unsaid = not asked[0].about and not asked[0].number
        if (found or sought) and unsaid:
            form = "noun"  # 「찾아서 어디예요?」 is nothing that people say
        form = form or self._form(asked, found)
        if form == "direct":
            return self._direct(asked)
        if len(asked) > 1 and not asked[-1].apart and self._dice.chance(_ALSO, "also"):
            return self._in_two(asked, form, found)
        return self._request(asked, form, found)

    def tell(self, questions: Sequence[Question]) -> str:
        """Ask without noun phrases: after a topic (「해솔중학교는」)."""
        weights = {f: w for f, w in self._of("forms").items() if f != "noun"}
        if any(q.form == "noun" for q in questions):
            return self.ask(questions)
        return self.ask(questions, form=self._dice.weighted(weights, "tell"))

    def find(self, what: Find) -> str:
        """Return the sentence that has something found before the questions."""
        said = self.pick("narrow" if what.many else "find")
        return settle(said.replace("{w}", what.what))

    def either(self, then: Sequence[Question], other: str, rest: Sequence[Question]) -> str:
        """Return what is asked in one case and in the other: 「…을, 아니면 …을 알려 주세요.」."""
        usable = {
            e: w
            for e, w in self._of("noun").items()
            if e.startswith("을(를)") and not _NO_ACT.search(e)
        }
        ending = self._dice.weighted(usable, "noun")
        text = f"{self._nouns(then)}을(를), {other} {self._nouns(rest)}{ending}"
        if self.register == "개조식":
            return settle(text)
        return settle(text) + self._precisions([*then, *rest])

    def keep(self, kind: str) -> str:
        """Return how something is asked to be left in the workspace."""
        options = self._alike(self._tables["write"][kind][self.register])
        return str(self._dice.one(options, "write"))

    def pick(self, name: str) -> str:
        """Return one of a register's phrases of a table."""
        return str(self._dice.one(self._of(name), name))

    def _precisions(self, questions: Sequence[Question], *, done: Question | None = None) -> str:
        parts = []
        for asked in questions:
            if asked.digits and asked is not done:
                pattern = self.pick("precision")
                said = pattern.replace("{p}", decimals(asked.digits)).replace("{l}", asked.label)
                parts.append(" " + settle(said))
        return "".join(parts)

    def _of(self, name: str) -> Any:
        return self._alike(self._tables[name][self.register])

    def _alike(self, options: Any) -> Any:
        """Return the options that give orders as the others of this query do: 것, or 바람."""
        fit = [said for said in options if self._orders and said.endswith(self._orders)]
        if not fit:
            return options
        return {said: options[said] for said in fit} if isinstance(options, Mapping) else fit

    def _form(self, asked: Sequence[Question], found: bool) -> str:
        weights: dict[str, int] = dict(self._of("forms"))
        forms = {q.form for q in asked}
        if found or len(asked) > 2 or "noun" in forms or any("각 " in q.about for q in asked):
            weights.pop("direct", None)
        if "clause" in forms:
            weights.pop("noun", None)
        if "noun" in forms:
            weights.pop("embed", None)
        if "noun" in weights and len(asked) > 1:
            words = [q.word for q in asked]
            if words.count("무엇") > 1 or words.count("언제") > 1:
                return "noun"
            fluent = asked[0].word in {"어디", "누구", "무엇"} or all(q.number for q in asked)
            weights["noun"] *= _AS_CLAUSES if fluent else _AS_NOUNS
        return self._dice.weighted(weights, "form")

    def _request(self, asked: list[Question], form: str, found: bool = False) -> str:
        endings = self._fresh(form)
        if found:  # 「찾아서 … 알려 주세요」, not 「찾아서 … 궁금해요」
            endings = {end: n for end, n in endings.items() if not _NO_ACT.search(end)}
        last = asked[-1]
        if last.apart and form == "noun":  # 「각각 알려 주세요」, not 「각각 궁금해요」
            told = {
                end: n for end, n in endings.items() if re.match(r"을\(를\) (?:알려|확인)", end)
            }
            endings = told or endings
        ending = self._dice.weighted(endings, form)
        if last.apart and form == "noun":
            ending = ending.replace("을(를) ", f"을(를) {last.apart} ", 1)
        precise = f"{decimals(last.digits)} " if last.digits and form == "embed" else ""
        if form == "embed":
            text = f"{self._clauses(asked)} {precise}{ending}"
        else:
            glue = "" if ending.startswith(_BARE_PARTICLE) else " "
            text = f"{self._nouns(asked)}{glue}{ending}"
        if form == "noun" and self.register == "개조식":
            return settle(text)
        return settle(text) + self._precisions(asked, done=last if precise else None)

    def _fresh(self, name: str) -> dict[str, int]:
        """Return the endings of a table that repeat no verb, or all if every one does."""
        every: dict[str, int] = self._of(name)
        fresh = {e: w for e, w in every.items() if not self._said & set(_TWICE.findall(e))}
        return fresh or every

    def _in_two(self, asked: list[Question], form: str, found: bool) -> str:
        first = self._request(asked[:1], form, found)
        figures = any(q.number or not q.noun for q in asked[1:])
        rest = self._clauses(asked[1:]) if figures else self._nouns(asked[1:])
        # The same verb twice in a row sounds like a form letter.
        said = set(_VERBS.findall(first))
        said |= self._said
        fresh = [a for a in self._of("also") if not said & set(_VERBS.findall(a))]
        fresh = fresh or self._of("also")
        also = self._dice.one(fresh, "also_text").replace("{q}", rest)
        return f"{first} {settle(also)}{self._precisions(asked[1:])}"

    def _clauses(self, asked: Sequence[Question]) -> str:
        follow = "은(는)" if self._dice.chance(_TOPIC, "topic") else "이(가)"
        parts = [self._clause(asked[0]), *(self._clause(q, particle=follow) for q in asked[1:])]
        if len(parts) == 2 and self._dice.chance(40, "and"):
            parts[0] = self._clause(asked[0], "이고(고)")
            return settle(" ".join(parts))
        return settle(", ".join(parts))

    def _clause(self, asked: Question, end: str = "인지", particle: str = "이(가)") -> str:
        word = self._word(asked, end)
        return settle(f"{asked.about}{particle} {word}" if asked.about else word)

    def _word(self, asked: Question, end: str) -> str:
        if end == "인지" and asked.word == "무엇":
            return self._dice.one(("무엇인지", "뭔지") if self._spoken else ("무엇인지",), "what")
        if end == "인지" and self._spoken and self._dice.chance(40, "short"):
            return {"어디": "어딘지", "누구": "누군지"}.get(asked.word, asked.word + end)
        if self._spoken and asked.word == "무엇":
            return "뭐고"
        return settle(asked.word + end)

    def _nouns(self, asked: Sequence[Question]) -> str:
        nouns = []
        for q in asked:
            precise = f"({decimals(q.digits)})" if q.digits and self.register == "개조식" else ""
            nouns.append((q.first if q.first and len(asked) > 1 else q.noun) + precise)
        return listed(_shared(nouns))

    def _direct(self, asked: list[Question]) -> str:
        if len(asked) == 2 and self._dice.chance(_RUN_ON, "run_on"):
            first = self._subject(asked[0], "이(가)") + settle(f"{asked[0].word}이고(고)")
            return f"{first} {self._plain(asked[1], '은(는)')}" + self._precisions(asked)
        parts = [self._plain(asked[0], "이(가)")]
        parts += [self._follow(q) for q in asked[1:]]
        return " ".join(parts) + self._precisions(asked)

    def _subject(self, q: Question, particle: str) -> str:
        return settle(f"{q.about}{particle} ") if q.about else ""

    def _plain(self, q: Question, particle: str) -> str:
        amount = q.number and "몇" in q.word and not q.digits and self._dice.chance(30, "amount")
        name = "amount" if amount else "direct"
        endings = self._of(name)
        if q.word.endswith("무엇"):
            endings = _of_what(endings)
        ending = self._dice.weighted(endings, name)
        return self._subject(q, particle) + settle(_bare(q.word, ending) + ending)

    def _follow(self, q: Question) -> str:
        endings = self._of("follow")
        if q.word.endswith("무엇"):
            endings = _of_what(endings)
        ending = self._dice.weighted(endings, "follow")
        particle = "이(가)" if ending.startswith("인지도") else "은(는)"
        return self._subject(q, particle) + settle(_bare(q.word, ending) + ending)
