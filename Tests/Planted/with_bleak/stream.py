"""Streams acceleration at 12.5 Hz for 40 s, whatever happens to the link."""

import asyncio

from link import GiveUp, Link, check, note, planted, run

SECONDS, RATE = 40, 12.5
START = ("0303a502", "030401", "03020100", "030101")
STOP = ("030100", "03020001", "030400")


class Stream:
    def __init__(self):
        self.link = Link()
        self.samples, self.up, self.links = 0, 0.0, 0
        self.first = asyncio.Event()
        self.link.on_packet = self.packet

    def packet(self, packet):
        if packet[:2] == b"\x03\x04":
            self.samples += 1
            self.first.set()

    async def begin(self):
        again = self.links > 0
        if planted("no-retry") and again:
            await self.link.attempt()
        else:
            await self.link.open(subscribes=not (again and planted("no-resubscribe")))
        if not (again and planted("no-restart")):
            await self.link.write(*START)
        if planted("wait-for-first"):
            self.first.clear()
            await self.first.wait()
        elif not (again and planted("no-resubscribe")):
            await self.link.alive()
        self.links += 1

    async def session(self, end):
        """One link, until it is lost or the time is over; whether it is over."""
        begun = self.link.clock()
        try:
            await asyncio.wait_for(self.link.lost.wait(), max(0.1, end - begun))
            return False
        except TimeoutError:
            return True
        finally:
            self.up += self.link.clock() - begun


async def program():
    stream, end = Stream(), None
    for attempt in range(20):
        try:
            await stream.begin()
        except GiveUp:
            raise
        except Exception as error:
            if planted("no-retry") and stream.links > 0:
                raise
            note("begin:", repr(error))
            await asyncio.sleep(0.5)
            continue
        end = end or stream.link.clock() + SECONDS
        if await stream.session(end):
            break
    else:
        note("no stable link")
    try:
        await stream.link.write(*STOP)
        await asyncio.sleep(0.2)
    except Exception as error:
        note("stop:", repr(error))
    await stream.link.close()
    # A link that is lost is noticed within 6 s.
    wanted = 0.7 * RATE * (stream.up - 6 * (stream.links - 1))
    check(f"there are samples for the time with a link: {stream.samples} of {wanted:.0f}", stream.samples >= max(1, wanted))
    print(stream.samples, "samples")


run(program())
