"""Checks the house rules: which target may import which, what the core may not use, how long a file is.

Prints every breach as `file:line: what; fix` and ends with status 1 if there is one.
"""

import pathlib
import re
import subprocess
import sys

# A target and what it may import, from docs/decisions/0001-targets.md.
ARROWS = {
    "Wire": set(),
    "Simulation": {"Synchronization"},
    "Bluetooth": {"Wire"},
    "Motion": {"Simulation"},
    "Peripheral": {"Bluetooth", "Simulation"},
    "Pairing": {"Bluetooth", "Peripheral", "Simulation"},
    "VirtualRadio": {"Bluetooth", "Pairing", "Peripheral", "Simulation"},
    "Central": {"Bluetooth", "Pairing", "Peripheral", "Simulation", "VirtualRadio"},
    "Device": {"Bluetooth", "Peripheral", "Simulation"},
    "MetaWearBoard": {"Bluetooth", "Device", "Motion", "Peripheral", "Simulation", "Wire"},
    "TrikiCap": {"Bluetooth", "Device", "Motion", "Peripheral", "Simulation", "Wire"},
    "YAML": {"CYAML"},
    "LibCrypto": {"CCrypto", "Pairing"},
    "EventLoop": {"CGLib", "Glibc"},
    "DBus": {"CGIO", "EventLoop", "Glibc"},
    "BlueZ": {"Bluetooth", "DBus", "EventLoop", "Glibc", "Peripheral", "Simulation"},
    "BlueZStandIn": {
        "Bluetooth", "Central", "DBus", "EventLoop", "Glibc", "Pairing", "Peripheral", "Simulation",
        "VirtualRadio",
    },
    "HCITransport": {"Bluetooth", "EventLoop", "Glibc", "VirtualRadio"},
    "FlashStore": {"Bluetooth", "MetaWearBoard", "Pairing", "Wire", "Glibc", "Darwin"},
    "Declaration": {
        "Bluetooth", "FoundationEssentials", "Foundation", "Simulation", "Wire", "YAML",
    },
    "Scenario": {
        "Bluetooth", "Central", "Declaration", "Device", "FlashStore", "FoundationEssentials", "Foundation",
        "MetaWearBoard", "Motion", "Pairing", "Peripheral", "Simulation", "TrikiCap", "VirtualRadio", "Wire", "YAML",
    },
    "ClientJudge": {
        "Bluetooth", "Device", "MetaWearBoard", "Peripheral", "Simulation", "TrikiCap", "Wire",
    },
    "HCICentral": {
        "Bluetooth", "Central", "EventLoop", "Glibc", "HCITransport", "Peripheral", "Simulation",
        "VirtualRadio",
    },
    "BlueZCentral": {
        "Bluetooth", "Central", "DBus", "EventLoop", "Glibc", "Peripheral", "Simulation",
    },
    "Conformance": {
        "Bluetooth", "Central", "Declaration", "Device", "MetaWearBoard", "Motion", "Peripheral", "Scenario",
        "Simulation", "TrikiCap", "VirtualRadio", "Wire", "YAML",
    },
    "Report": {
        "ClientJudge", "Conformance", "Bluetooth", "Central", "Declaration", "FoundationEssentials", "Foundation", "MetaWearBoard", "Motion",
        "Scenario", "Simulation", "VirtualRadio", "Wire",
    },
}
CORE = {
    "Wire", "Simulation", "Bluetooth", "Motion", "Peripheral", "Pairing", "VirtualRadio", "Central",
    "Device", "MetaWearBoard", "TrikiCap", "ClientJudge",
}
# Where C's own memory may be touched.
UNSAFE = {"YAML", "FlashStore", "LibCrypto", "EventLoop", "HCITransport", "DBus", "BlueZ", "BlueZStandIn", "HCICentral", "BlueZCentral", "CommandLineTool", "Benchmark"}
LONGEST = 400

FORBIDDEN = [
    (re.compile(r"\bfatalError\(|\btry!|\bas!\s"), "traps on what a user can cause", None),
    (re.compile(r"\b(TODO|FIXME|XXX)\b"), "unfinished work; finish it or say it in docs/", None),
    (re.compile(r"\b(Date|ContinuousClock|SystemClock|SuspendingClock)\(\)|clock_gettime"),
     "asks the wall clock", CORE | {"Declaration", "Scenario", "Conformance"}),
    (re.compile(r"SystemRandomNumberGenerator|\.random\(in:|\.shuffled\(\)|randomElement\(\)"),
     "takes chance from elsewhere than a RandomStream", CORE | {"Declaration", "Scenario", "Conformance"}),
    (re.compile(r"\bTask\s*[.{]|\bactor\s+[A-Z]"), "is concurrent", CORE | {"Declaration", "Scenario", "Conformance"}),
    (re.compile(r"Unsafe(Mutable)?(Raw)?(Buffer)?Pointer|unsafeBitCast|unowned\(unsafe\)"),
     "is unsafe", None),
]

breaches = []


def breach(path, line, what):
    breaches.append(f"{path}:{line}: {what}")


for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
    target = path.parts[1]
    text = path.read_text()
    lines = text.splitlines()
    if len(lines) > LONGEST and not lines[0].startswith("// Long because"):
        breach(path, 1, f"{len(lines)} lines; split it, or say `// Long because …` in the first")
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        found = re.match(r"\s*(?:public |package |@preconcurrency |@testable )*import (\w+)", code)
        if found and target in ARROWS and found[1] not in ARROWS[target]:
            breach(path, number, f"{target} may not import {found[1]}; see docs/decisions/0001")
        for pattern, what, where in FORBIDDEN:
            if what == "is unsafe":
                if target in UNSAFE:
                    continue
            elif where is not None and target not in where:
                continue
            found = pattern.search(line if "unfinished" in what else code)
            if found:
                breach(path, number, f"`{found[0]}` {what}")

tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True).stdout.split()
for name in tracked:
    path = pathlib.Path(name)
    if path.suffix in {".png", ".gz", ".csv", ".svg"} or not path.is_file():
        continue
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if re.search(r"/(home/[a-z]+|Users|root|work)/", line):
            breach(path, number, "names a folder of one machine; make it relative")

for line in breaches:
    print(line)
print(f"{len(breaches)} breaches of the house rules")
sys.exit(1 if breaches else 0)
