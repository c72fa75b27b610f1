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

import orjson
import pytest
from small_model import FIXTURE, free_port

PYTHON = os.environ.get("KOPA_VLLM_PYTHON", "")
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
    environment = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "VLLM_CPU_KVCACHE_SPACE": "1",
        "VLLM_CPU_OMP_THREADS_BIND": "nobind",
        "VLLM_NO_USAGE_STATS": "1",
    }
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
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


def run(base_url: str, output: Path, *options: str) -> tuple[dict[str, object], list[dict]]:
    """Play the first held-out tasks; return the run's figures and its traces."""
    command = [
        *(str(Path(sys.executable).parent / "kopa"), "bench", "run", "--suite", "drill"),
        *("--split", "dev", "--limit", "30", "--no-local-tools", "--no-html", "--json"),
        *("-m", "tiny", "--base-url", base_url, "--temperature", "0", "--max-tokens", "120"),
        *("-o", str(output), *options),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    lines = (output / "traces.jsonl").read_bytes().splitlines()
    return orjson.loads(done.stdout), [orjson.loads(line) for line in lines]


def test_calls_come_back_parsed_and_a_run_is_played(base_url: str, tmp_path: Path) -> None:
    figures, traces = run(base_url, tmp_path / "native")
    assert figures["infra_errors"] == 0
    assert figures["pass@1"] > 0  # type: ignore[operator]
    called = [any(message.get("tool_calls") for message in trace["messages"]) for trace in traces]
    assert sum(called) >= len(called) / 2
