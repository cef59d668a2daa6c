"""asyncio's event loop, whose time is that of a simulator."""

import asyncio
import concurrent.futures
import functools
import threading
import warnings
from typing import Any, Callable, List, Optional

from .children import Children
from .clocks import REAL
from .descriptors import Descriptors
from .errors import Livelock, Stalled
from .lead import MONOTONIC, NS, Lead
from .selector import Ready, VirtualTimeSelector
from .tasks import waiting
from .threads import Threads
from .watchdog import Watchdog
from .world import world


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Takes turns with boardsim. While it runs, the clocks of the process are virtual."""

    def __init__(self, lead: Lead) -> None:
        self.lead = lead
        self._descriptors = Descriptors(lead)
        self._virtual_selector = VirtualTimeSelector(self._descriptors)
        self._virtual_selector.loop = self
        self._threads = Threads(lambda: self._write_to_self())  # type: ignore[attr-defined]
        self._children = Children(self)
        self._watchdog = Watchdog(lead)
        # Turns at one moment, and which it is.
        self._turns, self._moment = 0, lead.nanoseconds
        lead.begin()
        super().__init__(self._virtual_selector)
        self._descriptors.owners = [self._children.owns, lambda number: number == self._ssock.fileno()]  # type: ignore[attr-defined]

    def time(self) -> float:
        """Virtual seconds, on the scale of `time.monotonic()`."""
        return (MONOTONIC + self.lead.read()) / NS

    def run_forever(self) -> None:
        """As always, in virtual time."""
        with world(self.lead), self._watchdog.watching():
            super().run_forever()

    def close(self) -> None:
        """As always."""
        if not self.is_running() and not self.is_closed():
            self._children.close()
        super().close()

    # What comes from threads

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Any = None,
    ) -> asyncio.Handle:
        """As always; what another thread posts is taken when every task waits."""
        if self._thread_id in (None, threading.get_ident()):  # type: ignore[attr-defined]
            return super().call_soon_threadsafe(callback, *args, context=context)
        self._check_closed()  # type: ignore[attr-defined]
        handle = asyncio.Handle(callback, args, self, context)
        self._threads.post(handle)
        return handle

    def run_in_executor(  # type: ignore[override]
        self, executor: Optional[concurrent.futures.Executor], func: Callable[..., Any], *args: Any,
    ) -> "asyncio.Future[Any]":
        """As always; time stands still until all jobs have ended."""
        self._check_closed()  # type: ignore[attr-defined]
        if executor is None:
            self._check_default_executor()  # type: ignore[attr-defined]
            executor = self._default_executor  # type: ignore[has-type]
            if executor is None:
                executor = concurrent.futures.ThreadPoolExecutor(thread_name_prefix="asyncio")
                self._default_executor = executor
        future = self.create_future()
        self._threads.submit(executor, future, functools.partial(func, *args))
        return future

    async def shutdown_default_executor(self, timeout: Optional[float] = None) -> None:
        """As always, but no thread tells the loop that it is done."""
        self._executor_shutdown_called = True
        executor = self._default_executor
        if executor is None:
            return
        thread = threading.Thread(target=executor.shutdown, daemon=True)
        thread.start()
        thread.join(min(self.lead.options.patience, timeout or self.lead.options.patience))
        if thread.is_alive():
            warnings.warn("a job in a thread has not ended; the program waits for it at its end", RuntimeWarning, stacklevel=2)
            executor.shutdown(wait=False)

    # Child processes

    async def _make_subprocess_transport(
        self, protocol: Any, args: Any, shell: bool, stdin: Any, stdout: Any, stderr: Any, bufsize: int,
        extra: Any = None, **keywords: Any,
    ) -> asyncio.SubprocessTransport:
        # As asyncio has it, without its watchers, which are threads before Python 3.12.
        waiter = self.create_future()
        transport = asyncio.unix_events._UnixSubprocessTransport(  # type: ignore[attr-defined]
            self, protocol, args, shell, stdin, stdout, stderr, bufsize, waiter=waiter, extra=extra, **keywords)
        self._children.watch(transport)
        try:
            await waiter
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException:
            transport.close()
            await transport._wait()
            raise
        return transport  # type: ignore[no-any-return]

    # Time, as the selector wants it

    def turned(self) -> None:
        """There is something to do at this moment."""
        self.lead.readings = 0
        self._watchdog.turns += 1
        if self.lead.nanoseconds != self._moment:
            self._turns, self._moment = 0, self.lead.nanoseconds
        self._turns += 1
        if self._turns > self.lead.options.most_turns:
            self._turns = 0
            raise Livelock(
                f"the loop has turned {self.lead.options.most_turns} times at {self.lead.now:.9g} s, and time cannot move on. "
                "Look for `asyncio.sleep(0)` in a loop, or for a reader that does not read; wait with a longer sleep instead"
                + waiting(self), self.lead.now)

    def idle(self, timeout: Optional[float]) -> Ready:
        """Every task waits, at most until a timeout: moves on to what wakes one."""
        self._watchdog.is_in_program = False
        self.turned()
        ready = self._from_threads()
        if ready is None:
            ready = self._from_children()
        if ready is None:
            ready = self._at_present()
        if ready is None:
            ready = self._later(timeout)
        self._watchdog.is_in_program = True
        return ready

    def _at_present(self) -> Optional[Ready]:
        """What others have to say before time may move; None if that is nothing."""
        if not self.lead.is_apart and not self._virtual_selector.waits_to_write:
            return None
        # A daemon in between may have an answer of its own; and boardsim reads what is in the way of a socket that is full.
        self.lead.advance(self.lead.nanoseconds)
        return self._virtual_selector.wait(0) or None

    def _later(self, timeout: Optional[float]) -> Ready:
        lead, began = self.lead, self.lead.nanoseconds
        # Without a timer, so long for what is still to come.
        seconds = lead.options.stalled_after if timeout is None else timeout
        goal = began + max(1, round(seconds * NS))
        while True:
            ready = self._from_others() if lead.options.grace else []
            if not ready:
                until = lead.next_stop(goal)
                if until is None:
                    raise lead.limit_reached(waiting(self))
                lead.advance(until)
                ready = self._virtual_selector.wait(0)
            has_posted = self._take_posted()
            if ready or has_posted:
                return ready
            if lead.nanoseconds >= goal:
                if timeout is None:
                    raise self._stalled(began)
                return []

    def _stalled(self, since: int) -> Stalled:
        foreign = self._virtual_selector.foreign
        others = f"; descriptors that do not lead to boardsim: {', '.join(map(str, foreign))}" if foreign else ""
        return Stalled(
            f"every task waits at {self.lead.now:.9g} s, nothing has reached the program since {since / NS:.9g} s, and no "
            "timer is left that could wake one. Look for an event that is never set or a queue that is never filled; if "
            f"another thread or socket is to wake a task, set `grace`{others}" + waiting(self), self.lead.now)

    # What is not in virtual time

    def _take_posted(self) -> bool:
        posted: List[asyncio.Handle] = self._threads.take_posted()
        if posted:
            self.lead.foreign += 1
            self._ready.extend(posted)  # type: ignore[attr-defined]
        return bool(posted)

    def _from_threads(self) -> Optional[Ready]:
        """What threads have brought; None if there is nothing to wait for."""
        if self._take_posted() or self._threads.take_jobs():
            return []
        end = REAL["monotonic"]() + self.lead.options.patience
        while self._threads.jobs:
            ready = self._virtual_selector.wait(max(0.0, end - REAL["monotonic"]()))
            # A handler of a signal may have called something.
            if self._threads.take_jobs() or self._take_posted() or self._ready:  # type: ignore[attr-defined]
                return ready
            if any(key.fd != self._ssock.fileno() for key, _ in ready):  # type: ignore[attr-defined]
                return ready
            if not ready:
                raise Stalled(
                    f"jobs in threads ({self._threads.jobs}) have not ended within {self.lead.options.patience:g} real "
                    f"seconds, for which time stands still; it is {self.lead.now:.9g} s. Raise `patience` if they need longer; "
                    "use `threading.Thread` for one that is not meant to end" + waiting(self), self.lead.now)
            self._ssock.recv(4096)  # type: ignore[attr-defined]
        return None

    def _from_children(self) -> Optional[Ready]:
        """What child processes have brought; None if there are none."""
        if not self._children.are_running:
            return None
        if not self._virtual_selector.waits_to_write:
            self._children.settle()
        ready = self._virtual_selector.wait(self.lead.options.patience)
        if not self._take_posted() and not ready:
            raise Stalled(
                f"a child process has not ended within {self.lead.options.patience:g} real seconds, for which time stands "
                f"still; it is {self.lead.now:.9g} s. Raise `patience` if it needs longer; a child that talks to boards itself "
                "cannot take part" + waiting(self), self.lead.now)
        return ready

    def _from_others(self) -> Ready:
        """What threads and descriptors outside of virtual time bring within the grace."""
        own = {threading.current_thread(), self.lead.connection.listener, self._watchdog.thread}
        if not self._virtual_selector.foreign and not self._threads.others({each for each in own if each}):
            return []
        return self._virtual_selector.wait(self.lead.options.grace)
