"""Boards with a virtual radio, and Bumble hosts on their air, in virtual time.

    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host("phone")
        board = await Board.connect(host, "E1:00:00:00:00:01")
    print(simulator.report["boards"])

Time stands still while a test works, so that what it waits for and measures is exact. With `speed` a run is in real
time: for what virtual time cannot lead, and for tests of real time itself.
"""

import asyncio
import os
import pathlib
import sys

from bumble.device import Device, DeviceConfiguration
from bumble.hci import Address
from bumble.transport import open_transport

import parts

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Packaging" / "python" / "src"))

import boardsim  # noqa: E402

# The stand-in for the Bluetooth library that the metawear package asks for.
WARBLE = HERE.parents[1] / "Packaging" / "warble"
SCENARIOS = HERE / "scenarios"
PROGRAM = os.environ.get("BOARDSIM", str(HERE.parents[1] / "boardsim"))
# Seconds in which something that should come does.
LONGEST = 60
# No test needs more seconds of virtual time.
LIMIT = 1_000
# Seconds after which a test looks again whether what it waits for is there.
TICK = 0.005

# (test, what it measured), for the list that the run prints at its end.
measurements = []
current_test = ""
_running = []


def measured(text):
    """Keeps a line for the list."""
    measurements.append((current_test, text))


async def soon(awaitable, what, seconds=LONGEST):
    """Waits for what should come soon; says what did not."""
    try:
        return await asyncio.wait_for(awaitable, seconds)
    except (asyncio.TimeoutError, TimeoutError):
        raise AssertionError(f"waited {seconds:g} s in vain for {what}") from None


async def until(condition, what, seconds=LONGEST):
    """Waits until the condition holds."""

    async def poll():
        while not condition():
            await asyncio.sleep(TICK)

    await soon(poll(), what, seconds)


def of_model(file, model):
    """The text of a scenario, with another model in the place of the S."""
    return file.read_text().replace("model: MetaMotion S\n", f"model: {model}\n")


class Simulator:
    """A run from its start to its report; what is awaited in between is in its time.

    `options` are those of `boardsim.Simulator`: of `boardsim run`, without their dashes.
    """

    def __init__(self, scenario, radio="hci-unix", model="MetaMotion S", speed=None, options=None):
        self.file = SCENARIOS / scenario
        self.model = model
        self.radio = radio
        self.speed = speed
        self.options = options
        self._hosts = []

    async def __aenter__(self):
        is_real = self.speed is not None
        self.run = boardsim.Simulator(
            of_model(self.file, self.model), folder=str(self.file.parent), radio=self.radio, speed=self.speed,
            virtual=False if is_real else {"limit": LIMIT}, options=self.options, program=PROGRAM)
        _running.append(self.run)
        try:
            await parts.begin(asyncio.new_event_loop if is_real else self.run.loop_factory)
        except BaseException:
            self.run.close()
            raise
        return self

    async def __aexit__(self, *exception):
        try:
            for host in self._hosts:
                await host.transport.close()
            await parts.end()
        finally:
            self.run.close()

    @property
    def report(self):
        """The report, after the end."""
        return self.run.report

    @property
    def now(self):
        """Seconds of the run."""
        return self.run.now

    def board(self, name):
        """What the report says of a board, after the end."""
        return next(board for board in self.report["boards"] if board["name"] == name)

    async def open(self):
        """A connection to the radio: a controller without a host."""
        return await open_transport(self.run.bumble)

    async def host(self, name="phone", address=None, **configuration):
        """A Bumble host with a controller of its own, powered on; it leaves at the end of the run."""
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


def said_last():
    """What boardsim said on its standard error in the last test."""
    return [line for run in _running[-1:] for line in run.said]


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
