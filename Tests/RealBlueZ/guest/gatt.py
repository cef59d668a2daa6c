"""The guest's BlueZ as the central of a board: scanning, services, values, notifications."""

import asyncio
import struct
import time

import bluez
import rawatt
import truth
from board import COMMAND, FIRMWARE, NOTIFICATION, SERVICE, find
from harness import CUBE, PATIENCE, Simulator, check, command, measured, soon, until

SERVICES = {
    SERVICE: [COMMAND, NOTIFICATION],
    "0000180a-0000-1000-8000-00805f9b34fb": [
        f"0000{each:04x}-0000-1000-8000-00805f9b34fb"
        for each in (0x2A29, 0x2A24, 0x2A25, 0x2A27, 0x2A26)],
    "0000180f-0000-1000-8000-00805f9b34fb": ["00002a19-0000-1000-8000-00805f9b34fb"],
}


@check
async def a_scan_finds_three_boards_and_what_they_say():
    async with Simulator("models.yaml") as simulator:
        for number in (1, 2, 3):
            device, data = await find(f"E3:00:00:00:00:0{number}", simulator.adapters[0])
            assert device.name == "MetaWear" and data.local_name == "MetaWear", (device, data)
            assert data.service_uuids == [SERVICE], data
            # From the scan response: BlueZ scans actively.
            assert data.manufacturer_data == {0x626D: b""}, data
            assert -80 < data.rssi < -30, data
            measured(f"{data.rssi} dBm")


@check
async def bluetoothctl_finds_and_connects():
    async with Simulator("turning.yaml") as simulator:
        await find(CUBE, simulator.adapters[0])
        out = await command("bluetoothctl", "connect", CUBE)
        assert "Connection successful" in out, out
        out = await command("bluetoothctl", "info", CUBE)
        assert "Name: MetaWear" in out and "Connected: yes" in out, out
        assert f"UUID: Vendor specific           ({SERVICE})" in out, out
        out = await command("bluetoothctl", "disconnect", CUBE)
        assert "Successful disconnected" in out, out


@check
async def services_are_those_of_the_board():
    async with Simulator("turning.yaml") as simulator:
        board = await simulator.connect()
        found = {
            service.uuid: [
                each.uuid for each in sorted(service.characteristics, key=lambda each: each.handle)]
            for service in board.client.services}
        for uuid, characteristics in SERVICES.items():
            assert found.get(uuid) == characteristics, found
        assert await board.read(FIRMWARE) == b"1.7.2"
        assert await board.read("00002a19-0000-1000-8000-00805f9b34fb") == b"\x64"


@check
async def commands_are_answered_with_and_without_a_response():
    async with Simulator("turning.yaml") as simulator:
        board = await simulator.connect()
        for signals in (False, True):
            await board.client.stop_notify(NOTIFICATION)
            board.signals, board.received = signals, []
            await board.start_notify()
            assert await board.ask("0180") == bytes.fromhex("01800000")
            await board.write("0b84", response=True)
            await until(lambda: len(board.received) == 2, "the answer to a write with a response")
        began = time.monotonic()
        for _ in range(20):
            await board.read(FIRMWARE)
        measured(f"a read by D-Bus takes {(time.monotonic() - began) / 20 * 1000:.0f} ms")


@check
async def errors_of_the_board_come_through():
    async with Simulator("turning.yaml") as simulator:
        board = await simulator.connect()
        try:
            await board.client.write_gatt_char(FIRMWARE, b"1", response=True)
        except Exception as error:
            assert "not permitted" in str(error).lower(), error
            measured(str(error))
        else:
            raise AssertionError("a value that can only be read was written")
        # The board goes on.
        assert await board.ask("0180") == bytes.fromhex("01800000")


@check
async def the_mtu_is_the_boards():
    async with Simulator("turning.yaml") as simulator:
        adapter = simulator.adapters[0]
        board = await simulator.connect(subscribe=False)
        mtu = await bluez.get(
            board.client.services.get_characteristic(NOTIFICATION).obj[0],
            "org.bluez.GattCharacteristic1", "MTU")
        await soon(board.client.disconnect(), "the end of the link")
        own = await bluez.get(bluez.adapter_path(adapter), "org.bluez.Adapter1", "Address")
        assert mtu == await asyncio.to_thread(rawatt.mtu, own, CUBE)
        measured(f"MTU {mtu}")


async def stream(board, count=1000):
    """Packed acceleration at 100 Hz and 8 g, against the scripted truth."""
    # The rate and the range; packed acceleration; the sensor's interrupt; go (protocol, accelerometer).
    for each in ("0303a802", "030501", "03020100", "030101"):
        await board.write(each, response=False)

    def samples():
        return [
            value for packet in board.received if packet[:2] == b"\x03\x05"
            for value in struct.iter_unpack("<3h", packet[2:])]

    await until(lambda: len(samples()) >= count, f"{count} samples", count / 100 + PATIENCE)
    await board.write("030100", response=False)
    taken = [(k * 0.01, [each / 4096 for each in value]) for k, value in enumerate(samples())]
    _, error = truth.fit(taken, truth.acceleration)
    assert error < 1.5 / 4096, f"the acceleration is {error} off"
    measured(f"{len(taken)} samples, largest error {error:.5f} g")


@check
async def a_stream_is_whole_and_true():
    async with Simulator("turning.yaml") as simulator:
        await stream(await simulator.connect())


@check
async def an_att_client_on_a_socket_of_the_kernel():
    """Without bluetoothd's GATT client: round trips and a burst of notifications."""
    async with Simulator("turning.yaml") as simulator:
        adapter = simulator.adapters[0]
        own = await bluez.get(bluez.adapter_path(adapter), "org.bluez.Adapter1", "Address")
        figures = await asyncio.to_thread(rawatt.session, own, CUBE)
        assert figures["lost"] == 0, figures
        measured(f"round trip {figures['round trip'] * 1000:.1f} ms at"
                 f" {figures['interval'] * 1000:g} ms an interval")
        measured(f"{figures['notifications']:.0f} notifications/s")
