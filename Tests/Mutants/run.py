"""The mutation run: builds the program and the Swift tests with every mutant behind a switch, runs the conformance
suite or the tests that a mutant names once for each, and says which share is killed.

Ends with 0 if it is 95 % or more of those for the suite and of those for the tests, with 1 if it is less or a mutant
is invalid, with 2 for a wrong call.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

import build
import mutants as data
import verdicts

WANTED = 95
FOLDER = pathlib.Path(".build/mutants")
SUITE = "{program} conformance --fail-fast --filter {filter}"
TESTS = "{bundle} --testing-library swift-testing --filter {filter}"
# What a failed verdict ends with; every other status is no verdict.
FAILED = 1
# How much longer than its limit a second run may take, once the first took too long.
PATIENCE = 3


class Run:
    """A command, run for one mutant after the other."""

    # A line after which a run has failed, whatever follows; None if only the end tells.
    failing = None

    def __init__(self, command, log, **places):
        self.words = [self._placed(word, places) for word in shlex.split(command)]
        # How long a run may take, by what it runs.
        self.limits = {}
        # By what it runs: a byte for each mutant, whether the run without one came by its switch.
        self.seen = {}
        self.log = log

    @staticmethod
    def _placed(word, places):
        for name, place in places.items():
            word = word.replace(f"{{{name}}}", str(place))
        return word

    def command(self, pattern):
        """The command; without a pattern, without its option for one."""
        words = list(self.words)
        if pattern is None and "{filter}" in words:
            at = words.index("{filter}")
            del words[at - 1:at + 1]
        return [word.replace("{filter}", pattern or "") for word in words]

    def start(self, number, pattern=None, seen=None, times=1):
        """Runs it: its status, None for too long, and the end of what it said. In the file `seen`, processes mark
        the mutants whose switches they come by. It may take `times` as long as usual."""
        # Tests are built with coverage in some trees: a thousand profiles are of no use.
        environment = dict(os.environ, BOARDSIM_MUTANT=str(number), LLVM_PROFILE_FILE="/dev/null")
        if seen is not None:
            environment["BOARDSIM_MUTANTS_SEEN"] = str(seen)
        process = subprocess.Popen(
            self.command(pattern), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)
        late = threading.Event()

        def stop():
            # What it started goes with it.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

        def give_up():
            late.set()
            stop()

        timer = threading.Timer(times * self.limits.get(pattern, 600), give_up)
        timer.start()
        told, is_failed = [], False
        with process:
            for line in process.stdout:
                told.append(line.decode(errors="replace"))
                if self.failing is not None and not is_failed and self.failing.match(told[-1]):
                    is_failed = True
                    stop()
        status = process.returncode
        timer.cancel()
        if is_failed:
            status = FAILED
        elif late.is_set():
            status = None
        return status, "".join(told)[-20_000:]

    def first(self, pattern=None, count=0):
        """Runs it without a mutant, and sets how long it may take with one: the seconds, or None if it is not green.
        Keeps which of `count` mutants it came by."""
        with tempfile.NamedTemporaryFile() as seen:
            seen.write(bytes(count + 1))
            seen.flush()
            began = time.monotonic()
            status, told = self.start(0, pattern, seen.name)
            took = time.monotonic() - began
            self.seen[pattern] = pathlib.Path(seen.name).read_bytes()
        self.limits[pattern] = 20 + 10 * took
        if status == 0:
            return took
        print(told[-4000:])
        print(f"without a mutant {shlex.join(self.command(pattern))} ends with {status}: it must be green first")
        return None

    def comes_by(self, mutant, pattern):
        """Whether the run without a mutant came by its switch: what does not, cannot notice it."""
        seen = self.seen.get(pattern)
        return seen is None or bool(seen[mutant.number])

    def judge(self, mutant):
        """Killed or survived, and how: a row of the report."""
        began = time.monotonic()
        patterns = [pattern for pattern in self.patterns(mutant) if self.comes_by(mutant, pattern)]
        fate, by, told = "survived" if patterns else "survived (nothing comes by)", None, ""
        for pattern in patterns:
            status, told = self.start(mutant.number, pattern)
            if status is None:
                # The machine may have been busy with something else.
                status, told = self.start(mutant.number, pattern, times=PATIENCE)
            if self.is_passed(status, pattern):
                continue
            by = self.name(pattern)
            if status == FAILED:
                fate = "killed"
            elif status is None:
                fate = "killed (time)"
            elif status < 0:
                fate = "killed (crash)"
            else:
                fate = f"unjudged (status {status})"
            break
        (self.log / f"{mutant.id}.log").write_text(told)
        place = pathlib.Path(mutant.origin.rsplit(":", 1)[0])
        return {
            "id": mutant.id, "about": mutant.about, "file": mutant.file, "filter": mutant.filter,
            "tests": mutant.tests, "unnoticed": mutant.unnoticed, "fate": fate, "by": by,
            "seconds": round(time.monotonic() - began, 2),
            "module": f"judging/{place.stem}" if mutant.tests else place.stem,
        }


class SuiteRun(Run):
    """The conformance suite: the cases of the mutant's filter first, then all."""

    def patterns(self, mutant):
        return [mutant.filter, None] if mutant.filter and "{filter}" in self.words else [None]

    def is_passed(self, status, pattern):
        """A filter that matches nothing is no verdict either."""
        return status == 0 or (status not in (FAILED, None) and status > 0 and pattern is not None)

    def name(self, pattern):
        return "suite" if pattern is None else "filter"


