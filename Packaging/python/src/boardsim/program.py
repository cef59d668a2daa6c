"""The program boardsim: where it is."""

import os
import pathlib
import shutil
import sysconfig
from typing import Iterator, Optional


class BoardsimError(Exception):
    """What boardsim refuses, in its own words; `code` is that of JSON-RPC, if it gave one."""

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.code = code


def find(named: Optional[str]) -> str:
    """The program: as named, as the variable BOARDSIM names it, of this installation, or from the PATH."""
    for name, source in ((named, "boardsim_program"), (os.environ.get("BOARDSIM"), "BOARDSIM")):
        if name:
            found = shutil.which(os.path.expanduser(name))
            if not found:
                raise BoardsimError(
                    f"{source} names {name}, which is not a program; name the launcher "
                    f"`boardsim` of a checkout, or the program that it built")
            return os.path.abspath(found)
    for place in _installed():
        if os.access(place, os.X_OK):
            return str(place)
    found = shutil.which("boardsim")
    if not found:
        raise BoardsimError(
            "the program boardsim was not found on the PATH; name it with --boardsim PATH, with "
            "`boardsim_program = PATH` in pytest's configuration, or in the variable BOARDSIM")
    return found


def _installed() -> Iterator[pathlib.Path]:
    """Where pip puts the program of the wheel: for this environment, for a user, into a folder."""
    yield pathlib.Path(sysconfig.get_path("scripts")) / "boardsim"
    if "posix_user" in sysconfig.get_scheme_names():
        yield pathlib.Path(sysconfig.get_path("scripts", "posix_user")) / "boardsim"
    yield pathlib.Path(__file__).resolve().parents[1] / "bin" / "boardsim"
