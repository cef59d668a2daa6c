"""The optimised program leaves the same traces as the tests of the stage `unit` (TraceTests), starting from an empty flash folder."""

import hashlib

import pytest

from repository import PROGRAM, ROOT

pytestmark = pytest.mark.runs

FOLDERS = ["Scenarios", "Scenarios/field", "Tests/Scenarios/Traces"]
RECORDED = {line.split()[0]: line.split()[1:3] for line in (ROOT / "Tests/traces.txt").read_text().splitlines()}


@pytest.mark.parametrize("file", [str(path.relative_to(ROOT)) for folder in FOLDERS for path in sorted(ROOT.glob(f"{folder}/*.yaml"))])
def test_scenario(file, succeeds, record_property, tmp_path):
    """It holds its expectations, and leaves the trace of Tests/traces.txt."""
    record_property("checks", 2)
    trace = tmp_path / "trace"
    succeeds(PROGRAM, "run", file, "--state", tmp_path / "state", "--trace", trace)
    text = trace.read_bytes()
    found = [str(text.count(b"\n")), hashlib.sha1(text).hexdigest()]
    assert RECORDED.get(file.rpartition("/")[2].removesuffix(".yaml")) == found
