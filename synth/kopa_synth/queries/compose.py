"""From a brief to Korean text: a pattern is chosen and its pieces are said."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kopa_env.language import settle
from kopa_synth.queries import comparing
from kopa_synth.queries.asking import Asking, question
from kopa_synth.queries.brief import Brief, Pattern, Pick, Test, WriteRequest
from kopa_synth.queries.dice import Dice
from kopa_synth.queries.grammar import table
from kopa_synth.queries.opening import Voice, voice
from kopa_synth.queries.phrases import clause, value
from kopa_synth.queries.scope import Scope, Step

_PIECE = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_PARTICLE = re.compile(r"^(?:을\(를\)|이\(가\)|부터|,)")
_STATES = re.compile(
    r"\{(?:look|plan|want|talk|speak|gather|card|contrast|need|search|learn|curious|several|watch"
    r"|intrigues)"
)
"""Patterns that begin with a sentence of their own: not after an opening that runs on."""
_OPEN_CLAUSE = re.compile(
    r"(?:찾아|찾아서|추려서|찾고|주시고|보고|살펴|살펴보고|확인하고|확인해서|확인하여),? $"
)
_SOUGHT = re.compile(r"(?:찾|알아보|파악|확인하)[^.]{0,9}\. $")
_ONE_LOOK = re.compile(
    r"\|found\}|^\{target\}(?: |을)|^\{inverse|\{narrow\} 그중|통틀어|추려서|자료에서"
)
"""Patterns that leave no room for a second look-up."""
_OF_PARTS = re.compile(r"\{target|\{set\}(?: |을\(를\) 통틀어)")
"""Patterns that say a list and what is picked of it in one phrase."""
_BEGIN = re.compile(r"(?<=[.?]) |(?<=데,) |(?<=데요,) ")
_ECHOES = tuple(
    re.compile(echo)
    for echo in (
        "여쭙|여쭤|문의|물어",
        "정리하",
        "모으|모아",
        "찾고 있|찾는 중",
        "보고 있|보는 중|살펴보",
        "데,|데요,|거든",
        "는 중|중임|중입|중이",
        "관련",
        "궁금",
        "필요",
        "찾고|찾아보",
        "확인하고자|확인하려|확인할|확인 바람",
        "려고",
        "준비하고",
        "있습니다|있어|있음",
    )
)
_PAST = {"된": "됐", "한": "했", "힌": "혔", "낸": "냈", "은": "었"}
"""How a phrase that tells what happened goes on before 으면: 「가결된」, 「가결됐으면」."""
_OF_COMPARING = frozenset({"versus", "gap", "among"})
_VALUE_IF = {
    Test.EQ: "{v}이면",
    Test.NE: "{v}이(가) 아니면",
    Test.GE: "{v} 이상이면",
    Test.LE: "{v} 이하이면",
    Test.GT: "{v}을(를) 넘으면",
    Test.LT: "{v} 미만이면",
    Test.CONTAINS: "‘{v}’이(가) 들어 있으면",
    Test.SINCE: "{v} 이후이면",
    Test.UNTIL: "{v}까지이면",
    Test.AFTER: "{v}보다 늦으면",
    Test.FILLED: "있으면",
    Test.BLANK: "없으면",
}


class Composer:
    """One query of one brief, by seed."""

    def __init__(self, brief: Brief, seed: int = 0) -> None:
        """*seed* tells paraphrases of the same brief apart."""
        self.brief = brief
        self._dice = Dice(f"{brief.id}/{brief.seed}/{seed}")
        self.voice: Voice = voice(brief, self._dice)
        self.scope = Scope(brief, self.voice.register, self._dice)
        self._asking = Asking(self.voice.register, self._dice)
        self.pattern = ""

    def text(self) -> str:
        """Return the query."""
        body = self._body()
        parts = [self.voice.front, self.scope.front, body, self._ties(), self._write()]
        text = "".join(parts) + self.voice.back
        return re.sub(r" {2,}", " ", settle(text)).strip()

    def _body(self) -> str:
        section = _section(self.brief)
        weights: Mapping[str, int] = table("patterns")[section]
        patterns = list(weights)
        for pattern in self._dice.order(weights, "pattern"):
            self.scope.front = ""
            states = bool(_STATES.search(pattern))
            if not states and "{narrow}" not in pattern:
                self.scope.lead()
            body = self._fill(pattern)
            runs_on = states and self.voice.front.endswith(", ")
            if body is not None and not runs_on and not _echoes(self.voice.front, body):
                self.pattern = f"{section}/{patterns.index(pattern)}"
                return body + self._branched(section)
        return self._plainest(patterns)

    def _branched(self, section: str) -> str:
        """The two ways on, where something else is asked before them."""
        if self.brief.branch is None or section == "branch":
            return ""
        owner = self.scope.pronoun(self.scope.stages[-1])
        return settle(f" {owner}{self._of_test()} {self._if('test')} {self._then_else()}")

    def _plainest(self, patterns: Sequence[str]) -> str:
        """A pattern that echoes the opening, or the first one, where nothing else fits."""
        filled = (self._fill(pattern) for pattern in patterns)
        body = next((said for said in filled if said is not None), None)
        body = body or self._filled(patterns[0])
        assert body is not None, "the first pattern of a section can always be filled"
        if self.voice.front.endswith(", "):  # 「찾아보고 있는데요, … 보고 있는데요,」
            self.voice = replace(self.voice, front="")
        return body + self._branched(_section(self.brief))

    def _fill(self, pattern: str) -> str | None:
        return None if self._is_unfit(pattern) else self._filled(pattern)

    def _filled(self, pattern: str) -> str | None:
        parts: list[str] = []
        end = 0
        for match in _PIECE.finditer(pattern):
            parts.append(pattern[end : match.start()])
            said = self._piece(match[1], match[2] or "", "".join(parts))
            if said is None:
                return None
            parts.append(said)
            end = match.end()
        return settle("".join(parts) + pattern[end:])

    def _lists_names(self) -> bool:
        """Whether what is asked is a list of things, each with its name."""
        stage = self.brief.stages[0]
        return stage.each and any(slot.name for slot in stage.asked)

    def _is_unfit(self, pattern: str) -> bool:
        """Whether a pattern reads badly for what this brief asks."""
        return (
            self._is_not_of_lists(pattern)
            or self._is_not_of_chains(pattern)
            or self._is_not_of_comparing(pattern)
            or self._is_not_of_years(pattern)
        )

    def _is_not_of_years(self, pattern: str) -> bool:
        """Whether a year would stand on a school: 「2019년 장덕학교를 찾아보고 있어요」."""
        bare = re.match(r"\{named\}(?! 자료| 현황|\|)", pattern)
        return bool(bare and self.scope.since_year and _STATES.search(pattern))

    def _is_not_of_lists(self, pattern: str) -> bool:
        first = self.scope.first
        if first.reducer and first.reducer.op is Pick.MODE and "그" in pattern:
            return True  # what occurs most often is none of the things listed
        if first.named and re.search(r"\{owner\|(?:found|seek)", pattern):
            return True  # what has a name is not picked out
        if not first.named and pattern.startswith("{owner}은(는)"):
            return True  # 「가장 먼저 제안된 예산안은 원안대로 가결됐으면」
        asked = next((slot for stage in self.scope.stages for slot in stage.asked), None)
        if (
            re.search(r"정보가 \{need\} \{own", pattern)
            and asked
            and (asked.name or asked.aggregate)
        ):
            return True  # 「그 법안에 대해 무엇인지」
        if self.scope.narrowed() and _OF_PARTS.search(pattern):
            return True  # 「예산안 중 수정 가결된 것 가운데 …」, 「수정 가결된 것 자료를」
        return self._lists_names() and pattern.startswith("{set}") and "it|ask" in pattern

    def _is_not_of_chains(self, pattern: str) -> bool:
        """Whether several look-ups would stand in one sentence."""
        if len(self.scope.stages) < 2:
            return False
        then = self.scope.stages[1]
        narrows = bool(then.reached or then.reducer or then.conditions)
        if narrows and _ONE_LOOK.search(pattern):
            return True
        # not 「그 법안 자료가 필요해요. 그 법안의 소관위원회가 낸 대안 중」
        stated = re.match(r".*은\(는\)|\{named\},|\{named\} [가-힣]", pattern)
        return bool(then.reached and stated)

    def _is_not_of_comparing(self, pattern: str) -> bool:
        over = self.brief.comparison
        if over is None:
            return False
        if over.mode in {"ratio", "order"} and "{them}" in pattern:
            return True  # both sides are named by the question itself
        if over.mode in {"largest", "smallest"}:
            return False
        return "{among" in pattern or re.search(r"\{against\} \{gap", pattern) is not None

    # --- pieces ---------------------------------------------------------------------------

    def _piece(self, name: str, verb: str, before: str) -> str | None:
        small = table("patterns")["pieces"]
        if name in small:
            options = small[name].get(self.voice.register)
            return str(self._dice.one(options, name)) if options else None
        if verb in {"ask", "tell"}:
            return self._ask(name, verb, before)
        if verb == "if":
            return self._if(name)
        if name == "then_else":
            return self._then_else()
        noun = self._noun(name)
        if noun is None or not verb:
            return noun
        return settle(self._glue(noun, self._asking.pick(verb)))

    def _glue(self, noun: str, ending: str) -> str:
        return noun + ending if _PARTICLE.match(ending) else f"{noun} {ending}"

    def _noun(self, name: str) -> str | None:
        nouns: dict[str, Callable[[], str | None]] = {
            "set": self.scope.set,
            "target": self.scope.target,
            "best": self.scope.best,
            "inverse": self.scope.inverse,
            "named": self.scope.named,
            "owner": self.scope.chain,
            "owner_of": lambda: self.scope.chain() + self._of_test(),
            "label": self._label,
            "measure": lambda: comparing.measure(self._what(), self.brief),
            "them": lambda: comparing.them(self.brief),
        }
        return nouns[name]()

    def _of_test(self) -> str:
        """How what is tested hangs on its owner: 「그 학교의 학생이」, 「그 학교가 공립인」."""
        branch = self.brief.branch
        return "이(가)" if branch is not None and branch.test.said else "의"

    def _label(self) -> str | None:
        branch = self.brief.branch
        if branch is None or branch.test.said:
            return None
        there = branch.test.test in {Test.FILLED, Test.BLANK}
        return f"{branch.test.field} 유무" if there else branch.test.field

    # --- asking ---------------------------------------------------------------------------

    def _ask(self, name: str, verb: str, before: str) -> str | None:
        found, sought = bool(_OPEN_CLAUSE.search(before)), bool(_SOUGHT.search(before))
        steps = self._steps(name)
        if steps is None:
            return None
        sentences: list[str] = []
        for step in steps:
            if not step.questions:
                continue
            find = "".join(f"{self._asking.find(what)} " for what in step.find)
            if verb == "tell" and not self._is_told(step):
                return None
            if verb == "tell":
                asked = self._asking.tell(step.questions)
            else:
                one_by_one = self._lists_names() or any(q.apart for q in step.questions)
                form = "noun" if one_by_one else ""
                asked = self._asking.ask(
                    step.questions,
                    form=form,
                    found=found and not find,
                    sought=sought or bool(find),
                    before=" ".join([self.voice.front + before, *sentences, find]),
                )
            sentences.append(find + asked)
            found = sought = False
        return " ".join(sentences)

    def _is_told(self, step: Step) -> bool:
        """Whether questions can follow a topic: 「해솔중학교는 학생이 몇 명인가요?」."""
        several = len(step.questions) > 1 and not all(q.number for q in step.questions)
        return not several and not any(stage.reducer for stage in self.brief.stages)

    def _steps(self, name: str) -> list[Step] | None:
        if name in _OF_COMPARING or (name == "them" and _section(self.brief) == "compare"):
            side = comparing.them(self.brief) if name in {"them", "among"} else ""
            gap = name in {"gap", "among"}
            asked = comparing.questions(self._what(), self.brief, side=side, gap=gap)
            return [Step((), tuple(asked))]
        owner = self._owner(name)
        if owner is None:
            return None
        steps = self.scope.steps(owner)
        if self.brief.comparison:
            at = self.scope.pronoun(self.scope.stages[-1]) if steps[-1].questions else owner
            side = comparing.them(self.brief)
            asked = comparing.questions(at or owner, self.brief, side=side)
            steps[-1] = Step(steps[-1].find, (*steps[-1].questions, *asked))
        return steps

    def _owner(self, name: str) -> str | None:
        first = self.scope.first
        if name == "own":
            return ""
        if name == "it":
            gathered = first.reducer is None and not first.named and self.scope.gathered()
            return "" if gathered else self.scope.pronoun(first)
        return self._noun(name)

    def _what(self) -> str:
        if comparing.same_kind(self.brief):
            return self.scope.named()
        return self.scope.chain()

    # --- branching ------------------------------------------------------------------------

    def _if(self, name: str) -> str | None:
        assert self.brief.branch is not None
        test = self.brief.branch.test
        if test.said and name != "test":
            return None
        if test.said:
            return self._if_said(test.said)
        if name == "test":
            return clause(test, 2)
        return settle(_VALUE_IF[test.test].replace("{v}", value(test)))

    def _if_said(self, said: str) -> str:
        """「원안대로 가결됐으면」, in writing 「원안대로 가결된 경우」."""
        if re.search(r"(?:소관|소속)인$", said):
            return f"{said[:-1]}이면"
        past = _PAST.get(said[-1])
        written = self.voice.register == "개조식"
        return f"{said[:-1]}{past}으면" if past and not written else f"{said} 경우"

    def _then_else(self) -> str:
        branch = self.brief.branch
        assert branch is not None
        thing = self.brief.stages[-1].thing
        then = [question("", slot, thing) for slot in branch.then]
        rest = [question("", slot, thing) for slot in branch.otherwise]
        others = ["아니면"] if self.scope.spoken else ["아니면", "그렇지 않으면"]
        others += {Test.FILLED: ["없으면"], Test.BLANK: ["있으면"]}.get(branch.test.test, [])
        return self._asking.either(then, self._dice.one(others, "else"), rest)

    # --- the end --------------------------------------------------------------------------

    def _ties(self) -> str:
        endings = table("endings")
        ties = [s.reducer.tie for s in self.brief.stages if s.reducer and s.reducer.tie]
        said = [endings["tie"][self.voice.register].replace("{t}", tie) for tie in ties]
        return "".join(f" {sentence}" for sentence in said)

    def _write(self) -> str:
        return f" {self._written(self.brief.write)}" if self.brief.write else ""

    def _written(self, request: WriteRequest) -> str:
        said = self._asking.keep(request.kind)
        columns = ", ".join(f"‘{label}’" for label in request.labels)
        about = request.about or "그 날짜"
        return said.replace("{t}", request.title).replace("{c}", columns).replace("{a}", about)


def _echoes(front: str, body: str) -> bool:
    """Whether the question begins with the words that the opening ended with."""
    begin = _BEGIN.split(body, maxsplit=1)[0]
    return any(echo.search(front) and echo.search(begin) for echo in _ECHOES)


def _section(brief: Brief) -> str:
    asks = any(stage.asked for stage in brief.stages)
    if brief.branch and not asks:
        return "branch"
    first = brief.stages[0]
    if brief.comparison and not first.reducer and not asks:
        return "compare"
    if first.named:
        alike = len(brief.stages) > 1 and all(not stage.reached for stage in brief.stages)
        return "joint" if brief.pattern is Pattern.SEM or alike else "named"
    return "picked" if first.reducer else "group"


def names(brief: Brief) -> tuple[str, ...]:
    """Return the entities of a brief, for masking."""
    given = [s.name for s in brief.subjects]
    given += [s.name for s in brief.comparison.over] if brief.comparison else []
    given += [c.value for stage in brief.stages for c in stage.conditions if c.value]
    given += [brief.write.title, *brief.write.labels] if brief.write else []
    return tuple(dict.fromkeys(given))
