#!/usr/bin/env bash
# Without arguments: the fault tests at full length. "attack": many attackers at once, in 512 MB. "pooler": two
# services behind PgBouncer. See docs/reliability.md.
set -euo pipefail

npm run --silent build
case "${1:-}" in
  attack) exec tsx bench/attack.ts ;;
  pooler)
    if ! command -v pgbouncer >/dev/null; then
      echo 'This needs PgBouncer. Run "sudo apt-get install -y pgbouncer".' >&2
      exit 1
    fi
    exec tsx bench/pooler.ts
    ;;
esac
TORTURE=1 exec vitest run --testTimeout=3600000 "${@:-test/faults}" $([ $# -gt 0 ] || echo test/contract)
