"""The captures of a run with real hosts, as tshark reads them."""

import pathlib
import shutil
import subprocess
import sys

import pytest

from board import Board
from harness import Simulator, measured, until

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "checks"))
import dissected  # noqa: E402

CUBE = "E1:00:00:00:00:01"


@pytest.mark.skipif(not shutil.which("tshark"), reason="tshark is not installed")
async def test_captures_of_two_hosts(tmp_path):
    """Each host has its own interface or file; every notification has its characteristic."""
    pcapng, snoop = tmp_path / "run.pcapng", tmp_path / "run.snoop"
    options = {"pcapng": str(pcapng), "btsnoop": str(snoop)}
    async with Simulator("turning.yaml", options=options) as simulator:
        other = await simulator.host("other")
        board = await Board.connect(await simulator.host("phone"), CUBE)
        await board.modules()
        await board.write("0303a802,030501,03020100,030101")
        await until(lambda: len(board.received) >= 100, "a hundred packets")
        await board.disconnect()
        await other.host.reset()
    assert dissected.rows(pcapng, "_ws.malformed") == []
    interfaces = {
        row[0] for row in dissected.rows(pcapng, "bthci_cmd", "frame.interface_name")}
    assert interfaces == {"host 1", "host 2"}
    for file in (pcapng, tmp_path / "run.2.snoop"):
        notified = dissected.rows(
            file, "btatt.opcode == 0x1b", "btatt.uuid128", "metawear.register_name")
        assert len(notified) >= 100
        assert {row[0] for row in notified} == {dissected.NOTIFICATION}
        assert {"information", "packed data"} <= {row[1] for row in notified}
        for what in ("bthci_evt.le_meta_subevent in {0x01, 0x0a}", "btatt.opcode == 0x11",
                     "bthci_evt.code == 0x05"):
            assert dissected.count(file, what) > 0, what
    assert dissected.count(snoop, "btatt") == 0, "the first host only looked on"
    text = subprocess.run(["capinfos", "-c", str(pcapng)], capture_output=True, text=True).stdout
    measured(" ".join(text.split()[-2:]) + " packets")
