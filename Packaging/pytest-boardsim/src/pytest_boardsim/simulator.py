"""`boardsim run` with a transport for hosts, from its start to its report."""

import collections
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading

from . import program as programs
from .program import BoardsimError

#: A board of the scenario: its name there, its product, its firmware, its address on the air.
Board = collections.namedtuple("Board", "name model firmware address")

WAYS = ("hci-tcp", "hci-unix", "bluez-bus")


class Simulator:
    """Boards on the air.

    `scenario` is a file, or a dictionary with what would stand in it. `way` is how hosts get in:
    `hci-tcp` or `hci-unix` for host stacks that bring their own controller transport (Bumble),
    `bluez-bus` for programs that use BlueZ (bleak).
    """

    def __init__(self, program, scenario, way="hci-tcp", speed=None, seed=None, arguments=(),
                 judge_client=False, keep=None, patience=30.0):
        if way not in WAYS:
            raise BoardsimError(f"there is no way {way!r}; choose one of {', '.join(WAYS)}")
        self.way = way
        self.patience = patience
        self.address_of_radio = None
        self.bus = None
        #: What the program said on its standard error.
        self.said = []
        #: Its exit status, after the end.
        self.status = None
        #: `report.json` as a dictionary, after the end; None if there is none.
        self.report = None
        #: `report.txt`, after the end.
        self.text = ""
        self._trace = ""
        self._keep = keep
        # Short: a socket's path has 107 characters.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="boardsim-"))
        try:
            self._start(program, scenario, speed, seed, list(arguments), judge_client)
        except BaseException:
            self.close()
            raise

    # What tests ask for.

    @property
    def radio(self):
        """Where hosts attach, as boardsim says it: `hci-tcp:127.0.0.1:41231`."""
        if self.address_of_radio is None:
            raise BoardsimError(f"{self.way} has no radio of its own; use way=\"hci-tcp\"")
        return self.address_of_radio

    @property
    def bumble(self):
        """The radio as Bumble names it: `tcp-client:127.0.0.1:41231`."""
        kind, place = self.radio.split(":", 1)
        return {"hci-tcp": "tcp-client", "hci-unix": "unix-client"}[kind] + ":" + place

    @property
    def address(self):
        """The address of the only board."""
        if len(self.boards) != 1:
            names = ", ".join(self.boards)
            raise BoardsimError(
                f"the scenario has {len(self.boards)} boards ({names}); use boards[name].address")
        return next(iter(self.boards.values())).address

    @property
    def environment(self):
        """The process's environment with the bus on which boardsim stands in for BlueZ."""
        return {**os.environ, **({"DBUS_SYSTEM_BUS_ADDRESS": self.bus} if self.bus else {})}

    @property
    def trace(self):
        """One line per packet and event; after the end."""
        return self._trace

    @property
    def findings(self):
        """What the judge found, if the client was judged; after the end."""
        return ((self.report or {}).get("client") or {}).get("findings", [])

    @property
    def broken_rules(self):
        """Ids of the rules with an error that no waiver accepts; after the end."""
        return sorted({finding["rule"] for finding in self.findings
                       if finding["severity"] == "error" and not finding.get("waiver")})

    def stop(self):
        """Ends the run properly, as Ctrl-C does, and returns its report."""
        if self.status is None and self._process is not None:
            if self._process.poll() is None:
                self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(self.patience)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
                self.said.append(f"(killed: it did not end within {self.patience:g} s)")
            self._reader.join(self.patience)
            self.status = self._process.returncode
            self._read_results()
        return self.report

    def close(self):
        """Ends the run, and removes its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    # How it comes and goes.

    _process = None

    def _start(self, program, scenario, speed, seed, arguments, judge_client):
        if isinstance(scenario, dict):
            path = self.folder / "scenario.yaml"
            path.write_text(json.dumps(scenario, indent=2))  # JSON is YAML.
        else:
            path = pathlib.Path(scenario)
        seeding = [] if seed is None else ["--seed", str(seed)]
        self.boards = {
            board["name"]: Board(board["name"], board["model"], board["firmware"],
                                 board["address"])
            for board in programs.boards(program, path, seeding)
        }
        if judge_client:
            if not programs.has_option(program, "--judge-client"):
                raise BoardsimError(
                    f"{program} cannot judge clients yet; leave judge_client out, or use a newer one")
            # With a file of waivers, or without one.
            arguments.append("--judge-client" if judge_client is True
                             else f"--judge-client={judge_client}")
        if speed is not None:
            arguments += ["--speed", str(speed)]
        radio = {"hci-tcp": "hci-tcp:127.0.0.1:0", "hci-unix": f"hci-unix:{self.folder}/hci",
                 "bluez-bus": "bluez-bus"}[self.way]
        self._ready = threading.Event()
        self._process = subprocess.Popen(
            [program, "run", str(path), "--radio", radio, "--out", str(self.folder / "out"),
             "--report", "json", "--report", "text", "--report", "junit",
             "--trace", str(self.folder / "trace"), *seeding, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, errors="replace")
        self._reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()
        if not self._ready.wait(self.patience):
            self._fail(f"boardsim is not on the air after {self.patience:g} s")
        if self.address_of_radio is None and self.bus is None:
            self._process.wait(self.patience)
            self._fail(f"boardsim ended with status {self._process.returncode} before it was on "
                       f"the air")

    def _fail(self, what):
        raise BoardsimError("\n".join([what + ":", *self.said[-20:]]))

    def _read_errors(self):
        for line in self._process.stderr:
            line = line.rstrip()
            self.said.append(line)
            found = re.search(r"listening on (hci-\S+)", line)
            if found:
                self.address_of_radio = found[1]
            found = re.search(r"DBUS_SYSTEM_BUS_ADDRESS=['\"]?([^\s'\"]+)", line)
            if found:
                self.bus = found[1]
            if self.address_of_radio or self.bus:
                self._ready.set()
        self._ready.set()

    def _read_results(self):
        out = self.folder / "out"
        try:
            self.report = json.loads((out / "report.json").read_text())
            self.text = (out / "report.txt").read_text()
        except (OSError, ValueError):
            pass  # What it said tells why.
        # Of a run that was killed, the part that it had written.
        for name in ("trace", "trace.part"):
            with contextlib.suppress(OSError):
                self._trace = (self.folder / name).read_text(errors="replace")
                break
        if self._keep is not None and out.is_dir():
            folder = pathlib.Path(self._keep)
            shutil.rmtree(folder, ignore_errors=True)  # Of an earlier run.
            shutil.copytree(out, folder)
            (folder / "trace.txt").write_text(self._trace)
            (folder / "said.txt").write_text("\n".join(self.said) + "\n")
