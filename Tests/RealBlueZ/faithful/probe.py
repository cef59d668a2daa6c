"""Calls `org.bluez` and writes down what comes: the reply and every signal, in their order of arrival.

One connection does both, so that the order is the daemon's own. What a run may vary in is made
the same here, and nowhere else; each rule says why.
"""

import asyncio
import itertools
import os
import re
import socket

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.constants import ErrorType
from dbus_fast.signature import SignatureTree

BLUEZ = "org.bluez"
HCI = "/org/bluez/hci0"
PROPERTIES = "org.freedesktop.DBus.Properties"
OBJECTS = "org.freedesktop.DBus.ObjectManager"
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
SERVICE = "org.bluez.GattService1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
DESCRIPTOR = "org.bluez.GattDescriptor1"

# Seconds of silence after which nothing more is expected of a call, and the longest wait.
SETTLE = float(os.environ.get("FAITHFUL_SETTLE", "0.25"))
PATIENCE = float(os.environ.get("FAITHFUL_PATIENCE", "45"))

# Values that depend on the moment: how strong a report was, and how many of them came.
JITTER = {"RSSI"}


STRING = SignatureTree("s").types[0]


def device(address):
    return f"{HCI}/dev_{address.replace(':', '_')}"


def text(value, type_):
    """A value in one line, with the type of each variant."""
    if isinstance(value, Variant):
        return f"{value.signature} {text(value.value, value.type)}"
    token = type_.token
    if token == "a":
        of = type_.children[0]
        if of.token == "y":
            return "<" + bytes(value).hex(" ") + ">"
        if of.token == "{":
            keys, values = of.children
            entries = (f"{text(k, keys)}: {text(v, values)}" for k, v in value.items())
            return "{" + ", ".join(entries) + "}"
        return "[" + ", ".join(text(v, of) for v in value) + "]"
    if token == "(":
        return "(" + ", ".join(text(v, t) for v, t in zip(value, type_.children)) + ")"
    if token == "b":
        return "true" if value else "false"
    if token == "h":
        return "socket"
    if token in "sog":
        return '"' + value.replace("\n", "\\n") + '"'
    return str(value)


def arguments(message):
    tree = SignatureTree(message.signature)
    return ", ".join(f"{t.signature} {text(v, t)}" for v, t in zip(message.body, tree.types))


