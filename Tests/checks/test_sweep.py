"""A sweep with several processes and with clients from outside."""

import json
import os
import pathlib
import resource
import signal
import subprocess
import time

import pytest

from repository import PROGRAM, ROOT

# One at a time: each uses all processors.
pytestmark = [pytest.mark.program, pytest.mark.xdist_group("sweeps")]


def sweep(*words, **more):
    return subprocess.run([PROGRAM, "sweep", *words], capture_output=True, text=True, timeout=120, **more)


def alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.fixture
def work(tmp_path):
    return tmp_path


@pytest.fixture
def desk(work):
    """A scenario without clients."""
    file = work / "desk.yaml"
    file.write_text("version: 1\nname: A desk\nboards: [{name: desk, model: MetaMotion S}]\n")
    return file


def test_several_processes(check, work):
    """A sweep by several processes."""
    scenario = str(ROOT / "Scenarios" / "button-led-haptic.yaml")
    one = sweep(scenario, "--seeds", "1..40", "--jobs", "1", "--report", "json")
    three = sweep(scenario, "--seeds", "1..40", "--jobs", "3", "--report", "json")
    check("three processes find what one finds, to the byte", one.stdout == three.stdout and one.returncode == 0)

    shipped = sweep("button-led-haptic.yaml", "--seeds", "1..6", "--jobs", "2", "--report", "json", cwd=work)
    check("a scenario that came with the program is found by its name", shipped.returncode == 0 and json.loads(
        shipped.stdout)["run"] == 6)


