"""Options, the fixture `boardsim`, and the report of a failed test."""

import contextlib
import dataclasses
import functools
import os
import pathlib
import re
from typing import TYPE_CHECKING, Any, Dict, Generator, List, Mapping, Optional, Sequence, Tuple, Union

import pytest

from .exploration import Budget, Exploration, Explored, Replayed, explored
from .program import BoardsimError, find
from .report import Finding
from .simulator import WAYS, Simulator
from .trace import shortened
from .virtual import VirtualTimeOptions, watchdog
from .world import World

if TYPE_CHECKING:
    import asyncio

# The fixture `boardsim_browser`.
pytest_plugins = ["boardsim.browser.plugin"]

# Of a trace, in the report of a failed test; the folder of reports has all.
LINES_OF_TRACE = 60

_simulators = pytest.StashKey[List[Simulator]]()
#: Of all tests, in the order in which they ended: the test, and what the judge found.
_findings = pytest.StashKey[List[Tuple[str, List[Finding]]]]()
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
        ("boardsim_world", "--boardsim-world",
         "a hostile world for all boards, such as worn or previous-owner (`boardsim worlds` lists them); several: a,b; "
         "or a file that an exploration has written"),
        ("boardsim_explore", "--boardsim-explore",
         "runs each test with boards in virtual time in many worlds, in each of which something goes wrong: for so long "
         "(60s), or in so many (200worlds); no: also not those that are marked"),
        ("boardsim_explore_shard", "--boardsim-explore-shard",
         "the part of the worlds that this machine plays, such as 1/4; `boardsim explore merge` joins the parts"),
        ("boardsim_patience", "--boardsim-patience",
         "seconds until a board that is not on the air is given up; default: 30"),
    ]:
        group.addoption(option, dest=name, metavar="VALUE", help=words)
        parser.addini(name, words)
    words = ("judge what the client under test does: an error fails its test, strict: a warning does, too; "
             "FILE or strict:FILE has waivers; no: do not")
    group.addoption("--boardsim-judge-client", dest="boardsim_judge_client", nargs="?",
                    const="yes", metavar="strict|FILE", help=words)
    parser.addini("boardsim_judge_client", words)
    words = "boards in virtual time, which the tests' own waits move (yes or no)"
    group.addoption("--boardsim-virtual", dest="boardsim_virtual", action="store_const", const="yes", help=words)
    parser.addini("boardsim_virtual", words)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_findings] = []
    config.addinivalue_line("markers", (
        "boardsim_explore(budget, faults): runs the test in many worlds, in each of which something goes wrong; budget is "
        "'60s' or '200 worlds'"))
    # A test that hangs is reported where it is not captured.
    with contextlib.suppress(OSError):
        stream = open(os.dup(2), "w", encoding="utf-8", errors="replace")
        config.add_cleanup(stream.close)
        config.add_cleanup(functools.partial(setattr, watchdog, "stream", watchdog.stream))
        watchdog.stream = stream


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


def _switch(config: pytest.Config, name: str) -> bool:
    text = _setting(config, name) or "no"
    if text.lower() not in _YES | _NO:
        raise BoardsimError(f"{name} is {text!r}; write yes or no")
    return text.lower() in _YES


#: A dictionary, or a file beside the test.
Scenario = Union[Mapping[str, Any], str, "os.PathLike[str]"]
#: Whether the client is judged, the file with its waivers, or `strict` or `strict:FILE`; None: as the project is
#: configured.
Judged = Union[bool, str, "os.PathLike[str]", None]
#: Whether the test's own waits move time, or how; None: as the project is configured.
Virtual = Union[bool, Mapping[str, Any], VirtualTimeOptions, None]