class Probe:
    def __init__(self, out):
        self.out = out
        # The bus greets a client before it is known which one it is.
        self.buses = [None, None]
        self.replacements = []
        self.events = []
        self.count = 0
        self.answers = {}
        self.calls = {}
        self.sockets = []
        # Devices that come and go by themselves: left out of folded signals.
        self.unsteady = set()

    async def client(self, number):
        bus = await MessageBus(bus_type=BusType.SYSTEM, negotiate_unix_fd=True).connect()
        bus.add_message_handler(lambda m: self.heard(bus, m))
        # A name of the bus is new for each connection.
        self.replacements.append((bus.unique_name, f"<client {number}>"))
        return bus

    async def replace(self, number):
        """A client leaves the bus, and another one comes."""
        self.buses[number].disconnect()
        self.buses[number] = await self.client(number)

    async def connect(self):
        self.began = asyncio.get_running_loop().time()
        self.buses = [await self.client(0), await self.client(1)]
        await self.raw(0, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                       "AddMatch", "s", ["type='signal',sender='org.bluez'"])
        found = await self.raw(0, BLUEZ, HCI, PROPERTIES, "Get", "ss", [ADAPTER, "Address"])
        # A controller's own address is whatever the radio gave it.
        self.replacements.append((found.body[0].value, "<adapter>"))
        found = await self.raw(0, BLUEZ, HCI, PROPERTIES, "Get", "ss", [ADAPTER, "Name"])
        # BlueZ calls the adapter as hostnamed calls the host; without one, as itself.
        self.replacements.append((f'"{found.body[0].value}"', '"<host>"'))

    # -- what comes

    def heard(self, bus, message):
        if message.message_type == MessageType.SIGNAL:
            if bus is self.buses[0] and message.path.startswith(("/org/bluez", "/")):
                self.events.append(("signal", message))
            return None
        if message.message_type in (MessageType.METHOD_RETURN, MessageType.ERROR):
            call = self.calls.pop((bus.unique_name, message.reply_serial), None)
            if call is None:
                return None
            tag, future = call
            if tag is not None:
                self.events.append(("reply", message, tag, bus is self.buses[0]))
            if not future.done():
                future.set_result(message)
            return True
        if message.path.startswith("/faithful"):
            return self.asked(bus, message)
        return None

    def asked(self, bus, message):
        """The daemon calls one of our objects: an agent, an advertisement, an application."""
        self.events.append(("asked", message))
        answer = self.answers.get((message.path, message.member), self.answers.get(message.member))
        if answer is None:
            return Message.new_error(message, ErrorType.UNKNOWN_METHOD, "no such method")
        if callable(answer):
            answer = answer(message)
        if answer is None:
            return True  # Left open: the caller waits.
        if isinstance(answer, str):
            return Message.new_error(message, answer, "as the test wants it")
        return Message.new_method_return(message, *answer)

    # -- calls

    def send(self, bus, tag, destination, path, interface, member, signature="", body=()):
        bus = self.buses[bus]
        message = Message(destination=destination, path=path, interface=interface, member=member,
                          signature=signature, body=list(body))
        message.serial = bus.next_serial()
        future = asyncio.get_running_loop().create_future()
        self.calls[(bus.unique_name, message.serial)] = (tag, future)
        bus.send(message)
        return future

    async def raw(self, bus, *arguments):
        """A call that is not written down, unless nothing answers it."""
        try:
            return await asyncio.wait_for(self.send(bus, None, *arguments), PATIENCE)
        except (asyncio.TimeoutError, TimeoutError):
            self.write(f"< no reply to {arguments[3]} of a preparation")
            return Message(message_type=MessageType.ERROR, error_name="org.example.NoReply", reply_serial=1,
                           signature="s", body=[""])

    async def call(self, path, interface, member, signature="", *body, until=None, client=0,
                   destination=BLUEZ, fold=False, about="", settle=None):
        """One check: a call, its reply, and the signals until nothing more comes."""
        await self.together([(path, interface, member, signature, *body)], until, client,
                            destination, fold, about, settle)
        return self.last

    async def together(self, calls, until=None, client=0, destination=BLUEZ, fold=False, about="",
                       settle=None):
        """Several calls at once, sent in this order."""
        self.begin()
        futures = []
        for number, (path, interface, member, signature, *body) in enumerate(calls):
            self.check(self.described(path, interface, member, signature, body, client),
                       about if number == 0 else "at the same time")
            tag = f"{number + 1}" if len(calls) > 1 else ""
            futures.append(self.send(client, tag, destination, path, interface, member, signature, body))
        try:
            self.replies = await asyncio.wait_for(asyncio.gather(*futures), PATIENCE)
            self.last = self.replies[-1]
            for reply in self.replies:
                self.sockets += [socket.socket(fileno=fd) for fd in reply.unix_fds]
        except (asyncio.TimeoutError, TimeoutError):
            self.events.append(("text", "no reply"))
            self.last = None
        await self.wait(until)
        await self.rest(settle)
        self.tell(fold)

    def described(self, path, interface, member, signature, body, client):
        message = Message(destination=BLUEZ, path="/", member="x", signature=signature, body=list(body))
        who = f"client {client}: " if client else ""
        return f"{who}{path} {short(interface)}.{member}({arguments(message)})"

    async def get(self, path, interface, name, **more):
        return await self.call(path, PROPERTIES, "Get", "ss", interface, name, **more)

    async def set(self, path, interface, name, signature, value, **more):
        return await self.call(path, PROPERTIES, "Set", "ssv", interface, name,
                               Variant(signature, value), **more)

    async def value(self, path, interface, name):
        """A property, not written down."""
        reply = await self.raw(0, BLUEZ, path, PROPERTIES, "Get", "ss", [interface, name])
        return reply.body[0].value if reply.message_type == MessageType.METHOD_RETURN else None

    async def objects(self):
        return (await self.raw(0, BLUEZ, "/", OBJECTS, "GetManagedObjects")).body[0]

    # -- waiting

    def changed(self, path, name, value):
        """Whether the check has seen that a property became so."""
        for event in self.events:
            if event[0] == "signal" and event[1].member == "PropertiesChanged":
                if event[1].path == path and name in event[1].body[1]:
                    if event[1].body[1][name].value == value:
                        return True
        return False

    def added(self, *paths):
        seen = {e[1].body[0] for e in self.events if e[0] == "signal" and e[1].member == "InterfacesAdded"}
        return seen.issuperset(paths)

    def removed(self, *paths):
        seen = {e[1].body[0] for e in self.events if e[0] == "signal" and e[1].member == "InterfacesRemoved"}
        return seen.issuperset(paths)

    async def wait(self, until, patience=PATIENCE):
        if until is None:
            return
        try:
            async with asyncio.timeout(patience):
                while not until():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            self.events.append(("text", "waited in vain"))

    async def rest(self, settle=None):
        """Until nothing that would be written has come for a while; at most ten times as long."""
        settle = SETTLE if settle is None else settle
        for _ in range(10):
            before = len(self.written())
            await asyncio.sleep(settle)
            if len(self.written()) == before:
                return

    async def watch(self, about, until=None, fold=False, settle=None, begin=True):
        """A check without a call: what comes by itself until the condition holds."""
        if begin:
            self.begin()
        self.check(about, "")
        await self.wait(until)
        await self.rest(settle)
        self.tell(fold)

    # -- the transcript

    def section(self, title):
        self.write(f"\n=== {title}")

    def begin(self):
        self.events.clear()

    def check(self, what, about):
        self.count += 1
        self.write(f"\n> {what}" + (f"    -- {about}" if about else ""))

    def fact(self, what, result):
        """A check that was made another way than by a call here."""
        self.count += 1
        self.write(f"\n> {what}\n< {result}")

    def tell(self, fold):
        for line in self.folded(fold) if fold else self.written():
            self.write(line)
        self.events.clear()

    def ordered(self):
        """Replies to another connection than that of the signals come last: there is no order between
        two connections."""
        return sorted(self.events, key=lambda event: event[0] == "reply" and not event[3])

    def written(self):
        return list(itertools.chain.from_iterable(self.lines(event) for event in self.ordered()))

    def folded(self, fold):
        """Signals as what they come to, one line an object: which report of which device comes first,
        and whether the answer to a scan came with it, is the radio's chance. A short discovery ("quiet")
        may not have heard everyone, so whose strength is forgotten at its end is left out."""
        lines, objects = [], {}
        for event in self.ordered():
            message = event[1]
            if event[0] == "signal" and message.member in ("InterfacesAdded", "PropertiesChanged"):
                path = message.body[0] if message.member == "InterfacesAdded" else message.path
                if "/dev_" in path:
                    objects.setdefault(path, []).append(event)
                    continue
            if event[0] == "signal" and message.member == "InterfacesRemoved":
                objects.setdefault(message.body[0], []).append(event)
                continue
            lines += self.lines(event)
        for path in sorted(objects):
            values, how, gone = {}, "changed", []
            for _, message in objects[path]:
                if message.member == "InterfacesAdded":
                    how = "added"
                    values |= message.body[1].get(DEVICE, {})
                elif message.member == "InterfacesRemoved":
                    how = "removed"
                else:
                    values |= message.body[1]
                    gone += [n for n in message.body[2] if n not in gone]
            if path in self.unsteady or (how == "changed" and set(values) <= JITTER
                                         and (fold == "quiet" or not gone) and set(gone) <= JITTER):
                continue
            inner = ", ".join(f"{k}: {self.property(k, values[k])}" for k in sorted(values))
            lines.append(f"* {path} {how} {{{inner}}}" + (f" without {sorted(gone)}" if gone else ""))
        return lines

    def property(self, name, variant):
        if name in JITTER:
            return f"{variant.signature} <jitter>"
        return text(variant, None)

    def properties(self, values):
        return "{" + ", ".join(f"{k}: {self.property(k, v)}" for k, v in values.items()) + "}"

    def lines(self, event):
        kind, message = event[0], event[1]
        if kind == "text":
            return [f"< {message}"]
        if kind == "asked":
            if message.member == "DisplayPasskey":
                # The daemon's passkey is of chance.
                return [f"? {message.path} {short(message.interface)}.DisplayPasskey(o "
                        f"{message.body[0]}, u <passkey>, q {message.body[2]})"]
            return [f"? {message.path} {short(message.interface)}.{message.member}({arguments(message)})"]
        if kind == "reply":
            tag = f"{event[2]} " if event[2] else ""
            if message.message_type == MessageType.ERROR:
                said = " " + text(message.body[0], STRING) if message.body else ""
                return [f"< {tag}error {message.error_name}{said}"]
            return [f"< {tag}{line}" for line in self.result(message)]
        if message.member == "PropertiesChanged":
            interface, values, gone = message.body
            if not gone and set(values) <= JITTER:
                return []
            return [f"* {message.path} {short(interface)} {self.properties(values)}"
                    + (f" without {gone}" if gone else "")]
        if message.member == "InterfacesAdded":
            path, interfaces = message.body
            return [f"* InterfacesAdded {path} {short(i)} {self.properties(interfaces[i])}" for i in interfaces]
        if message.member == "InterfacesRemoved":
            path, interfaces = message.body
            return [f"* InterfacesRemoved {path} {[short(i) for i in interfaces]}"]
        return [f"* {message.path} {short(message.interface)}.{message.member}({arguments(message)})"]

    def result(self, message):
        if not message.body:
            return ["ok"]
        if message.signature == "a{sv}":
            return ["a{sv}"] + [f"  {k}: {self.property(k, v)}" for k, v in message.body[0].items()]
        if message.signature == "a{oa{sa{sv}}}":
            lines = ["a{oa{sa{sv}}}"]
            # The daemon's order is that of its list of objects; a dictionary has none.
            for path in sorted(message.body[0]):
                for interface, values in message.body[0][path].items():
                    lines.append(f"  {path} {short(interface)} {self.properties(values)}")
            return lines
        if message.signature == "s" and message.body[0].startswith("<!DOCTYPE"):
            return ["xml"] + introspected(message.body[0])
        return [arguments(message)]

    def write(self, line):
        for what, name in self.replacements:
            line = line.replace(what, name)
        self.out.write(line + "\n")
        self.out.flush()


def short(name):
    return (name or "").removeprefix("org.bluez.").removeprefix("org.freedesktop.DBus.")


def introspected(xml):
    """Introspection data, a line a member: layout and comments are no part of the interface."""
    import xml.etree.ElementTree as tree

    lines = []
    root = tree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", xml))
    for interface in root.iter("interface"):
        lines.append(f"  interface {interface.get('name')}")
        for member in interface:
            notes = "".join(f" [{a.get('name').rsplit('.', 1)[-1]}={a.get('value')}]"
                            for a in member.iter("annotation"))
            if member.tag == "property":
                lines.append(f"    property {member.get('type')} {member.get('name')} "
                             f"{member.get('access')}{notes}")
            elif member.tag in ("method", "signal"):
                args = ", ".join(f"{a.get('direction', 'out')} {a.get('type')} {a.get('name')}"
                                 for a in member.iter("arg"))
                lines.append(f"    {member.tag} {member.get('name')}({args}){notes}")
    for node in root.findall("node"):
        lines.append(f"  node {node.get('name')}")
    return lines
