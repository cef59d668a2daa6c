"""`boardsim explore`: every fault at every point of a client that knows nothing of it, in one call, in parts, and resumed."""

import json
import shutil
import signal
import subprocess
import sys
import textwrap
import time

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


SCENARIO = """version: 1
boards: [{name: desk, model: MetaMotion S, sensors: ideal}]
clients:
  - name: phone
    steps: [connect, {read: temperature}, {read: temperature}, disconnect]
"""
FAULTS = ("--faults", "link-loss,lose-packet")


@pytest.fixture
def client_of_file(tmp_path):
    """Explores a scenario with clients of its own, in its folder."""
    (tmp_path / "read.yaml").write_text(SCENARIO)

    def call(*words, scenario="read.yaml"):
        return subprocess.run(
            [PROGRAM, "explore", *([scenario] if scenario else []), *words, "--report", "json"], capture_output=True, text=True,
            timeout=120, cwd=tmp_path)

    return call


def merge(explore, *words):
    return explore("merge", *words, scenario=None)


def test_parts_are_merged_to_the_report_of_the_whole(client_of_file):
    whole = client_of_file("--worlds", "60", *FAULTS)
    for part in "123":
        client_of_file("--worlds", "60", *FAULTS, "--shard", f"{part}/3", "--jobs", part, "--out", part)
    files = [f"{part}/worlds.jsonl" for part in "312"]
    merged = merge(client_of_file, *files)
    assert merged.stdout == whole.stdout and merged.returncode == whole.returncode == 1, merged.stderr


def test_a_stopped_exploration_goes_on(client_of_file, tmp_path):
    whole = client_of_file("--worlds", "400", *FAULTS, "--out", "out")
    assert whole.returncode == 1, whole.stderr
    report, rows = (tmp_path / "out" / "report.json").read_bytes(), (tmp_path / "out" / "worlds.jsonl")
    all_rows = rows.read_bytes().splitlines()
    shutil.rmtree(tmp_path / "out")
    process = subprocess.Popen(
        [PROGRAM, "explore", "read.yaml", "--worlds", "400", *FAULTS, "--out", "out", "--report", "json"], cwd=tmp_path,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not rows.exists() or rows.read_bytes().count(b"\n") < 8:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 1 and "stopped; the same command with --resume goes on" in said
    assert b'"ended"' not in rows.read_bytes()
    # As if it had been killed in the middle of a line.
    with open(rows, "ab") as file:
        file.write(b'{"world')
    again = client_of_file("--worlds", "400", *FAULTS, "--out", "out", "--resume")
    assert "resuming: " in again.stderr and again.returncode == 1
    assert (tmp_path / "out" / "report.json").read_bytes() == report
    assert sorted(rows.read_bytes().splitlines()) == sorted(all_rows)


def test_a_budget_that_has_ended_goes_on(client_of_file, tmp_path):
    client_of_file("--budget", "300 ms", "--out", "out")
    first = json.loads((tmp_path / "out" / "report.json").read_text())
    client_of_file("--budget", "300 ms", "--out", "out", "--resume")
    second = json.loads((tmp_path / "out" / "report.json").read_text())
    assert second["tried"] > first["tried"] or second["tried"] + second["inferred"] == second["planned"]


def test_what_changed_does_not_go_on(desk, tmp_path):
    program = client(tmp_path, CAREFUL)
    options = ["--worlds", "2", "--faults", "button", "--accept-exit", "3", "--out", str(tmp_path / "out")]
    assert explore(desk, program, *options).returncode == 0
    file = tmp_path / "client.py"
    file.write_text(file.read_text().replace("sleep(2)", "sleep(3)"))
    again = explore(desk, program, *options, "--resume")
    assert again.returncode == 2 and "omit --resume to begin anew" in again.stderr
    assert explore(desk, program, *options).returncode == 0


def test_parts_of_a_program_are_merged(desk, tmp_path):
    words = client(tmp_path, NAIVE)
    options = ["--worlds", "8", "--faults", "link-loss"]
    whole = explore(desk, words, *options)
    for part in "12":
        explore(desk, words, *options, "--shard", f"{part}/2", "--out", str(tmp_path / part))
    # Merging runs nothing.
    (tmp_path / "client.py").unlink()
    files = [str(tmp_path / part / "worlds.jsonl") for part in "12"]
    merged = subprocess.run(
        [PROGRAM, "explore", "merge", *files, "--report", "json"], capture_output=True, text=True, timeout=60)
    assert merged.stdout == whole.stdout, merged.stderr


def test_parts_that_do_not_fit_are_refused(client_of_file, tmp_path):
    for part in "12":
        client_of_file("--worlds", "6", *FAULTS, "--shard", f"{part}/2", "--out", part)
    client_of_file("--worlds", "6", "--faults", "reset", "--shard", "2/2", "--out", "other")
    half = tmp_path / "half.jsonl"
    half.write_bytes((tmp_path / "2" / "worlds.jsonl").read_bytes()[:-20])
    for files, words in (
            (["1"], "part 2/2 is missing; run with --shard 2/2"),
            (["1", "1", "2"], "are both part 1/2; name one of them"),
            (["1", "other"], "belong to different explorations: the options were different"),
            (["1", "half.jsonl"], "half.jsonl: part 2/2 was stopped before its end; finish it"),
            (["1", "read.yaml"], "read.yaml:1: this is not a line of an exploration"),
            (["1", "nowhere.jsonl"], "nowhere.jsonl: the file cannot be read: No such file"),
            (["1", "2", "--jobs", "2"], "merging does not use --jobs")):
        shown = merge(client_of_file, *[f"{each}/worlds.jsonl" if each in ("1", "2", "other") else each for each in files])
        assert shown.returncode == 2 and words in shown.stderr, shown.stderr
    for options, words in (
            (["--shard", "0/3"], "there is no part 0 of 3; parts count from 1"),
            (["--shard", "4/3"], "there is no part 4 of 3"),
            (["--resume"], "--resume needs the folder of the earlier call; add `--out DIR`"),
            (["--resume", "--out", "1"], "1/worlds.jsonl belongs to another exploration: the options were different"),
            ([*FAULTS, "--resume", "--out", "1"], "it is part 1/2 and not part 1/1")):
        shown = client_of_file(*options)
        assert shown.returncode == 2 and words in shown.stderr, shown.stderr
