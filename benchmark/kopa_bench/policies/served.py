"""Any OpenAI-compatible server as a policy, through the official client.

Native tool calls by default. With a dialect, tools are written into the prompt and raw text comes
back, for servers without a tool-call parser and for comparing theirs with ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from kopa_bench.policy import Action, ContextOverflow, PolicyFault, View
from kopa_env.credentials import model_key, pattern_of
from kopa_env.episode import Message
from kopa_env.episode.textual import as_text, tool_prompt
from kopa_env.errors import MissingExtra

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletion

_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|maximum context|max_model_len|prompt is too long"
    r"|too many (?:input )?tokens|exceeds? the (?:model|available context)|input is too long",
    re.IGNORECASE,
)
_PERMANENT = frozenset({400, 401, 403, 404, 405, 413, 422})
_SPOKEN = ("role", "content", "tool_calls", "tool_call_id", "name")


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model is sampled; what is ``None`` is left to the server.

    Attributes:
        seed: mixed with question, run's seed, sample and turn, so that no two draws are alike.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """Where the model is.

    Attributes:
        model: its name on the server.
        base_url: of the server, ``http://host:8000/v1``.
        dialect: read calls from raw text in this dialect instead of native tool calls.
        timeout: seconds one request may take.
        retries: times the client sends a request again on 429, 5xx or a cut connection.
        headers: further headers to send.
    """

    model: str
    base_url: str
    dialect: str | None = None
    timeout: float = 600.0
    retries: int = 4
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


class Served:
    """A model behind an OpenAI-compatible server.

    Args:
        server: where it is.
        sampling: how it is sampled.
        key: the operator's key; by default from ``OPENAI_API_KEY``.

    Raises:
        MissingExtra: if the official client is not installed.
        CredentialError: if the key cannot stand in a header.
    """

    def __init__(self, server: Server, sampling: Sampling, key: str | None = None) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtra("bench", "a model behind a server") from None
        secret = model_key(key)
        self._secret = pattern_of(secret)
        self.server = server
        self.sampling = sampling
        self.name = server.model
        self._openai = openai
        self._client: AsyncOpenAI = openai.AsyncOpenAI(
            base_url=server.base_url,
            api_key=secret,
            timeout=server.timeout,
            max_retries=server.retries,
            default_headers=dict(server.headers),
        )

    def options(self) -> dict[str, Any]:
        """Return what shapes this policy's moves; no key, no credential of the URL."""
        sampling = {n: getattr(self.sampling, n) for n in Sampling.__slots__}
        return {
            "name": "openai",
            "model": self.server.model,
            "base_url": without_credentials(self.server.base_url),
            "dialect": self.server.dialect or "native",
            "sampling": sampling,
            "template": tool_prompt((), self.server.dialect) if self.server.dialect else "server",
        }

    async def act(self, view: View) -> Action:
        """Ask the server for the next message.

        Raises:
            PolicyFault: if it does not answer, or not in the form of a chat completion.
            ContextOverflow: if the conversation no longer fits.
        """
        action = _action(await self._ask(view), as_raw=bool(self.server.dialect))
        return replace(action, message=without(action.message, self._secret))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _ask(self, view: View) -> ChatCompletion:
        openai = self._openai
        try:
            completion: ChatCompletion = await self._client.chat.completions.create(
                **self._request(view)
            )
            return completion
        except openai.APIStatusError as error:
            text = self._told(error)
            if error.status_code in (400, 413, 422) and _TOO_LONG.search(text):
                raise ContextOverflow(text) from None
            passing = error.status_code not in _PERMANENT
            raise PolicyFault(
                f"the model server answered {error.status_code}: {text}", passing=passing
            ) from None
        except openai.APITimeoutError:
            raise PolicyFault("the model server did not answer in time") from None
        except openai.APIError as error:
            raise PolicyFault(f"the model server cannot be used: {self._told(error)}") from None
        except ValueError as error:
            raise PolicyFault(f"the model server sent no JSON: {self._told(error)}") from None

    def _told(self, error: Exception) -> str:
        """Return an error in one line, the operator's key taken out of it."""
        text: str = without(" ".join(str(error).split()), self._secret)
        return without_credentials_in(text)[:300]

    def _request(self, view: View) -> dict[str, Any]:
        request: dict[str, Any] = {"model": self.server.model}
        if self.server.dialect:
            request["messages"] = as_text(view.messages, view.tools, self.server.dialect)
        else:
            request["messages"] = [_spoken(message) for message in view.messages]
            if view.tools:
                request["tools"] = list(view.tools)
        for name in ("temperature", "top_p", "max_tokens"):
            if (value := getattr(self.sampling, name)) is not None:
                request[name] = value
        if self.sampling.seed is not None:
            request["seed"] = seed_of(self.sampling.seed, view)
        return request


def without(value: Any, secret: re.Pattern[str] | None) -> Any:
    """Return a JSON value with a secret taken out of every text in it."""
    if secret is None:
        return value
    if isinstance(value, str):
        return secret.sub("***", value)
    if isinstance(value, Mapping):
        return {key: without(item, secret) for key, item in value.items()}
    return [without(item, secret) for item in value] if isinstance(value, list) else value


def without_credentials(url: str) -> str:
    """Return a URL without user, password, query and fragment."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def without_credentials_in(text: str) -> str:
    """Return a text whose URLs hold no user and password."""
    return re.sub(r"(?<=://)[^/\s@]+@", "", text)


def seed_of(base: int, view: View) -> int:
    """Return the seed of one turn: another for each question, seed, sample and turn of a run.

    Tasks that shared their draws would all go the same way at their first token, and a run's seeds
    would differ by that.
    """
    question = next((m["content"] for m in view.messages if m["role"] == "user"), "")
    text = f"{base}:{view.seed}:{view.sample}:{view.turn}:{question}"
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") >> 1


def _spoken(message: Message) -> Message:
    """Return a message as a server takes it: thinking of earlier turns is not sent back."""
    return {key: message[key] for key in _SPOKEN if key in message}


def _action(completion: object, *, as_raw: bool) -> Action:
    choices: Sequence[Any] = getattr(completion, "choices", None) or ()
    if not choices or getattr(choices[0], "message", None) is None:
        raise PolicyFault("the model server sent no chat completion")
    choice = choices[0]
    message = choice.message.model_dump(exclude_none=True)
    usage = getattr(completion, "usage", None)
    truncated = choice.finish_reason == "length"
    spoken: Message | str = str(message.get("content") or "") if as_raw else message
    return Action(spoken, _usage(usage), truncated)


def _usage(usage: object) -> dict[str, int]:
    names = ("prompt_tokens", "completion_tokens", "total_tokens")
    counts = {name: getattr(usage, name, None) for name in names}
    return {name: count for name, count in counts.items() if isinstance(count, int)}
