"""Whether the conformance suite detects wrong firmware, and the Swift tests wrong judges: one run per mutant, after separate
builds of the program and of the tests."""

import sys

import pytest

pytestmark = pytest.mark.mutants


def test_mutation_run(succeeds, record_property):
    record_property("told", succeeds(sys.executable, "Tests/Mutants/run.py", timeout=6 * 3_600).splitlines()[-1])
