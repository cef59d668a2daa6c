"""A run of boardsim, led from Python."""

import contextlib
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import time as clock
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Coroutine, Dict, List, Mapping, Optional, Sequence, TypeVar, Union, overload

from .board import Board, BoardState, Comparison, Truth
from .program import BoardsimError, find
from .report import Finding, Report
from .rpc import Connection
from .virtual import VirtualTimeOptions
from .world import World

if TYPE_CHECKING:
    import asyncio

    from .virtual.lead import Lead

T = TypeVar("T")
#: A time: seconds, or a text with a unit such as `"90 s"` or `"250 ms"`.
Time = Union[int, float, str]
#: A part of a scenario, as in its YAML: `{"turn": {"by": "90 deg", "about": "z", "for": "1 s"}}`.
Section = Union[str, Mapping[str, Any]]

#: Ways in that need no address of their own.
WAYS = ("hci-tcp", "hci-unix", "bluez-bus")


class Simulator:
    """Boards of a scenario, from its start to its report.

    Without `radio`, virtual time stands still until `step` or `finish`; the scenario's own clients
    talk to the boards, and the same calls always have the same results. With `radio`, virtual time
    follows the clock, times `speed`, and other programs connect: `"hci-tcp"` or `"hci-unix"` for host
    stacks that bring their own controller transport (Bumble), `"bluez-bus"` for programs that use
    BlueZ (bleak), or any value of `boardsim run --radio`.

    `scenario` is a dictionary, a text in YAML, or the path of a file (`pathlib.Path`, or a name that
    ends in `.yaml`). `world` is the name of a hostile world, or several: `"worn"`, `"previous-owner"`; `boardsim worlds`
    lists them. `options` are those of `boardsim run` without their dashes: `{"trace": "trace.txt"}`.

    Threads may share a simulator; their calls follow one another. A forked child cannot use that of its
    parent. One that is dropped without `close()` ends with a `ResourceWarning`.
    """

    def __init__(
        self, scenario: Union[Mapping[str, Any], str, "os.PathLike[str]"], *,
        radio: Union[str, Sequence[str], None] = None, speed: Optional[float] = None, seed: Optional[int] = None,
        folder: Optional[str] = None, options: Optional[Mapping[str, Any]] = None,
        program: Optional[str] = None, keep: Union[str, "os.PathLike[str]", None] = None, patience: float = 30.0,
        virtual: Union[bool, Mapping[str, Any], VirtualTimeOptions] = False,
        world: Union[str, Sequence[str], None] = None,
    ) -> None:
        self.patience = patience
        #: Exit status of `boardsim run`, after the end: 0 if everything held.
        self.status: Optional[int] = None
        #: The report as `--report json` has it, after the end; None if there is none.
        self.report: Optional[Report] = None
        #: The report in words, after the end.
        self.text = ""
        #: The boards by their names.
        self.boards: Dict[str, Board] = {}
        #: Lines that boardsim wrote to its standard error.
        self.said: List[str] = []
        #: The bus on which boardsim stands in for BlueZ; None without one.
        self.bus: Optional[str] = None
        #: In virtual time: how many `advances` there were, and how many of them were `foreign`; None without it.
        self.lead: "Optional[Lead]" = None
        #: What the scenario's faults do to clients, as a whole.
        self.world = World()
        self._radios: List[str] = []
        self._trace = ""
        self._now = 0.0
        self._done = False
        self._keep = keep
        self._connection: Optional[Connection] = None
        self._ending = threading.RLock()
        # Short: the path of a socket has at most 107 characters.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="boardsim-"))
        self._dropped = weakref.finalize(self, _end_dropped, os.getpid(), None, self.folder)
        try:
            given: Dict[str, Any] = {"trace": str(self.folder / "trace"), **(options or {})}
            if keep is not None or "report" in given:
                given.setdefault("out", str(self.folder / "out"))
                given.setdefault("report", ["json", "text", "junit"])
            given.update(
                (name, value) for name, value in (("speed", speed), ("seed", seed), ("world", world)) if value is not None)
            if radio is not None:
                given["radio"] = self._address(radio) if isinstance(radio, str) else list(map(self._address, radio))
            led = _led(virtual, given)
            self._start(find(program), scenario, folder, given)
            if led is not None and self._connection is not None:
                from .virtual.lead import Lead
                asked = given["radio"]
                self.lead = Lead(self._connection, led, [asked] if isinstance(asked, str) else asked, self._radios)
        except BaseException:
            self.close()
            raise

    def _start(self, program: str, scenario: Any, folder: Optional[str], options: Dict[str, Any]) -> None:
        where: Dict[str, Any] = {"scenario": scenario}
        if isinstance(scenario, os.PathLike) or (
                isinstance(scenario, str) and "\n" not in scenario and scenario.endswith((".yaml", ".yml"))):
            where = {"file": os.fspath(scenario)}
        self._connection = Connection(program)
        self._dropped.detach()
        self._dropped = weakref.finalize(self, _end_dropped, os.getpid(), self._connection, self.folder)
        self._process = self._connection.process
        self.said = self._connection.said
        # The launcher of a checkout may build the program first.
        answer = self._connection.ask("start", timeout=1800.0, folder=folder, options=options, **where)
        self.boards = {each["name"]: Board(**each) for each in answer["boards"]}
        outage = answer.get("world", {"trouble": 0.0, "fatal": False})
        self.world = World(float("inf") if outage["fatal"] else float(outage["trouble"]), outage["fatal"])
        for address in answer["radios"]:
            kind, place = address.split(":", 1)
            if kind == "bluez-bus":
                self.bus = place
            self._radios.append(address)

    def _address(self, radio: str) -> str:
        return {"hci-tcp": "hci-tcp:127.0.0.1:0", "hci-unix": f"hci-unix:{self.folder}/hci"}.get(radio, radio)

    # Ways in

    @property
    def radio(self) -> str:
        """Where hosts attach, as boardsim writes it: `hci-tcp:127.0.0.1:41231`."""
        for address in self._radios:
            if address.startswith("hci-"):
                return address
        has = self._radios[0].split(":", 1)[0] + " has" if self._radios else "this run has"
        raise BoardsimError(f'{has} no radio of its own; use "hci-tcp"')

    @property
    def bumble(self) -> str:
        """The radio as Bumble names it: `tcp-client:127.0.0.1:41231`."""
        kind, place = self.radio.split(":", 1)
        return {"hci-tcp": "tcp-client", "hci-unix": "unix-client"}[kind] + ":" + place

    @property
    def address(self) -> str:
        """The address of the only board."""
        if len(self.boards) != 1:
            names = ", ".join(self.boards)
            raise BoardsimError(
                f"the scenario has {len(self.boards)} boards ({names}); use boards[name].address")
        return next(iter(self.boards.values())).address

    @property
    def environment(self) -> Dict[str, str]:
        """The process's environment with the bus on which boardsim stands in for BlueZ."""
        return {**os.environ, **({"DBUS_SYSTEM_BUS_ADDRESS": self.bus} if self.bus else {})}

    # Time

    def run(self, main: "Coroutine[Any, Any, T]", *, debug: Optional[bool] = None) -> T:
        """`asyncio.run` in virtual time, for a simulator with `virtual=True`.

        Time begins where it stands, and stays where it is at the end. With `radio="bluez-bus"` programs find the bus in the
        environment meanwhile.
        """
        try:
            lead = self._its_lead("run")
        except BoardsimError:
            main.close()
            raise
        from .virtual.runner import run
        return run(lead, main, debug)

    def loop_factory(self) -> "asyncio.AbstractEventLoop":
        """A new event loop in virtual time, for others that run one: `asyncio.Runner(loop_factory=simulator.loop_factory)`.

        The clocks of the process are virtual while it runs.
        """
        lead = self._its_lead("loop_factory")
        from .virtual.loop import VirtualTimeLoop
        return VirtualTimeLoop(lead)

    def _its_lead(self, method: str) -> "Lead":
        if self.lead is None:
            raise BoardsimError(f"{method}: this simulator has no virtual time for programs; start it with `virtual=True`")
        if self.status is not None:
            raise BoardsimError("the run has ended")
        return self.lead

    def _check_steps(self, method: str) -> None:
        if self.lead is not None:
            raise BoardsimError(
                f"{method}: in virtual time the program's own waits move time: call `run` with a coroutine that waits, "
                "`asyncio.sleep` for example")

    def step(self, time: Time) -> float:
        """Moves virtual time on; returns the time since the run began, in seconds."""
        self._check_steps("step")
        return self._take(self._ask("step", **{"for": time}))

    def step_until(self, time: Time) -> float:
        """Moves virtual time on to a time since the run began."""
        self._check_steps("step_until")
        return self._take(self._ask("step", until=time))

    def finish(self, within: Optional[Time] = None) -> bool:
        """Runs until the scenario's clients have finished and its expectations are decided.

        False if that did not happen within this virtual time (default: the scenario's deadline).
        """
        self._check_steps("finish")
        self._take(self._ask("finish", within=within))
        return self._done

    @property
    def now(self) -> float:
        """Virtual seconds since the run began, as of the last call."""
        return self._now if self.lead is None else self.lead.now

    # What happens to a board; `board` is a name, and may be left out if there is only one

    def do(self, section: Section, *, board: Optional[str] = None) -> None:
        """An entry of a scenario's `inputs` or `faults`: `{"temperature": {"to": "35 degC", "over": "60 s"}}`."""
        self._take(self._ask("do", board=board, do=section))

    def input(self, section: Section, *, board: Optional[str] = None) -> None:
        """The same as `do`, for an entry of `inputs`."""
        self.do(section, board=board)

    def fault(self, section: Section, *, board: Optional[str] = None) -> None:
        """The same as `do`, for an entry of `faults`: `{"brown-out": "500 ms"}`."""
        self.do(section, board=board)

    def move(self, *moves: Section, board: Optional[str] = None) -> None:
        """The board begins these moves, as in a scenario's `motion`, from where it is."""
        self.do({"motion": list(moves)}, board=board)

    def press(self, *, board: Optional[str] = None) -> None:
        """Presses the button and keeps it pressed."""
        self.do({"button": "press"}, board=board)

    def release(self, *, board: Optional[str] = None) -> None:
        """Releases the button."""
        self.do({"button": "release"}, board=board)

    def click(self, hold: Time = "120 ms", *, board: Optional[str] = None) -> None:
        """Presses the button, and releases it after a while of virtual time."""
        self.do({"button": {"action": "click", "for": _text(hold)}}, board=board)

    def drop_link(self, time: Time = "10 s", *, board: Optional[str] = None) -> None:
        """No packet gets through for a while; the link ends by its supervision timeout."""
        self.do({"link-loss": _text(time)}, board=board)

    def set_battery(self, percent: float, *, board: Optional[str] = None) -> None:
        """The charge of the battery."""
        self.do({"battery": f"{percent:g} %"}, board=board)

    # What can be seen

    def truth(self, *, board: Optional[str] = None) -> Truth:
        """Motion and surroundings of a board, without any sensor error."""
        answer = self._ask("truth", board=board)
        self._now = answer["time"]
        values: Dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in answer.items()}
        values["magnetic_field"] = values.pop("magneticField")
        return Truth(**values)

    def compare(
        self, samples: Sequence[Any], *, board: Optional[str] = None, signal: str = "acceleration",
        rate: Optional[float] = None,
    ) -> Comparison:
        """Compares what a client received with the truth.

        A sample is the values of a signal, `(x, y, z)` or one number, in the unit of a scenario's reports (g, deg/s, uT,
        degC, hPa …); a quaternion is w, x, y, z. With its time before the values, in virtual seconds, the delay is found.
        Without times, `rate` in Hz is needed, and where the samples begin is looked for in the run.
        """
        rows: List[Any] = []
        for place, sample in enumerate(samples, 1):
            try:
                # Of numpy, too.
                rows.append([float(value) for value in sample] if hasattr(sample, "__iter__") else float(sample))
            except (TypeError, ValueError):
                raise BoardsimError(f"compare: sample {place} is not a list of numbers: {sample!r}") from None
        answer = self._ask("compare", board=board, signal=signal, samples=rows, rate=rate)
        self._now = answer["time"]
        return Comparison(
            rms=answer["rms"], largest=answer["largest"], unit=answer["unit"], samples=answer["samples"],
            delay=answer["delay"], missing=answer["missing"], start=answer.get("start"))

    @overload
    def state(self, *, board: str) -> BoardState: ...

    @overload
    def state(self, *, board: None = None) -> Any: ...

    def state(self, *, board: Optional[str] = None) -> Union[BoardState, Dict[str, BoardState]]:
        """What a board does now; without `board`, the only one's state, or that of each by its name."""
        found = self.states(board=board)
        return next(iter(found.values())) if board is not None or len(self.boards) == 1 else found

    def states(self, *, board: Optional[str] = None) -> Dict[str, BoardState]:
        """What each board does now, by its name."""
        answer = self._ask("state", board=board)
        self._take(answer)
        return {each["identity"]["name"]: BoardState.read(each) for each in answer["boards"]}

    @property
    def trace(self) -> str:
        """One line for each packet and event; after the end."""
        return self._trace

    @property
    def findings(self) -> List[Finding]:
        """What the judge found, if clients were judged; after the end."""
        report: Report = self.report or {}
        return report.get("client", {}).get("findings", [])

    @property
    def broken_rules(self) -> List[str]:
        """Ids of the rules with an error that no waiver accepts; after the end."""
        return sorted({finding["rule"] for finding in self.findings
                       if finding["severity"] == "error" and not finding.get("waiver")})

    def scenario(self) -> str:
        """The scenario with everything that was done so far, in YAML: `boardsim run` does it again.

        Files that the scenario names are looked for beside it, so save it where the first one lies. What hosts on
        a radio did is not part of it.
        """
        text: str = self._ask("save")["scenario"]
        return text

    # The end

    def stop(self) -> Optional[Report]:
        """Ends the run, and returns its report."""
        if self._connection is not None:
            self._connection.check_owner("stop")
        with self._ending:
            if self.lead is not None:
                self.lead.close()
            if self.status is None and self._connection is not None:
                self._stop(self._connection)
        return self.report

    def _stop(self, connection: Connection) -> None:
        answer: Dict[str, Any] = {}
        end = clock.monotonic() + self.patience
        try:
            answer = connection.ask("stop", timeout=self.patience)
        except BoardsimError as error:
            self.said.append(f"({error})")
            # A run can have ended by itself, for example with its duration.
            with contextlib.suppress(BoardsimError):
                answer = connection.ask("report", timeout=max(1.0, end - clock.monotonic()))
        ended = connection.close(self.patience)
        self.report = answer.get("report")
        self.text = answer.get("text", "")
        self._read_files()
        self.status = answer.get("status", ended)

    def close(self) -> None:
        """Ends the run, and removes its folder."""
        self.stop()
        self._dropped.detach()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> "Simulator":
        return self

    def __exit__(self, *exception: object) -> None:
        # A forked child that leaves the block leaves it to its parent.
        if self._connection is None or self._connection.owner == os.getpid():
            self.close()

    def _ask(self, method: str, **parameters: Any) -> Dict[str, Any]:
        if self._connection is None or self.status is not None:
            raise BoardsimError("the run has ended")
        return self._connection.ask(method, **parameters)

    def _take(self, answer: Mapping[str, Any]) -> float:
        self._now, self._done = answer["time"], answer["done"]
        return self._now

    def _read_files(self) -> None:
        # Of a run that was killed, the part that it had written.
        for name in ("trace", "trace.part"):
            with contextlib.suppress(OSError):
                self._trace = (self.folder / name).read_text(errors="replace")
                break
        out = self.folder / "out"
        if self._keep is not None and out.is_dir():
            folder = pathlib.Path(self._keep)
            shutil.rmtree(folder, ignore_errors=True)  # Of an earlier run.
            shutil.copytree(out, folder)
            (folder / "trace.txt").write_text(self._trace)
            (folder / "said.txt").write_text("\n".join(self.said) + "\n")


