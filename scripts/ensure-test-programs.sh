#!/usr/bin/env bash
# Makes sure that there is a chromium for the browser tests, and a python3 for the quickstart. Silent when both are there.
set -euo pipefail

has_chromium() {
  [ -x "${CHROMIUM_PATH:-}" ] && return
  for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && return
  done
  return 1
}

missing=()
has_chromium || missing+=(chromium-headless-shell)
command -v python3 >/dev/null || missing+=(python3)
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

give_up() {
  echo "The tests need a chromium and python3. Run \"sudo apt-get install -y ${missing[*]}\", or set CHROMIUM_PATH." >&2
  exit 1
}

as_root=(env DEBIAN_FRONTEND=noninteractive)
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n "${as_root[@]}"); fi
command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null || give_up

echo "Installing ${missing[*]} for the tests, once ..." >&2
apt=("${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=120)
{ "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >/dev/null || give_up
