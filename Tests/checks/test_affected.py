"""Which tests `./boardsim test quick` runs for which changed files."""

import sys

import pytest

from repository import ROOT

sys.path.insert(0, str(ROOT / "Tests"))

from affected import affected  # noqa: E402

pytestmark = pytest.mark.launcher

TRACES = "ShippedToolTests\\.TraceTests"


@pytest.mark.parametrize("files, tests", [
    (["Sources/Judges/Qualification/Experiment.swift"], ["CommandLineTool", "Qualification"]),
    (["Tests/Base/MotionTests/BodyTests.swift", "Sources/Linux/YAML/Reader.swift"], ["Declaration", "Motion", "YAML"]),
])
def test_changed_targets_and_those_with_an_arrow_to_them(files, tests, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = affected(files).split("|")
    assert found[-1] == TRACES and set(found[:-1]) >= {f"{name}Tests\\." for name in tests}
    assert "MetaWearRadiosTests\\." not in found


@pytest.mark.parametrize("files", [
    [], ["docs/guides/sdk.md"], ["Package.swift", "Sources/Linux/YAML/Reader.swift"], ["Tests/Support/Checkout/Slow.swift"],
])
def test_everything_where_nothing_can_be_said(files, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert affected(files) is None