class Boards:
    """The fixture `boardsim`: called with a scenario, it puts its boards on the air."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._request = request
        self._monkeypatch: Optional[pytest.MonkeyPatch] = None
        #: Those of this test, in the order in which they were started.
        self.simulators: List[Simulator] = []
        # Those of them whose clients may not even cause warnings.
        self._strict: List[Simulator] = []
        # Of an exploration.
        self._told: Optional[Explored] = request.node.stash.get(explored, None)
        self._replayed: Optional[Replayed] = None
        world = _setting(request.config, "boardsim_world") or ""
        if world.endswith((".yaml", ".yml")):
            try:
                self._replayed = Replayed.read(request.config.invocation_params.dir / world)
            except BoardsimError as error:
                pytest.fail(f"boardsim: {error}", pytrace=False)

    @property
    def world(self) -> World:
        """What goes wrong in this run: by an exploration, or by the scenario's own faults."""
        if self._told is not None and self._told.world is not None:
            return self._told.world
        return max((simulator.world for simulator in self.simulators), key=lambda world: world.trouble, default=World())

    def gave_up(self, why: str) -> None:
        """Ends the test: the client under test has given up, and said so.

        That is no failure in a world with trouble; in one without, it is.
        """
        if self.world.trouble > 0:
            pytest.skip(f"gave up: {why}")
        pytest.fail(f"gave up, although nothing keeps a client from its boards: {why}", pytrace=False)

    def __call__(
        self, scenario: Scenario, *, way: Optional[str] = None, speed: Optional[float] = None,
        seed: Optional[int] = None, arguments: Sequence[str] = (), judge_client: Judged = None,
        patience: Optional[float] = None, virtual: Virtual = None, world: Union[str, Sequence[str], None] = None,
    ) -> Simulator:
        """Puts the boards of a scenario on the air, until the test ends.

        `scenario` is a file, looked for beside the test, or a dictionary. With the way
        `bluez-bus` the variable DBUS_SYSTEM_BUS_ADDRESS is set while the test lasts.
        With `virtual`, the test's own waits move time: `Simulator.run`, or the loop of `loop_factory`.
        `world` names a hostile world, or several.
        """
        try:
            judge_client, is_strict = self._judged(judge_client)
            simulator = self._start(scenario, way, speed, seed, arguments, judge_client, patience, virtual, world)
        except BoardsimError as error:
            pytest.fail(f"boardsim: {error}", pytrace=False)
        self.simulators.append(simulator)
        if is_strict:
            self._strict.append(simulator)
        if simulator.bus:
            if self._monkeypatch is None:
                self._monkeypatch = pytest.MonkeyPatch()
            self._monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", simulator.bus)
        return simulator

    def _start(
        self, scenario: Scenario, way: Optional[str], speed: Optional[float], seed: Optional[int],
        arguments: Sequence[str], judge_client: Judged, patience: Optional[float], virtual: Virtual,
        world: Union[str, Sequence[str], None],
    ) -> Simulator:
        config = self._request.config
        if not isinstance(scenario, Mapping):
            scenario = self._file(scenario)
        way = way or _setting(config, "boardsim_way") or "hci-tcp"
        if way not in WAYS:
            raise BoardsimError(f"there is no way {way!r}; choose one of {', '.join(WAYS)}")
        options = _options(arguments)
        if judge_client:
            # With a file of waivers, or without one.
            options["judge-client"] = True if judge_client is True else str(judge_client)
        options.setdefault("report", ["json", "text", "junit"])
        if virtual is None:
            virtual = speed is None and _switch(config, "boardsim_virtual")
        if virtual:
            _check_loop()
        elif speed is None:
            speed = _number(config, "boardsim_speed")
        if world is None and "world" not in options and self._replayed is None:
            world = [word.strip() for word in (_setting(config, "boardsim_world") or "").split(",") if word.strip()] or None
        keep = self._keep(config)
        number, told, folder = len(self.simulators), self._told, None
        if told is not None and told.planned is None and virtual:
            options["points"] = str(told.base(number, scenario).points)
        changed = told.planned["scenario"] if told is not None and told.planned and told.simulator == number else None
        words = told.planned["words"] if told is not None and told.planned else ""
        if told is not None and told.planned and told.simulator == number:
            # Other luck of the same world.
            seed = told.planned.get("seed", seed)
        if self._replayed is not None and self._replayed.simulator == number:
            changed, words = self._replayed.scenario, self._replayed.words
        if changed is not None:
            # Files that it names are beside the scenario.
            folder = str(scenario.parent) if isinstance(scenario, pathlib.Path) else None
            scenario = changed
        if told is not None and told.planned:
            keep = None
        simulator = Simulator(
            scenario, radio=way, program=find(_setting(config, "boardsim_program")),
            speed=speed, seed=seed, virtual=virtual, world=world, options=options, keep=keep, folder=folder,
            patience=patience or _number(config, "boardsim_patience") or 30.0)
        if changed is not None:
            simulator.world = dataclasses.replace(simulator.world, words=words)
        return simulator

    def _judged(self, given: Judged) -> Tuple[Judged, bool]:
        """Whether the client is judged, or its file of waivers, and whether warnings count."""
        if given is None:
            given = _setting(self._request.config, "boardsim_judge_client")
        is_strict = False
        # By its own words it may be on or off; anything else is a file of waivers.
        if isinstance(given, str):
            word, _, file = given.partition(":")
            is_strict = word.lower() == "strict"
            if is_strict:
                given = file or True
            elif given.lower() in _YES | _NO:
                given = given.lower() in _YES
        if not given or given is True:
            return given, is_strict
        name = os.fspath(given)
        if name.partition("::")[0].endswith(".py") or os.path.isdir(name):
            raise BoardsimError(
                f"--boardsim-judge-client {name}: that is no file of waivers; write tests before the option, or give it "
                "a value: --boardsim-judge-client=yes")
        return self._file(given), is_strict

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

    def broken(self) -> List[Simulator]:
        """Simulators whose clients do what they must not; after the end."""
        return [simulator for simulator in self.simulators
                if simulator.broken_rules or simulator in self._strict and _counted(simulator.findings)]

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
    _running.append(boards)
    yield boards
    _running.remove(boards)
    boards.close()
    broken = boards.broken()
    if broken:
        what = "breaks the protocol" if any(each.broken_rules for each in broken) else "has warnings of the judge"
        pytest.fail(f"the client {what}\n"
                    + "\n".join(simulator.text for simulator in broken), pytrace=False)


