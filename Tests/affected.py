"""Which Swift tests `./boardsim test quick` runs: prints a pattern for `swift test --filter`, or nothing for all of them.

    affected.py FILE…       the changed files, as Git names them

These are the tests of each changed target, those of the targets with an arrow to it in docs/architecture.md, the test targets that
were changed themselves, and the traces. A change of the package, or of what several tests share, makes it all tests.
"""

import pathlib
import re
import sys

# What a change of the model's behaviour shows in, wherever it is.
TRACES = r"ShippedToolTests\.TraceTests"


def users():
    """Of each target those with an arrow to it."""
    arrows = pathlib.Path("docs/architecture.md").read_text().split("<!-- arrows -->")[1].split("<!-- end of arrows -->")[0]
    found = {}
    for name, uses in re.findall(r"^  (\w+) -> (.*)$", arrows, re.MULTILINE):
        for each in uses.split(", "):
            found.setdefault(each, set()).add(name)
    return found


def affected(files):
    """The pattern; None for all."""
    changed = set()
    for file in files:
        parts = pathlib.PurePosixPath(file).parts
        if file == "Package.swift" or parts[:2] == ("Tests", "Support"):
            return None
        if parts[0] in ("Sources", "Tests") and len(parts) > 3:
            changed.add(parts[2].removesuffix("Tests"))
    if not changed:
        return None
    names = changed.union(*(users().get(name, set()) for name in changed))
    return "|".join([*(f"{name}Tests\\." for name in sorted(names)), TRACES])


if __name__ == "__main__":
    print(affected(sys.argv[1:]) or "")
