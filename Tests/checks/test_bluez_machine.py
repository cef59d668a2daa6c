"""A real BlueZ in a virtual machine: the kernel's and bluetoothd's side of `--radio vhci` and `--radio bluez`.

The checks run in the guest (Tests/RealBlueZ). A machine that cannot run it reports so, and that is not a failure.
"""

import os
import re
import shutil
import subprocess
import sys

import pytest

from repository import ROOT

RELEASE = str(ROOT / ".build-tests/release/boardsim")
# At least one check of each kind, by parts of their names.
SOME = [
    "gatt:", "link: the board asks", "link: the boards reset", "link: a lost link", "link: power off", "pairing:",
    "sdk: the sdk scans", "swift_sdk:", "peripheral: a central meets the board on our", "policy:", "daemon: bluetoothd is killed",
    "qualify: some",
]


def machine(lines, *names):
    lines("Tests/RealBlueZ/run.sh", *names, lacks=("vm: ", "bluez-vm: "))


@getattr(pytest.mark, "bluez-vm")
def test_some(lines):
    machine(lines, *SOME)


@getattr(pytest.mark, "bluez-vm-all")
def test_all(lines):
    """Twice as long."""
    machine(lines)


@getattr(pytest.mark, "bluez-vm")
@getattr(pytest.mark, "bluez-vm-all")
def test_systemd_accepts_the_unit(tmp_path):
    """With the path of the program here."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is missing")
    unit = tmp_path / "boardsim@.service"
    text = (ROOT / "Packaging/boardsim@.service").read_text()
    unit.write_text(re.sub(r"^ExecStart=[^ ]*", f"ExecStart={RELEASE}", text, flags=re.M))
    done = subprocess.run(["systemd-analyze", "verify", unit], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert [line for line in done.stdout.splitlines() if "boardsim@" in line] == []


@getattr(pytest.mark, "bluez-recording")
def test_bluetoothd_still_answers_as_recorded(tmp_path, succeeds):
    """Some ten minutes."""
    folder, log = ROOT / "Tests/RealBlueZ/faithful", tmp_path / "log"
    with open(log, "w") as file:
        done = subprocess.run([folder / "record.sh"], stdout=file, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, env=os.environ)
    if done.returncode == 3:
        pytest.skip(f"this machine cannot run the virtual machine: {done.stderr.splitlines()[-1]}")
    succeeds(sys.executable, folder / "compare.py", "--races", folder / "bluez-5.66.transcript", log, folder / "differences.txt")
