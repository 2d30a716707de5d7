#!/usr/bin/env bash
# Checks the alert rules and runs their tests with Prometheus's own tool.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v promtool >/dev/null; then
  echo 'promtool is missing. Run "sudo apt-get install -y prometheus".' >&2
  exit 1
fi
promtool check rules alerts.yaml
promtool test rules alerts.test.yaml
