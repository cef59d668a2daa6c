"""What a client registers: agents, profiles, GATT applications, advertisements."""

from probe import *

ROOT = "/org/bluez"
AGENTS = "org.bluez.AgentManager1"
PROFILES = "org.bluez.ProfileManager1"
GATT = "org.bluez.GattManager1"
ADVERTISING = "org.bluez.LEAdvertisingManager1"
v = Variant


async def agents(p):
    p.section("agents")
    p.answers.clear()
    p.answers |= {"Release": ("", [])}
    await p.call(ROOT, AGENTS, "UnregisterAgent", "o", "/faithful/agent", about="none")
    await p.call(ROOT, AGENTS, "RequestDefaultAgent", "o", "/faithful/agent", about="none")
    for capability in ("DisplayOnly", "DisplayYesNo", "KeyboardOnly", "NoInputNoOutput", "KeyboardDisplay", ""):
        await p.call(ROOT, AGENTS, "RegisterAgent", "os", "/faithful/agent", capability)
        await p.call(ROOT, AGENTS, "UnregisterAgent", "o", "/faithful/agent")
    for capability in ("Display", "displayonly", "KeyboardDisplay "):
        await p.call(ROOT, AGENTS, "RegisterAgent", "os", "/faithful/agent", capability, about="no such capability")
    await p.call(ROOT, AGENTS, "RegisterAgent", "os", "/faithful/agent", "DisplayOnly")
    await p.call(ROOT, AGENTS, "RegisterAgent", "os", "/faithful/agent", "DisplayOnly", about="twice")
    await p.call(ROOT, AGENTS, "RegisterAgent", "os", "/faithful/other", "DisplayOnly", about="a second one")
    await p.call(ROOT, AGENTS, "RegisterAgent", "os", "/faithful/agent", "DisplayOnly", client=1)
    await p.call(ROOT, AGENTS, "RequestDefaultAgent", "o", "/faithful/other", about="another path")
    await p.call(ROOT, AGENTS, "RequestDefaultAgent", "o", "/faithful/agent")
    await p.call(ROOT, AGENTS, "RequestDefaultAgent", "o", "/faithful/agent", about="again")
    await p.call(ROOT, AGENTS, "RequestDefaultAgent", "o", "/faithful/agent", client=1)
    await p.call(ROOT, AGENTS, "UnregisterAgent", "o", "/faithful/other", about="another path")
    await p.call(ROOT, AGENTS, "UnregisterAgent", "o", "/faithful/agent")
    await p.call(ROOT, AGENTS, "UnregisterAgent", "o", "/faithful/agent", about="again")
    await p.call(ROOT, AGENTS, "UnregisterAgent", "o", "/faithful/agent", client=1)
    await p.call(ROOT, AGENTS, "RegisterAgent", "os", "/faithful/agent", "DisplayOnly", client=1)
    p.begin()
    p.check("client 1 leaves the bus", "with its agent")
    await p.replace(1)
    await p.rest()
    p.tell(False)
    await p.get(HCI, ADAPTER, "Pairable")


async def profiles(p):
    p.section("profiles")
    uuid = "b0a2d51d-ffff-4e61-9b7c-3a5f0c6e1d00"
    await p.call(ROOT, PROFILES, "RegisterProfile", "osa{sv}", "/faithful/profile", uuid, {})
    await p.call(ROOT, PROFILES, "RegisterProfile", "osa{sv}", "/faithful/profile", uuid, {}, about="twice")
    await p.call(ROOT, PROFILES, "RegisterProfile", "osa{sv}", "/faithful/profile2", "nonsense", {})
    await p.call(ROOT, PROFILES, "UnregisterProfile", "o", "/faithful/profile2", about="unknown")
    await p.call(ROOT, PROFILES, "UnregisterProfile", "o", "/faithful/profile")
    await p.call(ROOT, PROFILES, "UnregisterProfile", "o", "/faithful/profile", about="again")



def characteristic(flags, **more):
    return {CHARACTERISTIC: {
        "UUID": v("s", "b0a2d51d-1001-4e61-9b7c-3a5f0c6e1d00"),
        "Service": v("o", "/faithful/app/s"), "Flags": v("as", flags), **more}}


