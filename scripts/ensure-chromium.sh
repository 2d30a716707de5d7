#!/usr/bin/env bash
# Makes sure that there is a chromium for the browser tests. Silent when there is one.
set -euo pipefail

if [ -x "${CHROMIUM_PATH:-}" ]; then exit 0; fi
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null; then exit 0; fi
done

give_up() {
  echo 'The browser tests need chromium. Run "sudo apt-get install -y chromium-headless-shell", or set CHROMIUM_PATH.' >&2
  exit 1
}

as_root=(env DEBIAN_FRONTEND=noninteractive)
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n "${as_root[@]}"); fi
command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null || give_up

echo 'Installing chromium for the browser tests, once ...' >&2
apt=("${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=120)
{ "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends chromium-headless-shell; } >/dev/null || give_up
