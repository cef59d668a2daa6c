"""Installs a macro that blinks at each boot; the board has exactly one afterwards."""

import asyncio

from link import GiveUp, Link, check, note, planted, run

COMMANDS = ("0203020210100000f4010000e8030000ff", "020101")


async def install(link, again):
    await link.alive()
    if again and not planted("twice"):
        # The last attempt may have come further than we know.
        await link.write("0f08", response=True)
        await asyncio.sleep(1)
    link.is_recording = True
    await link.ask("0f0201", "0f02", 3)
    for command in COMMANDS:
        await link.write("0f03" + command, response=True)
    await link.write("0f04", response=not planted("end-unacknowledged"))
    link.is_recording = False
    if not planted("end-unacknowledged"):
        await link.alive()


async def leave(link):
    """Ends a macro that was begun, if the link still lives."""
    if link.is_recording:
        link.is_recording = False
        try:
            await link.write("0f04", response=True)
        except Exception as error:
            note("leave:", repr(error))


async def macros(link):
    """How many macros the board has: it says nothing of others."""
    found = 0
    for number in range(8):
        for _ in range(2):
            # One answer may be lost.
            try:
                answer = await link.ask(f"0f82{number:02x}", f"0f82{number:02x}", 1.5)
            except TimeoutError:
                continue
            found += len(answer) >= 4
            break
    return found


async def program():
    link = Link()
    link.is_recording = False
    for attempt in range(10):
        await link.open()
        try:
            await install(link, again=attempt > 0)
            break
        except Exception as error:
            note("session:", repr(error))
            await leave(link)
    else:
        raise GiveUp("the macro cannot be installed")
    await link.close()
    print("installed")
    for attempt in range(10):
        await link.open()
        try:
            await link.alive()
            found = await macros(link)
            await link.alive()
            break
        except Exception as error:
            note("count:", repr(error))
    await link.close()
    check(f"one macro is on the board: {found}", found == 1)


run(program())
