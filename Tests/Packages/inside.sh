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

# The first scenario and the suite, by a program that was installed.
uses() {
    check "it prints its version" "$1" --version
    check "the first scenario" "$1" run wrist.yaml
    check "a scenario is found by its folder" "$1" run Scenarios/field/low-battery.yaml
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
}

check "the system has no Swift" bash -c '! command -v swift && ! ls /usr/lib/swift'
case $package in
    tar)
        tar -xf /dist/boardsim-*.tar.gz
        uses "$PWD/$(echo boardsim-*)/bin/boardsim"
        ;;
    wheel)
        check "Python and D-Bus are installed" get python3-venv dbus-daemon
        start=$SECONDS
        check "an environment" python3 -m venv venv
        check "the wheel is installed" venv/bin/pip install -q "$(echo /dist/*.whl)[pytest]" bleak
        uses "$PWD/venv/bin/boardsim"
        connects venv/bin/python venv/bin/boardsim
        echo "$suite wheel: from the environment to the last client: $((SECONDS - start)) s"
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
        check "the package and what it needs are installed" get "$(echo /dist/*.deb)"
        uses boardsim
        check "the service's files" ls /usr/lib/systemd/system/boardsim@.service \
            /usr/share/dbus-1/system.d/boardsim.conf /usr/share/man/man1/boardsim.1.gz
        check "completions" bash -c '. /usr/share/bash-completion/completions/boardsim; complete -p boardsim'
        check "Python is installed" get python3-venv
        check "bleak is installed" bash -c 'python3 -m venv venv && venv/bin/pip install -q bleak'
        connects venv/bin/python boardsim
        check "systemd accepts the unit" bash -c 'apt-get -qq install -y systemd \
            && { systemd-sysusers boardsim.conf; id boardsim; } \
            && [ -z "$(systemd-analyze verify /usr/lib/systemd/system/boardsim@desk.service 2>&1 | grep boardsim@)" ]'
        check "it is removed" bash -c 'apt-get -qq purge -y boardsim && ! command -v boardsim \
            && [ ! -e /usr/share/boardsim ]'
        ;;
esac
