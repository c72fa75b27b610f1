"""Language models for the roles that may have one: scorer, writer, judge, solver.

A model answers a prompt with text. Three stand behind one protocol: a server that speaks the
OpenAI protocol, recorded answers, and a server whose answers are recorded. The rules that serve
each role offline need none of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

import orjson

from kopa_env.cache import replacing
from kopa_env.credentials import model_key, pattern_of
from kopa_env.errors import KopaError, MissingExtra, UsageError

if TYPE_CHECKING:
    from openai import OpenAI


class ModelFault(KopaError):
    """A model gave no answer: its server failed, or nothing was recorded for this prompt."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked."""

    user: str
    system: str = ""

    @property
    def key(self) -> str:
        """Hash of the prompt; recorded answers are found by it."""
        body = orjson.dumps([self.system, self.user])
        return blake2b(body, digest_size=16).hexdigest()


class Model(Protocol):
    """Answers prompts."""

    @property
    def name(self) -> str:
        """What graphs, labels and recorded answers call it."""

    def answer(self, prompt: Prompt) -> str:
        """Return the model's text.

        Raises:
            ModelFault: if there is none.
        """


@dataclass(frozen=True, slots=True)
class Serving:
    """Where a served model is and how it is sampled.

    Attributes:
        base_url: of the server, ``http://host:8000/v1``.
        seed: sent along, for servers that honour it.
        timeout: seconds one request may take.
        retries: times the client sends a request again on 429, 5xx or a cut connection.
        extra_body: further fields of the request (``chat_template_kwargs`` …).
    """

    model: str
    base_url: str
    temperature: float = 0.0
    max_tokens: int | None = None
    seed: int | None = 0
    timeout: float = 600.0
    retries: int = 4
    extra_body: dict[str, Any] = field(default_factory=dict)


class ServedModel:
    """A model behind an OpenAI-compatible server, through the official client.

    Args:
        serving: where it is.
        key: the operator's key; by default from ``OPENAI_API_KEY``. It is in no message, record,
            name or log.

    Raises:
        MissingExtra: if the official client is not installed.
        CredentialError: if the key cannot stand in a header.
    """

    def __init__(self, serving: Serving, key: str | None = None) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtra("bench", "a model behind a server") from None
        secret = model_key(key)
        self.name = serving.model
        self._secret = pattern_of(secret)
        self._serving = serving
        self._host = urlsplit(serving.base_url).netloc.rpartition("@")[2]
        self._openai = openai
        self._client: OpenAI = openai.OpenAI(
            base_url=serving.base_url,
            api_key=secret,
            timeout=serving.timeout,
            max_retries=serving.retries,
        )

    def answer(self, prompt: Prompt) -> str:
        """Ask the server.

        Raises:
            ModelFault: if it does not answer, or not in the form of a chat completion. The
                server's own words are not repeated: they may hold the key.
        """
        openai = self._openai
        try:
            completion = self._client.chat.completions.create(**self._request(prompt))
        except openai.APIStatusError as error:
            raise ModelFault(f"the model server answered {error.status_code}") from None
        except openai.APITimeoutError:
            raise ModelFault("the model server did not answer in time") from None
        except openai.APIConnectionError:
            raise ModelFault(f"no model server can be reached at {self._host}") from None
        except openai.APIError:
            raise ModelFault("the model server cannot be used") from None
        except ValueError:
            raise ModelFault("the model server sent no JSON") from None
        choices = getattr(completion, "choices", None)
        if not choices or getattr(choices[0], "message", None) is None:
            raise ModelFault("the model server sent no chat completion")
        text: str = choices[0].message.content or ""
        return self._secret.sub("***", text) if self._secret else text

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _request(self, prompt: Prompt) -> dict[str, Any]:
        serving = self._serving
        system = [{"role": "system", "content": prompt.system}] if prompt.system else []
        request: dict[str, Any] = {
            "model": serving.model,
            "messages": [*system, {"role": "user", "content": prompt.user}],
            "temperature": serving.temperature,
        }
        if serving.max_tokens is not None:
            request["max_tokens"] = serving.max_tokens
        if serving.seed is not None:
            request["seed"] = serving.seed
        if serving.extra_body:
            request["extra_body"] = serving.extra_body
        return request


class RecordedModel:
    """Answers kept in a file, one JSON object a line, found by the hash of the prompt.

    With a model behind it, what the file lacks is asked and appended; without one it is a fault.
    A row holds ``key``, ``model``, ``answer`` and ``hash``, the hash of the answer.

    Args:
        path: the file; it need not exist if there is a model.
        model: asked for what the file lacks.

    Raises:
        UsageError: if the file is damaged, or missing without a model.
    """

    def __init__(self, path: Path, model: Model | None = None) -> None:
        self._path = path
        self._model = model
        self._lock = Lock()
        self._answers = self._read()
        self.name = model.name if model else f"recorded:{path.name}"

    def answer(self, prompt: Prompt) -> str:
        """Return the recorded answer, or ask and record.

        Raises:
            ModelFault: if nothing is recorded and there is no model to ask, or it fails.
        """
        key = prompt.key
        if (known := self._answers.get(key)) is not None:
            return known
        if self._model is None:
            raise ModelFault(f"{self._path.name} holds no answer to prompt {key}")
        text = self._model.answer(prompt)
        row = {"key": key, "model": self._model.name, "answer": text, "hash": _hash(text)}
        with self._lock:
            self._answers[key] = text
            with self._path.open("ab") as file:
                file.write(orjson.dumps(row, option=orjson.OPT_SORT_KEYS) + b"\n")
        return text

    def _read(self) -> dict[str, str]:
        """Read the file; a last line cut off by a kill is removed."""
        try:
            body = self._path.read_bytes()
        except FileNotFoundError:
            if self._model is None:
                raise UsageError(f"no recorded answers at {self._path}") from None
            self._path.parent.mkdir(parents=True, exist_ok=True)
            return {}
        whole, cut = body[: body.rfind(b"\n") + 1], body[body.rfind(b"\n") + 1 :]
        if cut and self._model is not None:
            with replacing(self._path) as temporary:
                temporary.write_bytes(whole)
        return dict(self._rows(whole))

    def _rows(self, body: bytes) -> list[tuple[str, str]]:
        rows = []
        for number, line in enumerate(body.splitlines(), start=1):
            try:
                row = orjson.loads(line)
                key, text, kept, by = row["key"], row["answer"], row["hash"], row["model"]
            except (orjson.JSONDecodeError, KeyError, TypeError):
                raise UsageError(f"{self._path}:{number} is no recorded answer") from None
            if kept != _hash(text):
                raise UsageError(f"{self._path}:{number} was changed after it was recorded")
            if self._model is None or by == self._model.name:
                rows.append((key, text))
        return rows


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
