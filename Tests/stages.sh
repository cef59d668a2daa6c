# How stages run and count, for Tests/run.sh.

passes=0
failures=0
# What failed, repeated at the end of the output.
failure_list=$(mktemp)
# What passed only when it was repeated, likewise.
repeat_list=$(mktemp)
passed() { passes=$((passes + ${1:-1})); }
failed() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$*" | tee -a "$failure_list"
}

# Lines of a log that say what a failure was, repeated after it: `details PATTERN FILE`.
details() { grep -aE "$1" "$2" | head -n 40 | cut -c 1-600 | sed 's/^/    /' | tee -a "$failure_list"; }

# Builds the program that a stage runs, if a source changed.
built() {
    ./boardsim --help >/dev/null || {
        failed "the program could not be built"
        return 1
    }
}

# Runs a command and counts how it ended: `check "what it shows" command …`.
check() {
    local what=$1
    shift
    if "$@"; then passed; else failed "$what"; fi
}

# Runs pytest and counts its tests from the closing line: `py_test ENVIRONMENT ARGUMENTS…`.
#
# These boards run in real time, beside other stages, and a busy machine may miss a moment that a test is about. What
# fails is therefore run once more, one test at a time: what fails again is a failure, and what does not is listed at
# the end of the output.
py_test() {
    local log again closing broken
    # A record of what failed for each set of tests: sets run beside each other.
    local run=("$1/bin/python" -m pytest -rfE -o "cache_dir=$PWD/.build/pytest/${*: -1}" "${@:2}")
    log=$(mktemp)
    "${run[@]}" | tee "$log"
    closing=$(tail -n 1 "$log")
    passed "$(count passed "$closing")"
    if [[ $closing = *passed* && $closing =~ failed|error ]]; then
        again=$(mktemp)
        "${run[@]}" -n 1 --last-failed --last-failed-no-failures none | tee "$again"
        closing=$(tail -n 1 "$again")
        passed "$(count passed "$closing")"
        if [[ $closing = *passed* && ! $closing =~ failed|error ]]; then
            { echo "pytest ${*:2}:" && grep -aE '^(FAILED|ERROR) ' "$log" | cut -c 1-600; } >>"$repeat_list"
        else
            closing+=" when repeated"
        fi
        mv "$again" "$log"
    fi
    broken=$(($(count failed "$closing") + $(count error "$closing")))
    if [[ $closing != *passed* || $broken -gt 0 ]]; then
        [[ $broken -gt 0 ]] || broken=1
        failures=$((failures + broken - 1))
        failed "pytest ${*:2}: $closing"
        details '^(FAILED|ERROR) ' "$log"
    fi
    rm -f "$log"
}

# Runs a command that prints a line `ok …` or `FAILED …` per check and finally `done`; status 3 means that the
# machine lacks something, which the last line of its standard error names. With `required=1` in front, that fails.
verdicts() {
    local log status=0
    log=$(mktemp)
    "$@" 2>"$log.errors" | tee "$log" || status=${PIPESTATUS[0]}
    cat "$log.errors"
    passed "$(grep -c '^ok ' "$log")"
    failures=$((failures + $(grep -c '^FAILED ' "$log")))
    details '^FAILED ' "$log" >/dev/null
    if [[ $status = 3 && -z ${required-} ]]; then
        echo "skipped: $(grep -m 1 '^slurm: ' "$log.errors" || tail -n 1 "$log.errors")"
    elif [[ $status = 3 ]]; then
        failed "$* cannot run here: $(tail -n 1 "$log.errors")"
    elif [[ $(tail -n 1 "$log") != done ]]; then
        failed "$* did not finish: status $status"
    fi
    rm -f "$log" "$log.errors"
}

# The number of tests that pytest's closing line counts as `passed`, `failed` or `error`.
count() { grep -oE "[0-9]+ $1" <<<"$2" | cut -d ' ' -f 1 | grep . || echo 0; }