class TestRun(Run):
    """Swift tests: the targets or suites that the mutant names, one after the other, until a test fails."""

    # Colours are there even without a terminal.
    failing = re.compile(r"(\x1b\[[\d;]*m)*✘(\x1b\[[\d;]*m)* Test ")

    @staticmethod
    def pattern(name):
        """All tests of a target or of a suite."""
        return f"^{re.escape(name)}[./]"

    def patterns(self, mutant):
        return [self.pattern(name) for name in mutant.tests]

    def is_passed(self, status, pattern):
        return status == 0

    def name(self, pattern):
        return pattern[1:-4].replace("\\", "")


def figure(report):
    """The share of each kind, in words."""
    return "; ".join(
        f"{part['killed']} of {part['total']} {name}: {part['percent']:.1f} %"
        for name, part in report["parts"].items())


def markdown(report):
    """The report for people."""
    rows = report["mutants"]
    lines = [
        "# Mutation run", "",
        f"**Killed: {figure(report)}** (wanted: {WANTED} %), in {report['seconds']:.0f} s.", "",
        "| module | mutants | killed | % |", "|---|---:|---:|---:|",
    ]
    for module in sorted({row["module"] for row in rows}):
        own = [row for row in rows if row["module"] == module]
        killed = sum(row["fate"].startswith("killed") for row in own)
        lines.append(f"| {module} | {len(own)} | {killed} | {100 * killed / len(own):.0f} |")
    left = [row for row in rows if not row["fate"].startswith("killed")]
    if left:
        lines += ["", "## Not killed", "", "| mutant | fate | what is wrong | why nothing notices it |", "|---|---|---|---|"]
        lines += [f"| {row['id']} | {row['fate']} | {row['about']} | {row['unnoticed'] or ''} |" for row in left]
    if report["invalid"]:
        lines += ["", "## Invalid", "", *(f"* {row['id']}: {row['why']}" for row in report["invalid"])]
    return "\n".join(lines) + "\n"


def summary(rows, invalid, seconds):
    """Rows, and the figures."""
    parts = {}
    for name, own in (
        ("mutants of firmware", [row for row in rows if not row["tests"]]),
        ("mutants of what judges", [row for row in rows if row["tests"]]),
    ):
        if own:
            killed = sum(row["fate"].startswith("killed") for row in own)
            parts[name] = {"total": len(own), "killed": killed, "percent": 100 * killed / len(own)}
    return {"parts": parts, "wanted": WANTED, "seconds": round(seconds, 1), "invalid": invalid, "mutants": rows}


def chosen(mutants, patterns, shard):
    """Those of the command line; a shard `i/n` takes every n-th."""
    found = [m for m in mutants if not patterns or any(fnmatch.fnmatch(m.id, p) for p in patterns)]
    index, count = (int(part) for part in shard.split("/"))
    if not 1 <= index <= count:
        raise ValueError
    return found[index - 1::count]


