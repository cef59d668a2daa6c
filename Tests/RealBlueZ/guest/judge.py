"""A judged client over the kernel's BlueZ: its own mistakes are found, what bluetoothd does by itself is not."""

import asyncio

from board import COMMAND, FIRMWARE, NOTIFICATION
from harness import Simulator, check, until

MODULES = "0102030405070809" "0a0b0c0d0f111213" "14151619fe"
STREAM = ("0303a802", "030401", "03020100", "030101")
STOP = ("030100", "03020001", "030400")


async def found(use):
    """The rules that a client breaks that first asks what there is."""
    async with Simulator("turning.yaml", arguments=["--judge-client"]) as simulator:
        board = await simulator.connect()
        for module in bytes.fromhex(MODULES):
            await board.ask(f"{module:02x}80")
        await use(board)
        await board.client.disconnect()
        await until(lambda: not board.client.is_connected, "the end of the link")
    return {each["rule"] for each in simulator.report["client"]["findings"]}


async def write(board, *packets):
    for packet in packets:
        await board.write(packet, response=False)


async def stream(board):
    await write(board, *STREAM)
    await until(lambda: any(each[:2] == b"\x03\x04" for each in board.received), "a sample")


@check
async def a_client_that_does_all_well_is_found_to():
    async def use(board):
        await board.read(FIRMWARE)
        await stream(board)
        await write(board, *STOP)
        await board.client.stop_notify(NOTIFICATION)

    assert await found(use) == set()


@check
async def a_client_is_found_to_do_what_it_does():
    async def use(board):
        await stream(board)
        await write(board, "0303a803", *STOP, "04c100")
        await board.client.read_gatt_char(COMMAND)
        await asyncio.sleep(0.5)
        await stream(board)

    assert await found(use) == {"MW-SENS-01", "MW-READ-01", "MW-CONN-03", "MW-SUB-04"}
