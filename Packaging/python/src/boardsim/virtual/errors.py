"""Why a run in virtual time did not come to its end."""

from typing import Optional

from ..program import BoardsimError


class VirtualTimeError(BoardsimError):
    """Something that virtual time cannot do; those below, where real code would hang."""

    def __init__(self, message: str, time: Optional[float] = None) -> None:
        super().__init__(message)
        #: When it happened, in virtual seconds since the run began; None outside of a run.
        self.time = time


class Stalled(VirtualTimeError):
    """Every task waits, no timer is left, and nothing has reached the program for a long virtual time."""


class Livelock(VirtualTimeError):
    """Tasks run on and on at one moment, or one reads the clock on and on without waiting."""


class LimitReached(VirtualTimeError):
    """Virtual time would pass `limit`."""
