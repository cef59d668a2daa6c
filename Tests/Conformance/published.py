"""Protects published ids of conformance cases and of the judge's rules, which users write into waivers, filters
and dashboards. A number is never reused for something else.

Conformance/published.txt has one line per id: the id and a short hash of its title. Conformance/retired.txt lists retired ids with
the reason. Prints every mismatch with its fix, and ends with 1 if there is one. To fix:

    .venv/bin/python Tests/Conformance/published.py --add                    # every new id
    .venv/bin/python Tests/Conformance/published.py --reworded ID …          # the same thing in other words
    .venv/bin/python Tests/Conformance/published.py --retire ID "the reason"  # gone for good
"""

import hashlib
import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = ".venv/bin/python Tests/Conformance/published.py"
# `MW/ACC/DATA/BV-01-C`, `MW-SENS-01`.
ID = re.compile(r"[A-Z0-9]+(/[A-Z0-9]+)+/B[VI]-\d\d-C|[A-Z]+(-[A-Z0-9]+)+-\d\d")
NUMBER = re.compile(r"\d\d(?=(-C)?$)")


class Origin:
    """Where an id is in use, and what for."""

    def __init__(self, place, title):
        self.place, self.title = place, title

    @property
    def hash(self):
        return hashlib.sha256(self.title.encode()).hexdigest()[:8]


class Line:
    """A line of one of the lists: an id, the hash of its title, and behind it the reason of a retired one."""

    def __init__(self, place, id, hash, reason=""):
        self.place, self.id, self.hash, self.reason = place, id, hash, reason

    def __str__(self):
        return f"{self.id} {self.hash}{' ' if self.reason else ''}{self.reason}"


def read_cases(folder):
    """What the case files have: `{id: Origin}`."""
    found = {}
    for path in sorted(folder.glob("*/*.yaml")):
        if path.parent.name != "mutants":
            found |= cases_of(path.read_text(), path.relative_to(folder.parent))
    return found


def cases_of(text, path):
    """The cases of one file."""
    found = {}
    lines = {}
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"\s*-\s+id:\s*(\S+)", line):
            lines.setdefault(match[1], number)
    for case in yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))["cases"]:
        found[case["id"]] = Origin(f"{path}:{lines.get(case['id'], 1)}", case["title"])
    return found


def read_rules(text, path):
    """What the rules' reference has; a test holds it to the tables of the sources."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"\| \[([A-Z0-9-]+)\]\(#\S+\) \| \w+ \| (.*) \|$", line):
            found[match[1]] = Origin(f"{path}:{number}", match[2])
    return found


def read_list(text, path, has_reason, problems):
    """The lines of a list, by id."""
    lines = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(None, 2)
        place = f"{path}:{number}"
        if len(words) < (3 if has_reason else 2) or not ID.fullmatch(words[0]) \
                or not re.fullmatch("[0-9a-f]{8}", words[1]) or not has_reason and len(words) > 2:
            shape = "an id, eight hexadecimal digits" + (" and a reason" if has_reason else "")
            problems.append(f"{place}: this is no line of the list; write {shape}, or let {COMMAND} do it")
        elif words[0] in lines:
            problems.append(f"{place}: {words[0]} is there twice; take one out")
        else:
            lines[words[0]] = Line(place, *words)
    return lines


def free_number(id, taken):
    """The first id like this one after all that were ever used."""
    stem = NUMBER.sub("\\\\d\\\\d", id)
    numbers = [int(NUMBER.search(other)[0]) for other in taken if re.fullmatch(stem, other)]
    return NUMBER.sub(f"{max(numbers, default=0) + 1:02}", id)


def compare(used, published, retired):
    """Every mismatch: `place: what; fix`."""
    problems = []
    taken = {*used, *published, *retired}
    for id, line in published.items():
        if id in retired:
            problems.append(f"{retired[id].place}: {id} is retired and published; remove it from one list")
        elif id not in used:
            problems.append(
                f"{line.place}: {id} was published and is missing; restore it, or retire it: "
                f'{COMMAND} --retire {id} "the reason"')
    for id, origin in used.items():
        if id in retired:
            problems.append(
                f"{origin.place}: {id} was retired ({retired[id].reason}); take a new number: {free_number(id, taken)}")
        elif id not in published:
            problems.append(f"{origin.place}: {id} is not among the published ids; add it: {COMMAND} --add")
        elif origin.hash != published[id].hash:
            problems.append(
                f"{origin.place}: {id} has another title than when it was published. If it is something else, take a new "
                f"number: {free_number(id, taken)}; if it is the same in other words: {COMMAND} --reworded {id}")
    return problems


def added(used, published, retired):
    """The published ids and the new ones."""
    new = {id: Line("", id, origin.hash) for id, origin in used.items()
           if id not in published and id not in retired}
    return published | new


def reworded(ids, used, published):
    """The published ids with the hashes of some titles as they are now."""
    for id in ids:
        if id not in used or id not in published:
            sys.exit(f"{id} is not both published and in use; name the id of a case or rule that was reworded")
    return published | {id: Line("", id, used[id].hash) for id in ids}


def retire(id, reason, used, published, retired):
    """Both lists with an id moved from the one to the other."""
    if id not in published:
        sys.exit(f"{id} is not among the published ids; only those can be retired")
    if id in used:
        sys.exit(f"{used[id].place}: {id} is in use; take it out there first")
    if not reason.strip():
        sys.exit("why is it gone? give the reason behind the id")
    line = Line("", id, published[id].hash, " ".join(reason.split()))
    return {key: value for key, value in published.items() if key != id}, retired | {id: line}


class Lists:
    """The two files."""

    def __init__(self, root):
        self.root, self.problems = root, []
        self.used = read_cases(root / "Conformance")
        rules = "docs/rules.md"
        self.used |= read_rules((root / rules).read_text(), rules)
        self.published = self.read("Conformance/published.txt", False)
        self.retired = self.read("Conformance/retired.txt", True)

    def read(self, name, has_reason):
        return read_list((self.root / name).read_text(), name, has_reason, self.problems)

    def write(self, published, retired):
        """Keeps the remarks at the head of each file; ids are sorted, so that branches seldom meet in one line."""
        for name, lines in (("published", published), ("retired", retired)):
            path = self.root / f"Conformance/{name}.txt"
            head = [line for line in path.read_text().splitlines() if line.startswith("#")]
            path.write_text("\n".join(head + [str(lines[id]) for id in sorted(lines)]) + "\n")


def main(arguments, root=ROOT):
    lists = Lists(root)
    used, published, retired = lists.used, lists.published, lists.retired
    action, rest = arguments[:1], arguments[1:]
    if lists.problems or not action:
        problems = lists.problems + compare(used, published, retired)
        print("\n".join(problems + [f"{len(published)} published ids, {len(retired)} retired, {len(problems)} problems"]))
        return 1 if problems else 0
    if action == ["--add"] and not rest:
        now = added(used, published, retired), retired
    elif action == ["--reworded"] and rest:
        now = reworded(rest, used, published), retired
    elif action == ["--retire"] and len(rest) == 2:
        now = retire(*rest, used, published, retired)
    else:
        sys.exit(__doc__)
    lists.write(*now)
    return main([], root)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
