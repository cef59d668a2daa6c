"""Virtual time for Python programs that talk to boards on a radio.

While the program runs, time stands still. When its event loop has nothing left to do, boardsim moves time to the loop's next
timer, or to the first thing that it writes to the program. So ten minutes of waiting cost what happens in them, and the
same program does the same things at the same times in every run.

What a program needs of it is in `boardsim.Simulator`; the event loop is imported when one is needed.
"""

from .errors import LimitReached, Livelock, Stalled, VirtualTimeError
from .options import VirtualTimeOptions

__all__ = ["LimitReached", "Livelock", "Stalled", "VirtualTimeError", "VirtualTimeOptions"]
