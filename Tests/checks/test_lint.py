"""The sources keep the rules: of the formatter, of the house (Tests/tidy.py), and of the mutants that are put into them."""

import sys

import pytest

pytestmark = pytest.mark.lint


def test_swift_format(succeeds):
    """The repository's configuration is in .swift-format."""
    succeeds("swift", "format", "lint", "--strict", "--recursive", "Package.swift", "Sources", "Tests", "Packaging")


def test_house_rules(succeeds):
    succeeds(sys.executable, "Tests/tidy.py")


def test_every_mutant_fits_the_sources(succeeds):
    succeeds(sys.executable, "Tests/Mutants/run.py", "--check")
