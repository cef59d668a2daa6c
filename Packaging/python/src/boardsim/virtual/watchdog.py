"""Reports a program that does not return to its loop, which nothing can stop."""

import contextlib
import sys
import threading
import traceback
from typing import IO, Iterator, Optional, Tuple

from .lead import Lead

#: So many real seconds may pass before the loop has its turn again.
PATIENCE = 10.0

#: Where reports go instead of `sys.stderr`, which pytest captures.
stream: Optional[IO[str]] = None


class Watchdog:
    """Looks at a loop from a thread of its own, and prints where its program is, once."""

    def __init__(self, lead: Lead) -> None:
        self._lead = lead
        #: Grows with each turn of the loop.
        self.turns = 0
        #: False while the loop itself waits for something.
        self.is_in_program = True
        self._program = threading.get_ident()
        self._is_over = threading.Event()
        #: Of the watchdog, while there is one.
        self.thread: Optional[threading.Thread] = None

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Until the block ends."""
        self.is_in_program = True
        self._is_over.clear()
        self._program = threading.get_ident()
        self.thread = threading.Thread(target=self._watch, name="boardsim watchdog", daemon=True)
        self.thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            self.thread.join()
            self.thread = None

    @property
    def progress(self) -> Tuple[int, int]:
        """Changes while the program gets on: the loop turns, or a blocking sleep moves time."""
        return self.turns, self._lead.advances

    def _watch(self) -> None:
        seen = self.progress
        while not self._is_over.wait(PATIENCE):
            if self.progress == seen and self.is_in_program:
                self._report()
                return
            seen = self.progress

    def _report(self) -> None:
        frame = sys._current_frames().get(self._program)
        place = stream or sys.stderr
        if frame is None or place is None:
            return
        with contextlib.suppress(OSError, ValueError):
            place.write(
                f"boardsim: the program has not returned to its event loop for {PATIENCE:g} s of real time, and virtual time "
                f"cannot move on; it is {self._lead.now:.9g} s. Look for a call that blocks, or a loop without a wait, here:\n"
                + "".join(traceback.format_stack(frame)))
            place.flush()
