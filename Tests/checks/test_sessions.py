"""What the readers of labs make of the sessions that a run writes."""

import collections
import csv
import json
import subprocess

import pytest
import pyxdf
from mcap.reader import make_reader

from repository import PROGRAM, ROOT

pytestmark = pytest.mark.examples

# 2026-01-01, in nanoseconds: when a run begins.
EPOCH = 1_767_225_600_000_000_000
STREAMED = """
version: 1
name: Two boards
duration: 12 s
boards:
  - {name: left & "right", model: MetaMotion S, motion: [{swing: {by: 40 deg, period: 1 s, for: 10 s}}]}
  - {name: shank, model: MetaMotion R}
inputs:
  - {at: 5 s, board: shank, button: click}
clients:
  - name: laptop
    steps:
      - {connect: {board: 'left & "right"'}}
      - {stream: [acceleration], board: 'left & "right"'}
      - {connect: {board: shank}}
      - {stream: [acceleration, switch], board: shank}
      - wait: 8 s
"""


def run(scenario, folder, *more):
    return subprocess.run([PROGRAM, "run", scenario, "--report", "xdf", "--report", "mcap", "--out", folder, *more],
                          cwd=ROOT, text=True, capture_output=True, check=False, timeout=120)


@pytest.fixture(scope="module", params=["log", "stream"])
def session(request, tmp_path_factory):
    """A folder with what a run wrote."""
    folder = tmp_path_factory.mktemp("session")
    scenario = ROOT / "Scenarios/wrist.yaml"
    if request.param == "stream":
        scenario = folder / "streamed.yaml"
        scenario.write_text(STREAMED)
    done = run(scenario, folder)
    assert done.returncode == 0, done.stderr
    return folder


def streams(folder):
    """By name."""
    read, _ = pyxdf.load_xdf(folder / "session.xdf", dejitter_timestamps=False)
    return {stream["info"]["name"][0]: stream for stream in read}


def messages(folder):
    """By topic: channel, message and its JSON."""
    found = collections.defaultdict(list)
    with open(folder / "session.mcap", "rb") as file:
        for schema, channel, message in make_reader(file).iter_messages(log_time_order=False):
            assert json.loads(schema.data)["type"] == "object"
            found[channel.topic].append((channel, message, json.loads(message.data)))
    return found


def topic(name):
    """The topic of a stream: `/laptop/shank/acceleration` of `laptop: shank acceleration`."""
    client, rest = name.split(": ", 1)
    rest, log = (rest[:-6], "/log") if rest.endswith(" (log)") else (rest, "")
    board, signal = rest.rsplit(" ", 1)
    return f"/{client}/{board}/{signal}{log}"


def test_both_have_the_samples_of_the_tables(session):
    read, told = streams(session), messages(session)
    tables = sorted(session.glob("*.csv"))
    measured = {name: stream for name, stream in read.items() if not name.endswith(", true")}
    assert len(measured) == len(tables) == len(told) and len(read) == 2 * len(measured)
    rows = sorted(len(list(csv.reader(table.open()))) - 1 for table in tables)
    assert rows == sorted(len(stream["time_series"]) for stream in measured.values()) and rows[0] > 0
    for name, stream in measured.items():
        true = read[name + ", true"]
        sent = told[topic(name)]
        assert len(sent) == len(stream["time_series"]) == int(stream["footer"]["info"]["sample_count"][0])
        axes = [channel["label"][0] for channel in stream["info"]["desc"][0]["channels"][0]["channel"]]
        for index, (channel, message, fields) in enumerate(sent):
            assert [fields[axis] for axis in axes] == list(stream["time_series"][index])
            assert abs((message.log_time - EPOCH) / 1e9 - stream["time_stamps"][index]) < 1e-6
            assert channel.metadata["unit"] == (stream["info"]["desc"][0]["channels"][0]["channel"][0]["unit"][0] or "")
            if len(true["time_series"]) == len(sent):
                assert [fields[f"true {axis}"] for axis in axes] == list(true["time_series"][index])
                assert abs((message.publish_time - EPOCH) / 1e9 - true["time_stamps"][index]) < 1e-6


def test_a_stream_is_late_by_its_link_and_a_log_by_its_clock(session):
    read = streams(session)
    tried = 0
    for name, stream in read.items():
        true = read.get(name + ", true")
        if true is None or len(true["time_stamps"]) != len(stream["time_stamps"]):
            continue
        late = stream["time_stamps"] - true["time_stamps"]
        # An arrival is never before the sample; what a client computes from ticks may be, by a tick.
        assert late.min() > (-0.002 if "(log)" in name else 0) and late.max() < 0.1, name
        tried += 1
    assert tried >= 2


def test_the_same_run_writes_the_same_bytes(session, tmp_path):
    scenario = session / "streamed.yaml"
    scenario = scenario if scenario.exists() else ROOT / "Scenarios/wrist.yaml"
    assert run(scenario, tmp_path).returncode == 0
    for name in ("session.xdf", "session.mcap"):
        assert (tmp_path / name).read_bytes() == (session / name).read_bytes()
    assert run(scenario, tmp_path, "--seed", "2").returncode in (0, 1)
    assert (tmp_path / "session.xdf").read_bytes() != (session / "session.xdf").read_bytes()


def test_a_run_without_clients_has_an_empty_session(tmp_path):
    (tmp_path / "alone.yaml").write_text("version: 1\nname: alone\nduration: 1 s\nboards: [{model: MetaMotion S}]\n")
    assert run(tmp_path / "alone.yaml", tmp_path).returncode == 0
    assert streams(tmp_path) == {} and messages(tmp_path) == {}


def test_a_session_needs_a_folder():
    done = subprocess.run([PROGRAM, "run", "Scenarios/wrist.yaml", "--report", "xdf"], cwd=ROOT, text=True, capture_output=True,
                          check=False, timeout=60)
    assert done.returncode == 2 and "add `--out DIR`" in done.stderr and done.stdout == ""
