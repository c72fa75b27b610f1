"""Hold one query against its brief: what it must say, must not say, and how it sounds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from kopa_env.language import ending, particle_errors, translationese
from kopa_synth.korean import date, money, period
from kopa_synth.queries.brief import Aggregate, Brief, Condition, Slot, Stage, Subject, Test
from kopa_synth.queries.phrases import base, subject, value

MIN_LENGTH = 18
MAX_LENGTH = 420
_CODE = re.compile(r"[A-Za-z]+_[A-Za-z_0-9]+|[a-z]+[A-Z]\w*|\bPRC_\w+|\b[A-Z]{2,}[0-9]{3,}\w*")
_HOLE = re.compile(
    r"[{}<>$]|○○|\b(?:None|null|nan|TODO|undefined)\b|\(는\)|\(가\)|\(를\)|\(와\)|\(으\)"
)
_FOREIGN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\u0400-\u04ff\u0e00-\u0e7f\ufffd]")
_LATIN = re.compile(r"[A-Za-z][A-Za-z&.\-]+")
_UNITS = frozenset({"kg", "km", "cm", "mm", "ha"})
_PUNCTUATION = re.compile(r"[\s.,·‘’“”\"'「」『』()\[\]<>:;!?~\-–/]+")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_COMMON = frozenset(["수", "이름", "합계", "평균", "일", "명", "것", "중", "그", "몇"])
_REGISTER_ENDINGS = {
    "해요체": {
        "-ㄹ까요",
        "-나요",
        "-ㄴ가요",
        "-예요",
        "-래요",
        "-네요",
        "-고요",
        "-주세요",
        "-부탁",
        "-어요",
    },
    "합쇼체": {
        "-십시오",
        "-습니까",
        "-바랍니다",
        "-됩니다",
        "-ㅂ니다만",
        "-습니다",
        "-부탁",
        "-ㄴ가요",
        "-고요",
        "-어요",
    },
    "반말": {"-어/-야", "-고요", "-네요"},
    "개조식": {"-바람", "-ㄹ 것", "-ㅁ"},
    "보고체": {"-십시오", "-바랍니다", "-됩니다", "-ㅂ니다만", "-습니다", "-부탁"},
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a query.

    Attributes:
        kind: missing | leak | code | script | hole | particle | translationese | length |
            register.
        what: the words it is about.
    """

    kind: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


def check(text: str, brief: Brief, register: str = "") -> list[Fault]:
    """Return all that is wrong with *text* as a query for *brief*, empty if nothing is.

    Args:
        text: the query.
        brief: what it has to say.
        register: in which register it was meant to be; unchecked if empty.
    """
    faults = [Fault("missing", what) for what in _missing(text, brief)]
    faults += [Fault("leak", what) for what in leaks(text, brief)]
    faults += [Fault("code", match) for match in _CODE.findall(text) if not _given(match, brief)]
    faults += [Fault("hole", match) for match in _HOLE.findall(text)]
    faults += [Fault("script", match) for match in _foreign(text, brief)]
    faults += [Fault("particle", match) for match in particle_errors(_masked(text, brief))]
    faults += [Fault("translationese", match) for match in translationese(text)]
    if not MIN_LENGTH <= len(text) <= MAX_LENGTH:
        faults.append(Fault("length", str(len(text))))
    register = register or brief.register
    if register and ending(text) not in _REGISTER_ENDINGS[register]:
        faults.append(Fault("register", f"{ending(text)} in {register}"))
    return faults


def normalised(text: str) -> str:
    """Return *text* without spaces, punctuation, case and width: what a leak is looked for in."""
    return _PUNCTUATION.sub("", unicodedata.normalize("NFKC", text)).casefold()


def leaks(text: str, brief: Brief) -> list[str]:
    """Return the forbidden strings that *text* gives away.

    A figure leaks as a figure of its own only (3 does not leak in 2023), a text anywhere, after
    normalisation; what the asker had to say anyway is no leak.
    """
    figures = {_figure(match) for match in _NUMBER.findall(text)}
    allowed = {_figure(f) for given in _said_values(brief) for f in _NUMBER.findall(given)}
    plain = normalised(text)
    spoken = normalised(" ".join(_said_values(brief)))
    found = []
    for secret in brief.forbidden:
        bare = normalised(secret)
        if not bare:
            continue
        if _NUMBER.fullmatch(secret.strip()):
            if _figure(secret.strip()) in figures - allowed:
                found.append(secret)
        elif bare in plain and bare not in spoken:
            found.append(secret)
    return found


def _figure(text: str) -> str:
    bare = text.replace(",", "")
    return bare.rstrip("0").rstrip(".") if "." in bare else bare


