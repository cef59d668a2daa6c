"""`pytest --boardsim-explore`: a test in many worlds, in each of which something goes wrong."""

import contextlib
import copy
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import Any, ClassVar, Dict, List, Mapping, Optional, Tuple, Union

import pytest
from _pytest.runner import runtestprotocol

from .program import BoardsimError, find
from .world import World

_UNITS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0, "": 1.0}


@dataclasses.dataclass(frozen=True)
class Budget:
    """How long a test is explored: real seconds, or a number of worlds, which is the same each time."""

    seconds: float = float("inf")
    worlds: Optional[int] = None
    #: Kinds of fault, as `boardsim explore --faults` has them; None for all.
    faults: Optional[str] = None
    #: The part of several machines that is played, `1/4`; None for the whole.
    shard: Optional[str] = None

    @classmethod
    def read(cls, text: Union[str, float], faults: Optional[str] = None, shard: Optional[str] = None) -> "Budget":
        """`60s`, `2 min`, or `200 worlds`."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?) *(ms|s|min|h|worlds|)", str(text).strip())
        if not found or float(found.group(1)) == 0:
            raise BoardsimError(f"the budget of an exploration is {text!r}; write a time such as `60s`, or `200 worlds`")
        number, unit = found.groups()
        if unit == "worlds":
            return cls(worlds=int(float(number)), faults=faults, shard=shard)
        return cls(seconds=float(number) * _UNITS[unit], faults=faults, shard=shard)

    def words(self, simulators: int) -> List[str]:
        """As options of `boardsim explore`, for one of so many that share it."""
        if self.worlds is None:
            words = ["--budget", f"{max(1, round(self.seconds * 1000 / simulators))} ms"]
        else:
            words = ["--worlds", str(max(1, self.worlds // simulators))]
        for name, value in (("--faults", self.faults), ("--shard", self.shard)):
            words += [name, value] if value else []
        return words


class Explored:
    """What the fixture is told in one run of a test, and what it notes of it."""

    def __init__(self, folder: pathlib.Path, simulator: int = 0, planned: Optional[Dict[str, Any]] = None) -> None:
        self.folder = folder
        #: Which of the test's simulators, from 0 on, has the world.
        self.simulator = simulator
        #: A question of `boardsim explore`; None for the run without a fault.
        self.planned = planned
        #: Of the run without a fault: for each simulator in virtual time its scenario and its points.
        self.bases: Dict[int, "Base"] = {}

    @property
    def world(self) -> Optional[World]:
        """The world of this run; None without a fault."""
        if self.planned is None:
            return None
        fatal = self.planned["fatal"]
        return World(float("inf") if fatal else self.planned["trouble"], fatal, self.planned["words"])

    def base(self, number: int, scenario: Any) -> "Base":
        """Where a simulator's points go."""
        self.bases[number] = Base(self.folder / f"points-{number}", scenario)
        return self.bases[number]


@dataclasses.dataclass
class Base:
    """One simulator of the run without a fault."""

    points: pathlib.Path
    scenario: Any

    def write(self, folder: pathlib.Path) -> pathlib.Path:
        """Its scenario as a file, in the folder if it is none yet."""
        if isinstance(self.scenario, os.PathLike):
            return pathlib.Path(self.scenario)
        file = folder / "scenario.yaml"
        file.write_text(
            json.dumps(self.scenario) if isinstance(self.scenario, Mapping) else str(self.scenario), encoding="utf-8")
        return file


#: Of a test that is explored: what its fixture is told.
explored = pytest.StashKey[Explored]()


def crash(report: pytest.TestReport) -> Tuple[str, str]:
    """How a test failed, in one line, and where; no place if that is not known."""
    place = getattr(report.longrepr, "reprcrash", None)
    if place is None:
        return (str(report.longrepr).strip().splitlines() or ["it failed"])[-1], ""
    where = f"{os.path.basename(place.path)}:{place.lineno}"
    return f"{(place.message.splitlines() or [''])[0]} ({where})", where


