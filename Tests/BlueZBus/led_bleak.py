"""bleak, unmodified: finds the board, reads, subscribes, waits for ten minutes, asks for the battery's level and leaves."""

import asyncio

from bleak import BleakClient, BleakScanner

SERVICE, COMMAND, ANSWERS = (f"326a900{n}-85cb-9195-d9dd-464cfbbae75a" for n in (0, 1, 6))


async def main():
    board = await BleakScanner.find_device_by_filter(lambda device, data: SERVICE in data.service_uuids, timeout=20)
    async with BleakClient(board) as client:
        answers = asyncio.Queue()
        await client.start_notify(ANSWERS, lambda _, packet: answers.put_nowait(bytes(packet)))
        await asyncio.sleep(600)
        await client.write_gatt_char(COMMAND, bytes.fromhex("1180"), response=False)
        print((await asyncio.wait_for(answers.get(), 10)).hex())


asyncio.run(main())
