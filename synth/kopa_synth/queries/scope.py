"""What a query is about: its lists and named things, and the way from one to the next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kopa_env.language import settle
from kopa_synth.korean import counted, period
from kopa_synth.queries.asking import Find, Question, of, question
from kopa_synth.queries.brief import Brief, Pick, Slot, Stage, Subject, Thing
from kopa_synth.queries.dice import Dice
from kopa_synth.queries.phrases import (
    conditions,
    is_part,
    one,
    picked,
    question_word,
    short,
    subject,
)

_AMONG = {
    "해요체": ("중에", "중에서", "가운데"),
    "합쇼체": ("가운데", "중", "중에서"),
    "반말": ("중에", "중에서"),
    "개조식": ("중", "가운데"),
    "보고체": ("가운데", "중"),
}
_DECIDED = "본회의에서 처리된"
_CLAUSE = re.compile(r"(?:[이가을를에] \S+)(?:은|는|한|된|인|간|낸)$")
_WITH = re.compile(r"(\S+?)(?:와|과) (?=\S)")
_KIND = re.compile(r"(\S+안)인$")
_KIN = re.compile(r"(?:소관|소속)$")
_ADNOMINAL = re.compile(r"(?:소관|소속|맺은|따낸|인|한|된)$")


@dataclass(frozen=True, slots=True)
class Step:
    """Questions that can be asked in one go, and what has to be found before them."""

    find: tuple[Find, ...]
    questions: tuple[Question, ...]


class Scope:
    """Noun phrases of one brief in one register."""

    def __init__(self, brief: Brief, register: str, dice: Dice) -> None:
        """Choose once how time, list and choice are said, so that they agree throughout."""
        self.brief = brief
        self.register = register
        self._dice = dice
        self.spoken = register in {"해요체", "반말"}
        self.most = dice.one(("제일", "가장") if self.spoken else ("가장",), "most")
        self.among = dice.one(_AMONG[register], "among")
        kinds = [_of_its_kind(stage) for stage in brief.stages]
        self.stages = _told_apart(_in_one(_called_alike(kinds)))
        self.first = self.stages[0]
        self._year, self._rest = _split_year(brief)
        self.front = ""

    @property
    def since_year(self) -> bool:
        """Whether what is said holds for one year, as figures of schools do."""
        return bool(self._year) and self.brief.domain == "education"

    def lead(self) -> None:
        """Say the year as an adverbial that opens the sentence, if there is one to say."""
        if self.since_year:
            self.front = f"{self._year} 기준으로 "

    def _places(self) -> list[str]:
        places = [self._year] if self._year and not self.front else []
        for who in self._rest:
            said = subject(who)
            if who.what == "지역" and not self.first.named:
                said = f"{said} 지역"
            if places and _CLAUSE.search(said) and places[-1] != self._year:
                places[-1] += "에서"
            places.append(said)
        if len(places) > 1 and places[-1].startswith(places[-2]):
            del places[-2]  # 「세종 세종특별자치양전고등학교」
        return places

    def named(self) -> str:
        """Return the named thing, with the place that it is in."""
        return " ".join(self._places())

    def set(self) -> str:
        """Return the list of the first stage under its conditions."""
        said, composed = conditions(self.first.conditions)
        clause, head = _clause(self.first.thing.noun)
        if clause and said and not composed and _KIN.search(said):
            return self._of_clause(clause, f"{said} {head}", "")
        if clause.endswith("처리된") and re.search(r"[가부]결된$", said):
            return self._of_clause(clause.removesuffix("처리된") + said, head, composed)
        if clause == _DECIDED and said.endswith("본회의에서 의결된"):
            since, _, act = said.rpartition("본회의에서")
            return since + self._of_clause(f"본회의에서{act}", head, composed)
        if clause.startswith("본회의에서") and re.search(r"표 이(?:상|하로) 나온$", said):
            return self._of_clause(f"본회의에서 {said}", head, composed)
        if clause:
            return self._of_clause(clause, head, " ".join(p for p in (said, composed) if p))
        places = self._places()
        if self._is_of_the_country(said):
            places = [*places, "전국"]
        clausal = composed or _CLAUSE.search(said) or said.endswith("된")
        near = [place for place in places if clausal and _ADNOMINAL.search(place)]
        far = [place for place in places if place not in near]
        if clausal and far:
            far[-1] += "에서" if self._rest else " 기준"
        whole = " ".join(part for part in (*far, composed, said, *near, head) if part)
        return whole.replace("위원회 소관 위원회 ", "위원회 ")  # 「교육위원회 대안」

    def _is_of_the_country(self, said: str) -> bool:
        """Whether schools are meant wherever they are: people say 「전국 중학교」."""
        placed = any(who.what == "지역" for who in self._rest) or "에 있는" in said
        over = self.brief.comparison and self.brief.comparison.over[0].what == "지역"
        return self.brief.domain == "education" and not (placed or over)

    def _of_clause(self, clause: str, head: str, only: str) -> str:
        """「22대 국회 본회의에서 처리된 국방위원회 소관 예산안 중 찬성표가 200표 이상인 것」."""
        places = self._places()
        near = [place for place in places if _ADNOMINAL.search(place)]
        far = [place for place in places if place not in near]
        if clause.endswith("의"):
            far, near = places, []
        elif far and "에서" not in clause:
            far[-1] += "에서"
        whole = " ".join((*far, clause, *near, head))
        return f"{whole} 중 {_only(only, self.first.thing)}" if only else whole

    def best(self) -> str:
        """Return what the first stage picks, without its list."""
        reducer = self.first.reducer
        assert reducer is not None
        said = self._dice.one((0, 1, 1, 2) if self.spoken else (0, 1, 1), "one")
        return picked(reducer, self.first.thing, self.most, said)

    def target(self) -> str:
        """Return what the first stage picks out of its list; the thing itself if it is named."""
        if self.first.named:
            return self.named()
        if self.first.reducer is None:
            return self.set()
        if self.first.reducer.op is Pick.MODE:
            return f"{self.set()}에서 {self.best()}"
        clause, head = _clause(self.first.thing.noun)
        said = self.first.reducer.said
        if clause == _DECIDED and said.startswith("본회의에서") and not self.first.conditions:
            return self._of_clause(said, head, "")  # 「22대 국회 본회의에서 가장 먼저 의결된 의안」
        return f"{self.set()} {self._among()} {self.best()}"

    def narrowed(self) -> bool:
        """Whether the list is part of another one: 「… 예산안 중 찬성표가 200표 이상인 것」."""
        return bool(
            _clause(self.first.thing.noun)[0] and self.set().endswith((" 것", " 사람", " 곳"))
        )

    def _among(self) -> str:
        """How a list and what is picked of it are joined; no 「것 중에서」 after a 「중」."""
        return "가운데" if self.narrowed() else self.among

    def inverse(self) -> str | None:
        """Return the target with its list last: 「특수학급 학생이 가장 많은 포항시 중학교」."""
        reducer = self.first.reducer
        if reducer is None or reducer.op is Pick.MODE or reducer.k > 1 or self.first.conditions:
            return None
        if (self._year and not self.front) or _clause(self.first.thing.noun)[0]:
            return None
        thing = Thing(self.first.thing.noun)
        best = picked(reducer, thing, self.most, 1).removesuffix(one(thing, 1))
        return best + self.set()

    def pronoun(self, stage: Stage) -> str:
        """Return how the things of a stage are called the second time."""
        if stage.reducer and stage.reducer.k > 1:
            return f"그 {counted(stage.reducer.k, stage.thing.counter)}"
        return f"그 {short(pivot(stage))}" + ("들" if stage.each else "")

    def gathered(self) -> bool:
        """Whether the first list is taken as a whole: counted, summed, or not looked into."""
        return not self.first.each or any(_gathers(stage) for stage in self.brief.stages[1:2])

    def chain(self) -> str:
        """Return the noun phrase of the last stage's thing, all the way from the first."""
        at = self.target()
        for before, stage in zip(self.stages, self.stages[1:], strict=False):
            at = self._reach(at, before, stage)
            if stage.reducer or stage.conditions:
                at = self._picked_from(at, before, stage)
        return at

    # --- the way from stage to stage -----------------------------------------------------

    def steps(self, owner: str) -> list[Step]:
        """Return all that is asked, in order, where *owner* stands for the first stage's thing.

        What a later stage picks has to be found first; a new step begins there.
        """
        steps: list[Step] = []
        asked: list[Question] = []
        find: list[Find] = []
        at = owner
        for i, stage in enumerate(self.stages):
            before = self.stages[i - 1]
            if i:
                at, found = self._onward(at, before, stage, last=stage is self.stages[-1])
                if asked and (found or stage.reached):
                    steps.append(Step(tuple(find), tuple(asked)))
                    find, asked = [], []
                find += found
            several = i > 0 and before.each
            questions, at = self._asked(at, stage, several=several)
            if several and _goes_beside(before, stage):
                pairs = zip(questions, stage.asked, strict=True)
                questions = [_apart(asked_, slot, before) for asked_, slot in pairs]
            asked += questions
        return [*steps, Step(tuple(find), tuple(asked))]

    def _onward(
        self, at: str, before: Stage, stage: Stage, *, last: bool
    ) -> tuple[str, list[Find]]:
        """Return the things of a stage as the question calls them, and what is found before.

        One step of looking up is one sentence: what was picked is found first, and a list is
        narrowed before something is picked from it.
        """
        find: list[Find] = []
        described = at not in ("", self.pronoun(before))
        narrows = bool(stage.reducer or stage.conditions)
        if described and (before.reducer or before.conditions) and (stage.reached or narrows):
            find.append(Find(at, many=not before.reducer))
            at = self.pronoun(before)
        at = self._reach(at, before, stage)
        if narrows:
            at, among = self._narrowed(at, before, stage)
            find += among
            if not last and not _gathers(stage):
                find.append(Find(at, many=not stage.reducer))
                at = self.pronoun(stage)
        return at, find

    def _narrowed(self, at: str, before: Stage, stage: Stage) -> tuple[str, list[Find]]:
        """Return what a stage picks, and the list that it is picked from if that is narrowed."""
        said, composed = conditions(stage.conditions)
        only = f"{said} {composed}".strip()
        if not (stage.reducer and only):
            return self._picked_from(at, before, stage), []
        known = not at or (at == self.pronoun(before) and not stage.reached)
        among = f"{self._of_these(before) if known else f'{at} 중'} {_only(only, stage.thing)}"
        best = picked(stage.reducer, stage.thing, self.most, 1)
        return f"그중 {best}", [Find(among, many=True)]

    def _asked(self, at: str, stage: Stage, *, several: bool) -> tuple[list[Question], str]:
        """Return the questions about a stage and how its thing is called after them."""
        questions: list[Question] = []
        many = stage.each or bool(stage.reducer and stage.reducer.k > 1)
        for i, given in enumerate(stage.asked):
            slot = _dated(given, stage.period) if stage is not self.first else given
            owner = "" if slot.name and at == self.pronoun(stage) else at
            asked = question(owner, slot, pivot(stage), many=many and not several)
            if i:
                asked = replace(asked, noun=question("", slot, pivot(stage)).noun)
            questions.append(asked)
            at = ""
        if not questions:
            return [], at
        return questions, self.pronoun(
            stage
        ) if stage is not self.first or at or not stage.named else ""

    def _reach(self, at: str, before: Stage, stage: Stage) -> str:
        """Return the things of a stage that follow from *at*, before they are picked from."""
        whole = bool(at) and at != self.pronoun(before)
        picks = stage.reducer or stage.conditions
        if before.each and not picks and not _gathers(stage):
            each = f"각 {short(pivot(before))}"
            at = f"{at} 각각" if whole else each
        elif before.each and not at and not _gathers(stage):
            at = self.pronoun(before)
        if not stage.reached:
            return at
        at = at or self.pronoun(before)
        if stage.reached.startswith(("과(와)", "이(가)", "을(를)", "에")):
            return settle(at + stage.reached)
        several = before.each or bool(before.reducer and before.reducer.k > 1)
        reached = _WITH.sub(r"\1들과 ", stage.reached) if several else stage.reached
        return f"{at}의 {reached}"

    def _picked_from(self, at: str, before: Stage, stage: Stage) -> str:
        said, composed = conditions(stage.conditions)
        if stage.reducer:
            best = picked(stage.reducer, stage.thing, self.most, 1)
        else:
            best = one(stage.thing, 1)
        if said and not composed and not stage.reducer and (whole := _within(at, stage, said)):
            return whole
        known = not at or (at == self.pronoun(before) and not stage.reached)
        among = self._of_these(before) if known else f"{at} {self.among}"
        if stage.reducer and (said or composed):
            only = _only(f"{said} {composed}".strip(), stage.thing)
            within = "그중" if known else f"{at} 중"
            return f"{within} {only} 가운데 {best}"
        return " ".join(part for part in (among, said, composed, best) if part)

    def _of_these(self, before: Stage) -> str:
        """「그중」, and 「그 다섯 건 중」 where the five are what has just been found."""
        few = before.reducer and before.reducer.k > 1
        return f"{self.pronoun(before)} 중" if few else "그중"


