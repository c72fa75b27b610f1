"""64 rollouts at once against a server that misbehaves, killed three times: nothing tells after.

The command, the signal and the server are real. The model behind the server answers from the
conversation alone, so that a rollout begun again is told the same; it errs now and then, with calls
that are no JSON and with wrong answers. One run is left in peace. The other meets refusals, errors,
cut connections and slow replies, and is killed three times before it may end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import product
from pathlib import Path
from shutil import copytree
from threading import Lock
from typing import Any

import pytest
from model_server import ModelServer, model_server, said, turns_of
from serving import KOPA

from kopa_bench.folder import RUN, TRACES, RunFolder
from kopa_bench.rollout import Key
from kopa_bench.runner import finished, key_of
from kopa_env.credentials import MODEL_KEY
from kopa_env.episode.record import Message
from kopa_env.episode.trajectory import Row, trajectory_hash
from kopa_env.suites import load_suite
from kopa_rl.golden import conversations
from kopa_rl.rollout import Stage

pytestmark = pytest.mark.slow

CONCURRENCY = 64
SEEDS, SAMPLES = 2, 4
KILLED_AFTER = (8, 12, 16)
"""Rows that a session writes before it is killed; 64 rollouts are left even for the last one."""
TORN_AFTER = 1
"""The kill after which half a row lies at the end, as one in the middle of a write leaves it."""
PATIENCE = 120.0
TIMES = ("cpu_s", "wall_s")


class Model:
    """Knows every golden conversation, and slips where the seed of a request says so.

    Attributes:
        troubled: whether the server in front of it misbehaves.
        met: kind of misbehaviour → how often it was served.
    """

    def __init__(self) -> None:
        told = conversations(Stage(load_suite("mini")))
        self._turns = {one.messages[1]["content"]: _turns(one.messages) for one in told}
        self._asked: Counter[int] = Counter()
        self._lock = Lock()
        self.troubled = False
        self.met: Counter[str] = Counter()

    def __call__(self, body: Mapping[str, Any]) -> Mapping[str, Any] | str:
        """Answer one request, or say how the server is to misbehave."""
        trouble = self._trouble(body["seed"]) if self.troubled else ""
        if trouble == "slow":
            time.sleep(0.5)
        elif trouble:
            return trouble
        return self._message(body)

    def _trouble(self, seed: int) -> str:
        """Draw a misbehaviour, another each time that the same is asked."""
        with self._lock:
            self._asked[seed] += 1
            trouble = _TROUBLES[_drawn(seed, self._asked[seed])]
            self.met[trouble] += 1
        return trouble

    def _message(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        messages, seed = body["messages"], body["seed"]
        calls, answer = self._turns[messages[1]["content"]]
        made = sum(bool(message.get("tool_calls")) for message in messages)
        if made == len(calls):
            return said("\\boxed{모름}") if _drawn(seed, "wrong") < 64 else answer
        return _broken(calls[made]) if _drawn(seed, "broken") < 24 else calls[made]


_TROUBLES = [
    *(["429"] * 12 + ["500"] * 12 + ["cut"] * 8 + ["html"] * 4 + ["slow"] * 32),
    *([""] * 188),
]
"""Drawn by a byte. A page of ``html`` ends the rollout, to be begun again; so may five others."""


def _drawn(*what: object) -> int:
    return blake2b(repr(what).encode(), digest_size=1).digest()[0]


def _turns(messages: Sequence[Message]) -> tuple[list[Message], Message]:
    """Return the messages with calls, and the answer."""
    *calls, answer = [message for message in messages if message["role"] == "assistant"]
    return [{**message, "finish": "tool_calls"} for message in calls], answer


def _broken(message: Message) -> Message:
    """Return a message whose first call stops in the middle of its arguments."""
    first, *others = message["tool_calls"]
    arguments = first["function"]["arguments"]
    function = {**first["function"], "arguments": arguments[: len(arguments) // 2]}
    return {**message, "tool_calls": [{**first, "function": function}, *others]}


@dataclass(frozen=True)
class Killed:
    """What there was when a session was killed.

    Attributes:
        key: by which the server knew it.
        before: the keys that had a result before it began.
        after: the keys that had one when it was dead.
        whole: bytes of the rows; what follows them is torn.
        about: ``run.json``.
    """

    key: str
    before: set[Key]
    after: set[Key]
    whole: bytes
    about: Mapping[str, Any]


@dataclass
class Runs:
    """Both runs, and what the server saw of them."""

    server: ModelServer
    model: Model
    calm: Path
    disturbed: Path
    kills: list[Killed] = field(default_factory=list)

    def begun(self, key: str) -> int:
        """Return how many rollouts a session began: a first turn has a seed of its own."""
        asked = zip(self.server.asked, self.server.keys, strict=True)
        return len({body["seed"] for body, by in asked if by == key and not turns_of(body)})


@pytest.fixture(scope="module")
def runs(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    path, model = tmp_path_factory.mktemp("killed"), Model()
    with model_server(model, together=CONCURRENCY) as server:
        made = Runs(server, model, path / "calm", path / "disturbed")
        run_to_the_end(server, made.calm, "calm")
        model.troubled = True
        for number, rows in enumerate(KILLED_AFTER):
            made.kills.append(killed(server, made.disturbed, f"killed {number}", rows))
            if number == TORN_AFTER:
                tear(made.disturbed / TRACES)
        run_to_the_end(server, made.disturbed, "last")
        yield made


def started(server: ModelServer, folder: Path, name: str) -> subprocess.Popen[bytes]:
    """Start the command; a key tells the server which session asks."""
    words = ["bench", "run", "--suite", "mini", "-m", "scripted", "--base-url", server.base_url]
    width = ["-c", CONCURRENCY, "-r", SAMPLES, "--seeds", SEEDS, "--retries", 5]
    options = ["--sampling-seed", 7, "-o", folder, "--no-html", "--resume"]
    kept = {k: v for k, v in os.environ.items() if not k.casefold().endswith("_proxy")}
    with folder.with_suffix(".log").open("ab") as log:
        return subprocess.Popen(
            [KOPA, *words, *map(str, [*width, *options])],
            env={**kept, MODEL_KEY: name},
            stdout=log,
            stderr=log,
        )


def run_to_the_end(server: ModelServer, folder: Path, name: str) -> None:
    process = started(server, folder, name)
    try:
        assert process.wait(PATIENCE) == 0, log_of(folder)
    finally:
        process.kill()
        process.wait()


def killed(server: ModelServer, folder: Path, name: str, rows: int) -> Killed:
    """Run until so many rows more are on disk, then kill."""
    before, lines = results_in(folder), lines_in(folder)
    process = started(server, folder, name)
    until = time.monotonic() + PATIENCE
    try:
        while lines_in(folder) < lines + rows:
            assert process.poll() is None, f"it ended by itself: {log_of(folder)}"
            assert time.monotonic() < until, f"it is stuck: {log_of(folder)}"
            time.sleep(0.01)
    finally:
        process.kill()
        code = process.wait()
    assert code == -signal.SIGKILL, "it had ended before it was killed"
    body = (folder / TRACES).read_bytes()
    whole = body[: body.rfind(b"\n") + 1]
    about = json.loads((folder / RUN).read_bytes())
    return Killed(f"Bearer {name}", before, results_in(folder), whole, about)


def tear(traces: Path) -> None:
    """Leave half a row at the end."""
    last = traces.read_bytes().splitlines(keepends=True)[-1]
    with traces.open("ab") as file:
        file.write(last[: len(last) // 2])


def log_of(folder: Path) -> str:
    return folder.with_suffix(".log").read_text(encoding="utf-8")[-3000:]


def lines_in(folder: Path) -> int:
    traces = folder / TRACES
    return traces.read_bytes().count(b"\n") if traces.exists() else 0


def results_in(folder: Path) -> set[Key]:
    return set(finished(RunFolder(folder).rows()))


def planned() -> list[Key]:
    tasks = load_suite("mini").tasks
    return [Key(*key) for key in product(tasks, range(SEEDS), range(SAMPLES))]


def valid_rows(folder: Path) -> list[Row]:
    return [row for row in RunFolder(folder).rows() if row["valid"]]


def figures_but_time(folder: Path) -> dict[str, Any]:
    figures = json.loads((folder / "results.json").read_bytes())
    return {name: value for name, value in figures.items() if name not in TIMES}


def test_every_kill_met_a_run_with_its_rollouts_open(runs: Runs) -> None:
    for kill, rows in zip(runs.kills, KILLED_AFTER, strict=True):
        ended = len(kill.after - kill.before)
        assert kill.before <= kill.after
        assert len(kill.after) < len(planned())
        assert 0 < ended <= runs.begun(kill.key) - CONCURRENCY // 4, rows
    assert runs.kills[-1].after, "nothing was kept"


def test_as_many_rollouts_as_asked_for_were_in_flight(runs: Runs) -> None:
    sessions = ["Bearer calm", *(kill.key for kill in runs.kills), "Bearer last"]
    assert runs.server.peak == dict.fromkeys(sessions, CONCURRENCY)


def test_the_server_misbehaved_in_every_way(runs: Runs) -> None:
    for how in ("429", "500", "cut", "html", "slow"):
        assert runs.model.met[how] >= 5, how


def test_every_rollout_counts_once(runs: Runs) -> None:
    for folder in (runs.calm, runs.disturbed):
        assert Counter(map(key_of, valid_rows(folder))) == Counter(planned())


def test_what_a_session_had_written_stays_as_it_was(runs: Runs) -> None:
    """A torn row is cut off and nothing else; every line that is left can be read."""
    body = (runs.disturbed / TRACES).read_bytes()
    for kill in runs.kills:
        assert body.startswith(kill.whole)
    assert body.endswith(b"\n")
    assert all(isinstance(json.loads(line), dict) for line in body.splitlines())


def test_the_trajectories_are_those_of_the_undisturbed_run(runs: Runs) -> None:
    calm, disturbed = (
        {key_of(row): trajectory_hash(row) for row in valid_rows(folder)}
        for folder in (runs.calm, runs.disturbed)
    )
    assert disturbed == calm
    assert len(set(calm.values())) > 2 * len(calm) // 3, "too much alike to tell rollouts apart"


def test_the_figures_are_those_of_the_undisturbed_run(runs: Runs) -> None:
    calm, disturbed = (figures_but_time(folder) for folder in (runs.calm, runs.disturbed))
    assert calm.pop("infra_attempts") == 0
    assert disturbed.pop("infra_attempts") > 0
    assert disturbed == calm
    assert calm["episodes"] == len(planned())
    assert 0 < calm["pass^k"] < calm["pass@1"] < calm["pass@k"], "the model never slipped"
    assert calm["usage"]["parse_errors"] > len(planned()) // 4, "no call was malformed"


def test_the_run_says_what_it_is_and_which_sessions_ended(runs: Runs) -> None:
    calm, disturbed = (RunFolder(folder).about() for folder in (runs.calm, runs.disturbed))
    for about in (calm, disturbed):
        (session,) = about.pop("sessions")
        assert session["cpu_s"] > 0
        assert session["wall_s"] > 0
    assert disturbed == calm
    for kill in runs.kills:
        assert kill.about == {**calm, "sessions": []}, "a session that was killed left no time"


def test_gone_on_with_once_more_it_asks_for_nothing(runs: Runs, tmp_path: Path) -> None:
    idle = tmp_path / "idle"
    copytree(runs.disturbed, idle)
    run_to_the_end(runs.server, idle, "idle")
    assert (idle / TRACES).read_bytes() == (runs.disturbed / TRACES).read_bytes()
    assert "Bearer idle" not in runs.server.keys
    assert figures_but_time(idle) == figures_but_time(runs.disturbed)
    first, second = RunFolder(idle).about()["sessions"]
    assert [first] == RunFolder(runs.disturbed).about()["sessions"]
    assert second.keys() == first.keys()
