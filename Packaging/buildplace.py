"""The folder in which packages are built: one path on all machines, with a copy of the sources.

The compiler orders some instructions by what it knows of paths, whatever paths it writes, so that builds in two folders
differ by a few bytes. In one folder they do not.
"""

import fcntl
import os
import pathlib
import shutil
import stat
import subprocess

PLACE = pathlib.Path("/var/tmp/boardsim-package")
SOURCE = PLACE / "source"
SCRATCH = PLACE / "build"
# What the package manager wants to see: targets of tests, too.
PARTS = ("Package.swift", "Sources", "Tests", "Packaging/foundation", "Packaging/wasm")


class PlaceError(Exception):
    """The folder cannot be used; in words, with what to do."""


def take():
    """Makes the folder this process's own, and returns what holds it: another process waits."""
    try:
        PLACE.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise PlaceError(f"{PLACE} cannot be made: {error.strerror}") from None
    # Anybody may have made it before: what they put there would get into the packages.
    status = PLACE.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022:
        raise PlaceError(f"{PLACE} is not a folder of yours that you alone may write; remove it, or have its owner remove it")
    lock = open(PLACE / "lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def clear():
    """Forgets what was built before."""
    shutil.rmtree(SCRATCH, ignore_errors=True)


def bring(root):
    """Copies the sources of a checkout that have changed since, and removes those that are gone."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *PARTS],
        check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
    wanted = {name for name in listed if name and (root / name).is_file()}
    for path in [path for path in SOURCE.rglob("*") if path.is_file() or path.is_symlink()]:
        if str(path.relative_to(SOURCE)) not in wanted:
            path.unlink()
    for name in sorted(wanted):
        source, target = root / name, SOURCE / name
        if target.is_file() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
