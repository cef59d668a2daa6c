"""bluetoothd ends in the middle and is started again."""

import signal

import bluez
from board import Board
from harness import CUBE, Simulator, check, measured


@check
async def bluetoothd_is_killed_in_the_middle():
    """The kernel ends the link that nobody holds; the next daemon finds adapter and board."""
    await _restart(signal.SIGKILL)


@check
async def bluetoothd_ends_in_the_middle():
    await _restart(signal.SIGTERM)


async def _restart(signal_number):
    async with Simulator("turning.yaml") as simulator:
        adapter = simulator.adapters[0]
        board = Board(CUBE, adapter)
        await board.__aenter__()
        assert await board.ask("0180")
        await bluez.kill_daemon(signal_number)
        bluez.start_daemon()
        await bluez.ready(adapter)
        async with Board(CUBE, adapter) as again:
            assert await again.ask("0180") == bytes.fromhex("01800000")
    first, *_ = simulator.traced("< Disconnection Complete")
    measured(first.split("hci", 1)[1].strip())
