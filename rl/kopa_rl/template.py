"""Chat templates: a conversation as token ids, and the ids that a turn of the environment adds.

Ids are carried: what the model wrote is never rendered or tokenised anew, because another spelling
of the same call would be other tokens than those that were sampled. What a tool answers is
rendered behind a stand-in for the assistant's turn and cut off there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, Protocol

from kopa_env.episode.record import Message
from kopa_env.episode.textual import readable
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import JSON

TEMPLATES: Mapping[str, str] = {
    "compact": "hermes",
    "qwen2_5": "hermes",
    "qwen3_5": "qwen3_coder",
}
"""Template name → dialect in which calls are written."""

_MARKS = re.compile(r"\{%-?\s*(?:end)?generation\s*-?%\}")
_STAND_IN: Sequence[Message] = (
    {"role": "user", "content": "?"},
    {"role": "assistant", "content": "!"},
)


class Tokenizer(Protocol):
    """What is used of a tokenizer of transformers."""

    eos_token: str
    eos_token_id: int

    def apply_chat_template(self, conversation: Any, **options: Any) -> Any:
        """Render a conversation."""

    def encode(self, text: str, **options: Any) -> list[int]:
        """Return the token ids of a text."""

    def decode(self, token_ids: Sequence[int], **options: Any) -> str:
        """Return the text of token ids."""


@dataclass(frozen=True, slots=True)
class Template:
    """A chat template.

    Attributes:
        name: one of :data:`TEMPLATES`.
        dialect: how calls are written; the parser's name for it.
        text: jinja with generation marks, for training.
    """

    name: str
    dialect: str
    text: str

    @property
    def serving(self) -> str:
        """The same without the marks, which servers do not know."""
        return _MARKS.sub("", self.text)


def template(name: str) -> Template:
    """Return a template by name.

    Raises:
        UsageError: if there is none of that name.
    """
    if name not in TEMPLATES:
        near = did_you_mean(name, TEMPLATES)
        raise UsageError(f"no chat template {name!r}{near}; templates: {', '.join(TEMPLATES)}")
    text = (files("kopa_rl") / "templates" / f"{name}.jinja").read_text(encoding="utf-8")
    return Template(name, TEMPLATES[name], text)


def template_like(own: str) -> Template:
    """Return the template that writes calls as a model's own one does; of ours, itself.

    Args:
        own: the model's chat template.

    Raises:
        UsageError: if it has no tools, or has them in a form that is none of ours.
    """
    for name in TEMPLATES:
        ours = template(name)
        if own.strip() in (ours.text.strip(), ours.serving.strip()):
            return ours
    if "<function=" in own:
        return template("qwen3_5")
    if "<tool_call>" in own:
        return template("qwen2_5")
    raise UsageError(
        "the model's chat template writes tool calls in no form known here; "
        f"name one with --template: {', '.join(TEMPLATES)}"
    )


class Codec:
    """Turns conversations into token ids and what a model wrote back into text.

    Args:
        tokenizer: of the model; its own chat template is not used.
        template: how turns are written.

    Raises:
        UsageError: if the tokenizer's end of text is not the template's end of turn.
    """

    def __init__(self, tokenizer: Tokenizer, template: Template) -> None:
        self.tokenizer = tokenizer
        self.template = template
        if not self._behind:
            raise UsageError(
                f"template {template.name} ends a turn otherwise than this tokenizer, "
                f"whose end mark is {tokenizer.eos_token!r}"
            )

    def prompt(self, messages: Sequence[Message], tools: Sequence[Mapping[str, JSON]]) -> list[int]:
        """Return the ids of a conversation up to where the model is to write."""
        return self._ids(self._rendered(messages, tools, ask=True))

    def suffix(self, messages: Sequence[Message]) -> list[int]:
        """Return the ids that follow the model's end of turn: what the environment says.

        Args:
            messages: tool or user messages that are new; the model is to write after them.
        """
        whole = self._rendered([*_STAND_IN, *messages], (), ask=True)
        return self._ids(whole[self._behind :])

    def turn(
        self,
        before: Sequence[Message],
        message: Message,
        tools: Sequence[Mapping[str, JSON]] = (),
    ) -> list[int]:
        """Return the ids of an assistant message as a model would write it, end of turn included.

        Args:
            before: the conversation up to it.
            message: what the assistant says.
            tools: tools on offer.
        """
        start = len(self._rendered(before, tools, ask=True))
        said = self._rendered([*before, message], tools, ask=False)[start:]
        end = said.rfind(self.tokenizer.eos_token) + len(self.tokenizer.eos_token)
        return self._ids(said[:end])

    def text(self, ids: Sequence[int]) -> str:
        """Return what a model wrote, without its end of turn."""
        said = list(ids)
        while said and said[-1] == self.tokenizer.eos_token_id:
            said.pop()
        return self.tokenizer.decode(said, skip_special_tokens=False)

    def ended(self, ids: Sequence[int]) -> bool:
        """Say whether a model ended its turn itself."""
        return bool(ids) and ids[-1] == self.tokenizer.eos_token_id

    @cached_property
    def _behind(self) -> int:
        """Where the environment's turn begins behind the stand-in; 0 if no end of turn is there."""
        stand_in = self._rendered(_STAND_IN, (), ask=False)
        at = stand_in.rfind(self.tokenizer.eos_token)
        return at + len(self.tokenizer.eos_token) if at >= 0 else 0

    def _ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False)

    def _rendered(
        self, messages: Sequence[Message], tools: Sequence[Mapping[str, JSON]], *, ask: bool
    ) -> str:
        said: str = self.tokenizer.apply_chat_template(
            [readable(message) for message in messages],
            tools=list(tools) or None,
            chat_template=self.template.text,
            add_generation_prompt=ask,
            tokenize=False,
        )
        return said
