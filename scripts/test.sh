#!/usr/bin/env bash
# Without arguments: everything but test/deep, and pages in one look. With arguments: these files only, in seconds.
set -euo pipefail

[ $# -eq 0 ] || exec vitest run "$@"
npm run --silent check
bash scripts/ensure-test-programs.sh
exec vitest run --exclude 'test/deep/**'
