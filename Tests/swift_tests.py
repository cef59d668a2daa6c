"""Runs `swift test` and counts its tests from its closing line: a run without such a line failed.

    swift_tests.py RESULTS [OPTION OF swift test …]

Appends to the file RESULTS what Tests/run.sh reads: `passed N`, `FAILED what`, each one failure, and what it was. With `--coverage` in place
of options it prints the share of lines that the last run reached, by target.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

# A hanging test must not prevent the remaining stages.
LONGEST = "45m"
# Of so many tests at once, one that waits for the clock gets its turn in time; all 3,700 at once took up to 12 GB.
WIDTH = {"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(2 * (os.cpu_count() or 1))}
QUIET = re.compile(r".{1,4}(Test|Suite) .* (started|passed after .*)\.$|.{1,4}Test case passing")
CLOSING = re.compile(r"Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed)")
BROKEN = re.compile(r'.{1,4}Test ("|[^ ]+\(\)).* failed after ')
SKIPPED = re.compile(r".{1,4}Test (.+) skipped(?:: \"(.*)\"|\.)$")
CAUSES = re.compile(r"recorded an issue|error: |Fatal error|^.{1,4}Test .* failed after")
LEAKS = re.compile("SUMMARY|LeakSanitizer")


def run(options):
    """The status of `swift test`, and what it printed; what says more than that a test passed is shown."""
    command = ["timeout", "--kill-after=10", LONGEST, "swift", "test", "--disable-xctest", *options]
    lines = []
    with subprocess.Popen(
            command, text=True, errors="replace", env=WIDTH | os.environ,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if not QUIET.match(lines[-1]):
                print(lines[-1], flush=True)
    return process.returncode, lines


def results(options, status, lines):
    """What came out, as Tests/run.sh reads it."""
    what = f"swift test {' '.join(options)}"
    closing = [found for line in lines if (found := CLOSING.search(line))]
    if not closing:
        return [f"FAILED {what}: it did not finish", *details(CAUSES, lines)]
    total, verdict = int(closing[-1][1]), closing[-1][2]
    if total == 0:
        print(f"no test matches: {what}")
        return []
    # The closing line counts them, too.
    skipped = [found for line in lines if (found := SKIPPED.match(line))]
    total -= len(skipped)
    if verdict == "passed":
        told = [f"passed {total}", *reasons(skipped)]
        # A sanitizer found something when the process ended: a leak. (Tests that kill a child with -9 leave a torn profile,
        # which is no failure.)
        if status != 0 and not any("no profile can be merged" in line for line in lines):
            told += [f"FAILED {what}: it ended with status {status}", *details(LEAKS, lines)]
        return told
    broken = max(1, sum(bool(BROKEN.match(line)) for line in lines))
    return [
        f"passed {total - broken}", *reasons(skipped), f"failed {broken - 1}", f"FAILED {what}: {broken} of {total} tests", *details(CAUSES, lines)]


def reasons(skipped):
    """A line for all tests with one reason, and one for each that has none."""
    counts = collections.Counter(found[2] for found in skipped if found[2])
    return [f"skipped {count} Swift tests: {why}" for why, count in counts.items()] + [
        f"skipped the Swift test {found[1]}: it gives no reason" for found in skipped if not found[2]]


def details(pattern, lines):
    return [f"    {line[:600]}" for line in lines if pattern.search(line)][:40]


def coverage(folder):
    """A summary by target, by the llvm-cov that belongs to the compiler: Debian's reads another format."""
    tools = pathlib.Path(os.path.realpath(shutil.which("swiftc"))).parent
    profile = folder / "codecov/default.profdata"
    subprocess.run(
        [tools / "llvm-profdata", "merge", "-sparse", "--failure-mode=all", "-o", profile, *folder.glob("codecov/*.profraw")],
        stderr=subprocess.DEVNULL)
    binary = next(folder.glob("*PackageTests.xctest"), None)
    if not (tools / "llvm-cov").exists() or not profile.exists() or not binary:
        print("coverage: this toolchain has no llvm-cov, or the tests left no profile")
        return
    exported = subprocess.run(
        [tools / "llvm-cov", "export", "-summary-only", binary, f"-instr-profile={profile}",
         r"-ignore-filename-regex=(Tests|\.build)/"], stdout=subprocess.PIPE, check=True)
    totals = {}
    for file in json.loads(exported.stdout)["data"][0]["files"]:
        target = file["filename"].split("/Sources/")[-1].split("/")[1]
        lines = file["summary"]["lines"]
        for name in (target, "all"):
            sums = totals.setdefault(name, [0, 0])
            sums[0] += lines["covered"]
            sums[1] += lines["count"]
    print("coverage by lines:")
    for name in sorted(totals, key=lambda name: (name == "all", name)):
        covered, count = totals[name]
        print(f"  {name:18}{100 * covered / max(count, 1):6.1f} %  {covered} of {count}")


def main(arguments):
    if arguments == ["--coverage"]:
        return coverage(pathlib.Path(".build/debug"))
    file, *options = arguments
    told = results(options, *run(options))
    with open(file, "a", encoding="utf-8") as results_file:
        results_file.writelines(line + "\n" for line in told)


if __name__ == "__main__":
    main(sys.argv[1:])