def _led(virtual: Union[bool, Mapping[str, Any], VirtualTimeOptions], options: Dict[str, Any]) -> Optional[VirtualTimeOptions]:
    """How a run goes whose time a program leads, which its options then say; None for others."""
    if virtual is False:
        return None
    found = VirtualTimeOptions.of(virtual)
    if sys.version_info < (3, 10) or not sys.platform.startswith("linux"):
        raise BoardsimError("virtual time for programs needs Linux, and Python 3.10 or newer")
    if "radio" not in options:
        raise BoardsimError(
            "virtual time for programs needs a radio on which they find the boards; add `radio=\"bluez-bus\"` for example")
    if "speed" in options:
        raise BoardsimError("virtual time has no `speed`; leave out one of the two")
    options["speed"] = "led"
    return found


def _text(time: Time) -> str:
    return time if isinstance(time, str) else f"{round(time, 9)!r} s"


def _end_dropped(owner: int, connection: Optional[Connection], folder: pathlib.Path) -> None:
    """Ends what a simulator leaves that nobody has closed: it was dropped, or the interpreter ends."""
    if os.getpid() != owner:
        return  # A forked child; it is its parent's.
    if connection is not None:
        warnings.warn(f"a Simulator was not closed: use `with`, or close() ({folder})", ResourceWarning, stacklevel=2)
        connection.close(5)
    shutil.rmtree(folder, ignore_errors=True)
