"""Scanning: sessions of several clients, filters, what a report becomes, and what is forgotten."""

from probe import *

CUBE = "E1:00:00:00:00:01"
TABLE, VAULT = "E4:00:00:00:00:01", "E4:00:00:00:00:02"
# The link of the first one breaks now and then, the second one is carried off.
WALL, GONE = "E1:00:00:00:00:05", "E1:00:00:00:00:06"
BOARDS = [f"E1:00:00:00:00:0{n}" for n in (1, 2, 3, 4, 7)]
EVERYONE = BOARDS + [TABLE, VAULT]


async def forget(p):
    """Leaves the daemon without discovery, filter or devices, and says nothing of it."""
    p.unsteady = {device(WALL), device(GONE)}
    for client in (0, 1):
        await p.raw(client, BLUEZ, HCI, ADAPTER, "StopDiscovery")
        await p.raw(client, BLUEZ, HCI, ADAPTER, "SetDiscoveryFilter", "a{sv}", [{}])
    for path, interfaces in (await p.objects()).items():
        if DEVICE in interfaces:
            await p.raw(0, BLUEZ, HCI, ADAPTER, "RemoveDevice", "o", [path])
    await p.rest()
    p.begin()


async def found(p, *addresses):
    """Devices that are known, and no others, without a word."""
    await p.raw(0, BLUEZ, HCI, ADAPTER, "SetDiscoveryFilter", "a{sv}",
                [{"Transport": Variant("s", "le")}])
    await p.raw(0, BLUEZ, HCI, ADAPTER, "StartDiscovery")
    for _ in range(int(PATIENCE * 10)):
        known = await p.objects()
        if all(device(a) in known for a in addresses):
            break
        await asyncio.sleep(0.1)
    # What the answer to a scan tells comes with or after the first report.
    await asyncio.sleep(1)
    await p.raw(0, BLUEZ, HCI, ADAPTER, "StopDiscovery")
    await p.raw(0, BLUEZ, HCI, ADAPTER, "SetDiscoveryFilter", "a{sv}", [{}])
    kept = {device(a) for a in addresses}
    for path, interfaces in (await p.objects()).items():
        if DEVICE in interfaces and path not in kept and not interfaces[DEVICE]["Connected"].value:
            await p.raw(0, BLUEZ, HCI, ADAPTER, "RemoveDevice", "o", [path])
    await p.rest()
    p.begin()


async def sessions(p):
    p.section("discovery: sessions")
    await forget(p)
    everyone = [device(a) for a in EVERYONE]
    await p.call(HCI, ADAPTER, "StopDiscovery", about="none is running")
    await p.call(HCI, ADAPTER, "StartDiscovery", until=lambda: p.added(*everyone), fold="quiet", settle=1)
    await p.call(HCI, ADAPTER, "StartDiscovery", about="twice", fold="quiet")
    await p.get(HCI, ADAPTER, "Discovering")
    await p.call(HCI, ADAPTER, "StopDiscovery", client=1, about="of a client that has none", fold="quiet")
    await p.call(HCI, ADAPTER, "StartDiscovery", client=1, fold="quiet")
    await p.call(HCI, ADAPTER, "StopDiscovery", about="the other client goes on", fold="quiet")
    await p.get(HCI, ADAPTER, "Discovering")
    await p.call(HCI, ADAPTER, "StopDiscovery", about="again", fold="quiet")
    await p.call(HCI, ADAPTER, "StopDiscovery", client=1, fold=True,
                 until=lambda: p.changed(HCI, "Discovering", False))
    await p.call(HCI, ADAPTER, "StopDiscovery", client=1, about="again")
    await p.call(device(CUBE), PROPERTIES, "GetAll", "s", DEVICE)
    await p.call(device(TABLE), PROPERTIES, "GetAll", "s", DEVICE)
    await p.call(device(CUBE), INTROSPECTABLE, "Introspect")
    await p.together([(HCI, ADAPTER, "StartDiscovery", ""), (HCI, ADAPTER, "StartDiscovery", "")], fold="quiet")
    await p.call(HCI, ADAPTER, "StopDiscovery", fold="quiet",
                 until=lambda: p.changed(HCI, "Discovering", False))
    await p.call(HCI, ADAPTER, "StartDiscovery", client=1, fold="quiet",
                 until=lambda: p.changed(HCI, "Discovering", True))
    p.begin()
    p.check("client 1 leaves the bus", "its discovery ends with it")
    await p.replace(1)
    await p.wait(lambda: p.changed(HCI, "Discovering", False))
    await p.rest()
    p.tell("quiet")


