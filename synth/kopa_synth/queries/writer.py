"""Writers: the grammar, or a language model (served or recorded) over its sketches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from kopa_synth.models import Model, Prompt
from kopa_synth.queries.brief import Brief
from kopa_synth.queries.check import Fault, check
from kopa_synth.queries.compose import Composer, names
from kopa_synth.queries.gloss import gloss
from kopa_synth.queries.phrases import subject, value

PARAPHRASES = 3
_QUOTES = tuple("\"'“”‘’")


@dataclass(frozen=True, slots=True)
class Draft:
    """A text before it is checked."""

    text: str
    register: str = ""
    group: str = ""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A query that was chosen.

    Attributes:
        brief: id of its brief.
        names: entities in it, for masking.
        writer: who wrote it: ``grammar``, ``model:<name>``.
        pattern: surface pattern of the grammar, empty for a model's.
    """

    brief: str
    text: str
    gloss_en: str
    register: str
    group: str
    writer: str
    pattern: str = ""
    names: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON (a line of ``queries.jsonl``)."""
        return asdict(self)


class Writer(Protocol):
    """Turns a brief into drafts; the checker chooses among them."""

    @property
    def name(self) -> str:
        """Who is named as the origin of the text."""

    def drafts(self, brief: Brief, n: int) -> Sequence[Draft]:
        """Return up to *n* drafts, best guess first."""


class GrammarWriter:
    """Writes by the grammar of this package; offline, and the same for the same brief."""

    @property
    def name(self) -> str:
        """Who is named as the origin of the text."""
        return "grammar"

    def drafts(self, brief: Brief, n: int) -> Sequence[Draft]:
        """Return *n* drafts by different seeds."""
        drafts = []
        for seed in range(n):
            composer = Composer(brief, seed)
            text = composer.text()
            spoken = composer.voice
            drafts.append(Draft(text, spoken.register, spoken.group, composer.pattern))
        return drafts


class ModelWriter:
    """Writes with a language model: one that is served, or one whose answers were recorded."""

    def __init__(self, model: Model) -> None:
        """*model* is asked once per draft."""
        self.name = f"model:{model.name}"
        self._model = model

    def drafts(self, brief: Brief, n: int) -> Sequence[Draft]:
        """Return what the model makes of *n* sketches of the grammar.

        Raises:
            ModelFault: if it gives no answer.
        """
        sketches = GrammarWriter().drafts(brief, n)
        return [
            Draft(_bare(self._model.answer(prompt(brief, sketch))), sketch.register, sketch.group)
            for sketch in sketches
        ]


def choose(
    writer: Writer, brief: Brief, n: int = PARAPHRASES
) -> tuple[Query | None, dict[str, list[Fault]]]:
    """Return the first draft without a fault and the faults of the ones before it.

    ``None`` if every draft has one; the caller counts it and leaves the walk out.
    """
    rejected: dict[str, list[Fault]] = {}
    for draft in writer.drafts(brief, n):
        faults = check(draft.text, brief, draft.register)
        if not faults:
            query = Query(
                brief.id,
                draft.text,
                gloss(brief),
                draft.register,
                draft.group,
                writer.name,
                draft.pattern,
                names(brief),
            )
            return query, rejected
        rejected[draft.text] = faults
    return None, rejected


_SYSTEM = (
    "당신은 공공데이터를 찾아 달라고 부탁하는 사람의 말을 자연스러운 한국어로 다듬습니다. "
    "번역투를 쓰지 말고, 조사는 소리에 맞추고, 주어진 고유명사·숫자·조건·표 제목은 그대로 둡니다. "
    "도구 이름, 필드 이름, 코드, 답은 쓰지 않습니다. 다듬은 글 한 편만, 설명 없이 씁니다."
)


def prompt(brief: Brief, sketch: Draft) -> Prompt:
    """Return what the model is asked: the sketch, and what must stay in it."""
    given = [subject(s) for s in brief.subjects]
    given += [subject(s) for s in brief.comparison.over] if brief.comparison else []
    given += [value(c) for stage in brief.stages for c in stage.conditions if c.value]
    given += [brief.write.title, *brief.write.labels] if brief.write else []
    user = (
        f"말투: {sketch.register}\n꼭 들어갈 말: {', '.join(dict.fromkeys(given))}\n"
        f"밑글: {sketch.text}\n\n같은 것을 묻는 글로 다시 써 주세요. 빠뜨리거나 더하지 마세요."
    )
    return Prompt(user, _SYSTEM)


def _bare(text: str) -> str:
    """Return a model's answer without the thoughts and the quotes that models put around it."""
    text = text.split("</think>")[-1].strip()
    if text[:1] in _QUOTES and text[-1:] in _QUOTES:
        text = text[1:-1].strip()
    return " ".join(text.split())
