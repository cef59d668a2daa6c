"""The app of docs/examples/swift-package, unchanged, with a simulated board over each radio of a Linux machine.

    quickstart.py APP BOARDSIM

Prints `ok …` or `FAILED …` for each radio, and `done`.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

SCENARIO = """version: 1
name: A board on the desk
boards:
  - {name: desk, model: MetaMotion S, address: "E1:00:00:00:00:01"}
"""
EXPECTED = "MetaMotion S: 100 samples, lying flat"


def wait_for(path, run):
    """The first line of a file that a run writes when it is ready, or the path of its socket."""
    for _ in range(600):
        if path.exists():
            return path
        if run.poll() is not None:
            raise RuntimeError(f"the run ended: {run.stdout.read()}")
        time.sleep(0.05)
    raise RuntimeError(f"{path.name} did not appear")


def check(name, options, ready, environment, app, boardsim, folder):
    run = subprocess.Popen(
        [boardsim, "run", folder / "desk.yaml", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        wait_for(ready, run)
        result = subprocess.run(
            [app], env={**os.environ, **environment(ready)}, capture_output=True, text=True, timeout=120)
        said = result.stdout.strip()
        if said == EXPECTED and result.returncode == 0:
            print(f"ok quick start over {name}")
        else:
            print(f"FAILED quick start over {name}: status {result.returncode}, {said} {result.stderr.strip()}")
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"FAILED quick start over {name}: {error}")
    finally:
        run.terminate()
        run.communicate(timeout=30)


def main():
    app, boardsim = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "desk.yaml").write_text(SCENARIO)
        check(
            "BlueZ", ["--radio", "bluez-bus", "--bus-address", folder / "bus"], folder / "bus",
            lambda path: {"DBUS_SYSTEM_BUS_ADDRESS": path.read_text().strip()}, app, boardsim, folder)
        check(
            "an HCI socket", ["--radio", f"hci-unix:{folder}/hci"], folder / "hci",
            lambda path: {"METAWEAR_RADIO": f"hci-unix:{path}"}, app, boardsim, folder)
    print("done")


main()
