"""Builds the program or the tests with all mutants behind switches, in a copy of the package; mutants that do not
compile are found by the compiler's messages and left out.
"""

import json
import pathlib
import re
import shutil
import subprocess

import mutants as data

ROUNDS = 12

# Marks go through a file that all processes of a run map: they are there even when one of them is killed.
SWITCH = """
import Glibc

/// The mutant that this process is; 0 is none.
private let current = getenv("BOARDSIM_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

/// A byte for each mutant: whether a process came by its switch; nil if nobody wants to know.
nonisolated(unsafe) private let seen: UnsafeMutableBufferPointer<UInt8>? = {
    guard let path = getenv("BOARDSIM_MUTANTS_SEEN") else { return nil }
    let file = open(path, O_RDWR)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    let bytes = mmap(nil, size, PROT_READ | PROT_WRITE, Int32(MAP_SHARED), file, 0)
    close(file)
    guard let bytes, bytes != MAP_FAILED else { return nil }
    return UnsafeMutableBufferPointer(start: bytes.assumingMemoryBound(to: UInt8.self), count: size)
}()

/// Whether this process is the mutant of that number.
@inline(never) public func mutant(_ number: Int) -> Bool {
    if let seen, number < seen.count { seen[number] = 1 }
    return current == number
}
"""

# What a copy's package does otherwise: a target with the switch for all, warnings allowed
# (a mutant may well compare a constant with itself).
PACKAGE = """
for target in package.targets where target.type != .system { target.dependencies.append("Mutation") }
package.targets.append(.target(name: "Mutation"))
"""

_ERROR = re.compile(r"^(.*?/Sources/.*?\.swift):(\d+):\d+: error: (.*)$", re.MULTILINE)


# What the conformance suite runs, and what Swift tests run.
PROGRAM = ["-c", "release", "--product", "boardsim"]
BUNDLE = ["--build-tests"]


def program(folder):
    """The program that was built."""
    return folder / "build" / "release" / "boardsim"


def bundle(folder):
    """The tests that were built."""
    return folder / "build" / "debug" / "boardsimPackageTests.xctest"


def kept(mutants, folder):
    """What the last build left out; the others get the numbers that they have in it."""
    built = json.loads((folder / "built.json").read_text())
    for mutant in mutants:
        number, text = built["mutants"].get(mutant.id, (0, None))
        mutant.number = number if text == mutant.text() else 0
    known = {row["id"] for row in built["invalid"]}
    return built["invalid"] + [
        {"id": m.id, "why": "it is newer than the last build"}
        for m in mutants if m.number == 0 and m.id not in known
    ]


def build(mutants, folder, products):
    """Builds the products; returns what does not compile as rows of `id` and `why`."""
    _forget_another_place(folder)
    left, invalid, waiting = list(mutants), [], list(products)
    for _ in range(ROUNDS):
        lines = _copy(left, folder / "package")
        while waiting:
            done = subprocess.run(
                ["swift", "build", *waiting[0], "--package-path", str(folder / "package"),
                 "--scratch-path", str(folder / "build")],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            )
            if done.returncode != 0:
                break
            waiting.pop(0)
        if not waiting:
            built = {m.id: (m.number, m.text()) for m in left}
            (folder / "built.json").write_text(json.dumps({"invalid": invalid, "mutants": built}))
            return invalid
        output = done.stdout.decode(errors="replace")
        wrong = _blame(output, lines, left, (folder / "package").resolve())
        if not wrong:
            errors = "\n".join(dict.fromkeys(re.findall(r"^.*error: .*$", output, re.MULTILINE)))
            raise SystemExit((errors or output)[-4000:] + "\nthe copy does not build, and no mutant is to blame")
        invalid += [{"id": m.id, "why": f"{m.origin}: {why}"} for m, why in wrong.items()]
        left = [m for m in left if m not in wrong]
        # The numbers are others now.
        waiting = list(products)
    raise SystemExit(f"after {ROUNDS} builds there are still mutants that do not compile")


def _forget_another_place(folder):
    """The compiler's caches hold absolute paths."""
    stamp, here = folder / "place", str(folder.resolve())
    if not stamp.exists() or stamp.read_text() != here:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        stamp.write_text(here)


def _copy(mutants, place):
    """Writes the package; returns by file which mutants stand in which line."""
    texts, lines = {}, {}
    package = pathlib.Path("Package.swift").read_text().replace(".treatAllWarnings(as: .error),", "")
    texts["Package.swift"] = package + PACKAGE
    texts["Sources/Mutation/Mutation.swift"] = SWITCH
    for path in pathlib.Path("Sources").rglob("*"):
        if path.is_file():
            own = [m for m in mutants if m.file == str(path)]
            texts[str(path)], lines[str(path)] = data.render(path.read_text(), own)
    files = {name: text.encode() for name, text in texts.items()}
    # Tests read scenarios, cases and pages of the checkout.
    for folder in sorted(pathlib.Path(".").iterdir()):
        if folder.name.startswith(".") or folder.name == "Sources":
            continue
        for path in folder.rglob("*") if folder.is_dir() else [folder]:
            if path.is_file() and "__pycache__" not in path.parts:
                files.setdefault(str(path), path.read_bytes())
    for path in place.rglob("*"):
        if path.is_file() and str(path.relative_to(place)) not in files:
            path.unlink()
    for name, content in files.items():
        path = place / name
        # What is as it was keeps its time, and is not compiled again.
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            if name not in texts:
                shutil.copymode(name, path)
    return lines


def _blame(output, lines, mutants, place):
    """Which mutants the errors speak of: those in the line, or else the nearest in the file."""
    wrong = {}
    for file, line, message in _ERROR.findall(output):
        path = pathlib.Path(file)
        known = lines.get(str(path.relative_to(place)) if path.is_relative_to(place) else file, {})
        if known:
            nearest = min(known, key=lambda n: abs(n - int(line)))
            for number in known[nearest]:
                mutant = next(m for m in mutants if m.number == number)
                wrong.setdefault(mutant, message)
    return wrong
