"""What a host does wrong hurts that host at most; the others, the boards and the run go on."""

import asyncio
import os
import random

import pytest
from bumble import hci

from board import Board
from harness import Advertisements, Simulator, measured, soon, until

CUBE = "E1:00:00:00:00:01"
SEED = int(os.environ.get("SEED", "20261121"))
# H4 (Core Vol 4, Part A, 2): 1 a command, 2 ACL data, 4 an event.
RESET = bytes.fromhex("01030c00")
GARBAGE = {
    "an unknown packet type": bytes.fromhex("990102030405"),
    "an event, which only controllers send": bytes.fromhex("040e0401030c00"),
    "a command that is cut, and then silence": bytes.fromhex("01030c"),
    "a length that never comes": bytes.fromhex("02ffffffff") + bytes(100),
    "data for a link that is none": bytes.fromhex("02010007000300040001"),
    "synchronous data": bytes.fromhex("03010003010203"),
    "an unknown command": bytes.fromhex("01ff3f03010203"),
    "a command without its parameters": bytes.fromhex("010b2000"),
    "a command with too many": bytes.fromhex("01030c05") + bytes(5),
    "a disconnection of nothing": bytes.fromhex("010604 03 ff0e13".replace(" ", "")),
    "ten thousand resets": RESET * 10_000,
    "all the bytes there are": bytes(range(256)) * 40,
    "random bytes": random.Random(SEED).randbytes(20_000),
}


@pytest.mark.parametrize("what", GARBAGE)
async def test_garbage(what):
    async with Simulator("turning.yaml") as simulator:
        good = await simulator.host()
        board = await Board.connect(good, CUBE)
        await board.write("0303a802,030401,03020100,030101")
        bad = await simulator.open()
        bad.sink.on_packet(GARBAGE[what])
        count = len(board.received)
        await until(lambda: len(board.received) > count + 100, "a stream that goes on")
        assert await board.ask("0b84")
        await bad.close()
        # And another host may come.
        other = await simulator.host("other", "F3:33:33:33:33:33")
        async with Advertisements(other) as heard:
            assert heard.of(CUBE) == []
        await board.disconnect()
        again = await Board.connect(other, CUBE)
        assert await again.ask("0b84")


async def test_unknown_command_is_told():
    async with Simulator("turning.yaml") as simulator:
        raw = await simulator.open()
        answers = asyncio.Queue()

        class Sink:
            def on_packet(self, packet):
                answers.put_nowait(packet)

        raw.source.set_packet_sink(Sink())
        for opcode in (0x3FFF, 0x2FFF, 0x0C7F):
            raw.sink.on_packet(b"\x01" + opcode.to_bytes(2, "little") + b"\0")
            event = await soon(answers.get(), "an answer to an unknown command")
            # Command Status or Command Complete, either with Unknown HCI Command (0x01).
            assert event[:2] in (b"\x04\x0f", b"\x04\x0e"), event.hex()
            assert 0x01 == (event[3] if event[1] == 0x0F else event[6]), event.hex()
        raw.sink.on_packet(RESET)
        assert (await soon(answers.get(), "Command Complete")).hex() == "040e0401030c00"
        await raw.close()
        measured("Unknown HCI Command")


async def test_a_host_that_vanishes():
    """A host whose process is killed leaves its board to others, after the link's end."""
    async with Simulator("turning.yaml") as simulator:
        first, second = await simulator.host("first"), await simulator.host("second")
        await Board.connect(first, CUBE)
        await first.transport.close()
        board = await Board.connect(second, CUBE)
        assert await board.ask("0b84")
        measured("the board is free again")


async def test_a_host_that_does_not_read():
    """A host that asks and asks and never reads the answers stops itself, not the others."""
    async with Simulator("turning.yaml") as simulator:
        good = await simulator.host()
        board = await Board.connect(good, CUBE)
        lazy = await simulator.open()
        lazy.sink.transport.pause_reading()
        # Read Local Version Information, whose answers are 15 bytes: 45 MB of them.
        lazy.sink.on_packet(bytes.fromhex("01011000") * 3_000_000)
        await board.write("0303a802,030401,03020100,030101")
        await until(lambda: len(board.received) > 500, "a stream beside a host that does not read")
        assert await board.ask("0b84")
        await until(lazy.sink.transport.is_closing, "the end of its connection")
        await board.disconnect()
        (said,) = [line for line in simulator.run.said if "does not read" in line]
        measured(said.split(": ", 2)[-1])


async def test_commands_at_the_wrong_time():
    """What a controller must disallow it disallows, with the right error, and works on."""
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        board = await Board.connect(host, CUBE)

        async def status(command):
            try:
                await soon(host.send_async_command(command), "a status")
            except hci.HCI_Error as error:
                return error.error_code
            return 0

        unknown = hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
        assert await status(
            hci.HCI_Disconnect_Command(connection_handle=0x0EF0, reason=0x13)) == unknown
        assert await status(
            hci.HCI_LE_Read_Remote_Features_Command(connection_handle=0x0EF0)) == unknown
        assert await status(
            hci.HCI_Disconnect_Command(
                connection_handle=board.connection.handle, reason=0x77)
        ) == hci.HCI_ErrorCode.INVALID_COMMAND_PARAMETERS_ERROR
        with pytest.raises(hci.HCI_Error) as caught:
            await host.send_sync_command(hci.HCI_LE_Create_Connection_Cancel_Command())
        assert caught.value.error_code == hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR
        assert await board.ask("0b84")
        measured("errors 02, 0C and 12 where they belong")