async def filters(p):
    p.section("discovery: filters")
    await forget(p)
    await p.call(HCI, ADAPTER, "GetDiscoveryFilters")
    v = Variant
    for about, filter_ in [
        ("", {}),
        ("", {"Transport": v("s", "le")}),
        ("", {"Transport": v("s", "auto")}),
        ("an adapter without it", {"Transport": v("s", "bredr")}),
        ("no such transport", {"Transport": v("s", "zigbee")}),
        ("of another type", {"Transport": v("b", True)}),
        ("", {"RSSI": v("n", -90)}),
        ("the lowest", {"RSSI": v("n", -127)}),
        ("too low", {"RSSI": v("n", -128)}),
        ("the highest", {"RSSI": v("n", 20)}),
        ("too high", {"RSSI": v("n", 21)}),
        ("of another type", {"RSSI": v("i", -90)}),
        ("", {"Pathloss": v("q", 100)}),
        ("too much", {"Pathloss": v("q", 138)}),
        ("of another type", {"Pathloss": v("n", 100)}),
        ("both", {"RSSI": v("n", -90), "Pathloss": v("q", 100)}),
        ("", {"UUIDs": v("as", ["326a9000-85cb-9195-d9dd-464cfbbae75a"])}),
        ("short", {"UUIDs": v("as", ["180f"])}),
        ("shorter", {"UUIDs": v("as", ["1"])}),
        ("none", {"UUIDs": v("as", [])}),
        ("not a UUID", {"UUIDs": v("as", ["not-a-uuid"])}),
        ("of another type", {"UUIDs": v("s", "180f")}),
        ("", {"DuplicateData": v("b", False)}),
        ("of another type", {"DuplicateData": v("u", 1)}),
        ("", {"Discoverable": v("b", True)}),
        ("back", {"Discoverable": v("b", False)}),
        ("of another type", {"Discoverable": v("s", "yes")}),
        ("", {"Pattern": v("s", "E1:00")}),
        ("of another type", {"Pattern": v("ay", b"x")}),
        ("no such key", {"Colour": v("s", "red")}),
        ("no such key", {"Transport": v("s", "le"), "Colour": v("s", "red")}),
        ("back to none", {}),
    ]:
        await p.call(HCI, ADAPTER, "SetDiscoveryFilter", "a{sv}", filter_, about=about)

    p.section("discovery: filters at work")
    metawear = "326a9000-85cb-9195-d9dd-464cfbbae75a"
    for about, filter_, expected in [
        ("a pattern of the address", {"Pattern": v("s", "E4:00")}, [TABLE, VAULT]),
        ("a pattern of the name", {"Pattern": v("s", "Lab")}, ["E1:00:00:00:00:02"]),
        ("a pattern that nothing has", {"Pattern": v("s", "Nobody")}, []),
        ("a service and transport", {"UUIDs": v("as", [metawear]), "Transport": v("s", "le")}, BOARDS),
        ("a service that nobody has", {"UUIDs": v("as", ["fee0"])}, []),
        ("a strength that nobody has", {"RSSI": v("n", 10)}, []),
        ("every strength", {"RSSI": v("n", -127)}, BOARDS),
    ]:
        await forget(p)
        await p.call(HCI, ADAPTER, "SetDiscoveryFilter", "a{sv}", filter_)
        await p.call(HCI, ADAPTER, "StartDiscovery", about=about, fold="quiet", settle=1,
                     until=lambda: p.added(*[device(a) for a in expected]))
        await p.call(HCI, ADAPTER, "StopDiscovery", fold="quiet",
                     until=lambda: p.changed(HCI, "Discovering", False))
    await forget(p)
    await p.call(HCI, ADAPTER, "StartDiscovery", fold="quiet", settle=1,
                 until=lambda: p.added(*[device(a) for a in EVERYONE]))
    await p.call(HCI, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": v("s", "le")},
                 about="while discovering", fold="quiet")
    await p.call(HCI, ADAPTER, "StopDiscovery", fold="quiet",
                 until=lambda: p.changed(HCI, "Discovering", False))


