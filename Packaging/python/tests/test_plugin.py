"""What a tester sees: options, mistakes, tests that fail, tests at the same time."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "src"
DESK = {"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S"}]}


@pytest.fixture
def tester(pytester, monkeypatch, request):
    """A project of somebody else, with the plugin and the program of this run."""
    monkeypatch.setenv("PYTHONPATH", str(SOURCES), prepend=os.pathsep)
    program = request.config.getoption("boardsim_program") or os.environ.get("BOARDSIM", "")
    if program:
        monkeypatch.setenv("BOARDSIM", os.path.abspath(program))

    def run(body, *arguments):
        pytester.makepyfile(test_it=f"DESK = {DESK!r}\n{body}")
        plugins = [] if "boardsim" in str(request.config.pluginmanager.get_plugin(
            "boardsim") or "") else ["-p", "boardsim.pytest_plugin"]
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *plugins, *arguments)

    return run


def test_a_test_that_passes_says_nothing(tester):
    result = tester("def test_it(boardsim):\n    assert boardsim(DESK).radio\n")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*boardsim: report*")


def test_a_test_that_fails_is_told_with_report_and_trace(tester):
    result = tester("def test_it(boardsim):\n    boardsim(DESK)\n    assert 1 == 2\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*boardsim: report*", "*desk*MetaMotion S*", "*boardsim: standard error*",
        "*listening on hci-tcp:127.0.0.1:*"])


def test_a_scenario_that_is_wrong_is_told_in_the_programs_words(tester):
    result = tester("def test_it(boardsim):\n"
                    "    boardsim({'version': 1, 'boards': [{'modle': 'MetaMotion S'}]})\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*unknown key `modle`*did you mean `model`?*"])


@pytest.mark.parametrize("call, wanted", [
    ("boardsim('nowhere.yaml')", "*there is no nowhere.yaml in *"),
    ("boardsim(DESK, way='usb')", "*there is no way 'usb'; choose one of hci-tcp*"),
    ("boardsim(DESK, speed=-1)", "*--speed is `-1`*"),
    ("boardsim(DESK, arguments=['--nonsense'])", "*unknown option `--nonsense`*"),
])
def test_mistakes_of_a_call(tester, call, wanted):
    result = tester(f"def test_it(boardsim):\n    {call}\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([wanted])


@pytest.mark.parametrize("arguments, wanted", [
    (["--boardsim", "/nowhere/boardsim"], "*boardsim_program names /nowhere/boardsim, which is not*"),
    (["--boardsim", "/bin/true"], "*/bin/true is not boardsim, or it broke: status 0*"),
    (["--boardsim-speed", "fast"], "*boardsim_speed is 'fast'; write a number above 0*"),
    (["--boardsim-patience", "0"], "*boardsim_patience is '0'; write a number above 0*"),
])
def test_mistakes_of_the_command_line(tester, arguments, wanted):
    result = tester("def test_it(boardsim):\n    boardsim(DESK)\n", *arguments)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([wanted])


def test_without_the_program(tester, monkeypatch):
    monkeypatch.delenv("BOARDSIM", raising=False)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    result = tester("def test_it(boardsim):\n    boardsim(DESK)\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the program boardsim was not found on the PATH; name it with*"])


def test_options_may_stand_in_the_configuration(tester, pytester):
    pytester.makeini("[pytest]\nboardsim_way = hci-unix\nboardsim_speed = 3\n"
                     "boardsim_reports = kept\n")
    result = tester("def test_it(boardsim):\n"
                    "    simulator = boardsim(DESK)\n"
                    "    assert simulator.bumble.startswith('unix-client:/')\n"
                    "    boardsim(DESK)\n")
    result.assert_outcomes(passed=1)
    for folder in ("test_it.py-test_it", "test_it.py-test_it-2"):
        names = {path.name for path in (pytester.path / "kept" / folder).iterdir()}
        assert {"report.json", "report.txt", "junit.xml", "trace.txt", "said.txt"} <= names


def test_tests_at_the_same_time(tester):
    pytest.importorskip("xdist")
    result = tester("import pytest\n"
                    "@pytest.mark.parametrize('i', range(6))\n"
                    "def test_it(boardsim, i):\n"
                    "    simulator = boardsim(DESK, way=['hci-tcp', 'hci-unix'][i % 2])\n"
                    "    assert simulator.radio\n"
                    "    assert i != 5\n", "-n", "2")
    result.assert_outcomes(passed=5, failed=1)
    result.stdout.fnmatch_lines(["*boardsim: report*"])


def test_nothing_is_left_behind(tester, pytester):
    result = tester("import os\n"
                    "def test_it(boardsim):\n"
                    "    simulator = boardsim(DESK)\n"
                    "    with open('left', 'w') as file:\n"
                    "        print(simulator.folder, simulator._process.pid, file=file)\n"
                    "    assert False\n")
    result.assert_outcomes(failed=1)
    folder, process = (pytester.path / "left").read_text().split()
    assert not pathlib.Path(folder).exists()
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


def test_it_can_be_installed(pytester, monkeypatch, request):
    """As a package, its fixture is there without any word."""
    pytest.importorskip("setuptools")
    copy = pytester.path / "copy"
    shutil.copytree(SOURCES.parent, copy, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    "--no-index", "--no-deps", "--no-build-isolation", "--target",
                    str(pytester.path / "installed"), str(copy)], check=True, timeout=120)
    monkeypatch.setenv("PYTHONPATH", str(pytester.path / "installed"))
    program = request.config.getoption("boardsim_program") or os.environ.get("BOARDSIM", "")
    if program:
        monkeypatch.setenv("BOARDSIM", os.path.abspath(program))
    pytester.makepyfile(test_it=f"def test_it(boardsim):\n    assert boardsim({DESK!r}).radio\n")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "test_it.py")
    result.assert_outcomes(passed=1)


# A client that configures the accelerometer while that runs.
CLIENT = """
import asyncio
from bumble.core import UUID
from bumble.device import Device, Peer
from bumble.hci import Address
from bumble.transport import open_transport

