"""Lists what the conformance cases rest on: writes docs/conformance-evidence.md from their `source:` lines.

    .venv/bin/python Tests/Conformance/evidence.py           # ends with 1 if the page is stale
    .venv/bin/python Tests/Conformance/evidence.py --write
"""

import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/conformance-evidence.md"
COMMAND = ".venv/bin/python Tests/Conformance/evidence.py --write"

# What kind of evidence each mark is, the strongest first. A case with several marks counts under the first of them.
KINDS = [
    ("a wire capture", "seen on the air or on the bus of a real board", {"wire", "trace", "hardware"}),
    ("a state cache", "an SDK's cache of a real board that it had queried", {"cache"}),
    ("a listing", "read from the vendor's app, not from its documents", {"listing", "an app"}),
    ("a document", "the vendor's documents and SDKs, and what their own tests expect",
     {"spec", "api", "cpp", "cpp-old", "swift", "swift+", "vendor", "java", "android", "python", "nordic", "mocks", "docs",
      "code", "older text", "all fakes", "some firmware", "old firmware"}),
    ("people's reports", "posts, dumps and projects of people with a board; `certain` is several of them, `single` one",
     {"forum", "certain", "single", "disputed"}),
    ("sources that differ", "the case carries every reading, and the report says which one a board follows",
     {"contradiction", "open"}),
    ("inference", "no source says it: concluded from others (`inferred`) or our own choice (`ours`)", {"inferred", "ours"}),
]
# Listed case by case: what real boards showed, and what no source says.
LISTED = ("a wire capture", "a state cache", "a listing", "inference")


def kind(source):
    """The kind of evidence of a `source:` line."""
    marks = {mark.strip() for mark in source[source.rindex("(") + 1:-1].split(",")}
    if "draft" in marks:
        raise SystemExit(f"`{source}`: a draft of `boardsim replay`; read the case, and name what it rests on")
    for name, _, known in KINDS:
        if marks & known:
            return name
    raise SystemExit(f"`{source}`: evidence.py knows none of its marks")


def page():
    """The text of the page."""
    found = {name: [] for name, _, _ in KINDS}
    for path in sorted((ROOT / "Conformance").glob("**/*.yaml")):
        if path.parent.name == "mutants":
            continue
        file = yaml.safe_load(path.read_text())
        for case in file.get("cases") or []:
            where = path.relative_to(ROOT / "Conformance")
            found[kind(case["source"])].append((where, case["id"], case["title"], case["source"]))
    total = sum(len(cases) for cases in found.values())
    lines = [
        "# What the conformance cases rest on", "",
        f"<!-- Written by `{COMMAND}` from the `source:` lines of the cases; do not edit. -->", "",
        "Each case names its section of the protocol and the mark of its fact there. This page sorts the"
        f" {total:,} cases by the kind of evidence; [real-boards.md](protocol/real-boards.md) says what real boards"
        " showed and how the model uses it.", "",
        "| Rests on | Cases | Which is |", "|---|---|---|",
    ]
    for name, about, _ in KINDS:
        lines.append(f"| {name} | {len(found[name]):,} | {about} |")
    for name in LISTED:
        lines += ["", f"## {name[0].upper()}{name[1:]}", ""]
        last = None
        for where, id, title, source in found[name]:
            if where != last:
                lines += ([""] if last else []) + [f"`{where}`", ""]
                last = where
            lines.append(f"* {title} ({source[:source.rindex('(')].strip()}) `{id}`")
    return "\n".join(re.sub(r"[ \t]+$", "", line) for line in lines) + "\n"


def main():
    text = page()
    if "--write" in sys.argv:
        PAGE.write_text(text)
        print(f"wrote {PAGE.relative_to(ROOT)}")
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit(f"{PAGE.relative_to(ROOT)} is stale: {COMMAND}")


if __name__ == "__main__":
    main()