class Exploration:
    """A test that is run again and again; `boardsim explore` asks for the worlds in which it is to be run."""

    def __init__(self, item: pytest.Function, nextitem: Optional[pytest.Item], budget: Budget, program: Optional[str],
                 is_marked: bool = False) -> None:
        self._item, self._nextitem, self._budget, self._program = item, nextitem, budget, program
        self._is_marked = is_marked
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="boardsim-explore-"))
        #: The first report of each kind of failure, by its words.
        self._reports: Dict[str, pytest.TestReport] = {}
        #: What each simulator's exploration has found, as text.
        self._found: List[str] = []
        #: Of the failure that was found first.
        self._first: Optional[str] = None

    def run(self) -> List[pytest.TestReport]:
        """The reports of the test; its call has failed if it fails in some world."""
        try:
            base = Explored(self._folder)
            reports = self._play(base)
            if not base.bases and self._is_marked:
                self._item.warn(pytest.PytestWarning(
                    "boardsim_explore: this test starts no boards in virtual time; add `virtual=True`, or --boardsim-virtual"))
            if all(report.passed for report in reports):
                bases = {number: each for number, each in base.bases.items() if each.points.is_file()}
                for number, each in bases.items():
                    try:
                        self._explore(number, each, len(bases))
                    except BoardsimError as error:
                        self._found.append(f"boardsim: {error}")
        finally:
            last = self._end_shared()
            shutil.rmtree(self._folder, ignore_errors=True)
            with contextlib.suppress(KeyError):
                del self._item.stash[explored]
        if last.failed:
            reports = [report for report in reports if report.when != "teardown"] + [last]
        for report in reports:
            if self._found and report.when == "call":
                first = self._reports.get(self._first or "")
                report.outcome = "failed"
                report.longrepr = first.longrepr if first else self._found[0]
                report.sections = [("boardsim: exploration", "\n".join(self._found)), *(first.sections if first else [])]
        return reports

    def _end_shared(self) -> pytest.TestReport:
        """Ends the fixtures that this test shares with others, if the next one does not need them."""
        state = self._item.session._setupstate
        call = pytest.CallInfo.from_call(lambda: state.teardown_exact(self._nextitem), when="teardown")
        report: pytest.TestReport = self._item.ihook.pytest_runtest_makereport(item=self._item, call=call)
        return report

    def _play(self, told: Explored) -> List[pytest.TestReport]:
        self._item.stash[explored] = told
        # As if a sibling came next: only the fixtures of this test end, and are made anew.
        return runtestprotocol(self._item, log=False, nextitem=copy.copy(self._item))

    def _explore(self, number: int, base: Base, simulators: int) -> None:
        """Plays the worlds of one simulator."""
        folder = self._kept(number)
        words = [find(self._program), "explore", str(base.write(folder)), "--out", str(folder), "--ends-with", str(os.getpid()),
                 "--judge", "off", "--report", "text", "--report", "json", "--report", "html",
                 "--asked", f'pytest "{self._item.nodeid}" --boardsim-world=']
        words += self._budget.words(simulators)
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as explorer:
            assert explorer.stdin and explorer.stdout and explorer.stderr
            is_over = False
            try:
                for line in explorer.stdout:
                    explorer.stdin.write(json.dumps(self._answer(number, base, json.loads(line))) + "\n")
                    explorer.stdin.flush()
                is_over = True
            finally:
                if not is_over:
                    explorer.kill()
            said = explorer.stderr.read().strip()
            status = explorer.wait()
        if status not in (0, 1):
            raise BoardsimError(said)
        if status == 1:
            found = json.loads((folder / "report.json").read_text(encoding="utf-8"))
            self._first = self._first or next((each["what"] for each in found["failures"]), None)
            text = (folder / "report.txt").read_text(encoding="utf-8")
            shown = folder
            with contextlib.suppress(ValueError):
                shown = folder.relative_to(self._item.config.invocation_params.dir)
            self._found.append(text.replace(str(folder), str(shown)))
            for file in folder.glob("failure-*.yaml") if number else ():
                scenario = file.read_text(encoding="utf-8")
                if not Replayed.NUMBER.search(scenario):
                    words_of_world, _, rest = scenario.partition("\n")
                    file.write_text(f"{words_of_world}\n# simulator: {number + 1}\n{rest}", encoding="utf-8")

    def _answer(self, number: int, base: Base, asked: Dict[str, Any]) -> Dict[str, Any]:
        """What becomes of a world."""
        if asked["isBase"]:
            return {"failure": None, "points": str(base.points)}
        for report in self._play(Explored(self._folder, number, asked)):
            if report.failed:
                what, where = crash(report)
                self._reports.setdefault(what, report)
                hangs = any(name in what for name in ("Stalled", "LimitReached", "Livelock"))
                return {"failure": {"what": what, "hangs": hangs, "isInformed": False, "place": where}}
        return {"failure": None}

    def _kept(self, number: int) -> pathlib.Path:
        """The folder of what was found: earlier failures are tried first."""
        config = self._item.config
        cache = getattr(config, "cache", None)
        folder = pathlib.Path(str(cache.mkdir("boardsim"))) if cache is not None else config.rootpath / ".boardsim"
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", self._item.nodeid).strip("-.")[-120:]
        folder = folder / (name if number == 0 else f"{name}-{number + 1}")
        folder.mkdir(parents=True, exist_ok=True)
        return folder


@dataclasses.dataclass(frozen=True)
class Replayed:
    """A world that `--boardsim-world FILE` names."""

    scenario: str
    #: Which of the test's simulators, from 0 on, has it.
    simulator: int
    words: str

    NUMBER: ClassVar["re.Pattern[str]"] = re.compile(r"^# simulator: (\d+)$", re.M)

    @classmethod
    def read(cls, file: pathlib.Path) -> "Replayed":
        """As an exploration has written it; or any scenario, for the first simulator."""
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BoardsimError(f"--boardsim-world {file}: this cannot be read: {error}") from None
        words = re.match(r"# (.*)", text)
        number = cls.NUMBER.search(text)
        return cls(text, int(number.group(1)) - 1 if number else 0, words.group(1) if words else "")
