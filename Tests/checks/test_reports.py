"""What parsers that others wrote make of our reports: of the suite, and of a scenario that fails."""

import html.parser
import shutil
import subprocess
import xml.etree.ElementTree

import pytest
import tap.parser

from repository import PROGRAM, ROOT

pytestmark = pytest.mark.examples

KINDS = ["json", "junit", "tap", "markdown", "html"]
# Asks for what does not happen, so that every report has something to tell.
FAILING = """
version: 1
name: A board that stays silent # on purpose
duration: 2 s
boards: [{name: desk, model: MetaMotion S}]
clients: [{name: phone, steps: [connect, disconnect]}]
expect:
  - {title: "it is found | twice # at once", within: 1 s, connected: {exactly: 2}}
"""
VOID = {"meta", "input", "br"}


class Page(html.parser.HTMLParser):
    """Whether tags close in their order, and what the page would fetch."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.fetched, self.items = [], [], [], 0
        self.feed(text)
        self.wrong += self.open

    def handle_starttag(self, tag, attributes):
        self.items += any(key == "class" and "item" in (value or "").split()
                          for key, value in attributes)
        self.fetched += [value for key, value in attributes if key in ("src", "href", "action")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag}")


def tap_lines(check, path):
    """Every test: whether it is ok, whether it was skipped, its YAML."""
    lines = list(tap.parser.Parser().parse_file(str(path)))
    plan = [line for line in lines if line.category == "plan"]
    tests = [line for line in lines if line.category == "test"]
    unknown = [line for line in lines if line.category == "unknown"]
    check(f"{path.parent.name}: TAP has a plan, and no line that its parser does not know",
          len(plan) == 1 and plan[0].expected_tests == len(tests) and not unknown, unknown[:3])
    return tests


def look(check, folder, items):
    junit = xml.etree.ElementTree.parse(folder / "junit.xml").getroot()
    cases = junit.findall(".//testcase")
    bad = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = [case for case in cases if case.find("skipped") is not None]
    properties = {each.get("name") for each in junit.iter("property")}
    check(f"{folder.name}: JUnit's totals are right",
          [int(junit.get(name)) for name in ("tests", "skipped")] == [len(cases), len(skipped)]
          and int(junit.get("failures")) + int(junit.get("errors")) == len(bad))
    check(f"{folder.name}: JUnit has its properties", {"seed", "board", "firmware"} <= properties
          and any(name.endswith("hash") for name in properties), properties)
    check(f"{folder.name}: JUnit leads to lines of files that are there",
          all(int(case.get("line")) > 0 and (ROOT / case.get("file")).is_file()
              for case in cases))
    tests = tap_lines(check, folder / "report.tap")
    check(f"{folder.name}: TAP says the same as JUnit",
          [sum(not test.ok for test in tests), sum(bool(test.skip) for test in tests), len(tests)]
          == [len(bad), len(skipped), len(cases)])
    check(f"{folder.name}: TAP has a message below what failed",
          all((test.yaml_block or {}).get("message") for test in tests if not test.ok))
    if shutil.which("prove"):
        # As the guide has it, since Perl's own parser knew version 13 only for a long time.
        done = subprocess.run(["prove", "--exec", "sed 1s/14/13/", str(folder / "report.tap")],
                              capture_output=True, text=True)
        wanted = f"Tests: {len(tests)} Failed: {len(bad)})" if bad else "Result: PASS"
        check(f"{folder.name}: Perl's parser counts the same",
              wanted in done.stdout and "Parse errors" not in done.stdout, done.stdout)
    page = Page((folder / "report.html").read_text())
    check(f"{folder.name}: HTML is well-formed", not page.wrong, page.wrong[:5])
    check(f"{folder.name}: HTML needs nothing from elsewhere", not page.fetched, page.fetched)
    check(f"{folder.name}: HTML lists all", page.items == items(len(cases)), page.items)
    summary = (folder / "summary.md").read_bytes()
    check(f"{folder.name}: Markdown fits", 0 < len(summary) < 1 << 20)
    return len(bad)


def test_reports(check, tmp_path):
    place = tmp_path
    kinds = [word for kind in KINDS for word in ("--report", kind)]

    def run(name, *command):
        return subprocess.run([PROGRAM, *command, *kinds, "--out", str(place / name)], cwd=ROOT,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, timeout=300)

    done = run("suite", "conformance")
    check("the suite ends with a verdict", done.returncode in (0, 1), done.stderr[-1000:])
    look(check, place / "suite", lambda cases: cases)

    (place / "failing.yaml").write_text(FAILING)
    done = run("failing", "run", str(place / "failing.yaml"))
    check("the scenario fails", done.returncode == 1, done.stderr[-1000:])
    # The page has the two steps of the client, and no line for the run itself.
    bad = look(check, place / "failing", lambda cases: cases + 1)
    check("and its reports say so", bad == 1, bad)

    (place / "good.yaml").write_text(FAILING.replace("exactly: 2", "exactly: 1"))
    run("good", "run", str(place / "good.yaml"), "--judge-client")
    done = run("merged", "report", "merge", *(str(place / name / "report.json")
                                              for name in ("good", "failing")))
    check("of two runs one failed", done.returncode == 1, done.stderr[-1000:])
    # Of the judge's rules the page lists what was found alone: nothing.
    bad = look(check, place / "merged", lambda cases: 2 * 1 + 2 * 2)
    check("and their report says so", bad == 1, bad)
