"""Peripherals that others wrote, as applications of the stand-in: bless and bluez-peripheral."""

import asyncio

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
    await heart.unregister()
    assert "0000180d-0000-1000-8000-00805f9b34fb" not in await adapter("org.bluez.Adapter1", "UUIDs")
    system.disconnect()
    await asyncio.sleep(0.5)
    # Who leaves the bus takes its advertisement along.
    assert await adapter(MANAGER, "ActiveInstances") == 0
