"""A sweep with several processes and with clients from outside: BOARDSIM names the program.

Prints `ok …` and `FAILED …`; ends with status 1 if something failed.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BOARDSIM", str(ROOT / "boardsim"))
failures = 0


def check(name, holds):
    global failures
    print(("ok " if holds else "FAILED ") + name, flush=True)
    failures += not holds


def sweep(*words, **more):
    return subprocess.run([PROGRAM, "sweep", *words], capture_output=True, text=True, timeout=120, **more)


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    scenario = str(ROOT / "Scenarios" / "button-led-haptic.yaml")
    one = sweep(scenario, "--seeds", "1..40", "--jobs", "1", "--report", "json")
    three = sweep(scenario, "--seeds", "1..40", "--jobs", "3", "--report", "json")
    check("three processes find what one finds, to the byte", one.stdout == three.stdout and one.returncode == 0)

    # A sweep that is stopped goes on, and a worker that dies is one failing world.
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

    desk = work / "desk.yaml"
    desk.write_text("version: 1\nname: A desk\nboards: [{name: desk, model: MetaMotion S}]\n")
    clients = sweep(
        str(desk), "--seeds", "1..4", "--jobs", "4", "--report", "json", "--client",
        'echo "$BOARDSIM_SEED at $BOARDSIM_RADIO"; test -S "${BOARDSIM_RADIO#hci-unix:}" && test $BOARDSIM_SEED != 3')
    report = json.loads(clients.stdout)
    check("a client is run in every world, against its radio", report["run"] == 4 and report["failed"] == 1)
    check("its last line is the reason", report["worst"]["seed"] == "3" and "3 at hci-unix:" in report["worst"]["why"])
    slow = sweep(str(desk), "--seeds", "1..2", "--jobs", "2", "--client", "sleep 60", "--client-limit", "300 ms")
    check("a client that hangs is ended", "did not end within 0.300 s" in slow.stdout and slow.returncode == 1)

    # The flaw of the guide to sweeps.
    flaw = work / "flaw"
    found = sweep(
        str(ROOT / "docs/examples/sweep/lost-log.yaml"), "--vary", "faults[1].at=20075 ms..21075 ms", "--samples", "200",
        "--shrink", "--out", str(flaw))
    least = (flaw / "smallest.yaml").read_text()
    print(least)
    check("the planted flaw is found", found.returncode == 1 and "led-off: the link ended" in found.stdout)
    check("and shrunk to at most ten lines", len(least.splitlines()) <= 10)
    check("which keep what makes it", all(word in least for word in ["led-off", "link-loss", "download"]))
    check("and nothing else", not any(word in least for word in ["interference", "swing", "button", "rotation", "pulse"]))
    alone = subprocess.run([PROGRAM, "run", str(flaw / "smallest.yaml")], capture_output=True, text=True, timeout=60)
    check("the small scenario fails by itself", alone.returncode == 1 and "led-off: the link ended" in alone.stdout)

print("done")
sys.exit(failures > 0)
