"""Bumble hosts on the virtual radio, run by a thread of their own."""

import asyncio
import os
import threading

from bumble.device import Device, DeviceConfiguration
from bumble.hci import Address
from bumble.transport import open_transport

from mbientlab.warble._errors import WarbleException

# Where the radio is: hci-tcp:HOST:PORT or hci-unix:PATH, as `boardsim run --radio` has it.
VARIABLE = "BOARDSIM_RADIO"
# The host's address on the air unless a board's `hci_mac` names another one.
OWN_ADDRESS = "F0:B0:A2:D5:10:01"

_lock = threading.Lock()
_loop = None
_radios = {}


def _run_forever(loop):
    asyncio.set_event_loop(loop)
    loop.run_forever()


def loop():
    """The event loop of all hosts; its thread ends with the process."""
    global _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(
                target=_run_forever, args=(_loop,), name="warble radio", daemon=True).start()
        return _loop


def submit(coroutine):
    """Runs a coroutine on the radio's thread; a concurrent future."""
    return asyncio.run_coroutine_threadsafe(coroutine, loop())


def _transport_name():
    place = os.environ.get(VARIABLE)
    if not place:
        raise WarbleException(
            f"{VARIABLE} is not set; it names the radio of `boardsim run --radio`, such as "
            "hci-tcp:127.0.0.1:9000 or hci-unix:/tmp/radio")
    kind, _, rest = place.partition(":")
    schemes = {"hci-tcp": "tcp-client", "hci-unix": "unix-client"}
    if kind not in schemes or not rest:
        raise WarbleException(f"{VARIABLE}={place}: neither hci-tcp:HOST:PORT nor hci-unix:PATH")
    return f"{schemes[kind]}:{rest}"


class Radio:
    """One Bumble host with a controller of its own, by its address on the air."""

    def __init__(self, address):
        self.address = address
        # Only one connection can be in the making, and only one thing at a time opens the host.
        self.connecting = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._device = None

    @staticmethod
    async def of(address=None):
        """The host with this address; called on the radio's thread."""
        address = (address or OWN_ADDRESS).upper()
        return _radios.setdefault(address, Radio(address))

    async def device(self):
        """The host, powered on; opened again if the simulator was started anew."""
        async with self._opening:
            if self._device is None:
                name = _transport_name()
                try:
                    transport = await open_transport(name)
                except OSError as error:
                    raise WarbleException(
                        f"no radio at {os.environ[VARIABLE]}: {error}") from error
                device = Device.from_config_with_hci(
                    DeviceConfiguration(name="metawear", address=Address(self.address)),
                    transport.source, transport.sink)
                transport.source.terminated.add_done_callback(lambda _: self._lost(device))
                await device.power_on()
                self._device = device
            return self._device

    def _lost(self, device):
        # Bumble ends the links of a lost controller itself.
        if self._device is device:
            self._device = None
