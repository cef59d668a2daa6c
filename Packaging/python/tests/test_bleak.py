"""The fixture with bleak, which finds its BlueZ by the environment."""

import asyncio

import pytest

bleak = pytest.importorskip("bleak")

FIRMWARE = "00002a26-0000-1000-8000-00805f9b34fb"


async def firmware(address):
    """What a board says of its firmware."""
    device = await bleak.BleakScanner.find_device_by_address(address, timeout=20)
    assert device is not None, "the board was not found"
    async with bleak.BleakClient(device) as client:
        return (await client.read_gatt_char(FIRMWARE)).decode()


def test_reads_the_firmware_over_bluez(boardsim):
    simulator = boardsim("desk.yaml", way="bluez-bus", speed=2)
    assert simulator.environment["DBUS_SYSTEM_BUS_ADDRESS"] == simulator.bus
    found = asyncio.run(asyncio.wait_for(firmware(simulator.address), 60))
    assert found == simulator.boards["desk"].firmware
    with pytest.raises(Exception, match="no radio of its own"):
        simulator.radio
