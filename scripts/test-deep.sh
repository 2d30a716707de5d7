#!/usr/bin/env bash
# What is too long for every run: pages in every look, models, faults, kills; at last the quick tier on Node 24.
set -euo pipefail

bash scripts/ensure-test-programs.sh
[ $# -eq 0 ] || exec vitest run "$@"
PRISM=1 vitest run test/deep test/journeys
exec bash scripts/on-node-24.sh vitest run --exclude 'test/deep/**'
