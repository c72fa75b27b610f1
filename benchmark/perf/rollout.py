"""Share of a rollout's time that the environment takes, beside a model that generates its tokens.

    python benchmark/perf/rollout.py [-m models/smollm2] [--suite mini] [--source replay] [--json]

Needs ``kopa-env[trl]``; without it, nothing is measured. The model is one of SmolLM2-135M's shape
with random weights, which are as fast as any, or a folder's. It generates as many tokens as a
golden turn holds, over the whole context and without a batch, as in one rollout of training; then
the golden turn is played in its place, so that every call is made. Wall time of one thread;
``ratio`` is the model's time over the environment's, ``n`` the tokens generated.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kopa_env.envs.session import Settings
from kopa_env.suites import load_suite
from kopa_rl.golden import Conversation, conversations
from kopa_rl.rollout import Stage
from kopa_rl.template import Codec, template

TOKENIZER = Path(__file__).parents[2] / "tests" / "fixtures" / "tiny"
SHAPE = {
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_hidden_layers": 30,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "vocab_size": 49_152,
    "max_position_embeddings": 8192,
    "tie_word_embeddings": True,
}
"""Of SmolLM2-135M."""


def opened(folder: str) -> tuple[Any, Any]:
    """Return a model and a tokenizer: a folder's, or the shape alone."""
    from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM

    tokenizer = AutoTokenizer.from_pretrained(folder or TOKENIZER)
    if folder:
        return AutoModelForCausalLM.from_pretrained(folder, dtype="auto").eval(), tokenizer
    import torch

    torch.manual_seed(0)
    return LlamaForCausalLM(LlamaConfig(**SHAPE)).to(torch.bfloat16).eval(), tokenizer


def played(model: Any, codec: Codec, stage: Stage, one: Conversation) -> tuple[float, float, int]:
    """Return seconds of the model, seconds of the environment, tokens generated."""
    import torch

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
    parser.add_argument("-m", "--model", default="", help="folder of a model")
    parser.add_argument("--suite", default="mini")
    parser.add_argument("--source", default="replay", choices=("replay", "replica"))
    parser.add_argument("--tasks", type=int, default=6)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args(arguments_given)
    if find_spec("torch") is None or find_spec("transformers") is None:
        sys.stderr.write("rollout: nothing is measured without kopa-env[trl]\n")
        return tell([], options.json)
    import torch

    torch.set_num_threads(1)
    model, tokenizer = opened(options.model)
    codec = Codec(tokenizer, template("compact"))
    settings = Settings(source=options.source, observation_limit=700)
    stage = Stage(load_suite(options.suite), settings=settings)
    positions = model.config.max_position_embeddings
    tried = [one for one in conversations(stage) if _fits(one, codec, positions)][: options.tasks]
    played(model, codec, stage, tried[0])  # sources are opened once in a process, not per rollout
    found = [played(model, codec, stage, one) for one in tried]
    theirs, ours = sum(row[0] for row in found), sum(row[1] for row in found)
    row = {
        "name": f"environment in {len(found)} rollouts of {options.suite}, {options.source}",
        "ours": round(100 * ours / (ours + theirs), 3),
        "peer_name": f"model of {model.num_parameters() / 1e6:.0f} M parameters",
        "peer": round(theirs, 1),
        "peer_version": "",
        "unit": "% of wall time",
        "ratio": round(theirs / ours, 1),
        "n": sum(row[2] for row in found),
        "seconds": [round(theirs, 1), round(ours, 3)],
    }
    return tell([row], options.json)


def tell(rows: list[dict[str, Any]], as_json: bool) -> int:
    if as_json:
        print(json.dumps({"rows": rows}))
    for row in () if as_json else rows:
        print("\n".join(f"{key:12} {value}" for key, value in row.items()))
    return 0


def _fits(one: Conversation, codec: Codec, positions: int) -> bool:
    return len(codec.prompt(one.messages, one.tools)) < positions - 200


if __name__ == "__main__":
    sys.exit(main())
