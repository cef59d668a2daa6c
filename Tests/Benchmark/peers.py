"""What other people's libraries need for the work of rows of `boardsim bench`, which calls this with `--peers`.

    .venv/bin/python Tests/Benchmark/peers.py [NAME…]

Without a NAME: all of ROWS. Standard output is one JSON array, an object for each:

    {"name": "read", "peer": "Bumble 0.0.236", "value": 219.1, "unit": "us"}
    {"name": "fusion", "skipped": "vqf is not installed"}

A value is microseconds of processor time for one operation, the least of three tries: what the work costs, and not what
the machine did beside it. Of two processes it is the one that notifies, which is boardsim's part in these rows; standard error tells
what each of them had.

Where a peer needs a second process, that is this file, started once more. Both then keep to one core, as in boardsim's own
benchmarks: two processes that wait for each other on two cores pay for waking the cores, many times what the work costs.
"""

import argparse
import asyncio
import contextlib
import importlib.metadata
import json
import math
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import time

TRIES = 3
# What is notified: as many bytes as an attribute protocol without a larger MTU carries.
PACKET = bytes(range(20))
# Notifications at once on a link, and signals at once on a bus: as in boardsim's rows.
BURST = 6
SIGNAL_BURST = 20
# Seconds within which any one peer is done, or has failed.
LONGEST = 120


class Skip(Exception):
    """A peer cannot be measured here; says why."""


def peer(title, *packages):
    """The library's name and version, if all these packages are there."""
    try:
        versions = [importlib.metadata.version(package) for package in packages]
    except importlib.metadata.PackageNotFoundError as error:
        raise Skip(f"{error.name} is not installed") from None
    return title.format(*versions)


def least(count, work):
    """Microseconds of processor time for one of `count`, which `work()` does at once."""
    tries = []
    for _ in range(TRIES):
        start = time.process_time()
        work()
        tries.append(time.process_time() - start)
    return min(tries) / count * 1e6


async def least_of_both(count, work, by=sum):
    """Microseconds of processor time for one of `count`, in this process and in another: the least pair, compared `by` this.

    `await work(count)` does them, and gives the processor time that the other process has used since its start.
    """
    tries = []
    # The first one does not count: it sets up what later ones find.
    other = await work(count)
    for _ in range(TRIES):
        start, before = time.process_time(), other
        other = await work(count)
        tries.append((time.process_time() - start, other - before))
    return [seconds / count * 1e6 for seconds in min(tries, key=by)]


