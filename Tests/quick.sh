#!/usr/bin/env bash
# What one runs before each commit, about two minutes after a small edit (109 s, of a body in Motion): `quick.sh RESULTS`, the stage `quick`.
#
# The format of the files that differ from main, the house rules, the debug build of CI, every Swift suite but those with the trait
# `.slow`, and the traces under 1,100 lines.
set -uo pipefail
results=$1
check() { if "${@:2}" >&2; then echo passed 1; else echo "FAILED: $1" >&2 && echo "FAILED $1"; fi >>"$results"; }

base=$(git merge-base HEAD "@{upstream}" 2>/dev/null || git rev-parse HEAD)
mapfile -d '' -t files < <({ git diff -z --name-only --diff-filter=d "$base" -- '*.swift'
    git ls-files -z --others --exclude-standard -- '*.swift'; } | sort -zu)
[[ ${#files[@]} = 0 ]] || check "swift format lint" swift format lint --strict "${files[@]}"
check "house rules" python3 Tests/tidy.py
# With coverage, because builds without it share no cache with CI's; what is reached is not written down.
check "the tests are built" swift build --quiet --build-tests --enable-code-coverage || exit
BOARDSIM_QUICK=1 LLVM_PROFILE_FILE=/dev/null python3 Tests/swift_tests.py "$results" --skip-build
