"""What tshark, with our dissector, says of a capture."""

import subprocess

from repository import ROOT

DISSECTOR = ROOT / "docs" / "wireshark" / "metawear.lua"
NOTIFICATION = "326a900685cb9195d9dd464cfbbae75a"


class Unreadable(Exception):
    """What tshark says of a file that it cannot read."""


def rows(file, condition, *fields):
    """The fields of the frames that meet a display filter."""
    command = ["tshark", "-X", f"lua_script:{DISSECTOR}", "-r", str(file), "-Y", condition]
    command += ["-T", "fields", "-E", "separator=/t"]
    for field in fields or ["frame.number"]:
        command += ["-e", field]
    run = subprocess.run(command, capture_output=True, text=True)
    errors = [
        line for line in run.stderr.splitlines() if line and not line.startswith("Running as user")
    ]
    if run.returncode != 0 or errors:
        raise Unreadable(f"{file.name}: tshark: {'; '.join(errors)}")
    return [line.split("\t") for line in run.stdout.splitlines()]


def count(file, condition):
    return len(rows(file, condition))
