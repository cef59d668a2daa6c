"""Holds the sources to the house rules: layers, what the core may not use, length of files, dead files and dependencies.

The targets, their folders and dependencies are read from `swift package dump-package`. Prints every breach as
`file:line: what` and ends with status 1 if there is one. With `--write` it renews the list of arrows in docs/architecture.md.
"""

import json
import pathlib
import re
import subprocess
import sys

# The folders of `Sources` in the order of the layers: a target uses its own folder and those before it.
LAYERS = ["Base", "Air", "Devices", "Clients", "Linux", "SDK", "Scenarios", "Judges", "Pages", "Triki", "Programs"]
# Modules of the system, and which targets may import them. Every other import is a dependency of the package.
SYSTEM = {
    "Synchronization": {
        "EventLoop", "Simulation", "VirtualTime", "MetaWearTransport", "MetaWearRadios", "MetaWear", "MetaWearPersistence",
        "MetaWearFirmware", "MetaWearTesting", "AppPage", "CommandLineProgram", "CommandLineTool", "Benchmark",
    },
    "Dispatch": {"VirtualTime", "MetaWearTesting", "CommandLineTool", "PagesProgram", "Benchmark"},
    "Glibc": {
        "USBTransport", "AttitudeTransport", "TrikiTool", "LedTime", "LSL",
        "EventLoop", "DBus", "BlueZ", "BlueZStandIn", "BlueZCentral", "HCITransport", "HCICentral", "FlashStore",
        "ShippedFiles", "WebPage", "CommandLineProgram", "LiveRun", "CommandLineTool", "PagesProgram", "Benchmark",
    },
    "Darwin": {"FlashStore", "ShippedFiles", "CommandLineProgram", "CommandLineTool"},
    "Observation": {"MetaWear"},
    "Testing": {"MetaWearTesting"},
    "FoundationEssentials": {"CommandLineTool"},
    "Foundation": {
        "CoreBluetooth", "MetaWearTransport", "MetaWear", "MetaWearSimulator", "MetaWearPersistence",
        "MetaWearRadios", "MetaWearFirmware", "MetaWearScenario", "MetaWearTesting", "VeltoTransport", "AppPage",
        "PagesProgram", "DemoProgram", "MetaWearDemo", "SimulatedDemo", "Benchmark",
    },
    "FoundationNetworking": {"MetaWearFirmware"},
}
# Where C's own memory may be touched.
UNSAFE = {
    "VirtualTime", "YAML", "FlashStore", "LibCrypto", "LSL", "EventLoop", "HCITransport", "DBus", "BlueZ", "BlueZStandIn", "HCICentral",
    "LedTime", "BlueZCentral", "WebPage", "CommandLineProgram", "CommandLineTool", "PagesProgram", "Benchmark",
}
LONGEST = 400
# Files whose properties leave out the check for overlapping access, and of them those that hold arrays, closures or references.
UNCHECKED = [line.split() for line in pathlib.Path("Tests/unchecked.txt").read_text().splitlines() if line and line[0] != "#"]

package = json.loads(
    subprocess.run(["swift", "package", "dump-package"], capture_output=True, check=True, text=True).stdout)
targets = {each["name"]: each for each in package["targets"] if each["path"].startswith("Sources/")}
folders = {name: each["path"].split("/")[1] for name, each in targets.items()}
uses = {
    name: {dependency[kind][0] for dependency in each["dependencies"] for kind in ("byName", "target")
           if kind in dependency}
    for name, each in targets.items()
}
# Tasks, clocks and C are the subject of virtual time (docs/decisions/0022).
virtual_time = {"CVirtualTime", "VirtualTime"}
# The library products but the SDK and what stands on it: pure Swift, no C, no Foundation, no file.
core = {
    name for product in package["products"] if "library" in product["type"] for name in product["targets"]
    if not any(folders.get(each) in ("SDK", "Scenarios") for each in {name} | uses[name])} - virtual_time
libraries = {name for product in package["products"] if "library" in product["type"] for name in product["targets"]}
deterministic = core | {name for name, folder in folders.items() if folder == "Scenarios"} | {"Conformance", "PageModel"}

# As Embedded Swift, too; the dissector's tables are documents.
embedded = {
    name for name, folder in folders.items() if folder in ("Base", "Air", "Devices") and name not in virtual_time}

