"""What tshark, with our dissector, makes of the captures of every shipped scenario."""

import concurrent.futures
import os
import random
import shutil
import subprocess

import pytest

from dissected import NOTIFICATION, count, rows
from repository import PROGRAM, ROOT

pytestmark = pytest.mark.captures

COMMAND = "326a900185cb9195d9dd464cfbbae75a"
UART = "6e40000"  # How the values of Nordic's UART service begin; a cap's frames stand there.
SERVICE = "5ae7bafb4c46ddd99591cb8500906a32"  # As it stands on the air.


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A pcapng and a btsnoop file of every scenario."""
    assert shutil.which("tshark"), "tshark is missing; ./boardsim test installs it"
    folder = tmp_path_factory.mktemp("captures")
    for file in sorted(ROOT.glob("Scenarios/*.yaml")):
        name = folder / file.stem
        subprocess.run(
            [PROGRAM, "run", file, "--btsnoop", f"{name}.snoop", "--pcapng", f"{name}.pcapng"], cwd=ROOT, check=True,
            stdout=subprocess.DEVNULL)
    return folder


def common(file):
    """What holds for every capture: checks."""
    name, found = file.name, []
    # 0x600000 is a warning; a comment stands below it.
    bad = [
        row for row in rows(file, "_ws.malformed || _ws.expert.severity >= 0x600000",
                            "frame.number", "_ws.expert.message", "btatt.uuid128")
        # Wireshark takes every UART for text.
        if not (row[1] == "Trailing stray characters" and row[2].startswith(UART))
    ]
    found.append((f"{name}: nothing is malformed or doubtful", not bad, str(bad[:3])))
    attributes = rows(file, "btatt.opcode in {0x12, 0x1b, 0x52}", "frame.number", "btatt.opcode",
                      "btatt.uuid128", "btatt.uuid16", "metawear.module_name",
                      "metawear.register_name")
    notified = [row for row in attributes if row[1] == "0x1b"]
    # The battery level is notified too.
    lost = [
        row for row in notified
        if row[2] != NOTIFICATION and not row[2].startswith(UART) and row[3] != "0x2a19"
    ]
    found.append((f"{name}: every notification has its characteristic", not lost, str(lost[:3])))
    # Clients ask for modules that none of the boards has; their numbers are no names.
    odd = [
        row for row in attributes
        if row[2] in (COMMAND, NOTIFICATION) and row[3] != "0x2902"
        and (not row[4] or row[5].startswith("register ")
             or row[4].startswith("module ") and row[5] != "information")
    ]
    found.append((f"{name}: module and register of every packet are named", not odd, str(odd[:3])))
    return found


def colons(digits):
    return ":".join(digits[i:i + 2] for i in range(0, len(digits), 2))


def setup(check, file):
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


def wrist(check, file):
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


def values(check, file):
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


def discovered(file):
    """A btsnoop log up to the first write command: the link is there, its characteristics known."""
    log = file.read_bytes()
    end = 16
    while log[end + 33:end + 34] != b"\x52":
        end += 24 + int.from_bytes(log[end + 4:end + 8], "big")
    return log[:end]


def record(from_board, value):
    """A btsnoop record of a packet of the protocol, over that link."""
    # Opcode and handle: a notification, or a write command.
    att = (b"\x1b\x21\x00" if from_board else b"\x52\x1f\x00") + value
    l2cap = len(att).to_bytes(2, "little") + b"\x04\x00" + att
    packet = b"\x02\x40" + (b"\x20" if from_board else b"\x00")
    packet += len(l2cap).to_bytes(2, "little") + l2cap
    length = len(packet).to_bytes(4, "big")
    return length * 2 + int(from_board).to_bytes(4, "big") + bytes(12) + packet


# What stands in the list for a packet, in order: each knows of those before it.
READINGS = [
    ("<", "03 05 01 00", "notify accelerometer data interrupt config or packed data or movement"
     " enable: 01 00"),
    (">", "03 80", "read accelerometer information"),
    ("<", "03 80 01 01", "answer accelerometer information: implementation 1, revision 1"),
    ("<", "03 04 00 40 00 c0 00 00", "notify accelerometer data: x 1 g, y -1 g, z 0 g"),
    (">", "03 03 28 0c", "write accelerometer data config: output rate 8, bandwidth 2,"
     " undersampling 0, range g16"),
    ("<", "03 04 00 08 00 f8 01 00", "notify accelerometer data: x 1 g, y -1 g, z 0.0005 g"),
    (">", "fe 01", "write debug reset"),
    ("<", "03 04 00 40 00 c0 00 00", "notify accelerometer data: x 1 g, y -1 g, z 0 g"),
    (">", "03 1c 01", "subscribe accelerometer packed data"),
    (">", "04 c1 02", "silent read temperature temperature: value 2"),
    ("<", "04 81 00 b4 00", "answer temperature temperature: of 0: 22.5 °C"),
    ("<", "11 8c 50 0f 0f", "answer settings battery: level 80 %, millivolts 3855 mV"),
    (">", "02 03 01 02 1f 00 f4 01 f4 01 e8 03 d0 07 00 00 ff",
     "write LED pattern: channel red, mode pulse, high intensity 31, low intensity 0,"
     " rise time 500 ms, high time 500 ms, fall time 1000 ms, period 2000 ms, delay 0 ms,"
     " repeat count 255"),
    (">", "02 03 00 01 1f 00 f4 01 e8 03 00 00 05",
     "write LED pattern: channel green, mode blink, high intensity 31, low intensity 0,"
     " high time 500 ms, period 1000 ms, delay 0 ms, repeat count 5"),
    ("<", "0b 07 a0 00 80 00 00 01 00", "notify logging readout notify: logger 0, reset uid 5,"
     " tick 48 s, cut short"),
    ("<", "16 80", "answer humidity information: absent"),
    (">", "09 02 01 02", "write data processor add: source module 1, source register 2, cut short"),
]


def readings(check, file):
    """Packets whose words the protocol's documents give."""
    made = file.with_suffix(".readings")
    packets = [record(side == "<", bytes.fromhex(packet)) for side, packet, _ in READINGS]
    made.write_bytes(discovered(file) + b"".join(packets))
    found = [row[0] for row in rows(made, "metawear", "_ws.col.Info")]
    for (_, packet, words), text in zip(READINGS, found):
        check(f"`{packet}` reads `{words}`", text == words, f"`{text}`")
    check(f"{made.name}: all are read", len(found) == len(READINGS), f"{len(found)}")


