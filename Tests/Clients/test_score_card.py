"""The score card in the documents is that of the SDK."""

import re

import pytest

import score_card
from harness import measured

# What is short enough to be run with every test; `score_card.py --write` runs all.
SHORT = ["initialise", "processors", "temperature chain"]


def explained():
    """The rules that the page has in its table, and those that it explains."""
    page = score_card.PAGE.read_text()
    rows = re.findall(r"^\| (?:error|warning|note) \| \[([\w-]+)\]", page, re.M)
    return set(rows), set(re.findall(r"^\* \*\*([\w-]+)\*\*:", page, re.M))


def test_every_finding_is_explained():
    found, told = explained()
    assert found and found == told


@pytest.mark.parametrize("what", SHORT)
def test_course(what):
    (course,) = [each for each in score_card.COURSES if each[0] == what]
    client = score_card.course(*course[1:])
    assert client["passed"], client["findings"]
    assert {each["rule"] for each in client["findings"]} <= explained()[0]
    measured(client["verdict"])
