"""What other threads bring to the loop: results of jobs, for which time stands still, and callbacks, which are foreign."""

import asyncio
import concurrent.futures
import threading
from typing import Any, Callable, List, Set, Tuple

# In their order of submission, whatever the order in which they end.
Job = Tuple["concurrent.futures.Future[Any]", "asyncio.Future[Any]"]


class Threads:
    """Everything that arrives from other threads, until the loop is idle: then its place does not depend on their speed."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` ends the wait of the loop, and may be called from any thread."""
        self._wake = wake
        self._jobs: List[Job] = []
        self._posted: List[asyncio.Handle] = []
        self._lock = threading.Lock()
        self._executors: List[concurrent.futures.Executor] = []

    def submit(self, executor: concurrent.futures.Executor, future: "asyncio.Future[Any]", work: Callable[[], Any]) -> None:
        """Begins a job, whose result is that of a future of the loop."""
        if executor not in self._executors:
            self._executors.append(executor)
        job = executor.submit(work)
        future.add_done_callback(lambda found: job.cancel() if found.cancelled() else None)
        self._jobs.append((job, future))
        job.add_done_callback(lambda _: self._wake())

    def post(self, handle: asyncio.Handle) -> None:
        """From another thread: a callback for the loop."""
        with self._lock:
            self._posted.append(handle)
        self._wake()

    @property
    def jobs(self) -> int:
        """How many have not brought their results yet."""
        return len(self._jobs)

    def take_jobs(self) -> bool:
        """Gives the results of all jobs to their futures; false if one has not ended."""
        if not self._jobs or not all(job.done() for job, _ in self._jobs):
            return False
        jobs, self._jobs = self._jobs, []
        for job, future in jobs:
            if not future.done():
                asyncio.futures._copy_future_state(job, future)  # type: ignore[attr-defined]
        return True

    def take_posted(self) -> List[asyncio.Handle]:
        """The callbacks that threads have posted."""
        if not self._posted:
            return []
        with self._lock:
            posted, self._posted = self._posted, []
        return posted

    def others(self, own: Set[threading.Thread]) -> Set[threading.Thread]:
        """Threads that may bring something."""
        for executor in self._executors:
            own = own | set(getattr(executor, "_threads", ()))
        return set(threading.enumerate()) - own