def test_stopped(check, work):
    """A sweep that is stopped goes on, and a worker that dies is one failing world."""
    out = work / "stopped"
    process = subprocess.Popen(
        [PROGRAM, "sweep", str(ROOT / "Scenarios" / "wrist.yaml"), "--seeds", "1..150", "--jobs", "2", "--out", str(out)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    rows = out / "worlds.jsonl"
    while not rows.exists() or rows.read_text().count("\n") < 10:
        time.sleep(0.02)
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    while rows.read_text().count("\n") < 40:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    worlds = [json.loads(line) for line in rows.read_text().splitlines()[1:]]
    crashed = [world for world in worlds if world["outcome"] == "crashed"]
    check("a worker that dies is one failing world", len(crashed) == 1 and "signal 9" in crashed[0]["why"])
    check("Ctrl-C ends the sweep with what it has", 40 <= len(worlds) < 150)
    again = sweep(
        str(ROOT / "Scenarios" / "wrist.yaml"), "--seeds", "1..150", "--jobs", "2", "--out", str(out), "--report", "json")
    check("the same command goes on", f"resuming: {len(worlds)} of 150" in again.stderr)
    check("and has every world once", json.loads((out / "report.json").read_text())["run"] == 150)


def test_clients(check, work, desk):
    """Clients from outside, and the command of the worst world."""
    clients = sweep(
        str(desk), "--seeds", "1..4", "--jobs", "4", "--report", "json", "--client",
        'echo "$BOARDSIM_SEED at $BOARDSIM_RADIO"; test -S "${BOARDSIM_RADIO#hci-unix:}" && test $BOARDSIM_SEED != 3')
    report = json.loads(clients.stdout)
    check("a client is run in every world, against its radio", report["run"] == 4 and report["failed"] == 1)
    check("its last line is the reason", report["worst"]["seed"] == "3" and "3 at hci-unix:" in report["worst"]["why"])
    slow = sweep(str(desk), "--seeds", "1..2", "--jobs", "2", "--client", "sleep 60", "--client-limit", "3 s")
    check("a client that hangs is ended", "did not end within 3.00 s" in slow.stdout and slow.returncode == 1)
    worst = json.loads(clients.stdout)["worst"]["command"]
    shell = {**os.environ, "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"}
    alone = subprocess.run(worst, shell=True, capture_output=True, text=True, timeout=60, env=shell)
    check("a failing client is run again by its command", alone.returncode == 1 and "3 at hci-unix:" in alone.stdout)


def test_led_clients(check, work, desk):
    """Clients whose time is virtual: an hour of waiting in each world."""
    def led(command, *options):
        return sweep(str(desk), "--seeds", "1..3", "--jobs", "2", "--speed", "led", "--report", "json", *options, "--", "sh", "-c", command)
    waiting = led('echo "world $BOARDSIM_WORLD at $BOARDSIM_SPEED"; sleep 3000; test $BOARDSIM_SEED != 2', "--client-limit", "1 h")
    report = json.loads(waiting.stdout)
    check("an hour of waiting is over at once", report["run"] == 3 and report["failed"] == 1 and waiting.returncode == 1)
    check("its last line is the reason", report["worst"]["why"] == "the client ended with status 1: world 1 at led")
    again = led('echo "world $BOARDSIM_WORLD at $BOARDSIM_SPEED"; sleep 3000; test $BOARDSIM_SEED != 2', "--client-limit", "1 h")
    check("the same sweep has the same report", again.stdout == waiting.stdout)
    late = led("sleep 3000", "--client-limit", "10 min")
    check("a client that hangs is ended by virtual time", late.returncode == 1
          and "did not end within 10 min of virtual time" in json.loads(late.stdout)["worst"]["why"])
    worst = subprocess.run(report["worst"]["command"], shell=True, capture_output=True, text=True, timeout=60, env={
        **os.environ, "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"})
    check("a failing client is run again by its command", worst.returncode == 1)
    nothing = sweep(str(desk), "--seeds", "1..2", "--speed", "led", "--", str(work / "nothing"))
    check("a program that is not there is refused at once", nothing.returncode == 2 and "No such file" in nothing.stderr)
    wrong = sweep(str(desk), "--seeds", "1..2", "--speed", "fast", "--", "true")
    check("a speed that is none is refused with those that are", wrong.returncode == 2 and "`led` for virtual time" in wrong.stderr)


def test_processes_of_a_client(check, work, desk):
    """A client's processes, output and signals."""
    pid = work / "pid"
    left = sweep(
        str(desk), "--seeds", "1..2", "--jobs", "2", "--client", f"sleep 100 & echo $! >{pid}.$BOARDSIM_SEED; sleep 100",
        "--client-limit", "3 s")
    check("and what it has started, too", left.returncode == 1 and not any(
        alive(int(pathlib.Path(f"{pid}.{seed}").read_text())) for seed in (1, 2)))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    loud = sweep(
        str(desk), "--seeds", "1..2", "--jobs", "2", "--report", "json", "--client",
        "head -c 200000000 /dev/zero | tr '\\0' x; printf '\\n\\033[31mlast words\\033[0m\\n\\n'; exit 3")
    why = json.loads(loud.stdout)["worst"]["why"]
    check("a client may print as much as it likes", why == "the client ended with status 3: last words")
    check("which is not kept", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < before + 20_000)
    usual = sweep(str(desk), "--seeds", "1..2", "--jobs", "2", "--client", "sh -c 'kill -PIPE $$'; test $? = 141")
    check("signals are for a client what they are for a shell", usual.returncode == 0)
    nowhere = sweep(
        str(desk), "--seeds", "1..2", "--client", "true", env={**os.environ, "TMPDIR": str(work / "nowhere")})
    check("a machine without room for files is reported at once", nowhere.returncode == 3 and "set TMPDIR" in nowhere.stderr)


def test_signals(check, work, desk):
    """What stops a sweep may reach all of its processes: a terminal, systemd, Slurm."""
    for name, client in (("worlds", []), ("clients", ["--client", f"sleep 0.2; test -e {work}/again || sleep 100"])):
        out = work / f"ended-{name}"
        # Without it clients go on until they are stopped.
        (work / "again").unlink(missing_ok=True)
        scenario = [str(ROOT / "Scenarios" / "wrist.yaml") if not client else str(desk)]
        words = scenario + ["--seeds", "1..100" if not client else "1..4", "--jobs", "2", "--out", str(out), *client]
        process = subprocess.Popen(
            [PROGRAM, "sweep", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        while not (out / "worlds.jsonl").exists() or not client and (out / "worlds.jsonl").read_text().count("\n") < 5:
            time.sleep(0.02)
        if client:
            time.sleep(0.5)
        os.killpg(process.pid, signal.SIGTERM)
        said = process.communicate(timeout=30)[1]
        check(f"{name} that a signal has stopped have not passed", process.returncode == 1)
        check("and that they can be resumed is said", "stopped; the same command resumes the sweep" in said)
        rows = [json.loads(line) for line in (out / "worlds.jsonl").read_text().splitlines()[1:]]
        check(f"{name} that a signal has stopped are no failures", all(row["outcome"] == "passed" for row in rows))
        (work / "again").touch()
        again = sweep(*words, "--report", "json")
        report = json.loads((out / "report.json").read_text())
        check("and are run again", again.returncode == 0 and report["run"] == (4 if client else 100))


def test_full_disk(check, work, desk):
    """A disk that is full."""
    out = work / "full"
    (work / "ran").mkdir()
    words = [str(desk), "--seeds", "1..150", "--jobs", "4", "--out", str(out), "--client", f"touch {work}/ran/$BOARDSIM_WORLD"]
    full = sweep(*words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000)))
    kept = (out / "worlds.jsonl").read_text().count("\n") - 1
    check("a sweep that cannot keep its worlds says so", full.returncode == 3 and "free some space" in full.stderr and kept > 5)
    check("and runs no more of them", len(list((work / "ran").iterdir())) < kept + 20)
    again = sweep(*words)
    check("and goes on later", again.returncode == 0 and f"resuming: {kept} of 150" in again.stderr)


def test_flaw(check, work):
    """The flaw of the guide to sweeps."""
    flaw = work / "flaw"
    found = sweep(
        str(ROOT / "docs/examples/sweep/lost-log.yaml"), "--vary", "faults[1].at=20075 ms..21075 ms", "--samples", "200",
        "--shrink", "--out", str(flaw))
    least = (flaw / "smallest.yaml").read_text()
    check("the planted flaw is found", found.returncode == 1 and "led-off: the link ended" in found.stdout)
    check("and shrunk to at most ten lines", len(least.splitlines()) <= 10)
    check("which keep what makes it", all(word in least for word in ["led-off", "link-loss", "download"]))
    check("and nothing else", not any(word in least for word in ["interference", "swing", "button", "rotation", "pulse"]))
    alone = subprocess.run([PROGRAM, "run", str(flaw / "smallest.yaml")], capture_output=True, text=True, timeout=60)
    check("the small scenario fails by itself", alone.returncode == 1 and "led-off: the link ended" in alone.stdout)
