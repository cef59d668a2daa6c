"""The packages: that two are equal to the byte, and that they work on bare Debian systems without Swift.

The static build takes five minutes, and so do the systems. Whoever names this stage wants an answer: a machine that cannot make such
systems fails.
"""

import shutil
import sys

import pytest

from repository import ROOT

pytestmark = pytest.mark.packages

# From the same commit in a folder with another name, and from nothing.
AGAIN = ROOT / ".build/packages-again"


def test_the_packages_are_made(succeeds):
    (ROOT / "dist").mkdir(exist_ok=True)
    # One of an earlier version, which must not stay.
    (ROOT / "dist/boardsim_0.0.0_amd64.deb").touch()
    succeeds("./boardsim", "package", timeout=3_600)


def test_they_are_the_same_to_the_byte(succeeds, record_property):
    """Another clone, made again there, with the same bytes."""
    record_property("checks", 3)
    shutil.rmtree(AGAIN, ignore_errors=True)
    clone = AGAIN / "a folder with a longer name"
    succeeds("git", "clone", "--quiet", ".", clone)
    succeeds(clone / "boardsim", "package", "--clean", "--out", AGAIN / "dist", timeout=3_600)
    succeeds("diff", "-r", "dist", AGAIN / "dist")


def test_the_program_starts_faster_than_python(succeeds):
    succeeds(sys.executable, "Tests/Packages/start.py")


def test_bare_systems(lines):
    lines("Tests/Packages/bare.sh", required=True)


def test_the_dev_container(lines):
    """The steps of .devcontainer on a bare Debian, and the program built there."""
    lines("Tests/Packages/container.sh", required=True)