def told(text):
    print(f"peers: {text}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def one_core():
    """Holds this process, and those that it starts meanwhile, to one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.asynccontextmanager
async def other_process(task, address):
    """This file once more, for a task of OTHERS; it ends with its standard input."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, "--other", task, address, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        yield process
    except BaseException:
        process.kill()
        raise
    finally:
        process.stdin.close()
        await process.wait()


async def answer(process):
    """The next line of another process: a number."""
    line = await process.stdout.readline()
    if not line:
        raise RuntimeError("the other process has ended")
    return float(line)


async def requests():
    """In the other process: the numbers that its standard input asks for."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield int(line)


def say_processor_time():
    """In the other process: what it has used since its start."""
    os.write(sys.stdout.fileno(), b"%.9f\n" % time.process_time())


# Bumble: a GATT server and a client, each a host with a controller, on a link without a radio.

SERVER = "F0:00:00:00:00:01"
CLIENT = "F0:00:00:00:00:02"
SERVICE = "B0A2D51D-0000-4E61-9B7C-3A5F0C6E1D00"
VALUE = "B0A2D51D-0001-4E61-9B7C-3A5F0C6E1D00"


def bumble():
    return peer("Bumble {}", "bumble")


def attached_device(name, address, link):
    """A host with a controller on the link, without a socket between them."""
    from bumble.controller import Controller
    from bumble.device import Device
    from bumble.hci import Address
    from bumble.host import Host
    from bumble.transport.common import AsyncPipeSink

    controller = Controller(name, link=link)
    host = Host()
    host.controller = controller
    controller.host = AsyncPipeSink(host)
    return Device(name=name, address=Address(address), host=host)


class Server:
    """A device with one characteristic, which notifies."""

    def __init__(self, link):
        from bumble.gatt import Characteristic, Service

        self.device = attached_device("server", SERVER, link)
        self.value = Characteristic(
            VALUE, Characteristic.Properties.READ | Characteristic.Properties.NOTIFY, Characteristic.READABLE, PACKET
        )
        self.device.add_service(Service(SERVICE, [self.value]))
        self.connection = None
        self.device.on("connection", self.connected)

    def connected(self, connection):
        self.connection = connection

    async def start(self):
        await self.device.power_on()
        await self.device.start_advertising()

    async def notify(self):
        """As many at once as the firmware of a board puts into a connection event."""
        for _ in range(BURST):
            await self.device.notify_subscriber(self.connection, self.value, PACKET)


async def subscribed(device, heard):
    """Connects to the server and subscribes: its characteristic."""
    from bumble.core import UUID
    from bumble.device import Peer

    await device.power_on()
    server = Peer(await device.connect(SERVER))
    await server.discover_services()
    await server.discover_characteristics()
    (value,) = server.get_characteristics_by_uuid(UUID(VALUE))
    await value.subscribe(heard)
    return value


class Heard:
    """Counts notifications, and calls back after each burst of them."""

    def __init__(self, of_burst):
        self.count = 0
        self.of_burst = of_burst

    def __call__(self, value):
        self.count += 1
        if self.count % BURST == 0:
            self.of_burst()


class InProcess:
    """Both devices in this process. There is no other one whose time would count."""

    def __init__(self, server):
        self.server = server
        self.value = None
        self.burst = None
        self.loop = asyncio.get_running_loop()

    async def connect(self, client):
        self.value = await subscribed(client, Heard(lambda: self.burst.set_result(None)))

    async def notify(self, count):
        for _ in range(count // BURST):
            self.burst = self.loop.create_future()
            await self.server.notify()
            await self.burst
        return 0

    async def read(self, count):
        for _ in range(count):
            await self.value.read_value()
        return 0


class OverSocket:
    """The client's host is another process: all else is in this one, as a board and its radio are in boardsim."""

    def __init__(self, server, host):
        self.server, self.host = server, host

    async def notify(self, count):
        for _ in range(count // BURST):
            await self.server.notify()
            used = await answer(self.host)
        return used

    async def read(self, count):
        self.host.stdin.write(b"%d\n" % count)
        return await answer(self.host)


async def in_process(operation, count):
    from bumble.link import LocalLink

    link = LocalLink()
    pair = InProcess(Server(link))
    await pair.server.start()
    await pair.connect(attached_device("client", CLIENT, link))
    near, _ = await least_of_both(count, lambda count: operation(pair, count))
    return near


async def over_socket(operation, count):
    from bumble.controller import Controller
    from bumble.link import LocalLink
    from bumble.transport import open_transport

    with tempfile.TemporaryDirectory(prefix="boardsim-peers-") as folder:
        path = f"{folder}/hci"
        link = LocalLink()
        transport = await open_transport(f"unix-server:{path}")
        Controller("client", host_source=transport.source, host_sink=transport.sink, link=link)
        server = Server(link)
        await server.start()
        async with other_process("host", path) as host:
            # It is connected and has subscribed.
            await answer(host)
            pair = OverSocket(server, host)
            return await least_of_both(count, lambda count: operation(pair, count))


async def bumble_host(path):
    """The other process: a host whose controller is behind a socket."""
    from bumble.device import Device
    from bumble.hci import Address
    from bumble.transport import open_transport

    async with await open_transport(f"unix-client:{path}") as transport:
        device = Device.with_hci("client", Address(CLIENT), transport.source, transport.sink)
        value = await subscribed(device, Heard(say_processor_time))
        say_processor_time()
        async for count in requests():
            for _ in range(count):
                await value.read_value()
            say_processor_time()


def notification():
    return bumble(), run(in_process(InProcess.notify, 500 * BURST))


def read():
    return bumble(), run(in_process(InProcess.read, 2_000))


def notification_socket():
    return bumble(), notifying_side("notification-socket", over_socket(OverSocket.notify, 500 * BURST))


def read_socket():
    return bumble(), notifying_side("read-socket", over_socket(OverSocket.read, 1_500))


def notifying_side(name, measuring):
    """Of the process that notifies, as rows of boardsim count their own process and not the host."""
    with one_core():
        near, far = run(measuring)
    told(f"{name}: {near:.1f} us with server, link and controllers, {far:.1f} us in the client's host")
    return near


def run(measuring):
    """What a coroutine gives, if it does so in time."""
    return asyncio.run(asyncio.wait_for(measuring, LONGEST))


# numpy and scipy: the truth of a motion, and what sensors make of it, for many instants at once.

RATE = 100
# Instants at once: with more, the arrays no longer fit the processor's caches.
BLOCK = 10_000
# Samples after which a sensor's offset changes: a quarter of a second, as in boardsim's sensors.
DRIFT = 25
GRAVITY = 9.80665
FIELD = [0, 19, -45]


def one_thread():
    """numpy's linear algebra would start threads, whose waiting is processor time. To be called before its import."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def motion(times):
    """Acceleration in g, rotation in °/s and field in µT of a swinging arm, in the board's own axes."""
    import numpy
    from scipy.spatial.transform import Rotation

    axis = numpy.array([0.48, 0.6, 0.64])
    arm = numpy.array([0.0, 0.0, 0.6])
    # A swing: amplitude in rad, and its frequency in rad/s.
    amplitude, frequency = 0.7, 2 * math.pi * 0.8
    angle = amplitude * numpy.sin(frequency * times)
    speed = amplitude * frequency * numpy.cos(frequency * times)
    to_board = Rotation.from_rotvec(angle[:, None] * axis).inv()
    # A point on the arm is accelerated along its path and towards the axis.
    along = numpy.cross(axis, arm)
    inwards = numpy.cross(axis, along)
    force = to_board.apply([0, 0, GRAVITY]) + (-frequency * frequency * angle)[:, None] * along
    force += (speed * speed)[:, None] * inwards
    return force / GRAVITY, (speed * (180 / math.pi))[:, None] * axis, to_board.apply(FIELD)


class Sensor:
    """The errors of one three-axis sensor: as in boardsim, without its temperature drift."""

    def __init__(self, noise, bias, instability, scale, misalignment, full_scale, counts):
        import numpy
        from scipy.signal import butter

        self.random = numpy.random.default_rng(1)
        self.noise = noise * math.sqrt(RATE / 2)
        self.bias = self.random.normal(0, bias, 3)
        self.step = instability
        # Transposed, for vectors in rows.
        self.gain = numpy.eye(3) * (1 + self.random.normal(0, scale, 3)) + self.random.normal(0, misalignment, (3, 3))
        self.low_pass = butter(2, 40, fs=RATE)
        self.state = numpy.zeros((2, 3))
        self.full_scale, self.counts = full_scale, counts

    def sample(self, truth):
        """Counts."""
        import numpy
        from scipy.signal import lfilter

        count = len(truth)
        walk = self.bias + numpy.cumsum(self.random.normal(0, self.step, (count // DRIFT, 3)), axis=0)
        self.bias = walk[-1]
        value = truth @ self.gain
        value += numpy.repeat(walk, DRIFT, axis=0)
        value += self.random.standard_normal((count, 3)) * self.noise
        value, self.state = lfilter(*self.low_pass, value, axis=0, zi=self.state)
        numpy.clip(value, -self.full_scale, self.full_scale, out=value)
        return numpy.clip(numpy.rint(value * self.counts), -32768, 32767).astype(numpy.int16)


def samples():
    name = peer("numpy {} + scipy {}", "numpy", "scipy")
    one_thread()
    import numpy

    sensors = (
        Sensor(160e-6, 0.02, 35e-6, 0.004, 0.005, 16, 2048),
        Sensor(0.02, 0.5, 0.0025, 0.01, 0.005, 2000, 16.4),
        Sensor(0.27, 25, 0.05, 0.01, 0.01, 1300, 16),
    )
    times = numpy.arange(BLOCK) / RATE
    blocks = 20

    def work():
        for number in range(blocks):
            for sensor, truth in zip(sensors, motion(times + number * BLOCK / RATE)):
                sensor.sample(truth)

    return name, least(blocks * BLOCK, work)


# VQF: a filter of its own kind for nine axes, in C++.


def fusion():
    name = peer("VQF {}", "vqf", "scipy")
    one_thread()
    import numpy
    from vqf import VQF

    count = 100_000
    acceleration, rotation, field = motion(numpy.arange(count) / RATE)
    # In rad/s and m/s², each array in one piece, so that nothing is converted meanwhile.
    data = [numpy.ascontiguousarray(each) for each in (numpy.radians(rotation), acceleration * GRAVITY, field)]
    result = VQF(1 / RATE).updateBatch(*data)["quat9D"]
    assert result.shape == (count, 4) and numpy.isfinite(result).all()

    return name, least(count, lambda: VQF(1 / RATE).updateBatch(*data))


# dbus-fast, which bleak uses: signals of a service in another process. They need a bus between them: it cannot be a server.

CHARACTERISTIC = "org.bluez.GattCharacteristic1"
PATH = "/org/bluez/hci0/dev_C0_00_00_00_00_01/service0000/char0001"
PROPERTIES = "org.freedesktop.DBus.Properties"
BUS = """<busconfig>
<type>session</type><listen>unix:path={}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow eavesdrop="false"/><allow own="*"/></policy>
</busconfig>"""


@contextlib.contextmanager
def private_bus():
    """A bus for this run: its address."""
    program = shutil.which("dbus-daemon")
    if not program:
        raise Skip("there is no dbus-daemon; install Debian's package dbus-daemon")
    with tempfile.TemporaryDirectory(prefix="boardsim-peers-") as folder:
        settings = pathlib.Path(folder, "bus.conf")
        settings.write_text(BUS.format(f"{folder}/bus"))
        words = [program, f"--config-file={settings}", "--nofork", "--nopidfile", "--print-address=1"]
        # It does not outlive this process, however that ends.
        if shutil.which("setpriv"):
            words = ["setpriv", "--pdeathsig", "KILL", *words]
        # It complains about limits that it may not raise, which is harmless.
        log = pathlib.Path(folder, "log")
        with log.open("w") as file, subprocess.Popen(words, stdout=subprocess.PIPE, stderr=file, text=True) as daemon:
            try:
                address = daemon.stdout.readline().strip()
                if not address:
                    raise RuntimeError(f"dbus-daemon did not start: {log.read_text()}")
                yield address
            finally:
                daemon.terminate()


async def connected_bus(address):
    from dbus_fast.aio import MessageBus

    return await MessageBus(bus_address=address).connect()


class Receiver:
    """Receives signals as bleak does: the bus's filter by a rule, and a handler for every message."""

    def __init__(self, bus, sender):
        self.bus, self.sender = bus, sender
        self.count = 0
        self.burst = None
        self.loop = asyncio.get_running_loop()
        bus.add_message_handler(self.received)

    async def subscribe(self):
        from dbus_fast import Message

        rule = f"type='signal',interface='{PROPERTIES}',member='PropertiesChanged',path_namespace='/org/bluez'"
        await self.bus.call(
            Message("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "AddMatch", signature="s", body=[rule])
        )

    def received(self, message):
        if message.member != "PropertiesChanged":
            return
        _, changed, _ = message.body
        if message.path == PATH and len(changed["Value"].value) == len(PACKET):
            self.count += 1
            if self.count % SIGNAL_BURST == 0:
                self.burst.set_result(None)

    async def take(self, count):
        for _ in range(count // SIGNAL_BURST):
            self.burst = self.loop.create_future()
            self.sender.stdin.write(b"%d\n" % SIGNAL_BURST)
            await self.burst
        self.sender.stdin.write(b"0\n")
        return await answer(self.sender)


async def signal_sender(address):
    """The other process: a stand-in of bluetoothd that only emits signals; asked for none it tells its processor time."""
    from dbus_fast import Message, Variant

    bus = await connected_bus(address)
    async for count in requests():
        if not count:
            say_processor_time()
        for _ in range(count):
            body = [CHARACTERISTIC, {"Value": Variant("ay", PACKET)}, []]
            sent = bus.send(Message.new_signal(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", body))
        if count:
            await sent


async def signals(count):
    with private_bus() as address:
        async with other_process("signals", address) as sender:
            bus = await connected_bus(address)
            receiver = Receiver(bus, sender)
            await receiver.subscribe()
            try:
                return await least_of_both(count, receiver.take, by=lambda both: both[1])
            finally:
                bus.disconnect()


def signal():
    name = peer("dbus-fast {}", "dbus-fast")
    with one_core():
        near, far = run(signals(500 * SIGNAL_BURST))
    told(f"signal: {near:.1f} us in the receiver, {far:.1f} us in the sender")
    return name, far


ROWS = {
    "notification": notification,
    "read": read,
    "notification-socket": notification_socket,
    "read-socket": read_socket,
    "fusion": fusion,
    "samples": samples,
    "signal": signal,
}
# What the other process does.
OTHERS = {"host": bumble_host, "signals": signal_sender}


def measured(name):
    try:
        library, value = ROWS[name]()
    except Skip as reason:
        return {"name": name, "skipped": str(reason)}
    return {"name": name, "peer": library, "value": round(value, 4), "unit": "us"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(ROWS)}; without any: all")
    parser.add_argument("--other", nargs=2, help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.other:
        task, address = words.other
        asyncio.run(OTHERS[task](address))
        return
    for name in words.names:
        if name not in ROWS:
            parser.error(f"there is no {name}; there are {', '.join(ROWS)}")
    told(f"Python {platform.python_version()}")
    # Whatever a library prints does not get into the document.
    with contextlib.redirect_stdout(sys.stderr):
        rows = [measured(name) for name in words.names or ROWS]
    print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
