#!/usr/bin/env bash
# What one runs before each commit, two to three minutes after a small edit (148 s, of a body in Motion):
# `quick.sh RESULTS`, the stage `quick`.
#
# The format of the files that differ from main, the house rules, a debug build of the tests, every Swift suite but those with the trait
# `.slow`, and the traces under 1,100 lines.
set -uo pipefail
results=$1
check() { if "${@:2}" >&2; then echo passed 1; else echo "FAILED: $1" >&2 && echo "FAILED $1"; fi >>"$results"; }

base=$(git merge-base HEAD "@{upstream}" 2>/dev/null || git rev-parse HEAD)
mapfile -d '' -t files < <({ git diff -z --name-only --diff-filter=d "$base" -- '*.swift'
    git ls-files -z --others --exclude-standard -- '*.swift'; } | sort -zu)
[[ ${#files[@]} = 0 ]] || check "swift format lint" swift format lint --strict "${files[@]}"
check "house rules" python3 Tests/tidy.py
check "the tests are built" swift build --quiet --build-tests || exit
BOARDSIM_QUICK=1 python3 Tests/swift_tests.py "$results" --skip-build
