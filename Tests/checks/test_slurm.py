"""The recipe for a job array, on a temporary one-node Slurm. A machine that cannot run one reports so, and that is not a failure."""

import pytest

pytestmark = pytest.mark.slurm


def test_recipe(lines, monkeypatch):
    # It has the program of the checkout.
    monkeypatch.delenv("BOARDSIM", raising=False)
    lines("Tests/Slurm/cluster.sh", "Tests/Slurm/recipe.sh", lacks="slurm: ")
