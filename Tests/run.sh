#!/usr/bin/env bash
# Every check that a change must pass. `./boardsim test` calls it after installing the Debian packages
# that it needs; with stage names as arguments it runs only those.
#
# A stage is a function. It counts with `passed` and `failed`; the last line has the totals. Stages joined
# by `+` run side by side: most of their time is waiting for boards that run in real time. One joined by `,`
# follows the stage before it, beside the others.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 3
# Stages test the optimised program, as packages have it.
export BOARDSIM_BUILD=release

stages=(lint launcher unit docs scenarios conformance runs program pages-program
    bluez-vm+conformance-hci+clients+bluez-bus,guides+pages,captures examples+slurm+site bench)
# Stages that take longer, or cover more products: run only when named.
long_stages=(fuzz mutants packages conformance-hci-all bluez-vm-all bluez-recording)

source Tests/stages.sh

# The repository's configuration is in .swift-format; Tests/tidy.py checks the house rules.
lint() {
    check "swift format lint" swift format lint --strict --recursive Package.swift Sources Tests Packaging
    check "house rules" python3 Tests/tidy.py
    python_environment .venv Tests/requirements.txt || return
    check "every mutant fits the sources" .venv/bin/python Tests/Mutants/run.py --check
    check "switches of mutants" .venv/bin/python -m unittest --quiet Tests/Mutants/test_mutants.py
}

# Which program the launcher builds, and when; and what the packages have instead of Foundation does what it should.
launcher() {
    verdicts python3 Tests/Programs/launcher.py
    verdicts python3 Tests/Packages/foundation.py
}

# Unit tests, how much of the sources they reach, and the tests of virtual time with its other back end and with none.
unit() {
    local built=(--enable-code-coverage --skip-build)
    swift_test --enable-code-coverage
    coverage # Another run discards what this one has recorded.
    VIRTUAL_TIME_BACKEND=dispatch swift_test "${built[@]}" \
        --filter '(VirtualTime|MetaWearSimulator|MetaWear|MetaWearFirmware|DemoProgram)Tests\.'
    VIRTUAL_TIME_BACKEND=none swift_test "${built[@]}" --filter 'a process that catches no sleep'
    # Here, where the debug build is: only what the guide's sensor changes is built.
    verdicts python3 Tests/Guides/copied.py docs/guides/add-a-sensor.md
}

# Every public symbol has a doc comment, and no declaration or import is unused. The compiler's graphs and its index
# come from the debug build of the stage `unit`: `swift package dump-symbol-graph` would rebuild all modules.
docs() {
    local folder=.build/symbols modules module options=()
    swift build --enable-code-coverage >/dev/null || { failed "swift build"; return; }
    modules=$(swift build --show-bin-path)/Modules
    mapfile -t options < <(pkg-config --cflags-only-I gio-unix-2.0 libcrypto yaml-0.1 libsoup-3.0 | tr ' ' '\n' \
        | sed '/^$/d; s/^/-Xcc\n/')
    for module in Sources/*/C*/module.modulemap Sources/*/C*/include/module.modulemap; do
        options+=(-Xcc "-fmodule-map-file=$PWD/$module")
    done
    rm -rf "$folder"
    mkdir -p "$folder"
    for module in Sources/*/*/; do
        module=$(basename "$module")
        [[ -e $modules/$module.swiftmodule ]] || continue # A C library.
        check "the symbols of $module" swift symbolgraph-extract -module-name "$module" -I "$modules" \
            "${options[@]}" -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
            -skip-synthesized-members -output-dir "$folder"
    done
    check "doc comments" python3 Tests/documented.py "$folder"
    check "nothing is unused" python3 Tests/unused.py
}

