"""Treats `boardsim` as a system may treat a process: closed descriptors, signals, full disks, pipes, kills."""

import contextlib
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import pytest

from repository import PROGRAM, ROOT

pytestmark = pytest.mark.program

# Seconds of wall time after which something that should come is given up.
PATIENCE = 60

BOARD = 'version: 1\nboards: [{name: desk, model: MetaMotion S, address: "E1:00:00:00:00:01"}]\n'
READS = BOARD + "clients: [{name: phone, steps: [connect, {read: battery}, disconnect]}]\n"
LOGS = BOARD + ("clients: [{name: phone, steps: [connect, {log: {acceleration: 800 Hz}}, {wait: 2 h}]}]\n"
                "deadline: 3 h\n")


@contextlib.contextmanager
def folder(scenario):
    """A folder with a scenario, `s.yaml`, which goes with the check."""
    with tempfile.TemporaryDirectory(prefix="boardsim-process-") as name:
        place = pathlib.Path(name)
        (place / "s.yaml").write_text(scenario)
        yield place


def run(place, *arguments, **options):
    return subprocess.run(
        [PROGRAM, "run", "s.yaml", *arguments], cwd=place, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=PATIENCE, **options)


class Live:
    """A run that goes on while its standard error is read."""

    def __init__(self, place, *arguments, environment=None):
        self.process = subprocess.Popen(
            [PROGRAM, "run", "s.yaml", *arguments], cwd=place, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self.timer = threading.Timer(PATIENCE, self.process.kill)
        self.timer.start()
        self.said = []

    def until(self, words):
        """Reads until a line has these words."""
        for line in self.process.stderr:
            self.said.append(line)
            if words in line:
                return line
        raise AssertionError(f"it never said `{words}`: {''.join(self.said)}")

    def end(self, number):
        """Sends a signal; the status, and what was printed."""
        self.process.send_signal(number)
        out, err = self.process.communicate()
        self.timer.cancel()
        return self.process.returncode, out, "".join(self.said) + err


def equal(found, wanted, what):
    assert found == wanted, f"{what}: {found!r}, not {wanted!r}"


# Descriptors

def test_closed_descriptors():
    """Standard descriptors that are closed are not given to files."""
    with folder(READS) as place:
        for closing in ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"]:
            state = place / "kept"
            done = subprocess.run(
                ["sh", "-c", f'exec "$0" "$@" {closing}', PROGRAM, "run", "s.yaml", "--radio", "hci-tcp:0",
                 "--for", "1s", "--speed", "1000", "--state", "kept"],
                cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
            # A report that went nowhere is a loss.
            equal(done.returncode, 3 if ">&- 2" in closing else 0, f"status with {closing}")
            equal((state / "desk" / "flash.journal").read_bytes()[:8], b"bsimlog\n", "the journal's head")
            again = run(place, "--state", "kept")
            equal(again.returncode, 0, f"the next run after {closing}: {again.stderr}")


def test_reader_leaves():
    """A reader of standard output that leaves ends nothing by a signal."""
    with folder(READS) as place:
        done = subprocess.run(
            ["bash", "-c", '"$0" run s.yaml --report html | true; exit ${PIPESTATUS[0]}', PROGRAM], cwd=place,
            capture_output=True, text=True, timeout=PATIENCE)
        equal(done.returncode, 0, "status")


def test_pipe_leaves():
    """A reader of a trace that leaves is an error of the trace."""
    with folder(LOGS.replace("2 h", "20 s")) as place:
        os.mkfifo(place / "trace")
        reader = os.open(place / "trace", os.O_RDONLY | os.O_NONBLOCK)
        live = Live(place, "--trace", "trace", "--radio", "hci-tcp:0", "--for", "30s", "--speed", "10")
        live.until("listening on")
        os.close(reader)
        out, err = live.process.communicate()
        live.timer.cancel()
        equal(live.process.returncode, 3, "status")
        assert "--trace trace: the trace could not be written completely: Broken pipe" in err, err
        assert "30.000 s of virtual time" in out, out


def test_pipe_waits():
    """A trace into a pipe without a reader says so, and goes on with the reader."""
    with folder(READS) as place:
        os.mkfifo(place / "trace")
        live = Live(place, "--trace", "trace")
        live.until("--trace trace: waiting for a reader of this pipe")
        text = (place / "trace").read_text()
        out, _ = live.process.communicate()
        live.timer.cancel()
        equal(live.process.returncode, 0, "status")
        assert "step: connect" in text, text


# Signals

def leaves_nothing(number):
    with folder(BOARD) as place:
        temporary = place / "tmp"
        temporary.mkdir()
        live = Live(
            place, "--radio", "hci-unix:radio", "--radio", "usb-pty:usb", "--radio", "bluez-bus",
            "--bus-address", "bus", "--trace", "trace", environment={**os.environ, "TMPDIR": str(temporary)})
        live.until("listening on hci-unix")
        equal({each.name for each in place.iterdir()},
              {"s.yaml", "tmp", "radio", "usb", "bus", "trace.part"}, "files of a run")
        equal(len(list(temporary.iterdir())), 1, "folders of buses")
        status, out, err = live.end(number)
        return status, out, err, {each.name for each in place.iterdir()}, list(temporary.iterdir())


def ends_in_order(number):
    status, out, err, names, buses = leaves_nothing(number)
    equal(status, 0, f"status: {err}")
    equal(names, {"s.yaml", "tmp", "trace"}, "what is left")
    equal(buses, [], "folders of buses that are left")
    assert "of virtual time, finished" in out, out


def test_hang_up():
    """The end of the terminal ends a run in order: socket, link, bus and address go."""
    ends_in_order(signal.SIGHUP)


def test_terminate():
    """So does SIGTERM."""
    ends_in_order(signal.SIGTERM)


def test_killed():
    """What a killed run leaves goes at the next start, and nothing else does."""
    with folder(BOARD) as place:
        temporary = place / "tmp"
        foreign = temporary / "boardsim-bus-foreig"
        foreign.mkdir(parents=True, mode=0o700)
        (foreign / "letter").write_text("not ours")
        environment = {**os.environ, "TMPDIR": str(temporary)}
        ways = ["--radio", "hci-unix:radio", "--radio", "usb-pty:usb", "--radio", "bluez-bus",
                "--bus-address", "bus", "--trace", "trace"]
        first = Live(place, *ways, environment=environment)
        first.until("listening on hci-unix")
        beside = Live(place, "--radio", "bluez-bus", environment=environment)
        beside.until("listening on bluez-bus")
        equal(first.end(signal.SIGKILL)[0], -signal.SIGKILL, "status")
        # Its daemon goes with it, in its own time.
        second = Live(place, *ways, environment=environment)
        second.until("listening on hci-unix")
        buses = {each.name for each in temporary.iterdir()}
        equal(len(buses), 3, f"folders with one left, one in use and one of a new run: {buses}")
        equal(second.end(signal.SIGTERM)[0], 0, "status of the next run")
        equal({each.name for each in place.iterdir()}, {"s.yaml", "tmp", "trace"}, "what is left")
        equal(beside.end(signal.SIGTERM)[0], 0, "status of the run beside it")
        equal([each.name for each in temporary.iterdir()], ["boardsim-bus-foreig"], "folders that are left")
        equal((foreign / "letter").read_text(), "not ours", "what was not ours")


# Room

def test_too_large():
    """A file that may not grow any more is an error with status 3, not a signal."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))

    with folder(LOGS.replace("2 h", "20 s")) as place:
        for option, name in [("--trace", "t"), ("--pcapng", "p"), ("--btsnoop", "b"), ("--state", "kept")]:
            done = run(place, option, name, preexec_fn=limit)
            equal(done.returncode, 3, f"status with {option}: {done.stderr}")
            assert "File too large" in done.stderr, done.stderr
            # What there was is reported.
            assert "of virtual time, finished" in done.stdout, done.stdout
        equal({each.name for each in place.iterdir()}, {"s.yaml", "t.part", "p.part", "b.part", "kept"}, "files")
        for name in ["t.part", "p.part", "b.part"]:
            assert 0 < (place / name).stat().st_size <= 600, name
        with open(place / "out", "w") as file:
            done = subprocess.run([PROGRAM, "run", "s.yaml", "--report", "html"], cwd=place, stdout=file,
                                  stderr=subprocess.PIPE, text=True, timeout=PATIENCE, preexec_fn=limit)
        equal(done.returncode, 3, "status with a large report")
        assert "standard output was lost: File too large" in done.stderr, done.stderr


def test_full_disk():
    """On a full disk nothing that was not written counts, and the user is told at once."""
    with folder(LOGS) as place:
        disk = place / "disk"
        disk.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", str(disk)], capture_output=True, text=True)
        if mounted.returncode != 0:
            pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
        try:
            live = Live(place, "--state", "disk", "--radio", "hci-tcp:0", "--speed", "1000", "--report", "json")
            live.until("flash of desk: disk/desk/flash.journal: No space left on device")
            # The run goes on.
            time.sleep(0.2)
            status, out, err = live.end(signal.SIGINT)
            equal(status, 3, f"status: {err}")
            board = json.loads(out)["boards"][0]
            shutil.copytree(disk, place / "kept")
        finally:
            subprocess.run(["umount", str(disk)], check=True)
        recorded, refused = board["entriesRecorded"], board["entriesRefused"]
        assert 0 < recorded < 6_144 and recorded % 511 == 0, recorded
        assert refused > 511, refused
        (place / "s.yaml").write_text(
            BOARD + "clients: [{name: phone, steps: [connect, {read: log-length}, disconnect]}]\n"
            f"expect: [{{within: 60 s, log-entries: {{exactly: {recorded}}}}}]\n")
        again = run(place, "--state", "kept")
        equal(again.returncode, 0, f"the next run: {again.stdout}{again.stderr}")


PAIRS = """version: 1
boards: [{name: desk, model: MetaMotion S, security: {pairing: allowed}}]
clients: [{name: phone, steps: [connect, pair, {read: battery}, disconnect]}]
"""
# No algorithm is left for a program that reads it.
BARE_OPENSSL = """openssl_conf = all
[all]
providers = used
[used]
null = on
[on]
activate = 1
"""


def test_bare_openssl():
    """A board pairs, whatever the machine's configuration of OpenSSL takes away."""
    with folder(PAIRS) as place:
        (place / "openssl.cnf").write_text(BARE_OPENSSL)
        done = run(place, env={**os.environ, "OPENSSL_CONF": str(place / "openssl.cnf")})
        equal(done.returncode, 0, f"status: {done.stdout}{done.stderr}")


def test_installed():
    """An installed program finds its scenarios and cases from any folder."""
    with folder(READS) as place:
        program = place / "usr" / "bin" / "boardsim"
        share = place / "usr" / "share" / "boardsim"
        program.parent.mkdir(parents=True)
        shutil.copy(pathlib.Path(PROGRAM).resolve(), program)
        shutil.copytree(ROOT / "Scenarios", share / "Scenarios")
        shutil.copytree(ROOT / "Conformance", share / "Conformance")
        (place / "link").symlink_to(program)
        for arguments in (["run", "wrist.yaml"], ["check", "Scenarios/field/low-battery.yaml"],
                          ["conformance", "--filter", "MW/DESK", "--model", "MetaMotion S"]):
            done = subprocess.run([place / "link", *arguments], cwd=place, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=PATIENCE)
            equal(done.returncode, 0, f"status of {' '.join(arguments)}: {done.stdout}{done.stderr}")
