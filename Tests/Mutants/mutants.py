"""Mutants as data: reads the lists of Conformance/mutants and Tests/Mutants/judging, finds each mutant's text in
the sources, and writes the sources with a switch at each place.
"""

import pathlib
import re

import yaml

FOLDER = pathlib.Path("Conformance/mutants")
# The lists whose mutants Swift tests are to notice.
JUDGING = pathlib.Path("Tests/Mutants/judging")
KINDS = ("expression", "statement", "text")
REQUIRED = ("id", "about", "file", "find", "replace", "kind")
OPTIONAL = ("line-with", "after", "filter", "tests", "unnoticed")
# What a list that is no plain list has: the tests of all its mutants, and these.
LIST_KEYS = ("tests", "mutants")


class Mutant:
    """One wrong behaviour, and the place of its switch."""

    def __init__(self, keys, origin):
        self.origin = origin
        self.id = keys["id"]
        self.about = keys["about"].strip()
        self.file = keys["file"]
        self.find = keys["find"].strip()
        self.replace = keys["replace"].strip()
        self.kind = keys["kind"]
        self.line_with = keys.get("line-with")
        self.after = keys.get("after")
        self.filter = keys.get("filter")
        # Names of test targets, or `Target.Suite`; empty for a mutant that the conformance suite is to notice.
        self.tests = keys.get("tests", [])
        # Why nothing can notice it.
        self.unnoticed = keys.get("unnoticed")
        self.number = 0
        self.span = (0, 0)

    def text(self):
        """What decides which code it becomes."""
        return [self.file, self.find, self.replace, self.kind, self.line_with, self.after]


class _Lines(yaml.SafeLoader):
    """Keeps the line of each mapping."""

    def construct_mapping(self, node, deep=False):
        mapping = super().construct_mapping(node, deep)
        mapping["__line__"] = node.start_mark.line + 1
        return mapping


def read(root=pathlib.Path(".")):
    """All mutants, numbered from 1, and what is wrong with them: `file:line: what`."""
    mutants, problems = [], []
    suites = Suites(root)
    paths = [path for folder in (FOLDER, JUDGING) for path in sorted(pathlib.Path(root, folder).glob("*.yaml"))]
    for path in paths:
        try:
            entries = yaml.load(path.read_text(), _Lines)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            problems.append(f"{path}:{mark.line + 1 if mark else 1}: {getattr(error, 'problem', error)}")
            continue
        tests = None
        if isinstance(entries, dict):
            line = entries.pop("__line__")
            if sorted(entries) != sorted(LIST_KEYS):
                problems.append(f"{path}:{line}: the keys of a list are {' and '.join(LIST_KEYS)}")
                continue
            tests, entries = entries["tests"], entries["mutants"]
        if not isinstance(entries, list):
            problems.append(f"{path}:1: a list of mutants is expected")
            continue
        for entry in entries:
            if not isinstance(entry, dict):
                problems.append(f"{path}:1: {entry!r} is no mutant")
                continue
            origin = f"{path}:{entry.pop('__line__')}"
            if tests is not None:
                entry.setdefault("tests", tests)
            wrong = _wrong_keys(entry) or suites.missing(entry.get("tests", []))
            if wrong:
                problems.append(f"{origin}: {entry.get('id', 'a mutant')}: {wrong}")
            else:
                mutants.append(Mutant(entry, origin))
    problems += _repeated(mutants)
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    sources = {}
    for mutant in mutants:
        path = pathlib.Path(root, mutant.file)
        if mutant.file not in sources:
            known = mutant.file.startswith("Sources/") and path.is_file()
            sources[mutant.file] = path.read_text() if known else None
        if sources[mutant.file] is None:
            problems.append(f"{mutant.origin}: {mutant.id}: there is no source file {mutant.file}")
        else:
            wrong = place(mutant, sources[mutant.file])
            if wrong:
                problems.append(f"{mutant.origin}: {mutant.id}: {wrong}")
    for file in sources:
        problems += _overlaps([m for m in mutants if m.file == file and m.span[1] > 0])
    return mutants, problems


class Suites:
    """Which test targets and suites there are."""

    def __init__(self, root):
        self.folders = {path.name: path for path in pathlib.Path(root, "Tests").glob("*/*Tests")}
        self.known = {}

    def missing(self, tests):
        """What is wrong with the names of a mutant, or nothing."""
        for name in tests:
            if name not in self.known:
                self.known[name] = self._missing(name)
            if self.known[name]:
                return self.known[name]
        return None

    def _missing(self, name):
        target, _, suite = name.partition(".")
        folder = self.folders.get(target)
        if folder is None:
            return f"there is no test target {target}"
        declared = re.compile(rf"\b(?:struct|class|actor|enum|extension) {re.escape(suite)}\b")
        if suite and not any(declared.search(path.read_text()) for path in folder.rglob("*.swift")):
            return f"{target} has no suite {suite}"
        return None


