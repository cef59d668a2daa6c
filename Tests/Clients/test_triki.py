"""A Triki cap and one Bumble host: the vendor app's sequence, the LED, ends of links."""

import asyncio
import struct

from bumble.core import UUID
from bumble.device import Peer
from bumble.hci import Address

import truth
from harness import Advertisements, Simulator, measured, soon, until

CAP = "E1:00:00:00:00:0C"
UART, RX, TX, LED = (
    UUID(f"6E40000{n}-B5A3-F393-E0A9-E50E24DCCA9E") for n in (1, 2, 3, 4))
# Protocol, triki 1.4.
START_104, START_52 = "201000D007680003", "201000D007340003"
STOP = "20000000000000"
# The host throws away what comes first: noise (protocol, triki 1.5).
NOISE = 20


class Cap:
    """A connected cap."""

    def __init__(self, connection):
        self.connection = connection
        self.peer = Peer(connection)
        self.received = []

    @classmethod
    async def connect(cls, host, **options):
        cap = cls(await soon(host.connect(CAP, **options), "a connection to the cap"))
        await soon(cap.peer.discover_all(), "the end of the discovery")
        return cap

    def value(self, uuid):
        (found,) = self.peer.get_characteristics_by_uuid(
            UUID.from_16_bits(uuid) if isinstance(uuid, int) else uuid)
        return found

    async def subscribe(self):
        await soon(self.value(TX).subscribe(self.received.append), "the subscription")

    async def write(self, text, with_response=False):
        await self.value(RX).write_value(bytes.fromhex(text), with_response=with_response)

    def stream(self):
        """The notifications of the stream: all but the answer to START."""
        return [each for each in self.received if each != bytes.fromhex("2100000000")]

    def frames(self):
        """Whole frames of the stream, put together again."""
        stream = b"".join(self.stream())
        return [stream[k:k + 14] for k in range(0, len(stream) - 13, 14)]


def in_chip_axes(formula):
    """The board's truth, half a turn about x away."""

    def turned(t):
        x, y, z = formula(t)
        return x, -y, -z

    return turned


async def test_advertising():
    """Protocol, triki 1.2: flags, manufacturer data and name; a service list in the scan response."""
    async with Simulator("cap.yaml") as simulator:
        host = await simulator.host()
        async with Advertisements(host, active=True) as heard:
            found = await heard.wait_for(CAP, lambda each: len(each.data.ad_structures) > 3)
    assert found.data.get_all(0x09, raw=True) == [b"Triki 1234567890"]
    assert found.data.get_all(0xFF, raw=True) == [bytes.fromhex("00ffa00a")]
    assert found.data.get_all(0x03, raw=True) == [bytes.fromhex("0100")]
    assert found.data.get_all(0x06, raw=True) == found.data.get_all(0x07, raw=True) == []


async def test_the_vendors_sequence():
    """Discover, 2A26, 2A19, CCCD, one START, 10 s at 104 Hz against the scripted motion, STOP."""
    async with Simulator("cap.yaml") as simulator:
        cap = await Cap.connect(await simulator.host())
        assert UART in [service.uuid for service in cap.peer.services]
        assert await cap.value(0x2A26).read_value() == b"3.2.1-A"
        assert await cap.value(0x2A19).read_value() == bytes([83])
        await cap.subscribe()
        await cap.write(START_104)
        wanted = 104 * 10
        await until(lambda: len(cap.frames()) >= wanted, f"{wanted} frames")
        await cap.write(STOP)
        await asyncio.sleep(1.5)
        count = len(cap.received)
        await asyncio.sleep(1.5)
        assert len(cap.received) == count, "STOP ends the stream"
        frames, stream = cap.frames(), cap.stream()
        # The link lives.
        assert await cap.value(0x2A26).read_value() == b"3.2.1-A"
    assert cap.received[0] == bytes.fromhex("2100000000")
    assert [len(each) for each in stream] == [(20, 20, 2)[k % 3] for k in range(len(stream))]
    assert all(frame[:2] == b"\x22\x00" for frame in frames)
    values = [struct.unpack("<6h", frame[2:]) for frame in frames]
    assert len(set(values[:NOISE])) == NOISE
    values = values[NOISE:]
    acceleration = [(k / 104, [v / 2048 for v in each[3:]]) for k, each in enumerate(values)]
    rotation = [(k / 104, [v * 0.070 for v in each[:3]]) for k, each in enumerate(values)]
    start, error = truth.fit(acceleration, in_chip_axes(truth.acceleration))
    # An ideal sensor errs by half a count; the fit of the start by less than another one.
    assert error < 1.5 / 2048, f"{error} g off"
    turning = truth.largest_error(rotation, in_chip_axes(truth.rotation), start)
    assert turning < 0.2, f"{turning} deg/s off"
    assert simulator.board("cap")["notificationsDropped"] == 0
    measured(f"{len(values)} frames after the noise, none lost, largest error "
             f"{error * 1000:.2f} mg and {turning:.3f} deg/s")


