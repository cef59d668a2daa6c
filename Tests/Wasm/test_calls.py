"""The module's calls do in Node what they do natively, and what `boardsim serve` does."""

import json
import random
import struct
import subprocess

import pytest

from conftest import BOARDSIM, ROOT

SERVICE = "326A900{}-85CB-9195-D9DD-464CFBBAE75A"
BOARD = {"name": "wrist", "model": "MetaMotion S", "address": "E1:00:00:00:00:01"}
SECOND = 1_000_000_000
# 100 Hz of acceleration and rotation at an interval of 7.5 ms, the LED, and the log.
START = [
    "1109060006000000c800",
    "0303280c",
    "030401",
    "03020100",
    "030101",
    "13032800",
    "130501",
    "13020100",
    "130101",
    "0203000 21f1f0000f4010000e80300000a".replace(" ", ""),
    "020101",
    "0b020304ff60",
    "0b0301",
    "0b0101",
]


class Program:
    """A program that answers requests; `said` is all that it has answered."""

    def __init__(self, command):
        self.process = subprocess.Popen([*command, "calls"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said = []
        self.time = 0

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        self.said += lines
        return lines

    def call(self, method, **params):
        return json.loads(self.ask(json.dumps({"method": method, "params": params}))[0])["result"]

    def advance(self, seconds):
        """The records: kind, connection, number, payload."""
        self.time += int(seconds * SECOND)
        records = []
        for line in self.ask(f"{self.time}"):
            data = bytes.fromhex(line.partition(" ")[2])
            while data:
                size, kind, _, connection, number = struct.unpack_from("<IIqII", data)
                records.append((kind, connection, number, data[24 : 24 + size]))
                data = data[24 + size :]
        return records

    def end(self):
        self.process.stdin.close()
        assert self.process.wait() == 0


def phone(program):
    """Two phones, two boards and a cap: everything that a central can do, and everything that can happen to a board."""
    boards = [
        BOARD,
        {"name": "ankle", "model": "MetaMotion R", "worn": "60 %", "motion": [{"walk": "1 min"}]},
        {"name": "cap", "model": "Triki"},
    ]
    program.call(
        "start",
        seed="12345678901234567890",
        boards=boards,
        trace=True,
        inputs=[{"at": "3 s", "board": "cap", "button": "click"}],
    )
    program.call("scan", central="first")
    reports = [json.loads(record[3]) for record in program.advance(2) if record[0] == 6]
    assert len({report["address"] for report in reports}) == 3
    links = []
    for central, address in (
        ("first", BOARD["address"]),
        ("second", reports[0]["address"]),
        ("second", reports[-1]["address"]),
    ):
        if address in (BOARD["address"],) and links:
            continue
        connection = program.call("connect", central=central, address=address, interval="15 ms")["connection"]
        records = program.advance(1)
        assert any(record[:2] == (3, connection) for record in records)
        links.append(connection)
    program.call("scan", central="first", on=False)
    values = {}
    for connection in links:
        operation = program.call("discover", connection=connection)["operation"]
        [services] = [
            json.loads(record[3])["services"] for record in program.advance(3) if record[:3] == (3, connection, operation)
        ]
        for service in services:
            for own in service["characteristics"]:
                values[connection, own["uuid"]] = own["handle"]
                if own["properties"] & 0x02:
                    program.call("read", connection=connection, handle=own["handle"])
                if own["properties"] & 0x30:
                    program.call("subscribe", connection=connection, handle=own["handle"])
    program.advance(2)
    first = links[0]
    command = values[first, SERVICE.format(1)]
    for packet in START:
        program.call("write", connection=first, handle=command, bytes=packet, response=False)
    for seconds, board, action in ACTIONS:
        program.call("do", board=board, do=action)
        program.advance(seconds)
        program.call("truth", board=board)
        program.call("state")
    program.call("trace")
    program.call("vanish", connection=first)
    program.advance(7)
    program.call("state")
    program.call("trace")
    return len(program.said)


ACTIONS = [
    (1, "wrist", {"button": "press"}),
    (1, "wrist", {"battery": {"to": "40 %", "over": "1 s"}}),
    (1, "wrist", {"charger": "connect"}),
    (1, "wrist", {"gpio": {"pin": 0, "level": "high"}}),
    (
        2,
        "wrist",
        {"motion": [{"tap": {"strength": "4 g", "times": 2}}, {"turn": {"by": "90 deg", "about": "x"}}, {"shake": "300 ms"}]},
    ),
    (
        2,
        "wrist",
        {"path": [{"position": ["0.1 m", "0 m", "5 cm"]}, {"after": "500 ms", "orientation": ["0 deg", "30 deg", "0 deg"]}]},
    ),
    (1, "wrist", {"resume": "motion"}),
    (1, "wrist", {"temperature": {"to": "35 degC", "over": "2 s"}}),
    (1, "wrist", {"pressure": "900 hPa"}),
    (1, "wrist", {"altitude": "1 km"}),
    (1, "wrist", {"light": "5 klx"}),
    (1, "wrist", {"light-colour": "candle"}),
    (1, "wrist", {"nearest-object": {"to": "5 cm", "over": "1 s"}}),
    (1, "wrist", {"humidity": "90 %"}),
    (1, "wrist", {"magnetic-field": {"to": ["10 uT", "0 uT", "0.03 mT"], "over": "500 ms"}}),
    (1, "wrist", {"interference": {"loss": "30 %", "for": "1 s"}}),
    (1, "wrist", {"range": {"distance": "20 m", "over": "1 s"}}),
    (1, "wrist", {"stuck-sensor": {"sensor": "accelerometer", "for": "1 s"}}),
    (1, "wrist", {"flash-full": "50 %"}),
    (1, "wrist", {"mute-module": {"module": "barometer", "for": "1 s"}}),
    (1, "wrist", {"slow-module": {"module": "logging", "by": "20 ms", "for": "1 s"}}),
    (9, "ankle", {"link-loss": "9 s"}),
    (2, "cap", {"button": "click"}),
    (3, "ankle", {"brown-out": "1 s"}),
    (2, "ankle", "reset"),
    (1, "ankle", {"power": "cut"}),
    (2, "ankle", {"power": "restore"}),
]


def test_a_phone_over_the_radio(twin, module, record_property):
    native, wasm = Program(twin), Program(module)
    count = phone(native)
    phone(wasm)
    assert count > 1000
    for number, (one, other) in enumerate(zip(native.said, wasm.said, strict=True), 1):
        assert one == other, f"line {number}"
    native.end()
    wasm.end()
    record_property("checks", count)


class Served:
    """`boardsim serve`."""

    def __init__(self):
        self.process = subprocess.Popen(
            [BOARDSIM, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def call(self, method, **params):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "result" in answer, answer
        return answer["result"]

    def end(self):
        self.process.stdin.close()
        self.process.wait()


MOVES = [
    {"rest": {"facing": "left-up", "for": "1 s"}},
    {"pause": "200 ms"},
    {"turn": {"by": "1 rad", "about": "vertical"}},
    {"tilt": {"to": "30 deg", "towards": "forward"}},
    {"tilt": "10 deg"},
    {"swing": {"by": "20 deg", "period": "1 s", "for": "2500 ms"}},
    {"shake": {"rate": "3 Hz", "amplitude": "2 cm", "along": "y"}},
    {"tap": {}},
    {"walk": {"speed": "4 km/h", "for": "3 s"}},
    {"lift": {"by": "-20 cm"}},
    {"throw": {"speed": "3 m/s", "spin": "1 rpm"}},
    {"free-fall": {"from": "1 m", "landing": "hard"}},
    {"spin": {"rate": "90 deg/s", "for": "2 s"}},
    {"vibration": {"frequency": "50 Hz", "amplitude": "500 mg", "for": "1 s"}},
    {"keyframes": [{"at": "1 s", "position": ["0.1 m", "0 m", "0 m"], "orientation": ["10 deg", "20 deg", "30 deg"]}]},
    {"repeat": {"times": 2, "moves": [{"turn": "45 deg"}, {"rest": "100 ms"}]}},
    {"together": [{"lift": "10 cm"}, {"turn": "-45 deg"}]},
]
# What `boardsim serve` has besides (Packaging/wasm/calls.json), and what protocol 1 called it.
MORE = {"macros", "name", "model", "firmware", "address", "connected", "powered", "resets", "led", "vibrating"}


# Of what changes within the nanoseconds: angular rates are rounded to 0.1 deg/s, and the gauge counts once a second.
LOOSE = {"pose": 0.11, "surroundings": 0.011, "battery": 0.05, "power": 0.011, "link": 1}


def alike(mine, theirs, loose):
    """Whether two values are equal; numbers, which are rounded a few nanoseconds apart, up to `loose`."""
    if isinstance(mine, dict):
        return mine.keys() == theirs.keys() and all(alike(mine[key], theirs[key], loose) for key in mine)
    if isinstance(mine, list):
        return len(mine) == len(theirs) and all(alike(*pair, loose) for pair in zip(mine, theirs))
    if isinstance(mine, (int, float)) and not isinstance(mine, bool):
        return mine == pytest.approx(theirs, abs=loose, rel=0)
    return mine == theirs


@pytest.mark.parametrize("seed", [7, 2**64 - 1])
def test_the_same_as_a_served_scenario(twin, seed, record_property):
    """Every move and every action, from the same words: truth and state of the program and of the module's twin."""
    own, served = Program(twin), Served()
    boards = [
        {**BOARD, "motion": MOVES, "battery": "80 %", "clock-drift": "20 ppm"},
        {"name": "ankle", "model": "MetaMotion R"},
        {"name": "cap", "model": "Triki", "pose": {"roll": "20 deg"}},
    ]
    world = {"temperature": "30 degC", "magnetic-field": ["0 uT", "20 uT", "-40 uT"], "distance": "2 m"}
    mine = own.call("start", seed=str(seed), boards=boards, world=world)["boards"]
    theirs = served.call("start", scenario={"version": 1, "boards": boards, "world": world}, options={"seed": seed})["boards"]
    assert mine == theirs
    count = 0
    for seconds, board, action in [(0.73, "wrist", None)] * 40 + ACTIONS:
        if action:
            own.call("do", board=board, do=action)
            served.call("do", board=board, do=action)
        # A saved scenario keeps the order of what is done: nanoseconds later, and what lasts a second ends later, too.
        seconds += 0.001
        own.advance(seconds)
        served.call("step", **{"for": seconds})
        mine, theirs = own.call("truth", board=board), served.call("truth", board=board)
        assert mine.keys() == theirs.keys()
        for key in mine.keys() - {"time"}:
            assert mine[key] == pytest.approx(theirs[key], abs=1e-4, rel=1e-6), (action, key)
        mine, theirs = (each.call("state", board=board)["boards"][0] for each in (own, served))
        for key in MORE:
            theirs.pop(key)
        if "log" in theirs:
            theirs["log"].pop("loggers")
        assert mine.keys() == theirs.keys(), action
        for key in mine:
            assert alike(mine[key], theirs[key], LOOSE.get(key, 0)), (action, key, mine[key], theirs[key])
        count += 1
    own.end()
    served.end()
    record_property("checks", count)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "null",
        "1e999",
        '{"method": 1}',
        '{"method": "start"}',
        '{"method": "do", "params": {}}',
        '{"method": "start", "params": {"boards": [{"model": "Triki", "quirks": {}}]}}',
        "\x00",
        '"' + "x" * 100_000,
    ],
)
def test_no_request_is_a_trap(module, line):
    program = Program(module)
    [answer] = program.ask(line.replace("\n", " "))
    error = json.loads(answer)["error"]
    assert error["message"] and "place" in error
    program.end()


WORDS = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**31,
    2**63,
    1e308,
    -1e-308,
    "",
    "0 s",
    "400 d",
    "401 d",
    "-1 s",
    "1e30 g",
    "1e-30 s",
    "NaN m",
    "1 s",
    "90 deg",
    "1000000 m",
    "0 %",
    "100 %",
    "E1:00:00:00:00:01",
    "wrist",
    "x",
    "press",
    [],
    {},
    ["0 m", "1e9 m", "0 m"],
    [{"rest": "400 d"}],
    {"for": "400 d"},
    {"to": "1 %", "over": "400 d"},
]


def broken(value, chance):
    """The value, with something in it replaced, left out or repeated."""
    if chance.random() < 0.15:
        return chance.choice(WORDS)
    if isinstance(value, dict):
        kept = {key: broken(each, chance) for key, each in value.items() if chance.random() > 0.05}
        return {**kept, chance.choice(["for", "to", "board", "x"]): chance.choice(WORDS)} if chance.random() < 0.05 else kept
    if isinstance(value, list):
        return [broken(each, chance) for each in value for _ in range(chance.choice([1, 1, 1, 1, 1, 0, 2]))]
    return value


def test_broken_requests_have_the_same_answers(twin, module, record_property):
    """Requests as a client with faults makes them: neither side traps, and both say the same."""
    chance = random.Random(34)
    boards = [
        {
            **BOARD,
            "motion": MOVES,
            "battery": {"level": "80 %", "charger": True},
            "sensors": {"errors": "ideal", "clock": "100 ppm"},
        },
        {"name": "cap", "model": "Triki"},
    ]
    start = {
        "method": "start",
        "params": {
            "seed": 7,
            "boards": boards,
            "world": {"temperature": "30 degC", "radio": {"data-length": 251, "phy": "2M"}},
            "inputs": [{"at": "1 s", "board": "wrist", "button": "click"}],
            "faults": [{"at": "2 s", "every": "1 s", "times": 3, "board": "wrist", "reset": {}}],
        },
    }
    requests = [start]
    requests += [{"method": "do", "params": {"board": board, "do": action}} for _, board, action in ACTIONS if board != "ankle"]
    requests += [{"method": "do", "params": {"board": "wrist", "do": {"motion": [move]}}} for move in MOVES]
    requests += [
        {"method": method, "params": params}
        for method, params in (
            ("connect", {"address": BOARD["address"], "interval": "15 ms", "within": "1 s"}),
            ("discover", {"connection": 1}),
            ("truth", {"board": "wrist"}),
            ("read", {"connection": 1, "handle": 3}),
            ("write", {"connection": 1, "handle": 31, "bytes": "0380", "response": False}),
            ("scan", {"active": True}),
            ("subscribe", {"connection": 1, "handle": 34, "to": "notifications"}),
            ("disconnect", {"connection": 1}),
            ("advance", {"until": "1 s"}),
            ("state", {}),
        )
    ]
    native, wasm = Program(twin), Program(module)
    count = 0
    for number in range(4000):
        if number % 40 == 0:
            for program in (native, wasm):
                program.ask(json.dumps(start))
                program.time = 0
        # Never a number alone, which moves time.
        request = " " + json.dumps(broken(chance.choice(requests), chance), allow_nan=False)
        one, other = native.ask(request), wasm.ask(request)
        assert one == other, request
        assert one[0].startswith(('{"result":', '{"error":')), request
        if number % 10 == 0:
            assert native.advance(0.5) == wasm.advance(0.5)
        count += "error" in one[0]
    assert 1000 < count < 3500
    native.end()
    wasm.end()
    record_property("checks", 4000)


def test_the_description_has_every_call_and_function(module):
    description = json.loads((ROOT / "Packaging/wasm/calls.json").read_text())
    program = Program(module)
    version = program.call("version")
    assert version["methods"] == list(description["calls"]) and version["protocol"] == description["protocol"]
    for name in description["calls"]:
        assert f'"{name}"' in (ROOT / "Packaging/wasm/Calls.swift").read_text()
    exports = (
        subprocess.run(
            [
                "node",
                "-p",
                "WebAssembly.Module.exports(new WebAssembly.Module(require('fs').readFileSync(process.argv[1]))).map((e) => e.name).join()",
                module[2],
            ],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        .stdout.strip()
        .split(",")
    )
    assert sorted(name for name in exports if not name.startswith("test_")) == sorted([*description["functions"], "memory"])
