"""`boardsim sweep --client`: a bleak client in every world, each with a BlueZ of its own. A sweep runs in real time."""

import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

from stand_in import PATIENCE, PROGRAM

DESK = """\
version: 1
name: A desk
boards: [{name: desk, model: MetaMotion S, address: "E1:00:00:00:00:01"}]
"""
# Ends with a status of its own for a board that it does not know.
CLIENT = '''\
import asyncio
import os
import sys

from bleak import BleakClient, BleakScanner


async def main():
    device = await BleakScanner.find_device_by_address("E1:00:00:00:00:01", timeout=20)
    assert device is not None, "the board was not found"
    async with BleakClient(device) as client:
        model = (await client.read_gatt_char("00002a24-0000-1000-8000-00805f9b34fb")).decode()
    bus = os.environ["DBUS_SYSTEM_BUS_ADDRESS"]
    open(os.environ["BOARDSIM_WORLD"], "w").write(bus)
    if model != "8":
        sys.exit(f"model {model} in world {os.environ['BOARDSIM_WORLD']}")


asyncio.run(main())
'''


@pytest.fixture
def work(tmp_path):
    if os.environ.get("BLUEZ_BUS"):
        pytest.skip("a sweep stands in for BlueZ itself")
    (tmp_path / "desk.yaml").write_text(DESK)
    (tmp_path / "client.py").write_text(CLIENT)
    return tmp_path


def command(client, *more):
    return [PROGRAM, "sweep", "desk.yaml", "--radio", "bluez-bus", "--client", client, *more]


def test_a_bleak_client_in_every_world(work):
    swept = subprocess.run(
        command(f"{sys.executable} client.py", "--seeds", "1..4", "--jobs", "4", "--out", "out", "--report", "json",
                "--vary", "boards[0].model=MetaMotion S,MetaMotion R"),
        cwd=work, capture_output=True, text=True, timeout=3 * PATIENCE)
    rows = [json.loads(line) for line in (work / "out" / "worlds.jsonl").read_text().splitlines()[1:]]
    assert len(rows) == 8, swept.stderr
    for row in rows:
        # The R has another number.
        isKnown = row["values"][0] == "MetaMotion S"
        assert (row["outcome"] == "passed") == isKnown, row
        assert isKnown or f"model 5 in world {row['world']}" in row["why"], row
    # Each had a bus of its own, and none of them is left.
    buses = {(work / str(row["world"])).read_text() for row in rows}
    assert len(buses) == 8
    for bus in buses:
        place = bus.removeprefix("unix:path=").split(",")[0]
        assert not os.path.exists(place), bus
    assert swept.returncode == 1


def test_a_client_that_hangs_is_ended_with_what_it_started(work):
    swept = subprocess.run(
        command("sleep 1234.5 & echo $! >>pids; wait", "--seeds", "1..2", "--jobs", "2", "--client-limit", "1 s"),
        cwd=work, capture_output=True, text=True, timeout=PATIENCE)
    assert "the client did not end within 1.00 s" in swept.stdout, swept.stdout + swept.stderr
    # Gone, or dead and not yet reaped.
    for number in (work / "pids").read_text().split():
        command_line = pathlib.Path(f"/proc/{number}/cmdline")
        assert not command_line.exists() or "sleep" not in command_line.read_text()


def test_control_c_lets_worlds_end(work):
    """A terminal sends SIGINT to every process of the sweep; the world that runs is still a good one."""
    client = f"{sys.executable} -c 'import signal; print(signal.getsignal(signal.SIGINT))' >signals; touch here; " \
             f"while ! test -e go; do sleep 0.1; done; {sys.executable} client.py"
    process = subprocess.Popen(
        command(client, "--seeds", "1..9", "--jobs", "1", "--out", "out"), cwd=work, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        while not (work / "here").exists():
            assert process.poll() is None, process.stdout.read()
        os.killpg(process.pid, signal.SIGINT)
        (work / "go").touch()
        said, _ = process.communicate(timeout=2 * PATIENCE)
    finally:
        process.kill()
    rows = [json.loads(line) for line in (work / "out" / "worlds.jsonl").read_text().splitlines()[1:]]
    assert 1 <= len(rows) < 9, said
    assert all(row["outcome"] == "passed" for row in rows), rows
    # A client can be interrupted by its own means.
    assert "default_int_handler" in (work / "signals").read_text()