FORBIDDEN = [
    (re.compile(r"\bfatalError\(|\btry!|\bas!\s"), "traps on input that a user can cause", set(targets)),
    (re.compile(r"^\s*(?:@\S+\s+)*public\b(?! import)"), "is public, and its target is no library product; write `package`",
     set(targets) - libraries),
    (re.compile(r"\b(TODO|FIXME|XXX)\b"), "marks unfinished work; finish it or describe it in docs/", set(targets)),
    (re.compile(r"\b(Date|ContinuousClock|SystemClock|SuspendingClock)\(\)|clock_gettime"),
     "reads the wall clock", deterministic),
    (re.compile(r"SystemRandomNumberGenerator|\.random\(in:|\.shuffled\(\)|randomElement\(\)"),
     "uses randomness that is not a RandomStream", deterministic),
    (re.compile(r"\bTask\s*[.({](?!executorPreference: self)|\bactor\s+[A-Z]"), "is concurrent", deterministic),
    (re.compile(r"Unsafe(Mutable)?(Raw)?(Buffer)?Pointer|unsafeBitCast|unowned\(unsafe\)"),
     "is unsafe", set(targets) - UNSAFE),
    # What is compiled to WebAssembly (docs/architecture.md, What Embedded Swift lacks).
    (re.compile(r"\\\.[a-zA-Z]|KeyPath<|\[keyPath:"), "is a key path, which Embedded Swift lacks", embedded),
    (re.compile(r"\b(?:as[?!]|is) any\b"), "is a cast to a protocol, which Embedded Swift lacks", embedded),
    (re.compile(r"\b(?:weak|unowned)\b"), "is a reference that Embedded Swift lacks; use a WeakHandle", embedded),
    (re.compile(r"\bany Error\b|\bany \w+\.Type\b"), "is an existential that Embedded Swift lacks", embedded),
    (re.compile(r"\basync\b|\bawait\b"), "needs tasks, which Embedded Swift lacks", embedded),
]
IMPORT = re.compile(
    r"\s*(?:(?:public|package|internal|fileprivate|private|@preconcurrency|@testable|@_exported)\s+)*"
    r"import\s+(?:(?:struct|enum|class|protocol|func|var|let|typealias)\s+)?(\w+)")
# What a file declares, at any depth: a file is dead if no other file uses one of its names.
DECLARATION = re.compile(
    r"^\s*(?:(?:public|package|internal|fileprivate|private|static|final|indirect|mutating|nonmutating|override"
    r"|lazy|weak|consuming|borrowing|nonisolated|@\w+(?:\([^)]*\))?)(?:\(set\))?\s+)*"
    r"(?:struct|class|enum|protocol|actor|typealias|func|var|let|case|macro)\s+`?(\w+)", re.MULTILINE)
TOP_LEVEL = re.compile(
    r"^(?:(?:public|package|internal|fileprivate|private|final|indirect|@\w+(?:\([^)]*\))?)\s+)*"
    r"(?:struct|class|enum|protocol|actor|typealias|func|var|let)\s+`?(\w+)", re.MULTILINE)
EXTENSION = re.compile(r"^(?:public |package |private )?extension ", re.MULTILINE)
# What the compiler, another protocol or C calls.
CALLED_BY_NAME = re.compile(r"@main\b|@_cdecl\b|^\s*(public |package )?(init|subscript)\b|\boperator\b", re.MULTILINE)

breaches = []


def breach(path, line, what):
    breaches.append(f"{path}:{line}: {what}")


def layer(name):
    """The place of a target in the order: that of its folder, but for the top. TrikiTool adds to the command line, which is the
    libraries of `Programs`, and programs put both together."""
    if targets[name]["type"] == "executable":
        return len(LAYERS) + 1
    return len(LAYERS) if name == "TrikiTool" else LAYERS.index(folders[name])


for name, folder in folders.items():
    if folder not in LAYERS:
        breach("Package.swift", 1, f"{name} lies in {folder}, which is no layer; see docs/decisions/0001")
        continue
    for other in uses[name] & set(targets):
        if folders[other] == "Triki" and folder not in ("Triki", "Programs"):
            breach(
                "Package.swift", 1, f"{name} uses {other}: no target outside Sources/Triki and Programs depends on Triki;"
                " programs hand in what a run needs of it, see docs/decisions/0001")
        elif layer(other) > layer(name):
            breach("Package.swift", 1, f"{name} ({folder}) uses {other} ({folders[other]}), a layer above it")
        if folder == "Clients" and folders[other] == "Devices":
            breach("Package.swift", 1, f"{name} is a client and uses the firmware's {other}; see docs/decisions/0001")
        if name in core and other not in core:
            breach("Package.swift", 1, f"{name} is a pure library product and uses {other}, which is none")


def reaches(name):
    """The targets that one uses, through others too."""
    found, open_ = set(), [name]
    while open_:
        new = uses.get(open_.pop(), set()) - found
        found |= new
        open_ += new
    return found


# What a host knows of a device is its own, so that host and firmware can expose errors in each other.
hosts = {name for name, folder in folders.items() if folder == "Clients"} | {"ScriptedClient"}
hosts |= {name for name in libraries if folders[name] == "Triki"}
for name in sorted(hosts):
    for other in sorted(other for other in reaches(name) if folders.get(other) == "Devices"):
        breach("Package.swift", 1, f"{name} is a host and uses {other}, which is firmware; see docs/decisions/0001")

