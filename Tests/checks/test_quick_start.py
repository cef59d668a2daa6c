"""The app of docs/examples/swift-package, unchanged, with a simulated board over each radio of a Linux machine.

The stage `examples` has built it.
"""

import os
import pathlib
import subprocess
import tempfile
import time

import pytest

from repository import PROGRAM, ROOT

pytestmark = pytest.mark.examples

APP = ROOT / ".build-examples/release/quick-start"
SCENARIO = """version: 1
name: A board on the desk
boards:
  - {name: desk, model: MetaMotion S, address: "E1:00:00:00:00:01"}
"""
EXPECTED = "MetaMotion S: 100 samples, lying flat"
# What a run of this radio is given, the file that it writes when it is ready, and the environment of an app for it.
RADIOS = {
    "BlueZ": (["--radio", "bluez-bus", "--bus-address", "FOLDER/bus"], "bus",
              lambda path: {"DBUS_SYSTEM_BUS_ADDRESS": path.read_text().strip()}),
    "an HCI socket": (["--radio", "hci-unix:FOLDER/hci"], "hci", lambda path: {"METAWEAR_RADIO": f"hci-unix:{path}"}),
}


def wait_for(path, run):
    """The first line of a file that a run writes when it is ready, or the path of its socket."""
    for _ in range(600):
        if path.exists():
            return path
        if run.poll() is not None:
            raise RuntimeError(f"the run ended: {run.stdout.read()}")
        time.sleep(0.05)
    raise RuntimeError(f"{path.name} did not appear")


@pytest.mark.parametrize("radio", RADIOS)
def test_quick_start(radio):
    options, ready, environment = RADIOS[radio]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "desk.yaml").write_text(SCENARIO)
        run = subprocess.Popen(
            [PROGRAM, "run", folder / "desk.yaml", *(option.replace("FOLDER", name) for option in options)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            wait_for(folder / ready, run)
            done = subprocess.run(
                [APP], env={**os.environ, **environment(folder / ready)}, capture_output=True, text=True, timeout=120)
            assert (done.returncode, done.stdout.strip()) == (0, EXPECTED), done.stderr
        finally:
            run.terminate()
            run.communicate(timeout=30)
