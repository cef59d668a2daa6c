"""The fixture `boardsim_browser`, and what the console says when a test fails."""

import contextlib
from typing import Any, Generator, List, Sequence

import pytest

from ..program import BoardsimError
from ..simulator import Simulator
from .browser import Browser

# Of a console, in the report of a failed test.
LINES_OF_CONSOLE = 60

_browsers = pytest.StashKey[List[Browser]]()


class Browsers:
    """The fixture `boardsim_browser`: called with a simulator, it starts a Chromium on its bus."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._request = request
        #: Those of this test, in the order in which they were started.
        self.browsers: List[Browser] = []

    def __call__(
        self, simulator: Simulator, *, headless: bool = True, arguments: Sequence[str] = (), patience: float = 20.0,
    ) -> Browser:
        """Starts a Chromium that ends with the test. Pages are looked for beside the test."""
        try:
            browser = Browser(
                simulator, root=self._request.path.parent, headless=headless, arguments=arguments, patience=patience)
        except BoardsimError as error:
            pytest.fail(f"boardsim: {error}", pytrace=False)
        self.browsers.append(browser)
        return browser

    def close(self) -> None:
        """Ends all browsers of the test."""
        for browser in self.browsers:
            browser.close()


@pytest.fixture
def boardsim_browser(request: pytest.FixtureRequest, boardsim: Any) -> Generator[Browsers, None, None]:
    """Starts browsers: `boardsim_browser(simulator)` returns a Browser. They end before the boards do."""
    browsers = Browsers(request)
    request.node.stash[_browsers] = browsers.browsers
    yield browsers
    browsers.close()


# The last of the wrappers, and so the first that sees the report: before boards are ended, which a page would call an error.
@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[None]",
) -> Generator[None, Any, None]:
    """Adds what the pages said to the report of a failed test."""
    outcome = yield
    report = outcome.get_result()
    if not report.failed or report.when == "teardown":
        return
    for browser in item.stash.get(_browsers, []):
        lines = [f"chooser: {device.name} ({device.address})" for device in browser.choices]
        lines += map(str, browser.console)
        with contextlib.suppress(Exception):  # The failure of the test is what counts.
            lines.insert(0, f"page: {browser.driver.current_url}")
        report.sections.append(("boardsim: console of the page", "\n".join(lines[:1] + lines[1:][-LINES_OF_CONSOLE:])))