async def client(simulator):
    radio = await open_transport(simulator.bumble)
    host = Device.with_hci("host", Address("F0:00:00:00:00:01"), radio.source, radio.sink)
    await host.power_on()
    peer = Peer(await host.connect(simulator.address))
    await peer.discover_services()
    await peer.discover_characteristics()
    command, notify = (
        peer.get_characteristics_by_uuid(UUID(f"326A{short}-85CB-9195-D9DD-464CFBBAE75A"))[0]
        for short in ("9001", "9006"))
    await notify.subscribe(lambda value: None)
    for packet in ("0303a802", "030401", "03020100", "030101", "0303a902"):
        await command.write_value(bytes.fromhex(packet), with_response=False)
    await asyncio.sleep(0.5)
    await radio.close()

def test_it(boardsim):
    asyncio.run(asyncio.wait_for(client(boardsim(DESK)), 30))
"""
WAIVERS = """
waivers:
  - {rule: MW-SENS-01, reason: the next release stops the sensor first, expires: 2999-01-01}
"""


def test_a_client_is_judged(tester):
    pytest.importorskip("bumble")
    result = tester(CLIENT)
    result.assert_outcomes(passed=1)
    result = tester(CLIENT, "--boardsim-judge-client")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*the client breaks the protocol*", "*MW-SENS-01*", "*fix:*"])


# A client that leaves a sensor on when it goes: a warning.
CARELESS = CLIENT.replace('"030101", "0303a902"', '"030101"').replace(
    "    await radio.close()", "    await peer.connection.disconnect()\n    await radio.close()")


def test_warnings_of_the_judge_are_summed_up(tester):
    pytest.importorskip("bumble")
    body = CARELESS + "\ndef test_again(boardsim):\n    test_it(boardsim)\n"
    for more in [], ["-n", "2"]:
        result = tester(body, "--boardsim-judge-client", *more)
        result.assert_outcomes(passed=2)
        result.stdout.fnmatch_lines(
            ["*boardsim: findings of the judge*", "warning MW-*", "  test_it.py::test_*", "  test_it.py::test_*", "  fix: *"])
        assert result.stdout.str().count("\nwarning MW-SUB-04: ") == 1


def test_strict_makes_warnings_fail(tester, pytester):
    pytest.importorskip("bumble")
    result = tester(CARELESS, "--boardsim-judge-client=strict")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*the client has warnings of the judge*", "*MW-*", "*boardsim: findings of the judge*"])
    rules = sorted({line.split()[1].rstrip(":") for line in result.stdout.lines if line.startswith("warning MW-")})
    (pytester.path / "waivers.yaml").write_text("waivers:\n" + "".join(
        f"  - {{rule: {rule}, reason: the next release, expires: 2999-01-01}}\n" for rule in rules))
    result = tester(CARELESS, "--boardsim-judge-client", "strict:waivers.yaml")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"waived {rule}: *" for rule in rules])


def test_a_client_without_findings_has_no_summary(tester):
    result = tester("def test_it(boardsim):\n    boardsim(DESK)\n", "--boardsim-judge-client=strict")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*findings of the judge*")


def test_a_test_is_no_file_of_waivers(tester):
    result = tester("def test_it(boardsim):\n    boardsim(DESK)\n", "--boardsim-judge-client", "test_it.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*test_it.py: that is no file of waivers; write tests before the option*"])


def test_what_is_waived_is_no_failure(tester, pytester):
    pytest.importorskip("bumble")
    (pytester.path / "waivers.yaml").write_text(WAIVERS)
    tester(CLIENT, "--boardsim-judge-client", "waivers.yaml").assert_outcomes(passed=1)
    result = tester(CLIENT, "--boardsim-judge-client", "nowhere.yaml")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*there is no nowhere.yaml in *"])


def test_the_type_of_the_fixture_is_exported_and_costs_nothing_until_it_is_used():
    code = ("import sys, boardsim\n"
            "assert 'pytest' not in sys.modules\n"
            "from boardsim import *\n"
            "assert 'pytest' not in sys.modules\n"
            "from boardsim import Boards\n"
            "from boardsim.pytest_plugin import Boards as same\n"
            "assert Boards is same\n"
            "assert not hasattr(boardsim, 'boards')\n")
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": str(SOURCES)})


@pytest.mark.parametrize("call, options, level", [
    ("boardsim(DESK)", [], 100), ("boardsim(DESK, world='low-battery')", [], 5),
    ("boardsim(DESK)", ["--boardsim-world=low-battery, worn"], 5),
    ("boardsim(DESK, world='worn')", ["--boardsim-world=low-battery"], 100),
])
def test_all_boards_are_in_a_hostile_world(tester, call, options, level):
    tester(f"def test_it(boardsim):\n    assert {call}.state().battery == {level}\n", *options).assert_outcomes(passed=1)
