"""What the readers of labs make of the sessions that a run writes."""

import collections
import csv
import json
import subprocess

import numpy
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


# Half an hour in which one clock is slow and one is fast; the first recording of a sensor that moves is looped.
CLOCKS = """
version: 1
name: Two clocks
deadline: 4 h
boards:
  - {name: slow, model: MetaMotion S, clock-drift: -50 ppm, motion: &wrist [{recording: {file: wrist.csv, for: 1800 s, at-end: loop}}]}
  - {name: fast, model: MetaMotion S, clock-drift: 50 ppm, motion: [{recording: {file: wrist.csv, for: 1800 s, at-end: loop}}]}
clients:
  - name: laptop
    steps:
      - {connect: {board: slow}}
      - {log: {rotation: {rate: 100 Hz, range: 2000 deg/s}}, board: slow}
      - {disconnect: {}, board: slow}
      - {connect: {board: fast}}
      - {log: {rotation: {rate: 100 Hz, range: 2000 deg/s}}, board: fast}
      - {disconnect: {}, board: fast}
      - wait-until: 1800 s
      - {connect: {board: slow}}
      - {stop-log: {}, board: slow}
      - {disconnect: {}, board: slow}
      - {connect: {board: fast}}
      - {stop-log: {}, board: fast}
      - {download: {within: 2 h}, board: fast}
      - {disconnect: {}, board: fast}
      - {connect: {board: slow}}
      - {download: {within: 2 h}, board: slow}
"""


@pytest.fixture(scope="module")
def clocks(tmp_path_factory):
    """A folder with the session of two boards whose clocks disagree."""
    folder = tmp_path_factory.mktemp("clocks")
    (folder / "clocks.yaml").write_text(CLOCKS.replace("&wrist ", ""))
    (folder / "wrist.csv").write_bytes((ROOT / "Scenarios/data/wrist-forward-elevation.csv").read_bytes())
    done = run(folder / "clocks.yaml", folder)
    assert done.returncode == 0, done.stderr
    return folder


def sync(*words):
    return subprocess.run([PROGRAM, "sync-report", *words], cwd=ROOT, text=True, capture_output=True, check=False, timeout=120)


def known(folder):
    """What the session itself says: of each stream its times, and how late they are."""
    read = streams(folder)
    return {name: (stream["time_stamps"], stream["time_stamps"] - read[name + ", true"]["time_stamps"])
            for name, stream in read.items() if not name.endswith(", true")}


def check_line(row, times, late):
    """Each window is right within a millisecond, as is the line through them.

    Single samples are not: their times are ticks of 1.46 ms. What a sample says is a moment older than the sample: the sensor's filter delays it by most of a millisecond.
    """
    windows = numpy.array([[window["time"], window["delay"]] for window in row["windows"]])
    true = numpy.polyval(numpy.polyfit(times, late, 1), windows[:, 0])
    line = row["delay"] + row["drift"] * (windows[:, 0] - windows[:, 0].mean())
    assert numpy.abs(line - true).max() < 0.001, (row["recorded"], numpy.abs(line - true).max())
    assert numpy.abs(windows[:, 1] - true).max() < 0.001, (row["recorded"], numpy.abs(windows[:, 1] - true).max())


def test_a_sync_report_finds_delay_and_drift(clocks):
    done = sync(clocks / "session.xdf", "--json")
    assert done.returncode == 0, done.stderr
    rows = {row["recorded"]: row for row in json.loads(done.stdout)}
    for name, (times, late) in known(clocks).items():
        row = rows[name]
        assert row["like"] == name + ", true" and row["unknown"] == 0
        drift = numpy.polyfit(times, late, 1)[0]
        assert abs(drift - row["drift"]) < 1e-7 and abs(drift) > 4e-5
        check_line(row, times, late)
    assert "-50.0 ppm" in sync(clocks / "session.xdf").stdout


def test_a_recording_of_another_program_is_recognised_by_its_values(clocks, tmp_path):
    """Its own names, units, order and half of the samples, and a quarter of a second late."""
    source = streams(clocks)
    written = bytearray(b"XDF:")

    def chunk(tag, content):
        written.extend(b"\x04" + (len(content) + 2).to_bytes(4, "little") + tag.to_bytes(2, "little") + content)

    chunk(1, b"<?xml version=\"1.0\"?><info><version>1.0</version></info>")
    for number, name in enumerate(["laptop: fast rotation (log)", "laptop: slow rotation (log)"]):
        stream = source[name]
        head = number.to_bytes(4, "little")
        chunk(2, head + f"<info><name>IMU {number}</name><channel_count>3</channel_count><nominal_srate>50</nominal_srate>"
              "<channel_format>float32</channel_format></info>".encode())
        kept = range(0, 40_000, 2)
        body = b"".join(b"\x08" + numpy.float64(stream["time_stamps"][index] + 0.25).tobytes()
                        + (numpy.radians(stream["time_series"][index]) + 0.01).astype("<f4").tobytes() for index in kept)
        chunk(3, head + b"\x04" + len(kept).to_bytes(4, "little") + body)
    (tmp_path / "lab.xdf").write_bytes(written)
    done = sync(tmp_path / "lab.xdf", "--truth", clocks / "session.xdf", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert [row["recorded"] for row in rows] == ["IMU 0", "IMU 1"]
    for row, name in zip(rows, ["laptop: fast rotation (log)", "laptop: slow rotation (log)"]):
        times, late = known(clocks)[name]
        assert len(row["windows"]) > 30
        check_line(row, times + 0.25, late + 0.25)


def test_a_sync_report_refuses_what_is_no_recording(tmp_path, session):
    (tmp_path / "no.xdf").write_text("samples\n")
    done = sync(tmp_path / "no.xdf")
    assert done.returncode == 2 and "no.xdf: error: byte 0: it does not begin with `XDF:`" in done.stderr
    (tmp_path / "cut.xdf").write_bytes((session / "session.xdf").read_bytes()[:-30])
    assert "it ends within a chunk" in sync(tmp_path / "cut.xdf").stderr
    whole = (session / "session.xdf").read_bytes()
    (tmp_path / "bare.xdf").write_bytes(whole[:whole.index(b"<?xml", 40) - 11])
    assert sync(tmp_path / "bare.xdf").returncode == 2
