#!/usr/bin/env bash
# Runs commands side by side. Prints what each said when it ends, and fails if one of them failed.
#   bash scripts/side-by-side.sh 'npm run check' 'npm run build'
set -uo pipefail

said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

children=()
for number in $(seq $#); do
  bash -c "${!number}" >"$said/$number" 2>&1 &
  children+=($!)
done

failed=0
for number in $(seq $#); do
  wait "${children[number - 1]}" || { failed=1; echo "failed: ${!number}" >>"$said/$number"; }
  cat "$said/$number"
done
exit $failed
