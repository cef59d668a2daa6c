"""Qt 6, unmodified: QtBluetooth of PySide6, which asks the process that owns `org.bluez` for its version."""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CUBE = "E1:00:00:00:00:01"


def test_a_session_with_a_board(bus):
    # Twice: the second time the device is known.
    for _ in range(2):
        said = bus.run(sys.executable, str(HERE / "qt_client.py"), CUBE)
        lines = [line for line in said.splitlines()
                 if line.split(" ")[0] in ("found", "connected", "read", "subscribed", "notified", "disconnected", "error:")]
        assert sorted(lines) == sorted(["found MetaWear", "connected", "read 1.7.2", "subscribed 0100", "notified 01800000",
                                        "disconnected"]), said
        assert lines[-1] == "disconnected"


def test_the_process_says_the_version_of_bluez_and_the_program_its_own(bus):
    def version(program):
        return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout

    # Who owns `org.bluez` has started this process.
    owner = f"/proc/{os.getppid()}/exe"
    assert version(owner) == "5.66\n"
    program = pathlib.Path(owner).resolve()
    assert re.fullmatch(r"boardsim [\d.]+\n", version(program))
