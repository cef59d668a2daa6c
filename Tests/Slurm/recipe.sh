#!/usr/bin/env bash
# Plays docs/examples/slurm on the Slurm that cluster.sh started: prints `ok …` and `FAILED …`, and at
# its end `done`.
set -uo pipefail
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
recipe=$root/docs/examples/slurm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
ln -s "$root/Conformance" Conformance
export BOARDSIM=${BOARDSIM:-$root/boardsim} BOARDSIM_HOME=$root REPORTS=$work/reports
# Enough to be cut, and quick.
conformance=(--filter MW/HAP)

check() {
    if "${@:2}"; then echo "ok $1"; else
        echo "FAILED $1"
        tail -n 20 "$work"/*.log 2>/dev/null
    fi
}
# The merged report of the last submission, as one value: `field NAME`.
field() {
    python3 - "$1" "$(ls -d "$REPORTS"/*/ | sort -V | tail -n 1)report.json" <<'END'
import json, sys
print(json.load(open(sys.argv[2]))[sys.argv[1]])
END
}
whole() {
    "$BOARDSIM" conformance "${conformance[@]}" --report json
}

# The whole, in one piece, on no cluster at all.
whole >"$work/whole.json"
same() { cmp -s "$work/whole.json" "$(ls -d "$REPORTS"/*/ | sort -V | tail -n 1)report.json"; }

submits() { timeout 100 "$recipe/submit.sh" "$1" "${conformance[@]}" >"$work/submit.log" 2>&1; }
check "an array from 1 is judged and merged" submits 1-3
check "the merged report is that of one run, to the byte" same
check "the merged report is green" test "$(field green)" = True
check "an array that begins at 0 and has a step" submits 0-6:3
check "its merged report is the same" same
# A list does not give a task its position: no part may be silently left out.
refused() { ! submits 1,4,5 && grep -q 'use a range such as' "$work"/conformance-*.log; }
check "a list is refused, and the log says how to fix it" refused

# A sweep in parts, and the same in one piece.
sweep=(
    "$root/Scenarios/button-led-haptic.yaml" --seeds 1..4
    --vary 'boards[0].model=MetaMotion R,MetaMotion RL' --set 'name=In parts, and "whole"'
)
sweeps() {
    local parts
    parts=$(sbatch --parsable --wait --array=0-6:3 "$recipe/sweep.sbatch" "${sweep[@]}") || return 1
    PARTS=${parts%%;*} timeout 60 sbatch --wait "$recipe/sweep-merge.sbatch" >"$work/sweep.log" 2>&1
}
whole_sweep() { "$BOARDSIM" sweep "${sweep[@]}" --report json; }
check "a sweep runs as an array and is merged" sweeps
whole_sweep >"$work/sweep.json"
check "its merged report is that of one sweep, to the byte" \
    cmp -s "$work/sweep.json" "$(ls -d "$REPORTS"/*/ | sort -V | tail -n 1)report.json"

# An exploration in parts, and the same in one piece. Something breaks, so that tasks end with status 1.
explored=("$root/Scenarios/button-led-haptic.yaml" --worlds 24 --faults link-loss,reset)
explores() {
    local parts
    parts=$(sbatch --parsable --wait --array=0-6:3 "$recipe/explore.sbatch" "${explored[@]}")
    PARTS=${parts%%;*} timeout 60 sbatch --wait "$recipe/explore-merge.sbatch" >"$work/explore.log" 2>&1
    test $? = 1
}
# Without the commands that replay the failures: they name the folder.
bare() {
    python3 -c 'import json, sys
report = json.load(sys.stdin)
for failure in report["failures"]: failure.pop("replay", None)
print(json.dumps(report))'
}
check "an exploration runs as an array and is merged" explores
"$BOARDSIM" explore "${explored[@]}" --report json | bare >"$work/explored.json"
check "its merged report is that of one exploration" \
    cmp -s "$work/explored.json" <(bare <"$(ls -d "$REPORTS"/*/ | sort -V | tail -n 1)report.json")

# The block of the guide, as it is printed: with `boardsim` on the PATH, in an empty folder.
block() {
    awk '/^<!-- not run: it wants a Slurm/ { found = 1 }
        found && /^```$/ { exit }
        inside { print }
        found && /^```sh$/ { inside = 1 }' "$root/docs/guides/sweep.md"
}
printed() {
    mkdir "$work/guide" && cd "$work/guide" || return 1
    block >"$work/block.sh"
    grep -q -- "--vary '[^']* [^']*'" "$work/block.sh" || return 1
    env -u BOARDSIM -u REPORTS PATH="$(dirname "$BOARDSIM"):$PATH" \
        timeout 300 bash -eu "$work/block.sh" >"$work/block.log" 2>&1 || return 1
    cd "$work" && ls "$work"/guide/sweeps/*/report.html >/dev/null
}
check "the block of the guide to sweeps runs as printed" printed
echo done
