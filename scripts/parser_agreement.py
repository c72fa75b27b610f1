"""Does our parser read what a server's own parser reads, on the same texts of the same model?

llama.cpp's server tells the text beside its own reading of it when it logs everything (``-lv 10``).
``keep`` stands between an evaluation and that server and keeps both; ``own`` is a policy that says
the kept texts again, so that the same episodes are played with our reading of them; ``compare``
holds the two readings of every reply, and all that was logged and graded in the two runs, against
each other.

    python scripts/parser_agreement.py keep http://127.0.0.1:8080 8081 replies.jsonl
    kopa bench run -m MODEL --base-url http://127.0.0.1:8081/v1 --sampling-seed 0 -o runs/served …
    KOPA_REPLIES=replies.jsonl PYTHONPATH=scripts \\
        kopa bench run --policy parser_agreement:own --dialect json -o runs/own …
    python scripts/parser_agreement.py compare replies.jsonl json runs/served runs/own

The run needs ``--sampling-seed 0``: by the seed of a request its text is found again.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx

from kopa_bench.policies.served import seed_of
from kopa_bench.policy import Action, PolicyFault, View
from kopa_bench.runner import finished
from kopa_env.parsing import Parsed, parse, parse_message

SAMPLING_SEED = 0


def keep(server: str, port: int, path: Path) -> None:
    """Pass requests on to a server, and keep each reply's text and the server's reading of it."""
    client = httpx.Client(base_url=server, timeout=1200)
    writing = threading.Lock()

    class Between(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            reply = client.post(
                self.path, content=body, headers={"content-type": "application/json"}
            )
            sent = reply.content
            if reply.status_code == 200:
                told = reply.json()
                text = told.pop("__verbose")["content"]
                (choice,) = told["choices"]
                row = {
                    "seed": json.loads(body)["seed"],
                    "text": text,
                    "message": choice["message"],
                    "finish_reason": choice["finish_reason"],
                }
                with writing, path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
                sent = json.dumps(told).encode()
            self.send_response(reply.status_code)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

    ThreadingHTTPServer(("127.0.0.1", port), Between).serve_forever()


def own(view: View) -> Action:
    """Say the text that was kept for this turn."""
    row = _by_seed(os.environ["KOPA_REPLIES"]).get(seed_of(SAMPLING_SEED, view))
    if row is None:
        raise PolicyFault("no reply was kept for this turn", passing=False)
    return Action(row["text"], truncated=row["finish_reason"] == "length")


def compare(path: Path, dialect: str, served: Path, again: Path) -> None:
    """Print how many replies and rollouts are alike, and every one that is not."""
    counts: Counter[str] = Counter()
    for row in _rows(path):
        cut = row["finish_reason"] == "length"
        theirs = parse_message(row["message"], dialect, truncated=cut)
        ours = parse(row["text"], dialect, truncated=cut)
        counts["replies"] += 1
        counts["calls, by the server"] += len(theirs.calls)
        counts["calls, by ours"] += len(ours.calls)
        if _read(theirs) == _read(ours):
            counts["read alike"] += 1
        else:
            print(json.dumps(row, ensure_ascii=False), _read(theirs), _read(ours), sep="\n  ")
    theirs_by_key, ours_by_key = _verdicts(served), _verdicts(again)
    for key in sorted(theirs_by_key.keys() | ours_by_key.keys()):
        pair = theirs_by_key.get(key), ours_by_key.get(key)
        counts["rollouts"] += 1
        if pair[0] == pair[1]:
            counts["rollouts with the same calls, end and grade"] += 1
        else:
            print(*key, *pair, sep="\n  ")
    print(json.dumps(counts, indent=2))


def _verdicts(run: Path) -> dict[tuple[str, int, int], dict[str, Any]]:
    """Return task, seed and sample → what came of the rollout, of every one that counts."""
    rows = finished(_rows(run / "traces.jsonl"))
    told = ("stop_reason", "final_text", "calls", "state", "grade")
    return {
        (key.task_id, key.seed, key.sample): {name: row[name] for name in told}
        for key, row in rows.items()
    }


def _read(parsed: Parsed) -> tuple[str, list[tuple[str, Any]], str]:
    said = parsed.content if parsed.verdict == "answer" else ""
    return parsed.verdict, [(call.name, dict(call.args)) for call in parsed.calls], said


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@cache
def _by_seed(path: str) -> dict[int, dict[str, Any]]:
    return {row["seed"]: row for row in _rows(Path(path))}


if __name__ == "__main__":
    if sys.argv[1] == "keep":
        keep(sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
    else:
        compare(Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]), Path(sys.argv[5]))
