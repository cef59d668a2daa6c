"""The program boardsim: where it is, and what it reports of a scenario before that is on the air."""

import json
import os
import shutil
import subprocess

# Seconds. The launcher of a fresh checkout builds the program first.
BUILDING = 1800


class BoardsimError(Exception):
    """Why a board cannot be put on the air, and how to fix it."""


def find(named):
    """The program: as named, as the variable BOARDSIM names it, or from the PATH."""
    for name, source in ((named, "boardsim_program"), (os.environ.get("BOARDSIM"), "BOARDSIM")):
        if name:
            found = shutil.which(os.path.expanduser(name))
            if not found:
                raise BoardsimError(
                    f"{source} names {name}, which is not a program; name the launcher "
                    f"`boardsim` of a checkout, or the program that it built")
            return os.path.abspath(found)
    found = shutil.which("boardsim")
    if not found:
        raise BoardsimError(
            "the program boardsim was not found on the PATH; name it with --boardsim PATH, with "
            "`boardsim_program = PATH` in pytest's configuration, or in the variable BOARDSIM")
    return found


def has_option(program, option):
    """Whether `boardsim run` knows an option."""
    done = subprocess.run([program, "run", "--help"], stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=BUILDING)
    return option in done.stdout


def boards(program, scenario, arguments=()):
    """The boards of a scenario, found by running it for a millisecond of virtual time.

    An invalid scenario is reported here, with the program's own message.
    """
    try:
        done = subprocess.run(
            [program, "run", str(scenario), "--for", "1ms", "--report", "json", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace", timeout=BUILDING)
    except OSError as error:
        raise BoardsimError(f"{program} cannot be started: {error.strerror}") from None
    if done.returncode in (2, 3):
        raise BoardsimError(done.stderr.strip() or f"boardsim ended with {done.returncode}")
    try:
        return json.loads(done.stdout)["boards"]
    except (ValueError, KeyError, TypeError):
        raise BoardsimError(
            f"{program} is not boardsim, or it broke: status {done.returncode}\n"
            f"{(done.stdout + done.stderr).strip()[-2000:]}") from None