async def applications(p):
    p.section("applications")
    p.answers.clear()
    service = {SERVICE: {"UUID": v("s", "b0a2d51d-1000-4e61-9b7c-3a5f0c6e1d00"), "Primary": v("b", True)}}
    await p.call(HCI, GATT, "UnregisterApplication", "o", "/faithful/app", about="unknown")
    await p.call(HCI, GATT, "RegisterApplication", "oa{sv}", "/faithful/app", {}, about="it does not answer")
    p.answers["GetManagedObjects"] = ("a{oa{sa{sv}}}", [{}])
    await p.call(HCI, GATT, "RegisterApplication", "oa{sv}", "/faithful/app", {}, about="nothing in it")

    def objects(tree):
        p.answers["GetManagedObjects"] = ("a{oa{sa{sv}}}", [tree])

    for about, tree in [

        ("a service without a UUID", {"/faithful/app/s": {SERVICE: {"Primary": v("b", True)}}}),
        ("a service with a bad UUID", {"/faithful/app/s": {SERVICE: {"UUID": v("s", "x"), "Primary": v("b", True)}}}),
        ("a service that does not say what it is", {"/faithful/app/s": {SERVICE: {"UUID": v("s", "1234")}}}),
        ("a characteristic of no service", {"/faithful/app/s": service, "/faithful/app/s/c": {CHARACTERISTIC: {
            "UUID": v("s", "1235"), "Service": v("o", "/faithful/app/t"), "Flags": v("as", ["read"])}}}),
        ("a characteristic without flags", {"/faithful/app/s": service, "/faithful/app/s/c": {CHARACTERISTIC: {
            "UUID": v("s", "1235"), "Service": v("o", "/faithful/app/s")}}}),
        ("an unknown flag", {"/faithful/app/s": service, "/faithful/app/s/c": characteristic(["fly"])}),
        ("only another interface", {"/faithful/app/s": {"org.example.Thing": {}}}),
        ("BlueZ's own service", {"/faithful/app/s": {SERVICE: {"UUID": v("s", "1800"), "Primary": v("b", True)}}}),
    ]:
        objects(tree)
        await p.call(HCI, GATT, "RegisterApplication", "oa{sv}", "/faithful/app", {}, about=about)
        await p.raw(0, BLUEZ, HCI, GATT, "UnregisterApplication", "o", ["/faithful/app"])
    objects({"/faithful/app/s": service, "/faithful/app/s/c": characteristic(["read", "write", "notify"]),
             "/faithful/app/s/c/d": {DESCRIPTOR: {
                 "UUID": v("s", "b0a2d51d-1002-4e61-9b7c-3a5f0c6e1d00"),
                 "Characteristic": v("o", "/faithful/app/s/c"), "Flags": v("as", ["read"])}}})
    await p.call(HCI, GATT, "RegisterApplication", "oa{sv}", "/faithful/app", {})
    await p.call(HCI, GATT, "RegisterApplication", "oa{sv}", "/faithful/app", {}, about="twice")
    await p.call(HCI, GATT, "RegisterApplication", "oa{sv}", "/faithful/app", {}, client=1, about="of another client, which answers too")
    await p.call(HCI, GATT, "UnregisterApplication", "o", "/faithful/app", client=1)
    await p.get(HCI, ADAPTER, "UUIDs", about="with a service of an application")
    await p.call(HCI, GATT, "UnregisterApplication", "o", "/faithful/other", about="another path")
    await p.call(HCI, GATT, "UnregisterApplication", "o", "/faithful/app")
    await p.call(HCI, GATT, "UnregisterApplication", "o", "/faithful/app", about="again")
    await p.get(HCI, ADAPTER, "UUIDs")


