"""What `boardsim explore` finds in clients with a planted bug, without a hint, in a minute on one core, and that it finds nothing in the
same clients without it.

    ./boardsim test planted                                          # all of them, about an hour and a half
    .venv/bin/python -m pytest -c Tests/pytest.ini Tests/Planted -k "download and confirm-first"
"""

import json
import os
import pathlib
import re
import resource
import subprocess
import sys

import pytest
import yaml

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAM = os.environ.get("BOARDSIM", str(ROOT / ".build-tests/release/boardsim"))
BUDGET = os.environ.get("BUDGET", "60s")
TABLE = yaml.safe_load((HERE / "planted.yaml").read_text())
CLIENTS = [pytest.param(row, id=pathlib.Path(row["client"]).stem) for row in TABLE]
BUGS = [
    pytest.param(row, bug, facts, id=f"{pathlib.Path(row['client']).stem}-{bug}")
    for row in TABLE for bug, facts in row["bugs"].items()
]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """Gives the words that start a client, which are compiled once."""
    folder, known = tmp_path_factory.mktemp("planted"), {}

    def words(client):
        if client.endswith(".py"):
            return [sys.executable, str(HERE / client)]
        if client not in known:
            known[client] = compile_c(client) if client.endswith(".c") else compile_swift(client)
        return [known[client]]

    def compile_c(client):
        program = folder / pathlib.Path(client).stem
        subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-O1", "-o", program, HERE / client], check=True)
        return str(program)

    def compile_swift(client):
        build = ["swift", "build", "--package-path", str(HERE / client), "--scratch-path", str(ROOT / ".build-planted")]
        subprocess.run(build, check=True)
        shown = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True)
        return f"{shown.stdout.strip()}/recorder"

    return words


def script(client, bug):
    """A scenario with or without its bug."""
    lines = []
    for line in (HERE / client).read_text().splitlines():
        mark = re.search(r"# (not|only) (\S+)$", line)
        if mark is None or (mark[2] == bug) == (mark[1] == "only"):
            lines.append(line)
    return "\n".join(lines) + "\n"


class Exploration:
    """One minute of `boardsim explore` on one core: its report, and the processor time it took."""

    def __init__(self, row, bug, folder, compiled):
        name = row["bugs"].get(bug, {}).get("scenario", row.get("scenario"))
        scenario, client = folder / "scenario.yaml", row["client"]
        command, variables = [], {}
        if client.endswith(".yaml"):
            scenario.write_text(script(client, bug))
        else:
            scenario.write_text((HERE / "scenarios" / name).read_text())
            command = ["--radio", row.get("radio", "bluez-bus")]
            command += ["--accept-exit", str(row["accepts"])] if "accepts" in row else []
            command += ["--", *compiled(client)]
            if "metawear" in client:
                command.append("E1:00:00:00:00:01")
                variables["PYTHONPATH"] = str(ROOT / "Packaging" / "warble")
            command += [bug] if bug else []
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.shown = subprocess.run(
            [PROGRAM, "explore", str(scenario), "--budget", BUDGET, "--jobs", "1", "--report", "json", *command],
            capture_output=True, text=True, cwd=folder, env={**os.environ, **variables},
            preexec_fn=lambda: os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert self.shown.returncode in (0, 1), self.shown.stderr[-2000:]
        self.report = json.loads(self.shown.stdout)
        assert self.report["broken"] is None, f"it breaks without a fault: {self.report['broken']}"
        assert not self.report["problems"], self.report["problems"]

    @property
    def cost(self):
        found = len(self.report["failures"])
        explained = f", {self.report['probes'] / found:.0f} to explain each of {found}" if found else ""
        return f"{self.report['tried']} of {self.report['planned']} worlds{explained}, {self.seconds:.0f} s"

    def failure(self, pattern):
        """The first failure of a kind."""
        return next((each for each in self.report["failures"] if re.search(pattern, each["what"])), None)


@pytest.mark.parametrize("row", CLIENTS)
def test_nothing_is_found_without_a_bug(row, tmp_path, compiled, record_property):
    found = Exploration(row, None, tmp_path, compiled)
    record_property("told", f"{row['client']:28} {'no bug':22} {found.cost}")
    assert not found.report["failures"], json.dumps(found.report["failures"], indent=2)


@pytest.mark.parametrize("row, bug, facts", BUGS)
def test_a_bug_is_found(row, bug, facts, tmp_path, compiled, record_property):
    found = Exploration(row, bug, tmp_path, compiled)
    failure = found.failure(facts["found"])
    if failure is None:
        record_property("told", f"{row['client']:28} {bug:22} {found.cost}: not found: {facts.get('missed', '?')}")
        assert "missed" in facts, json.dumps(found.report["failures"], indent=2)
        return
    opens = failure.get("opens", "no window")
    if "opens" in facts:
        is_cause = re.search(facts["opens"], opens)
        opens = f"{'the cause opens' if is_cause else 'not the cause opens'}: {opens}"
    record_property(
        "told", f"{row['client']:28} {bug:22} {found.cost}, found in world {failure['firstFound']}: {failure['smallest']}; {opens}")
    assert "missed" not in facts, "it is found now: remove `missed` from its row"
