"""The mutation run: builds the program with every mutant of Conformance/mutants behind a switch, runs
the conformance suite once a mutant, and says which share the suite kills.

Ends with 0 if it is 95 % or more, with 1 if it is less or a mutant is invalid, with 2 for a wrong call.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

import build
import mutants as data

WANTED = 95
FOLDER = pathlib.Path(".build/mutants")
SUITE = "{program} conformance --fail-fast --filter {filter}"
# What a failed verdict ends with; every other status is no verdict.
FAILED = 1


class Run:
    """The suite, run for one mutant after the other."""

    def __init__(self, program, suite, log):
        self.program = program
        self.suite = suite
        self.limit = 600
        self.log = log

    def command(self, pattern):
        """The suite's command; without a pattern the whole suite."""
        words = shlex.split(self.suite)
        if pattern is None and "{filter}" in words:
            at = words.index("{filter}")
            del words[at - 1:at + 1]
        return [w.replace("{program}", str(self.program)).replace("{filter}", pattern or "") for w in words]

    def start(self, number, pattern=None):
        """Runs the suite: its status, None for too long, and the end of what it said."""
        environment = dict(os.environ, BOARDSIM_MUTANT=str(number))
        try:
            done = subprocess.run(
                self.command(pattern), env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=self.limit,
            )
            return done.returncode, done.stdout.decode(errors="replace")[-20_000:]
        except subprocess.TimeoutExpired as late:
            return None, (late.stdout or b"").decode(errors="replace")[-20_000:]

    def judge(self, mutant):
        """Killed or survived, and how: a row of the report."""
        began = time.monotonic()
        tries = [None]
        if mutant.filter and "{filter}" in self.suite:
            tries.insert(0, mutant.filter)
        fate, by, told = "survived", None, ""
        for pattern in tries:
            status, told = self.start(mutant.number, pattern)
            if status == 0 or (status not in (FAILED, None) and status > 0 and pattern is not None):
                continue  # A filter that matches nothing is no verdict either.
            by = "filter" if pattern is not None else "suite"
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
        return {
            "id": mutant.id, "about": mutant.about, "file": mutant.file, "filter": mutant.filter,
            "fate": fate, "by": by, "seconds": round(time.monotonic() - began, 2),
            "module": pathlib.Path(mutant.origin.rsplit(":", 1)[0]).stem,
        }


def markdown(report):
    """The report for people."""
    rows = report["mutants"]
    lines = [
        "# Mutation run", "",
        f"**{report['killed']} of {report['total']} mutants killed: {report['percent']:.1f} %**"
        f" (wanted: {WANTED} %), in {report['seconds']:.0f} s.", "",
        "| module | mutants | killed | % |", "|---|---:|---:|---:|",
    ]
    for module in sorted({row["module"] for row in rows}):
        own = [row for row in rows if row["module"] == module]
        killed = sum(row["fate"].startswith("killed") for row in own)
        lines.append(f"| {module} | {len(own)} | {killed} | {100 * killed / len(own):.0f} |")
    left = [row for row in rows if not row["fate"].startswith("killed")]
    if left:
        lines += ["", "## Not killed", "", "| mutant | fate | what the board does wrong |", "|---|---|---|"]
        lines += [f"| {row['id']} | {row['fate']} | {row['about']} |" for row in left]
    if report["invalid"]:
        lines += ["", "## Invalid", "", *(f"* {row['id']}: {row['why']}" for row in report["invalid"])]
    return "\n".join(lines) + "\n"


def summary(rows, invalid, seconds):
    """Rows, and the figure."""
    killed = sum(row["fate"].startswith("killed") for row in rows)
    return {
        "total": len(rows), "killed": killed, "wanted": WANTED, "seconds": round(seconds, 1),
        "percent": 100 * killed / len(rows) if rows else 0.0, "invalid": invalid, "mutants": rows,
    }


def chosen(mutants, patterns, shard):
    """Those of the command line; a shard `i/n` takes every n-th."""
    found = [m for m in mutants if not patterns or any(fnmatch.fnmatch(m.id, p) for p in patterns)]
    index, count = (int(part) for part in shard.split("/"))
    if not 1 <= index <= count:
        raise ValueError
    return found[index - 1::count]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("id", nargs="*", help="ids to try, with * and ?; all without")
    parser.add_argument("--check", action="store_true", help="only see whether each mutant fits the sources")
    parser.add_argument("--build-only", action="store_true", help="only build; says which do not compile")
    parser.add_argument("--no-build", action="store_true", help="take the program of the last build")
    parser.add_argument("--suite", default=SUITE, help=f"the command that judges; default: {SUITE}")
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
        wanted = chosen(everything, options.id, options.shard)
    except ValueError:
        parser.error(f"--shard {options.shard}: two numbers i/n, i from 1 to n")
    if not wanted:
        parser.error(f"no mutant is called {' '.join(options.id)}")

    began = time.monotonic()
    invalid = build.kept(everything, FOLDER) if options.no_build else build.build(everything, FOLDER)
    for row in invalid:
        print(f"INVALID {row['id']}: {row['why']}")
    print(f"built in {time.monotonic() - began:.0f} s, {len(invalid)} invalid", flush=True)
    if options.build_only:
        return 1 if invalid else 0

    logs = FOLDER / "logs"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    run = Run(build.program(FOLDER), options.suite, logs)
    began = time.monotonic()
    status, told = run.start(0)
    if status != 0:
        print(told[-4000:])
        print(f"without a mutant the suite ends with {status}: it must be green first")
        return 1
    once = time.monotonic() - began
    run.limit = 20 + 10 * once
    print(f"green without a mutant, in {once:.1f} s", flush=True)

    valid = [m for m in wanted if m.id not in {row["id"] for row in invalid}]
    began, rows = time.monotonic(), []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(run.judge, valid):
            rows.append(row)
            if not row["fate"].startswith("killed"):
                print(f"{row['fate'].upper()} {row['id']}: {row['about']}", flush=True)
    report = summary(rows, invalid, time.monotonic() - began)
    (FOLDER / "report.json").write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    (FOLDER / "report.md").write_text(markdown(report))
    print(f"{report['killed']} of {report['total']} mutants killed: {report['percent']:.1f} %"
          f" in {report['seconds']:.0f} s; the report is {FOLDER}/report.md")
    return 0 if report["percent"] >= WANTED and not invalid else 1


if __name__ == "__main__":
    sys.exit(main())
