"""The attribute server of a MetaWear board, by raw requests: discovery's edges, errors, nonsense."""

import os
import random

import pytest

from board import Board
from harness import Simulator, measured
from raw_att import RandomRequests, RawAtt, check_answer, word

CUBE = "E1:00:00:00:00:01"
SEED = int(os.environ.get("SEED", "20261121"))
ROUNDS = int(os.environ.get("ATT_ROUNDS", "10000"))


async def connected(simulator, mtu=None):
    """A board that Bumble discovered, then spoken to in bytes."""
    host = await simulator.host()
    board = await Board.connect(host, CUBE, mtu=mtu, subscribe=False)
    return board, RawAtt(host, board.connection)


async def test_errors_of_a_board():
    async with Simulator("turning.yaml") as simulator:
        board, att = await connected(simulator)
        command = board.command.handle
        configuration = board.notification.handle + 1
        firmware = board.characteristic(0x2A26).handle
        changed = board.characteristic(0x2A05).handle
        table = [
            # what, request, (handle in the error, code)
            ("a handle that is none", b"\x0a" + word(0xFFF0), (0xFFF0, 0x01)),
            ("handle 0", b"\x0a\0\0", (0, 0x01)),
            ("a range that is none", b"\x04\x05\0\x04\0", (5, 0x01)),
            ("a value that is only indicated", b"\x0a" + word(changed), (changed, 0x02)),
            ("a write to a text", b"\x12" + word(firmware) + b"1.0.0", (firmware, 0x03)),
            ("a prepared write to a text", b"\x16" + word(firmware) + b"\0\0x", (firmware, 0x03)),
            ("a read request with one byte", b"\x0a\x01", (0, 0x04)),
            ("an execute with flags 2", b"\x18\x02", (0, 0x04)),
            ("an unknown request", b"\x3e\x01\x02", (0, 0x06)),
            ("an offset behind the value", b"\x0c" + word(firmware) + word(500), (firmware, 0x07)),
            ("nothing of that type", b"\x08\x01\0\xff\xff\x34\x12", (1, 0x0A)),
            ("three bytes for a configuration", b"\x12" + word(configuration) + b"\1\0\0",
             (configuration, 0x0D)),
            ("a group that is none", b"\x10\x01\0\xff\xff\x03\x28", (1, 0x10)),
            ("indications that are none", b"\x12" + word(configuration) + b"\2\0",
             (configuration, 0x13)),
        ]
        for what, request, expected in table:
            assert await att.refusal(request) == expected, what
        # The queue of prepared writes has an end; what it holds is forgotten on request.
        for count in range(1000):
            answer = await att.ask(b"\x16" + word(command) + word(0) + bytes(18))
            if answer[0] == 1:
                break
        assert answer == b"\x01\x16" + word(command) + b"\x09"
        assert await att.ask(b"\x18\x00") == b"\x19"
        measured(f"{len(table) + 1} errors; the queue holds {count} parts of 18 bytes")


@pytest.mark.parametrize("mtu", [23, 185, 517])
async def test_random_requests(mtu):
    """Well-formed and malformed requests from a seed: each is answered as it must be."""
    rounds = ROUNDS // 10 if mtu == 185 else ROUNDS * 9 // 20
    answered = refused = 0
    async with Simulator("turning.yaml") as simulator:
        board, att = await connected(simulator, mtu)
        mtu = board.connection.att_mtu
        last = max(
            characteristic.handle for service in board.peer.services
            for characteristic in service.characteristics)
        firmware = board.characteristic(0x2A26).handle
        # A random command could reset the board; that is not what is tested here.
        requests = RandomRequests(
            random.Random(SEED + mtu), last + 1, mtu, spared={board.command.handle})
        for number in range(rounds):
            pdu, answerable = requests.next()
            try:
                if answerable:
                    answer = await att.ask(pdu)
                    check_answer(pdu, answer, mtu)
                    answered += 1
                    refused += answer[0] == 1
                else:
                    att.send(pdu)
                if not answerable or number % 100 == 0:
                    assert (await att.read(firmware)).count(b".") == 2
            except AssertionError as error:
                raise AssertionError(f"seed {SEED}, request {number}: {pdu.hex()}: {error}")
        # The board behind the server is as it was.
        await att.ask(b"\x18\x00")
        await att.write(board.notification.handle + 1, b"\1\0")
        await board.write("0b84")
        await att.read(firmware)
        assert any(each[2:4] == b"\x0b\x84" for each in att.notifications)
    measured(f"{rounds} requests at MTU {mtu}, {answered} answered, {refused} of them by errors")