# The shipped scenarios are valid, for the program and for editors.
scenarios() {
    check "boardsim check" ./boardsim check Scenarios/*.yaml Scenarios/field/*.yaml
    python_environment .venv Tests/requirements.txt || return
    check "the JSON Schema accepts every scenario" \
        .venv/bin/python Tests/Schema/validate.py Scenarios/scenario.schema.json \
        Scenarios/*.yaml Scenarios/field/*.yaml
    check "the JSON Schema accepts the executed examples of the Triki engine" \
        .venv/bin/python Tests/Schema/validate.py Tests/Triki/TrikiVectorTests/vectors.schema.json \
        Tests/Triki/TrikiVectorTests/vectors.json
}

# The conformance suite on every product of the model, and that its files are valid, for the program and
# for editors. Every case on every board counts.
conformance() {
    local files
    mapfile -t files < <(find Conformance -name '*.yaml' -not -path '*/mutants/*' | sort)
    check "boardsim check Conformance" ./boardsim check "${files[@]}"
    python_environment .venv Tests/requirements.txt || return
    check "the JSON Schema accepts every case" \
        .venv/bin/python Tests/Schema/validate.py Conformance/case.schema.json "${files[@]}"
    check "every register has a case" .venv/bin/python Tests/Conformance/coverage.py
    check "published ids are unchanged" .venv/bin/python Tests/Conformance/published.py
    check "docs/conformance-evidence.md is up to date" .venv/bin/python Tests/Conformance/evidence.py
    check "the tests of these scripts" env -C Tests/Conformance "$PWD/.venv/bin/python" -m unittest -q
    mkdir -p .build/conformance
    if ./boardsim conformance --report text --report json --out .build/conformance \
        >.build/conformance/log; then
        passed "$(tail -n 1 .build/conformance/log | tr -d , | grep -oE '^[0-9]+')"
        tail -n 1 .build/conformance/log
    else
        cat .build/conformance/log
        failed "the conformance suite on the model"
    fi
}

# The suite from another process: our own host on an HCI controller, and a client of BlueZ, judge boards that
# run at ten times real time, three at a time. The newest, one with NOR flash, the oldest and the cap;
# `conformance-hci-all` takes every product, some ten minutes. Then what a user encounters: TCP, targets
# that do not exist or disappear, and a person at a terminal.
conformance-hci() {
    judge_outside "MetaMotion S/hci" "MetaMotion R/hci" "MetaWear R/hci" Triki/hci Triki/bluez
    verdicts python3 Tests/Conformance/outside.py
}

# The same for every product over HCI, for one over TCP, and for two over BlueZ.
conformance-hci-all() {
    local models
    built || return
    mapfile -t models < <(./boardsim boards | sed -nE 's/^([A-Z].*)  model .*/\1/p')
    judge_outside "${models[@]/%//hci}" "MetaMotion S/tcp" "MetaMotion S/bluez" Triki/bluez
}

# Judges boards from another process: `judge_outside PRODUCT/WAY …`.
judge_outside() {
    local log count
    built || return
    mkdir -p .build/conformance/hci
    rm -f .build/conformance/hci/*
    printf '%s\n' "$@" | xargs -P 3 -I '{}' bash -c '
        log=.build/conformance/hci/${0//[ \/]/-}
        Tests/Conformance/hci.sh "${0%/*}" "${0#*/}" >"$log" 2>&1 || mv "$log" "$log.failed"' '{}'
    for log in .build/conformance/hci/*; do
        count=$(tail -n 1 "$log" | tr -d , | grep -oE '^[0-9]+ of' | grep -oE '[0-9]+')
        if [[ $log != *.failed && ${count:-0} -gt 0 ]]; then
            passed "$count"
            echo "${log##*/}: $(tail -n 1 "$log")"
        else
            cat "$log"
            failed "the conformance suite on ${log##*/}"
        fi
    done
}

# Whether the conformance suite detects wrong firmware, and the Swift tests wrong judges: one run per mutant, after
# separate builds of the program and of the tests.
mutants() {
    python_environment .venv Tests/requirements.txt || return
    check "the mutation run" .venv/bin/python Tests/Mutants/run.py
}

