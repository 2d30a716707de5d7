#!/usr/bin/env bash
# Runs a command on Node 24. npm's `node` package has a folder of its own here, so that the service does not depend on it.
set -euo pipefail

home="$PWD/node_modules/.cache/node-24"
bin="$home/node_modules/.bin"
[ -x "$bin/node" ] || npm install --prefix "$home" --no-save --no-audit --no-fund node@24.21.0
PATH="$bin:$PATH"
[[ $(node --version) == v24.* ]] || { echo "$bin/node is $(node --version), not Node 24: delete $home" >&2 && exit 1; }
exec "$@"
