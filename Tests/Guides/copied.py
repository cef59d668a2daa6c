"""Plays a page that changes the checkout: in a copy of it, makes the page's files and edits and runs its `copy` commands.

The copy is an overlay in the checkout's own place, which this process alone sees. Builds go on where those of the
checkout ended, so that only what the page changes is built, and nothing of it stays. Of the suites the copy has only
those that the page names. A kernel that gives users no overlays gets a real copy, which is built from nothing.

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


def make(blocks, root):
    """The files and edits of a page, in a tree."""
    for block in blocks:
        path = root / block.argument
        if block.kind == "file":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        elif block.kind == "edit":
            path.write_text(pages.edited(block, path.read_text()))


def test_targets(blocks, root):
    """The test targets that the page's commands filter for."""
    names = {name for block in blocks if block.kind == "copy" for filters in re.findall(r"--filter '([^']+)'", block.text)
             for name in filters.split("|")}
    return sorted({path.relative_to(root).parts[2] for path in (root / "Tests").rglob("*.swift") if path.stem in names})


def play(page, root):
    """The page, in a copy that is at `root`."""
    blocks, _ = pages.read(page, (root / page).read_text())
    make(blocks, root)
    kept = ", ".join(f'"{name}"' for name in test_targets(blocks, root))
    with open(root / "Package.swift", "a") as manifest:
        manifest.write(f"\npackage.targets.removeAll {{ $0.type == .test && ![{kept}].contains($0.name) }}\n")
    for block in blocks:
        if block.kind != "copy":
            continue
        for command in block.text.splitlines():
            began = time.monotonic()
            done = subprocess.run(command, shell=True, cwd=root, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
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
