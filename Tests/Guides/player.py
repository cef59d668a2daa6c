"""Runs a page: executes its blocks one after the other, as a reader would, in an empty folder."""

import dataclasses
import fcntl
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time

import pages

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))
import signals  # noqa: E402

signals.default_in_children()
LONGEST = 180
# Once this is printed a host can attach.
READY = re.compile(r"^(listening on|programs that use BlueZ find it) .*$", re.M)
INSTALLED = """
from importlib.metadata import distributions
for each in distributions():
    print(f"{each.name}=={each.version}")
"""
# How the judge reports a client that should do better.
WARNED = re.compile(r"^  (error|warning) [A-Z]+-", re.M)

WRAPPER = """\
#!/bin/sh
# The program, as the page calls it; clients that connect to a board on the radio are judged.
case "${UNJUDGED-}$1 $*" in
    unjudged*|*--judge-client*) ;;
    "run "*--radio*) shift; set -- run --judge-client "$@" ;;
esac
exec PROGRAM "$@"
"""


class Player:
    """One page in its folder."""

    def __init__(self, page, program, update=False, wheel=None):
        """`wheel` is an environment in which the wheel is installed; None: the page is played with the checkout."""
        self.path = ROOT / page
        self.wheel = wheel
        self.blocks, self.settings = pages.read(page, self.path.read_text())
        self.update = update
        self.shown = {}
        """New texts of blocks of output, by their line, when the page is rewritten."""
        self.terminals = []
        self.printed = ""
        self.held = None
        self.outputs = {}
        """Of each command."""
        self.first_file = None
        self.edits = {}
        """Files of the checkout as the page changes them."""
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="guide-"))
        self.folder = self.work / "folder"
        self.folder.mkdir()
        tools = self.work / ("wheel/bin" if wheel else "checkout")
        tools.mkdir(parents=True)
        if wheel:
            program = wheel / "bin" / "boardsim"
            (tools.parent / "share").symlink_to(wheel / "share")
        else:
            self.link(tools)
        (tools / "boardsim").write_text(WRAPPER.replace("PROGRAM", str(program)))
        (tools / "boardsim").chmod(0o755)
        if self.settings.get("in") == "checkout":
            self.folder = tools
        venv = ROOT / ".venv"
        if venv.exists() and self.folder != tools:
            (self.folder / "venv").symlink_to(venv)
        site = self.work / "site"
        paths = [str(site)]
        if wheel:
            paths += map(str, wheel.glob("lib/python*/site-packages"))
        elif "python-path" in self.settings:
            paths.append(str(tools / self.settings["python-path"]))
        self.environment = {
            **os.environ, "BOARDSIM_HOME": str(tools), "PATH": f"{tools}:{venv}/bin:{os.environ['PATH']}",
            "PYTHONPATH": ":".join(paths), "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8",
            # What a page installs from the checkout goes nowhere else, and nothing is downloaded.
            "PIP_TARGET": str(site), "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1"}
        for name in ("BOARDSIM", "DBUS_SYSTEM_BUS_ADDRESS", *(["BOARDSIM_HOME"] if wheel else [])):
            self.environment.pop(name, None)
        self.venv = venv

    @staticmethod
    def link(tools):
        """A checkout, with a program of its own."""
        for entry in ROOT.iterdir():
            if entry.name not in ("boardsim", ".git", "Packaging"):
                (tools / entry.name).symlink_to(entry)
        # What pip builds, it builds where the sources are.
        if (ROOT / "Packaging").exists():
            shutil.copytree(ROOT / "Packaging", tools / "Packaging")

    def play(self):
        try:
            for block in self.blocks:
                getattr(self, "do_" + block.kind.replace(" ", "_"))(block)
            while self.terminals:
                self.close(self.terminals.pop(0))
        finally:
            for block, process, log in self.terminals:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                print(log.read_text())
            if self.held:
                self.held.close()
            shutil.rmtree(self.work, ignore_errors=True)
        if self.shown:
            self.write()

    def wrong(self, block, what):
        return AssertionError(f"{block.place}: {what}")

    # Blocks by kind

    def do_file(self, block):
        path = self.folder / block.argument
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text)
        self.first_file = self.first_file or path
        self.printed = ""

    def do_edit(self, block):
        """Whether the file is still as the page says: copied.py makes the edits."""
        path = ROOT / block.argument
        self.edits[path] = pages.edited(block, self.edits.get(path) or path.read_text())

    def do_copy(self, block):
        pass

    def do_run(self, block, status=0):
        self.printed, ended = self.shell(block, block.text)
        if ended != status:
            raise self.wrong(block, f"ended with status {ended}, not {status}:\n{self.printed}")
        self.outputs[block.text.strip()] = self.printed

    def do_with(self, block):
        if block.argument not in ("wheel", "checkout"):
            raise self.wrong(block, f"`with {block.argument}`: write `with wheel` or `with checkout`")
        if block.argument == ("wheel" if self.wheel else "checkout"):
            self.do_run(block)

    def do_fails(self, block):
        self.do_run(block, int(block.argument))

    def do_terminal(self, block):
        """Each has a terminal of its own; one that wants the same place as another takes it over."""
        self.lock()
        self.end_same(block)
        log = self.work / f"terminal-{block.line}"
        with open(log, "w") as file:
            process = subprocess.Popen(
                # Ctrl-C is for the command; the shell tells how it ended.
                ["sh", "-e", "-c", "trap : INT\n" + block.text], cwd=self.folder,
                env={**self.environment, "UNJUDGED": block.argument},
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        self.terminals.append((block, process, log))
        for _ in range(LONGEST * 10):
            text = log.read_text()
            if READY.search(text):
                # A bus says a second line at once.
                time.sleep(0.3)
                self.printed = log.read_text()
                bus = re.search(r"DBUS_SYSTEM_BUS_ADDRESS=(\S+)", self.printed)
                if bus:
                    self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus[1]
                return
            if process.poll() is not None:
                break
            time.sleep(0.1)
        raise self.wrong(block, f"hosts cannot attach:\n{log.read_text()}")

    def lock(self):
        """Pages name ports and sockets of the machine: one page at a time has them."""
        if not self.held:
            self.held = open(pathlib.Path(tempfile.gettempdir()) / "boardsim-guides.lock", "w")
            fcntl.flock(self.held, fcntl.LOCK_EX)

    def end_same(self, block):
        radio = re.findall(r"--radio (\S+)", block.text)
        for terminal in list(self.terminals):
            if set(radio) & set(re.findall(r"--radio (\S+)", terminal[0].text)):
                self.terminals.remove(terminal)
                self.close(terminal)

    def do_output(self, block):
        if self.update and block.argument != "about" and "…" not in block.text:
            if self.printed != block.text:
                self.shown[block.line] = self.printed
            return
        if not pages.fits(block.text, self.printed, block.argument == "about"):
            raise self.wrong(block, f"this came out:\n{self.printed}")

    def do_prints(self, block):
        if block.argument not in self.outputs:
            raise self.wrong(block, f"nothing above is the command `{block.argument}`")
        self.printed = self.outputs[block.argument]
        self.do_output(dataclasses.replace(block, argument=""))

    def do_report(self, block):
        printed = ""
        while self.terminals:
            terminal = self.terminals.pop(0)
            self.close(terminal)
            printed += terminal[2].read_text()
        if not pages.fits("…\n" + block.text + "…\n", printed, about=True):
            raise self.wrong(block, f"this came out:\n{printed}")

    def do_steps(self, block):
        """The steps in the page's own file, on a board that can do them, judged."""
        head, _ = re.split(r"(?<=    steps:\n)", self.first_file.read_text(), maxsplit=1)
        for setting in filter(None, block.argument.split("; ")):
            key, value = setting.split(": ", 1)
            head = re.sub(rf", {key}: [^,}}]*", "", head).replace(f"}}\n", f", {key}: {value}}}\n", 1)
        steps = block.text
        if not re.search(r"^- (connect|\{connect:)", steps, re.M):
            steps = "- connect\n- initialise\n" + steps
        ours = f"steps-{block.line}.yaml"
        (self.folder / ours).write_text(head + textwrap.indent(steps, "      "))
        self.printed, ended = self.shell(block, f"boardsim run {ours} --judge-client")
        if ended or WARNED.search(self.printed):
            raise self.wrong(block, f"the steps do not run:\n{self.printed}")

    def do_tested_by(self, block):
        """Its lines occur there one after the other, at any indentation; imports anywhere."""
        test, shown = ([line.strip() for line in text.splitlines() if line.strip()]
                       for text in ((ROOT / block.argument).read_text(), block.text))
        for line in shown:
            if line not in test:
                raise self.wrong(block, f"{block.argument} has no line `{line}`")
        test, shown = ([line for line in lines if not line.startswith("import ")] for lines in (test, shown))
        if not any(test[start:start + len(shown)] == shown for start in range(len(test))):
            raise self.wrong(block, f"the lines of {block.argument} are in another order, or have others between them")

    def do_installed(self, block):
        found = subprocess.run([self.venv / "bin" / "python", "-c", INSTALLED], text=True, capture_output=True, check=True)
        there = set(found.stdout.lower().split())
        for wanted in block.argument.lower().split():
            if wanted not in there:
                raise self.wrong(block, f"{self.venv.name} has no {wanted}")
            if "==" in wanted and wanted not in block.text.lower():
                raise self.wrong(block, f"the block does not install {wanted}")

    def do_not_run(self, block):
        pass

    # Carrying out

    def shell(self, block, text):
        """What a block printed, and how it ended; nothing of it is left running."""
        if "--radio" in text or "/tmp/" in text:
            self.lock()
        log, errors = self.work / f"run-{block.line}", self.work / f"errors-{block.line}"
        with open(log, "w") as file, open(errors, "w") as errors_file:
            process = subprocess.Popen(
                ["sh", "-e", "-c", text], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=file, stderr=errors_file, start_new_session=True)
            try:
                process.wait(LONGEST)
            except subprocess.TimeoutExpired:
                raise self.wrong(block, f"does not end:\n{log.read_text()}") from None
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        printed = log.read_text()
        return (printed if not process.returncode else printed + errors.read_text()), process.returncode

    def close(self, terminal):
        """Ctrl-C; who met the board must have kept the rules."""
        block, process, log = terminal
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            raise self.wrong(block, f"does not end with Ctrl-C:\n{log.read_text()}") from None
        report = log.read_text()
        if process.returncode or WARNED.search(report):
            raise self.wrong(block, f"ends with status {process.returncode}:\n{report}")

    def write(self):
        """Puts what came out into the page."""
        lines = self.path.read_text().split("\n")
        for number, text in sorted(self.shown.items(), reverse=True):
            end = lines.index("```", number)
            lines[number:end] = text.rstrip("\n").split("\n")
        self.path.write_text("\n".join(lines))


def main():
    """`player.py PAGE…` plays pages; `--update` puts what came out into them."""
    update = "--update" in sys.argv
    for page in sys.argv[1:]:
        if page != "--update":
            Player(page, os.environ.get("BOARDSIM", str(ROOT / "boardsim")), update).play()
            print(f"ok {page}")


if __name__ == "__main__":
    main()
