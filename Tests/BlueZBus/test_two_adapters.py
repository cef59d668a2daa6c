"""Peripherals that others wrote on one adapter, and bleak on another of the same stand-in."""

import asyncio

import pytest
from bleak import BleakClient, BleakScanner
from dbus_fast import BusType
from dbus_fast.aio import MessageBus

from stand_in import HERE, PROGRAM

# Our own board has a Device Information service, as BlueZ has by default.
OPTIONS = {"adapters": 2, "no-device-id": True}
CENTRAL = {"bluez": {"adapter": "hci1"}}
SERVICE = "a07498ca-ad5b-474e-940d-16f1fbe7e8cd"
HEART = "0000180d-0000-1000-8000-00805f9b34fb"
BOARD = "326a9000-85cb-9195-d9dd-464cfbbae75a"
VALUE = "51ff12bb-3ed8-46e5-b4f9-d64e2fec021b"


async def find(name, service, seconds=20):
    # With a filter: bless does not say that it is discoverable, and BlueZ then shows it only to
    # those who ask for something.
    device = await BleakScanner.find_device_by_filter(
        lambda _, data: data.local_name == name, timeout=seconds, service_uuids=[service], **CENTRAL)
    assert device, f"{name} is not heard"
    return device


async def central_of(adapter="hci0"):
    """Whether the adapter's other side, the central, is a connected device of it."""
    system = await MessageBus(bus_type=BusType.SYSTEM).connect()
    told = await system.introspect("org.bluez", "/")
    manager = system.get_proxy_object("org.bluez", "/", told).get_interface(
        "org.freedesktop.DBus.ObjectManager")
    objects = await manager.call_get_managed_objects()
    system.disconnect()
    return [path for path, interfaces in objects.items()
            if path.startswith(f"/org/bluez/{adapter}/dev_")
            and interfaces.get("org.bluez.Device1", {}).get("Connected")
            and interfaces["org.bluez.Device1"]["Connected"].value]


async def test_bless(bus):
    from bless import BlessServer, GATTAttributePermissions, GATTCharacteristicProperties

    written = []

    def write(characteristic, value, **_):
        written.append(bytes(value))
        characteristic.value = value

    server = BlessServer(name="Bless")
    server.read_request_func = lambda characteristic, **_: characteristic.value
    server.write_request_func = write
    await server.add_gatt({SERVICE: {VALUE: {
        "Properties": GATTCharacteristicProperties.read | GATTCharacteristicProperties.write
        | GATTCharacteristicProperties.notify,
        "Permissions": GATTAttributePermissions.readable | GATTAttributePermissions.writeable,
        "Value": bytearray(b"\x2a")}}})
    await server.start()
    got = asyncio.Queue()
    async with BleakClient(await find("Bless", SERVICE), **CENTRAL) as client:
        assert client.services.get_service(SERVICE)
        assert await client.read_gatt_char(VALUE) == b"\x2a"
        await client.write_gatt_char(VALUE, b"\x01\x02", response=True)
        assert written == [b"\x01\x02"]
        assert await client.read_gatt_char(VALUE) == b"\x01\x02"
        long = bytes(range(200))
        await client.write_gatt_char(VALUE, long, response=True)
        assert await client.read_gatt_char(VALUE) == long
        await client.start_notify(VALUE, lambda _, value: got.put_nowait(bytes(value)))
        for number in range(20):
            server.get_characteristic(VALUE).value = bytearray([number])
            server.update_value(SERVICE, VALUE)
        assert [await asyncio.wait_for(got.get(), 10) for _ in range(20)] == \
            [bytes([number]) for number in range(20)]
        assert len(await central_of()) == 1
        await client.stop_notify(VALUE)
    assert await central_of() == []
    await server.stop()
    with pytest.raises(AssertionError):
        await find("Bless", SERVICE, 3)


async def test_bluez_peripheral(bus):
    from bluez_peripheral.advert import Advertisement
    from bluez_peripheral.gatt.characteristic import CharacteristicFlags, characteristic
    from bluez_peripheral.gatt.descriptor import descriptor
    from bluez_peripheral.gatt.service import Service
    from bluez_peripheral.util import Adapter, get_message_bus

    class Heart(Service):
        def __init__(self):
            self.written = []
            super().__init__("180D", True)

        @characteristic("2A37", CharacteristicFlags.NOTIFY | CharacteristicFlags.READ)
        def rate(self, options):
            return b"\x00\x48"

        @characteristic("2A39", CharacteristicFlags.WRITE_WITHOUT_RESPONSE)
        def control(self, options):
            return b""

        @control.setter
        def control_(self, value, options):
            self.written.append((bytes(value), options.link, options.mtu))

        @descriptor("2901", control)
        def label(self, options):
            return b"control"

    system = await get_message_bus()
    heart = Heart()
    await heart.register(system)
    await Advertisement("Heart", ["180D"], 0x0341, 0).register(system, await Adapter.get_first(system))
    got = asyncio.Queue()
    async with BleakClient(await find("Heart", HEART), **CENTRAL) as client:
        assert await client.read_gatt_char("2a37") == b"\x00\x48"
        control = client.services.get_characteristic("2a39")
        assert await client.read_gatt_descriptor(control.descriptors[0]) == b"control"
        await client.write_gatt_char(control, b"\x01", response=False)
        await client.start_notify("2a37", lambda _, value: got.put_nowait(bytes(value)))
        heart.rate.changed(b"\x00\x50")
        assert await asyncio.wait_for(got.get(), 10) == b"\x00\x50"
        assert [(value, link) for value, link, _ in heart.written] == [(b"\x01", "LE")]
        assert heart.written[0][2] > 23
        # Its service goes under the central's hands.
        await heart.unregister()
        with pytest.raises(Exception):
            await client.read_gatt_char("2a37")
    system.disconnect()


# The board's own run keeps pace with the clock, and does not sleep for less than 20 us.
@pytest.mark.real_time
@pytest.mark.parametrize("signals", [True, False], ids=["StartNotify", "AcquireNotify"])
def test_our_own_board(bus, signals):
    with bus.start(PROGRAM, "run", str(HERE / "scenarios" / "own.yaml"),
                   "--radio", "bluez:hci0") as board:
        board.hear("listening on bluez:hci0")
        asyncio.run(session_with_our_own_board(signals))


async def session_with_our_own_board(signals):
    command, answers = (f"326a900{digit}-85cb-9195-d9dd-464cfbbae75a" for digit in "16")
    heard = asyncio.Queue()
    async with BleakClient(await find("Own", BOARD), **CENTRAL) as client:
        await client.start_notify(answers, lambda _, value: heard.put_nowait(bytes(value)),
                                  bluez={"use_start_notify": signals})
        for response in (False, True):
            await client.write_gatt_char(command, b"\x01\x80", response=response)
            assert (await asyncio.wait_for(heard.get(), 10))[:2] == b"\x01\x80"
        # Acceleration at 100 Hz: configure, sample, subscribe, start.
        for text in ("03 03 28 0c", "03 04 01", "03 02 01 00", "03 01 01"):
            await client.write_gatt_char(command, bytes.fromhex(text), response=False)
        samples = [await asyncio.wait_for(heard.get(), 10) for _ in range(300)]
        assert all(sample[:2] == b"\x03\x04" and len(sample) == 8 for sample in samples)
    # It advertises again.
    async with BleakClient(await find("Own", BOARD), **CENTRAL) as client:
        assert client.services.get_characteristic(command)
