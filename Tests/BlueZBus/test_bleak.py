"""bleak, unmodified: scanning, values, both ways of notifications, errors."""

import asyncio

import pytest
from bleak import BleakClient, BleakScanner
from bleak.exc import BleakDBusError, BleakError

CUBE = "E1:00:00:00:00:01"
SERVICE = "326a9000-85cb-9195-d9dd-464cfbbae75a"
COMMAND = "326a9001-85cb-9195-d9dd-464cfbbae75a"
ANSWERS = "326a9006-85cb-9195-d9dd-464cfbbae75a"
FIRMWARE = "00002a26-0000-1000-8000-00805f9b34fb"
BATTERY = "00002a19-0000-1000-8000-00805f9b34fb"


async def test_a_scan_finds_the_boards(bus):
    found = await BleakScanner.discover(timeout=3, return_adv=True)
    assert {CUBE, "E1:00:00:00:00:02", "E1:00:00:00:00:03"} <= set(found)
    _, data = found[CUBE]
    assert data.local_name == "MetaWear" and data.service_uuids == [SERVICE]
    assert -100 < data.rssi < 0


async def test_a_scan_for_a_service_finds_only_those_that_have_it(bus):
    found = await BleakScanner.discover(timeout=3, service_uuids=[SERVICE])
    assert {d.address for d in found} == {CUBE, "E1:00:00:00:00:02"}


@pytest.mark.parametrize("signals", [True, False], ids=["StartNotify", "AcquireNotify"])
async def test_a_session(bus, signals):
    board = await BleakScanner.find_device_by_address(CUBE, timeout=20)
    lost = asyncio.Event()
    async with BleakClient(board, disconnected_callback=lambda _: lost.set()) as client:
        assert client.is_connected
        assert await client.read_gatt_char(FIRMWARE) == b"1.7.2"
        assert 0 < (await client.read_gatt_char(BATTERY))[0] <= 100
        heard = asyncio.Queue()
        await client.start_notify(ANSWERS, lambda _, value: heard.put_nowait(bytes(value)),
                                  bluez={"use_start_notify": signals})
        for response in (False, True):
            await client.write_gatt_char(COMMAND, b"\x01\x80", response=response)
            assert (await asyncio.wait_for(heard.get(), 10))[:2] == b"\x01\x80"
        # Acceleration at 100 Hz: configure, sample, subscribe, start.
        for command in ("03 03 28 0c", "03 04 01", "03 02 01 00", "03 01 01"):
            await client.write_gatt_char(COMMAND, bytes.fromhex(command), response=False)
        samples = [await asyncio.wait_for(heard.get(), 10) for _ in range(100)]
        assert all(sample[:2] == b"\x03\x04" and len(sample) == 8 for sample in samples)
        await client.write_gatt_char(COMMAND, b"\x03\x01\x00", response=False)
        await client.stop_notify(ANSWERS)
        with pytest.raises(BleakDBusError):
            await client.stop_notify(ANSWERS)
        with pytest.raises(BleakError):
            await client.read_gatt_char("0000ffff-0000-1000-8000-00805f9b34fb")
    await asyncio.wait_for(lost.wait(), 10)


async def test_two_boards_at_once(bus):
    boards = [await BleakScanner.find_device_by_address(a, timeout=20) for a in (CUBE, "E1:00:00:00:00:02")]
    clients = [BleakClient(board) for board in boards]
    await asyncio.gather(*(client.connect() for client in clients))
    models = [bytes(await client.read_gatt_char("00002a24-0000-1000-8000-00805f9b34fb")) for client in clients]
    await asyncio.gather(*(client.disconnect() for client in clients))
    assert models == [b"8", b"5"]


async def test_a_second_scan_of_the_same_client_is_refused(bus):
    async with BleakScanner():
        with pytest.raises(BleakDBusError) as refused:
            await BleakScanner.find_device_by_address(CUBE, timeout=1)
    assert refused.value.dbus_error == "org.bluez.Error.InProgress"


async def test_ten_connections_one_after_the_other(bus):
    board = await BleakScanner.find_device_by_address(CUBE, timeout=20)
    for _ in range(10):
        async with BleakClient(board) as client:
            assert await client.read_gatt_char(FIRMWARE) == b"1.7.2"
