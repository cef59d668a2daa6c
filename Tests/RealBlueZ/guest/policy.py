"""The D-Bus policy for a user who is not root, on a bus that lets nobody else near BlueZ."""

import asyncio
import contextlib
import pathlib
import shutil
import subprocess

from board import Board
from harness import PAYLOAD, PROGRAM, SCENARIOS, Simulator, check, measured, soon
from peripheral import ANSWER, ours

POLICIES = pathlib.Path("/usr/share/dbus-1/system.d"), pathlib.Path("/etc/dbus-1/system.d")
OWN = POLICIES[1] / "boardsim.conf"


def reload():
    subprocess.run(
        ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/",
         "org.freedesktop.DBus.ReloadConfig"], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def strict():
    """Debian lets everybody speak to BlueZ; here only root may."""
    (path,) = (each for folder in POLICIES for each in folder.glob("bluetooth.conf"))
    before = path.read_text()
    head, _, rest = before.partition('<policy context="default">')
    path.write_text(head + '<policy context="default">' + rest.replace("<allow", "<deny", 1))
    reload()
    try:
        yield
    finally:
        path.write_text(before)
        OWN.unlink(missing_ok=True)
        reload()


@check
async def a_user_who_is_not_root_has_the_board_on_an_adapter():
    async with ours() as (central, other):
        with strict():
            process = await asyncio.create_subprocess_exec(
                PROGRAM, "run", str(SCENARIOS / "turning.yaml"), "--radio", f"bluez:{other}",
                user="boardsim", group="boardsim", stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT)
            out, _ = await soon(process.communicate(), "the refusal")
            assert process.returncode == 3, out.decode()
            measured(out.decode().strip().splitlines()[-1])
            shutil.copy(PAYLOAD / "boardsim.conf", OWN)
            reload()
            async with Simulator("turning.yaml", radios=(f"bluez:{other}",), user="boardsim") as run:
                async with Board(run.addresses[0], central) as board:
                    assert await board.ask("0180") == ANSWER
