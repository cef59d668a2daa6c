"""The clocks of the process, which are virtual while a loop runs."""

import contextlib
import importlib
import subprocess
import sys
import threading
import time
import types
from typing import Any, Callable, Dict, Iterator

from .lead import MONOTONIC, NS, Lead

#: The real clocks, and the real sleep.
REAL: Dict[str, Callable[..., Any]] = {name: getattr(time, name) for name in (
    "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "sleep")}


@contextlib.contextmanager
def clocks(lead: Lead) -> Iterator[None]:
    """Replaces the functions of the module `time`, and with the package time-machine what `datetime` and others say.

    In other threads intervals are real, as their waits are; the date is that of virtual time everywhere.
    """
    own = threading.get_ident()
    epoch = int(lead.options.epoch) * NS
    read, ident = lead.read, threading.get_ident

    def interval(real: Callable[[], Any]) -> Callable[[], float]:
        return lambda: (MONOTONIC + read()) / NS if ident() == own else real()

    def interval_ns(real: Callable[[], Any]) -> Callable[[], int]:
        return lambda: MONOTONIC + read() if ident() == own else real()

    def sleep(seconds: float) -> None:
        (lead.sleep if ident() == own else REAL["sleep"])(seconds)

    replaced: Dict[str, Callable[..., Any]] = {
        "time": lambda: (epoch + lead.nanoseconds if ident() != own else epoch + read()) / NS,
        "time_ns": lambda: epoch + lead.nanoseconds if ident() != own else epoch + read(),
        "monotonic": interval(REAL["monotonic"]), "monotonic_ns": interval_ns(REAL["monotonic_ns"]),
        "perf_counter": interval(REAL["perf_counter"]), "perf_counter_ns": interval_ns(REAL["perf_counter_ns"]),
        "sleep": sleep,
    }
    before = {name: getattr(time, name) for name in replaced}
    with _travelling(lead, int(lead.options.epoch)), _real_in(subprocess):
        for name, function in replaced.items():
            setattr(time, name, function)
        try:
            yield
        finally:
            for name, function in before.items():
                setattr(time, name, function)


@contextlib.contextmanager
def _travelling(lead: Lead, epoch: int) -> Iterator[None]:
    """With time-machine: `datetime.now()`, `time.localtime()` and others, which are written in C."""
    time_machine: Any = None
    with contextlib.suppress(ImportError):
        time_machine = importlib.import_module("time_machine")
    if time_machine is None:
        yield
        return
    with time_machine.travel(epoch, tick=False) as traveller:
        def moved(by: int) -> None:
            traveller.shift(by / NS)

        moved(lead.nanoseconds)
        lead.moved = moved
        try:
            yield
        finally:
            lead.moved = None


@contextlib.contextmanager
def _real_in(module: types.ModuleType) -> Iterator[None]:
    """What a module of the standard library waits for is real: `Popen.wait(timeout)` sleeps until the child has ended."""
    if getattr(module, "time", None) is not sys.modules["time"]:
        yield
        return
    setattr(module, "time", types.SimpleNamespace(**{**vars(time), **REAL}))
    try:
        yield
    finally:
        setattr(module, "time", time)