def _said_values(brief: Brief) -> list[str]:
    """All that the asker says anyway."""
    values = [subject(s) for s in _subjects(brief)]
    values += [alias for s in _subjects(brief) for alias in (s.name, *s.aliases)]
    for given in _conditions(brief):
        values += [given.value, value(given), given.said, *given.aliases]
    for stage in brief.stages:
        values += [period(stage.period), stage.thing.noun, stage.reached]
        if stage.reducer:
            values += [str(stage.reducer.k), stage.reducer.field, stage.reducer.said]
    values += [slot.label for slot in _slots(brief)] + [period(brief.period)]
    values += [str(slot.digits) for slot in _slots(brief)]
    if brief.write:
        values += [brief.write.title, *brief.write.labels, brief.write.about]
    return [v for v in values if v]


# --- what has to be said -----------------------------------------------------------------------


def _missing(text: str, brief: Brief) -> Iterable[str]:
    plain = normalised(text)
    for who in _subjects(brief):
        options = (who.name, subject(who), *who.aliases)
        if not any(normalised(option) in plain for option in options):
            yield who.name
    for when in filter(None, (brief.period, *(stage.period for stage in brief.stages))):
        if not all(year in plain for year in re.findall(r"\d{4}", when)):
            yield when
    for given in _conditions(brief):
        if not _condition_said(given, plain):
            yield f"{given.field} {given.test} {given.value}".strip()
    for label in _labels(brief):
        if not _words_said(label, plain):
            yield label
    yield from _write_missing(text, brief)


def _condition_said(given: Condition, plain: str) -> bool:
    stem = normalised(given.said)[:-1]  # 「가결된」, 「가결됐으면」
    if stem and stem in plain:
        return True
    if given.test in {Test.FILLED, Test.BLANK}:
        return _words_said(given.field, plain)
    options = [given.value, value(given), *given.aliases]
    digits = given.value.replace(",", "")
    options += [money(int(digits))] if digits.isdigit() and given.unit == "원" else []
    options += [date(given.value)]
    return any(normalised(option) in plain for option in options if option)


def _labels(brief: Brief) -> Iterable[str]:
    for stage in brief.stages:
        if stage.reducer and not stage.reducer.said:
            yield stage.reducer.field
        if stage.reached:
            yield _reached(stage)
    for slot in _slots(brief):
        if not slot.name and slot.aggregate is not Aggregate.COUNT:
            yield base(slot.label, slot.unit)


def _reached(stage: Stage) -> str:
    """What has to be said of a way: its end alone, where a condition takes the place of the rest.

    「표결 명단에 있는 의원」 who stayed away are 「표결에 불참한 의원」.
    """
    words = stage.reached.split()
    told = any(given.said.startswith(words[0]) for given in stage.conditions)
    return words[-1] if told else stage.reached


def _words_said(label: str, plain: str) -> bool:
    """Whether two thirds of the words of a label are there; 수 and the like do not count."""
    words = [normalised(w) for w in label.split() if w not in _COMMON]
    words = [re.sub(r"^(?:과와|이가|을를)", "", w) for w in words]
    said = sum(1 for word in words if word and (word in plain or word.rstrip("수") in plain))
    return said * 3 >= 2 * len([w for w in words if w])


def _write_missing(text: str, brief: Brief) -> Iterable[str]:
    if not brief.write:
        return
    for exact in (brief.write.title, *brief.write.labels):
        if exact not in text:
            yield exact


# --- what must not be there ----------------------------------------------------------------------


def _given(match: str, brief: Brief) -> bool:
    return any(match in given for given in _said_values(brief))


def _foreign(text: str, brief: Brief) -> list[str]:
    given = " ".join(_said_values(brief))
    found = [c for c in _FOREIGN.findall(text) if c not in given]
    found += [w for w in _LATIN.findall(text) if w not in given and w not in _UNITS]
    return found


def _masked(text: str, brief: Brief) -> str:
    """Names that look like a wrong particle (이은, 지을) are not judged inside."""
    for who in _subjects(brief):
        if particle_errors(who.name):
            text = text.replace(who.name, "이것")
    return text


def _subjects(brief: Brief) -> list[Subject]:
    return [*brief.subjects, *(brief.comparison.over if brief.comparison else ())]


def _conditions(brief: Brief) -> list[Condition]:
    given = [c for stage in brief.stages for c in stage.conditions]
    return given + ([brief.branch.test] if brief.branch else [])


def _slots(brief: Brief) -> list[Slot]:
    slots = [slot for stage in brief.stages for slot in stage.asked]
    slots += [brief.comparison.measure] if brief.comparison else []
    return slots + ([*brief.branch.then, *brief.branch.otherwise] if brief.branch else [])
