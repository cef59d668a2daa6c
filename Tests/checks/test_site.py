"""The pages as a site: every link leads somewhere, and nothing is fetched when it is read."""

import sys

import pytest

pytestmark = pytest.mark.site


def test_the_pages_become_a_site(succeeds):
    succeeds(sys.executable, "Packaging/package.py", "site", "--out", ".build/site")
