"""GATT: services, characteristics and descriptors of a device; reading, writing, notifications, sockets."""

import os

from discovery import CUBE, TABLE, forget, found
from devices import connected, resolved
from probe import *

v = Variant


def own(number):
    return f"b0a2d51d-{number:04x}-4e61-9b7c-3a5f0c6e1d00"


class Paths(dict):
    """What is missing is called all the same, and the refusal written down."""

    def __missing__(self, key):
        return "/missing/object"


async def paths(p, address):
    """The characteristics of a device by UUID, and descriptors by (UUID of characteristic, UUID)."""
    found, names = Paths(), {}
    for path, interfaces in sorted((await p.objects()).items()):
        if path.startswith(device(address)):
            if CHARACTERISTIC in interfaces:
                names[path] = interfaces[CHARACTERISTIC]["UUID"].value
                found[names[path]] = path
            elif DESCRIPTOR in interfaces:
                found[(names[path.rsplit("/", 1)[0]], interfaces[DESCRIPTOR]["UUID"].value[4:8])] = path
    return found


async def linked(p, address):
    """A connected and resolved device, without a word."""
    await forget(p)
    await found(p, address)
    await p.raw(0, BLUEZ, device(address), DEVICE, "Connect")
    for _ in range(int(PATIENCE * 10)):
        if await p.value(device(address), DEVICE, "ServicesResolved"):
            break
        await asyncio.sleep(0.1)
    await p.rest(0.5)
    p.begin()
    return await paths(p, address)


async def read(p, path, options=None, interface=CHARACTERISTIC, **more):
    return await p.call(path, interface, "ReadValue", "a{sv}", options or {}, **more)


async def write(p, path, value, options=None, interface=CHARACTERISTIC, **more):
    return await p.call(path, interface, "WriteValue", "aya{sv}", bytes(value), options or {}, **more)


async def services(p):
    p.section("values: the tree of a device")
    where = await linked(p, TABLE)
    everything = await p.objects()
    for path in sorted(everything):
        if path.startswith(device(TABLE)):
            for interface in (SERVICE, CHARACTERISTIC, DESCRIPTOR):
                if interface in everything[path]:
                    p.fact(f"{path} {short(interface)} of GetManagedObjects", p.properties(everything[path][interface]))
    both = where[own(7)]
    await p.call(both, PROPERTIES, "GetAll", "s", CHARACTERISTIC)
    await p.call(both.rsplit("/", 1)[0], PROPERTIES, "GetAll", "s", SERVICE)
    await p.call(where[(own(7), "2902")], PROPERTIES, "GetAll", "s", DESCRIPTOR)
    for path in (both.rsplit("/", 1)[0], both, where[(own(7), "2902")]):
        await p.call(path, INTROSPECTABLE, "Introspect")
    for name in ("Value", "Notifying", "MTU", "WriteAcquired", "NotifyAcquired", "Handle", "Flags"):
        await p.get(both, CHARACTERISTIC, name)
    for name, signature, value in [("Value", "ay", b"\1"), ("Notifying", "b", True), ("UUID", "s", "x"), ("Handle", "q", 1)]:
        await p.set(both, CHARACTERISTIC, name, signature, value)
    await p.get(where[own(1)], CHARACTERISTIC, "Notifying", about="it cannot")
    await p.get(where[own(1)], CHARACTERISTIC, "WriteAcquired", about="it cannot")


