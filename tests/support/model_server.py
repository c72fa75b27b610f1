"""A scripted OpenAI-compatible server on loopback that also misbehaves when told to."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[Mapping[str, Any]], Mapping[str, Any] | str]
"""Request body → assistant message, or one of the words below.

``429``, ``500``, ``400`` …: that status; ``cut``: half a reply, then the connection is cut;
``html``: a page instead of JSON; ``empty``: a completion without choices; ``overflow``: the error
of a full context.
"""


PATIENCE = 20.0
"""Seconds that requests are held back for others to come."""


@dataclass
class ModelServer:
    """What was asked, and where to ask.

    Attributes:
        asked: bodies of the requests.
        keys: their ``Authorization``, in the same order.
        open: ``Authorization`` → requests without a reply yet.
        peak: ``Authorization`` → the most that were open at once.
    """

    base_url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    open: Counter[str] = field(default_factory=Counter)
    peak: Counter[str] = field(default_factory=Counter)


class _Hall:
    """Where requests wait: the first replies are given when enough of one key have come."""

    def __init__(self, held: ModelServer, together: int) -> None:
        self._held = held
        self._together = together
        self._until: dict[str, float] = {}
        self._changed = threading.Condition()

    @contextmanager
    def entered(self, body: dict[str, Any], key: str) -> Iterator[None]:
        """Note a request and hold it back; it is open until the block ends.

        That is before its reply leaves: a client that asks at once again has one open, not two.
        """
        held = self._held
        with self._changed:
            held.asked.append(body)
            held.keys.append(key)
            held.open[key] += 1
            held.peak[key] = max(held.peak[key], held.open[key])
            self._changed.notify_all()
            left = self._until.setdefault(key, time.monotonic() + PATIENCE) - time.monotonic()
            self._changed.wait_for(lambda: held.peak[key] >= self._together, max(left, 0))
        try:
            yield
        finally:
            with self._changed:
                held.open[key] -= 1


class _HTTPServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that went away: some are killed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def completion(message: Mapping[str, Any], finish: str) -> dict[str, Any]:
    """Return a chat completion as a server sends it."""
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "finish_reason": finish, "message": dict(message)}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107},
    }


@contextmanager
def model_server(reply: Reply, together: int = 1) -> Iterator[ModelServer]:
    """Serve until the block ends.

    Args:
        reply: what is answered; called from many threads at once.
        together: no reply is given to a key before it has had that many requests open at once,
            or :data:`PATIENCE` is over.
    """
    held = ModelServer()
    hall = _Hall(held, together)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            text = self.rfile.read(length)
            if len(text) < length:  # who asks was killed on the way
                self.close_connection = True
                return
            body = json.loads(text)
            with hall.entered(body, self.headers.get("Authorization", "")):
                answer = reply(body)
            self._answer(answer)

        def _answer(self, answer: Mapping[str, Any] | str) -> None:
            if isinstance(answer, str):
                self._misbehave(answer)
                return
            message = dict(answer)
            finish = str(message.pop("finish", "stop"))
            self._send(200, json.dumps(completion(message, finish)).encode())

        def _misbehave(self, how: str) -> None:
            if how == "cut":
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", "1000")
                self.end_headers()
                self.wfile.write(b'{"id": "c", "choi')
                self.close_connection = True
            elif how == "html":
                self._send(200, b"<html>maintenance</html>", "text/html")
            elif how == "empty":
                self._send(200, b'{"id": "c", "object": "chat.completion", "choices": []}')
            elif how == "overflow":
                text = "This model's maximum context length is 4096 tokens."
                body = {"error": {"message": text, "code": "context_length_exceeded"}}
                self._send(400, json.dumps(body).encode())
            else:
                told = f"refused {self.headers.get('Authorization', '')}"
                self._send(int(how), json.dumps({"error": {"message": told}}).encode())

        def _send(self, status: int, body: bytes, kind: str = "application/json") -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("retry-after-ms", "1")
            self.send_header("X-Echo", self.headers.get("Authorization", ""))
            self.end_headers()
            self.wfile.write(body)

    server = _HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    held.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield held
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def tool_calls(*wanted: tuple[str, Any]) -> dict[str, Any]:
    """Return a message with calls; arguments that are text are sent as they are."""
    return {
        "role": "assistant",
        "content": None,
        "finish": "tool_calls",
        "tool_calls": [
            {
                "id": f"s{i}",
                "type": "function",
                "function": {
                    "name": name,
                    "arguments": args if isinstance(args, str) else json.dumps(args),
                },
            }
            for i, (name, args) in enumerate(wanted)
        ],
    }


def said(text: str, finish: str = "stop") -> dict[str, Any]:
    """Return a message that calls nothing."""
    return {"role": "assistant", "content": text, "finish": finish}


def turns_of(body: Mapping[str, Any]) -> int:
    """Return how many assistant messages a request holds."""
    messages: Sequence[Mapping[str, Any]] = body["messages"]
    return sum(message["role"] == "assistant" for message in messages)
