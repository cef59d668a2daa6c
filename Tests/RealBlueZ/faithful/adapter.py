"""The tree as it is at the start, the adapter's properties, and what the bus says to nonsense."""

from probe import *

OTHER = "/org/bluez/hci7"


async def tree(p):
    p.section("tree")
    for path in ("/", "/org", "/org/bluez", HCI):
        await p.call(path, INTROSPECTABLE, "Introspect")
    await p.call("/", OBJECTS, "GetManagedObjects")
    await p.call("/org/bluez", OBJECTS, "GetManagedObjects")


async def nonsense(p):
    p.section("nonsense")
    await p.call("/nowhere", INTROSPECTABLE, "Introspect")
    await p.call("/nowhere", OBJECTS, "GetManagedObjects")
    await p.call(OTHER, ADAPTER, "StartDiscovery")
    await p.call(OTHER, PROPERTIES, "GetAll", "s", ADAPTER)
    await p.call(device("E1:00:00:00:00:99"), DEVICE, "Connect")
    await p.call(HCI, ADAPTER, "NoSuchMethod")
    await p.call(HCI, "org.bluez.NoSuchInterface1", "Connect")
    await p.call(HCI, None, "StartDiscovery")
    await p.call(HCI, None, "StopDiscovery")
    await p.call(HCI, ADAPTER, "StartDiscovery", "s", "argument")
    await p.call(HCI, ADAPTER, "RemoveDevice")
    await p.call(HCI, ADAPTER, "RemoveDevice", "s", HCI)
    await p.call(HCI, ADAPTER, "SetDiscoveryFilter", "a{ss}", {})
    await p.get(HCI, ADAPTER, "NoSuchProperty")
    await p.set(HCI, ADAPTER, "NoSuchProperty", "b", True)
    await p.get(HCI, "org.bluez.NoSuchInterface1", "Powered")
    await p.set(HCI, "org.bluez.NoSuchInterface1", "Powered", "b", True)
    await p.call(HCI, PROPERTIES, "GetAll", "s", "org.bluez.NoSuchInterface1")
    await p.call(HCI, PROPERTIES, "GetAll", "s", "")
    await p.call(HCI, PROPERTIES, "GetAll", "s", INTROSPECTABLE)
    await p.call(HCI, PROPERTIES, "GetAll")
    await p.call(HCI, PROPERTIES, "Get", "s", ADAPTER)
    await p.call("/org/bluez", PROPERTIES, "GetAll", "s", "org.bluez.AgentManager1")
    await p.call("/", PROPERTIES, "GetAll", "s", OBJECTS)
    await p.call(HCI, "org.freedesktop.DBus.Peer", "Ping")
    await p.call(HCI, "org.freedesktop.DBus.Peer", "NoSuchMethod")


async def properties(p):
    p.section("adapter: properties")
    await p.call(HCI, PROPERTIES, "GetAll", "s", ADAPTER)
    for interface in ("LEAdvertisingManager1", "GattManager1", "Media1", "NetworkServer1", "BatteryProviderManager1"):
        await p.call(HCI, PROPERTIES, "GetAll", "s", f"org.bluez.{interface}")
    await p.get(HCI, ADAPTER, "Address")
    await p.get(HCI, ADAPTER, "UUIDs")
    await p.get(HCI, ADAPTER, "PowerState", about="newer than 5.66")

    p.section("adapter: read-only properties")
    for name, signature, value in [
        ("Address", "s", "00:11:22:33:44:55"), ("AddressType", "s", "random"), ("Name", "s", "x"),
        ("Class", "u", 1), ("Discovering", "b", True), ("UUIDs", "as", []), ("Modalias", "s", "x"),
        ("Roles", "as", []), ("ExperimentalFeatures", "as", []),
    ]:
        await p.set(HCI, ADAPTER, name, signature, value)

    p.section("adapter: properties of another type")
    for name, signature, value in [
        ("Powered", "s", "on"), ("Discoverable", "u", 1), ("Pairable", "i", 1), ("Alias", "b", True),
        ("DiscoverableTimeout", "i", 5), ("PairableTimeout", "s", "5"), ("Alias", "as", ["x"]),
    ]:
        await p.set(HCI, ADAPTER, name, signature, value)

    p.section("adapter: settings")
    await p.set(HCI, ADAPTER, "Powered", "b", True, about="is so already")
    await p.set(HCI, ADAPTER, "Alias", "s", "Faithful")
    await p.set(HCI, ADAPTER, "Alias", "s", "Faithful", about="again")
    await p.set(HCI, ADAPTER, "Alias", "s", "", about="back to the name")
    await p.set(HCI, ADAPTER, "Pairable", "b", False)
    await p.set(HCI, ADAPTER, "Pairable", "b", False, about="again")
    await p.set(HCI, ADAPTER, "Pairable", "b", True)
    await p.set(HCI, ADAPTER, "PairableTimeout", "u", 30)
    await p.set(HCI, ADAPTER, "PairableTimeout", "u", 0)
    await p.set(HCI, ADAPTER, "DiscoverableTimeout", "u", 60)
    await p.set(HCI, ADAPTER, "DiscoverableTimeout", "u", 60, about="again")
    await p.set(HCI, ADAPTER, "DiscoverableTimeout", "u", 180)
    await p.set(HCI, ADAPTER, "Discoverable", "b", True)
    await p.set(HCI, ADAPTER, "Discoverable", "b", False)


async def power(p):
    p.section("adapter: power")
    await p.set(HCI, ADAPTER, "Powered", "b", False, until=lambda: p.changed(HCI, "Powered", False))
    await p.call(HCI, PROPERTIES, "GetAll", "s", ADAPTER)
    await p.set(HCI, ADAPTER, "Powered", "b", False, about="again")
    await p.call(HCI, ADAPTER, "StartDiscovery", about="powered off")
    await p.call(HCI, ADAPTER, "StopDiscovery", about="powered off")
    await p.call(HCI, ADAPTER, "SetDiscoveryFilter", "a{sv}", {}, about="powered off")
    await p.call(HCI, ADAPTER, "RemoveDevice", "o", device("E1:00:00:00:00:99"), about="powered off")
    await p.set(HCI, ADAPTER, "Discoverable", "b", True, about="powered off")
    await p.set(HCI, ADAPTER, "Pairable", "b", False, about="powered off")
    await p.set(HCI, ADAPTER, "Pairable", "b", True, about="powered off")
    await p.set(HCI, ADAPTER, "Alias", "s", "Asleep", about="powered off")
    await p.set(HCI, ADAPTER, "Alias", "s", "", about="powered off")
    await p.set(HCI, ADAPTER, "Powered", "b", True, until=lambda: p.changed(HCI, "Powered", True))


SECTIONS = [tree, nonsense, properties, power]