def nonsense(check, file, rounds=4000):
    """Packets of any bytes: the dissector has words for each."""
    source = random.Random(1)
    packets = []
    for _ in range(rounds):
        module = source.choice([*range(1, 0x1A), 0xFE, source.randrange(256)])
        register = source.choice([source.randrange(0x20), source.randrange(256)])
        value = bytes([module, register | source.choice([0, 0x80, 0xC0])])
        value += source.randbytes(source.randrange(19))
        packets.append(record(source.randrange(2) == 0, value))
    made = file.with_suffix(".nonsense")
    made.write_bytes(discovered(file) + b"".join(packets))
    check(f"{made.name}: the dissector meets no error of its own",
          count(made, "_ws.lua.error") == 0, "see _ws.lua.error")
    seen = count(made, "metawear")
    check(f"{made.name}: it has words for all of them", seen == rounds, f"{seen}")


def test_every_capture(check, folder):
    captures = sorted(folder.glob("*.pcapng")) + sorted(folder.glob("*.snoop"))
    assert captures
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        for found in workers.map(common, captures):
            for each in found:
                check(*each)


@pytest.mark.parametrize("name", ["wrist.pcapng", "wrist.snoop"])
def test_setup(check, folder, name):
    setup(check, folder / name)


def test_wrist(check, folder):
    wrist(check, folder / "wrist.pcapng")


def test_values(check, folder):
    values(check, folder / "stream-packed.pcapng")


def test_readings(check, folder):
    readings(check, folder / "wrist.snoop")


def test_nonsense(check, folder):
    nonsense(check, folder / "wrist.snoop")
