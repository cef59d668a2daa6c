"""A running boardsim with its virtual radio, and Bumble hosts on its air.

    async with Simulator("turning.yaml", speed=5) as simulator:
        host = await simulator.host("phone")
        board = await Board.connect(host, "E1:00:00:00:00:01")
    print(simulator.report["boards"])

Times that tests wait are patience, never a measurement: what is measured is virtual.
"""

import asyncio
import json
import os
import pathlib
import re
import shutil
import signal
import tempfile
import time

from bumble.device import Device, DeviceConfiguration
from bumble.hci import Address
from bumble.transport import open_transport

HERE = pathlib.Path(__file__).resolve().parent
# The stand-in for the Bluetooth library that the metawear package asks for.
WARBLE = HERE.parents[1] / "Packaging" / "warble"
SCENARIOS = HERE / "scenarios"
PROGRAM = os.environ.get("BOARDSIM", str(HERE.parents[1] / "boardsim"))
# Seconds of wall time after which something that should come is given up.
PATIENCE = float(os.environ.get("CLIENTS_PATIENCE", "20"))

# (test, what it measured), for the list that the run prints at its end.
measurements = []
current_test = ""
_running = []


def measured(text):
    """Keeps a line for the list."""
    measurements.append((current_test, text))


async def soon(awaitable, what, seconds=PATIENCE):
    """Waits for what should come soon; says what did not."""
    try:
        return await asyncio.wait_for(awaitable, seconds)
    except (asyncio.TimeoutError, TimeoutError):
        raise AssertionError(f"waited {seconds:g} s in vain for {what}") from None


async def until(condition, what, seconds=PATIENCE):
    """Waits until the condition holds."""

    async def poll():
        while not condition():
            await asyncio.sleep(0.005)

    await soon(poll(), what, seconds)


class Simulator:
    """`boardsim run` with a radio, from its start to its report."""

    def __init__(self, scenario, speed=5, radio="unix", arguments=(), model="MetaMotion S"):
        self.scenario = scenario
        self.model = model
        self.speed = speed
        self.radio = radio
        self.arguments = list(arguments)
        self.errors = []
        self.report = None
        self.tables = {}
        self.address = None
        self._hosts = []

    async def __aenter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="boardsim-clients-"))
        radio = {
            "unix": f"hci-unix:{self.folder / 'hci'}",
            "tcp": "hci-tcp:127.0.0.1:0",
        }[self.radio]
        # The same scenario serves for another model of board.
        source = SCENARIOS / self.scenario
        scenario = self.folder / source.name
        text = source.read_text()
        scenario.write_text(text.replace("model: MetaMotion S\n", f"model: {self.model}\n"))
        self.process = await asyncio.create_subprocess_exec(
            PROGRAM, "run", str(scenario),
            "--radio", radio, "--speed", str(self.speed),
            "--out", str(self.folder / "out"), "--report", "json", *self.arguments,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE)
        self._listening = asyncio.get_running_loop().create_future()
        self._reader = asyncio.create_task(self._read_errors())
        _running.append(self)
        try:
            self.address = await soon(self._listening, "`listening on …`")
        except BaseException:
            await self._end()
            raise
        return self

    async def __aexit__(self, *exception):
        await self._end()

    async def _read_errors(self):
        async for line in self.process.stderr:
            text = line.decode(errors="replace").rstrip()
            self.errors.append(text)
            found = re.search(r"listening on (hci-\S+)", text)
            if found and not self._listening.done():
                # Virtual time zero, by the clock of this machine.
                self.began = time.time()
                self._listening.set_result(found[1])
        if not self._listening.done():
            self._listening.set_exception(
                AssertionError("boardsim ended without listening:\n" + "\n".join(self.errors)))

    async def _end(self):
        for host in self._hosts:
            await host.transport.close()
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
        try:
            await soon(self.process.wait(), "the end of boardsim after an interrupt")
        except AssertionError:
            self.process.kill()
            await self.process.wait()
            raise
        finally:
            await self._reader
            path = self.folder / "out" / "report.json"
            if path.exists():
                self.report = json.loads(path.read_text())
            # The tables of samples and of the truth, by name.
            self.tables = {table.name: table.read_text() for table in path.parent.glob("*.csv")}
            shutil.rmtree(self.folder, ignore_errors=True)

    def board(self, name):
        """What the report says of a board, after the end."""
        return next(board for board in self.report["boards"] if board["name"] == name)

    @property
    def transport_name(self):
        """What Bumble calls the radio's address."""
        kind, place = self.address.split(":", 1)
        return {"hci-tcp": "tcp-client", "hci-unix": "unix-client"}[kind] + ":" + place

    async def open(self):
        """A connection to the radio: a controller without a host. Closed at the end."""
        transport = await soon(open_transport(self.transport_name), "the radio's socket")
        return transport

    async def host(self, name="phone", address=None, **configuration):
        """A Bumble host with a controller of its own, powered on."""
        transport = await self.open()
        number = len(self._hosts) + 1
        settings = DeviceConfiguration(
            name=name, address=Address(address or f"F0:00:00:00:00:{number:02X}"))
        for key, value in configuration.items():
            setattr(settings, key, value)
        device = Device.from_config_with_hci(settings, transport.source, transport.sink)
        device.transport = transport
        self._hosts.append(device)
        await soon(device.power_on(), "the controller's answers at power-on")
        return device


def errors_of_last():
    """What the simulator of the last test said on its standard error."""
    return [line for simulator in _running[-1:] for line in simulator.errors]


class Advertisements:
    """What a host hears; `async with Advertisements(host) as heard`."""

    def __init__(self, host, **options):
        self.host = host
        self.options = options
        self.all = []

    async def __aenter__(self):
        self.host.on("advertisement", self.all.append)
        await self.host.start_scanning(**self.options)
        return self

    async def __aexit__(self, *exception):
        self.host.remove_listener("advertisement", self.all.append)
        if self.host.host.hci_sink and not exception[0]:
            await self.host.stop_scanning(legacy=self.options.get("legacy", False))

    def of(self, address):
        """Those of one advertiser."""
        return [each for each in self.all if each.address == Address(address)]

    async def wait_for(self, address, condition=lambda advertisement: True):
        """The first one of this address that fits."""

        def fitting():
            return [each for each in self.of(address) if condition(each)]

        await until(fitting, f"an advertisement of {address}")
        return fitting()[0]
