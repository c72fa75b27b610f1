"""vLLM on a CPU serves the fixture model: calls come back parsed, and a run is played with them.

vLLM is in an environment of its own; ``KOPA_VLLM_PYTHON`` names its interpreter.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from small_model import FIXTURE, free_port

PYTHON = os.environ.get("KOPA_VLLM_PYTHON", "")
ENVIRONMENT = {
    **os.environ,
    "HF_HUB_OFFLINE": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_CPU_OMP_THREADS_BIND": "nobind",
    "VLLM_NO_USAGE_STATS": "1",
}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PYTHON, reason="KOPA_VLLM_PYTHON names no Python with vLLM"),
]


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    port = free_port()
    command = [
        *(PYTHON, "-m", "vllm.entrypoints.openai.api_server"),
        *("--model", str(FIXTURE), "--served-model-name", "tiny"),
        *("--host", "127.0.0.1", "--port", str(port)),
        *("--enable-auto-tool-choice", "--tool-call-parser", "hermes"),
        *("--max-model-len", "2048", "--max-num-seqs", "16"),
        *("--dtype", "bfloat16", "--enforce-eager"),
    ]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        rest = threading.Thread(target=lambda: list(server.stdout or ()), daemon=True)
        try:
            _wait(server)
            rest.start()  # read on, or it would wait for us
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()
            if rest.is_alive():
                rest.join(60)


def _wait(server: subprocess.Popen[str]) -> None:
    """Read what the server prints until it serves."""
    assert server.stdout is not None
    said: list[str] = []
    for line in server.stdout:
        said.append(line)
        if "Application startup complete" in line:
            return
    pytest.fail("".join(said[-40:]))


def run(python: str, output: Path, *options: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Play the first held-out tasks; return the run's figures and its traces."""
    command = [
        *(python, "-c", "from kopa_env.cli import main; main()", "bench", "run"),
        *("--suite", "drill", "--split", "dev", "--limit", "30", "--no-local-tools"),
        *("--no-html", "--json", "--temperature", "0", "--max-tokens", "120"),
        *("-o", str(output), *options),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr[-2000:]
    lines = (output / "traces.jsonl").read_bytes().splitlines()
    return orjson.loads(done.stdout), [orjson.loads(line) for line in lines]


@pytest.fixture(scope="module")
def native(
    base_url: str, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The run whose calls the server has read."""
    output = tmp_path_factory.mktemp("vllm") / "native"
    return run(sys.executable, output, "-m", "tiny", "--base-url", base_url)


def test_calls_come_back_parsed_and_a_run_is_played(
    native: tuple[dict[str, Any], list[dict[str, Any]]],
) -> None:
    figures, traces = native
    assert figures["infra_errors"] == 0
    assert figures["pass@1"] > 0
    called = [any(message.get("tool_calls") for message in trace["messages"]) for trace in traces]
    assert sum(called) >= len(called) / 2


def test_in_process_the_same_is_read_from_raw_text(
    native: tuple[dict[str, Any], list[dict[str, Any]]], tmp_path: Path
) -> None:
    """The server's own parser and ours agree on every call and every verdict."""
    engine = ("max_model_len=2048", "max_num_seqs=16", "dtype=bfloat16", "enforce_eager=true")
    settings = [word for value in engine for word in ("--engine", value)]
    figures, traces = run(
        PYTHON, tmp_path / "raw", "--policy", "vllm", "-m", str(FIXTURE), *settings
    )
    assert figures["infra_errors"] == 0

    def read(rows: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            row["task_id"]: (
                [(call["name"], call["args"]) for call in row["calls"]],
                row["final_text"],
                row["grade"]["reward"],
            )
            for row in rows
        }

    assert read(traces) == read(native[1])
    assert any(row["raw"] for row in traces)
    about = orjson.loads((tmp_path / "raw" / "run.json").read_bytes())["policy"]
    assert about["engine"]["max_model_len"] == 2048


def test_an_argument_the_engine_does_not_have_is_one_line(tmp_path: Path) -> None:
    words = ("--policy", "vllm", "-m", str(FIXTURE), "--engine", "max_model_lenght=1")
    command = (PYTHON, "-c", "from kopa_env.cli import main; main()", "bench", "run", *words)
    done = subprocess.run(
        [*command, "-o", str(tmp_path / "run")],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
    )
    assert done.returncode == 2
    assert "max_model_len" in done.stderr.splitlines()[-1]
    assert not (tmp_path / "run").exists()
