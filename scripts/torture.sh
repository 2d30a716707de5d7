#!/usr/bin/env bash
# Without arguments: the fault tests and those with random values at full length. "attack": many attackers at once, in
# 512 MB. "pooler": two services behind PgBouncer. "cluster": two services on a cluster that fails over, as root.
# "citus": two agencies on two workers of a Citus cluster. "recovery": a backup restored to a moment, as root. "rolling":
# old and new code side by side. See docs/reliability.md.
set -euo pipefail

npm run --silent build
case "${1:-}" in
  attack) exec tsx torture/attack.ts ;;
  pooler)
    if ! command -v pgbouncer >/dev/null; then
      echo 'This needs PgBouncer. Run "sudo apt-get install -y pgbouncer".' >&2
      exit 1
    fi
    exec tsx torture/pooler.ts
    ;;
  cluster)
    if [ "$(id -u)" != 0 ]; then
      echo 'This builds networks and disks. Run it as root, on a machine that you can spare.' >&2
      exit 1
    fi
    missing=()
    for part in patroni:patroni etcd:etcd-server haproxy:haproxy pgbouncer:pgbouncer iptables:iptables ip:iproute2; do
      command -v "${part%%:*}" >/dev/null || missing+=("${part##*:}")
    done
    ls /usr/lib/postgresql/*/bin/pg_rewind >/dev/null 2>&1 || missing+=(postgresql)
    if [ ${#missing[@]} -gt 0 ]; then
      DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >/dev/null || {
        echo "This needs Debian's ${missing[*]}. Run \"apt-get install -y ${missing[*]}\"." >&2
        exit 1
      }
    fi
    exec tsx torture/cluster/run.ts
    ;;
  citus)
    if [ -z "${CITUS_URL:-}" ]; then
      echo 'This needs a Citus cluster on this machine: a coordinator and two workers, with wal_level=logical and citus.enable_unsafe_triggers=on. Set CITUS_URL to the coordinator, as a superuser.' >&2
      exit 1
    fi
    exec tsx torture/citus.ts
    ;;
  recovery) exec tsx torture/recovery.ts ;;
  rolling) exec tsx torture/rolling.ts ;;
esac
TORTURE=1 exec vitest run --testTimeout=3600000 "${@:-test/deep/faults}" $([ $# -gt 0 ] || echo test/contract src)