async def reading(p):
    p.section("values: reading")
    where = await linked(p, TABLE)
    long, short_, both = where[own(1)], where[own(2)], where[own(5)]
    await read(p, where["00002a38-0000-1000-8000-00805f9b34fb"])
    await read(p, where["00002a38-0000-1000-8000-00805f9b34fb"], about="again: what did not change")
    await read(p, long)
    await read(p, long, {"offset": v("q", 500)})
    await read(p, long, {"offset": v("q", 512)}, about="at its end")
    await read(p, long, {"offset": v("q", 513)}, about="past its end")
    await read(p, long, {"offset": v("u", 1)}, about="an offset of another type")
    await read(p, long, {"offset": v("s", "1")})
    await read(p, long, {"mtu": v("q", 23)}, about="an unknown option", fold=False)
    await read(p, long, {"device": v("o", device(TABLE))})
    await read(p, short_, about="empty")
    await read(p, where[own(4)], about="not readable")
    await p.call(long, CHARACTERISTIC, "ReadValue", about="no options")
    await p.together([(long, CHARACTERISTIC, "ReadValue", "a{sv}", {}), (long, CHARACTERISTIC, "ReadValue", "a{sv}", {})])
    await p.together([(long, CHARACTERISTIC, "ReadValue", "a{sv}", {}),
                      (long, CHARACTERISTIC, "ReadValue", "a{sv}", {"offset": v("q", 500)})])
    await p.get(long, CHARACTERISTIC, "Value", about="what was read last")
    await read(p, where[(own(5), "2902")], interface=DESCRIPTOR)
    await p.call(where[(own(5), "2902")], PROPERTIES, "GetAll", "s", DESCRIPTOR)
    await read(p, where[(own(5), "2902")], {"offset": v("q", 1)}, interface=DESCRIPTOR)
    await read(p, where[(own(5), "2902")], {"offset": v("s", "1")}, interface=DESCRIPTOR)
    await read(p, both, interface=DESCRIPTOR, about="a characteristic is none")


async def writing(p):
    p.section("values: writing")
    where = await linked(p, TABLE)
    long, short_, command, blind, both = (where[own(n)] for n in (1, 2, 3, 4, 5))
    await write(p, short_, b"\1\2\3")
    await read(p, short_)
    await p.get(short_, CHARACTERISTIC, "Value")
    await write(p, short_, b"")
    await write(p, short_, b"\1", {"type": v("s", "request")})
    await write(p, short_, b"\1", {"type": v("s", "command")}, about="without its flag")
    await read(p, short_)
    await write(p, short_, b"\1", {"type": v("s", "reliable")}, about="without its flag")
    await read(p, short_)
    await write(p, short_, b"\1", {"type": v("s", "REQUEST")})
    await write(p, short_, b"\1", {"type": v("s", "pigeon")}, about="no such type")
    await write(p, short_, b"\1", {"type": v("b", True)}, about="a type of another type")
    await write(p, short_, b"\5\6", {"offset": v("q", 1)})
    await read(p, short_)
    await write(p, short_, b"\5", {"offset": v("q", 21)}, about="an offset past its longest")
    await write(p, short_, b"\5", {"offset": v("i", 1)}, about="an offset of another type")
    await write(p, short_, bytes(range(21)), about="longer than it can be")
    await write(p, short_, b"\1", {"prepare-authorize": v("b", True)})
    await p.call(short_, CHARACTERISTIC, "WriteValue", "sa{sv}", "text", {})
    await p.call(short_, CHARACTERISTIC, "WriteValue", "ay", b"\1")
    await write(p, long, bytes(n & 255 for n in range(512)), about="longer than a packet")
    await read(p, long)
    await write(p, long, bytes(513), about="longer than a value")
    await write(p, command, b"\7", about="commands only")
    await read(p, command)
    await write(p, command, b"\7", {"type": v("s", "request")}, about="without its flag")
    await write(p, command, b"\7", {"offset": v("q", 1), "type": v("s", "command")}, about="a command with an offset")
    await write(p, command, bytes(512), {"type": v("s", "command")}, about="a command longer than a packet")
    await write(p, command, bytes(600), {"type": v("s", "command")}, about="a command longer than a value")
    await write(p, blind, b"\7", about="not readable")
    await write(p, where["00002a38-0000-1000-8000-00805f9b34fb"], b"\7", about="not writable")
    await write(p, where["00002a38-0000-1000-8000-00805f9b34fb"], b"\7", {"type": v("s", "request")}, about="not writable")
    await p.together([(short_, CHARACTERISTIC, "WriteValue", "aya{sv}", b"\1", {}),
                      (short_, CHARACTERISTIC, "WriteValue", "aya{sv}", b"\2", {})])
    await p.together([(short_, CHARACTERISTIC, "WriteValue", "aya{sv}", b"\1", {}),
                      (long, CHARACTERISTIC, "ReadValue", "a{sv}", {})])
    await write(p, where[(own(5), "2902")], b"\1\0", interface=DESCRIPTOR, about="a client's configuration")
    await write(p, where[(own(5), "2902")], b"\1\0", {"offset": v("s", "x")}, interface=DESCRIPTOR)


