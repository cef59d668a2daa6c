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
from time import monotonic  # The real clock, also in virtual time.
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

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

    @classmethod
    def read(cls, text: Union[str, float], faults: Optional[str] = None) -> "Budget":
        """`60s`, `2 min`, or `200 worlds`."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?) *(ms|s|min|h|worlds|)", str(text).strip())
        if not found or float(found.group(1)) == 0:
            raise BoardsimError(f"the budget of an exploration is {text!r}; write a time such as `60s`, or `200 worlds`")
        number, unit = found.groups()
        if unit == "worlds":
            return cls(worlds=int(float(number)), faults=faults)
        return cls(seconds=float(number) * _UNITS[unit], faults=faults)


class Explored:
    """What the fixture is told in one run of a test, and what it notes of it."""

    def __init__(self, folder: pathlib.Path, simulator: int = 0, planned: Optional[Dict[str, Any]] = None) -> None:
        self.folder = folder
        #: Which of the test's simulators, from 0 on, has the world.
        self.simulator = simulator
        #: A line of the plan; None for the run without a fault.
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
        self.bases[number] = Base(self.folder / f"points-{number}", scenario, self.folder / f"scenario-{number}.yaml")
        return self.bases[number]


@dataclasses.dataclass
class Base:
    """One simulator of the run without a fault."""

    points: pathlib.Path
    scenario: Any
    text: pathlib.Path

    def worlds(self, program: str, faults: Optional[str]) -> Iterator[Dict[str, Any]]:
        """The worlds in which something goes wrong there, in the order in which they are to be tried."""
        if isinstance(self.scenario, os.PathLike):
            file = os.fspath(self.scenario)
        else:
            self.text.write_text(
                json.dumps(self.scenario) if isinstance(self.scenario, Mapping) else str(self.scenario), encoding="utf-8")
            file = str(self.text)
        words = [program, "explore", file, "--plan", str(self.points)] + (["--faults", faults] if faults else [])
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as plan:
            assert plan.stdout and plan.stderr
            finished = False
            try:
                for line in plan.stdout:
                    yield json.loads(line)
                finished = True
            finally:
                if not finished:
                    plan.kill()
            if plan.wait() != 0:
                raise BoardsimError(plan.stderr.read().strip())


#: Of a test that is explored: what its fixture is told.
explored = pytest.StashKey[Explored]()


@dataclasses.dataclass
class Failure:
    """Worlds that fail in the same way."""

    report: pytest.TestReport
    planned: Dict[str, Any]
    simulator: int
    worlds: int = 1


def crash(report: pytest.TestReport) -> str:
    """How a test failed, in one line."""
    place = getattr(report.longrepr, "reprcrash", None)
    if place is None:
        return (str(report.longrepr).strip().splitlines() or ["it failed"])[-1]
    message = (place.message.splitlines() or [""])[0]
    return f"{message} ({os.path.basename(place.path)}:{place.lineno})"


def _kind(report: pytest.TestReport) -> str:
    """What failures of one kind have in common: no numbers but those of lines."""
    text = crash(report)
    words, _, place = text.rpartition(" (")
    return re.sub(r"\d+", "#", words) + place


class Exploration:
    """A test that is run again and again."""

    def __init__(self, item: pytest.Function, nextitem: Optional[pytest.Item], budget: Budget, program: Optional[str],
                 is_marked: bool = False) -> None:
        self._item, self._nextitem, self._budget, self._program = item, nextitem, budget, program
        self._is_marked = is_marked
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="boardsim-explore-"))
        self._end = monotonic() + budget.seconds
        self.failures: Dict[str, Failure] = {}
        self.tried = 0

    def run(self) -> List[pytest.TestReport]:
        """The reports of the test; its call has failed if it fails in some world."""
        try:
            base = Explored(self._folder)
            reports = self._play(base)
            if not base.bases and self._is_marked:
                self._item.warn(pytest.PytestWarning(
                    "boardsim_explore: this test starts no boards in virtual time; add `virtual=True`, or --boardsim-virtual"))
            if all(report.passed for report in reports):
                self._search(base)
                self._shrink()
        finally:
            last = self._end_shared()
            shutil.rmtree(self._folder, ignore_errors=True)
            with contextlib.suppress(KeyError):
                del self._item.stash[explored]
        if last.failed:
            reports = [report for report in reports if report.when != "teardown"] + [last]
        if not self.failures:
            return reports
        for report in reports:
            if report.when == "call":
                self._fail(report)
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

    def _worlds(self, base: Explored) -> Iterator[Explored]:
        """Those of all simulators in turn."""
        program = find(self._program)
        plans = {number: each.worlds(program, self._budget.faults)
                 for number, each in base.bases.items() if each.points.is_file()}
        try:
            while plans:
                for number in list(plans):
                    planned = next(plans[number], None)
                    if planned is None:
                        del plans[number]
                    else:
                        yield Explored(self._folder, number, planned)
        finally:
            for plan in plans.values():
                plan.close()  # type: ignore[attr-defined]

    def _search(self, base: Explored) -> None:
        worlds = self._worlds(base)
        with contextlib.closing(worlds):  # type: ignore[type-var]
            # What was found has to be made smaller, too.
            end = monotonic() + (self._end - monotonic()) * 0.8
            for told in worlds:
                if monotonic() >= end or (self._budget.worlds is not None and self.tried >= self._budget.worlds):
                    break
                self.tried += 1
                report = self._failed(told)
                if report is None or told.planned is None:
                    continue
                known = self.failures.get(_kind(report))
                if known:
                    known.worlds += 1
                else:
                    self.failures[_kind(report)] = Failure(report, told.planned, told.simulator)

    def _failed(self, told: Explored) -> Optional[pytest.TestReport]:
        """The report of a world that fails; None if it does not, or nothing could succeed there."""
        for report in self._play(told):
            if report.failed:
                world = told.world
                # Without a board nothing succeeds; but a test has to come to an end.
                is_excused = world is not None and world.fatal and not _hangs(report)
                return None if is_excused else report
        return None

    def _shrink(self) -> None:
        for kind, failure in self.failures.items():
            for weaker in failure.planned.get("weaker", []):
                if monotonic() >= self._end:
                    return
                report = self._failed(Explored(self._folder, failure.simulator, weaker))
                if report is not None and _kind(report) == kind:
                    failure.report, failure.planned = report, weaker
                    break

    def _fail(self, report: pytest.TestReport) -> None:
        """Makes the call fail as its first failing world does, with all of them in words."""
        lines = [f"{_count(len(self.failures), 'kind')} of failure in {_count(self.tried, 'world')} of this test"]
        for number, failure in enumerate(self.failures.values(), 1):
            file = self._write(number, failure)
            lines += ["", f"{number}. {crash(failure.report)}, in {_count(failure.worlds, 'world')}",
                      f"   {failure.planned['words']}",
                      f'   replay: pytest "{self._item.nodeid}" --boardsim-world={file}']
        first = next(iter(self.failures.values())).report
        report.outcome, report.longrepr = "failed", first.longrepr
        report.sections = [("boardsim: exploration", "\n".join(lines)), *first.sections]

    def _write(self, number: int, failure: Failure) -> str:
        """The scenario of a failure, as a file of the tester."""
        config = self._item.config
        cache = getattr(config, "cache", None)
        folder = pathlib.Path(str(cache.mkdir("boardsim"))) if cache is not None else config.rootpath / ".boardsim"
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", self._item.nodeid).strip("-.")[-120:]
        file = folder / f"{name}-{number}.yaml"
        file.write_text(
            f"# {failure.planned['words']}\n# simulator: {failure.simulator + 1}\n{failure.planned['scenario']}",
            encoding="utf-8")
        with contextlib.suppress(ValueError):
            return str(file.relative_to(config.invocation_params.dir))
        return str(file)


def _hangs(report: pytest.TestReport) -> bool:
    return any(name in crash(report) for name in ("Stalled", "LimitReached", "Livelock"))


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


@dataclasses.dataclass(frozen=True)
class Replayed:
    """A world that `--boardsim-world FILE` names."""

    scenario: str
    #: Which of the test's simulators, from 0 on, has it.
    simulator: int
    words: str

    @classmethod
    def read(cls, file: pathlib.Path) -> "Replayed":
        """As an exploration has written it; or any scenario, for the first simulator."""
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BoardsimError(f"--boardsim-world {file}: this cannot be read: {error}") from None
        words = re.match(r"# (.*)", text)
        number = re.search(r"^# simulator: (\d+)$", text, re.M)
        return cls(text, int(number.group(1)) - 1 if number else 0, words.group(1) if words else "")
