"""The script `boardsim` in a checkout with a compiler that builds at once: which program it builds, and when."""

import os
import pathlib
import shutil
import subprocess
import time

import pytest

from repository import ROOT

pytestmark = pytest.mark.launcher

# What it is asked for is a script that says what it is, and how it was called.
SWIFT = """\
#!/bin/sh
case $1 in --version) echo "Swift version 6.2"; exit ;; esac
[ ! -e "$SLOW" ] || { echo "$$" >>"$SLOW.builds"; sleep 1; }
debug=yes level=-O
for word; do
    case $last in --scratch-path) scratch=$word ;; -c) kind=$word ;; -debug-info-format) debug=$word ;; -Xswiftc) level=$word ;; esac
    last=$word
done
mkdir -p "$scratch/$kind"
printf '#!/bin/sh\\necho %s of %s, debug information %s: "$@"\\n' "$level" "$word" "$debug" >"$scratch/$kind/$word"
chmod +x "$scratch/$kind/$word"
"""


class Checkout:
    """A copy of the launcher in a folder of its own."""

    def __init__(self, folder):
        self.place = pathlib.Path(folder).resolve()
        for name in ("bin", "Sources"):
            (self.place / name).mkdir()
        shutil.copy(ROOT / "boardsim", self.place / "boardsim")
        preload = self.place / "Sources" / "Preload"
        preload.mkdir()
        (preload / "build.sh").write_text('#!/bin/sh\n: >"$1"\n')
        (preload / "build.sh").chmod(0o755)
        (self.place / "Package.swift").touch()
        (self.place / "bin" / "swift").write_text(SWIFT)
        (self.place / "bin" / "swift").chmod(0o755)
        self.environment = {
            **os.environ, "PATH": f"{self.place}/bin:{os.environ['PATH']}", "SLOW": f"{self.place}/slow"}
        self.environment.pop("BOARDSIM_BUILD", None)

    def begin(self, *words, **changes):
        environment = {**self.environment, **changes}
        return subprocess.Popen(
            ["./boardsim", *words], cwd=self.place, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={name: value for name, value in environment.items() if value is not None})

    def run(self, *words, **changes):
        """Status, what the program printed, and what the launcher said."""
        process = self.begin(*words, **changes)
        out, err = process.communicate(timeout=60)
        return process.returncode, out.strip(), err

    def plan(self, folder, place):
        (self.place / folder / "release.yaml").write_text(f'inputs: ["{place}/Sources/a.swift"]\n')


@pytest.fixture
def here(tmp_path):
    return Checkout(tmp_path)


def test_first_report(here, check):
    status, out, err = here.run("run", "a b")
    check("the first report comes from a program that is not optimised", out == "-Onone of boardsim, debug information none: run a b", out)
    check("which is said in a sentence", err.count("without optimisation") == 1 and status == 0, err)
    check("and is built once", here.run("check", "a")[2] == "")
    for words in (["sweep", "--help"], ["boards"], ["--version"]):
        check(f"{words[0]} needs no other", here.run(*words)[1].startswith("-Onone of"))
    _, out, err = here.run("sweep", "a")
    check("a command that needs it builds the optimised one", out == "-O of boardsim, debug information none: sweep a", out)
    check("which is said, too", err.count("optimised, as at its first need") == 1, err)
    check("from then on every command has it", here.run("run", "a")[1:] == ("-O of boardsim, debug information none: run a", ""))
    time.sleep(0.02)
    (here.place / "Sources" / "a.swift").touch()
    check("after a change of the sources the first report is quick again", here.run("run", "a")[1].startswith("-Onone of"))
    check("BOARDSIM_BUILD=release gets the optimised one", here.run("run", "a", BOARDSIM_BUILD="release")[1].startswith("-O of boardsim,"))
    own = here.run("run", "a", BOARDSIM_BUILD="tests")[1]
    check("BOARDSIM_BUILD=tests gets one that is open to the tests", own.startswith("-enable-testing of boardsim,"), own)
    check("and has its own place", (here.place / ".build-tests/release/boardsim").exists())


def test_needs(here, check):
    for words in (["serve"], ["conformance"], ["replay", "a"], ["run", "a", "--radio", "hci-unix"], ["run", "a", "--attitude=9"]):
        shutil.rmtree(here.place / ".build", ignore_errors=True)
        check(f"{' '.join(words)} needs the optimised program", here.run(*words)[1].startswith("-O of boardsim,"))
    check("there is no benchmark", not (here.place / ".build/release/boardsim-bench").exists())
    check("it starts the benchmark", here.run("bench", "--json")[1] == "-O of boardsim-bench, debug information none: --json")
    check("it starts the demo", here.run("demo")[1].startswith("-Onone of boardsim-demo,"))
    check("and a page", here.run("live", "a")[1].startswith("-O of boardsim-pages, debug information none: live a"))


def test_two_at_once(here, check):
    (here.place / "slow").touch()
    calls = [here.begin("run", str(number)) for number in range(3)]
    answers = [call.communicate(timeout=60) for call in calls]
    check("calls at the same time all run", all(call.returncode == 0 for call in calls) and [
        out.split()[-1] for out, _ in answers] == ["0", "1", "2"], answers)
    check("those that wait say so", sum("waiting for it" in err for _, err in answers) == 2, answers)
    check("and build nothing again", (here.place / "slow.builds").read_text().count("\n") == 1)


def test_other_places(here, check):
    here.run("sweep")
    here.plan(".build", here.place)
    (here.place / ".build" / "kept").touch()
    (here.place / ".build" / "boardsim-built").unlink()
    here.run("sweep")
    check("a build folder from this location is kept", (here.place / ".build" / "kept").exists())
    (here.place / ".build" / "boardsim-built").unlink()
    here.plan(".build", "/elsewhere")
    status, out, err = here.run("sweep")
    check("a build folder from another location is reported", "built in another location" in err, err)
    check("and rebuilt", not (here.place / ".build" / "kept").exists() and out.startswith("-O of"), out)


def test_odd_machines(here, check):
    status, out, err = here.run("run", "a", HOME=None)
    check("it needs no HOME", status == 0 and out.startswith("-Onone of") and "HOME" not in err, err)
    for folder in (".build", ".build-quick"):
        shutil.rmtree(here.place / folder, ignore_errors=True)
        (here.place / folder).touch()
    for words in (["run"], ["sweep"]):
        status, out, err = here.run(*words)
        check(f"{words[0]} in a checkout that cannot be written ends with status 3", status == 3, (status, err))
        check("and with a sentence that says what to do", "cannot be written: give this checkout to your user, or copy it"
              in err and "touch:" not in err and "mkdir:" not in err, err)


def test_formatting(here, check):
    """With the real compiler, on files elsewhere, named as they are named there."""
    (here.place / "a.swift").write_text("let  a=1\n")
    (here.place / "b.py").write_text("b  =  1\n")
    call = subprocess.run([ROOT / "boardsim", "format", "a.swift", "b.py"], cwd=here.place, text=True, capture_output=True)
    check("the named files are formatted", call.returncode == 0 and (here.place / "a.swift").read_text() == "let a = 1\n"
          and (here.place / "b.py").read_text() == "b = 1\n", call.stderr)
    call = subprocess.run([ROOT / "boardsim", "format", "none.swift"], cwd=here.place, text=True, capture_output=True)
    check("a file that is not there is bad usage", call.returncode == 2 and "none.swift: there is no such file" in call.stderr,
          call.stderr)
