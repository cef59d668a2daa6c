"""`boardsim qualify` on a board outside: the verdicts are those in process."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

import pytest

from repository import PROGRAM

pytestmark = getattr(pytest.mark, "conformance-hci")

SPEED = "5"
# Seconds of wall time after which something that should come is given up.
PATIENCE = 600

BOARD = """version: 1
name: Desk
boards:
  - {name: desk, model: MetaMotion S, address: "E1:00:00:00:00:01"}
"""
# What only a host decides that neither spreads nor bundles packets.
OF_HOSTS = {"RB26-23", "RB26-50", "RB26-52", "RB26-160"}
# What a daemon hides: each advertisement, raw data, the MTU.
HIDDEN = {"RB26-33", "RB26-56", "RB26-60", "RB26-61", "RB26-62"}


@contextlib.contextmanager
def board(way):
    """`boardsim run` with one board: its process, the target and the environment of a host."""
    with tempfile.TemporaryDirectory(prefix="boardsim-qualify-") as folder:
        scenario = pathlib.Path(folder, "desk.yaml")
        scenario.write_text(BOARD)
        bus = pathlib.Path(folder, "bus")
        options = ["--radio", "bluez-bus", "--bus-address", str(bus)] if way == "bluez" else [
            "--radio", f"hci-unix:{folder}/radio"]
        process = subprocess.Popen(
            [PROGRAM, "run", str(scenario), "--speed", SPEED, *options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            sign = bus if way == "bluez" else pathlib.Path(folder, "radio")
            for _ in range(300):
                if sign.exists():
                    break
                time.sleep(0.1)
            assert sign.exists(), "boardsim run did not listen"
            if way == "bluez":
                yield process, "bluez:E1:00:00:00:00:01", {"DBUS_SYSTEM_BUS_ADDRESS": bus.read_text().strip()}
            else:
                yield process, f"hci-unix:{folder}/radio", {}
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def qualify(*arguments, environment=None):
    return subprocess.run(
        [PROGRAM, "qualify", *arguments], stdin=subprocess.DEVNULL, text=True, capture_output=True, timeout=PATIENCE,
        env=os.environ | (environment or {}))


def verdicts(done):
    return {row["row"]: (row["verdict"], row["saw"]) for row in json.loads(done.stdout)["rows"]}


@pytest.mark.parametrize("way", ["hci", "bluez"])
def test_same_verdicts(way, record_property):
    own = verdicts(qualify("--format", "json"))
    with board(way) as (_, target, environment):
        done = qualify("--target", target, "--speed", SPEED, "--yes", "erase", "--yes", "restart", "--format", "json",
                       environment=environment)
    assert done.returncode in (0, 1), done.stderr
    there = verdicts(done)
    assert there.keys() == own.keys()
    hidden = OF_HOSTS | (HIDDEN if way == "bluez" else set())
    others = {row: (own[row], there[row]) for row in own if row not in hidden and own[row][0] != there[row][0]}
    assert not others
    decided = sum(verdict != "open" for verdict, _ in there.values())
    assert decided >= 40
    record_property("checks", decided)
