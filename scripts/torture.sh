#!/usr/bin/env bash
# Without arguments: the fault tests at full length. "attack": many attackers at once, in 512 MB. See docs/reliability.md.
set -euo pipefail

npm run --silent build
if [ "${1:-}" = attack ]; then
  exec tsx bench/attack.ts
fi
TORTURE=1 exec vitest run --testTimeout=3600000 "${@:-test/faults}" $([ $# -gt 0 ] || echo test/contract)