def earlier(mutants, kept, product, is_left):
    """The rows of those that need no run, by id: judged with the product that is there now, or, if only those
    `left` are wanted, killed with any."""
    rows = {}
    for mutant in mutants:
        row = kept.of(mutant, None if is_left else product(mutant))
        if row and (not is_left or row["fate"].startswith("killed")):
            rows[mutant.id] = row
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("id", nargs="*", help="ids to try, with * and ?; all without")
    parser.add_argument("--judging", action="store_true", help="only those that Swift tests are to notice")
    parser.add_argument("--check", action="store_true", help="only see whether each mutant fits the sources")
    parser.add_argument("--build-only", action="store_true", help="only build; says which do not compile")
    parser.add_argument("--no-build", action="store_true", help="take the program of the last build")
    parser.add_argument("--again", action="store_true", help="run also what the last run has judged with the same build")
    parser.add_argument(
        "--left", action="store_true", help="only what was not killed last, whatever was built since")
    parser.add_argument("--suite", default=SUITE, help=f"the command that judges firmware; default: {SUITE}")
    parser.add_argument("--tests", default=TESTS, help=f"the command that runs Swift tests; default: {TESTS}")
    parser.add_argument("--jobs", type=int, default=2, help="at a time; default 2")
    parser.add_argument("--shard", default="1/1", help="i/n: every n-th mutant, from the i-th")
    options = parser.parse_args()

    everything, problems = data.read()
    for problem in problems:
        print(problem)
    if problems:
        return 1
    print(f"{len(everything)} mutants fit the sources")
    if options.check:
        return 0
    try:
        eligible = [m for m in everything if m.tests or not options.judging]
        wanted = chosen(eligible, options.id, options.shard)
    except ValueError:
        parser.error(f"--shard {options.shard}: two numbers i/n, i from 1 to n")
    if not wanted:
        parser.error(f"no mutant is called {' '.join(options.id)}")

    began = time.monotonic()
    products = []
    if any(not m.tests for m in wanted):
        products.append(build.PROGRAM)
    if any(m.tests for m in wanted):
        products.append(build.BUNDLE)
    invalid = build.kept(everything, FOLDER) if options.no_build else build.build(everything, FOLDER, products)
    for row in invalid:
        print(f"INVALID {row['id']}: {row['why']}")
    print(f"built in {time.monotonic() - began:.0f} s, {len(invalid)} invalid", flush=True)
    if options.build_only:
        return 1 if invalid else 0

    logs = FOLDER / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    valid = [m for m in wanted if m.id not in {row["id"] for row in invalid}]
    suite = SuiteRun(options.suite, logs, program=build.program(FOLDER))
    tests = TestRun(options.tests, logs, bundle=build.bundle(FOLDER))
    kept = verdicts.Verdicts(FOLDER / "verdicts.jsonl")
    digests = {suite: verdicts.digest(build.program(FOLDER)), tests: verdicts.digest(build.bundle(FOLDER))}
    rows = {}
    if not options.again:
        rows = earlier(valid, kept, lambda m: digests[tests if m.tests else suite], options.left)
    todo = [m for m in valid if m.id not in rows]
    if rows:
        print(f"{len(rows)} were judged before", flush=True)
    firsts = [(suite, None)] if any(not m.tests for m in todo) else []
    firsts += [(tests, tests.pattern(name)) for name in sorted({name for m in todo for name in m.tests})]
    last = max((m.number for m in todo), default=0)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        took = list(pool.map(lambda first: first[0].first(first[1], last), firsts))
    if None in took:
        return 1
    print(f"green without a mutant, in {sum(took):.1f} s", flush=True)

    def judge(mutant):
        run = tests if mutant.tests else suite
        row = run.judge(mutant)
        kept.keep(mutant, digests[run], row)
        return row

    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(judge, todo):
            rows[row["id"]] = row
            if not row["fate"].startswith("killed"):
                print(f"{row['fate'].upper()} {row['id']}: {row['about']}", flush=True)
    report = summary([rows[m.id] for m in valid], invalid, time.monotonic() - began)
    (FOLDER / "report.json").write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    (FOLDER / "report.md").write_text(markdown(report))
    print(f"killed: {figure(report)}; in {report['seconds']:.0f} s; the report is {FOLDER}/report.md")
    return 0 if all(part["percent"] >= WANTED for part in report["parts"].values()) and not invalid else 1


if __name__ == "__main__":
    sys.exit(main())