async def notifying(p):
    p.section("values: notifications")
    where = await linked(p, TABLE)
    notify, indicate, both, none = (where[own(n)] for n in (5, 6, 7, 1))
    await p.call(notify, CHARACTERISTIC, "StopNotify", about="none")
    await p.call(none, CHARACTERISTIC, "StartNotify", about="it cannot")
    await p.call(none, CHARACTERISTIC, "StopNotify", about="it cannot")
    await p.call(notify, CHARACTERISTIC, "StartNotify")
    await p.get(notify, CHARACTERISTIC, "Notifying")
    await read(p, where[(own(5), "2902")], interface=DESCRIPTOR)
    await p.call(notify, CHARACTERISTIC, "StartNotify", about="again")
    await p.call(notify, CHARACTERISTIC, "StartNotify", client=1)
    await write(p, notify, b"\1\2")
    await write(p, notify, b"\1\2", about="the same")
    await p.call(notify, CHARACTERISTIC, "StopNotify")
    await p.get(notify, CHARACTERISTIC, "Notifying", about="for the other client")
    await write(p, notify, b"\3")
    await p.call(notify, CHARACTERISTIC, "StopNotify", about="again")
    await p.call(notify, CHARACTERISTIC, "StopNotify", client=1)
    await read(p, where[(own(5), "2902")], interface=DESCRIPTOR)
    await p.call(indicate, CHARACTERISTIC, "StartNotify", about="it indicates")
    await write(p, indicate, b"\4")
    await read(p, where[(own(6), "2902")], interface=DESCRIPTOR)
    await p.call(indicate, CHARACTERISTIC, "StopNotify")
    await p.call(both, CHARACTERISTIC, "StartNotify", about="it does both")
    await read(p, where[(own(7), "2902")], interface=DESCRIPTOR)
    await p.call(both, CHARACTERISTIC, "StopNotify")
    await p.together([(notify, CHARACTERISTIC, "StartNotify", ""), (notify, CHARACTERISTIC, "StartNotify", "")])
    await p.together([(notify, CHARACTERISTIC, "StopNotify", ""), (notify, CHARACTERISTIC, "StopNotify", "")])
    await p.call(notify, CHARACTERISTIC, "StartNotify", client=1)
    p.begin()
    p.check("client 1 leaves the bus", "with its notifications")
    await p.replace(1)
    await p.rest()
    p.tell(False)
    await p.get(notify, CHARACTERISTIC, "Notifying")


def hung_up(sock):
    sock.setblocking(False)
    try:
        return "closed" if sock.recv(600) == b"" else "a value"
    except BlockingIOError:
        return "open"
    except OSError as error:
        return os.strerror(error.errno)


