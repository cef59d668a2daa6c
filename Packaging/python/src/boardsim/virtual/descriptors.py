"""Where the descriptors of a loop lead."""

import os
import socket
import stat
import struct
from typing import Callable, Dict, List

from .lead import Lead

LOOPBACK = {"127.0.0.1", "::1", "::ffff:127.0.0.1"}
CREDENTIALS = struct.Struct("3i")


class Descriptors:
    """Which descriptors lead to boardsim, or back to this process; all others are foreign."""

    def __init__(self, lead: Lead) -> None:
        self._process = lead.process
        self._paths, self._ports = set(), set()
        for radio in lead.radios:
            kind, place = radio.split(":", 1)
            if kind == "hci-unix":
                self._paths.add(place)
            elif kind == "hci-tcp":
                self._ports.add(int(place.rsplit(":", 1)[1]))
            elif kind == "bluez-bus":
                self._paths.update(
                    value for key, _, value in (part.partition("=") for part in place.partition(":")[2].split(","))
                    if key in ("path", "abstract"))
        self._known: Dict[int, bool] = {}
        #: Who knows of others that are not foreign.
        self.owners: List[Callable[[int], bool]] = []

    def forget(self, number: int) -> None:
        """The descriptor is not watched any more, and may become another one."""
        self._known.pop(number, None)

    def is_foreign(self, number: int) -> bool:
        """Whether something outside of virtual time is at the other end."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = not (
                any(owns(number) for owns in self.owners) or self._leads_home(number))
        return found

    def _leads_home(self, number: int) -> bool:
        try:
            if not stat.S_ISSOCK(os.fstat(number).st_mode):
                return False
            with socket.socket(fileno=os.dup(number)) as end:
                if end.family == socket.AF_UNIX:
                    peer, _, _ = CREDENTIALS.unpack(
                        end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))
                    name = end.getpeername()
                    if isinstance(name, bytes):
                        name = name.decode(errors="replace")
                    # What boardsim starts is in its session, as it is itself below a launcher.
                    return peer == os.getpid() or os.getsid(peer) == self._process or name.lstrip("\0") in self._paths
                place = end.getpeername()
                return place[0] in LOOPBACK and place[1] in self._ports
        except OSError:
            return False
