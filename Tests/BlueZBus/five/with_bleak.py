"""bleak: `with_bleak.py ADDRESS ADAPTER` streams until it is told a line."""

import asyncio
import sys

from bleak import BleakClient

from protocol import COMMAND, NOTIFICATION, START, STOP, notified, when_told


async def main(address, adapter):
    told, last, loop = asyncio.Event(), asyncio.Event(), asyncio.get_running_loop()
    when_told(lambda: loop.call_soon_threadsafe(told.set))
    async with BleakClient(address, bluez={"adapter": adapter}) as client:
        await client.start_notify(NOTIFICATION, lambda _, packet: notified(packet) and last.set())
        for packet in START:
            await client.write_gatt_char(COMMAND, packet, response=False)
        print("streams", flush=True)
        await told.wait()
        for packet in STOP:
            await client.write_gatt_char(COMMAND, packet, response=False)
        await last.wait()


asyncio.run(main(*sys.argv[1:]))