# Every suite and test with "fuzz" in its name, in release with the address sanitizer and very many
# rounds; in the stage `unit` such a test runs a few thousand. What a host can send (HCI, L2CAP, ATT,
# SMP) gets twice as many: two million packets together. What a Triki cap can send gets four times as
# many, a million packets. The separate build takes five minutes, and so do the rounds.
fuzz() {
    local rounds=${FUZZ_ROUNDS:-250000} hosts='(VirtualRadio|Bluetooth|Peripheral|Pairing)Tests\.'
    local caps='(VeltoKit|TrikiCap)Tests\.'
    local options=(-c release --sanitize=address --scratch-path .build-address)
    # Swift's crash reporter reads memory that the sanitizer guards, and the two never finish.
    local -x SWIFT_BACKTRACE=enable=no
    # Constants are never freed; the sanitizer does not see those that Swift keeps in tagged pointers.
    local -x LSAN_OPTIONS=suppressions=$PWD/Tests/leaks.txt:print_suppressions=0
    FUZZ_ROUNDS=$((2 * rounds)) swift_test "${options[@]}" --filter "$hosts.*(?i)fuzz"
    FUZZ_ROUNDS=$((4 * rounds)) swift_test "${options[@]}" --filter "$caps.*(?i)fuzz"
    FUZZ_ROUNDS=$rounds swift_test "${options[@]}" --filter '(?i)fuzz' --skip "$hosts|$caps"
}

