"""Starts Chromium with its driver."""

import importlib
import os
import shutil
from typing import TYPE_CHECKING, Any, Dict, Sequence

from ..program import BoardsimError

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    # Web Bluetooth, which is experimental on Linux, and `getDevices`.
    "--enable-features=WebBluetooth", "--enable-experimental-web-platform-features",
    # Containers have little shared memory, and a test needs nothing from the network.
    "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
)


def start(environment: Dict[str, str], is_headless: bool, arguments: Sequence[str]) -> "WebDriver":
    """A Chromium with a profile of its own, and its driver."""
    library = _selenium()
    options = library.ChromeOptions()
    options.binary_location = _program("CHROMIUM", BROWSERS, "a Chromium", "chromium")
    driver = _program("CHROMEDRIVER", ("chromedriver",), "the driver of Chromium", "chromium-driver")
    for argument in (*ARGUMENTS, *(["--headless=new"] if is_headless else []),
                     # Its sandbox does not let root in.
                     *(["--no-sandbox"] if os.geteuid() == 0 else []), *arguments):
        options.add_argument(argument)
    service = library.ChromeService(driver, env=environment)
    try:
        found: "WebDriver" = library.Chrome(options, service)
    except Exception as error:  # Of selenium, or of the system.
        raise BoardsimError(f"Chromium cannot be started: {getattr(error, 'msg', None) or error}") from None
    return found


def _selenium() -> Any:
    try:
        importlib.import_module("websocket")
        return importlib.import_module("selenium.webdriver")
    except ImportError as error:
        raise BoardsimError(
            f"a browser needs the packages selenium and websocket-client, and there is no {error.name}: "
            '`pip install "boardsim[browser]"`, or `pip install selenium websocket-client`') from None


def _program(variable: str, names: Sequence[str], what: str, package: str) -> str:
    given = os.environ.get(variable)
    for name in [given] if given else names:
        found = shutil.which(name)
        if found:
            return found
    if given:
        raise BoardsimError(f"{variable} names {given}, which is not a program")
    raise BoardsimError(f"{what} was not found on the PATH ({', '.join(names)}); on Debian `apt install {package}` brings it, "
                        f"and the variable {variable} names another")
