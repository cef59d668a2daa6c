"""The fixture with Bumble, as the guide shows it."""

import asyncio

import pytest

bumble = pytest.importorskip("bumble.device")

from bumble.core import UUID  # noqa: E402
from bumble.hci import Address  # noqa: E402
from bumble.transport import open_transport  # noqa: E402


async def firmware(simulator, address):
    """What a board says of its firmware."""
    radio = await open_transport(simulator.bumble)
    host = bumble.Device.with_hci("host", Address("F0:00:00:00:00:01"), radio.source, radio.sink)
    await host.power_on()
    peer = bumble.Peer(await host.connect(address))
    (value,) = await peer.read_characteristics_by_uuid(UUID("2A26"))
    await radio.close()
    return value.decode()


@pytest.mark.parametrize("way", ["hci-tcp", "hci-unix"])
def test_reads_the_firmware(boardsim, way):
    simulator = boardsim("desk.yaml", way=way, speed=5)
    assert simulator.address == "E1:00:00:00:00:01"
    found = asyncio.run(asyncio.wait_for(firmware(simulator, simulator.address), 30))
    assert found == simulator.boards["desk"].firmware
    report = simulator.stop()
    assert simulator.status == 0
    assert [link["board"] for host in report["hosts"] for link in host["links"]] == ["desk"]
    assert "E1:00:00:00:00:01" in simulator.trace or "desk" in simulator.trace


def test_several_boards_from_a_dictionary(boardsim):
    simulator = boardsim({"version": 1, "boards": [
        {"name": "left", "model": "MetaMotion RL"}, {"name": "right", "model": "MetaMotion S"}]})
    assert [board.model for board in simulator.boards.values()] == ["MetaMotion RL", "MetaMotion S"]
    addresses = {board.address for board in simulator.boards.values()}
    assert len(addresses) == 2
    with pytest.raises(Exception, match="has 2 boards"):
        simulator.address
    right = simulator.boards["right"]
    assert asyncio.run(asyncio.wait_for(firmware(simulator, right.address), 30)) == right.firmware
