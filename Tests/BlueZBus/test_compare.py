"""compare.py by itself: what it takes for a difference, an explanation and a race."""

import subprocess
import sys

import pytest

from stand_in import HERE

COMPARE = HERE.parent / "RealBlueZ" / "faithful" / "compare.py"
RECORDED = "=== a section\n\n> Pair()\n* first\n* second\n< ok\n\n> Read()\n< about 8\n\n2 checks\n"
OTHERWISE = RECORDED.replace("* first\n* second", "* second\n* first")
EXPLAINED = "# Why.\n> Pair()\n- * second\n+ * second\n"
RACE = "# What runs against what.\n>? Pair()\n~ * fi*\n~ * second\n"


@pytest.mark.parametrize("transcript, differences, options, said", [
    (RECORDED, "", [], "2 the same, 0 lines"),
    (RECORDED.replace("8", "10"), "", [], "2 the same, 0 lines"),
    (RECORDED.replace("8", "11"), "", [], "1 the same, 2 lines"),
    (OTHERWISE, "", [], "1 the same, 2 lines"),
    (OTHERWISE, EXPLAINED, [], "1 the same, 0 lines"),
    (OTHERWISE, EXPLAINED, ["--races"], "1 the same, 2 lines"),
    (RECORDED, EXPLAINED, [], "explains no difference any more"),
    (OTHERWISE, RACE, [], "1 the same, 0 lines"),
    (OTHERWISE, RACE, ["--races"], "1 the same, 0 lines"),
    # A race shows or does not.
    (RECORDED, RACE, [], "2 the same, 0 lines"),
    (RECORDED.replace("* first\n", ""), RACE, ["--races"], "1 the same, 0 lines"),
    (OTHERWISE.replace("ok", "error"), RACE, [], "1 the same, 2 lines"),
    (OTHERWISE, RACE.replace("Pair", "Read"), [], "1 the same, 2 lines"),
    (OTHERWISE, RACE.replace("~", "-"), [], "neither a reason nor a line"),
    (OTHERWISE, "\n".join(RACE.splitlines()[1:]), [], "without a reason"),
])
def test_it_tells_a_difference_from_a_race(tmp_path, transcript, differences, options, said):
    for name, text in (("recorded", RECORDED), ("transcript", transcript), ("differences", differences)):
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [sys.executable, str(COMPARE), *options, "recorded", "transcript", "differences"],
        cwd=tmp_path, capture_output=True, text=True)
    assert said in done.stdout + done.stderr, done.stdout + done.stderr
    assert (done.returncode == 0) == (" 0 lines" in said)
