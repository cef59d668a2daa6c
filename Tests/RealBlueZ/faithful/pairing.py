"""Pairing: what the daemon asks of an agent, what refusals become, and values behind encryption."""

from devices import connected, resolved
from discovery import TABLE, VAULT, forget, found
from managers import AGENTS, ROOT
from probe import *
from values import linked, own, paths, read, write

LABEL, KEYS, PLAIN, STERN = (f"E1:00:00:00:00:0{n}" for n in (2, 3, 4, 7))
AGENT = "/faithful/agent"
REJECTED, CANCELED = "org.bluez.Error.Rejected", "org.bluez.Error.Canceled"
OK = ("", [])


async def agent(p, capability, **answers):
    """An agent of client 0, in the place of the one before it; not written down."""
    p.answers.clear()
    p.answers |= {"Release": OK, "Cancel": OK, **answers}
    await p.raw(0, BLUEZ, ROOT, AGENTS, "UnregisterAgent", "o", [AGENT])
    if capability is not None:
        await p.raw(0, BLUEZ, ROOT, AGENTS, "RegisterAgent", "os", [AGENT, capability])
        await p.raw(0, BLUEZ, ROOT, AGENTS, "RequestDefaultAgent", "o", [AGENT])
    await p.rest()
    p.begin()


async def again(p, address):
    await forget(p)
    await found(p, address)


async def pair(p, address, about="", **more):
    return await p.call(device(address), DEVICE, "Pair", about=about, settle=1.5, **more)


async def just_works(p):
    p.section("pairing: nobody is asked")
    await agent(p, "NoInputNoOutput")
    await again(p, PLAIN)
    path = device(PLAIN)
    await pair(p, PLAIN)
    await p.call(path, PROPERTIES, "GetAll", "s", DEVICE)
    await p.call(path, DEVICE, "Disconnect", until=connected(p, PLAIN, False), settle=1)
    await p.call(path, DEVICE, "Connect", until=resolved(p, PLAIN), about="with its key", settle=1)
    await read(p, (await paths(p, PLAIN))["326a9001-85cb-9195-d9dd-464cfbbae75a"], about="encrypted")
    await p.call(HCI, ADAPTER, "RemoveDevice", "o", path, about="bonded", until=lambda: p.removed(path), settle=1)
    await again(p, PLAIN)
    await agent(p, "NoInputNoOutput", RequestAuthorization=OK)
    await p.call(path, DEVICE, "Connect", about="its values ask for a key", until=resolved(p, PLAIN), settle=3)
    await p.get(path, DEVICE, "Paired")
    await agent(p, "NoInputNoOutput", RequestAuthorization=REJECTED)
    await again(p, PLAIN)
    await p.call(path, DEVICE, "Connect", about="and the agent rejects", until=resolved(p, PLAIN), settle=3)
    await agent(p, "KeyboardDisplay", RequestAuthorization=OK)
    await again(p, PLAIN)
    await pair(p, PLAIN, about="with an agent that could be asked")
    await agent(p, None)
    await again(p, PLAIN)
    await pair(p, PLAIN, about="without an agent")
    await again(p, STERN)
    await agent(p, "NoInputNoOutput")
    await pair(p, STERN, about="the board refuses")


async def passkeys(p):
    p.section("pairing: the board shows a passkey")
    await agent(p, "KeyboardDisplay", RequestPasskey=("u", [314159]))
    await again(p, LABEL)
    await pair(p, LABEL)
    where = await paths(p, LABEL)
    await read(p, where["00002a19-0000-1000-8000-00805f9b34fb"])
    await agent(p, "KeyboardDisplay", RequestPasskey=("u", [1]))
    await again(p, LABEL)
    await pair(p, LABEL, about="the wrong one")
    await agent(p, "KeyboardDisplay", RequestPasskey=REJECTED)
    await again(p, LABEL)
    await pair(p, LABEL, about="the agent rejects")
    await agent(p, "KeyboardDisplay", RequestPasskey=CANCELED)
    await again(p, LABEL)
    await pair(p, LABEL, about="the agent cancels")
    await agent(p, "KeyboardDisplay", RequestPasskey=lambda message: None)
    await again(p, LABEL)
    path = device(LABEL)
    asked = lambda: any(e[0] == "asked" for e in p.events)
    p.begin()
    p.check(p.described(path, DEVICE, "Pair", "", [], 0), "the agent is slow")
    pairing = p.send(0, "1", BLUEZ, path, DEVICE, "Pair")
    await p.wait(asked)
    p.check(p.described(path, DEVICE, "Pair", "", [], 1), "meanwhile")
    await p.send(1, "2", BLUEZ, path, DEVICE, "Pair")
    p.check(p.described(path, DEVICE, "CancelPairing", "", [], 0), "meanwhile")
    await p.send(0, "3", BLUEZ, path, DEVICE, "CancelPairing")
    await asyncio.wait_for(pairing, PATIENCE)
    await p.rest(1.5)
    p.tell(False)
    await agent(p, "DisplayOnly")
    await again(p, LABEL)
    await pair(p, LABEL, about="both can only show")

    p.section("pairing: the board reads a passkey")
    await agent(p, "DisplayOnly", DisplayPasskey=OK)
    await again(p, KEYS)
    await pair(p, KEYS, about="another than the board's")
    await agent(p, "NoInputNoOutput")
    await again(p, KEYS)
    await pair(p, KEYS, about="nothing to show it with")


