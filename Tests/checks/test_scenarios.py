"""The shipped scenarios are valid, for the program and for editors."""

import pytest

from schema import validate, validate_actions

from repository import PROGRAM, ROOT

pytestmark = pytest.mark.scenarios

SCENARIOS = [*sorted(ROOT.glob("Scenarios/*.yaml")), *sorted(ROOT.glob("Scenarios/field/*.yaml"))]
VECTORS = ROOT / "Tests/Triki/TrikiVectorTests"


def test_the_program_accepts_every_scenario(succeeds):
    succeeds(PROGRAM, "check", *SCENARIOS)


def test_the_schema_accepts_every_scenario():
    validate(ROOT / "Scenarios/scenario.schema.json", SCENARIOS)


def test_the_schema_of_an_action_accepts_those_of_every_scenario():
    validate_actions(ROOT / "Scenarios/action.schema.json", SCENARIOS)


def test_the_schema_accepts_the_executed_examples_of_the_triki_engine():
    validate(VECTORS / "vectors.schema.json", [VECTORS / "vectors.json"])
