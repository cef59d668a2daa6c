"""Compares two transcripts: `compare.py [--races] RECORDING TRANSCRIPT [DIFFERENCES]`.

Ends with status 1 if a check differs in a line that DIFFERENCES does not explain, or if
DIFFERENCES explains what does not differ. An explanation is

    # Why the difference is accepted.
    > the check that it belongs to; without such a line, any
    - a line that only the recording has
    + a line that only the transcript has

where `*` stands for any text. What bluetoothd itself does now so and now otherwise is a race, which may
show or not:

    # What runs against what.
    >? the check that it belongs to
    ~ a line that either side may have, or have elsewhere

With `--races`, which is for two recordings of bluetoothd, only these count. `about 8` is the same as any number within a quarter of it, or within
two. Sections that the transcript lacks as a whole are not compared, so that a part of it can be
looked at by itself.
"""

import dataclasses
import difflib
import pathlib
import re
import sys


@dataclasses.dataclass
class Check:
    section: str
    title: str
    lines: list

    @property
    def name(self):
        return f"{self.section}: {self.title}"


def read(path):
    """The checks of a transcript; several calls at once are one check."""
    checks, section, title = [], "", []
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith("=== "):
            section = line[4:]
        elif line.startswith("> "):
            if checks and not checks[-1].lines and checks[-1].section == section:
                checks[-1].title += " + " + line[2:]
            else:
                checks.append(Check(section, line[2:], []))
        elif line and not re.fullmatch(r"\d+ checks", line):
            checks[-1].lines.append(line)
    return checks


@dataclasses.dataclass
class Explanation:
    check: str
    line: str
    place: int
    used: bool = False

    @property
    def is_race(self):
        return self.line.startswith("~ ")

    def explains(self, check, line):
        return matches(self.line[2:] if self.is_race else self.line, line[2:] if self.is_race else line) and (not self.check or matches(self.check, check.title))


def matches(pattern, text):
    return re.fullmatch(".*".join(re.escape(part) for part in pattern.split("*")), text, re.DOTALL)


def explanations(path):
    found, kind, check, reason = [], ">", "", False
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        if line.startswith("#"):
            reason = True
        elif line.startswith(("> ", ">? ")):
            kind, check = line.split(" ", 1)
        elif line[:2] in (("~ ",) if kind == ">?" else ("- ", "+ ")):
            if not reason:
                sys.exit(f"{path}:{number}: a difference without a reason; say why above it")
            found.append(Explanation(check, line, number))
        elif line:
            sys.exit(f"{path}:{number}: neither a reason nor a line of a transcript")
        else:
            kind, check, reason = ">", "", False
    return found


ABOUT = re.compile(r"about (\d+)")


def alike(one, other):
    """Whether two lines differ at most in counts that may differ a little."""
    counts = list(zip(ABOUT.findall(one), ABOUT.findall(other)))
    return ABOUT.sub("about", one) == ABOUT.sub("about", other) and all(
        abs(int(a) - int(b)) <= max(2, int(a) / 4) for a, b in counts)


def differences(recording, transcript):
    """Pairs of a check and a line that only one of the two has, marked with `-` or `+`."""
    sections = {check.section for check in transcript}
    expected = [check for check in recording if check.section in sections]
    matcher = difflib.SequenceMatcher(None, [c.name for c in expected], [c.name for c in transcript], False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            for check in expected[a:b]:
                yield check, "- > " + check.title
            for check in transcript[c:d]:
                yield check, "+ > " + check.title
            continue
        for one, other in zip(expected[a:b], transcript[c:d]):
            if len(one.lines) == len(other.lines) and all(map(alike, one.lines, other.lines)):
                continue
            for line in difflib.ndiff(one.lines, other.lines):
                if line[:2] in ("- ", "+ "):
                    yield one, line


def main():
    only_races = "--races" in sys.argv
    first, second, *more = (each for each in sys.argv[1:] if each != "--races")
    recording, transcript = read(first), read(second)
    explained = [e for path in more for e in explanations(path) if e.is_race or not only_races]
    differing, unexplained, last = set(), 0, None
    for check, line in differences(recording, transcript):
        differing.add(id(check))
        known = [e for e in explained if e.explains(check, line)]
        for explanation in known:
            explanation.used = True
        if not known:
            unexplained += 1
            if check is not last:
                print(f"\n=== {check.name}")
                last = check
            print(line)
    idle = [e for e in explained if not e.used and not e.is_race]
    if {c.section for c in recording} <= {c.section for c in transcript}:
        for explanation in idle:
            print(f"{more[0]}:{explanation.place}: explains no difference any more; take it out")
    else:
        idle = []
    print(f"\n{len(transcript)} checks, {len(transcript) - len(differing)} the same, "
          f"{unexplained} lines that nothing explains")
    return 1 if unexplained or idle else 0


if __name__ == "__main__":
    sys.exit(main())
