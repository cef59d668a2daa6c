"""The same daemon through clients that others wrote: bleak, and python3-dbus on libdbus."""

import asyncio
import sys

from discovery import CUBE, TABLE, forget
from probe import *
from values import own


def told(error):
    return f"{type(error).__name__}: {error}"


async def attempt(p, what, awaitable, show=str):
    try:
        result = show(await awaitable)
    except Exception as error:  # Whatever bleak makes of it is what is compared.
        result = told(error)
    p.fact(what, result)


async def bleak(p):
    from bleak import BleakClient, BleakScanner

    p.section("bleak")
    await forget(p)
    found = {}

    async def scan():
        async with BleakScanner() as scanner:
            async for found_device, data in scanner.advertisement_data():
                found[found_device.address] = (found_device, data)
                if CUBE in found and TABLE in found:
                    return
    await asyncio.wait_for(scan(), PATIENCE)
    for address in (CUBE, TABLE):
        _, data = found[address]
        p.fact(f"BleakScanner: {address}",
               f"{data.local_name} {data.manufacturer_data} {sorted(data.service_uuids)} {data.tx_power}")
    await attempt(p, "find_device_by_name(\"Nobody\")", BleakScanner.find_device_by_name("Nobody", timeout=1))
    await attempt(p, "connect to an address that nobody has", BleakClient("E1:00:00:00:00:99", timeout=2).connect())
    lost = asyncio.Event()
    client = BleakClient(found[TABLE][0], disconnected_callback=lambda _: lost.set())
    await attempt(p, "connect()", client.connect())
    p.fact("is_connected", client.is_connected)
    # In the order of their handles; bleak's own is that of the daemon's list of objects.
    for service in sorted(client.services, key=lambda s: s.handle):
        for characteristic in sorted(service.characteristics, key=lambda c: c.handle):
            descriptors = [(d.handle, d.uuid[4:8]) for d in characteristic.descriptors]
            p.fact(f"services: {service.uuid} {service.handle}",
                   f"{characteristic.uuid} {characteristic.handle} {sorted(characteristic.properties)} "
                   f"{characteristic.max_write_without_response_size} {descriptors}")
    hexed = lambda b: bytes(b).hex(" ")
    # Sections that ran before on this air have left what they wrote.
    await client.write_gatt_char(own(5), b"\0", response=True)
    await attempt(p, "read", client.read_gatt_char(own(5)), hexed)
    await attempt(p, "read, not readable", client.read_gatt_char(own(4)), hexed)
    await attempt(p, "read, unknown", client.read_gatt_char(own(0x999)), hexed)
    await attempt(p, "read a descriptor", client.read_gatt_descriptor(client.services.get_characteristic(own(5)).descriptors[0]), hexed)
    await attempt(p, "write", client.write_gatt_char(own(5), b"\1\2", response=True))
    await attempt(p, "write without response", client.write_gatt_char(own(7), b"\1\2", response=False))
    await attempt(p, "write, refused", client.write_gatt_char(own(0x10E), b"\1\2", response=True))
    await attempt(p, "write, too long", client.write_gatt_char(own(2), bytes(21), response=True))
    await attempt(p, "write a configuration", client.write_gatt_descriptor(client.services.get_characteristic(own(5)).descriptors[0], b"\1\0"))
    for kind in (True, False):
        heard = []
        how = "StartNotify" if kind else "AcquireNotify"
        start = lambda uuid: client.start_notify(uuid, lambda _, b: heard.append(bytes(b)), bluez={"use_start_notify": kind})
        await attempt(p, f"start_notify by {how}", start(own(7)))
        await attempt(p, f"start_notify by {how}, again", start(own(7)))
        for value in (b"\5", b"\6\7"):
            await client.write_gatt_char(own(7), value, response=True)
        await p.wait(lambda: len(heard) >= 2)
        await p.rest()
        p.fact("values", [hexed(b) for b in heard])
        await attempt(p, "stop_notify", client.stop_notify(own(7)))
        await attempt(p, "stop_notify, again", client.stop_notify(own(7)))
        await attempt(p, "start_notify of what cannot", start(own(1)))
    await attempt(p, "disconnect()", client.disconnect())
    p.fact("disconnected_callback", lost.is_set())
    await attempt(p, "read after it", client.read_gatt_char(own(5)), hexed)
    await attempt(p, "disconnect() again", client.disconnect())
    await forget(p)


