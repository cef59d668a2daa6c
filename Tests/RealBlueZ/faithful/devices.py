"""Devices: connecting, what is told and when, links that break, and what is remembered."""

from discovery import CUBE, EVERYONE, GONE, TABLE, WALL, forget, found
from probe import *

BATTERY = "org.bluez.Battery1"


def resolved(p, address, value=True):
    return lambda: p.changed(device(address), "ServicesResolved", value)


def connected(p, address, value=True):
    return lambda: p.changed(device(address), "Connected", value)


async def unreachable(p):
    """First, because the board is carried off a minute after the start."""
    from pairing import agent

    p.section("a device out of reach")
    await forget(p)
    await found(p, GONE)
    path = device(GONE)
    # Who is paired stays known.
    await agent(p, "NoInputNoOutput")
    await p.raw(0, BLUEZ, path, DEVICE, "Pair")
    await p.raw(0, BLUEZ, path, DEVICE, "Disconnect")
    await asyncio.sleep(max(0, 65 - asyncio.get_running_loop().time() + p.began))
    p.begin()
    await p.call(path, DEVICE, "Connect")
    await p.get(path, DEVICE, "Connected")
    await p.call(HCI, ADAPTER, "RemoveDevice", "o", path, until=lambda: p.removed(path))
    await agent(p, None)


async def connecting(p):
    p.section("device: before a connection")
    await forget(p)
    await found(p, CUBE)
    path = device(CUBE)
    await p.call(path, DEVICE, "Disconnect", about="not connected")
    await p.call(path, DEVICE, "CancelPairing", about="none runs")
    await p.call(path, DEVICE, "ConnectProfile", "s", "nonsense")
    await p.call(path, DEVICE, "ConnectProfile", "s", "326a9000-85cb-9195-d9dd-464cfbbae75a")
    await p.call(path, DEVICE, "DisconnectProfile", "s", "nonsense")
    await p.call(path, DEVICE, "DisconnectProfile", "s", "326a9000-85cb-9195-d9dd-464cfbbae75a")
    await p.call(path, DEVICE, "Connect", "s", "x")
    for name in ("RSSI", "TxPower", "Class", "Icon", "Appearance", "Modalias", "ServiceData", "WakeAllowed", "AdvertisingFlags", "Sets"):
        await p.get(path, DEVICE, name)
    for name, signature, value in [
        ("Address", "s", "x"), ("Name", "s", "x"), ("Connected", "b", True), ("Paired", "b", True), ("UUIDs", "as", []),
        ("RSSI", "n", 1), ("ServicesResolved", "b", True), ("Adapter", "o", HCI), ("WakeAllowed", "b", True),
        ("Trusted", "s", "yes"), ("Blocked", "u", 1), ("Alias", "u", 1),
    ]:
        await p.set(path, DEVICE, name, signature, value)
    await p.set(path, DEVICE, "Alias", "s", "Boat")
    await p.set(path, DEVICE, "Alias", "s", "Boat", about="again")
    await p.set(path, DEVICE, "Alias", "s", "", about="back to the name")
    await p.set(path, DEVICE, "Trusted", "b", True)
    await p.set(path, DEVICE, "Trusted", "b", True, about="again")
    await p.set(path, DEVICE, "Trusted", "b", False)

    p.section("device: a connection")
    await p.call(path, DEVICE, "Connect", until=resolved(p, CUBE), settle=1)
    await p.call(path, PROPERTIES, "GetAll", "s", DEVICE)
    await p.call(path, DEVICE, "Connect", about="again")
    await p.call(path, INTROSPECTABLE, "Introspect")
    for interface in (BATTERY, SERVICE, "org.bluez.Input1", "org.bluez.MediaControl1"):
        await p.call(path, PROPERTIES, "GetAll", "s", interface)
    await p.call("/", OBJECTS, "GetManagedObjects")
    await p.get(HCI, ADAPTER, "Discovering")
    await p.call(HCI, ADAPTER, "StartDiscovery", about="while connected", fold="quiet", settle=1,
                 until=lambda: p.added(*[device(a) for a in EVERYONE if a != CUBE]))
    await p.call(HCI, ADAPTER, "StopDiscovery", fold="quiet", until=lambda: p.changed(HCI, "Discovering", False), settle=1)
    await p.call(path, DEVICE, "Disconnect", until=connected(p, CUBE, False), settle=1)
    await p.call(path, PROPERTIES, "GetAll", "s", DEVICE)
    await p.call(path, DEVICE, "Disconnect", about="again")

    p.section("device: what is remembered")
    await p.call("/", OBJECTS, "GetManagedObjects")
    await p.call(path, DEVICE, "Connect", until=resolved(p, CUBE), about="its services are cached", settle=1)
    await p.call(HCI, ADAPTER, "RemoveDevice", "o", path, about="connected",
                 until=lambda: p.removed(path), settle=1)
    await p.call(path, DEVICE, "Disconnect", about="removed")

    p.section("device: at the same time")
    await found(p, CUBE, TABLE)
    await p.together([(path, DEVICE, "Connect", ""), (path, DEVICE, "Connect", "")],
                     until=resolved(p, CUBE), settle=1)
    await p.together([(path, DEVICE, "Disconnect", ""), (path, DEVICE, "Disconnect", ""), (path, DEVICE, "Connect", "")],
                     until=connected(p, CUBE, False), settle=1)
    await p.raw(0, BLUEZ, path, DEVICE, "Disconnect")
    await p.rest(1)

    p.section("device: two at a time")
    await p.together([(path, DEVICE, "Connect", ""), (device(TABLE), DEVICE, "Connect", "")], fold="quiet",
                     until=lambda: resolved(p, CUBE)() and resolved(p, TABLE)(), settle=1)
    await p.call(path, DEVICE, "Disconnect", until=connected(p, CUBE, False), settle=1)
    await p.set(HCI, ADAPTER, "Powered", "b", False, about="while connected",
                until=lambda: p.changed(HCI, "Powered", False), settle=1)
    await p.call(device(TABLE), DEVICE, "Connect", about="powered off")
    await p.set(HCI, ADAPTER, "Powered", "b", True, until=lambda: p.changed(HCI, "Powered", True))
    await forget(p)


