"""The bus on which boardsim stands in for BlueZ, and the clients of others on it.

A test that is a coroutine has a `StandIn` in its own process, in virtual time. Any other function is played in a process that boardsim
starts, and has a `Bus` there: with it, all programs that the test starts are in virtual time. Where BLUEZ_BUS names a bus, all tests take
its `org.bluez`, in real time: they hold a real bluetoothd to the same.
"""

import functools
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Packaging" / "python" / "src"))

import boardsim  # noqa: E402

PROGRAM = os.environ.get("BOARDSIM", str(HERE.parents[1] / "boardsim"))
# Seconds after which something that should come is given up.
PATIENCE = 60
# Seconds after which a test looks again whether what it waits for is there.
TICK = 0.02


class StandIn:
    """Boards of a scenario, for the tests of one file. `options` are those of `boardsim run`, without their dashes."""

    def __init__(self, scenario, options):
        self.scenario = scenario
        self.options = options

    @functools.cached_property
    def simulator(self):
        """For coroutines, which share one."""
        return boardsim.Simulator(
            self.scenario, radio=["bluez-bus", "hci-unix"], virtual=True, options=self.options, program=PROGRAM)

    @property
    def air(self):
        """Where another host gets on the same air."""
        return self.simulator.radio.partition(":")[2]

    def run(self, coroutine):
        """Runs it in virtual time."""
        self.simulator.run(coroutine)

    def play(self, *command, speed="led", **variables):
        """Runs a program, which has a run of its own, and leads it: the run's status, and what was printed."""
        options = [f"--{name}" if value is True else f"--{name}={value}" for name, value in self.options.items()]
        done = subprocess.run(
            [PROGRAM, "run", str(self.scenario), "--radio", "hci-unix", "--radio", "bluez-bus", "--speed", speed, *options, "--", *command],
            env=os.environ | {"LC_ALL": "C.UTF-8"} | variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def close(self):
        """Ends what coroutines had of it."""
        if "simulator" in self.__dict__:
            self.simulator.close()


class Bus:
    """The bus that is there already."""

    # Of clients; None is that of this process.
    environment = None

    def __init__(self, address, air=None):
        self.address = address
        # Where another host gets on the same air; None on a real bluetoothd.
        self.air = air

    @classmethod
    def of_environment(cls):
        """What BLUEZ_BUS names, or that of the run that has started this process; None if there is neither."""
        if given := os.environ.get("BLUEZ_BUS"):
            os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = given
            return cls(given)
        if "BOARDSIM_SPEED" in os.environ:
            return cls(os.environ["DBUS_SYSTEM_BUS_ADDRESS"], os.environ["BOARDSIM_RADIO"].partition(":")[2])
        return None

    def until(self, condition, what):
        """Waits until a condition holds, and gives its value."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            time.sleep(TICK)
        raise AssertionError(f"waited {PATIENCE:g} s in vain for {what}")

    def start(self, *command):
        """A client that goes on; it is ended with the test."""
        return Client(self, command)

    def run(self, *command, status=0):
        """A client that ends by itself: what it printed, on both outputs."""
        done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=PATIENCE)
        assert status is None or done.returncode == status, \
            f"{command} ended with status {done.returncode}:\n{done.stdout}"
        return done.stdout


class Client:
    """A process whose output is read as it comes, and which is told lines."""

    def __init__(self, bus, command):
        self.bus = bus
        self.text = ""
        self.read = 0
        self.process = subprocess.Popen(command, env=bus.environment, text=True, bufsize=1, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            piece = self.process.stdout.read(1)
            if not piece:
                return
            self.text += piece

    def say(self, line):
        """Types a line."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, pattern):
        """Waits for what was not read yet, and gives the match; colours are left out."""

        def found():
            plain = re.sub(r"\x1b\[[0-9;]*m|[\x01\x02\r]|\x1b\[K", "", self.text)
            match = re.compile(pattern).search(plain, self.read)
            if match:
                self.read = match.end()
            return match

        try:
            return self.bus.until(found, pattern)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.text[-3000:]}") from None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
