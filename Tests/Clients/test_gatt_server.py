"""Bumble's GATT client and raw requests against a peripheral that exists for these tests.

`gatt.yaml` declares it. UUIDs are B0A2D51D-xxxx-4E61-9B7C-3A5F0C6E1D00; the service 0000 has:

| xxxx | name          | properties                  | value                               |
|------|---------------|-----------------------------|-------------------------------------|
| 0001 | long          | read, write                 | at first 512 bytes that count up    |
| 0002 | short         | read, write                 | at most 20 bytes, at first none     |
| 0003 | command       | read, write without response | at first none                      |
| 0004 | write_only    | write                       |                                     |
| 0005 | notifying     | read, write, notify         | sent when it is written             |
| 0006 | indicating    | read, write, indicate       | sent when it is written             |
| 0007 | both          | read, write, notify, indicate | sent when it is written           |
| 0008 | encrypted     | read, write                 | "secret", over an encrypted link    |
| 0009 | authenticated | read, write                 | "secret", over an authenticated link |

The service 0100 has a value 01cc for every error code cc, which refuses reads and writes with it.
Values last as long as the run.
"""

import os
import random

import pytest
from bumble.att import ATT_Error
from bumble.core import UUID
from bumble.device import Peer

from harness import Simulator, measured, soon, until
from raw_att import RandomRequests, RawAtt, check_answer, word

ADDRESS = "E4:00:00:00:00:01"
SEED = int(os.environ.get("SEED", "20261121"))
ROUNDS = int(os.environ.get("ATT_ROUNDS", "10000"))
NAMES = ("long", "short", "command", "write_only", "notifying", "indicating", "both", "encrypted",
         "authenticated")
LONG = bytes(i % 256 for i in range(512))


def uuid(number):
    return UUID(f"B0A2D51D-{number:04X}-4E61-9B7C-3A5F0C6E1D00")


class Server:
    """The peripheral, discovered."""

    def __init__(self, host, connection):
        self.host = host
        self.connection = connection
        self.peer = Peer(connection)

    @classmethod
    async def connect(cls, simulator, mtu=None):
        host = await simulator.host()
        self = cls(host, await soon(host.connect(ADDRESS), "a connection"))
        if mtu:
            await self.peer.request_mtu(mtu)
        await soon(self.peer.discover_services(), "services")
        (service,) = self.peer.get_services_by_uuid(uuid(0))
        await soon(service.discover_characteristics(), "characteristics")
        for number, name in enumerate(NAMES, 1):
            (found,) = service.get_characteristics_by_uuid(uuid(number))
            setattr(self, name, found)
        return self


@pytest.mark.parametrize("mtu", [23, 24, 50, 128, 247, 512, 517])
async def test_long_values(mtu):
    """Long reads and long writes at every size of parts."""
    async with Simulator("gatt.yaml") as simulator:
        server = await Server.connect(simulator, mtu)
        assert server.connection.att_mtu == mtu
        assert await server.long.read_value() == LONG
        for length in sorted({0, 1, mtu - 4, mtu - 3, mtu - 2, mtu - 1, mtu, 511, 512}):
            if length > 512:
                continue
            value = random.Random(length).randbytes(length)
            await server.long.write_value(value, with_response=True)
            assert await server.long.read_value() == value, length
        await server.command.write_value(LONG[: mtu - 3])
        assert await server.command.read_value() == LONG[: mtu - 3]
        heard = []
        await server.notifying.subscribe(heard.append)
        for length in sorted({0, 1, mtu - 4, mtu - 3, mtu - 2, 512}):
            if length > 512:
                continue
            value = random.Random(length).randbytes(length)
            await server.notifying.write_value(value, with_response=True)
            await until(lambda: heard, "a notification")
            assert heard.pop() == value[: mtu - 3], f"{length} bytes, cut to the MTU"
        measured(f"MTU {mtu}: lengths 0 to 512 written and read back")


async def test_prepared_writes():
    async with Simulator("gatt.yaml") as simulator:
        server = await Server.connect(simulator)
        att = RawAtt(server.host, server.connection)
        one, two = server.long.handle, server.short.handle

        async def prepare(handle, offset, value):
            part = word(handle) + word(offset) + value
            assert await att.ask(b"\x16" + part) == b"\x17" + part, "the part is echoed"

        await att.write(one, b"")
        # Two values at once, in parts out of step.
        await prepare(one, 0, b"first ")
        await prepare(two, 0, b"a")
        await prepare(one, 6, b"second")
        await prepare(two, 1, b"b")
        assert await att.read(one) == b"", "nothing is written before the execution"
        assert await att.ask(b"\x18\x01") == b"\x19"
        assert (await att.read(one), await att.read(two)) == (b"first second", b"ab")
        # Cancelled.
        await prepare(two, 0, b"zz")
        assert await att.ask(b"\x18\x00") == b"\x19"
        assert await att.ask(b"\x18\x01") == b"\x19"
        assert await att.read(two) == b"ab"
        # An offset behind the value: none of the queue is written.
        await prepare(two, 0, b"y")
        await prepare(one, 100, b"gap")
        assert await att.refusal(b"\x18\x01") == (one, 0x07)
        assert (await att.read(one), await att.read(two)) == (b"first second", b"ab")
        # Too long.
        await prepare(two, 0, bytes(18))
        await prepare(two, 18, bytes(3))
        assert await att.refusal(b"\x18\x01") == (two, 0x0D)
        # What a link has prepared is gone with it.
        await prepare(two, 0, b"x")
        await server.connection.disconnect()
        again = await Server.connect(simulator)
        raw = RawAtt(again.host, again.connection)
        assert await raw.ask(b"\x18\x01") == b"\x19"
        assert await raw.read(two) == b"ab"
        measured("reliable over two values, cancelled, refused, forgotten with the link")


