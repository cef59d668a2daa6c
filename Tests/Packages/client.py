"""A program that uses BlueZ: finds a board, connects, and reads its firmware's revision."""

import asyncio

from bleak import BleakClient, BleakScanner


async def main():
    device = await BleakScanner.find_device_by_address("E1:00:00:00:00:01", timeout=20)
    assert device is not None, "the board was not found"
    async with BleakClient(device) as client:
        revision = await client.read_gatt_char("00002a26-0000-1000-8000-00805f9b34fb")
    assert revision == b"1.7.2", revision


asyncio.run(asyncio.wait_for(main(), 60))