def _check_loop() -> None:
    """Refuses virtual time for the coroutine of a test that runs already."""
    import asyncio
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise BoardsimError(
        "the event loop of this test runs already, and its time follows the clock; start boards with virtual time in a fixture "
        "that is no coroutine, and name `boardsim.pytest_plugin.loop_factory` to the plugin that runs the test")


#: Of the test that runs.
_running: List[Boards] = []


def loop_factory() -> "asyncio.AbstractEventLoop":
    """The event loop for a test that is a coroutine: in virtual time if a fixture of it has started such boards.

    For plugins that run these tests. pytest-asyncio: `def pytest_asyncio_loop_factories(): return {"virtual": loop_factory}` in
    conftest.py. anyio: a fixture `anyio_backend` that returns `("asyncio", {"loop_factory": loop_factory})`.
    """
    import asyncio
    for boards in reversed(_running):
        for simulator in boards.simulators:
            if simulator.lead is not None and simulator.status is None:
                return simulator.loop_factory()
    return asyncio.new_event_loop()


def _budget(item: pytest.Item) -> Optional[Budget]:
    """How long a test is explored; None if it is not."""
    if not isinstance(item, pytest.Function) or "boardsim" not in item.fixturenames:
        return None
    text = _setting(item.config, "boardsim_explore")
    marker = item.get_closest_marker("boardsim_explore")
    if text is not None and text.lower() in _NO or text is None and marker is None:
        return None
    given = dict(zip(("budget", "faults"), marker.args), **marker.kwargs) if marker is not None else {}
    try:
        shard = _setting(item.config, "boardsim_explore_shard")
        return Budget.read(given.get("budget") or text or "60s", given.get("faults"), shard)
    except BoardsimError as error:
        raise pytest.UsageError(f"boardsim: {error}") from None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: Optional[pytest.Item]) -> Optional[bool]:
    """Runs a test in many worlds if it is explored."""
    budget = _budget(item)
    if budget is None or not isinstance(item, pytest.Function):
        return None
    marker = item.get_closest_marker("boardsim_explore")
    exploration = Exploration(item, nextitem, budget, _setting(item.config, "boardsim_program"), marker is not None)
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in exploration.run():
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[None]",
) -> Generator[None, Any, None]:
    """Adds what the boards saw to the report of a failed test."""
    outcome = yield
    report = outcome.get_result()
    if report.when == "teardown":
        # In the report, because the test may run in another process than the summary.
        report.boardsim_findings = [
            finding for simulator in item.stash.get(_simulators, []) for finding in simulator.findings]
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
        if simulator.lead is not None and simulator.lead.foreign:
            report.sections.append(("boardsim: virtual time", (
                f"something outside of virtual time woke the test {simulator.lead.foreign} times: its order and its times "
                "depend on real time")))
        lines = simulator.trace.splitlines()
        if lines:
            title = "boardsim: trace"
            if len(lines) > LINES_OF_TRACE:
                title += f", the end of {len(lines)} lines, shortened"
            report.sections.append((title, "\n".join(shortened(lines, LINES_OF_TRACE))))


def _counted(findings: Sequence[Finding]) -> List[Finding]:
    """Errors and warnings that no waiver accepts."""
    return [finding for finding in findings if finding["severity"] != "note" and not finding.get("waiver")]


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: Any, config: pytest.Config) -> None:
    """Collects what the judge found, also in other processes."""
    findings = getattr(report, "boardsim_findings", None)
    if findings:
        config.stash[_findings].append((report.nodeid, findings))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What the judge found: each rule once, with its tests."""
    found: Dict[Tuple[str, str, str], List[Tuple[str, Finding]]] = {}
    for test, findings in config.stash[_findings]:
        for finding in findings:
            kind = "waived" if finding.get("waiver") else finding["severity"]
            found.setdefault((kind, finding["rule"], finding["title"]), []).append((test, finding))
    if not found:
        return
    terminalreporter.section("boardsim: findings of the judge")
    order = ["error", "warning", "note", "waived"]
    for (kind, rule, title), places in sorted(found.items(), key=lambda each: (order.index(each[0][0]), each[0])):
        terminalreporter.write_line(f"{kind} {rule}: {title}", bold=kind == "error")
        tests: Dict[str, int] = {}
        for test, finding in places:
            tests[test] = tests.get(test, 0) + finding.get("count", 1)
        for test, count in tests.items():
            terminalreporter.write_line(f"  {test}" + (f", {count} times" if count > 1 else ""))
        fix = places[0][1].get("fix")
        if fix and kind != "waived":
            terminalreporter.write_line(f"  fix: {fix}")
