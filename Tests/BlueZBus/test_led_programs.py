"""Other people's programs whose time a run leads: each gives one trace, also beside busy loops."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from stand_in import HERE, PROGRAM

DESK = 'version: 1\nname: desk\nboards: [{name: desk, model: MetaMotion S, address: "E1:00:00:00:00:01"}]\n'
PROGRAMS = {
    "bluetoothctl": ("bluetoothctl", "--timeout", "600", "scan", "on"),
    "gdbus": ("gdbus", "call", "--system", "-d", "org.bluez", "-o", "/", "-m", "org.freedesktop.DBus.Peer.Ping"),
    "busctl": ("busctl", "--system", "introspect", "org.bluez", "/org/bluez"),
    "qt": (sys.executable, str(HERE / "qt_client.py"), "E1:00:00:00:00:01"),
    "bleak": (sys.executable, str(HERE / "led_bleak.py")),
}


@pytest.fixture
def load():
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()


def led(folder, number, words):
    """A run of a program: what it printed, the virtual seconds, and the trace."""
    (folder / "desk.yaml").write_text(DESK)
    trace = folder / f"trace-{number}"
    shown = subprocess.run(
        [PROGRAM, "run", "desk.yaml", "--seed", "7", "--radio", "bluez-bus", "--speed", "led", "--trace", str(trace), "--", *words],
        capture_output=True, text=True, timeout=120, cwd=folder)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    return shown.stdout, float(re.search(r"ran +([\d.]+) s of virtual time", shown.stdout)[1]), trace.read_bytes()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program(name, tmp_path, load):
    """Five runs beside two busy loops."""
    words = PROGRAMS[name]
    if not pathlib.Path(words[0]).is_file() and not shutil.which(words[0]):
        pytest.skip(f"there is no {words[0]}")
    runs = [led(tmp_path, number, words) for number in range(5)]
    assert len({(seconds, trace) for _, seconds, trace in runs}) == 1
    if name == "bluetoothctl":
        assert runs[0][1] == 600 and "E1:00:00:00:00:01" in runs[0][0]
    if name == "bleak":
        assert runs[0][1] > 600 and runs[0][2]
