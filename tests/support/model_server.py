"""A scripted OpenAI-compatible server on loopback that also misbehaves when told to."""

from __future__ import annotations

import json
import threading
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


@dataclass
class ModelServer:
    """What was asked, and where to ask."""

    base_url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


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
def model_server(reply: Reply) -> Iterator[ModelServer]:
    """Serve until the block ends."""
    held = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            held.asked.append(body)
            held.keys.append(self.headers.get("Authorization", ""))
            answer = reply(body)
            if isinstance(answer, str):
                self._misbehave(answer)
            else:
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

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
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