async def sockets(p):
    p.section("values: sockets")
    where = await linked(p, TABLE)
    notify, indicate, both, none = (where[own(n)] for n in (5, 6, 7, 1))
    acquire = lambda path, what, **more: p.call(path, CHARACTERISTIC, what, "a{sv}", {}, **more)
    await acquire(none, "AcquireNotify", about="it cannot")
    await acquire(none, "AcquireWrite", about="it cannot")
    await acquire(indicate, "AcquireNotify", about="it only indicates")
    await p.call(both, CHARACTERISTIC, "AcquireNotify", about="no options")
    await acquire(both, "AcquireNotify")
    reader = p.sockets[-1]
    p.fact("its kind", {socket.SOCK_SEQPACKET: "SOCK_SEQPACKET"}.get(reader.type & 0xF, reader.type))
    await acquire(both, "AcquireNotify", about="again")
    await acquire(both, "AcquireNotify", client=1)
    await p.call(both, CHARACTERISTIC, "StartNotify", about="acquired")
    await p.get(both, CHARACTERISTIC, "NotifyAcquired")
    await p.get(both, CHARACTERISTIC, "Notifying")
    await acquire(both, "AcquireWrite")
    writer = p.sockets[-1]
    await acquire(both, "AcquireWrite", about="again")
    await write(p, both, b"\1", about="acquired")
    p.begin()
    p.check("write 09 08 into the socket", "its notification comes by the other one")
    writer.send(b"\x09\x08")
    await p.rest(1)
    p.tell(False)
    reader.setblocking(False)
    p.fact("read the other one", reader.recv(600).hex(" ") if hung_up_peek(reader) else "nothing")
    await read(p, both, about="while both are acquired")
    p.begin()
    p.check("close the writing socket", "")
    writer.close()
    p.sockets.remove(writer)
    await p.rest()
    p.tell(False)
    await p.get(both, CHARACTERISTIC, "WriteAcquired")
    await write(p, both, b"\1")
    p.fact("read the other one", reader.recv(600).hex(" ") if hung_up_peek(reader) else "nothing")
    p.begin()
    p.check("close the reading socket", "")
    reader.close()
    p.sockets.remove(reader)
    await p.rest()
    p.tell(False)
    await p.get(both, CHARACTERISTIC, "NotifyAcquired")
    await p.get(both, CHARACTERISTIC, "Notifying")
    await acquire(both, "AcquireNotify", about="once more")
    await p.call(both, CHARACTERISTIC, "StopNotify", about="ends it")
    await p.rest()
    p.fact("the socket", hung_up(p.sockets[-1]))
    await p.call(both, CHARACTERISTIC, "StartNotify")
    await acquire(both, "AcquireNotify", about="notified by signals")
    await acquire(both, "AcquireNotify", client=1, about="notified by signals")
    await p.call(both, CHARACTERISTIC, "StopNotify")
    await acquire(both, "AcquireNotify", about="before the link ends")
    reader = p.sockets[-1]
    await acquire(both, "AcquireWrite")
    writer = p.sockets[-1]
    await p.call(notify, CHARACTERISTIC, "StartNotify")
    await p.call(device(TABLE), DEVICE, "Disconnect", until=connected(p, TABLE, False), settle=1)
    p.fact("the reading socket", hung_up(reader))
    p.fact("the writing socket", hung_up(writer))

    p.section("values: after a disconnection")
    await p.call(both, PROPERTIES, "GetAll", "s", CHARACTERISTIC)
    await read(p, both)
    await write(p, both, b"\1")
    await acquire(both, "AcquireNotify")
    await acquire(both, "AcquireWrite")
    await p.call(both, CHARACTERISTIC, "StartNotify")
    await p.call(both, CHARACTERISTIC, "StopNotify")
    await read(p, where[(own(5), "2902")], interface=DESCRIPTOR)
    await p.call(device(TABLE), DEVICE, "Connect", until=resolved(p, TABLE), settle=1)
    await p.call(device(TABLE), DEVICE, "Disconnect", until=connected(p, TABLE, False), settle=1)


