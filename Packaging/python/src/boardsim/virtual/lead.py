"""The program's side of taking turns: its time, and the request that moves it."""

import weakref
from typing import Callable, Optional, Sequence

from ..rpc import Connection
from .errors import LimitReached, Livelock
from .options import VirtualTimeOptions

NS = 1_000_000_000
#: What `time.monotonic()` is when a run begins, in nanoseconds: programs compare it with zero.
MONOTONIC = 1_000 * NS
#: The most virtual time of one request, so that Ctrl-C is heeded meanwhile.
SLICE = 60 * NS
#: The virtual time beyond the limit in which tasks that were cancelled may end what they have begun.
OVERTIME = 60 * NS

#: Those that were not closed yet.
leads: "weakref.WeakSet[Lead]" = weakref.WeakSet()


def is_apart(radio: str) -> bool:
    """Whether a daemon lies between boardsim and the hosts of this radio, which answers some requests by itself."""
    return radio.startswith("bluez-bus:")


class Lead:
    """The time of a simulator whose run the program leads, and what a report on it needs."""

    def __init__(
        self, connection: Connection, options: VirtualTimeOptions, asked: Sequence[str], radios: Sequence[str],
    ) -> None:
        """`asked`: the radios of the run as they were asked for; `radios`: as the program opened them."""
        self.options = options
        #: How often time was moved: the requests so far.
        self.advances = 0
        #: How many of them were answered because boardsim had written something.
        self.outputs = 0
        #: How often something outside of virtual time woke the program. Above zero, the run depends on real time.
        self.foreign = 0
        #: Virtual nanoseconds since the run began.
        self.nanoseconds = 0
        #: Whether daemons have to be asked for their answers before time moves.
        self.is_apart = any(map(is_apart, asked))
        #: Where the program's sockets lead.
        self.radios = list(radios)
        self.connection = connection
        #: Called with the nanoseconds by which time has moved.
        self.moved: Optional[Callable[[int], None]] = None
        #: How often a clock was read in this turn of the loop.
        self.readings = 0
        self._limit = self._end = round(options.limit * NS)
        leads.add(self)

    @property
    def now(self) -> float:
        """Virtual seconds since the run began."""
        return self.nanoseconds / NS

    @property
    def process(self) -> int:
        """The number of boardsim's process."""
        return self.connection.process.pid

    def close(self) -> None:
        """The run has ended."""
        leads.discard(self)

    def advance(self, until: int) -> bool:
        """Moves time, at most to `until`; true if boardsim has written something."""
        before = self.nanoseconds
        self.advances += 1
        self.nanoseconds, has_output = self.connection.advance(until)
        if has_output:
            self.outputs += 1
        if self.moved is not None and self.nanoseconds != before:
            self.moved(self.nanoseconds - before)
        return has_output

    def begin(self) -> None:
        """A loop begins: the limit holds."""
        self._end = self._limit

    def next_stop(self, goal: int) -> Optional[int]:
        """The time until which one request may move it on the way to a goal; None if it has reached its limit."""
        until = min(self.nanoseconds + SLICE, self._end)
        if goal <= until:
            return goal
        return until if until > self.nanoseconds else None

    def limit_reached(self, where: str = "") -> LimitReached:
        """The error for it. What the program has begun, it may end."""
        self._end = self._limit + OVERTIME
        return LimitReached(
            f"virtual time would pass its limit; it is {self.now:.9g} s. Raise `limit` if the program is meant to run that "
            f"long; otherwise look for what it waits for{where}", self.now)

    def sleep(self, seconds: float) -> None:
        """`time.sleep`: what boardsim writes meanwhile waits in sockets."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        goal = self.nanoseconds + round(seconds * NS)
        self.readings = 0
        while True:
            until = self.next_stop(goal)
            if until is None:
                raise self.limit_reached()
            self.advance(until)
            if self.nanoseconds >= goal:
                return

    def read(self) -> int:
        """The time, for a clock that the program reads."""
        self.readings += 1
        if self.readings > self.options.most_turns:
            self.readings = 0
            raise Livelock(
                f"a clock was read {self.options.most_turns} times at {self.now:.9g} s, and time cannot move on while the "
                "program runs. Look for a loop that reads it without waiting; wait with `asyncio.sleep` instead", self.now)
        return self.nanoseconds

