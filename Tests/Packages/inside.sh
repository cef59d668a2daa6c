#!/usr/bin/env bash
# What is checked on a bare system: `inside.sh SUITE PACKAGE`, with the packages in /dist.
suite=$1 package=$2
cd "$(mktemp -d)" || exit 1

# Runs a command and says how it ended: `check "what it shows" command …`.
check() {
    local what=$1
    shift
    if "$@" >log 2>&1; then
        echo "ok $suite $package: $what"
    else
        tail -n 15 log
        echo "FAILED $suite $package: $what"
    fi
}
get() { apt-get -o Acquire::Retries=3 -qq update && apt-get -qq install -y "$@"; }

# The folder of the files that came with a program.
shared() { echo "$(dirname "$(readlink -f "$(command -v "$1")")")/../share/boardsim"; }

# The first scenario and the suite, by a program that was installed.
uses() {
    check "it prints its version" "$1" --version
    check "the first scenario" "$1" run wrist.yaml
    check "a scenario is found by its folder" "$1" run Scenarios/field/low-battery.yaml
    check "a sweep of the first scenario, with processes of its own" "$1" sweep wrist.yaml --seeds 1..3
    check "the example of the guide to sweeps" "$1" sweep docs/examples/sweep/lost-log.yaml --seeds 1..2
    check "the pages for agents" test -f "$(shared "$1")/docs/guides/explore.md"
    check "the recipe for Slurm" test -x "$(shared "$1")/docs/examples/slurm/submit.sh"
    check "the conformance suite" "$1" conformance
    check "it pairs, whatever OpenSSL is configured for" env OPENSSL_CONF=/dist/openssl.cnf "$1" run /dist/pairs.yaml
}

# A client of BlueZ, which has never heard of boardsim: `connects PYTHON PROGRAM`.
connects() {
    "$2" run /dist/desk.yaml --radio bluez-bus --speed 2 >/dev/null 2>said &
    for _ in $(seq 300); do
        grep -q DBUS_SYSTEM_BUS_ADDRESS said && break
        sleep 0.1
    done
    export "$(grep -o 'DBUS_SYSTEM_BUS_ADDRESS=.*' said)"
    check "bleak reads the firmware of a board" "$1" /dist/client.py
    kill -INT $!
    wait
    check "the same in virtual time" "$2" run /dist/desk.yaml --radio bluez-bus --speed led -- "$1" /dist/client.py
}

# bleak in an environment of its own, for packages that bring no Python.
bleak() { check "bleak is installed" bash -c 'python3 -m venv venv && venv/bin/pip install -q bleak'; }

# How long the program takes to start: `starts PYTHON PROGRAM`.
starts() { check "it starts faster than Python" "$1" /dist/start.py "$2"; }

# What a page's server answers to a request for a file: `answer PORT PATH`.
answer() {
    exec 3<>"/dev/tcp/127.0.0.1/$1" || return
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&3
    cat <&3
    exec 3>&-
}

# A page that is served: its link, its files, and how it ends: `serves PROGRAM PAGE [ARGUMENT …]`.
serves() {
    local program=$1 page=$2 port process
    shift 2
    : >link
    # A shell without job control starts it with SIGINT ignored, but SIGTERM ends it as well.
    "$program" "$page" --port 0 "$@" >>link 2>page-said &
    process=$!
    for _ in $(seq 300); do
        [ -s link ] && break
        sleep 0.1
    done
    port=$(sed -nE '1s#^http://127.0.0.1:([0-9]+)/$#\1#p' link)
    answer "$port" / >html
    check "boardsim $page serves a page" grep -q '^HTTP/1.1 200' html
    check "boardsim $page: every script that it names, and three.js" all_files "$port"
    kill -TERM "$process"
    wait "$process"
    check "boardsim $page ends properly" test $? = 0
    cat page-said
}

