#!/usr/bin/env bash
# Without arguments: everything but test/deep, and pages in one look. With arguments: these files only, in seconds.
set -euo pipefail

if [ $# -gt 0 ]; then
  npm run --silent build
  exec vitest run "$@"
fi
bash scripts/side-by-side.sh 'npm run --silent check' 'npm run --silent build'
bash scripts/ensure-chromium.sh
exec vitest run --exclude 'test/deep/**'