# The optimised program leaves the same traces as the tests of the stage `unit` (TraceTests), starting from an empty
# flash folder.
runs() {
    local file name state trace
    built || return
    mkdir -p .build/traces
    for file in Scenarios/*.yaml Scenarios/field/*.yaml Tests/Scenarios/Traces/*.yaml; do
        name=$(basename "$file" .yaml)
        trace=.build/traces/$name
        state=$(mktemp -d)
        check "$file" ./boardsim run "$file" --state "$state" --trace "$trace" >"$trace.report" || cat "$trace.report"
        rm -rf "$state"
        check "$file: the optimised program leaves the trace of Tests/traces.txt" \
            grep -q "^$name $(wc -l <"$trace") $(sha1sum <"$trace" | cut -c 1-40) " Tests/traces.txt
    done
}

# What a system may do to a process: closed descriptors, signals, kills, full disks, pipes.
program() {
    built || return
    BOARDSIM=$PWD/.build/release/boardsim verdicts python3 Tests/Programs/process.py
    BOARDSIM=$PWD/.build/release/boardsim verdicts python3 Tests/Programs/sweep.py
    BOARDSIM=$PWD/.build/release/boardsim verdicts python3 Tests/Programs/attached.py
}

# Third-party clients on the virtual radio: Bumble, and the official metawear SDK. Four tests at
# a time: a test mostly waits for its own board.
clients() {
    built || return
    python_environment .venv-clients Tests/Clients/requirements.txt || return
    check "the metawear SDK is installed" Tests/Clients/sdk.sh .venv-clients
    BOARDSIM=$PWD/.build/release/boardsim py_test .venv-clients -n 4 --dist worksteal Tests/Clients
}

# Third-party clients of BlueZ on a bus where boardsim stands in for it, and a comparison with
# a recording of bluetoothd's answers to the same calls. Twelve tests at a time: they mostly wait.
bluez-bus() {
    built || return
    python_environment .venv-bluez Tests/BlueZBus/requirements.txt || return
    BOARDSIM=$PWD/.build/release/boardsim py_test .venv-bluez -n 6 --dist worksteal Tests/BlueZBus
}

# The recording against which the stand-in is tested still matches a real bluetoothd: some ten minutes.
bluez-recording() {
    local log status=0
    built || return
    log=$(mktemp)
    Tests/RealBlueZ/faithful/record.sh >"$log" || status=$?
    if [[ $status = 3 ]]; then
        echo "skipped: this machine cannot run the virtual machine"
    else
        check "bluetoothd still answers as recorded" python3 Tests/RealBlueZ/faithful/compare.py --races \
            Tests/RealBlueZ/faithful/bluez-5.66.transcript "$log" Tests/RealBlueZ/faithful/differences.txt
    fi
    rm -f "$log"
}

# A real BlueZ, in a virtual machine: the kernel's and bluetoothd's side of --radio vhci and --radio bluez,
# at least one check of each kind.
bluez-vm() {
    machine_checks 'gatt:' 'link: the board asks' 'link: the boards reset' 'link: a lost link' \
        'link: power off' 'pairing:' 'sdk: the sdk scans' 'swift_sdk:' 'peripheral: a central meets the board on our' \
        'policy:' 'daemon: bluetoothd is killed'
}

# All of its checks: twice as long.
bluez-vm-all() {
    machine_checks
}

# Checks in the virtual machine, selected by parts of their names. A machine that cannot run it reports so,
# and that is not a failure.
machine_checks() {
    local log status=0 why
    built || return
    # The stage `unit` has built it; alone, this one builds it.
    swift build --enable-code-coverage --product MetaWearDemo >/dev/null || { failed "the demo could not be built"; return; }
    service_unit
    log=$(mktemp)
    Tests/RealBlueZ/run.sh "$@" 2>"$log.errors" | tee "$log" || status=${PIPESTATUS[0]}
    cat "$log.errors"
    why=$(grep -E '^(vm|bluez-vm): ' "$log.errors" | tail -n 1)
    passed "$(grep -c '^ok ' "$log")"
    failures=$((failures + $(grep -c '^FAILED ' "$log")))
    details '^FAILED ' "$log" >/dev/null
    if [[ $status = 3 ]]; then
        echo "skipped: $why"
    elif [[ $(tail -n 1 "$log") != done ]]; then
        failed "the virtual machine did not finish: status $status"
    fi
    rm -f "$log" "$log.errors"
}

# The program of the pages is built before boards run in real time beside it.
pages-program() {
    check "the pages are built" sh -c './boardsim live --help >/dev/null'
}

# The pages in a real browser, two tests at a time: Chromium draws the 3D picture without a graphics card.
pages() {
    command -v chromedriver >/dev/null || {
        failed "chromium-driver is missing; ./boardsim test installs it"
        return
    }
    built || return
    pages-program || return
    python_environment .venv-pages Tests/Browser/requirements.txt || return
    BOARDSIM_PAGES=$PWD/.build/release/boardsim-pages py_test .venv-pages -n 2 --dist worksteal Tests/Browser
}

# What the guides show for users' CI: a Swift package with the model in its tests, the pytest
# fixture with Bumble and bleak, the workflow, step by step, and reports read by third-party parsers.
examples() {
    built || return
    swift_test --package-path docs/examples/swift-package --scratch-path .build-examples
    verdicts python3 Tests/CI/quickstart.py .build-examples/debug/quick-start .build/release/boardsim
    python_environment .venv-bluez Tests/BlueZBus/requirements.txt || return
    BOARDSIM=$PWD/.build/release/boardsim py_test .venv-bluez -n 5 --dist worksteal Packaging/python/tests
    check "the types of the Python package" .venv-bluez/bin/mypy --strict --cache-dir .build/mypy \
        Packaging/python/src
    python_environment .venv Tests/requirements.txt || return
    verdicts .venv/bin/python Tests/CI/reports.py
    verdicts .venv/bin/python Tests/CI/workflow.py docs/examples/github-actions.yml --link
    check "the tests of the player of workflows" env -C Tests/CI "$PWD/.venv/bin/python" -m unittest -q
    verdicts Tests/CI/products.sh
}

# The packages: that two are equal to the byte, and that they work on bare Debian systems without Swift. The static
# build takes five minutes, and so do the systems. Whoever names this stage wants an answer: a machine that cannot make
# such systems fails.
packages() {
    # One of an earlier version, which must not stay.
    mkdir -p dist && touch dist/boardsim_0.0.0_amd64.deb
    check "the packages are made" ./boardsim package || return
    # From the same commit in a folder with another name, and from nothing.
    local again=.build/packages-again
    rm -rf "$again"
    check "another clone" git clone --quiet . "$again/a folder with a longer name" || return
    check "and made again there" "$again/a folder with a longer name/boardsim" package --clean --out "$again/dist"
    check "with the same bytes" diff -r dist "$again/dist"
    check "the program starts faster than Python" python3 Tests/Packages/start.py
    python_environment .venv Tests/requirements.txt || return
    required=1 verdicts Tests/Packages/bare.sh
}

# Every block of the README and the guides, exactly as printed, in an empty folder: with the checkout, and with the wheel.
# One page at a time uses ports and sockets; the others need none.
guides() {
    built || return
    python_environment .venv-bluez Tests/BlueZBus/requirements.txt || return
    python_environment .venv-clients Tests/Clients/requirements.txt || return
    check "the metawear SDK is installed" Tests/Clients/sdk.sh .venv-clients
    python_environment .venv Tests/requirements.txt || return
    pages-program || return
    # A wheel of this build, not of the static one: what it installs is the same.
    check "a wheel is packed" python3 Packaging/package.py --programs .build/release --out .build/guides wheel || return
    GUIDES_WHEEL=$(ls .build/guides/boardsim-*.whl) BOARDSIM=$PWD/.build/release/boardsim \
        py_test .venv-bluez -n 2 --dist worksteal Tests/Guides
}

# The pages as a site: every link leads somewhere, and nothing is fetched when it is read.
site() {
    check "what it refuses, and what it makes of links" python3 -m unittest --quiet Tests/Packages/test_docsite.py
    check "the pages become a site" python3 Packaging/package.py site --out .build/site
}

# The recipe for a job array, on a temporary one-node Slurm. A machine that cannot run
# one reports so, and that is not a failure.
slurm() {
    built || return
    verdicts Tests/Slurm/cluster.sh Tests/Slurm/recipe.sh
}

# systemd accepts the unit, with the path of the program here.
service_unit() {
    local folder
    command -v systemd-analyze >/dev/null || return 0
    folder=$(mktemp -d)
    sed "s#^ExecStart=[^ ]*#ExecStart=$PWD/.build/release/boardsim#" Packaging/boardsim@.service \
        >"$folder/boardsim@.service"
    check "systemd accepts the unit" test -z \
        "$(systemd-analyze verify "$folder/boardsim@.service" 2>&1 | grep 'boardsim@')"
    rm -rf "$folder"
}

# What Wireshark makes of the captures of every shipped scenario.
captures() {
    local file name folder=.build/captures
    command -v tshark >/dev/null || {
        failed "tshark is missing; ./boardsim test installs it"
        return
    }
    rm -rf "$folder"
    mkdir -p "$folder"
    for file in Scenarios/*.yaml; do
        name=$folder/$(basename "$file" .yaml)
        ./boardsim run "$file" --btsnoop "$name.snoop" --pcapng "$name.pcapng" >/dev/null \
            || failed "$file, captured"
    done
    python3 Tests/captures.py "$folder" >"$folder/result"
    grep -v '^ok' "$folder/result"
    passed "$(grep -c '^ok' "$folder/result")"
    failures=$((failures + $(grep -c '^FAILED' "$folder/result")))
    details '^FAILED' "$folder/result" >/dev/null
    [[ $(tail -n 1 "$folder/result") = done ]] || failed "Tests/captures.py did not finish"
}

# The figures, against their limits.
#
# A figure that misses its limit is marked but is no failure, since it depends on what else the machine
# does. The stage checks that the figures exist and have the documented format.
bench() {
    check "boardsim bench --json" sh -c "./boardsim bench --json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
keys = {\"name\", \"value\", \"unit\", \"limit\", \"ok\"}
for row in rows:
    print(\"{name}: {value:.6g} {unit}, limit {limit}{missed}\".format(
        missed=\"\" if row[\"ok\"] else \": MISSED\", **row))
assert len(rows) >= 9 and all(set(row) == keys and row[\"value\"] >= 0 for row in rows), rows
'"
}

clock=$(mktemp)
times=
for entry in "${@:-${stages[@]}}"; do
    IFS=+ read -r -a group <<<"$entry"
    IFS=+, read -r -a names <<<"$entry"
    for name in "${names[@]}"; do
        if [[ $(type -t "$name") != function ]]; then
            echo "boardsim test: there is no stage $name; the stages are: ${stages[*]//[+,]/ };" \
                "and by name only: ${long_stages[*]}"
            exit 2
        fi
    done
    if [[ ${#names[@]} = 1 ]]; then stage "$entry"; else side_by_side "${group[@]}"; fi
done
rm -f "$clock"
[[ -z $times ]] || printf 'times:%s\n' "${times%,}"
[[ ! -s $repeat_list ]] || { echo "what failed at first and passed when repeated:" && cat "$repeat_list"; }
[[ $failures = 0 ]] || { echo "what failed:" && cat "$failure_list"; }
rm -f "$failure_list" "$repeat_list"
printf '%d passed, %d failed\n' "$passes" "$failures"
[[ $failures = 0 ]]
