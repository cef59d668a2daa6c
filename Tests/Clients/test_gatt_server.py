"""Bumble's GATT client and raw requests against a peripheral that exists for these tests.

A board has few characteristics; `gatt.yaml` puts a peripheral `kind: gatt-test` beside it, with one
service B0A2D51D-0000-4E61-9B7C-3A5F0C6E1D00. Its characteristics have the same UUID with another
second group:

| group | name          | properties                       | value                                 |
|-------|---------------|----------------------------------|---------------------------------------|
| 0001  | long          | read, write                      | at most 512 bytes; at first 512: i mod 256 |
| 0002  | short         | read, write                      | at most 20 bytes; at first none       |
| 0003  | command       | read, write without response     | at most 512 bytes; at first none      |
| 0004  | write-only    | write                            | at most 512 bytes                     |
| 0005  | notifying     | notify                           | –                                     |
| 0006  | indicating    | indicate                         | –                                     |
| 0007  | both          | notify, indicate                 | –                                     |
| 0008  | trigger       | write                            | count u16, length u16: 0005 to 0007 each send, as subscribed, `count` values of `length` bytes; byte k of number n is (n + k) mod 256 |
| 0009  | refusal       | write                            | one byte: the ATT error of 000A        |
| 000A  | refusing      | read, write                      | answers with that error; 0: none       |
| 000B  | encrypted     | read, write; needs encryption    | at most 20 bytes; at first "secret"   |
| 000C  | authenticated | read, write; needs authentication | at most 20 bytes; at first "secret"  |
| 000D  | reliable      | read, write, extended properties; descriptor 2901, readable and writable, at first "reliable" | at most 512 bytes; at first none |

Values last as long as the run. Everything is seen by all centrals; one may be connected at a time.
"""

import asyncio
import os
import random
import subprocess

import pytest
from bumble.att import ATT_Error
from bumble.core import UUID
from bumble.device import Peer

from harness import PROGRAM, SCENARIOS, Simulator, measured, soon, until
from raw_att import ERRORS, RandomRequests, RawAtt, check_answer, word

ADDRESS = "E4:00:00:00:00:01"
SEED = int(os.environ.get("SEED", "20261121"))
ROUNDS = int(os.environ.get("ATT_ROUNDS", "10000"))
NAMES = ("long", "short", "command", "write_only", "notifying", "indicating", "both", "trigger",
         "refusal", "refusing", "encrypted", "authenticated", "reliable")
LONG = bytes(i % 256 for i in range(512))

pytestmark = pytest.mark.skipif(
    subprocess.run(
        [PROGRAM, "check", str(SCENARIOS / "gatt.yaml")], capture_output=True).returncode != 0,
    reason="boardsim knows no peripheral `kind: gatt-test` yet")


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

    async def fire(self, count, length):
        await self.trigger.write_value(word(count) + word(length), with_response=True)


def numbered(count, length):
    return [bytes((n + k) % 256 for k in range(length)) for n in range(count)]


@pytest.mark.parametrize("mtu", [23, 24, 50, 128, 247, 512, 517])
async def test_long_values(mtu):
    """Long reads and long writes at every size of parts."""
    async with Simulator("gatt.yaml", speed=20) as simulator:
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
        await server.fire(5, mtu - 3)
        await until(lambda: len(heard) == 5, "five notifications as long as the MTU allows")
        assert heard == numbered(5, mtu - 3)
        await server.fire(1, 512)
        await until(lambda: len(heard) == 6, "a notification that is cut")
        assert heard[5] == numbered(1, 512)[0][: mtu - 3]
        measured(f"MTU {mtu}: lengths 0 to 512 written and read back")


async def test_prepared_writes():
    async with Simulator("gatt.yaml", speed=20) as simulator:
        server = await Server.connect(simulator)
        att = RawAtt(server.host, server.connection)
        one, two = server.reliable.handle, server.short.handle

        async def prepare(handle, offset, value):
            part = word(handle) + word(offset) + value
            assert await att.ask(b"\x16" + part) == b"\x17" + part, "the part is echoed"

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
    """Each waits for the confirmation of the one before; all of them come, in order."""
    async with Simulator("gatt.yaml", speed=20) as simulator:
        server = await Server.connect(simulator)
        heard = []
        await server.indicating.subscribe(heard.append, prefer_notify=False)
        await server.fire(20, 20)
        await until(lambda: len(heard) == 20, "20 indications")
        assert heard == numbered(20, 20)
        await server.indicating.unsubscribe(force=True)
        att = RawAtt(server.host, server.connection)
        att.confirming = False
        await att.write(server.indicating.handle + 1, b"\2\0")
        await att.write(server.trigger.handle, word(3) + word(4))
        await until(lambda: att.indications, "the first indication")
        for _ in range(20):
            await att.read(server.short.handle)
        assert len(att.indications) == 1, "a second indication without a confirmation"
        for count in (2, 3):
            att.send(b"\x1e")
            await until(lambda count=count: len(att.indications) == count, "the next indication")
        measured("20 confirmed in order; without a confirmation nothing follows")