def _goes_beside(before: Stage, stage: Stage) -> bool:
    """Whether a stage tells more of each of several things that are asked by name."""
    narrows = stage.reached or stage.reducer or stage.conditions or _gathers(stage)
    return not narrows and any(slot.name for slot in before.asked)


def _apart(asked: Question, slot: Slot, before: Stage) -> Question:
    """Return a question about each of several things that have just been named."""
    noun = question("", slot, before.thing).noun
    return replace(asked, noun=noun, apart="각각")


def _called_alike(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages with one word for the same thing, whatever another source calls it."""
    alike = [stages[0]]
    for stage in stages[1:]:
        before = alike[-1]
        thing = stage.thing if stage.reached else pivot(before)
        alike.append(replace(stage, thing=thing))
    return tuple(alike)


def _in_one(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages with what several sources tell of one thing asked in one go, by rank."""
    found = [stages[0]]
    for stage in stages[1:]:
        before = found[-1]
        apart = stage.reached or stage.reducer or stage.conditions or stage.each or stage.period
        if apart or before.each or _gathers(stage) or _gathers(before):
            found.append(stage)
        else:
            asked = sorted((*before.asked, *stage.asked), key=lambda slot: slot.rank)
            found[-1] = replace(before, asked=tuple(asked))
    return tuple(found)


def _of_its_kind(stage: Stage) -> Stage:
    """Return a stage whose noun is the kind that a condition asks for: 「표결한 결의안」."""
    found = next(((c, kind) for c in stage.conditions if (kind := _KIND.match(c.said))), None)
    if found is None:
        return stage
    condition, kind = found
    clause, _ = _clause(stage.thing.noun)
    noun = f"{clause} {kind[1]}" if clause else kind[1]
    rest = tuple(c for c in stage.conditions if c is not condition)
    return replace(stage, thing=replace(stage.thing, noun=noun), conditions=rest)


def _told_apart(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages with 「전체 학생 수」 asked where 「특수학급 학생 수」 is spoken of too."""
    figures = [slot.label for stage in stages for slot in stage.asked]
    figures += [stage.reducer.field for stage in stages if stage.reducer]
    figures += [where.field for stage in stages for where in stage.conditions]

    def apart(slot: Slot) -> Slot:
        part = any(is_part(other, slot.label) for other in figures)
        return replace(slot, label=f"전체 {slot.label}") if part and not slot.name else slot

    return tuple(replace(stage, asked=tuple(map(apart, stage.asked))) for stage in stages)


def pivot(stage: Stage) -> Thing:
    """Return what is left of a stage: its thing, or the value that occurs most often."""
    if stage.reducer and stage.reducer.op is Pick.MODE:
        word = question_word(Slot(stage.reducer.field))
        return Thing(
            stage.reducer.field,
            "개",
            "어디" if word == "어디" else "누구" if word == "누구" else "무엇",
        )
    return stage.thing


def _only(said: str, thing: Thing) -> str:
    """Return what is left of a list: 「2표 이상인 것」, 「두레연합 소속인 사람」."""
    kin = {"명": "사람", "곳": "곳"}.get(thing.counter, "것")
    return f"{said if said[-1] in '은는한된인진긴힌온' else said + '인'} {kin}"


def _within(at: str, stage: Stage, said: str) -> str:
    """Return a list with its condition inside: 「그 위원회의 두레연합 소속 위원」.

    Empty if that cannot be said. What says more of the same takes the place of what is there:
    「표결 명단에 있는 의원」 who stayed away are 「표결에 불참한 의원」.
    """
    clause, _, head = stage.reached.rpartition(" ")
    if not stage.reached or not at.endswith(stage.reached):
        return ""
    owner = at.removesuffix(stage.reached)
    if clause and said.startswith(clause.split()[0]):
        return f"{owner}{said} {head}"
    return f"{at.removesuffix(head)}{said} {head}" if _KIN.search(said) else ""


def _clause(noun: str) -> tuple[str, str]:
    """Split a noun that begins with a clause: 「본회의에서 처리된」, 「예산안」."""
    match = re.match(r"(.*(?:[가-힣]된|끝난|중인|표결한|발의한|사무처의)) (\S.*)$", noun)
    return (match[1], match[2]) if match else ("", noun)


def _gathers(stage: Stage) -> bool:
    return any(slot.aggregate for slot in stage.asked)


def _dated(slot: Slot, when: str) -> Slot:
    return replace(slot, label=f"{period(when)} {slot.label}") if when and not slot.name else slot


def _split_year(brief: Brief) -> tuple[str, Sequence[Subject]]:
    when = brief.period or (brief.stages[0].period if not brief.stages[0].named else "")
    if when:
        return period(when), brief.subjects
    years = [s for s in brief.subjects if s.what == "연도" and not s.said]
    if years:
        return subject(years[0]), [s for s in brief.subjects if s is not years[0]]
    return "", brief.subjects


def joined(names: Sequence[str]) -> str:
    """Return names side by side: 「A와 B」, 「A, B, C」."""
    return settle(f"{names[0]}과(와) {names[1]}") if len(names) == 2 else ", ".join(names)


__all__ = ["Scope", "Step", "joined", "of", "pivot"]