def hung_up_peek(sock):
    try:
        return sock.recv(600, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return False


async def refusals(p):
    p.section("values: refusals")
    where = await linked(p, TABLE)
    # Those that make the daemon pair come with the agents.
    for code in [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 16, 17, 18, 19, 0xFC, 0xFD, 0xFE, 0xFF]:
        path = where[own(0x100 + code)]
        await read(p, path)
        await write(p, path, b"\1")
    await p.raw(0, BLUEZ, device(TABLE), DEVICE, "Disconnect")


async def board(p):
    p.section("values: a board")
    where = await linked(p, CUBE)
    for uuid in sorted(k for k in where if isinstance(k, str) and k.startswith("00002a")):
        await read(p, where[uuid])
    command = where["326a9001-85cb-9195-d9dd-464cfbbae75a"]
    answers = where["326a9006-85cb-9195-d9dd-464cfbbae75a"]
    await p.call(answers, CHARACTERISTIC, "StartNotify")
    for ask in (b"\x01\x80", b"\x02\x80", b"\x03\x80"):
        await write(p, command, ask, {"type": v("s", "command")}, until=lambda: any(e[0] == "signal" for e in p.events))
    await write(p, command, b"\x01\x80", {"type": v("s", "request")}, until=lambda: any(e[0] == "signal" for e in p.events))
    await p.call(answers, CHARACTERISTIC, "StopNotify")
    await p.raw(0, BLUEZ, device(CUBE), DEVICE, "Disconnect")


async def known(p):
    """What a client does who knows the services of a device: it does not wait until they have resolved anew."""
    p.section("values: before the services of a known device have resolved")
    where = await linked(p, TABLE)
    path = device(TABLE)
    plain, told, both, only = where[own(1)], where[own(5)], where[own(7)], where[own(10)]
    configuration = where[(own(5), "2902")]

    async def apart():
        await p.raw(0, BLUEZ, path, DEVICE, "Disconnect")
        await p.rest(0.5)
        p.begin()

    async def at_once(about, *calls):
        """Calls in the moment in which `Connect` is answered."""
        p.check(p.described(path, DEVICE, "Connect", "", [], 0), about)
        await p.send(0, "0", BLUEZ, path, DEVICE, "Connect")
        futures = []
        for number, (where, interface, method, signature, *body) in enumerate(calls, 1):
            p.check(p.described(where, interface, method, signature, body, 0), "at once")
            futures.append(p.send(0, f"{number}", BLUEZ, where, interface, method, signature, body))
        await p.wait(lambda: all(f.done() for f in futures) and resolved(p, TABLE)())
        p.sockets += [os.fdopen(fd, "rb", 0) for f in futures if f.done() for fd in f.result().unix_fds]
        await p.rest(1)
        p.tell(False)

    def reading(where, interface=CHARACTERISTIC):
        return where, interface, "ReadValue", "a{sv}", {}

    def writing(where, value, options):
        return where, CHARACTERISTIC, "WriteValue", "aya{sv}", value, options

    await p.raw(0, BLUEZ, told, CHARACTERISTIC, "WriteValue", "aya{sv}", [b"\0", {}])
    await apart()
    await at_once("reading", reading(told), reading(configuration, DESCRIPTOR))
    await apart()
    await at_once("writing", writing(told, b"\1\2\3", {"type": v("s", "request")}),
                  writing(both, b"\4", {"type": v("s", "command")}))
    await apart()
    await at_once("writing more than the smallest packet takes", writing(plain, bytes(range(40)), {}))
    await read(p, plain)
    await apart()
    await at_once("notifications", (told, CHARACTERISTIC, "StartNotify", ""))
    await write(p, told, b"\x11", settle=0.5)
    await p.call(told, CHARACTERISTIC, "StartNotify", about="again")
    await apart()
    await at_once("notifications from the link before", (told, CHARACTERISTIC, "StartNotify", ""))
    await write(p, told, b"\x12", settle=0.5)
    await p.call(told, CHARACTERISTIC, "StopNotify")
    await apart()
    await at_once("sockets", (only, CHARACTERISTIC, "AcquireNotify", "a{sv}", {}),
                  (both, CHARACTERISTIC, "AcquireWrite", "a{sv}", {}))
    while p.sockets:
        p.sockets.pop().close()
    await apart()
    await at_once("its properties", (told, PROPERTIES, "Get", "ss", CHARACTERISTIC, "MTU"),
                  (path, PROPERTIES, "Get", "ss", DEVICE, "ServicesResolved"))
    await apart()
    await p.call(told, CHARACTERISTIC, "StartNotify", about="not connected")
    await at_once("what was begun without a link", reading(told))
    await write(p, told, b"\x13", settle=0.5)
    await p.call(told, CHARACTERISTIC, "StopNotify")
    await forget(p)


SECTIONS = [services, reading, writing, notifying, sockets, refusals, board, known]