def _wrong_keys(entry):
    for key in entry:
        if key not in REQUIRED + OPTIONAL:
            return f"unknown key `{key}`; the keys are {', '.join(REQUIRED + OPTIONAL)}"
    for key in REQUIRED:
        if key not in entry:
            return f"`{key}` is missing"
    tests = entry.get("tests")
    if tests is not None:
        if not isinstance(tests, list) or not tests or not all(isinstance(name, str) for name in tests):
            return "`tests` is a list of test targets, or of suites as `Target.Suite`"
        if "filter" in entry:
            return "use either `filter`, for the conformance suite, or `tests`, not both"
    for key, value in entry.items():
        if key != "tests" and not isinstance(value, str):
            return f"`{key}` must be text; put it in quotes"
    if entry["kind"] not in KINDS:
        return f"`kind` is one of {', '.join(KINDS)}"
    if not entry["find"].strip() or not entry["about"].strip():
        return "`find` and `about` must not be empty"
    if (entry["kind"] == "text") != bool(re.search(r"\bMUTANT\b", entry["replace"])):
        return "a `text` must have the word MUTANT in its `replace`, and no other kind may"
    if entry["kind"] == "expression" and not entry["replace"].strip():
        return "an expression needs a `replace`"
    if "line-with" in entry and "after" in entry:
        return "use either `line-with` or `after`, not both"
    return None


def _repeated(mutants):
    seen, problems = {}, []
    for mutant in mutants:
        if mutant.id in seen:
            problems.append(f"{mutant.origin}: {mutant.id}: the id is already used at {seen[mutant.id]}")
        seen.setdefault(mutant.id, mutant.origin)
    return problems


def _pattern(text):
    """The text, with any white space where it has some."""
    return re.compile(r"\s+".join(re.escape(word) for word in text.split()))


def place(mutant, source):
    """Finds the mutant's text; returns what is wrong, or nothing."""
    begin, end, where = 0, len(source), mutant.file
    if mutant.line_with is not None:
        lines = [
            (m.start(), m.end()) for m in re.finditer(r"[^\n]*\n?", source) if mutant.line_with in m[0]
        ]
        if len(lines) != 1:
            return f"`line-with` is in {len(lines)} lines of {mutant.file}; it must be in one"
        begin, end = lines[0]
        where = "that line"
    elif mutant.after is not None:
        found = list(_pattern(mutant.after).finditer(source))
        if len(found) != 1:
            return f"`after` occurs {len(found)} times in {mutant.file}; it must occur once"
        begin = found[0].end()
    found = list(_pattern(mutant.find).finditer(source, begin, end))
    if not found:
        return f"`find` does not occur in {where}: the source changed, or the text is not exact"
    if len(found) > 1 and mutant.after is None:
        return f"`find` occurs {len(found)} times in {where}; add `line-with` or `after`, or more text"
    mutant.span = found[0].span()
    return None


def _overlaps(mutants):
    problems = []
    for i, one in enumerate(mutants):
        for other in mutants[i + 1:]:
            (a, b), (c, d) = one.span, other.span
            if b <= c or d <= a:
                continue
            is_nested = (a <= c and d <= b) or (c <= a and b <= d)
            outer = one if b - a >= d - c else other
            if not is_nested:
                problems.append(f"{other.origin}: {other.id}: its text overlaps with that of {one.id}")
            elif "text" in (outer.kind, one.kind if one.span == other.span else outer.kind) or (
                one.span == other.span and (one.kind != other.kind or other.kind == "text")
            ):
                problems.append(
                    f"{other.origin}: {other.id}: {one.id} has a switch in the same text; as `text` it"
                    " must be written by hand, and two of one place must be of one kind"
                )
    return problems


def render(source, mutants):
    """The source with a switch for each mutant, and by line (from 1) the mutants in it."""
    text = _render(source, 0, len(source), sorted(mutants, key=lambda m: (m.span[0], -m.span[1])))
    if mutants:
        text = "public import Mutation\n" + text
    # A mark is a private character with the mutant's number, taken out again once its line is known.
    lines, clean, number, depth = {}, [], 1, []
    for part in re.split("(\ue000\\d+\ue001|\ue002\\d+\ue001|\n)", text):
        if part == "\n":
            number += 1
        elif part.startswith("\ue000"):
            depth.append(int(part[1:-1]))
            lines.setdefault(number, set()).update(depth)
            continue
        elif part.startswith("\ue002"):
            depth.remove(int(part[1:-1]))
            continue
        if depth:
            lines.setdefault(number, set()).update(depth)
        clean.append(part)
    return "".join(clean), lines


def _render(source, begin, end, mutants):
    out, at = [], begin
    while mutants:
        first = mutants[0]
        same = [m for m in mutants if m.span == first.span]
        inner = [m for m in mutants if m.span[1] <= first.span[1] and m not in same]
        mutants = [m for m in mutants if m not in same and m not in inner]
        out.append(source[at:first.span[0]])
        original = _render(source, *first.span, inner)
        out.append("".join(f"\ue000{m.number}\ue001" for m in same))
        out.append(_switch(same, original))
        out.append("".join(f"\ue002{m.number}\ue001" for m in same))
        at = first.span[1]
    out.append(source[at:end])
    return "".join(out)


def _switch(mutants, original):
    kind = mutants[0].kind
    if kind == "text":
        return re.sub(r"\bMUTANT\b", f"mutant({mutants[0].number})", mutants[0].replace)
    if kind == "expression":
        choices = "".join(f"mutant({m.number}) ? ({m.replace}) : " for m in mutants)
        return f"({choices}({original}))"
    choices = "".join(f"if mutant({m.number}) {{ {m.replace} }} else " for m in mutants)
    return f"{choices}{{ {original} }}"
