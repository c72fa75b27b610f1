#!/usr/bin/env bash
# Make tests/fixtures/tiny anew: a model of 0.9 million parameters that calls tools. Ten minutes on
# one core. Usage, in a virtual environment with kopa-env[trl]: scripts/tiny_fixture.sh
set -euo pipefail
target="$(dirname "$0")/../tests/fixtures/tiny"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMP_NUM_THREADS=1

kopa train tiny -o "$work/tiny"
kopa train sft -m "$work/tiny" -o "$work/sft" --suite drill --no-local-tools --template compact \
  --steps 100 --batch 8 --lr 4e-3 --length 2048
mkdir -p "$target"
cp "$work"/sft/final/* "$target/"
du -sh "$target"