async def test_rates_and_the_button_of_nobody():
    """Protocol, triki 6.1, rows 1 to 4: silence, START, another START, unknown bytes, STOP."""
    async with Simulator("cap.yaml") as simulator:
        cap = await Cap.connect(await simulator.host())
        await cap.subscribe()
        await cap.write("0100", with_response=True)
        await asyncio.sleep(5)
        assert cap.received == []
        await cap.write(START_104)
        await until(lambda: len(cap.frames()) >= 208, "208 frames")
        await cap.write(START_52)
        # The answer and what is older than it, then two seconds of virtual time and more.
        await until(lambda: len(cap.received) - len(cap.stream()) == 2, "the second answer")
        before = len(cap.frames())
        await until(lambda: len(cap.frames()) >= before + 104, "104 frames")
        assert all(frame[0] == 0x22 for frame in cap.frames())
        await cap.write(STOP)


async def test_led():
    """Protocol, triki 6.1, row 8."""
    async with Simulator("cap.yaml") as simulator:
        cap = await Cap.connect(await simulator.host())
        led = cap.value(LED)
        for written, read in (b"\xff", b"\1"), (b"\0", b"\0"), (b"\2", b"\1"):
            await soon(led.write_value(written, with_response=True), "the answer to a write")
            assert await led.read_value() == read


async def test_status():
    async with Simulator("cap.yaml") as simulator:
        cap = await Cap.connect(await simulator.host())
        await cap.subscribe()
        for asked, first, lengths in (
                ("05", 0x85, [13]), ("07", 0x87, [9]), ("09", 0x89, [20, 20, 15]),
                ("0C", 0x8C, [5]), ("43", 0xC3, [20, 20, 15])):
            cap.received.clear()
            await cap.write(asked)
            await until(lambda: len(cap.received) == len(lengths), f"the answer to {asked}")
            assert [len(each) for each in cap.received] == lengths
            assert cap.received[0][0] == first


async def test_a_new_link_is_silent():
    """Protocol, triki 6.1, row 9; and one central at a time."""
    async with Simulator("cap.yaml") as simulator:
        host = await simulator.host()
        cap = await Cap.connect(host)
        await cap.subscribe()
        await cap.write(START_104)
        await until(lambda: cap.received, "the stream")
        async with Advertisements(await simulator.host("other")) as heard:
            await asyncio.sleep(2.5)
            assert heard.of(CAP) == []
        await soon(cap.connection.disconnect(), "the end of the link")
        cap = await Cap.connect(host)
        await cap.subscribe()
        await asyncio.sleep(2.5)
        assert cap.received == []
        assert cap.connection.peer_address == Address(CAP)


async def test_reboot():
    """Protocol, triki 1.4: the link drops, the cap returns."""
    async with Simulator("cap.yaml") as simulator:
        host = await simulator.host()
        cap = await Cap.connect(host)
        ended = asyncio.get_running_loop().create_future()
        cap.connection.on("disconnection", ended.set_result)
        await cap.write("44")
        await soon(ended, "the supervision timeout")
        assert await (await Cap.connect(host)).value(0x2A26).read_value() == b"3.2.1-A"
    assert simulator.board("cap")["resets"] == 1
