"""A short English gloss beside each query: what is looked for, in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kopa_synth.queries.brief import Aggregate, Brief, Condition, Pick, Slot, Stage, Test
from kopa_synth.queries.grammar import table
from kopa_synth.queries.phrases import subject, value

_TEST = {
    Test.EQ: "{f} = {v}",
    Test.NE: "{f} is not {v}",
    Test.GE: "{f} of at least {v}",
    Test.LE: "{f} of at most {v}",
    Test.GT: "{f} over {v}",
    Test.LT: "{f} under {v}",
    Test.CONTAINS: "‘{v}’ in {f}",
    Test.SINCE: "{f} on or after {v}",
    Test.UNTIL: "{f} up to {v}",
    Test.AFTER: "{f} after {v}",
    Test.FILLED: "{f} given",
    Test.BLANK: "no {f}",
}
_PICK = {
    Pick.MAX: "the one with the most {f}",
    Pick.MIN: "the one with the least {f}",
    Pick.TOP: "the {k} with the most {f}",
    Pick.BOTTOM: "the {k} with the least {f}",
    Pick.LATEST: "the one with the latest {f}",
    Pick.EARLIEST: "the one with the earliest {f}",
    Pick.MODE: "the most frequent {f}",
}
_AGGREGATE = {
    Aggregate.COUNT: "number of {l}",
    Aggregate.DISTINCT: "number of different {l}",
    Aggregate.SUM: "total {l}",
    Aggregate.MEAN: "mean {l}",
    Aggregate.MAX: "largest {l}",
    Aggregate.MIN: "smallest {l}",
    Aggregate.LATEST: "latest {l}",
    Aggregate.EARLIEST: "earliest {l}",
    Aggregate.MODE: "most frequent {l}",
    Aggregate.RANGE: "range of {l}",
}


def gloss(brief: Brief) -> str:
    """Return the gloss; Korean names and nouns without an English word stay Korean."""
    parts = [", ".join(subject(s) for s in brief.subjects) or brief.period]
    parts += [_stage(stage, i) for i, stage in enumerate(brief.stages)]
    if brief.comparison:
        over = ", ".join(subject(s) for s in brief.comparison.over)
        parts.append(
            f"compare {over} by {_slot(brief.comparison.measure)} ({brief.comparison.mode})"
        )
    if brief.branch:
        then, rest = (_slots(slots) for slots in (brief.branch.then, brief.branch.otherwise))
        parts.append(f"if {_condition(brief.branch.test)}: {then}; else {rest}")
    if brief.write:
        parts.append(f"leave a {brief.write.kind} ‘{brief.write.title}’")
    return "; ".join(part for part in parts if part) + "."


def english(noun: str) -> str:
    """Return a Korean noun phrase with the words of the glossary put into English."""
    for korean, word in sorted(table("words")["glossary"].items(), key=lambda kv: -len(kv[0])):
        noun = noun.replace(korean, f" {word} ")
    return " ".join(noun.replace(" 수 ", " ").removesuffix(" 수").split())


_PARTICLE = re.compile(r"^(?:과\(와\)|이\(가\)|을\(를\)) \S+ ")


def _stage(stage: Stage, i: int) -> str:
    parts = []
    if i == 0 and not stage.named:
        parts.append(f"among {english(stage.thing.noun)}")
    if stage.reached:
        parts.append(f"then {english(_PARTICLE.sub('', stage.reached))}")
    parts += [f"with {_condition(c)}" for c in stage.conditions]
    if stage.reducer:
        said = _PICK[stage.reducer.op].replace("{f}", english(stage.reducer.field))
        parts.append(said.replace("{k}", str(stage.reducer.k)))
    if stage.asked:
        parts.append(f"asked: {_slots(stage.asked)}")
    return ", ".join(parts)


def _condition(given: Condition) -> str:
    said = _TEST[given.test].replace("{f}", english(given.field))
    return said.replace("{v}", value(given))


def _slots(slots: Sequence[Slot]) -> str:
    return ", ".join(_slot(slot) for slot in slots)


def _slot(slot: Slot) -> str:
    label = "its name" if slot.name else english(slot.label)
    if slot.aggregate:
        label = _AGGREGATE[slot.aggregate].replace("{l}", label)
    if slot.per:
        label += f" per {english(slot.per)}"
    return f"{label} ({slot.digits} decimals)" if slot.digits else label
