"""A selector that lets virtual time move instead of waiting."""

import selectors
from typing import TYPE_CHECKING, List, Optional, Tuple

from .descriptors import Descriptors

if TYPE_CHECKING:
    from .loop import VirtualTimeLoop

Ready = List[Tuple[selectors.SelectorKey, int]]


class VirtualTimeSelector(selectors.EpollSelector):
    """Asks its loop what to do when nothing is ready. What is ready comes in the order of its descriptors."""

    #: Set by the loop, which needs its selector first.
    loop: "VirtualTimeLoop"

    def __init__(self, descriptors: Descriptors) -> None:
        super().__init__()
        self.descriptors = descriptors

    def select(self, timeout: Optional[float] = None) -> Ready:
        ready = self.wait(0)
        if ready or (timeout is not None and timeout <= 0):
            self.loop.turned()
            return ready
        return self.loop.idle(timeout)

    def wait(self, timeout: float) -> Ready:
        """What is ready within a time of the real clock."""
        ready = super().select(timeout)
        if len(ready) > 1:
            ready.sort(key=lambda found: found[0].fd)
        for key, _ in ready:
            if self.descriptors.is_foreign(key.fd):
                self.loop.lead.foreign += 1
        return ready

    # typeshed has the types of these, which are long.

    def unregister(self, fileobj):  # type: ignore[no-untyped-def]
        key = super().unregister(fileobj)
        self.descriptors.forget(key.fd)
        return key

    @property
    def waits_to_write(self) -> bool:
        """Whether a socket is full."""
        return any(key.events & selectors.EVENT_WRITE for key in self.get_map().values())

    @property
    def foreign(self) -> List[int]:
        """Descriptors that do not lead to boardsim."""
        return sorted(key.fd for key in self.get_map().values() if self.descriptors.is_foreign(key.fd))
