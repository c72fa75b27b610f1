#!/usr/bin/env bash
# GRPO with verl's own main_ppo on a CPU, by the stand-ins of tests/support/verl_on_cpu.py for what
# verl expects of a GPU. For trying and for tests: a GPU needs none of it.
# Usage, in a virtual environment with kopa-env[verl,parquet]:
#   scripts/verl_on_cpu.sh MODEL OUTPUT [options of kopa train grpo …]
set -euo pipefail
model=$1 output=$2
shift 2
export HF_HUB_OFFLINE=1 OMP_NUM_THREADS=1 RAY_memory_monitor_refresh_ms=0
export VERL_ENGINE_DEVICE=cuda VERL_PLATFORM=cpu VERL_USE_EXTERNAL_MODULES=verl_on_cpu
PYTHONPATH="$(cd "$(dirname "$0")/../tests/support" && pwd)"
export PYTHONPATH
mapfile -t settings < <(
  python -c 'import verl_on_cpu; print("\n".join(verl_on_cpu.overrides()))' | grep =
)
kopa train grpo --backend verl -m "$model" -o "$output" "$@" \
  --set trainer.device=cpu --set trainer.val_before_train=False --set trainer.test_freq=-1 \
  --set data.max_prompt_length=1024 "${settings[@]/#/--set=}"
