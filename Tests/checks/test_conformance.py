"""The conformance suite on every product of the model, and that its files are valid, for the program and for editors."""

import re
import subprocess
import sys

import pytest

from repository import PROGRAM, ROOT
from schema import validate

pytestmark = pytest.mark.conformance

FILES = sorted(path for path in ROOT.glob("Conformance/**/*.yaml") if "mutants" not in path.parts)


def test_the_program_accepts_every_file(succeeds):
    succeeds(PROGRAM, "check", *FILES)


def test_the_schema_accepts_every_case():
    validate(ROOT / "Conformance/case.schema.json", FILES)


@pytest.mark.parametrize("what", ["coverage", "published", "evidence"])
def test_the_list_is_up_to_date(what, succeeds):
    """Every register has a case, no published id has changed, and docs/conformance-evidence.md is up to date."""
    succeeds(sys.executable, f"Tests/Conformance/{what}.py")


def test_the_model_passes_the_suite(record_property):
    """Every case on every board counts."""
    place = ROOT / ".build/conformance"
    place.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [PROGRAM, "conformance", "--report", "text", "--report", "json", "--out", place], cwd=ROOT, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=600)
    (place / "log").write_text(done.stdout)
    closing = done.stdout.splitlines()[-1] if done.stdout else ""
    assert done.returncode == 0, done.stdout[-20_000:]
    record_property("checks", int(re.match(r"[\d,]+", closing)[0].replace(",", "")))
    record_property("told", closing)
