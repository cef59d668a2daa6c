#!/usr/bin/env bash
# Formats what differs from the last commit, or the named files: Swift by .swift-format, Python by ruff.toml.
# `./boardsim format [FILE...]` calls it.
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/.."
failed() { printf 'boardsim format: %s\n' "$*" >&2; }

if [ $# -gt 0 ]; then
    files=("$@")
    for file in "${files[@]}"; do
        [ -f "$file" ] || { failed "$file: there is no such file"; exit 2; }
    done
else
    mapfile -d '' -t files < <(git diff -z --name-only --diff-filter=d HEAD
        git ls-files -z --others --exclude-standard)
fi
swift=() python=()
for file in ${files[@]+"${files[@]}"}; do
    case $file in
        # A reader of the guides sees them without the indentation of `#if`.
        docs/examples/*.swift) ;;
        *.swift) swift+=("$file") ;;
        *.py) python+=("$file") ;;
    esac
done
if [ ${#swift[@]} -gt 0 ]; then swift format --in-place "${swift[@]}"; fi
if [ ${#python[@]} -gt 0 ]; then
    Tests/environment.sh || { failed "the packages of Tests/requirements.txt could not be installed"; exit 3; }
    .venv/bin/ruff format --quiet "${python[@]}"
fi
printf 'boardsim format: %d Swift and %d Python files\n' "${#swift[@]}" "${#python[@]}" >&2
