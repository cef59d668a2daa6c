"""A board as a real GATT peripheral: boardsim registers it at bluetoothd, on the second of two adapters,
and a central meets it from the first one.

The adapters are either two controllers of one virtual radio of ours, or of BlueZ's own emulator.
"""

import asyncio
import contextlib
import signal
import subprocess

import bluez
import truth
from board import FIRMWARE, Board
from gatt import stream
from harness import Simulator, check, measured, soon, until
from sdk import session, true

ANSWER = bytes.fromhex("01800000")


@contextlib.asynccontextmanager
async def ours():
    """Two controllers of one virtual radio."""
    async with Simulator("models.yaml", radios=("vhci", "vhci")) as air:
        yield air.adapters


@contextlib.asynccontextmanager
async def emulated():
    """Two controllers of btvirt, LE with legacy advertising."""
    before = set(await bluez.objects())
    process = subprocess.Popen(
        ["btvirt", "-L", "-l2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    async def adapters():
        return sorted(
            path for path, interfaces in (await bluez.objects()).items()
            if path not in before and interfaces.get("org.bluez.Adapter1", {}).get("Powered"))

    try:
        paths = await until(lambda: _two(adapters), "two adapters of btvirt")
        yield [path.rpartition("/")[2] for path in paths]
    finally:
        process.terminate()
        process.wait()


async def _two(adapters):
    found = await adapters()
    return found if len(found) == 2 else None


@contextlib.asynccontextmanager
async def peripheral(radio, scenario="turning.yaml"):
    """A board on the second adapter; the run, and the first adapter."""
    async with radio() as (central, other):
        async with Simulator(scenario, radios=(f"bluez:{other}",)) as run:
            yield run, central
        for adapter in (central, other):
            await bluez.forget_all(adapter)


async def meets(radio):
    async with peripheral(radio) as (run, central):
        async with Board(run.addresses[0], central) as board:
            assert await board.read(FIRMWARE) == b"1.7.2"
            assert await board.ask("0180") == ANSWER
            await stream(board, 600)
        async with Board(run.addresses[0], central, subscribe=False) as board:
            assert await board.read(FIRMWARE) == b"1.7.2"
    assert run.report["boards"][0]["notificationsDropped"] == 0


@check
async def a_central_meets_the_board_on_our_radio():
    await meets(ours)


@check
async def a_central_meets_the_board_on_btvirt():
    await meets(emulated)


@check
async def the_sdk_streams_from_the_board_on_our_radio():
    async with peripheral(ours) as (run, central):
        found = await session(run, "stream", run.addresses[0], adapter=central)
    true(run, found["acceleration"], "acceleration", truth.acceleration, 1.5 / 4096)
    true(run, found["rotation"], "rotation", truth.rotation, 0.2)


# Not a check yet: the board advertises again, but bleak, which knew the board before, gives up in the
# discovery of its services. A raw ATT client was served.
async def the_board_outlives_bluetoothd():
    """The run goes on; the next daemon gets the board, and a central finds it."""
    async with peripheral(ours) as (run, central):
        board = Board(run.addresses[0], central)
        await board.__aenter__()
        assert await board.ask("0180") == ANSWER
        await bluez.kill_daemon(signal.SIGKILL)
        bluez.start_daemon()
        await bluez.ready(central)
        await until(lambda: any("is back" in line for line in run.errors), "a word of it")
        async with Board(run.addresses[0], central) as again:
            assert await again.ask("0180") == ANSWER


@check
async def the_boards_reset_ends_the_link_and_it_advertises_again():
    async with peripheral(ours) as (run, central):
        async with Board(run.addresses[0], central) as board:
            await board.write("fe01", response=False)
            await soon(board.lost.wait(), "the end of the link")
            await asyncio.sleep(1)
            await board.connect()
            assert await board.ask("0180") == ANSWER
    assert run.report["boards"][0]["resets"] == 1
    measured("by the firmware")
