"""`boardsim explore SCENARIO -- PROGRAM`: every fault at every point of a program that knows nothing of it."""

import json
import subprocess
import sys
import textwrap

import pytest

from repository import PROGRAM

pytestmark = pytest.mark.program

CLIENT = """
    import asyncio, sys
    from bleak import BleakClient, BleakScanner
    from bleak.exc import BleakError

    async def main():
        device = await BleakScanner.find_device_by_name("MetaWear", timeout=30)
        if device is None:
            raise BleakError("no board")
        print("found")
        async with BleakClient(device) as client:
            await client.start_notify("326a9006-85cb-9195-d9dd-464cfbbae75a", lambda *_: None)
            print("connected")
            await asyncio.sleep(2)
            await client.write_gatt_char("326a9001-85cb-9195-d9dd-464cfbbae75a", b"\\x02\\x02\\x01", response=False)

    {end}
"""
NAIVE = "asyncio.run(main())"
# It says that it gives up.
CAREFUL = """
    try:
        asyncio.run(main())
    except (BleakError, asyncio.TimeoutError, OSError):
        sys.exit(3)
"""


@pytest.fixture
def desk(tmp_path):
    file = tmp_path / "desk.yaml"
    file.write_text("version: 1\nboards: [{name: desk, model: MetaMotion S}]\n")
    return file


def client(folder, end):
    file = folder / "client.py"
    file.write_text(textwrap.dedent(CLIENT).replace("{end}", textwrap.dedent(end).strip()))
    return [sys.executable, str(file)]


def explore(desk, words, *options):
    return subprocess.run(
        [PROGRAM, "explore", str(desk), "--report", "json", *options, "--", *words], capture_output=True, text=True,
        timeout=300)


def test_a_naive_program_fails_and_the_packet_is_named(desk, tmp_path):
    shown = explore(desk, client(tmp_path, NAIVE), "--worlds", "8", "--faults", "link-loss")
    assert shown.returncode == 1, shown.stderr
    report = json.loads(shown.stdout)
    failures = report["failures"]
    assert any(each["lastRight"] == "it printed `connected`" and "BleakError" in each["what"] for each in failures), report
    assert any("opens" in each and "closes" in each for each in failures), report
    assert all("the link is lost for" in each["smallest"] for each in failures), report


def test_the_same_worlds_have_the_same_report(desk, tmp_path):
    words = client(tmp_path, NAIVE)
    first, second = (explore(desk, words, "--worlds", "6", "--faults", "reset", "--jobs", jobs) for jobs in "12")
    assert first.stdout == second.stdout and first.stdout


def test_a_program_that_gives_up_properly_has_no_finding(desk, tmp_path):
    shown = explore(desk, client(tmp_path, CAREFUL), "--worlds", "8", "--faults", "link-loss,reset", "--accept-exit", "3")
    assert shown.returncode == 0, shown.stdout


def test_the_judge_sees_the_worlds_of_a_program(desk, tmp_path):
    words = client(tmp_path, NAIVE)
    file = tmp_path / "client.py"
    # A register that no accelerometer has.
    file.write_text(file.read_text().replace(r'b"\x02\x02\x01"', r'b"\x03\x3d\x01"'))
    found = {}
    for judge in ("errors", "off"):
        shown = explore(desk, words, "--worlds", "1", "--faults", "button", "--judge", judge)
        assert shown.returncode == 0, shown.stdout + shown.stderr
        found[judge] = json.loads(shown.stdout)["brokenAnyway"]
    assert found["off"] == [] and any("MW-" in each for each in found["errors"]), found


ORACLE = """#!{python}
import json, sys
told = json.load(sys.stdin)
open({path!r}, "w").write(json.dumps(told))
if not told["world"]["faults"]:
    open({path!r} + ".base", "w").write(json.dumps(told))
lines = open(told["trace"]).read().splitlines()
if told["output"] != {{"samples": 3}} or not lines:
    print("no samples")
    sys.exit(1)
if told["world"]["trouble"] > 5 and told["status"] == 0:
    print("no word of the trouble")
    sys.exit(1)
"""

# Two seconds of a stream, within the client.
STREAM = """for packet in ("03 03 a6 03", "03 04 01", "03 02 01 00", "03 01 01"):
            await client.write_gatt_char("326a9001-85cb-9195-d9dd-464cfbbae75a", bytes.fromhex(packet), response=False)
        await asyncio.sleep(2)"""


def test_an_oracle_judges_what_a_program_says(desk, tmp_path):
    told, oracle = tmp_path / "told.json", tmp_path / "oracle.py"
    oracle.write_text(ORACLE.format(python=sys.executable, path=str(told)))
    oracle.chmod(0o755)
    end = """
        try:
            asyncio.run(main())
        except (BleakError, asyncio.TimeoutError, OSError) as error:
            print("gave up:", error, file=sys.stderr)
        print('{"samples": 3}')
        print("done")
    """
    words = client(tmp_path, end)
    program = tmp_path / "client.py"
    program.write_text(program.read_text().replace("await asyncio.sleep(2)", STREAM))
    shown = explore(desk, words, "--worlds", "20", "--faults", "link-loss", "--oracle", str(oracle))
    assert shown.returncode == 1, shown.stderr
    assert {each["what"] for each in json.loads(shown.stdout)["failures"]} == {"the oracle: no word of the trouble"}
    last = json.loads(told.read_text())
    assert last["stdout"].endswith("done\n") and last["status"] == 0 and not last["hung"] and last["signal"] is None
    assert last["boards"][0]["state"]["identity"]["name"] == "desk"
    base = json.loads((tmp_path / "told.json.base").read_text())
    [made] = base["boards"][0]["made"]
    assert made["signal"] == "acceleration" and made["samples"] > 0 and made["dropped"] == 0
    assert base["world"] == {"faults": [], "before": [], "trouble": 0.0, "fatal": False}


def test_a_program_that_does_not_end_hangs(desk):
    words = [sys.executable, "-c", "import time\nwhile True: time.sleep(1)"]
    shown = explore(desk, words, "--worlds", "2", "--limit", "1 min")
    assert shown.returncode == 1
    assert "still ran after 60 s" in json.loads(shown.stdout)["broken"].replace("1 min", "60 s")


def test_a_program_that_reaches_no_board_is_wrong_input(desk):
    shown = explore(desk, ["/bin/true"], "--worlds", "2")
    assert shown.returncode == 2
    assert "no packet came to a board" in shown.stderr


@pytest.mark.parametrize("options, words", [
    (["--accept-exit", "x"], "--accept-exit is `x`; write statuses such as `3`"),
    (["--radio", "vhci"], "--radio"),
    (["--oracle", "/nowhere"], "--oracle /nowhere: there is no such program"),
    (["--world", "warn"], "did you mean `worn`?"),
])
def test_wrong_options_are_refused(desk, options, words):
    shown = explore(desk, ["/bin/true"], *options)
    assert shown.returncode == 2 and words in shown.stderr
