"""Checks that say `ok …` or `FAILED …`, a boardsim in the guest, and patience.

    @check
    async def the_board_answers():
        async with Simulator("turning.yaml") as simulator:
            board = await simulator.connect(CUBE)
"""

import asyncio
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import traceback

import bluez

PAYLOAD = pathlib.Path(__file__).resolve().parents[1]
SCENARIOS = PAYLOAD / "clients" / "scenarios"
PROGRAM = str(PAYLOAD / "boardsim")
CUBE = "E1:00:00:00:00:01"
# Seconds after which something that should come is given up. The guest's processor is emulated.
PATIENCE = float(os.environ.get("PATIENCE", "25"))
# Seconds for a check that says nothing else.
LIMIT = 4 * PATIENCE

_checks = []
_measured = []


def check(function=None, *, limit=LIMIT):
    """Makes a coroutine a check that has `limit` seconds; its name says what holds, or else its documentation does."""
    if function is None:
        return lambda function: check(function, limit=limit)
    _checks.append((function, limit))
    return function


def measured(text):
    """A figure for the line of this check."""
    _measured.append(text)


async def run(patterns):
    """Runs the checks whose names hold one of the patterns; how many failed."""
    failures = 0
    for function, limit in _checks:
        name = f"{function.__module__}: {function.__name__.replace('_', ' ')}"
        if patterns and not any(pattern in name for pattern in patterns):
            continue
        _measured.clear()
        began = time.monotonic()
        try:
            try:
                await asyncio.wait_for(function(), limit)
            except Exception as error:
                if kernel_complaint():
                    raise
                # An emulated machine on busy cores is late at times; who fails twice has failed.
                _measured.clear()
                await asyncio.wait_for(function(), limit)
                measured(f"at the second try, after {type(error).__name__}: {error}")
            broken = kernel_complaint()
            if broken:
                raise AssertionError(f"the kernel: {broken}")
        except Exception as error:
            failures += 1
            where = "".join(traceback.format_tb(error.__traceback__)[-3:])
            print(f"FAILED {name}: {type(error).__name__}: {error}\n{where}", end="", flush=True)
            for line in Simulator.last_words():
                print(f"    {line}", flush=True)
            if broken := kernel_complaint():
                print(f"no further checks: {broken}", flush=True)
                return failures
        else:
            figures = f": {', '.join(_measured)}" if _measured else ""
            print(f"ok {name} ({time.monotonic() - began:.1f} s){figures}", flush=True)
    return failures


def kernel_complaint():
    """The first line with which the kernel says that it is broken, if it did."""
    log = subprocess.run(["dmesg"], capture_output=True, text=True).stdout
    found = re.search(r".*(kernel BUG|Oops|segfault|list_(add|del) corruption|refcount_t:|WARNING: CPU).*", log)
    return found and found[0]


async def soon(awaitable, what, seconds=PATIENCE):
    """Waits for what should come soon; says what did not."""
    try:
        return await asyncio.wait_for(awaitable, seconds)
    except (asyncio.TimeoutError, TimeoutError):
        raise AssertionError(f"waited {seconds:g} s in vain for {what}") from None


async def until(condition, what, seconds=PATIENCE):
    """Waits until the condition holds; what it gave then."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if asyncio.iscoroutine(found):
            found = await found
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds:g} s in vain for {what}")
        await asyncio.sleep(0.02)


async def command(*arguments, given=None, seconds=PATIENCE):
    """Runs a program; what it wrote."""
    process = await asyncio.create_subprocess_exec(
        *arguments, stdin=asyncio.subprocess.PIPE if given is not None else None,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    out, _ = await soon(
        process.communicate(given.encode() if given is not None else None),
        f"the end of {' '.join(arguments)}", seconds)
    return out.decode(errors="replace")


class Simulator:
    """`boardsim run … --radio …`, from its start to its report.

    With `vhci` its adapters are powered; with `bluez:hci1` its board is registered there.
    """

    _last = None

    def __init__(self, scenario, radios=("vhci",), speed=1, arguments=(), user=None):
        self.scenario = scenario if isinstance(scenario, pathlib.Path) else SCENARIOS / scenario
        self.radios = radios
        self.speed = speed
        self.arguments = list(arguments)
        self.user = user
        self.errors = []
        # The adapters that it makes, and the addresses of those that its boards use.
        self.adapters = []
        self.addresses = []
        self.report = None
        self.trace = []
        self._hosts = contextlib.AsyncExitStack()

    async def __aenter__(self):
        Simulator._last = self
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="boardsim-"))
        self.folder.chmod(0o777)
        self.process = await asyncio.create_subprocess_exec(
            PROGRAM, "run", str(self.scenario), "--speed", str(self.speed),
            *(word for radio in self.radios for word in ("--radio", radio)),
            "--out", str(self.folder / "out"), "--report", "json",
            "--trace", str(self.folder / "trace"), *self.arguments,
            user=self.user, group=self.user, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE)
        self._reader = asyncio.create_task(self._read_errors())
        try:
            await until(self._is_ready, "boardsim's radios")
            for adapter in self.adapters:
                await bluez.ready(adapter)
        except BaseException:
            await self.end()
            raise
        return self

    async def __aexit__(self, *exception):
        try:
            await self._hosts.aclose()
            for adapter in self.adapters:
                await bluez.forget_all(adapter)
        finally:
            await self.end()

    def _is_ready(self):
        assert self.process.returncode is None, "boardsim has ended:\n" + "\n".join(self.errors)
        wanted = self.radios.count("vhci")
        return len(self.adapters) >= wanted and len(self.addresses) >= len(self.radios) - wanted

    async def _read_errors(self):
        async for line in self.process.stderr:
            for text in re.split("[\r\n]+", line.decode(errors="replace")):
                if text.strip():
                    self.errors.append(text.rstrip())
                if text.startswith("listening on"):
                    # Virtual time zero, by the clock of this machine.
                    self.began = time.time()
                found = re.search(r"listening on bluez:hci\d+ \(.*, ([0-9A-F:]{17})\)", text)
                if found:
                    self.addresses.append(found[1])
                found = re.search(r"attached: vhci, (hci\d+)", text)
                if found and found[1] not in self.adapters:
                    self.adapters.append(found[1])

    async def end(self):
        """Ends the run in order, once; its report is there then."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
        await soon(self.process.wait(), "the end of boardsim after an interrupt")
        await self._reader
        path = self.folder / "out" / "report.json"
        if path.exists():
            self.report = json.loads(path.read_text())
            self.trace = (self.folder / "trace").read_text().splitlines()
        for adapter in self.adapters:
            await bluez.gone(adapter)

    def board(self, name):
        """What the report says of a board, after the end."""
        return next(board for board in self.report["boards"] if board["name"] == name)

    def traced(self, pattern):
        """The lines of the trace that match, once the run has ended: it is written in large pieces."""
        return [line for line in self.trace if re.search(pattern, line)]

    async def connect(self, address=CUBE, **options):
        """A board, found by scanning and connected; disconnected at the end."""
        from board import Board

        return await self._hosts.enter_async_context(
            Board(address, options.pop("adapter", self.adapters[0]), **options))

    @classmethod
    def last_words(cls):
        """What the last simulator said."""
        return cls._last.errors[-8:] if cls._last else []
