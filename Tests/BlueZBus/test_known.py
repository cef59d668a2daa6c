"""Clients that know a device's services and use them before they have resolved anew: bleak with its cache,
bleak-retry-connector and habluetooth (Home Assistant), unmodified."""

import asyncio

import bleak_retry_connector
import habluetooth
from bleak import BleakClient, BleakScanner
from bleak_retry_connector import BleakClientWithServiceCache, BleakSlotManager, establish_connection
from bluetooth_adapters import get_adapters

CUBE, STRAP = "E1:00:00:00:00:01", "E1:00:00:00:00:02"
COMMAND = "326a9001-85cb-9195-d9dd-464cfbbae75a"
ANSWERS = "326a9006-85cb-9195-d9dd-464cfbbae75a"
FIRMWARE = "00002a26-0000-1000-8000-00805f9b34fb"


async def use(client):
    """The first calls are made at once."""
    heard = asyncio.Queue()
    assert await client.read_gatt_char(FIRMWARE) == b"1.7.2"
    await client.start_notify(ANSWERS, lambda _, value: heard.put_nowait(bytes(value)))
    await client.write_gatt_char(COMMAND, b"\x01\x80", response=False)
    assert (await asyncio.wait_for(heard.get(), 10))[:2] == b"\x01\x80"


async def test_bleak_with_its_cache(bus):
    board = await BleakScanner.find_device_by_address(CUBE, timeout=20)
    for _ in range(3):
        client = BleakClient(board)
        await client.connect(dangerous_use_bleak_cache=True)
        await use(client)
        await client.disconnect()


async def test_notifications_first_with_the_cache(bus):
    board = await BleakScanner.find_device_by_address(CUBE, timeout=20)
    for signals in (True, False, True):
        client = BleakClient(board)
        await client.connect(dangerous_use_bleak_cache=True)
        heard = asyncio.Queue()
        await client.start_notify(ANSWERS, lambda _, value: heard.put_nowait(bytes(value)),
                                  bluez={"use_start_notify": signals})
        await client.write_gatt_char(COMMAND, b"\x01\x80", response=True)
        assert (await asyncio.wait_for(heard.get(), 10))[:2] == b"\x01\x80"
        await client.disconnect()


async def test_bleak_retry_connector(bus):
    board = await BleakScanner.find_device_by_address(CUBE, timeout=20)
    lost = 0

    def disconnected(_):
        nonlocal lost
        lost += 1

    for _ in range(3):
        # One attempt: what fails at first is not to be hidden by the next one.
        client = await establish_connection(BleakClientWithServiceCache, board, "cube", disconnected, max_attempts=1)
        await use(client)
        await client.disconnect()
    assert lost == 3
    await bleak_retry_connector.close_stale_connections_by_address(CUBE)
    again = await bleak_retry_connector.get_device(CUBE)
    assert again is not None and again.address == CUBE


class Manager(habluetooth.BluetoothManager):
    """As Home Assistant's, without its integrations."""

    def __init__(self):
        super().__init__(get_adapters(), BleakSlotManager())
        self.discovered = {}

    def _discover_service_info(self, service_info):
        self.discovered[service_info.address] = service_info


async def test_habluetooth(bus):
    manager = Manager()
    habluetooth.set_manager(manager)
    await manager.slot_manager.async_setup()
    await manager.async_setup()
    try:
        adapters = await manager.async_get_bluetooth_adapters()
        assert list(adapters) == ["hci0"]
        scanner = habluetooth.HaScanner(habluetooth.BluetoothScanningMode.ACTIVE, "hci0", adapters["hci0"]["address"])
        scanner.async_setup()
        await scanner.async_start()
        forget = manager.async_register_scanner(scanner, connection_slots=2)
        async with asyncio.timeout(20):
            while not {CUBE, STRAP} <= set(manager.discovered):
                await asyncio.sleep(0.05)
        for _ in range(3):
            board = manager.async_ble_device_from_address(CUBE, True)
            client = await establish_connection(bleak_retry_connector.BleakClientWithServiceCache, board, "cube",
                                                max_attempts=1)
            await use(client)
            await client.disconnect()
        forget()
        await scanner.async_stop()
    finally:
        manager.async_stop()
