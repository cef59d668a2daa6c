"""A bus on which boardsim stands in for BlueZ, and the clients of others on it.

    def test_scan(bus):
        assert "E1:00:00:00:00:01" in bus.run("bluetoothctl", "devices")

One stand-in serves a whole file of tests. Where BLUEZ_BUS names a bus, its `org.bluez` is taken
instead of ours: the tests hold a real bluetoothd to the same.
"""

import asyncio
import inspect
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("BOARDSIM", str(HERE.parents[1] / "boardsim"))
# Seconds of wall time after which something that should come is given up.
PATIENCE = float(os.environ.get("BLUEZ_BUS_PATIENCE", "60"))


class Bus:
    """The bus with `org.bluez`, and boardsim behind it."""

    def __init__(self, scenario, *arguments):
        self.said = []
        self.process = None
        self.air = None
        given = os.environ.get("BLUEZ_BUS")
        if given:
            self.address = given
            return
        self.folder = tempfile.mkdtemp(prefix="boardsim-bluez-bus-")
        # Where another host gets on the same air.
        self.air = f"{self.folder}/air"
        self.process = subprocess.Popen(
            [PROGRAM, "run", str(scenario), "--radio", "bluez-bus",
             "--radio", f"hci-unix:{self.air}", *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        threading.Thread(target=self._listen, daemon=True).start()
        self.address = self.until(self._address, "the address of the bus")
        # Its file exists a moment before it accepts connections.
        self.until(lambda: f"listening on hci-unix:{self.air}" in self.said, "the other host's socket")

    def _listen(self):
        for line in self.process.stderr:
            self.said.append(line.rstrip())

    def _address(self):
        assert self.process.poll() is None, "boardsim ended:\n" + "\n".join(self.said)
        # What clients need, in the words of their own environment.
        found = re.search(r"DBUS_SYSTEM_BUS_ADDRESS=['\"]?([^\s'\"]+)", "\n".join(self.said))
        return found and found[1]

    @property
    def environment(self):
        return os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": self.address, "LC_ALL": "C.UTF-8"}

    def until(self, condition, what, seconds=PATIENCE):
        """Waits until a condition holds, and gives its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError(f"waited {seconds:g} s in vain for {what}\n" + "\n".join(self.said))

    def start(self, *command, **more):
        """A client that goes on; it is ended with the test."""
        return Client(self, command, **more)

    def run(self, *command, seconds=PATIENCE, status=0):
        """A client that ends by itself: what it printed, on both outputs."""
        done = subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
        assert status is None or done.returncode == status, \
            f"{command} ended with status {done.returncode}:\n{done.stdout}\n" + "\n".join(self.said)
        return done.stdout

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise AssertionError("boardsim does not end") from None


class Client:
    """A process whose output is read as it comes, and which is told lines."""

    def __init__(self, bus, command):
        self.bus = bus
        self.text = ""
        self.read = 0
        self.process = subprocess.Popen(command, env=bus.environment, text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT)
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

    def hear(self, pattern, seconds=PATIENCE):
        """Waits for what was not read yet, and gives the match; colours are left out."""

        def found():
            plain = re.sub(r"\x1b\[[0-9;]*m|[\x01\x02\r]|\x1b\[K", "", self.text)
            match = re.compile(pattern).search(plain, self.read)
            if match:
                self.read = match.end()
            return match

        try:
            return self.bus.until(found, pattern, seconds)
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


@pytest.fixture(scope="module")
def bus(request):
    """A bus with the boards of the file's SCENARIO; its ARGUMENTS are the program's."""
    stand_in = Bus(HERE / "scenarios" / getattr(request.module, "SCENARIO", "desk.yaml"),
                   *getattr(request.module, "ARGUMENTS", ()))
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = stand_in.address
    yield stand_in
    stand_in.close()


def pytest_pyfunc_call(pyfuncitem):
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), 2 * PATIENCE))
    return True
