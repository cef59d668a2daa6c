"""Streams for half a minute and blinks after each loss of the link; the scenario loses it once."""

import asyncio

from link import Link, check, note, planted, run

SECONDS, RATE = 30, 12.5
BLINKS = ("0203010210100000f4010000e803000003", "020101")
START = ("0303a502", "030401", "03020100", "030101")
STOP = ("030100", "03020001", "030400", "020201")


async def recover(link):
    await link.open()
    await link.write(*BLINKS, *START)
    await link.alive()


async def program():
    link, samples, away = Link(), 0, 0.0

    def packet(packet):
        nonlocal samples
        samples += packet[:2] == b"\x03\x04"

    link.on_packet = packet
    for attempt in range(10):
        try:
            await recover(link)
            break
        except Exception as error:
            note("set-up:", repr(error))
    end = link.clock() + SECONDS
    while link.clock() < end:
        try:
            await asyncio.wait_for(link.lost.wait(), max(0.1, end - link.clock()))
        except TimeoutError:
            break
        begun = link.clock()
        try:
            await recover(link)
        except Exception as error:
            # The link is lost again while it recovers from the first loss.
            if planted("unguarded"):
                raise
            note("recovery:", repr(error))
            await link.close()
            link.lost.set()
        away += link.clock() - begun + 6
    try:
        await link.write(*STOP)
        await asyncio.sleep(0.2)
    except Exception as error:
        note("stop:", repr(error))
    await link.close()
    check(f"there are samples for the time with a link: {samples}", samples >= 0.7 * RATE * (SECONDS - away))
    print(samples, "samples")


run(program())
