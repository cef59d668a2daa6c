"""One board and one Bumble host: discovery, packets, streams, ends of links."""

import struct

import pytest
from bumble.core import UUID
from bumble.hci import Address, HCI_ErrorCode

import truth
from board import MODULES, NOTIFICATION, SERVICE, Board
from harness import Advertisements, Simulator, measured, soon, until

CUBE = "E1:00:00:00:00:01"
# 100 Hz, 8 g on the BMI270 (protocol, sensors 5.4): 4096 counts a g.
CONFIGURE, COUNTS = "0303a802", 4096


@pytest.mark.parametrize("radio", ["hci-unix", "hci-tcp"])
async def test_scan_and_connect(radio):
    async with Simulator("turning.yaml", radio=radio) as simulator:
        host = await simulator.host()
        async with Advertisements(host) as heard:
            first = await heard.wait_for(CUBE, lambda each: each.is_connectable)
            assert -100 < first.rssi < 0
        board = await Board.connect(host, CUBE)
        assert board.connection.peer_address == Address(CUBE)
        measured(f"{len(heard.all)} advertisements, RSSI {first.rssi} dBm")
        await board.disconnect()
        board = await Board.connect(host, CUBE)
        assert await board.ask("0b84")


async def test_discovery():
    async with Simulator("turning.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        uuids = [service.uuid for service in board.peer.services]
        for uuid in (SERVICE, *map(UUID.from_16_bits, (0x1800, 0x1801, 0x180A, 0x180F))):
            assert uuid in uuids, f"no service {uuid}"
        information = await board.information()
        assert information["manufacturer"] == "MbientLab Inc"
        assert information["model"] == "8"
        assert len(information["firmware"].split(".")) == 3
        (descriptor,) = await board.notification.discover_descriptors()
        assert descriptor.type == UUID.from_16_bits(0x2902)
        assert await descriptor.read_value() == b"\1\0"
        (battery,) = await board.characteristic(0x2A19).read_value()
        assert 0 <= battery <= 100
        modules = await board.modules()
        assert modules[0x03][:1] == b"\4", "the S has a BMI270"
        assert modules[0x16] == b"", "the S has no humidity module"
        clock = await board.ask("0b84")
        assert len(clock) == 7
        measured(f"{len(uuids)} services, {sum(map(bool, modules.values()))} of {len(MODULES)} "
                 f"modules, firmware {information['firmware']}")


@pytest.mark.parametrize("wanted", [23, 64, 185, 247, 517])
async def test_mtu(wanted):
    async with Simulator("turning.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE, mtu=wanted)
        assert 23 <= board.connection.att_mtu <= wanted
        assert (await board.information())["manufacturer"] == "MbientLab Inc"
        assert await board.ask("118c")
        measured(f"asked for {wanted}, got {board.connection.att_mtu}")


async def test_packed_stream():
    """10 s of packed acceleration at 100 Hz against the scripted motion."""
    async with Simulator("turning.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        await board.write(f"{CONFIGURE},030501,03020100,030101")
        await until(lambda: len(board.received) >= 334, "334 packets of three samples")
        await board.write("030100,03020001,030500")
        await board.ask("118c")
        packets = [packet for packet in board.received if packet[:2] == b"\3\5"]
    values = [v for packet in packets for v in struct.iter_unpack("<3h", packet[2:])]
    assert all(len(packet) == 20 for packet in packets)
    samples = [(k * 0.01, [v / COUNTS for v in value]) for k, value in enumerate(values)]
    start, error = truth.fit(samples, truth.acceleration)
    # An ideal sensor errs by half a count; the fit of the start by less than another one.
    assert error < 1.5 / COUNTS, f"{error} g off, first sample {start} s after a period's begin"
    assert simulator.board("cube")["notificationsDropped"] == 0
    measured(f"{len(values)} samples, none dropped, largest error {error * 1000:.2f} mg")


async def test_plain_streams_of_two_sensors():
    async with Simulator("turning.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        # Gyroscope BMI270: 100 Hz, 500 deg/s (protocol, sensors 14), data register 04.
        await board.write(f"{CONFIGURE},1303a802,030401,130401,03020100,13020100,030101,130101")
        await until(lambda: len(board.received) >= 1000, "1,000 packets of one sample")
        await board.write("030100,130100,03020001,13020001,030400,130400")
        packets = list(board.received)
    for name, header, scale, what, limit in (
            ("acceleration", b"\x03\x04", COUNTS, truth.acceleration, 1.5 / COUNTS),
            ("rotation", b"\x13\x04", 65.6, truth.rotation, 0.2)):
        values = [struct.unpack("<3h", each[2:]) for each in packets if each[:2] == header]
        samples = [(k * 0.01, [v / scale for v in value]) for k, value in enumerate(values)]
        _, error = truth.fit(samples, what)
        assert len(values) > 400 and error < limit, f"{name}: {len(values)} samples, {error} off"
        measured(f"{name}: {len(values)} samples, largest error {error:.4f}")


async def test_reset():
    """`FE 01`: the board ends the link, boots, and is on the air again with another reset uid."""
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        board = await Board.connect(host, CUBE)
        before = (await board.ask("0b84"))[6]
        await board.write("fe01")
        reason = await soon(board.ended, "the end of the link")
        again = await Board.connect(host, CUBE)
        after = (await again.ask("0b84"))[6]
        assert after == (before + 1) % 8
    assert simulator.board("cube")["resets"] == 1
    measured(f"link ended with {HCI_ErrorCode(reason).name}, reset uid {before} -> {after}")


async def test_reconnect_many_times():
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        for _ in range(5):
            board = await Board.connect(host, CUBE)
            assert await board.ask("0180") == bytes.fromhex("01800000")
            await board.disconnect()
        measured("5 links, one after the other")


async def test_subscription_gates_the_stream():
    """Nothing is notified before the configuration descriptor is set, nothing after it is cleared."""
    async with Simulator("turning.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE, subscribe=False)
        heard = []
        client = board.peer.gatt_client
        original = client.on_att_handle_value_notification
        client.on_att_handle_value_notification = heard.append
        await board.write("0180")
        await board.information()
        assert heard == []
        client.on_att_handle_value_notification = original
        await board.notification.subscribe(board.received.append)
        await board.ask("0180")
        await board.notification.unsubscribe(force=True)
        client.on_att_handle_value_notification = heard.append
        await board.write("0180")
        await board.information()
        assert heard == []
        assert board.notification.uuid == NOTIFICATION


async def test_dropped_link():
    """A fault cuts the link every 40 s; the host meets its supervision timeout and comes back."""
    async with Simulator("link-loss.yaml") as simulator:
        host = await simulator.host()
        reasons, times = [], []
        for _ in range(2):
            board = await Board.connect(host, CUBE)
            reasons.append(await soon(board.ended, "the end of the link"))
            times.append(simulator.now)
        assert reasons == [HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR] * 2
        # Bumble asks for 720 ms.
        assert times == pytest.approx([40.72, 80.72], abs=0.02)
        board = await Board.connect(host, CUBE)
        assert await board.ask("0b84")
    measured("2 links lost, each with Connection Timeout")
