#!/bin/sh
# Installs the pinned PyPI packages of the tests in an environment for them, .venv.
#
# One for all: Bumble, bleak, Selenium and the vendor's SDK agree about their dependencies. Stages beside each other share it.
set -eu
cd "$(dirname -- "$0")/.."
mkdir -p .build
exec 9>.build/venv.lock
flock 9
cmp -s Tests/requirements.txt .venv/requirements.txt && exit
rm -rf .venv
python3 -m venv .venv 9>&-
.venv/bin/pip install --quiet --disable-pip-version-check -r Tests/requirements.txt 9>&-
cp Tests/requirements.txt .venv/requirements.txt