async def blocked(p):
    p.section("device: blocked")
    await forget(p)
    await found(p, TABLE)
    path = device(TABLE)
    await p.call(path, DEVICE, "Connect", until=resolved(p, TABLE), settle=1)
    await p.set(path, DEVICE, "Blocked", "b", True, about="connected", until=connected(p, TABLE, False), settle=1)
    await p.set(path, DEVICE, "Blocked", "b", False)
    await p.set(path, DEVICE, "Blocked", "b", True, about="not connected")
    await p.set(path, DEVICE, "Blocked", "b", True, about="again")
    await p.call(path, DEVICE, "Connect", about="blocked")
    await p.set(path, DEVICE, "Blocked", "b", False)
    await forget(p)


async def breaking(p):
    p.section("device: a link that breaks")
    await forget(p)
    await found(p, WALL)
    path = device(WALL)
    await p.set(path, DEVICE, "Trusted", "b", True)
    # A call in the moments of the fault may fail; the fault comes again.
    while (await p.raw(0, BLUEZ, path, DEVICE, "Connect")).error_name:
        await asyncio.sleep(5)
    while not await p.value(path, DEVICE, "ServicesResolved"):
        await asyncio.sleep(0.1)
    await p.rest(1)
    await p.watch("(the link breaks)", until=connected(p, WALL, False), settle=1)
    await p.get(path, DEVICE, "Connected")
    await p.call(path, DEVICE, "Disconnect")
    await asyncio.sleep(14)
    await p.call(HCI, ADAPTER, "RemoveDevice", "o", path, about="not connected")


async def fading(p):
    p.section("device: one that nobody asks for")
    await forget(p)
    await found(p, TABLE)
    await p.watch("(half a minute after the end of the discovery)", until=lambda: p.removed(device(TABLE)))


SECTIONS = [unreachable, connecting, blocked, breaking, fading]
