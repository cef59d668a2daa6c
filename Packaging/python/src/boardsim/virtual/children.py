"""Child processes of the program: time stands still for them, so that they take none."""

import asyncio
import dataclasses
import os
import select
import subprocess
from typing import Any, List

from .clocks import REAL

#: So many real seconds after its start, a child is expected to last: what it writes is taken as it comes.
SOON = 1.0


@dataclasses.dataclass(eq=False)
class Child:
    """A process that has not ended, as far as the loop knows."""

    transport: Any
    #: Becomes ready at its end.
    number: int
    started: float


class Children:
    """The processes that a loop has started."""

    def __init__(self, loop: asyncio.SelectorEventLoop) -> None:
        self._loop = loop
        self._running: List[Child] = []
        self._processes: List["subprocess.Popen[bytes]"] = []

    def watch(self, transport: Any) -> None:
        """Waits for the end of a process in the loop itself, not in a thread."""
        child = Child(transport, os.pidfd_open(transport.get_pid()), REAL["monotonic"]())
        self._running.append(child)
        self._processes = [each for each in self._processes if each.returncode is None or _files(each)]
        self._processes.append(transport.get_extra_info("subprocess"))
        self._loop.add_reader(child.number, self._ended, child)

    def _ended(self, child: Child) -> None:
        self._forget(child)
        try:
            _, status = os.waitpid(child.transport.get_pid(), 0)
            code = os.waitstatus_to_exitcode(status)
        except ChildProcessError:
            # Something else has waited for it: 255, as asyncio has it.
            found = child.transport.get_extra_info("subprocess").returncode
            code = 255 if found is None else found
        self._loop.call_soon(child.transport._process_exited, code)

    def _forget(self, child: Child) -> None:
        self._running.remove(child)
        self._loop.remove_reader(child.number)
        os.close(child.number)

    @property
    def are_running(self) -> bool:
        """Whether one has not ended."""
        return bool(self._running)

    def settle(self) -> None:
        """Waits for those that end soon, so that what they wrote and their ends come together."""
        for child in self._running:
            end = child.started + SOON
            poll = select.poll()
            poll.register(child.number, select.POLLIN)
            poll.poll(max(0.0, (end - REAL["monotonic"]()) * 1000))

    def owns(self, number: int) -> bool:
        """Whether a descriptor leads to a child."""
        if any(child.number == number for child in self._running):
            return True
        return any(number in _files(each) for each in self._processes)

    def close(self) -> None:
        """The loop ends."""
        for child in list(self._running):
            self._forget(child)


def _files(process: "subprocess.Popen[bytes]") -> List[int]:
    """This end of the pipes to a child."""
    return [each.fileno() for each in (process.stdin, process.stdout, process.stderr) if each is not None and not each.closed]
