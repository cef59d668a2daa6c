"""Programs that a run starts: `run SCENARIO --radio … -- PROGRAM ARGS…`, and the same for `sweep`."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

from repository import PROGRAM

# One at a time: each uses all processors.
pytestmark = [pytest.mark.program, pytest.mark.xdist_group("sweeps")]


def boardsim(*words, **more):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120, **more)


def alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait(holds, seconds=30):
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


SHOW = "import json, os, sys; print(json.dumps({**dict(os.environ), 'words': sys.argv[1:]}))"


@pytest.fixture
def work(tmp_path):
    return tmp_path


@pytest.fixture
def desk(work):
    """A scenario without clients."""
    file = work / "desk.yaml"
    file.write_text("version: 1\nname: A desk\nboards: [{name: desk, model: MetaMotion S}]\n")
    return file


def children(process):
    return [int(child) for child in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def test_what_it_is_given(check, work, desk):
    """What it is given."""
    shown = boardsim(
        "run", str(desk), "--radio", "hci-tcp:127.0.0.1:0", "--seed", "7", "--speed", "2", "--set", "world.distance=2 m",
        "--", sys.executable, "-c", SHOW, "--", "a b", "--help")
    variables = json.loads(shown.stdout.splitlines()[0])
    check("the program's status ends the run well", shown.returncode == 0, shown.stderr)
    check("its words are its own", variables["words"] == ["--", "a b", "--help"], variables["words"])
    port = variables["BOARDSIM_RADIO"].removeprefix("hci-tcp:127.0.0.1:")
    check("it finds the radio with the port that the system chose", port.isdigit() and int(port) > 0, port)
    check("and its world", (variables["BOARDSIM_SEED"], variables["BOARDSIM_SPEED"], json.loads(
        variables["BOARDSIM_VALUES"])) == ("7", "2", {"world.distance": "2 m"}), variables)
    check("the report says so", "the program ended with status 0" in shown.stdout, shown.stdout)
    own = boardsim(
        "run", str(desk), "--radio", "hci-unix", "--", "sh", "-c",
        'path="${BOARDSIM_RADIO#hci-unix:}"; test -S "$path" && dirname "$path"')
    place = own.stdout.splitlines()[0]
    check("a radio without a path has a folder of its own", own.returncode == 0 and place.startswith("/"), own)
    check("which goes with it", not os.path.exists(place))
    bus = boardsim(
        "run", str(desk), "--radio", "bluez-bus", "--", "sh", "-c",
        "dbus-send --bus=$DBUS_SYSTEM_BUS_ADDRESS --dest=org.bluez --print-reply /"
        " org.freedesktop.DBus.ObjectManager.GetManagedObjects")
    check("a program that uses BlueZ finds it", bus.returncode == 0 and "org.bluez.Adapter1" in bus.stdout, bus.stderr)


def test_how_it_ends(check, work, desk):
    """How it ends."""
    out = work / "out"
    bad = boardsim(
        "run", str(desk), "--radio", "hci-unix", "--out", str(out), "--report", "json", "--report", "junit", "--",
        "sh", "-c", "exit 9")
    report = json.loads((out / "report.json").read_text())
    check("a program that fails fails the run", bad.returncode == 1 and report["passed"] is False, bad)
    check("which says so", report["program"] == {
        "command": "sh -c 'exit 9'", "failure": "ended with status 9", "end": "status", "number": 9}
          and report["verdict"] == "the program ended with status 9", report)
    check("also to a CI", 'type="program"' in (out / "junit.xml").read_text(), (out / "junit.xml").read_text())
    expecting = work / "expecting.yaml"
    expecting.write_text(desk.read_text() + "expect: [{within: 1 h, state: {resets: 0}}]\n")
    held = boardsim("run", str(expecting), "--radio", "hci-unix", "--", "true")
    check("an expectation is decided when the program ends", held.returncode == 0 and "1 of 1 expectation held" in
          held.stdout, held)
    wanting = work / "wanting.yaml"
    wanting.write_text(desk.read_text() + "expect: [{within: 1 h, state: {haptic: true}}]\n")
    unmet = boardsim("run", str(wanting), "--radio", "hci-unix", "--", "true")
    check("an expectation decides, too", unmet.returncode == 1 and "expectation" in unmet.stdout, unmet)
    usual = boardsim("run", str(desk), "--radio", "hci-unix", "--", "sh", "-c", "kill -PIPE $$")
    check("signals are for it what they are for a shell", "ended with signal 13" in usual.stdout, usual.stdout)
    late = boardsim("run", str(desk), "--radio", "hci-unix", "--for", "300 ms", "--", "sleep", "60")
    check("a run that is over ends its program", late.returncode == 1 and "still ran when the run was over; omit `--for`"
          in late.stdout, late.stdout)


def test_wrong_command_lines(check, work, desk):
    """Wrong command lines."""
    for words, message in [
        (["run", str(desk), "--", "true"], "add for example `--radio bluez-bus`"),
        (["run", str(desk), "--radio", "hci-unix", "--"], "no program follows `--`"),
        (["run", str(desk), "--radio", "hci-unix", "--", "no-such-program"], "cannot start `no-such-program`: No such file"),
        (["sweep", str(desk), "--client", "true", "--", "true"], "keep one of them"),
        (["sweep", "merge", "a", "--", "b"], "`merge` runs no program"),
    ]:
        refused = boardsim(*words)
        check(f"refused: {message}", refused.returncode == 2 and message in refused.stderr, refused.stderr)
    odd = work / "-odd.yaml"
    odd.write_text(desk.read_text())
    named = boardsim("run", "--radio", "hci-unix", "--", "-odd.yaml", "--", "echo", "hello", cwd=work)
    check("a file's name may begin with a dash", named.returncode == 0 and named.stdout.startswith("hello\n"), named)


def test_ctrl_c(check, work, desk):
    """Ctrl-C is the program's."""
    started = work / "started"
    run = subprocess.Popen(
        [PROGRAM, "run", str(desk), "--radio", "hci-unix", "--", "sh", "-c",
         f"trap 'exit 0' INT; touch {started}; while :; do sleep 0.1; done"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait(started.exists)
    os.killpg(run.pid, signal.SIGINT)
    text, _ = run.communicate(timeout=30)
    check("Ctrl-C reaches the program, which decides", run.returncode == 0 and "status 0" in text, text)
    started.unlink()
    run = subprocess.Popen(
        [PROGRAM, "run", str(desk), "--radio", "hci-unix", "--", "sh", "-c", f"trap '' INT; echo $$ >{started}; exec sleep 60"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait(lambda: started.exists() and started.read_text())
    run.send_signal(signal.SIGTERM)
    text, _ = run.communicate(timeout=30)
    check("a program that does not end is ended", run.returncode == 1 and "signal 15" in text and not alive(
        int(started.read_text())), text)


def test_sweep(check, work, desk):
    """The same in each world of a sweep."""
    worlds = boardsim(
        "sweep", str(desk), "--seeds", "1..2", "--vary", "world.distance=1 m,2 m", "--jobs", "2", "--speed", "3", "--report",
        "json", "--", sys.executable, "-c",
        "import os, sys; print(os.environ['BOARDSIM_SPEED'], os.environ['BOARDSIM_VALUES']); sys.exit('2 m' in"
        " os.environ['BOARDSIM_VALUES'] and os.environ['BOARDSIM_SEED'] == '2')")
    report = json.loads(worlds.stdout)
    check("a sweep runs it in every world", worlds.returncode == 1 and (report["run"], report["failed"]) == (4, 1), report)
    check("which it is told", report["worst"]["why"].endswith('3 {"world.distance":"2 m"}'), report["worst"])
    alone = subprocess.run(
        report["worst"]["command"], shell=True, capture_output=True, text=True, timeout=60,
        env={**os.environ, "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"})
    check("and the command of the worst world is whole", alone.returncode == 1 and "2 m" in alone.stdout, alone)


def test_nothing_is_left(check, work, desk):
    """Nothing outlives its world."""
    pid = work / "pid"
    boardsim("sweep", str(desk), "--seeds", "1..2", "--jobs", "2", "--", "sh", "-c",
             f"setsid sleep 100 & echo $! >{pid}.$BOARDSIM_SEED")
    check("what a client puts into a session of its own ends with its world", not any(
        alive(int(pathlib.Path(f"{pid}.{seed}").read_text())) for seed in (1, 2)))
    for number in (1, 2):
        pathlib.Path(f"{pid}.{number}").unlink()
    sweep = subprocess.Popen(
        [PROGRAM, "sweep", str(desk), "--seeds", "1..2", "--jobs", "2", "--", "sh", "-c",
         f"echo $$ >{pid}.$BOARDSIM_SEED; sleep 100"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait(lambda: all(pathlib.Path(f"{pid}.{seed}").exists() and pathlib.Path(f"{pid}.{seed}").read_text() for seed in (1, 2)))

    workers = children(sweep.pid)
    runs = [child for worker in workers for child in children(worker)]
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    check("the runs and clients of a worker that is killed end", len(runs) == 4 and wait(
        lambda: not any(map(alive, runs))), runs)
    sweep.communicate(timeout=60)
    alone = subprocess.Popen(
        [PROGRAM, "sweep", str(desk), "--seeds", "3..4", "--jobs", "1", "--", "sleep", "100"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait(lambda: len(children(alone.pid)) == 2)
    run = next(child for child in children(alone.pid) if b"--radio" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes())
    os.kill(alone.pid, signal.SIGKILL)
    check("a run ends with the sweep that started it", wait(lambda: not alive(run)))
    alone.communicate(timeout=60)
