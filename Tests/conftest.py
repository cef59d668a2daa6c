"""How tests in Python are counted, repeated and told: see Tests/run.sh.

A test counts once. One that makes several checks counts as these: `check("what it shows", holds)` makes one, and `lines(command)`
one of each line of a program that runs where no pytest is, in a guest, on a cluster or in a bare system. A test that runs a program
with checks of its own records their number: `record_property("checks", 12)`; what it records as `told` is printed at the end.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import pytest
from _pytest.subtests import SubtestReport

import signals

signals.default_in_children()

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Names of the tests that a repeating run is about; set by the run that it repeats.
REPEATED = "BOARDSIM_TESTS_REPEATED"
LONGEST = 600
# Stages of single tests of a folder.
OWN = {"five-clients"}
# The stage of all others of a folder; those of Tests/checks have a mark of their own.
STAGES = {
    "Tests/Mutants": "lint", "Tests/Conformance": "conformance", "Tests/Clients": "clients", "Tests/BlueZBus": "bluez-bus",
    "Tests/Browser": "pages", "Tests/CI": "examples", "Packaging/python/tests": "python-package", "Tests/Guides": "guides",
    "Tests/Packages": "site", "Tests/Planted": "planted", "Tests/MotionTruth": "motion-truth",
    "Tests/Wasm": "wasm",
}


def pytest_addoption(parser):
    parser.addoption("--results", help="a file to which the results are appended: `passed N`, `FAILED what`, `skipped why`")
    parser.addoption(
        "--repeat", action="store_true",
        help="run what failed once more, alone: its boards run in real time, and a busy machine may miss a moment")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Results(config), "results")


def pytest_collection_modifyitems(config, items):
    for item in items:
        for folder, stage in STAGES.items():
            if item.path.is_relative_to(ROOT / folder) and not any(item.get_closest_marker(each) for each in OWN):
                item.add_marker(stage)
    if wanted := os.environ.get(REPEATED):
        names = set(json.loads(wanted))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in names])
        items[:] = [item for item in items if item.nodeid in names]


class Results:
    """What came out of each test, and the run that repeats those that failed."""

    def __init__(self, config):
        self.config = config
        self.passed = 0
        self.failed = collections.defaultdict(list)
        self.skipped = []
        self.with_checks = set()

    def pytest_runtest_logreport(self, report):
        name = report.nodeid
        if isinstance(report, SubtestReport):
            self.with_checks.add(name)
            name += f": {report.context.msg}"
        elif report.nodeid in self.with_checks and report.when == "call" and (
                report.passed or str(report.longrepr).startswith("contains ")):
            return  # Counted by its checks.
        if report.failed:
            self.failed[report.nodeid].append(f"{name}: {reason(report)}")
        elif report.skipped:
            self.skipped.append(f"{name}: {' '.join(report.longrepr[2].removeprefix('Skipped: ').split())}")
        elif report.when == "call":
            self.passed += dict(report.user_properties).get("checks", 1)

    def pytest_terminal_summary(self, terminalreporter):
        for reports in list(terminalreporter.stats.values()):
            for report in reports:
                for name, text in getattr(report, "user_properties", ()):
                    if name == "told" and report.when == "call":
                        terminalreporter.write_line(text)

    def lines(self):
        """The results, as Tests/run.sh reads them."""
        told = [f"passed {self.passed}"] if self.passed else []
        told += [f"skipped {line}" for line in self.skipped]
        return told + [line for reasons in self.failed.values() for why in reasons for line in below("FAILED", why)]

    def pytest_unconfigure(self, config):
        repeats = config.option.repeat and self.failed and self.passed and REPEATED not in os.environ
        told = self.repeat() if repeats else self.lines()
        if config.option.results:
            with open(config.option.results, "a", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in told)

    def repeat(self):
        """Runs what failed once more, one test at a time: what fails again is a failure, the rest is told."""
        first, self.failed = self.failed, {}
        with tempfile.NamedTemporaryFile("r", encoding="utf-8") as results:
            words = [*self.config.invocation_params.args, "-n", "1", f"--results={results.name}"]
            print(f"repeating {len(first)} of the tests, one at a time", flush=True)
            subprocess.run(
                [sys.executable, "-m", "pytest", *words], cwd=self.config.invocation_params.dir,
                env={**os.environ, REPEATED: json.dumps(list(first))})
            again = results.read().splitlines()
        if any(line.startswith("passed ") for line in again) and not any(line.startswith("FAILED ") for line in again):
            return self.lines() + again + [line for reasons in first.values() for why in reasons for line in below("repeated", why)]
        # What failed at first is told as well: the second run may have failed for another reason.
        if not any(line.startswith("FAILED ") for line in again):
            self.failed = first
        return self.lines() + [line.replace("FAILED ", "FAILED again, ", 1) for line in again]


def reason(report):
    """Why a test failed."""
    crash = getattr(report.longrepr, "reprcrash", None)
    message = crash.message if crash else str(report.longrepr)
    return message.strip().removeprefix("Failed: ")


def below(kind, text):
    """The lines of a result: what it is, and indented, why."""
    first, *rest = [line[:600] for line in text.splitlines() if line.strip()][:20] or [""]
    return [f"{kind} {first}", *(f"    {line}" for line in rest)]


@pytest.fixture
def check(subtests):
    """`check("what it shows", holds, "what is there instead")`: a check of its own; the test goes on."""

    def check(what, holds, found=""):
        with subtests.test(what):
            if not holds:
                pytest.fail(str(found) or "it does not hold", pytrace=False)

    return check


@pytest.fixture
def lines(check):
    """Runs a command that prints a line `ok …` or `FAILED …` for each check and finally `done`; `skipped …` is told, and does
    not count.

    Exit status 3 means that the machine lacks something, which the last line of its standard error names that begins with
    `lacks`. With `required` that fails.
    """

    def lines(*command, lacks="", required=False, cwd=ROOT, seconds=3_600, **environment):
        with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
            process = subprocess.Popen(
                [str(word) for word in command], cwd=cwd, text=True, errors="replace", stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=errors, env={**os.environ, **environment})
            last = ""
            for line in process.stdout:
                last = line.rstrip("\n")
                print(last, flush=True)
                word, _, what = last.partition(" ")
                if word.rstrip(":") in ("ok", "FAILED"):
                    check(what, word == "ok", last)
            status = process.wait(seconds)
            errors.seek(0)
            said = errors.read().strip().splitlines()
        print(*said, sep="\n")
        if status == 3:
            why = next((line for line in reversed(said) if line.startswith(lacks)), "no reason is given")
            (pytest.fail if required else pytest.skip)(why)
        if last != "done":
            pytest.fail(f"it did not finish: status {status}: {' '.join(said[-3:])}", pytrace=False)

    return lines


@pytest.fixture
def succeeds():
    """Runs a command in the root of the repository, which must succeed; what it printed."""

    def succeeds(*command, **more):
        done = subprocess.run(
            [str(word) for word in command], cwd=ROOT, text=True, errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=more.pop("timeout", LONGEST), **more)
        print(done.stdout)
        if done.returncode != 0:
            pytest.fail(f"{' '.join(map(str, command))} ended with status {done.returncode}:\n{done.stdout[-4000:]}", pytrace=False)
        return done.stdout

    return succeeds
