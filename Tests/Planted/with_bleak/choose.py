"""Reads the battery of one of two boards, which it knows by its address."""

import asyncio

from bleak import BleakClient, BleakScanner
from link import SERVICE, Link, check, note, planted, run

WANTED = "E1:00:00:00:00:01"


async def program():
    if planted("first-of-name"):
        # Any board has this name, and the first one that is heard is not always the same.
        device = await BleakScanner.find_device_by_name("MetaWear", timeout=60)
        async with BleakClient(device) as client:
            await client.read_gatt_char("00002a19-0000-1000-8000-00805f9b34fb")
        check(f"it is the right board: {device.address}", device.address == WANTED)
        return
    if planted("one-scan"):
        found = await BleakScanner.discover(timeout=2, return_adv=True)
        devices = [device for device, data in found.values() if SERVICE in data.service_uuids and device.address == WANTED]
        link = Link(devices[0].address)
    else:
        link = Link(WANTED)
    for attempt in range(10):
        await link.open()
        try:
            await asyncio.wait_for(link.client.read_gatt_char("00002a19-0000-1000-8000-00805f9b34fb"), 5)
            break
        except Exception as error:
            note("read:", repr(error))
    else:
        check("the battery can be read", False)
    address = link.client.address
    await link.close()
    check(f"it is the right board: {address}", address == WANTED)


run(program())
