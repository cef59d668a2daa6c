"""Peripherals that others wrote, as applications of the stand-in: bless and bluez-peripheral.

Bumble is their central, on the same air.
"""

import asyncio
import contextlib

from dbus_fast import BusType
from dbus_fast.aio import MessageBus

SERVICE = "a07498ca-ad5b-474e-940d-16f1fbe7e8cd"
VALUE = "51ff12bb-3ed8-46e5-b4f9-d64e2fec021b"
MANAGER = "org.bluez.LEAdvertisingManager1"


async def adapter(interface, name):
    """A property of the adapter."""
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    told = await bus.introspect("org.bluez", "/org/bluez/hci0")
    properties = bus.get_proxy_object("org.bluez", "/org/bluez/hci0", told).get_interface(
        "org.freedesktop.DBus.Properties")
    value = (await properties.call_get(interface, name)).value
    bus.disconnect()
    return value


def uuid(text):
    """Bumble is not there where the tests run on a real bluetoothd."""
    from bumble.core import UUID

    return UUID(text)


@contextlib.asynccontextmanager
async def central(bus):
    """A Bumble host on the same air, connected to the adapter."""
    from bumble.device import Device, DeviceConfiguration, Peer
    from bumble.hci import Address
    from bumble.transport import open_transport

    address = await adapter("org.bluez.Adapter1", "Address")
    async with await open_transport(f"unix-client:{bus.air}") as transport:
        phone = Device.from_config_with_hci(
            DeviceConfiguration(name="phone", address=Address("F0:00:00:00:00:01")),
            transport.source, transport.sink)
        await phone.power_on()
        connection = await phone.connect(Address(address, Address.PUBLIC_DEVICE_ADDRESS))
        peer = Peer(connection)
        await peer.discover_all()
        yield peer
        await connection.disconnect()


async def test_bless(bus):
    from bless import BlessServer, GATTAttributePermissions, GATTCharacteristicProperties

    server = BlessServer(name="Bless")
    server.read_request_func = lambda characteristic, **_: characteristic.value
    server.write_request_func = lambda characteristic, value, **_: setattr(characteristic, "value", value)
    await server.add_gatt({SERVICE: {VALUE: {
        "Properties": GATTCharacteristicProperties.read | GATTCharacteristicProperties.write
        | GATTCharacteristicProperties.notify,
        "Permissions": GATTAttributePermissions.readable | GATTAttributePermissions.writeable,
        "Value": bytearray(b"\x2a")}}})
    await server.start()
    assert SERVICE in await adapter("org.bluez.Adapter1", "UUIDs")
    assert await adapter(MANAGER, "ActiveInstances") == 1
    assert await server.is_advertising()
    if bus.air:
        async with central(bus) as peer:
            value = peer.get_characteristics_by_uuid(uuid(VALUE))[0]
            heard = asyncio.Queue()
            await peer.subscribe(value, lambda b: heard.put_nowait(bytes(b)))
            assert await peer.read_value(value) == b"\x2a"
            await peer.write_value(value, b"\x07", with_response=True)
            assert await peer.read_value(value) == b"\x07"
            assert server.get_characteristic(VALUE).value == b"\x07"
            server.get_characteristic(VALUE).value = bytearray(b"\x08")
            assert server.update_value(SERVICE, VALUE)
            assert await asyncio.wait_for(heard.get(), 10) == b"\x08"
    await server.stop()
    assert await adapter(MANAGER, "ActiveInstances") == 0


async def test_bluez_peripheral(bus):
    from bluez_peripheral.advert import Advertisement
    from bluez_peripheral.gatt.characteristic import CharacteristicFlags, characteristic
    from bluez_peripheral.gatt.service import Service
    from bluez_peripheral.util import Adapter, get_message_bus

    class Heart(Service):
        def __init__(self):
            super().__init__("180D", True)

        @characteristic("2A37", CharacteristicFlags.NOTIFY | CharacteristicFlags.READ)
        def rate(self, options):
            return b"\x00\x48"

    system = await get_message_bus()
    heart = Heart()
    await heart.register(system)
    await Advertisement("Heart", ["180D"], 0, 60).register(system, await Adapter.get_first(system))
    assert "0000180d-0000-1000-8000-00805f9b34fb" in await adapter("org.bluez.Adapter1", "UUIDs")
    assert await adapter(MANAGER, "ActiveInstances") == 1
    if bus.air:
        async with central(bus) as peer:
            rate = peer.get_characteristics_by_uuid(uuid("2A37"))[0]
            heard = asyncio.Queue()
            await peer.subscribe(rate, lambda b: heard.put_nowait(bytes(b)))

            async def announced():
                # BlueZ answers a subscription before it has reached the service, which is silent until then.
                while heard.empty():
                    heart.rate.changed(b"\x00\x50")
                    await asyncio.sleep(0.05)
                return heard.get_nowait()

            assert await asyncio.wait_for(announced(), 10) == b"\x00\x50"
    await heart.unregister()
    assert "0000180d-0000-1000-8000-00805f9b34fb" not in await adapter("org.bluez.Adapter1", "UUIDs")
    system.disconnect()
    await asyncio.sleep(0.5)
    # Who leaves the bus takes its advertisement along.
    assert await adapter(MANAGER, "ActiveInstances") == 0
