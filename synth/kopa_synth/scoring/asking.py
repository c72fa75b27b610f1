"""The scorer that asks a language model about each pair."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from itertools import islice
from string import Template
from typing import Any

from kopa_env.outcome import JSON
from kopa_env.parsing.jsontext import read_values
from kopa_env.parsing.parsed import Unreadable
from kopa_env.parsing.thinking import split_thinking
from kopa_env.spec import Field, Param, ToolSpec
from kopa_synth.graph import Binding, Plan
from kopa_synth.models import Model, Prompt
from kopa_synth.scoring.proposal import Proposal

MOST_FIELDS = 60
"""Fields a prompt lists; of tools with more, counts and amounts are left out first."""
MOST_TRIES = 20
"""Brackets of an answer at which its JSON is looked for."""
MOST_TEXT = 300
"""Characters of a description a prompt repeats."""

_NUMBERS = ("int", "decimal", "percent")
_NO_CALL = re.compile(r"(?!)")


class ModelScorer:
    """Asks a model whether one tool can feed another, and how; named by model and prompt text.

    Attributes:
        unreadable: answers that held no JSON of the asked form; their pairs have no proposals.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        asked = blake2b(_template().template.encode(), digest_size=4).hexdigest()
        self.name = f"model:{model.name}/{asked}"
        self.unreadable = 0

    def score(self, source: ToolSpec, target: ToolSpec) -> list[Proposal]:
        """Ask, and read the answer leniently.

        Raises:
            ModelFault: if the model gives no answer.
        """
        proposals = read_answer(self._model.answer(prompt(source, target)))
        if proposals is None:
            self.unreadable += 1
            return []
        return sorted(proposals, key=lambda p: (-p.score, p.bindings))


def prompt(source: ToolSpec, target: ToolSpec) -> Prompt:
    """Return the prompt for a pair; it holds what their documentation says and nothing else."""
    asked = [_param_line(p) for p in target.params if p.role == "semantic"]
    given = [_field_line(f) for f in _told_fields(source.fields)]
    left_out = len(source.fields) - len(given)
    if left_out:
        given.append(f"- … {left_out} more fields with counts, amounts or text")
    own = [p.name for p in source.params if p.role == "semantic" and p.required]
    head = f"\ncalled with: {', '.join(own)}" if own else ""
    return Prompt(
        _template().substitute(
            source=f"{_head(source)}{head}\nfields:\n" + "\n".join(given),
            target=f"{_head(target)}\nparameters:\n" + "\n".join(asked),
        )
    )


def read_answer(text: str) -> list[Proposal] | None:
    """Read a model's answer: JSON, perhaps fenced, amid prose, after thoughts, slightly broken.

    Returns:
        The proposals that have the asked form, or ``None`` if there is no JSON.
    """
    speech = split_thinking(text, _NO_CALL).speech
    for begin in islice(re.finditer(r"[\[{]", speech), MOST_TRIES):
        try:
            values = read_values(speech, begin.start(), "", strict=False).values
        except Unreadable:
            continue
        rows = list(_rows(values))
        if rows or values == [[]]:
            return [found for row in rows if (found := _proposal(row))]
    return None


def _rows(values: Sequence[JSON]) -> Iterator[dict[str, Any]]:
    """Yield the objects that speak of bindings, wherever a model has put them."""
    for value in values:
        if isinstance(value, list):
            yield from _rows(value)
        elif isinstance(value, dict):
            if "bindings" in value:
                yield value
            else:
                yield from _rows([v for v in value.values() if isinstance(v, list | dict)])


def _proposal(row: dict[str, Any]) -> Proposal | None:
    score = _number(row.get("score"))
    bindings = tuple(sorted(_bindings(row["bindings"])))
    if score is None or not bindings:
        return None
    tried = row.get("try")
    named = [n for n in tried if isinstance(n, str)] if isinstance(tried, list) else []
    reason = " ".join(str(row.get("reason", "")).split())[:200]
    return Proposal(bindings, score, reason, dict.fromkeys(sorted(named), Plan.CLARIFY))


def _bindings(value: JSON) -> Iterator[Binding]:
    """Read ``[{"param": p, "field": f}]`` or ``{p: f}``."""
    if isinstance(value, dict):
        value = [{"param": p, "field": f} for p, f in value.items()]
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict):
            param, path = item.get("param"), item.get("field")
            if isinstance(param, str) and isinstance(path, str):
                yield Binding(param.strip(), path.strip())


def _number(value: JSON) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        match = re.fullmatch(r"\s*([01](?:\.\d+)?|\.\d+)\s*", value)
        return float(match[1]) if match else None
    return float(value) if isinstance(value, int | float) else None


@cache
def _template() -> Template:
    return Template((files(__package__) / "prompt.txt").read_text("utf-8"))


def _head(spec: ToolSpec) -> str:
    return f"{spec.name} ({spec.platform}) {spec.title_ko}\n{spec.description_ko[:MOST_TEXT]}"


def _told_fields(fields: Sequence[Field]) -> list[Field]:
    if len(fields) <= MOST_FIELDS:
        return list(fields)
    ranked = sorted(fields, key=lambda f: f.shape.startswith(_NUMBERS))[:MOST_FIELDS]
    return [f for f in fields if f in ranked]


def _field_line(field: Field) -> str:
    return _line(field.path, field.meaning_ko, field.shape, "", field.example)


def _param_line(param: Param) -> str:
    form = param.format or ("one of " + "|".join(param.enum) if param.enum else str(param.type))
    need = "required" if param.required else "optional"
    return _line(param.name, param.meaning_ko, form, need, param.example)


def _line(name: str, meaning: str, form: str, need: str, example: JSON) -> str:
    known = [f"- {name}", meaning, form, need, f"e.g. {str(example)[:40]}" if example else ""]
    return " | ".join(part for part in known if part)