async def callbacks(p):
    from bleak import BleakScanner

    p.section("bleak: how often")
    await forget(p)
    heard = []

    def hear(found_device, data):
        if found_device.address == CUBE:
            heard.append(data.rssi)

    async with BleakScanner(hear):
        await p.wait(lambda: heard)
        await asyncio.sleep(1)
        heard.clear()
        await asyncio.sleep(4)
        p.fact("detection callbacks in 4 s", f"about {len(heard)}")
    await forget(p)


LIBDBUS = r'''
import dbus, sys
bus = dbus.SystemBus()
adapter, device, value = sys.argv[1:]
P = "org.freedesktop.DBus.Properties"
def attempt(what, path, interface, member, *arguments):
    try:
        result = bus.get_object("org.bluez", path, introspect=False).get_dbus_method(member, interface)(*arguments)
        result = "ok" if result is None else repr(result)
    except dbus.DBusException as error:
        result = f"{error.get_dbus_name()}: {error.get_dbus_message()}"
    print(what, result.replace("\n", "\\n"), sep="\t", flush=True)
A, D, G = "org.bluez.Adapter1", "org.bluez.Device1", "org.bluez.GattCharacteristic1"
S = dbus.String
for name in ("Powered", "Class", "DiscoverableTimeout", "UUIDs", "Roles", "Nothing"):
    attempt(f"Get Adapter1.{name}", adapter, P, "Get", A, name)
attempt("Set Adapter1.Powered of another type", adapter, P, "Set", A, "Powered", dbus.String("on", variant_level=1))
attempt("Set Adapter1.Address", adapter, P, "Set", A, "Address", dbus.String("x", variant_level=1))
attempt("Adapter1.StopDiscovery", adapter, A, "StopDiscovery")
attempt("Adapter1.StartDiscovery", adapter, A, "StartDiscovery")
attempt("Adapter1.StopDiscovery", adapter, A, "StopDiscovery")
attempt("Adapter1.Nothing", adapter, A, "Nothing")
attempt("Adapter1.SetDiscoveryFilter", adapter, A, "SetDiscoveryFilter", dbus.Dictionary({"RSSI": dbus.Int32(1)}, signature="sv"))
for name in ("Connected", "ServicesResolved", "ManufacturerData", "RSSI", "UUIDs"):
    attempt(f"Get Device1.{name}", device, P, "Get", D, name)
attempt("Device1.Connect", device, D, "Connect")
attempt("GattCharacteristic1.ReadValue", value, G, "ReadValue", dbus.Dictionary({}, signature="sv"))
attempt("GattCharacteristic1.WriteValue", value, G, "WriteValue", dbus.Array(b"\1", signature="y"), dbus.Dictionary({}, signature="sv"))
attempt("GattCharacteristic1.WriteValue pigeon", value, G, "WriteValue", dbus.Array(b"\1", signature="y"), dbus.Dictionary({"type": S("pigeon")}, signature="sv"))
attempt("GattCharacteristic1.StopNotify", value, G, "StopNotify")
attempt("Device1.Disconnect", device, D, "Disconnect")
'''


async def libdbus(p):
    """Another binding, in a process of its own: what it is told does not hang on ours."""
    from values import linked

    where = await linked(p, TABLE)
    p.section("python3-dbus")
    process = await asyncio.create_subprocess_exec(
        "/usr/bin/python3", "-c", LIBDBUS, HCI, device(TABLE), where[own(5)],
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    output, errors = await process.communicate()
    for line in output.decode().splitlines():
        p.fact(*line.split("\t", 1))
    if process.returncode:
        p.write(errors.decode())
    await p.rest(1)
    await forget(p)


SECTIONS = [bleak, callbacks, libdbus]
