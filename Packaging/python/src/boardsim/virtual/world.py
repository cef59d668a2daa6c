"""The process in virtual time, while a loop runs. There is one time for all of it, so one loop has it."""

import asyncio
import contextlib
import os
import threading
from typing import Iterator, Optional

from .clocks import clocks
from .errors import VirtualTimeError
from .lead import Lead, leads

_BUS = "DBUS_SYSTEM_BUS_ADDRESS"
#: Whose time it is.
_current: Optional[Lead] = None


def check(lead: Lead) -> None:
    """Refuses to begin where virtual time cannot."""
    if _current is not None:
        if threading.current_thread() is threading.main_thread():
            raise VirtualTimeError(
                "this is inside of virtual time already; await the coroutine, or start it as a task of the loop that runs",
                _current.now)
        raise VirtualTimeError(
            "another thread runs in virtual time, and a process has one time; use a process for each run", _current.now)
    if threading.current_thread() is not threading.main_thread():
        raise VirtualTimeError("only the main thread can run in virtual time, which heeds Ctrl-C; start it there")
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        pass
    else:
        raise VirtualTimeError(
            "a loop runs here whose time follows the clock; begin outside of it, with `run` or a loop of `loop_factory`")
    if any(each is not lead and each.connection.owner == os.getpid() for each in leads):
        raise VirtualTimeError(
            "another simulator with virtual time is open, whose time would stand still; put all boards into one scenario "
            "(`radio` can be a list), or close the other one first")


@contextlib.contextmanager
def world(lead: Lead) -> Iterator[None]:
    """Makes clocks virtual, and names the bus of the stand-in for BlueZ in the environment."""
    global _current
    check(lead)
    buses = [radio.partition(":")[2] for radio in lead.radios if radio.startswith("bluez-bus:")]
    before = os.environ.get(_BUS)
    _current = lead
    try:
        if buses:
            os.environ[_BUS] = buses[0]
        with clocks(lead):
            yield
    finally:
        _current = None
        if buses and before is None:
            os.environ.pop(_BUS, None)
        elif buses and before is not None:
            os.environ[_BUS] = before