async def test_both_kinds():
    """The configuration says which kind is sent, and other values are refused."""
    async with Simulator("gatt.yaml", speed=20) as simulator:
        server = await Server.connect(simulator)
        att = RawAtt(server.host, server.connection)
        configuration = server.both.handle + 1
        await att.write(configuration, b"\1\0")
        await att.write(server.trigger.handle, word(1) + word(4))
        await until(lambda: att.notifications, "a notification")
        assert not att.indications
        await att.write(configuration, b"\2\0")
        await att.write(server.trigger.handle, word(1) + word(4))
        await until(lambda: att.indications, "an indication")
        assert len(att.notifications) == 1
        assert await att.refusal(b"\x12" + word(configuration) + b"\4\0") == (configuration, 0x13)
        await att.write(configuration, b"\0\0")
        assert await att.read(configuration) == b"\0\0"


async def test_every_error_code():
    """Whatever error the peripheral gives, the client gets that one, for reads and writes."""
    async with Simulator("gatt.yaml", speed=20) as simulator:
        server = await Server.connect(simulator)
        for code in sorted(ERRORS):
            await server.refusal.write_value(bytes([code]), with_response=True)
            with pytest.raises(ATT_Error) as caught:
                await server.refusing.read_value()
            assert caught.value.error_code == code
            with pytest.raises(ATT_Error) as caught:
                await server.refusing.write_value(b"x", with_response=True)
            assert caught.value.error_code == code
        await server.refusal.write_value(b"\0", with_response=True)
        await server.refusing.write_value(b"x", with_response=True)
        measured(f"{len(ERRORS)} codes, each from a read and a write")


async def test_errors_of_the_server():
    async with Simulator("gatt.yaml", speed=20) as simulator:
        server = await Server.connect(simulator)
        att = RawAtt(server.host, server.connection)
        handle = {name: getattr(server, name).handle for name in NAMES}
        table = [
            ("a read of what is only written", b"\x0a" + word(handle["write_only"]),
             (handle["write_only"], 0x02)),
            ("a write request to what takes commands", b"\x12" + word(handle["command"]) + b"x",
             (handle["command"], 0x03)),
            ("a value that is too long", b"\x12" + word(handle["short"]) + bytes(20) ,
             None),
            ("without encryption", b"\x0a" + word(handle["encrypted"]), (handle["encrypted"], 0x05)),
            ("a write without encryption", b"\x12" + word(handle["encrypted"]) + b"x",
             (handle["encrypted"], 0x05)),
            ("without authentication", b"\x0a" + word(handle["authenticated"]),
             (handle["authenticated"], 0x05)),
        ]
        for what, request, expected in table:
            if expected is None:
                assert await att.ask(request) == b"\x13", what
            else:
                assert await att.refusal(request) == expected, what
        # A command that is refused is refused in silence.
        att.send(b"\x52" + word(handle["short"]) + b"no")
        assert await att.read(handle["short"]) == bytes(20)


async def test_descriptors():
    async with Simulator("gatt.yaml", speed=20) as simulator:
        server = await Server.connect(simulator)
        found = {
            each.type: each for each in await server.reliable.discover_descriptors()}
        description = found[UUID.from_16_bits(0x2901)]
        assert await description.read_value() == b"reliable"
        assert await found[UUID.from_16_bits(0x2900)].read_value() == b"\1\0"
        await description.write_value(b"renamed", with_response=True)
        assert await description.read_value() == b"renamed"


@pytest.mark.parametrize("mtu", [23, 517])
async def test_random_requests(mtu):
    async with Simulator("gatt.yaml", speed=100) as simulator:
        server = await Server.connect(simulator, mtu)
        att = RawAtt(server.host, server.connection)
        requests = RandomRequests(
            random.Random(SEED + mtu), server.reliable.handle + 3, mtu,
            spared={server.refusing.handle, server.trigger.handle})
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
        await asyncio.sleep(0)
    measured(f"{ROUNDS // 2} requests at MTU {mtu}, {answered} answered")
