"""What `--out` keeps of clients outside: the streams that a board sent, and the truth."""

import csv
import io
import json
import struct

import pytest

from board import Board
from harness import Simulator, measured, until

CUBE = "E1:00:00:00:00:01"
# 100 Hz, 8 g on the BMI270 (protocol, sensors 5.4): 4096 counts a g; 100 Hz, 500 deg/s of the gyroscope.
START = "0303a802,1303a802,030401,130401,03020100,13020100,030101,130101"
STOP = "030100,130100,03020001,13020001,030400,130400"


def rows(tables, part):
    """Of the one table whose name has this part: its titles, and its numbers."""
    (name,) = (name for name in tables if part in name)
    titles, *lines = csv.reader(io.StringIO(tables[name]))
    return titles[3:], [[float(value) for value in line[3:]] for line in lines]


def written(folder):
    """The tables of a run, by name."""
    return {file.name: file.read_text() for file in folder.glob("*.csv")}


@pytest.mark.parametrize("options", [{}, {"judge-client": True}], ids=["plain", "judged"])
async def test_streams_and_truth_are_tables(options, tmp_path):
    options = {"report": ["html", "json"], "out": str(tmp_path), **options}
    async with Simulator("turning.yaml", options=options) as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        await board.write(START)
        await until(lambda: len(board.received) >= 400, "400 packets of one sample")
        await board.write(STOP)
        await board.ask("118c")
        packets = list(board.received)
    tables = written(tmp_path)
    assert len(tables) == 3, sorted(tables)
    for part, header, scale in (("Accelerometer_100.000Hz", b"\3\4", 4096), ("Gyroscope_100.000Hz", b"\x13\4", 65.6)):
        titles, values = rows(tables, f"_{part}")
        assert [title[:6] for title in titles] == ["x-axis", "y-axis", "z-axis"]
        received = [[value / scale for value in struct.unpack("<3h", each[2:])]
                    for each in packets if each[:2] == header]
        # One more may have been on its way.
        assert 0 <= len(values) - len(received) <= 2
        for sent, heard in zip(values, received):
            assert sent == pytest.approx(heard, abs=0.0006)
    report = json.loads((tmp_path / "report.json").read_text())
    (client,) = report["clients"]
    assert client["name"] == "outside" and client["steps"] == []
    for series in client["series"]:
        assert series["made"] == series["received"] + series["dropped"] + series["missing"]
        assert series["file"] in tables and series["rootMeanSquareError"] < 0.3
    titles, values = rows(tables, "_Truth_100.000Hz")
    assert report["boards"][0]["truthFile"] in tables
    assert abs(len(values) - 100 * report["durationSeconds"]) < 2
    place = titles.index("orientation w")
    assert all(abs(sum(value ** 2 for value in line[place:place + 4]) - 1) < 1e-4 for line in values)
    measured(f"{len(packets)} packets, {len(values)} rows of the truth")


async def test_a_run_without_a_stream_has_the_truth_alone(tmp_path):
    async with Simulator("turning.yaml", options={"report": "json", "out": str(tmp_path)}) as simulator:
        await (await Board.connect(await simulator.host(), CUBE)).disconnect()
    assert ["_Truth_" in name for name in written(tmp_path)] == [True]
    assert simulator.report["clients"] == []
