"""Which registers of docs/protocol/registers.md no conformance case exercises.

A register is exercised if a case, on a board that has it, expects its answer (R), writes it to some effect (W: a
case of valid behaviour), or expects its notification (N). Prints what is left, and ends with 1 if something is that ALLOWED does not
know, or ALLOWED knows something that is exercised or is not there.

    .venv/bin/python Tests/Conformance/coverage.py [--all]
"""

import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
REGISTERS = ROOT / "docs/protocol/registers.md"
CASES = ROOT / "Conformance"

# What no case can exercise: section and implementation (None for any), register, access, and why.
ALLOWED = {
    (0x11, None, 0x06, "W"): "what follows is pairing, which is none of the protocol's packets",
    (0x11, None, 0x0A, "N"): "never a packet: the end of the link is a source for events (core 8)",
    (0xFE, None, 0x0C, "W"): "a converter in the supply: no client sees an effect",
}



def module_names():
    """The modules' numbers by the names that cases use, from the table that the suite reads."""
    tables = ROOT / "Sources/Base/MetaWearTables"
    numbers = dict(re.findall(r"case (\w+) = (0x[0-9A-F]{2})$", (tables / "MWModule.swift").read_text(), re.M))
    rows = "".join(path.read_text() for path in sorted((tables / "Families").iterdir()))
    names = dict(re.findall(r'ModuleDescription\(\s*\.(\w+), "([a-z-]+)"', rows))
    assert numbers and numbers.keys() == names.keys(), "the table of modules reads differently now"
    return {names[case]: int(number, 16) for case, number in numbers.items()}


NAMES = module_names()


class Register:
    """One row of the reference: a register of one kind of chip, and the boards that have it."""

    def __init__(self, module, title, boards, cells):
        self.module, self.title = module, title
        self.id, self.name, self.access = int(cells[0], 16), cells[1], cells[2]
        since = int(cells[3]) if cells[3] else 0
        # A register of a later revision is on the boards that have it only.
        self.boards = {name for name, info in boards.items() if info[1] >= since}
        self.implementation = next(iter(boards.values()))[0]
        self.seen = set()

    def __str__(self):
        return f"{self.module:02X} {self.title} ({self.implementation:02X}), {self.id:02x} {self.name}"


def read_registers(text):
    """The rows, and the modules of each board: `{board: {module: (implementation, revision)}}`."""
    rows, modules, boards, module, title = [], {}, {}, 0, ""
    for line in text.splitlines():
        if heading := re.match(r"## ([0-9a-f]{2}) (.+)", line):
            module, title, boards = int(heading[1], 16), heading[2], {}
        elif line.startswith("## "):
            boards = {}
        elif board := re.match(r"\* (.+): `([0-9a-f ]+)`", line):
            boards[board[1]] = tuple(int(byte, 16) for byte in board[2].split()[:2])
            modules.setdefault(board[1], {})[module] = boards[board[1]]
        elif boards and (row := re.match(r"\| ([0-9a-f]{2}) \|", line)):
            rows.append(Register(module, title, boards, [c.strip() for c in line.split("|")[1:5]]))
    return rows, modules


def applies(needs, board, modules):
    """Whether a case runs on a board, by its `needs`."""
    if needs.get("models") and board not in needs["models"] or board in needs.get("not-models", []):
        return False
    for need in needs.get("modules", []):
        need = {"module": need} if isinstance(need, str) else need
        found = modules.get(NAMES[need["module"]])
        if found is None or need.get("implementation", found[0]) != found[0]:
            return False
        if found[0] not in (need.get("implementations") or [found[0]]):
            return False
        if not need.get("revision", 0) <= found[1] <= need.get("at-most", 255):
            return False
    return all(NAMES[name] not in modules for name in needs.get("absent", []))


def packets(steps, procedures, loops=()):
    """What steps write and expect: (whether the board says it, its words)."""
    for step in steps or []:
        if not isinstance(step, dict):
            continue
        for kind, value in step.items():
            if kind == "do":
                yield from packets(procedures.get(value), procedures, loops)
            elif kind == "repeat":
                yield from packets(value["steps"], procedures, range(int(value["times"])))
            elif kind == "either":
                yield from packets(value, procedures, loops)
            elif kind == "ask":
                yield from words(False, value["send"], loops)
                yield from words(True, value["answer"], loops)
            elif kind in ("write", "expect", "stream"):
                value = value if isinstance(value, dict) else {"packet": value}
                if "to" not in value and "from" not in value and "fails" not in value:
                    yield from words(kind != "write", value["packet"], loops)


def words(is_board, packet, loops):
    """A packet's words; one that counts with `$i` once for each number."""
    packet = str(packet).split()
    for i in loops if "$i" in packet[:2] else [0]:
        yield is_board, [f"{i:02X}" if word == "$i" else word for word in packet]


def header(packet):
    """Module and second byte; None if the packet does not say them."""
    if len(packet) < 2 or not all(re.fullmatch("[0-9A-Fa-f]{2}", word) for word in packet[:2]):
        return None
    return int(packet[0], 16), int(packet[1], 16)


def exercise(rows, modules, cases):
    """Marks what the cases of one file exercise."""
    procedures = {p["name"]: p["steps"] for p in cases.get("procedures") or []}
    for case in cases["cases"]:
        boards = {b for b in modules if applies(case.get("needs") or {}, b, modules[b])}
        steps = (case.get("before") or []) + case["steps"]
        is_valid = "/BV-" in case["id"]
        for is_board, packet in packets(steps, procedures):
            if (found := header(packet)) is None:
                continue
            module, byte = found
            for row in rows.get((module, byte & 0x3F), []):
                if not row.boards & boards:
                    continue
                if is_board and byte & 0x80 and (len(packet) > 2 or ".." in packet):
                    row.seen.add("R")
                elif is_board and not byte & 0x80:
                    row.seen.add("N")
                elif not is_board and not byte & 0xC0 and is_valid:
                    row.seen.add("W")


def main(arguments):
    rows, modules = read_registers(REGISTERS.read_text())
    by_header = {}
    for row in rows:
        by_header.setdefault((row.module, row.id), []).append(row)
    for path in sorted(CASES.glob("*/*.yaml")):
        if path.parent.name != "mutants":
            cases = yaml.safe_load(path.read_text())
            if cases.get("device", "metawear") == "metawear":
                exercise(by_header, modules, cases)
    words_of = {"R": "nothing expects its answer", "W": "nothing writes it", "N": "nothing expects it"}
    left, known, count = [], set(), 0
    for row in rows:
        for access in row.access:
            if access not in words_of or not row.boards:
                continue
            count += 1
            keys = {(row.module, row.implementation, row.id, access), (row.module, None, row.id, access)}
            allowed = keys & ALLOWED.keys()
            if access in row.seen:
                known |= {(key, "is exercised") for key in allowed}
                continue
            known |= {(key, "") for key in allowed}
            if not allowed or "--all" in arguments:
                why = ALLOWED[next(iter(allowed))] if allowed else words_of[access]
                left.append((bool(allowed), f"{row}, {access}: {why}"))
    for _, line in left:
        print(line)
    open_ones = [line for is_allowed, line in left if not is_allowed]
    needed = {key for key, why in known if not why}
    stale = [key for key in ALLOWED if key not in needed]
    for module, _, register, access in stale:
        print(f"{module:02X} {register:02x}, {access}: is exercised or not there; take it out of ALLOWED")
    print(f"{count - len(open_ones)} of {count} accesses of {len(rows)} registers are exercised or excused")
    return 1 if open_ones or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