async def forgetting(p):
    p.section("discovery: forgetting")
    await forget(p)
    await p.call(HCI, ADAPTER, "RemoveDevice", "o", device(CUBE), about="not known")
    await p.call(HCI, ADAPTER, "RemoveDevice", "o", HCI, about="no device")
    await found(p, CUBE)
    await p.call(HCI, ADAPTER, "RemoveDevice", "o", device(CUBE), fold=False)
    await p.call(device(CUBE), PROPERTIES, "GetAll", "s", DEVICE, about="gone")
    await p.call(HCI, ADAPTER, "ConnectDevice", "a{sv}", {"Address": Variant("s", CUBE)}, about="experimental")
    await found(p, CUBE)
    await p.set(HCI, ADAPTER, "Powered", "b", False, until=lambda: p.changed(HCI, "Powered", False),
                about="with devices")
    await p.set(HCI, ADAPTER, "Powered", "b", True, until=lambda: p.changed(HCI, "Powered", True))
    await p.call(HCI, ADAPTER, "StartDiscovery", fold="quiet", settle=1,
                 until=lambda: p.added(*[device(a) for a in EVERYONE]))
    await p.set(HCI, ADAPTER, "Powered", "b", False, until=lambda: p.changed(HCI, "Powered", False),
                about="while discovering", fold="quiet")
    await p.call(HCI, ADAPTER, "StopDiscovery", about="powered off")
    await p.set(HCI, ADAPTER, "Powered", "b", True, until=lambda: p.changed(HCI, "Powered", True), fold="quiet")
    await p.get(HCI, ADAPTER, "Discovering", about="it does not go on by itself")


async def rates(p):
    """How often a device is told of that says the same all the time."""
    p.section("discovery: how often")
    plain, duplicates = {"Transport": Variant("s", "le")}, {"DuplicateData": Variant("b", True)}
    for about, filter_ in [("without a filter", {}), ("with a filter", plain),
                           ("with duplicates", plain | duplicates)]:
        await forget(p)
        await p.raw(0, BLUEZ, HCI, ADAPTER, "SetDiscoveryFilter", "a{sv}", [filter_])
        await p.raw(0, BLUEZ, HCI, ADAPTER, "StartDiscovery")
        await p.wait(lambda: p.added(device(CUBE)))
        # What the answer to a scan tells comes with or after the first report.
        await asyncio.sleep(1)
        p.begin()
        await asyncio.sleep(8)
        changes = [event[1].body[1] for event in p.events if event[0] == "signal"
                   and event[1].member == "PropertiesChanged" and event[1].path == device(CUBE)]
        for name in ("RSSI", "ManufacturerData"):
            p.fact(f"signals of {name} in 8 s, {about}", f"about {sum(name in change for change in changes)}")
        strengths = {change["RSSI"].value for change in changes if "RSSI" in change}
        p.fact(f"strengths in them, {about}", "several" if len(strengths) > 1 else "none or one")
    await forget(p)


SECTIONS = [sessions, filters, forgetting, rates]
