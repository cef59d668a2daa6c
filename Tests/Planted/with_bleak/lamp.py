"""Lights the lamp for five seconds; it is dark afterwards (the scenario checks it), also if this takes too long or is cancelled."""

import asyncio

from link import Link, note, planted, run

ON, OFF = ("0203010210100000f4010000e8030000ff", "020101"), "020201"


async def light(link):
    await link.open()
    await link.write(*ON)
    await link.alive()
    for _ in range(5):
        await asyncio.sleep(1)
        await link.alive()


async def dark(link):
    for attempt in range(10):
        try:
            if planted("off-unacknowledged"):
                await link.write(OFF)
                await asyncio.sleep(0.2)
            else:
                await link.write(OFF, response=True)
                await link.alive()
            return
        except Exception as error:
            note("dark:", repr(error))
            await link.open()


async def program():
    link = Link()
    try:
        async with asyncio.timeout(12):
            await light(link)
    except Exception as error:
        note("light:", repr(error))
        if planted("left-on-cancel"):
            # What was begun is not undone: the state after a cancel is the one before it only by luck.
            await link.close()
            await asyncio.sleep(200)
            return
    await dark(link)
    await link.close()
    # The lamp is looked at after everything.
    await asyncio.sleep(200)


run(program())
