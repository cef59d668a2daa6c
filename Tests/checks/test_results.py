"""How tests are counted, repeated and told: the runner's own tests."""

import shutil
import subprocess
import sys

import pytest

from repository import ROOT

sys.path.insert(0, str(ROOT / "Tests"))
import swift_tests  # noqa: E402

pytestmark = pytest.mark.lint


@pytest.fixture
def played(pytester):
    """Runs a file of tests as a stage does: the lines of its results."""
    for name in ("conftest.py", "signals.py"):
        shutil.copy(ROOT / "Tests" / name, pytester.path / name)

    def played(text, *options):
        pytester.makepyfile(text)
        pytester.runpytest_subprocess("--results=results", *options)
        return (pytester.path / "results").read_text().splitlines()

    return played


def test_a_test_counts_once_and_one_with_checks_as_these(played):
    assert played("""
        def test_one(): pass
        def test_three(check):
            for name in "abc": check(name, True)
        def test_of_a_program(record_property): record_property("checks", 12)
    """) == ["passed 16"]


def test_a_check_that_does_not_hold_is_one_failure_and_the_test_goes_on(played):
    assert played("""
        def test(check):
            check("a", True)
            check("b", False, "c instead")
            check("d", True)
    """) == ["passed 2", "FAILED test_a_check_that_does_not_hold_is_one_failure_and_the_test_goes_on.py::test: b: c instead"]


def test_what_is_skipped_does_not_count(played):
    told = played("""
        import pytest
        def test_one(): pytest.skip("no disk")
        @pytest.fixture
        def bus(): pytest.skip("no bus")
        def test_two(bus): pass
    """)
    assert [line.rpartition(":")[2] for line in told] == [" no disk", " no bus"]
    assert all(line.startswith("skipped ") for line in told)


REPEATED = """
    import pathlib
    def test_passes(): pass
    def test_fails(): assert False, "always"
    def test_fails_at_first():
        there = pathlib.Path("there").exists()
        pathlib.Path("there").touch()
        assert there, "late"
"""


@pytest.mark.parametrize("options", [[], ["-n", "2"]])
def test_what_fails_is_repeated(played, options):
    told = played(REPEATED, "--repeat", *options)
    assert [line.split()[0] for line in told] == ["passed", "passed", "FAILED", "assert"]
    assert told[2].endswith("test_fails: AssertionError: always")


def test_what_passes_when_it_is_repeated_is_told(played):
    told = played(REPEATED.replace("assert False", "assert True"), "--repeat")
    assert told[:2] == ["passed 2", "passed 1"]
    assert told[2].startswith("repeated ") and told[2].endswith("late") and told[3:] == ["    assert False"]


@pytest.mark.parametrize("said, wanted", [
    ("print('ok a'); print('FAILED b'); print('skipped c'); print('done')", ["passed 1", "FAILED b: FAILED b"]),
    ("print('ok a')", ["passed 1", "FAILED it did not finish: status 0:"]),
    ("print('vm: no KVM', file=sys.stderr); sys.exit(3)", ["skipped vm: no KVM"]),
])
def test_lines_of_a_program_are_checks(played, said, wanted):
    told = played(f"""
        import sys
        def test(lines): lines(sys.executable, "-c", {'import sys; ' + said!r}, lacks="vm: ", cwd=".")
    """)
    assert [f"{line.split()[0]} {line.split('::test: ')[-1].removeprefix('passed ')}" for line in told] == wanted


def test_stages_are_added_up(tmp_path):
    (tmp_path / "lint").write_text("passed 3\npassed 2\nskipped a: no disk\ntime 3 s (2 s of processor)\n")
    (tmp_path / "unit").write_text("passed 7\nfailed 1\nFAILED swift test\n    issue\nrepeated b: late\n")
    done = subprocess.run([sys.executable, ROOT / "Tests/results.py", tmp_path, "lint", "unit"], text=True, capture_output=True)
    assert done.returncode == 1
    assert done.stdout == """\
times: lint 3 s (2 s of processor), unit None
passed by stage: lint 5, unit 7
skipped: lint: a: no disk
what failed at first and passed when repeated:
unit: b: late
what failed:
unit: swift test
    issue
unit: it did not come to its end
12 passed, 3 failed
"""


SWIFT = """\
◇ Test "a" started.
➜ Test "b" skipped: "`./boardsim test` runs it"
➜ Test "c" skipped: "`./boardsim test` runs it"
➜ Test "what needs a disk" skipped.
✔ Test run with 5 tests in 2 suites passed after 1.5 seconds.
"""


def test_what_swift_skips_does_not_count_though_its_closing_line_counts_it():
    assert swift_tests.results([], 0, SWIFT.splitlines()) == [
        "passed 2", "skipped 2 Swift tests: `./boardsim test` runs it", "skipped the Swift test \"what needs a disk\": it gives no reason"]
