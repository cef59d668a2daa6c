"""Plays a page that changes the checkout: in a copy of it, makes the page's files and edits and runs its `copy` commands.

The copy is an overlay in the checkout's own place, which this process alone sees, and nothing of it stays; a kernel that
gives users no overlays gets a real copy. The copy has the program, the SDK and the suites that the page names. It is built
from nothing, without optimisation: what a sensor changes is below nearly everything.

    python3 Tests/Guides/copied.py docs/guides/add-a-sensor.md
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import pages

ROOT = pathlib.Path(__file__).resolve().parents[2]
OVERLAY = "mount -t overlay overlay -o userxattr,lowerdir=$1,upperdir=$2,workdir=$3 $1"
INSIDE = "inside a namespace"
# A page's commands make a debug build, which suits a checkout that is built already. This copy is not: whole modules are faster.
OURS = {
    "swift build": "swift build -c release --scratch-path .build-copied -debug-info-format none -Xswiftc -Onone"
                   " -Xswiftc -enable-testing",
    "swift test": "swift test -c release --scratch-path .build-copied",
    ".build/debug/": ".build-copied/release/",
}
# Added to the manifest: keeps some targets with all that they depend on, and removes the others.
LEFT = """
var left = Set<String>()
@MainActor func keep(_ name: String) {
    guard left.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { return }
    for dependency in target.dependencies {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): keep(name)
        default: break
        }
    }
}
for name in [NAMES] { keep(name) }
package.targets.removeAll { !left.contains($0.name) }
package.products = [.executable(name: "boardsim", targets: ["boardsim"])]
"""


def make(blocks, root):
    """The files and edits of a page, in a tree."""
    for block in blocks:
        path = root / block.argument
        if block.kind == "file":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        elif block.kind == "edit":
            path.write_text(pages.edited(block, path.read_text()))


def ours(command):
    """A command of a page, with this build."""
    for theirs, own in OURS.items():
        command = command.replace(theirs, own)
    return command


def keep_suites(blocks, root):
    """The test targets whose suites the page's commands filter for; their other suites are removed."""
    names = {name for block in blocks if block.kind == "copy" for filters in re.findall(r"--filter '([^']+)'", block.text)
             for name in filters.split("|")}
    targets = {path.relative_to(root).parents[-4] for path in (root / "Tests").rglob("*.swift") if path.stem in names}
    for target in targets:
        for path in (root / target).rglob("*Tests.swift"):
            if path.stem not in names:
                path.unlink()
    return sorted(target.name for target in targets)


def play(page, root):
    """The page, in a copy that is at `root`."""
    blocks, _ = pages.read(page, (root / page).read_text())
    make(blocks, root)
    names = ", ".join(f'"{name}"' for name in ["boardsim", "MetaWear", *keep_suites(blocks, root)])
    with open(root / "Package.swift", "a") as manifest:
        manifest.write(LEFT.replace("NAMES", names))
    for block in blocks:
        if block.kind != "copy":
            continue
        for command in block.text.splitlines():
            began = time.monotonic()
            done = subprocess.run(ours(command), shell=True, cwd=root, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            seconds = time.monotonic() - began
            if done.returncode:
                print(done.stdout[-20_000:])
                print(f"FAILED {block.place}: `{command}` ended with status {done.returncode}\ndone")
                return 1
            print(f"ok {command} ({seconds:.0f} s)", flush=True)
    print("done")
    return 0


def can_overlay(scratch):
    """Whether this user may put an overlay over the checkout."""
    return not subprocess.run(["unshare", "-rm", "sh", "-ec", OVERLAY, "sh", str(ROOT), *scratch], stderr=subprocess.DEVNULL).returncode


def main(page):
    if os.environ.get("COPIED") == INSIDE:
        return play(page, ROOT)
    with tempfile.TemporaryDirectory(prefix="copied-") as work:
        scratch = [f"{work}/upper", f"{work}/work"]
        for folder in scratch:
            os.mkdir(folder)
        if shutil.which("unshare") and can_overlay(scratch):
            return subprocess.run(
                ["unshare", "-rm", "sh", "-ec", OVERLAY + '; cd "$1"; exec "$4" "$5" "$6"', "sh", str(ROOT), *scratch,
                 sys.executable, str(ROOT / "Tests/Guides/copied.py"), page],
                env={**os.environ, "COPIED": INSIDE}).returncode
        print("no overlay: a copy is built from nothing")
        copy = pathlib.Path(work) / "copy"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".build*", ".git", ".venv*"))
        return play(page, copy)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