async def test_indications():
    """Each is confirmed; none is sent before the one before it was."""
    async with Simulator("gatt.yaml") as simulator:
        server = await Server.connect(simulator)
        heard = []
        await server.indicating.subscribe(heard.append, prefer_notify=False)
        for number in range(20):
            await server.indicating.write_value(bytes([number]) * number, with_response=True)
            await until(lambda number=number: len(heard) > number, "an indication")
        assert heard == [bytes([number]) * number for number in range(20)]
        await server.indicating.unsubscribe(force=True)
        att = RawAtt(server.host, server.connection)
        att.confirming = False
        await att.write(server.indicating.handle + 1, b"\2\0")
        for value in (b"one", b"two", b"three"):
            await att.write(server.indicating.handle, value)
        for _ in range(20):
            await att.read(server.short.handle)
        handle = word(server.indicating.handle)
        assert att.indications == [handle + b"one"], "another one without a confirmation"
        await att.write(server.indicating.handle, b"four")
        # What was written meanwhile follows, one with each confirmation.
        for count, value in enumerate((b"two", b"three", b"four"), 2):
            att.send(b"\x1e")
            await until(lambda count=count: len(att.indications) == count, "the next indication")
            assert att.indications[-1] == handle + value
        measured("20 confirmed in order; without a confirmation nothing follows")


async def test_both_kinds():
    """The configuration says which kind is sent, and other values are refused."""
    async with Simulator("gatt.yaml") as simulator:
        server = await Server.connect(simulator)
        att = RawAtt(server.host, server.connection)
        configuration = server.both.handle + 1
        await att.write(configuration, b"\1\0")
        await att.write(server.both.handle, b"note")
        await until(lambda: att.notifications, "a notification")
        assert not att.indications
        await att.write(configuration, b"\2\0")
        await att.write(server.both.handle, b"sign")
        await until(lambda: att.indications, "an indication")
        assert len(att.notifications) == 1
        assert await att.refusal(b"\x12" + word(configuration) + b"\4\0") == (configuration, 0x13)
        await att.write(configuration, b"\0\0")
        assert await att.read(configuration) == b"\0\0"
        await att.write(server.both.handle, b"none")
        await att.read(server.short.handle)
        assert (len(att.notifications), len(att.indications)) == (1, 1)


async def test_every_error_code():
    """Whatever error the peripheral gives, the client gets that one, for reads and writes."""
    async with Simulator("gatt.yaml") as simulator:
        server = await Server.connect(simulator)
        (service,) = server.peer.get_services_by_uuid(uuid(0x100))
        refusing = await service.discover_characteristics()
        for each in refusing:
            code = each.uuid.to_bytes()[10]
            with pytest.raises(ATT_Error) as caught:
                await each.read_value()
            assert caught.value.error_code == code
            with pytest.raises(ATT_Error) as caught:
                await each.write_value(b"x", with_response=True)
            assert caught.value.error_code == code
        assert len(refusing) == 23
        measured(f"{len(refusing)} codes, each from a read and a write")


async def test_errors_of_the_server():
    async with Simulator("gatt.yaml") as simulator:
        server = await Server.connect(simulator)
        att = RawAtt(server.host, server.connection)
        handle = {name: getattr(server, name).handle for name in NAMES}
        table = [
            ("a read of what is only written", b"\x0a" + word(handle["write_only"]),
             (handle["write_only"], 0x02)),
            ("a write request to what takes commands", b"\x12" + word(handle["command"]) + b"x",
             (handle["command"], 0x03)),
            ("without encryption", b"\x0a" + word(handle["encrypted"]), (handle["encrypted"], 0x05)),
            ("a write without encryption", b"\x12" + word(handle["encrypted"]) + b"x",
             (handle["encrypted"], 0x05)),
            ("without authentication", b"\x0a" + word(handle["authenticated"]),
             (handle["authenticated"], 0x05)),
        ]
        for what, request, expected in table:
            assert await att.refusal(request) == expected, what
        # A command that is refused is refused in silence.
        att.send(b"\x52" + word(handle["short"]) + b"no")
        assert await att.read(handle["short"]) == b""


@pytest.mark.parametrize("mtu", [23, 517])
async def test_random_requests(mtu):
    async with Simulator("gatt.yaml") as simulator:
        server = await Server.connect(simulator, mtu)
        att = RawAtt(server.host, server.connection)
        requests = RandomRequests(
            random.Random(SEED + mtu), server.authenticated.handle + 50, mtu)
        answered = 0
        for number in range(ROUNDS // 2):
            pdu, answerable = requests.next()
            try:
                if answerable:
                    check_answer(pdu, await att.ask(pdu), mtu)
                    answered += 1
                else:
                    att.send(pdu)
                    await att.read(server.short.handle)
            except AssertionError as error:
                raise AssertionError(f"seed {SEED}, request {number}: {pdu.hex()}: {error}")
    measured(f"{ROUNDS // 2} requests at MTU {mtu}, {answered} answered")