# Runs swift test and counts its tests from the closing line; a run without such a line failed.
swift_test() {
    local log status
    log=$(mktemp)
    # Separate, so that a message of the package manager does not split a line of the tests.
    # A hanging test must not prevent the remaining stages.
    timeout --kill-after=10 45m swift test --disable-xctest "$@" 2>"$log.errors" | tee "$log" | quiet
    status=${PIPESTATUS[0]}
    quiet <"$log.errors"
    cat "$log.errors" >>"$log"
    local closing total broken
    closing=$(grep -aE 'Test run with [0-9]+ tests?( in [0-9]+ suites?)? (passed|failed)' "$log" | tail -n 1)
    total=$(sed -E 's/.*Test run with ([0-9]+) tests?.*/\1/' <<<"$closing")
    broken=$(grep -acE '^.{1,4}Test ("|[^ ]+\(\)).* failed after ' "$log")
    local causes='recorded an issue|error: |Fatal error|^.{1,4}Test .* failed after'
    if [[ -z $closing ]]; then
        failed "swift test $*: it did not finish"
        details "$causes" "$log"
    elif [[ $total = 0 ]]; then
        printf 'no test matches: swift test %s\n' "$*"
    elif [[ $closing = *passed* && $status != 0 ]] \
        && ! grep -aq 'no profile can be merged' "$log"; then
        # A sanitizer found something when the process ended: a leak. (Profiles are merged below:
        # the tests that kill a child with -9 leave a torn one, which is no failure.)
        passed "$total"
        failed "swift test $*: it ended with status $status"
        details 'SUMMARY|LeakSanitizer' "$log"
    elif [[ $closing = *passed* ]]; then
        passed "$total"
    else
        [[ $broken -gt 0 ]] || broken=1
        passed $((total - broken))
        failures=$((failures + broken - 1))
        failed "swift test $*: $broken of $total tests"
        details "$causes" "$log"
    fi
    rm -f "$log" "$log.errors"
}

# Filters out the lines that only say that a test started or passed.
quiet() { grep -avE '^.{1,4}(Test|Suite) .* (started|passed after .*)\.$|^.{1,4}Test case passing'; }

# A summary by file, by the llvm-cov that belongs to the compiler: Debian's reads another format.
coverage() {
    local tools profile binary
    tools=$(dirname -- "$(readlink -f -- "$(command -v swiftc)")")
    "$tools/llvm-profdata" merge -sparse --failure-mode=all -o .build/debug/codecov/default.profdata \
        .build/debug/codecov/*.profraw 2>/dev/null
    profile=.build/debug/codecov/default.profdata
    binary=$(ls -d .build/debug/*PackageTests.xctest 2>/dev/null | head -n 1)
    if [[ ! -x $tools/llvm-cov || ! -e $profile || -z $binary ]]; then
        echo "coverage: this toolchain has no llvm-cov, or the tests left no profile"
        return
    fi
    echo "coverage by lines:"
    "$tools/llvm-cov" export -summary-only "$binary" -instr-profile "$profile" \
        -ignore-filename-regex='(Tests|\.build)/' | python3 Tests/coverage.py
}

# Pinned PyPI packages, in an environment for the tests: `python_environment FOLDER FILE`.
python_environment() {
    local folder=$1 packages=$2 lock status=0
    mkdir -p .build
    exec {lock}>".build/$folder.lock" # Two stages that run beside each other may share it.
    flock "$lock"
    if ! cmp -s "$packages" "$folder/requirements.txt"; then
        rm -rf "$folder"
        if python3 -m venv "$folder" \
            && "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$packages"; then
            cp "$packages" "$folder/requirements.txt"
        else
            failed "the packages of $packages could not be installed"
            status=1
        fi
    fi
    exec {lock}>&-
    return $status
}

# Sets `spent` to the seconds of processor time of all processes that have ended: a subshell would only see its own.
processor_seconds() {
    times >"$clock"
    spent=$(awk 'NR == 2 { split($1, own, /[ms]/); split($2, kernel, /[ms]/)
        printf "%d", 60 * (own[1] + kernel[1]) + own[2] + kernel[2] }' "$clock")
}

# Runs one stage: `stage NAME`.
stage() {
    local began=$SECONDS before
    printf '== %s\n' "$1"
    processor_seconds
    before=$spent
    "$1"
    processor_seconds
    times+=" $1 $((SECONDS - began)) s ($((spent - before)) s of processor),"
}

# Runs stages that mostly wait at the same time, and prints each when all have ended. `a,b` is a stage and the one
# that follows it.
#
# Job control gives each a process group of its own, in which SIGINT is not ignored, so that Ctrl-C can end them all
# and tests can interrupt what they start.
side_by_side() {
    local name next folder groups=() passed_there failed_there time_there
    folder=$(mktemp -d)
    printf 'side by side: %s\n' "$*"
    set -m
    for name; do
        (
            passes=0 failures=0 times= clock=$folder/$name.clock
            for next in ${name//,/ }; do stage "$next"; done >"$folder/$name" 2>&1
            printf '%d %d %s\n' "$passes" "$failures" "$times" >"$folder/$name.counts"
        ) </dev/null &
        groups+=("-$!")
    done
    set +m
    trap 'kill -- "${groups[@]}" 2>/dev/null; exit 130' INT TERM
    wait
    trap - INT TERM
    for name; do
        cat "$folder/$name"
        if [[ -e $folder/$name.counts ]]; then
            read -r passed_there failed_there time_there <"$folder/$name.counts"
            passes=$((passes + passed_there))
            failures=$((failures + failed_there))
            times+=" $time_there"
        else
            failed "the stage $name did not come to its end"
        fi
    done
    rm -rf "$folder"
}
