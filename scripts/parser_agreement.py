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
    """Pass requests on to a server, and keep each reply's text and the server's reading of it.

    A server that cannot be reached, or does not tell the text, is a 502 with the reason.
    """
    client = httpx.Client(base_url=server, timeout=1200)
    writing = threading.Lock()

    class Between(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            try:
                status, sent = self.passed_on(body)
            except httpx.HTTPError as error:
                status, sent = 502, _fault(f"cannot reach {server}: {error}")
            except KeyError as missing:
                needed = "the server runs with -lv 10 and the evaluation with --sampling-seed 0"
                status, sent = 502, _fault(f"no {missing}: see that {needed}")
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def passed_on(self, body: bytes) -> tuple[int, bytes]:
            headers = {"content-type": "application/json"}
            reply = client.post(self.path, content=body, headers=headers)
            if reply.status_code != 200:
                return reply.status_code, reply.content
            told = reply.json()
            (choice,) = told["choices"]
            row = {
                "seed": json.loads(body)["seed"],
                "text": told.pop("__verbose")["content"],
                "message": choice["message"],
                "finish_reason": choice["finish_reason"],
            }
            with writing, path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            return 200, json.dumps(told).encode()

    ThreadingHTTPServer(("127.0.0.1", port), Between).serve_forever()


def _fault(reason: str) -> bytes:
    return json.dumps({"error": {"message": reason}}, ensure_ascii=False).encode()


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
        counts.update(_told(pair[1]["calls"] if pair[1] else []))
    print(json.dumps(counts, indent=2))


def _told(calls: list[dict[str, Any]]) -> Counter[str]:
    """Return what the calls of one rollout add to the counts."""
    kinds = Counter("workspace" if call["kind"] == "workspace" else "endpoints" for call in calls)
    distinct = {(call["name"], json.dumps(call["args"], sort_keys=True)) for call in calls}
    return Counter(
        {
            "rollouts with a call": int(bool(calls)),
            "rollouts that repeat a call": int(len(distinct) < len(calls)),
            **{f"calls to {kind}": n for kind, n in kinds.items()},
        }
    )


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
    match sys.argv[1:]:
        case ["keep", server, port, replies]:
            keep(server, int(port), Path(replies))
        case ["compare", replies, dialect, served, again]:
            compare(Path(replies), dialect, Path(served), Path(again))
        case _:
            sys.exit("usage: keep SERVER PORT REPLIES | compare REPLIES DIALECT SERVED OWN")