# The files of a page: those that its HTML names, and those that these import.
all_files() {
    local port=$1 open=(/three/three.module.js /dygraphs/dygraph.min.js) known=" " file
    mapfile -t -O 1 open < <(grep -oE '(src|href)="[^":]+\.(js|css)"' html | sed -E 's/.*"(.*)"/\1/')
    [ ${#open[@]} -gt 2 ] || return 1
    while [ ${#open[@]} -gt 0 ]; do
        file=/${open[0]#/} open=("${open[@]:1}")
        [[ $known != *" $file "* ]] || continue
        known+="$file "
        answer "$port" "$file" >file || return 1
        head -n 1 file | grep -q '^HTTP/1.1 200' || { echo "$file: $(head -n 1 file)"; return 1; }
        [[ $file != /three/* && $file != /dygraphs/* ]] || continue
        while read -r name; do
            case $name in
                ./*) open+=("${file%/*}/${name#./}") ;;
                ../*) open+=("/${name#../}") ;;
                /*) open+=("$name") ;;
            esac
        done < <(grep -oE "from [\"'][^\"']+[\"']" file | sed -E "s/from .(.*)./\1/")
    done
    echo "$known"
}

# Every page, from a program that was installed.
pages() {
    serves "$1" live wrist.yaml
    serves "$1" app --demo
    serves "$1" games
    serves "$1" games --scenario darts.yaml
}

check "the system has no Swift" bash -c '! command -v swift && ! ls /usr/lib/swift'
case $package in
    tar)
        tar -xf /dist/boardsim-*-linux-*.tar.gz
        program=$PWD/$(echo boardsim-*)/bin/boardsim
        uses "$program"
        pages "$program"
        check "Python is installed" get python3-venv
        bleak
        connects venv/bin/python "$program"
        starts venv/bin/python "$program"
        ;;
    wheel)
        check "Python is installed" get python3-venv
        start=$SECONDS
        check "an environment" python3 -m venv venv
        check "the wheel is installed" venv/bin/pip install -q "$(echo /dist/boardsim-*.whl)[pytest]" bleak
        check "and the one for the metawear SDK" bash -c 'venv/bin/pip install -q --no-deps /dist/boardsim_warble-*.whl \
            && BOARDSIM_RADIO= venv/bin/python -c "import mbientlab.warble" && venv/bin/pip uninstall -q -y boardsim_warble'
        uses "$PWD/venv/bin/boardsim"
        connects venv/bin/python venv/bin/boardsim
        check "from the environment to the last client within a minute: $((SECONDS - start)) s" \
            test $((SECONDS - start)) -le 60
        starts venv/bin/python venv/bin/boardsim
        pages venv/bin/boardsim
        check "python -m boardsim" venv/bin/python -m boardsim boards
        cat >test_it.py <<'END'
import boardsim as package


def test_fixture(boardsim):
    simulator = boardsim("/dist/desk.yaml")
    simulator.press()
    assert simulator.radio.startswith("hci-tcp:")


def test_simulator():
    with package.Simulator("/dist/desk.yaml") as simulator:
        assert simulator.step(2) == 2
END
        check "the pytest fixture and the class" venv/bin/pytest -q test_it.py
        check "licences are there" bash -c 'ls venv/lib/python3*/site-packages/boardsim-*.dist-info/licenses/*glib* \
            venv/lib/python3*/site-packages/boardsim-*.dist-info/licenses/swift.txt'
        check "the bundled libraries are used" bash -c 'ldd venv/bin/boardsim | grep -q "lib/boardsim/libglib-2.0.so.0"'
        check "it is removed, but for caches of pytest" bash -c 'venv/bin/pip uninstall -q -y boardsim \
            && [ -z "$(find venv -path "*boardsim*" -type f ! -path "*__pycache__*")" ]'
        ;;
    deb)
        check "the package and what it needs are installed" get "$(echo /dist/boardsim_*.deb)"
        uses boardsim
        boardsim live wrist.yaml >refusal 2>&1
        check "without the package of the pages, it says what to install" \
            bash -c "[ $? = 3 ] && grep -q 'Install the Debian package boardsim-pages' refusal"
        check "the pages and what they need are installed" get "$(echo /dist/boardsim-pages_*.deb)"
        pages boardsim
        check "the service's files" ls /usr/lib/systemd/system/boardsim@.service \
            /usr/share/dbus-1/system.d/boardsim.conf /usr/share/man/man1/boardsim.1.gz
        check "completions" bash -c '. /usr/share/bash-completion/completions/boardsim; complete -p boardsim'
        check "Python is installed" get python3-venv
        bleak
        connects venv/bin/python boardsim
        starts venv/bin/python boardsim
        check "systemd accepts the unit" bash -c 'apt-get -qq install -y systemd \
            && { systemd-sysusers boardsim.conf; id boardsim; } \
            && [ -z "$(systemd-analyze verify /usr/lib/systemd/system/boardsim@desk.service 2>&1 | grep boardsim@)" ]'
        check "it is removed without a trace" bash -c 'apt-get -qq purge -y boardsim-pages boardsim \
            && ! command -v boardsim && ! command -v boardsim-pages \
            && [ -z "$(find / -xdev -path /dist -prune -o -path /tmp -prune -o -name "*boardsim*" -print)" ]'
        ;;
esac
