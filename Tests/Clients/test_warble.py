"""warble by itself: what it says when something goes wrong."""

import ast
import os
import re
import subprocess
import sys

import pytest

import led
from harness import Simulator, WARBLE, measured

CUBE = "E1:00:00:00:00:01"
# Connects, says how it went, and then how the link ended, if it is told to wait for that.
SCRIPT = """
import sys, threading
from mbientlab.warble import Gatt, WarbleException
connected, ended, errors = threading.Event(), threading.Event(), []
board = Gatt(sys.argv[1])
board.on_disconnect(lambda status: (errors.append(status), ended.set()))
board.connect_async(lambda error: (errors.append(error), connected.set()))
connected.wait(20)
assert errors[0] is None or isinstance(errors[0], WarbleException)
print(errors[0], board.is_connected, flush=True)
if board.is_connected:
    print(board.find_characteristic("2a26").uuid, board.find_characteristic("1234"),
          board.service_exists("180A"), board.service_exists("1530"), flush=True)
    ended.wait(20)
    print(errors[1], board.is_connected)
"""


def start(radio):
    """The script in real time."""
    variables = {**os.environ, "PYTHONPATH": str(WARBLE), "BOARDSIM_CONNECT_TIMEOUT": "1"}
    variables.pop("BOARDSIM_RADIO", None)
    if radio:
        variables["BOARDSIM_RADIO"] = radio
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, CUBE], env=variables, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process):
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0 and errors == "", errors
    return out.splitlines()


def in_virtual_time(script, address=CUBE, **more):
    """What a script prints; it writes no errors."""
    process, _ = led.start("turning.yaml", "-c", script, address, **{"BOARDSIM_CONNECT_TIMEOUT": "1", **more})
    errors = [line for line in process.stderr.splitlines() if not re.match(r"(listening on|host \d+ (attached|left)|wrote)", line)]
    assert process.returncode == 0 and errors == [], process.stderr
    return process.stdout.splitlines()


@pytest.mark.parametrize("radio, said", [
    (None, "BOARDSIM_RADIO is not set"),
    ("tcp-client:127.0.0.1:9000", "neither hci-tcp:HOST:PORT nor hci-unix:PATH"),
    ("hci-unix:nowhere", "no radio at hci-unix:nowhere"),
])
def test_no_radio(radio, said):
    (line,) = finish(start(radio))
    assert said in line and line.endswith(" False"), line


def test_no_board():
    (line,) = in_virtual_time(SCRIPT, "E1:99:99:99:99:99")
    assert "not on the air" in line and line.endswith(" False"), line


async def test_the_end_of_the_simulator():
    """In real time: it ends before its client."""
    async with Simulator("turning.yaml", speed=5) as simulator:
        process = start(simulator.run.radio)
        lines = [process.stdout.readline() for _ in range(2)]
        assert lines == [
            "None True\n", "00002a26-0000-1000-8000-00805f9b34fb None True False\n"]
    (line,) = finish(process)
    assert line == "8 False"
    measured("the end of the simulator is a link that timed out")


# Boards of this process: each prints how its connect went, and how its link ended.
BOARDS = """
import sys, threading, time
from mbientlab.warble import Gatt

def say(*words):
    # At once, since each board has a thread.
    sys.stdout.write(" ".join(map(str, words)) + "\\n")
    sys.stdout.flush()

class Board(Gatt):
    def __init__(self, name, mac, **options):
        super().__init__(mac, **options)
        self.name, self.answered, self.ended = name, threading.Event(), threading.Event()
        self.on_disconnect(self.gone)

    def gone(self, status):
        say(self.name, "ended", status, "connected" if self.is_connected else "alone")
        self.ended.set()

    def connect(self, wait=True, **options):
        self.answered.clear()
        self.ended.clear()
        self.connect_async(self.done, **options)
        if wait:
            assert self.answered.wait(30)

    def done(self, error):
        say(self.name, error or "connected")
        self.answered.set()
"""
ABSENT = "E1:99:99:99:99:99"


def play(script, **more):
    """What a script of boards prints."""
    return in_virtual_time(BOARDS + script, **more)


def test_an_absent_board_holds_up_no_other_and_is_given_up_by_disconnect():
    assert play(f"""
absent, cube = Board("absent", "{ABSENT}", timeout=60), Board("cube", sys.argv[1], timeout=20)
absent.connect(wait=False)
time.sleep(0.5)
cube.connect()
absent.disconnect()
assert absent.answered.wait(5)
cube.disconnect()
assert cube.ended.wait(20)
""") == ["cube connected", f"absent {ABSENT}: the connect was given up by disconnect()", "cube ended 22 alone"]


@pytest.mark.parametrize("make, connect, seconds", [
    ("timeout=0.5", "", "0.5"), ("timeout=9", "timeout=0.25", "0.25"), ("", "", "1")])
def test_a_connect_waits_as_long_as_its_caller_wants(make, connect, seconds):
    assert play(f"""
Board("absent", "{ABSENT}", {make}).connect({connect})
""") == [f"absent {ABSENT}: not on the air, or connected to another host, for {seconds} s"]


def test_a_number_of_seconds_that_is_none_is_refused():
    (line,) = play('Board("cube", sys.argv[1]).connect()', BOARDSIM_CONNECT_TIMEOUT="soon")
    assert line == "cube BOARDSIM_CONNECT_TIMEOUT is 'soon'; write a number of seconds above 0"


def test_connects_to_one_board_follow_each_other():
    """The second waits for the board, which the first has."""
    assert play("""
first, second = Board("first", sys.argv[1], timeout=20), Board("second", sys.argv[1], timeout=5)
first.connect(wait=False)
time.sleep(0.05)
second.connect()
first.connect()
first.disconnect()
assert first.ended.wait(20)
second.connect(timeout=20)
""") == ["first connected", f"second {CUBE}: not on the air, or connected to another host, for 5 s",
         f"first {CUBE}: connected already", "first ended 22 alone", "second connected"]


def test_a_connect_that_is_given_up_leaves_the_board_to_others():
    lines = play("""
board = Board("board", sys.argv[1], timeout=20)
for _ in range(3):
    board.connect(wait=False)
    time.sleep(0.15)
    board.disconnect()
    assert board.answered.wait(20)
    if board.is_connected:
        board.disconnect()
        assert board.ended.wait(20)
print("---")
board.connect()
""")
    assert lines[lines.index("---") + 1:] == ["board connected"]


def test_as_on_windows():
    """A second connect succeeds, and the end of the old link comes after the new one."""
    lines = play("""
first, second = Board("first", sys.argv[1], timeout=20), Board("second", sys.argv[1], timeout=20)
first.connect()
second.connect()
first.disconnect()
time.sleep(1)
assert not first.ended.is_set()
first.connect()
assert first.ended.wait(20) and second.ended.wait(20)
""", BOARDSIM_WARBLE="windows")
    assert lines[:3] == ["first connected", "second connected", "first connected"]
    # Each has a thread of its own.
    assert sorted(lines[3:]) == ["first ended 22 connected", "second ended 22 alone"]
    measured("a second connect and a late end, as on Windows")


def test_every_file_is_python_3_8():
    files = list(WARBLE.rglob("*.py"))
    assert files
    for path in files:
        ast.parse(path.read_text(), feature_version=(3, 8))
