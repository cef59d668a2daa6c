"""A controller without extended advertising, for programs that use its older commands beside the kernel."""

import asyncio

from bleak.exc import BleakError
from harness import CUBE, Simulator, check, command, soon


async def scan(simulator):
    """`hcitool lescan` scans by commands of its own; what it printed."""
    return await command("timeout", "-s", "INT", "3", "hcitool", "-i", simulator.adapters[0], "lescan")


@check
async def after_a_legacy_scan_a_legacy_controller_connects():
    async with Simulator("turning.yaml", arguments=("--legacy-advertising",)) as simulator:
        board = await simulator.connect()
        await soon(board.client.disconnect(), "the end of the link")
        heard = await scan(simulator)
        assert CUBE in heard, heard
        await board.connect()
        assert await board.ask("0180") == bytes.fromhex("01800000")
    assert not simulator.traced("LE (Set )?Extended")


@check
async def after_a_legacy_scan_a_controller_of_bluetooth_5_connects_to_nothing():
    """The older commands exclude the extended ones, with which the kernel connects (Core 5.3, Vol 4 Part E, 3.1.1)."""
    async with Simulator("turning.yaml") as simulator:
        heard = await scan(simulator)
        assert CUBE in heard, heard
        try:
            await asyncio.wait_for(simulator.connect(), 20)
        except (BleakError, AssertionError, asyncio.TimeoutError):
            pass
        else:
            raise AssertionError("it connected")
    assert simulator.traced("LE Set Extended Scan Parameters: command disallowed")