async def encrypted(p):
    p.section("pairing: values behind encryption")
    await agent(p, "NoInputNoOutput", RequestAuthorization=OK)
    where = await linked(p, TABLE)
    await read(p, where[own(8)], about="encrypted", settle=1.5)
    await p.get(device(TABLE), DEVICE, "Paired")
    await write(p, where[own(8)], b"\1", settle=1.5)
    await forget(p)
    # With a key that is as good as keys are, the daemon has nothing to try and tells the refusal.
    await agent(p, "KeyboardDisplay", RequestPasskey=("u", [161803]))
    await again(p, VAULT)
    await pair(p, VAULT)
    where = await paths(p, VAULT)
    await read(p, where[own(9)], about="authenticated")
    await write(p, where[own(9)], b"\1")
    for code in (5, 12, 15):
        await read(p, where[own(0x100 + code)], about="refused in any case")
        await write(p, where[own(0x100 + code)], b"\1")
    await agent(p, None)
    await forget(p)


async def unattended(p):
    """A value that asks for a key, and no agent that could be asked."""
    p.section("pairing: values behind encryption, without an agent")
    await agent(p, None)
    for what, value in [("ReadValue", ["a{sv}", {}]), ("WriteValue", ["aya{sv}", b"\1", {}])]:
        where = await linked(p, TABLE)
        await unanswered(p, TABLE, where[own(8)], what, value, "")
    await forget(p)


async def unanswered(p, address, path, what, value, about):
    """A call that may never be answered; what happens for as long as bluetoothd keeps a device that it does not
    need, and how long that was."""
    began = asyncio.get_running_loop().time()
    p.begin()
    p.check(p.described(path, CHARACTERISTIC, what, value[0], value[1:], 0), about)
    answer = p.send(0, "", BLUEZ, path, CHARACTERISTIC, what, *value[:1], value[1:])
    await p.wait(lambda: p.removed(device(address)) or answer.done())
    await p.rest(1)
    p.tell(False)
    # Without the second of silence after it.
    p.fact("seconds until then", f"about {asyncio.get_running_loop().time() - began - 1:.0f}")
    p.fact("its call", "answered" if answer.done() else "no reply")


async def unattended_others(p):
    """The same for values that ask for more, and for boards that pair otherwise."""
    p.section("pairing: values behind better keys, without an agent")
    await agent(p, None)
    battery = "00002a19-0000-1000-8000-00805f9b34fb"
    for address, value, about in [(TABLE, own(9), "authenticated"), (PLAIN, battery, "plain"), (VAULT, own(9), "vault")]:
        where = await linked(p, address)
        await unanswered(p, address, where[value], "ReadValue", ["a{sv}", {}], about)
        p.fact("connected", f"{await p.value(device(address), DEVICE, 'Connected')}")
    await forget(p)


async def refusing(p):
    """A value that asks for a key, and an agent that does not want one."""
    p.section("pairing: values behind encryption, and the agent rejects")
    for answer, about in [(REJECTED, "rejected"), (CANCELED, "cancelled")]:
        await agent(p, "NoInputNoOutput", RequestAuthorization=answer)
        where = await linked(p, TABLE)
        await unanswered(p, TABLE, where[own(8)], "ReadValue", ["a{sv}", {}], about)
        p.fact("connected", f"{await p.value(device(TABLE), DEVICE, 'Connected')}")
    await agent(p, None)
    await forget(p)


SECTIONS = [just_works, passkeys, encrypted, unattended, unattended_others, refusing]
