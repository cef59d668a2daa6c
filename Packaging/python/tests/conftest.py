"""What several tests use."""

import pytest

import boardsim

DESK = {"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S", "address": "E1:00:00:00:00:01"}]}


@pytest.fixture
def desk(request):
    """Starts a board on a desk in virtual time, which ends with the test."""
    program = request.config.getoption("boardsim_program")
    started = []

    def start(scenario=DESK, radio="hci-unix", **options):
        virtual = options.pop("virtual", {}) or True
        started.append(boardsim.Simulator(scenario, radio=radio, virtual=virtual, program=program, **options))
        return started[-1]

    yield start
    for each in started:
        each.close()
