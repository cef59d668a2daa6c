"""Holds the captures of a folder to what tshark, with our dissector, says of them.

The folder has a pcapng and a btsnoop file of every shipped scenario. Prints `ok` or `FAILED` and
what was looked at, a line each, and `done` at the end.
"""

import pathlib
import subprocess
import sys

DISSECTOR = "docs/wireshark/metawear.lua"
NOTIFICATION = "326a900685cb9195d9dd464cfbbae75a"
COMMAND = "326a900185cb9195d9dd464cfbbae75a"
SERVICE = "5ae7bafb4c46ddd99591cb8500906a32"  # As it stands on the air.


def check(what, holds, detail=""):
    print(f"ok {what}" if holds else f"FAILED: {what}: {detail}", flush=True)


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
        check(f"{file.name}: tshark reads it", False, "; ".join(errors))
    return [line.split("\t") for line in run.stdout.splitlines()]


def count(file, condition):
    return len(rows(file, condition))


def common(file):
    """What holds for every capture."""
    name = file.name
    # 0x600000 is a warning; a comment stands below it.
    bad = rows(file, "_ws.malformed || _ws.expert.severity >= 0x600000",
               "frame.number", "_ws.expert.message")
    check(f"{name}: nothing is malformed or doubtful", not bad, str(bad[:3]))
    attributes = rows(file, "btatt.opcode in {0x12, 0x1b, 0x52}", "frame.number", "btatt.opcode",
                      "btatt.uuid128", "btatt.uuid16", "metawear.module_name",
                      "metawear.register_name")
    notified = [row for row in attributes if row[1] == "0x1b"]
    # The battery level is notified too.
    lost = [row for row in notified if row[2] != NOTIFICATION and row[3] != "0x2a19"]
    check(f"{name}: every notification has its characteristic", not lost, str(lost[:3]))
    # Clients ask for modules that none of the boards has; their numbers are no names.
    odd = [
        row for row in attributes
        if row[2] in (COMMAND, NOTIFICATION) and row[3] != "0x2902"
        and (not row[4] or row[5].startswith("register ")
             or row[4].startswith("module ") and row[5] != "information")
    ]
    check(f"{name}: module and register of every packet are named", not odd, str(odd[:3]))


def colons(digits):
    return ":".join(digits[i:i + 2] for i in range(0, len(digits), 2))


def setup(file):
    """How a link comes about, and what is found over it."""
    for what, condition in [
        ("the host starts its controller", "bthci_cmd.opcode == 0x0c03"),
        ("a connection is asked for", "bthci_cmd.opcode == 0x200d"),
        ("a connection comes about",
         "bthci_evt.le_meta_subevent == 0x01 && bthci_evt.status == 0"),
        ("it ends by the host's word", "bthci_cmd.opcode == 0x0406"),
        ("packets are counted", "bthci_evt.code == 0x13"),
        ("MTU", "btatt.opcode == 0x02"),
        ("discovery finds the service",
         f"btatt.opcode == 0x11 && btatt.uuid128 == {colons(SERVICE)}"),
        ("discovery looks for characteristics and descriptors",
         "btatt.opcode == 0x08 || btatt.opcode == 0x04"),
        ("the host subscribes", "btatt.opcode == 0x12 && btatt.uuid16 == 0x2902"),
    ]:
        check(f"{file.name}: {what}", count(file, condition) > 0)


def wrist(file):
    """The main job, in pcapng: with notes and values."""
    comments = {row[0]: row[1] for row in rows(
        file, "frame.comment", "frame.comment", "frame.time_epoch")}
    start = 1767225600
    for text, seconds in [
        ("phone: step: connect", 0), ("wrist: fault: link-loss", 20),
        ("phone: step: wait-until 40 s", None), ("phone: step: stop-log", 40),
    ]:
        time = comments.get(text)
        on_time = time is not None and (seconds is None or float(time) == start + seconds)
        check(f"{file.name}: the comment `{text}`", on_time, str(comments))
    notes = rows(file, "hci_mon.system_note", "_ws.col.Info")
    check(f"{file.name}: notes stand in the list as they are",
          [row[0] for row in notes] == list(comments), str(notes[:3]))
    info = [row[0] for row in rows(file, "metawear", "_ws.col.Info")]
    for text in [
        "answer accelerometer information: implementation 4, revision 0",
        "write accelerometer data config: output rate 7, bandwidth 2, filter performance 1, range g8",
        "write logging remove all triggers", "subscribe logging page complete",
        "created logging trigger: value 0", "notify logging readout progress: entries 0",
    ]:
        check(f"{file.name}: a packet reads `{text}`", text in info)
    supervision = rows(file, "bthci_evt.code == 0x05", "bthci_evt.reason")
    check(f"{file.name}: the links end by timeout and by the host",
          [int(row[0], 16) for row in supervision] == [0x08, 0x16], str(supervision))


def values(file):
    """A packed stream: three samples a packet, in the unit of the range that was set."""
    samples = [
        float(value)
        for row in rows(file, "metawear.accelerometer.packed_data.z",
                        "metawear.accelerometer.packed_data.z.g")
        for value in row[0].split(",")
    ]
    raw = [
        int(value)
        for row in rows(file, "metawear.accelerometer.packed_data.z",
                        "metawear.accelerometer.packed_data.z")
        for value in row[0].split(",")
    ]
    check(f"{file.name}: samples come in threes, each with its unit",
          len(samples) == len(raw) > 100 and len(raw) % 3 == 0, f"{len(samples)}, {len(raw)}")
    scales = {round(a / b, 3) for a, b in zip(raw, samples) if b}
    check(f"{file.name}: one scale for all of them", len(scales) == 1, str(scales))


folder = pathlib.Path(sys.argv[1])
for capture in sorted(folder.glob("*.pcapng")) + sorted(folder.glob("*.snoop")):
    common(capture)
for capture in [folder / "wrist.pcapng", folder / "wrist.snoop"]:
    setup(capture)
wrist(folder / "wrist.pcapng")
values(folder / "stream-packed.pcapng")
print("done")
