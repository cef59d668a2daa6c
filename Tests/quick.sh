#!/usr/bin/env bash
# What one runs before each commit, half a minute after a small edit (23 s, of a body in Motion): `quick.sh RESULTS`, the stage `quick`.
#
# The format of the files that differ from main, the house rules, a debug build of the tests, and of the Swift suites without the trait
# `.slow` those that the changed files most probably break (`affected.py`), with the traces under 1,100 lines.
set -uo pipefail
results=$1
check() { if "${@:2}" >&2; then echo passed 1; else echo "FAILED: $1" >&2 && echo "FAILED $1"; fi >>"$results"; }

base=$(git merge-base HEAD "@{upstream}" 2>/dev/null || git rev-parse HEAD)
mapfile -d '' -t files < <({ git diff -z --name-only --diff-filter=d "$base"
    git ls-files -z --others --exclude-standard; } | sort -zu)
swift=()
for file in "${files[@]}"; do [[ $file != @(Package|Sources/*|Tests/*|Packaging/*).swift ]] || swift+=("$file"); done
[[ ${#swift[@]} = 0 ]] || check "swift format lint" swift format lint --strict "${swift[@]}"
check "house rules" python3 Tests/tidy.py
check "the tests are built" swift build --quiet --build-tests || exit
pattern=$(python3 Tests/affected.py "${files[@]}")
BOARDSIM_QUICK=1 python3 Tests/swift_tests.py "$results" --skip-build ${pattern:+--filter "$pattern"}