for name in sorted(name for name, folder in folders.items() if folder == "Programs" and targets[name]["type"] == "regular"):
    if "VeltoKit" in reaches(name):
        breach(
            "Package.swift", 1, f"{name} is a library of programs and depends on VeltoKit; programs add what is about the cap to the"
            " command line (ToolAdditions), see docs/decisions/0001")

for name in sorted(name for name, folder in folders.items() if folder == "Devices"):
    if "MetaWearTables" in reaches(name):
        breach("Package.swift", 1, f"{name} is firmware and uses the tables of hosts; see docs/architecture.md")


def arrows():
    """Every target with the targets that it uses and that do not follow from another arrow, by folder."""
    swift = {name for name, each in targets.items() if each["type"] != "system" and name not in virtual_time - {"VirtualTime"}}
    lines = []
    for folder in LAYERS:
        lines += ["", folder]
        for name in sorted(name for name in swift if folders[name] == folder):
            direct = uses[name] & swift
            implied = {other for each in direct for other in reaches(each)}
            needed = sorted(direct - implied, key=lambda other: (LAYERS.index(folders[other]), other))
            lines.append(f"  {name} -> {', '.join(needed)}" if needed else f"  {name}")
    return "\n".join(["```", *lines[1:], "```"])


page = pathlib.Path("docs/architecture.md")
before, rest = page.read_text().split("<!-- arrows -->\n", 1)
current, after = rest.split("<!-- end of arrows -->", 1)
if "--write" in sys.argv:
    page.write_text(f"{before}<!-- arrows -->\n{arrows()}\n<!-- end of arrows -->{after}")
elif current.strip() != arrows():
    breach(page, 1, "does not show the targets of Package.swift; run `python3 Tests/tidy.py --write`")

words, texts, imports = {}, {}, {}
for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
    target = path.parts[2]
    text = path.read_text()
    lines = text.splitlines()
    texts[path] = text
    for word in set(re.findall(r"\w+", text)):
        words.setdefault(word, set()).add(path)
    if len(lines) > LONGEST and not lines[0].startswith("// Long because"):
        breach(path, 1, f"{len(lines)} lines; split it, or write `// Long because …` in the first")
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        found = IMPORT.match(code)
        if found:
            imports.setdefault(target, set()).add(found[1])
        if found and found[1] not in uses[target]:
            if target not in SYSTEM.get(found[1], set()):
                breach(path, number, f"{target} may not import {found[1]}; see docs/decisions/0001")
        for pattern, what, where in FORBIDDEN:
            found = target in where and pattern.search(line if "unfinished" in what else code)
            if found:
                breach(path, number, f"`{found[0]}` {what}")

for name in targets:
    for other in sorted(uses[name] & set(targets) - imports.get(name, set())):
        breach("Package.swift", 1, f"{name} does not import {other}; remove it from its dependencies")

unchecked = re.compile(r"@exclusivity\(unchecked\)(?P<access>.*?)(?:\bvar (?P<name>\w+)(?P<type>.*))?$")
classes = {name for text in texts.values() for name in re.findall(r"^\s*(?:\w+ )*(?:class|actor) ([A-Z]\w*)", text, re.MULTILINE)}
listed = {(line[0], name) for line in UNCHECKED for name in line[1:] or [""]}
held = set()
for path, text in texts.items():
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        found = unchecked.search(line.split("//")[0])
        if not found:
            continue
        kind, name = found["type"] or "", found["name"] or ""
        place = str(path.relative_to("Sources").with_suffix(""))
        is_container = re.search(r"[\[>]|\bany\b", kind.split("{")[0]) or classes & set(re.findall(r"\w+", kind))
        held |= {(place, name), (place, "")} if is_container else {(place, "")}
        if is_container and (place, name) not in listed:
            breach(path, number, "is no number or flag: an overlap would corrupt memory; see docs/decisions/0008")
        elif not any(each == place for each, _ in listed):
            breach(path, number, "leaves out a check that every other property has; see docs/decisions/0008")
        if re.search(r"\bpublic\b", found["access"]) and "(set)" not in found["access"]:
            breach(path, number, "can be assigned by a user, at any time; see docs/decisions/0008")
for place, name in sorted(listed - held):
    breach(f"Sources/{place}.swift", 1, f"leaves out no check {'of ' + name if name else 'any more'}; correct Tests/unchecked.txt")

for path in pathlib.Path("Tests").rglob("*.swift"):
    for word in set(re.findall(r"\w+", path.read_text())):
        words.setdefault(word, set()).add(path)
for path, text in texts.items():
    # The names at the file's top level; where it only extends types, those of the members.
    names = set(TOP_LEVEL.findall(text)) or set(DECLARATION.findall(text))
    if path.name == "main.swift" or not names or CALLED_BY_NAME.search(text):
        continue
    if TOP_LEVEL.search(text) and EXTENSION.search(text):
        continue
    if not any(words[name] - {path} for name in names):
        breach(path, 1, f"no other source or test uses its names ({', '.join(sorted(names)[:4])}); delete it")

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
