"""What `--out` keeps of clients outside: the streams that a board sent, and the truth."""

import csv
import io
import struct

import pytest

from board import Board
from harness import Simulator, measured, until

CUBE = "E1:00:00:00:00:01"
# 100 Hz, 8 g on the BMI270 (protocol, sensors 5.4): 4096 counts a g; 100 Hz, 500 deg/s of the gyroscope.
START = "0303a802,1303a802,030401,130401,03020100,13020100,030101,130101"
STOP = "030100,130100,03020001,13020001,030400,130400"


def rows(simulator, part):
    """Of the one table whose name has this part: its titles, and its numbers."""
    (name,) = (name for name in simulator.tables if part in name)
    titles, *lines = csv.reader(io.StringIO(simulator.tables[name]))
    return titles[3:], [[float(value) for value in line[3:]] for line in lines]


@pytest.mark.parametrize("arguments", [[], ["--judge-client"]], ids=["plain", "judged"])
async def test_streams_and_truth_are_tables(arguments):
    async with Simulator("turning.yaml", speed=5, arguments=["--report", "html", *arguments]) as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        await board.write(START)
        await until(lambda: len(board.received) >= 400, "400 packets of one sample")
        await board.write(STOP)
        await board.ask("118c")
        packets = list(board.received)
    assert len(simulator.tables) == 3, sorted(simulator.tables)
    for part, header, scale in (("Accelerometer_100.000Hz", b"\3\4", 4096), ("Gyroscope_100.000Hz", b"\x13\4", 65.6)):
        titles, values = rows(simulator, f"_{part}")
        assert [title[:6] for title in titles] == ["x-axis", "y-axis", "z-axis"]
        received = [[value / scale for value in struct.unpack("<3h", each[2:])]
                    for each in packets if each[:2] == header]
        # One more may have been on its way.
        assert 0 <= len(values) - len(received) <= 2
        for sent, heard in zip(values, received):
            assert sent == pytest.approx(heard, abs=0.0006)
    (client,) = simulator.report["clients"]
    assert client["name"] == "outside" and client["steps"] == []
    for series in client["series"]:
        assert series["made"] == series["received"] + series["dropped"] + series["missing"]
        assert series["file"] in simulator.tables and series["rootMeanSquareError"] < 0.3
    titles, values = rows(simulator, "_Truth_100.000Hz")
    assert simulator.board("cube")["truthFile"] in simulator.tables
    assert abs(len(values) - 100 * simulator.report["durationSeconds"]) < 2
    place = titles.index("orientation w")
    assert all(abs(sum(value ** 2 for value in line[place:place + 4]) - 1) < 1e-4 for line in values)
    measured(f"{len(packets)} packets, {len(values)} rows of the truth")


async def test_a_run_without_a_stream_has_the_truth_alone():
    async with Simulator("turning.yaml", speed=50) as simulator:
        await (await Board.connect(await simulator.host(), CUBE)).disconnect()
    assert ["_Truth_" in name for name in simulator.tables] == [True]
    assert simulator.report["clients"] == []