async def advertisements(p):
    p.section("advertisements")
    p.answers.clear()
    p.answers |= {"Release": ("", []), "Set": ("", [])}

    def says(**properties):
        def answer(message):
            number = message.path.removeprefix("/faithful/adv")
            more = properties if not number.isdigit() else properties | {"LocalName": v("s", f"n{number}")}
            return ("a{sv}", [more])
        p.answers["GetAll"] = answer

    async def registered(about, path="/faithful/adv", keep=False, client=0, **properties):
        says(**properties)
        reply = await p.call(HCI, ADVERTISING, "RegisterAdvertisement", "oa{sv}", path, {}, about=about, client=client)
        if not keep and reply is not None and reply.error_name is None:
            await p.call(HCI, ADVERTISING, "UnregisterAdvertisement", "o", path, client=client)

    await p.call(HCI, ADVERTISING, "UnregisterAdvertisement", "o", "/faithful/adv", about="unknown")
    await p.call(HCI, ADVERTISING, "RegisterAdvertisement", "oa{sv}", "/faithful/adv", {}, about="it does not answer")
    await p.call(HCI, ADVERTISING, "UnregisterAdvertisement", "o", "/faithful/adv")
    peripheral = {"Type": v("s", "peripheral")}
    await registered("no type")
    await registered("a bad type", Type=v("s", "loud"))
    await registered("a type of another type", Type=v("b", True))
    await registered("the least", **peripheral)
    await registered("broadcast", Type=v("s", "broadcast"))
    await registered("all of it", **peripheral, LocalName=v("s", "Boat"), ServiceUUIDs=v("as", ["180f"]),
                     ManufacturerData=v("a{qv}", {0xFFFF: v("ay", b"\1\2")}),
                     ServiceData=v("a{sv}", {"180f": v("ay", b"\x64")}), Includes=v("as", ["tx-power"]),
                     Discoverable=v("b", True), Appearance=v("q", 64))
    await registered("a bad service UUID", **peripheral, ServiceUUIDs=v("as", ["nonsense"]))
    await registered("UUIDs of another type", **peripheral, ServiceUUIDs=v("s", "180f"))
    await registered("bad manufacturer data", **peripheral, ManufacturerData=v("a{sv}", {"x": v("ay", b"\1")}))
    await registered("an unknown include", **peripheral, Includes=v("as", ["jam"]))
    await registered("a name twice", **peripheral, LocalName=v("s", "Boat"), Includes=v("as", ["local-name"]))
    await registered("too long", **peripheral, ManufacturerData=v("a{qv}", {0xFFFF: v("ay", bytes(40))}))
    await registered("a long name", **peripheral, LocalName=v("s", "a name that is longer than the answer to a scan"))
    await registered("intervals", **peripheral, MinInterval=v("u", 100), MaxInterval=v("u", 200))
    await registered("intervals the wrong way round", **peripheral, MinInterval=v("u", 200), MaxInterval=v("u", 100))
    await registered("a limit of time", **peripheral, Timeout=v("q", 60))
    await registered("an unknown property", **peripheral, Colour=v("s", "red"))
    await registered("raw data", **peripheral, Data=v("a{yv}", {0x26: v("ay", b"\1\2")}))
    await registered("raw data that is reserved", **peripheral, Data=v("a{yv}", {0x09: v("ay", b"\1\2")}))
    await registered("", keep=True, **peripheral)
    await p.call(HCI, PROPERTIES, "GetAll", "s", ADVERTISING)
    await registered("twice", keep=True, **peripheral)
    await registered("of another client", client=1, keep=True, **peripheral)
    p.begin()
    p.check("client 1 leaves the bus", "with its advertisement")
    await p.replace(1)
    await p.rest()
    p.tell(False)
    await p.call(HCI, ADVERTISING, "UnregisterAdvertisement", "o", "/faithful/other", about="another path")
    await p.call(HCI, ADVERTISING, "UnregisterAdvertisement", "o", "/faithful/adv")
    await p.call(HCI, ADVERTISING, "UnregisterAdvertisement", "o", "/faithful/adv", about="again")
    says(**peripheral)
    supported = await p.value(HCI, ADVERTISING, "SupportedInstances")
    for n in range(supported - 1):
        await p.raw(0, BLUEZ, HCI, ADVERTISING, "RegisterAdvertisement", "oa{sv}", [f"/faithful/adv{n}", {}])
    p.begin()
    await p.call(HCI, ADVERTISING, "RegisterAdvertisement", "oa{sv}", "/faithful/adv90", {}, about="the last place")
    await p.call(HCI, ADVERTISING, "RegisterAdvertisement", "oa{sv}", "/faithful/adv91", {}, about="one too many")
    for n in [*range(supported - 1), 90]:
        await p.raw(0, BLUEZ, HCI, ADVERTISING, "UnregisterAdvertisement", "o", [f"/faithful/adv{n}"])
    await p.rest()
    p.begin()
    await p.get(HCI, ADVERTISING, "ActiveInstances")
    await registered("", keep=True, **peripheral)
    await p.set(HCI, ADAPTER, "Powered", "b", False, about="while advertising")
    await p.get(HCI, ADVERTISING, "ActiveInstances")
    await registered("powered off", path="/faithful/off", keep=True, **peripheral)
    await p.set(HCI, ADAPTER, "Powered", "b", True)
    await p.get(HCI, ADVERTISING, "ActiveInstances")
    await p.raw(0, BLUEZ, HCI, ADVERTISING, "UnregisterAdvertisement", "o", ["/faithful/adv"])
    await p.raw(0, BLUEZ, HCI, ADVERTISING, "UnregisterAdvertisement", "o", ["/faithful/off"])
    p.answers.clear()


async def media(p):
    p.section("media and batteries")
    p.answers.clear()
    await p.call(HCI, "org.bluez.Media1", "RegisterApplication", "oa{sv}", "/faithful/app", {}, about="it does not answer")
    await p.call(HCI, "org.bluez.Media1", "UnregisterApplication", "o", "/faithful/app")
    await p.call(HCI, "org.bluez.BatteryProviderManager1", "RegisterBatteryProvider", "o", "/faithful/app")
    await p.call(ROOT, "org.bluez.HealthManager1", "DestroyApplication", "o", "/faithful/app")


SECTIONS = [agents, profiles, applications, advertisements, media]
