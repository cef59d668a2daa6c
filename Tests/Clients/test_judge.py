"""Clients that are broken on purpose are found out, each by its own rule; a good one passes."""

import importlib

import pytest

from board import Board
from harness import Simulator, measured

CUBE = "E1:00:00:00:00:01"
BROKEN = {
    "reads_silently": ["MW-READ-01"],
    "confirms_no_page": ["MW-READOUT-01"],
    "configures_while_running": ["MW-SENS-01"],
}


async def judged(use):
    """What the judge says of a client that begins and ends well, and the exit status."""
    async with Simulator("guide.yaml", options={"judge-client": True}) as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        await board.information()
        await board.modules()
        await board.ask("0b84")
        await use(board)
        await board.disconnect()
    return simulator.report["client"], simulator.run.status


def errors(client):
    return sorted({
        each["rule"] for each in client["findings"]
        if each["severity"] == "error" and "waiver" not in each
    })


@pytest.mark.parametrize("name", BROKEN)
async def test_broken_client(name):
    client, status = await judged(importlib.import_module(f"broken.{name}").use)
    assert errors(client) == BROKEN[name], client["findings"]
    assert status == 1 and not client["passed"]
    (finding,) = [each for each in client["findings"] if each["severity"] == "error"]
    assert finding["why"] and finding["fix"] and finding["section"]
    measured(f"{finding['rule']}: {finding['detail']}")


async def test_good_client():
    async def use(board):
        await board.write("0303a802,030401,03020100,030101")
        await board.next("0304")
        await board.write("030100,03020001,030400")
        assert len(await board.ask("048100")) == 5

    client, status = await judged(use)
    assert client["findings"] == [] and client["passed"] and status == 0
    (card,) = client["scoreCards"]
    measured(f"{card['exercised']} of {card['total']} registers")


async def test_waiver(tmp_path):
    """A breach that is waived lets the run pass, until its day."""
    waivers = tmp_path / "waivers.yaml"
    waivers.write_text(
        "waivers:\n"
        "  - rule: MW-SENS-01\n"
        "    reason: fixed in the next release\n"
        "    expires: 2027-01-31\n")
    use = importlib.import_module("broken.configures_while_running").use
    for day, found, code in (("2027-01-31", [], 0), ("2027-02-01", ["JD-WAIVER-01", "MW-SENS-01"], 1)):
        async with Simulator(
                "guide.yaml", options={"judge-client": str(waivers), "today": day}) as simulator:
            board = await Board.connect(await simulator.host(), CUBE)
            await board.modules()
            await use(board)
            await board.disconnect()
        assert errors(simulator.report["client"]) == found
        assert simulator.run.status == code
