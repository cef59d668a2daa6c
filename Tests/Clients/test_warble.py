"""warble by itself: what it says when something goes wrong."""

import asyncio
import os
import sys

import pytest

from harness import HERE, Simulator, measured, soon

CUBE = "E1:00:00:00:00:01"
# Connects, says how it went, and then how the link ended, if it is told to wait for that.
SCRIPT = """
import sys, threading
from mbientlab.warble import Gatt, WarbleException
import mbientlab.warble._gatt as patience
patience.CONNECT_TIMEOUT = 1
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


async def start(radio, address=CUBE):
    variables = {**os.environ, "PYTHONPATH": str(HERE / "warble")}
    variables.pop("BOARDSIM_RADIO", None)
    if radio:
        variables["BOARDSIM_RADIO"] = radio
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", SCRIPT, address, env=variables,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)


async def finish(process):
    out, errors = await soon(process.communicate(), "the end of the script", 40)
    assert process.returncode == 0 and errors == b"", errors.decode()
    return out.decode().splitlines()


@pytest.mark.parametrize("radio, said", [
    (None, "BOARDSIM_RADIO is not set"),
    ("tcp-client:127.0.0.1:9000", "neither hci-tcp:HOST:PORT nor hci-unix:PATH"),
    ("hci-unix:nowhere", "no radio at hci-unix:nowhere"),
])
async def test_no_radio(radio, said):
    (line,) = await finish(await start(radio))
    assert said in line and line.endswith(" False"), line


async def test_no_board():
    async with Simulator("turning.yaml") as simulator:
        (line,) = await finish(await start(simulator.address, "E1:99:99:99:99:99"))
        assert "not on the air" in line and line.endswith(" False"), line


async def test_the_end_of_the_simulator():
    async with Simulator("turning.yaml") as simulator:
        process = await start(simulator.address)
        lines = [await soon(process.stdout.readline(), "a link") for _ in range(2)]
        assert lines == [
            b"None True\n", b"00002a26-0000-1000-8000-00805f9b34fb None True False\n"]
    (line,) = await finish(process)
    assert line == "8 False"
    measured("the end of the simulator is a link that timed out")
