#!/usr/bin/env bash
# Format, lint, types, unused exports, imports, wording. "--changed": format and lint of the changed files only, and
# exports are not looked at. "--sizes": a table of sizes beside what we want them to be.
set -euo pipefail

types='GOGC=off tsc --noEmit --checkers 1 --incremental --tsBuildInfoFile node_modules/.cache/tsc.tsbuildinfo'
words='tsx scripts/check-imports.ts && tsx scripts/check-language.ts'

case "${1:-}" in
  --sizes) exec tsx scripts/sizes.ts ;;
  --changed)
    CHANGED=$(git diff --name-only --diff-filter=d HEAD && git ls-files --others --exclude-standard)
    export CHANGED
    [ -n "$CHANGED" ] || { echo 'Nothing has changed since the last commit. npm run check looks at everything.'; exit 0; }
    exec bash scripts/side-by-side.sh \
      'biome check --error-on-warnings --no-errors-on-unmatched --files-ignore-unknown=true $CHANGED' "$types" "$words"
    ;;
  '') exec bash scripts/side-by-side.sh 'biome check --error-on-warnings .' "$types" 'knip --no-progress' "$words" ;;
  *) echo "npm run check takes --changed or --sizes, not $1" >&2 && exit 2 ;;
esac
