"""`boardsim qualify` on a board outside: the verdicts are those in process, and mishaps keep what was found."""

import contextlib
import json
import os
import pathlib
import pty
import re
import select
import signal
import socket
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
def board():
    """`boardsim run` with one board, in real time: its process, and the target."""
    with tempfile.TemporaryDirectory(prefix="boardsim-qualify-") as folder:
        scenario = pathlib.Path(folder, "desk.yaml")
        scenario.write_text(BOARD)
        radio = pathlib.Path(folder, "radio")
        process = subprocess.Popen(
            [PROGRAM, "run", str(scenario), "--speed", SPEED, "--radio", f"hci-unix:{radio}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(300):
                if radio.exists():
                    break
                time.sleep(0.1)
            assert radio.exists(), "boardsim run did not listen"
            yield process, f"hci-unix:{radio}"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def qualify(*arguments):
    return subprocess.run(
        [PROGRAM, "qualify", *arguments], stdin=subprocess.DEVNULL, text=True, capture_output=True, timeout=PATIENCE)


def led(way, folder, *arguments):
    """What a qualification prints that the board's run leads in virtual time."""
    scenario, printed = folder / "desk.yaml", folder / "printed"
    scenario.write_text(BOARD)
    radio, target = {"hci": ("hci-unix", "$BOARDSIM_RADIO"), "bluez": ("bluez-bus", "bluez:E1:00:00:00:00:01")}[way]
    run = subprocess.run(
        [PROGRAM, "run", str(scenario), "--radio", radio, "--speed", "led", "--", "sh", "-c",
         f'"$0" qualify --target "{target}" "$@" >{printed}; test $? -le 1', PROGRAM, *arguments],
        stdin=subprocess.DEVNULL, text=True, capture_output=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stdout + run.stderr
    return printed.read_text()


def verdicts(printed):
    return {row["row"]: (row["verdict"], row["saw"]) for row in json.loads(printed)["rows"]}


@pytest.mark.parametrize("way", ["hci", "bluez"])
def test_same_verdicts(way, tmp_path, record_property):
    own = verdicts(qualify("--format", "json").stdout)
    there = verdicts(led(way, tmp_path, "--yes", "erase", "--yes", "restart", "--format", "json"))
    assert there.keys() == own.keys()
    hidden = OF_HOSTS | (HIDDEN if way == "bluez" else set())
    others = {row: (own[row], there[row]) for row in own if row not in hidden and own[row][0] != there[row][0]}
    assert not others
    decided = sum(verdict != "open" for verdict, _ in there.values())
    assert decided >= 40
    record_property("checks", decided)


def test_files():
    """A transcript that replay reads, and a capture."""
    with tempfile.TemporaryDirectory() as folder:
        done = qualify("--only", "slots", "--only", "timer", "--transcript", f"{folder}/t.txt", "--pcapng", f"{folder}/c")
        assert done.returncode == 0, done.stderr
        assert "# slots: reads free loggers and processors" in pathlib.Path(folder, "t.txt").read_text()
        assert pathlib.Path(folder, "c").read_bytes().startswith(b"\n\r\r\n")
        played = subprocess.run([PROGRAM, "replay", f"{folder}/t.txt", "--model", "MetaMotion S"],
                                capture_output=True, text=True, timeout=PATIENCE)
        assert played.returncode in (0, 1), played.stderr


def test_consent():
    """On a terminal the owner is asked, and a no is a no."""
    with board() as (_, target):
        child, terminal = pty.fork()
        if child == 0:
            os.execv(PROGRAM, [PROGRAM, "qualify", "--target", target, "--speed", SPEED, "--only", "timer", "--only",
                               "restarts", "--only", "recording"])
        shown, answered, end = "", 0, time.monotonic() + 120
        while time.monotonic() < end:
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                shown += os.read(terminal, 65536).decode(errors="replace")
            except OSError:
                break
            if shown.count("do you agree?") > answered:
                answered += 1
                os.write(terminal, b"n\n")
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.close(terminal)
    assert answered == 2 and status == 0, shown
    assert re.search(r"RB26-42 +open .*: not run: restarts the board", shown), shown
    assert re.search(r"RB26-07 +open .*: not run: erases the log", shown), shown


def test_wrong():
    """Wrong targets, and ones that are not there."""
    done = qualify("--target", "usb:1")
    assert done.returncode == 2 and "`usb:1` is not a target" in done.stderr
    done = qualify("--only", "slot")
    assert done.returncode == 2 and "did you mean `slots`" in done.stderr
    done = qualify("--target", "hci-unix:/nowhere", "--model", "MetaMotion S")
    assert done.returncode == 2 and "--model only applies to the model" in done.stderr
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    done = qualify("--target", f"hci-tcp:{port}")
    assert done.returncode == 3 and "Connection refused" in done.stderr
    # Before the board is looked for, and not at the end.
    done = qualify("--target", f"hci-tcp:{port}", "--transcript", "/nowhere/board.txt")
    assert done.returncode == 3 and "--transcript /nowhere/board.txt: No such file" in done.stderr
    done = qualify("--model", "Triki")
    assert done.returncode == 2 and "which is no MetaWear board" in done.stderr


def test_lost():
    """A board that goes in the middle: what was found is reported."""
    with board() as (process, target):
        run = subprocess.Popen(
            [PROGRAM, "qualify", "--target", target, "--speed", SPEED, "--yes", "erase", "--only", "slots", "--only",
             "collection"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # The slots take a second, filling the log a minute and a quarter of the board's time.
        time.sleep(8)
        process.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 3, out + err
    assert "RB26-25   confirmed" in out and "RB26-01   open" in out and "ended early: " in out, out
