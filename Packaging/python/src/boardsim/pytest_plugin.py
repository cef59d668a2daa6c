"""Options, the fixture `boardsim`, and the report of a failed test."""

import os
import pathlib
import re
from typing import Any, Dict, Generator, List, Mapping, Optional, Sequence, Union

import pytest

from .program import BoardsimError, find
from .simulator import WAYS, Simulator

# Of a trace, in the report of a failed test; the folder of reports has all.
LINES_OF_TRACE = 60

_simulators = pytest.StashKey[List[Simulator]]()
_YES, _NO = {"yes", "true", "on", "1"}, {"no", "false", "off", "0"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("boardsim", "boards in software")
    for name, option, words in [
        ("boardsim_program", "--boardsim", "the program boardsim; default: $BOARDSIM, or the PATH"),
        ("boardsim_way", "--boardsim-way",
         "how hosts get in: hci-tcp, hci-unix or bluez-bus; default: hci-tcp"),
        ("boardsim_speed", "--boardsim-speed",
         "virtual seconds a second of the clock; default: 1"),
        ("boardsim_reports", "--boardsim-reports",
         "a folder in which reports and traces of all tests are kept; default: none"),
        ("boardsim_patience", "--boardsim-patience",
         "seconds until a board that is not on the air is given up; default: 30"),
    ]:
        group.addoption(option, dest=name, metavar="VALUE", help=words)
        parser.addini(name, words)
    words = "judge what the client under test does; FILE has waivers; no: do not"
    group.addoption("--boardsim-judge-client", dest="boardsim_judge_client", nargs="?",
                    const="yes", metavar="FILE", help=words)
    parser.addini("boardsim_judge_client", words)


def _setting(config: pytest.Config, name: str) -> Optional[str]:
    value = config.getoption(name)
    if value is None:
        value = config.getini(name)
    return None if value in (None, "") else str(value)


def _number(config: pytest.Config, name: str) -> Optional[float]:
    text = _setting(config, name)
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise BoardsimError(f"{name} is {text!r}; write a number above 0")
    return value


def _options(arguments: Sequence[str]) -> Dict[str, Any]:
    """Words of a command line as options with their values; one that is given several times has a list."""
    options: Dict[str, List[Union[str, bool]]] = {}
    words = list(arguments)
    while words:
        name, given, text = words.pop(0).partition("=")
        value: Union[str, bool] = text
        if not name.startswith("--"):
            raise BoardsimError(f"`{name}` is not an option of boardsim run")
        if not given:
            value = words.pop(0) if words and not words[0].startswith("--") else True
        options.setdefault(name[2:], []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in options.items()}


#: A dictionary, or a file beside the test.
Scenario = Union[Mapping[str, Any], str, "os.PathLike[str]"]
#: Whether the client is judged, or the file with its waivers; None: as the project is configured.
Judged = Union[bool, str, "os.PathLike[str]", None]


class Boards:
    """The fixture `boardsim`: called with a scenario, it puts its boards on the air."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._request = request
        self._monkeypatch: Optional[pytest.MonkeyPatch] = None
        #: Those of this test, in the order in which they were started.
        self.simulators: List[Simulator] = []

    def __call__(
        self, scenario: Scenario, *, way: Optional[str] = None, speed: Optional[float] = None,
        seed: Optional[int] = None, arguments: Sequence[str] = (), judge_client: Judged = None,
        patience: Optional[float] = None,
    ) -> Simulator:
        """Puts the boards of a scenario on the air, until the test ends.

        `scenario` is a file, looked for beside the test, or a dictionary. With the way
        `bluez-bus` the variable DBUS_SYSTEM_BUS_ADDRESS is set while the test lasts.
        """
        try:
            simulator = self._start(scenario, way, speed, seed, arguments, judge_client, patience)
        except BoardsimError as error:
            pytest.fail(f"boardsim: {error}", pytrace=False)
        self.simulators.append(simulator)
        if simulator.bus:
            if self._monkeypatch is None:
                self._monkeypatch = pytest.MonkeyPatch()
            self._monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", simulator.bus)
        return simulator

    def _start(
        self, scenario: Scenario, way: Optional[str], speed: Optional[float], seed: Optional[int],
        arguments: Sequence[str], judge_client: Judged, patience: Optional[float],
    ) -> Simulator:
        config = self._request.config
        if not isinstance(scenario, Mapping):
            scenario = self._file(scenario)
        if judge_client is None:
            judge_client = _setting(config, "boardsim_judge_client")
        # By its own words it may be on or off; anything else is a file of waivers.
        if isinstance(judge_client, str) and judge_client.lower() in _YES | _NO:
            judge_client = judge_client.lower() in _YES
        if judge_client and judge_client is not True:
            judge_client = self._file(judge_client)
        way = way or _setting(config, "boardsim_way") or "hci-tcp"
        if way not in WAYS:
            raise BoardsimError(f"there is no way {way!r}; choose one of {', '.join(WAYS)}")
        options = _options(arguments)
        if judge_client:
            # With a file of waivers, or without one.
            options["judge-client"] = True if judge_client is True else str(judge_client)
        options.setdefault("report", ["json", "text", "junit"])
        return Simulator(
            scenario, radio=way, program=find(_setting(config, "boardsim_program")),
            speed=_number(config, "boardsim_speed") if speed is None else speed, seed=seed,
            options=options, keep=self._keep(config),
            patience=patience or _number(config, "boardsim_patience") or 30.0)

    def _file(self, name: Union[str, "os.PathLike[str]"]) -> pathlib.Path:
        path = pathlib.Path(os.fspath(name))
        places = [self._request.path.parent / path, self._request.config.rootpath / path,
                  pathlib.Path.cwd() / path]
        for place in places:
            if place.is_file():
                return place
        looked = ", ".join(dict.fromkeys(str(place.parent) for place in places))
        raise BoardsimError(f"there is no {path.name} in {looked}")

    def _keep(self, config: pytest.Config) -> Optional[pathlib.Path]:
        folder = _setting(config, "boardsim_reports")
        if not folder:
            return None
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", self._request.node.nodeid).strip("-.")[-150:]
        number = len(self.simulators) + 1
        return config.rootpath / folder / (name if number == 1 else f"{name}-{number}")

    def close(self) -> None:
        """Ends all simulators of the test."""
        if self._monkeypatch is not None:
            self._monkeypatch.undo()
        for simulator in self.simulators:
            simulator.close()


@pytest.fixture
def boardsim(request: pytest.FixtureRequest) -> Generator[Boards, None, None]:
    """Puts boards on the air: `boardsim("desk.yaml")` returns a Simulator."""
    boards = Boards(request)
    request.node.stash[_simulators] = boards.simulators
    yield boards
    boards.close()
    broken = [simulator for simulator in boards.simulators if simulator.broken_rules]
    if broken:
        pytest.fail("the client breaks the protocol\n"
                    + "\n".join(simulator.text for simulator in broken), pytrace=False)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[None]",
) -> Generator[None, Any, None]:
    """Adds what the boards saw to the report of a failed test."""
    outcome = yield
    report = outcome.get_result()
    if not report.failed or report.when == "teardown":
        return
    for simulator in item.stash.get(_simulators, []):
        try:
            simulator.stop()
        except Exception as error:  # The failure of the test is what counts.
            report.sections.append(("boardsim", f"it could not be ended: {error}"))
            continue
        if simulator.text:
            report.sections.append(("boardsim: report", simulator.text))
        if simulator.said:
            report.sections.append(("boardsim: standard error", "\n".join(simulator.said)))
        lines = simulator.trace.splitlines()
        if lines:
            title = "boardsim: trace"
            if len(lines) > LINES_OF_TRACE:
                title += f", the last {LINES_OF_TRACE} of {len(lines)} lines"
            report.sections.append((title, "\n".join(lines[-LINES_OF_TRACE:])))
