"""What both roads to a radio share: a thread for the radio, threads for handlers, UUIDs in one form."""

import asyncio
import importlib
import os
import queue
import threading

from mbientlab.warble._errors import WarbleException

# Where the radio is: hci-tcp:HOST:PORT or hci-unix:PATH, as `boardsim run --radio` has it, or bluez or
# bluez:ADAPTER for the Bluetooth of this machine.
VARIABLE = "BOARDSIM_RADIO"
_ROADS = {"hci-tcp": "_bumble", "hci-unix": "_bumble", "bluez": "_bleak"}
_BASE = "00001000800000805f9b34fb"

_lock = threading.Lock()
_loop = None


def _run_forever(loop):
    asyncio.set_event_loop(loop)
    loop.run_forever()


def submit(coroutine):
    """Runs a coroutine on the radio's thread, which ends with the process; a concurrent future."""
    global _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(
                target=_run_forever, args=(_loop,), name="warble radio", daemon=True).start()
    return asyncio.run_coroutine_threadsafe(coroutine, _loop)


def road():
    """The module that reaches the radio which the environment names, and the rest of that name."""
    place = os.environ.get(VARIABLE)
    if not place:
        raise WarbleException(
            f"{VARIABLE} is not set; it names the radio of `boardsim run --radio`, such as "
            "hci-tcp:127.0.0.1:9000 or hci-unix:/tmp/radio, or bluez for this machine's own")
    kind, _, rest = place.partition(":")
    if kind not in _ROADS or not (rest or kind == "bluez"):
        raise WarbleException(
            f"{VARIABLE}={place}: neither hci-tcp:HOST:PORT nor hci-unix:PATH nor bluez[:ADAPTER]")
    return importlib.import_module(f"mbientlab.warble.{_ROADS[kind]}")


def normal(uuid):
    """128 bits in lower case with hyphens, whatever form it came in."""
    text = str(uuid).replace("-", "").lower()
    raw = text.zfill(8) + _BASE if len(text) <= 8 else text
    return "-".join((raw[:8], raw[8:12], raw[12:16], raw[16:20], raw[20:]))


class Callbacks:
    """Calls handlers one after the other, so that a slow one holds up no other board."""

    def __init__(self, name):
        self._waiting = queue.SimpleQueue()
        self._name = name
        self._thread = None

    def put(self, handler, *arguments):
        """Calls the handler soon, if there is one."""
        if handler is None:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._waiting.put((handler, arguments))

    def _run(self):
        while True:
            handler, arguments = self._waiting.get()
            try:
                handler(*arguments)
            except Exception as error:  # What a handler raises must not end those behind it.
                threading.excepthook(
                    threading.ExceptHookArgs((type(error), error, error.__traceback__, None)))
