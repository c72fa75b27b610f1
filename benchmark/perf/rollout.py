"""Share of a rollout's time that the environment takes, beside a model that generates its tokens.

    python benchmark/perf/rollout.py -m models/smollm2 [--suite mini] [--source replay] [--json]

Needs ``kopa-env[trl]`` and a model folder (``scripts/smollm2.py`` makes one). The model generates
as many tokens as a golden turn holds, over the whole context and without a batch, as in one
rollout of training; then the golden turn is played in its place, so that every call is made. Wall
time of one thread; ``ratio`` is the model's time over the environment's.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from kopa_env.envs.session import Settings
from kopa_env.suites import load_suite
from kopa_rl.golden import Conversation, conversations
from kopa_rl.rollout import Stage
from kopa_rl.template import Codec, template


def played(model: Any, codec: Codec, stage: Stage, one: Conversation) -> tuple[float, float, int]:
    """Return seconds of the model, seconds of the environment, tokens generated."""
    start = time.perf_counter()
    rollout = stage.rollout(one.task.id, codec, limit=100_000)
    ours, theirs, tokens = time.perf_counter() - start, 0.0, 0
    for i, message in enumerate(one.messages):
        if message["role"] != "assistant":
            continue
        said = codec.turn(one.messages[:i], message, one.tools)
        context = torch.tensor([rollout.context])
        start = time.perf_counter()
        with torch.inference_mode():
            model.generate(
                context,
                attention_mask=torch.ones_like(context),
                min_new_tokens=len(said),
                max_new_tokens=len(said),
                do_sample=False,
            )
        between = time.perf_counter()
        rollout.take(said)
        ours += time.perf_counter() - between
        theirs += between - start
        tokens += len(said)
    assert rollout.verdict is not None
    assert rollout.verdict.reward == 1.0, one.task.id
    return theirs, ours, tokens


def main(arguments_given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("-m", "--model", required=True, help="folder of a model")
    parser.add_argument("--suite", default="mini")
    parser.add_argument("--source", default="replay", choices=("replay", "replica"))
    parser.add_argument("--tasks", type=int, default=16)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args(arguments_given)
    torch.set_num_threads(1)
    tokenizer = AutoTokenizer.from_pretrained(options.model)
    model = AutoModelForCausalLM.from_pretrained(options.model, dtype="auto").eval()
    codec = Codec(tokenizer, template("compact"))
    settings = Settings(source=options.source, observation_limit=700)
    stage = Stage(load_suite(options.suite), settings=settings)
    positions = model.config.max_position_embeddings
    tried = [one for one in conversations(stage) if _fits(one, codec, positions)][: options.tasks]
    played(model, codec, stage, tried[0])  # sources are opened once in a process, not per rollout
    found = [played(model, codec, stage, one) for one in tried]
    theirs, ours = sum(row[0] for row in found), sum(row[1] for row in found)
    parameters = sum(p.numel() for p in model.parameters())
    row = {
        "benchmark": "rollout",
        "name": f"environment in {len(found)} rollouts of {options.suite}, {options.source}",
        "ours": round(100 * ours / (ours + theirs), 3),
        "peer_name": f"model of {parameters / 1e6:.0f} M parameters",
        "unit": "% of wall time",
        "ratio": round(theirs / ours, 1),
        "n": len(found),
        "tokens": sum(row[2] for row in found),
        "seconds": [round(theirs, 1), round(ours, 3)],
    }
    print(json.dumps(row) if options.json else "\n".join(f"{k:10} {v}" for k, v in row.items()))
    return 0


def _fits(one: Conversation, codec: Codec, positions: int) -> bool:
    return len(codec.prompt(one.messages, one.tools)) < positions - 200


if __name__ == "__main__":
    sys.exit(main())
