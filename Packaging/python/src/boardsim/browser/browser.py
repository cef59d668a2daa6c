"""A page of a web app, and what a test does with it."""

import os
import pathlib
import time
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ..program import BoardsimError
from ..simulator import Simulator
from . import chromium
from .chooser import Chooser, Device
from .console import Console, Message
from .devtools import DevTools
from .server import Server

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver


class Browser:
    """A Chromium whose Bluetooth is the bus of a simulator.

    `root` is the folder in which `open` looks for pages (default: the current one), `arguments` are further ones for Chromium.
    Waits end with a `BoardsimError` after `patience` seconds. The boards are reached by `simulator`: `press()`, `drop_link("5 s")`,
    `set_battery(10)`.
    """

    def __init__(
        self, simulator: Simulator, *, root: Union[str, "os.PathLike[str]"] = ".", headless: bool = True,
        arguments: Sequence[str] = (), patience: float = 20.0,
    ) -> None:
        if simulator.bus is None:
            raise BoardsimError(
                'Chromium finds boards through BlueZ, and this simulator has no bus for it; start it with `radio="bluez-bus"`, '
                'the fixture with `way="bluez-bus"`')
        if simulator.lead is not None:
            raise BoardsimError("a browser lives in real time; start the boards without `virtual`")
        self.simulator = simulator
        self.patience = patience
        self._root = pathlib.Path(root)
        self._servers: Dict[pathlib.Path, Server] = {}
        #: All else that selenium can do.
        self.driver: "WebDriver" = chromium.start(simulator.environment, headless, arguments)
        try:
            address: str = self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
            self._tools = DevTools(address, self.driver.current_window_handle)
            self._console = Console(self._tools)
            self._chooser = Chooser(self._tools)
        except BaseException:
            self.driver.quit()
            raise

    # The page

    def open(self, page: str = "index.html", *, folder: Union[str, "os.PathLike[str]", None] = None) -> None:
        """Opens a page: a file, which is served from `folder` (default: the one that it is in), or an address (`https://…`)."""
        if "://" in page:
            self.driver.get(page)
            return
        path = self._root / page
        place = (path.parent if folder is None else self._root / folder).resolve()
        if not path.is_file():
            raise BoardsimError(f"there is no {path.name} in {path.parent.resolve()}")
        if place not in path.resolve().parents:
            raise BoardsimError(f"{path} is not in the folder {place}")
        if place not in self._servers:
            self._servers[place] = Server(place)
        self.driver.get(f"{self._servers[place].url}/{path.resolve().relative_to(place).as_posix()}")

    def click(self, selector: str) -> None:
        """Clicks what a CSS selector names, as a person does: only then may a page ask for a device."""
        # On a busy machine Chromium may get the page's request before the click, and refuse it: it knows of this gesture already.
        self._tools.ask("Runtime.evaluate", expression="0", userGesture=True)
        self.driver.find_element("css selector", selector).click()

    def text(self, selector: str) -> str:
        """The visible text of what a CSS selector names."""
        text: str = self.driver.find_element("css selector", selector).text
        return text

    def value(self, expression: str) -> Any:
        """The value of an expression in JavaScript; if it is a promise, what that becomes."""
        return self.driver.execute_script(f"return ({expression})")

    def until(self, condition: Union[str, Callable[[], Any]], *, within: Optional[float] = None) -> Any:
        """Waits until something is true, and gives its value: an expression in JavaScript, or a function of the test."""
        seconds = self.patience if within is None else within
        end = time.monotonic() + seconds
        while True:
            found = self.value(condition) if isinstance(condition, str) else condition()
            if found:
                return found
            if time.monotonic() > end:
                what = condition if isinstance(condition, str) else "what the test waits for"
                raise BoardsimError("\n".join([f"not within {seconds:g} s: {what}", *map(str, self.errors)]))
            time.sleep(0.02)

    # The chooser

    def choose(
        self, *, board: Optional[str] = None, address: Optional[str] = None, name: Optional[str] = None,
        within: Optional[float] = None,
    ) -> Device:
        """Waits until the chooser shows a device, and chooses it.

        `board` is a name in the scenario; `address` and `name` are those on the air. Without any, the only board.
        """
        given = [each for each in (board, address, name) if each is not None]
        if len(given) > 1:
            raise BoardsimError("choose: name the device by one of board, address and name")
        if name is None and address is None:
            if board is not None and board not in self.simulator.boards:
                raise BoardsimError(f"there is no board {board}; the scenario has {', '.join(self.simulator.boards)}")
            address = self.simulator.address if board is None else self.simulator.boards[board].address
        return self._chooser.select(
            lambda device: device.name == name if address is None else device.address.upper() == address.upper(),
            str(name if address is None else address), self.patience if within is None else within)

    def cancel(self, *, within: Optional[float] = None) -> None:
        """Waits for the chooser, and closes it without a device: the page gets a `NotFoundError`."""
        self._chooser.cancel(self.patience if within is None else within)

    @property
    def choices(self) -> Tuple[Device, ...]:
        """What an open chooser shows now."""
        return self._chooser.devices

    # The console

    @property
    def console(self) -> List[Message]:
        """All that the console has said, with errors that the page did not catch."""
        return list(self._console.messages)

    @property
    def errors(self) -> List[Message]:
        """Of these, the errors."""
        return [message for message in self.console if message.level == "error"]

    # The end

    def close(self) -> None:
        """Ends Chromium, which gives up its links."""
        self._tools.close()
        self.driver.quit()
        for server in self._servers.values():
            server.close()
        self._servers.clear()

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
