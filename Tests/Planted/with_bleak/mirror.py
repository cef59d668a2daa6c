"""The LED is lit while the button is down; the scenario presses it and releases it, and holds it at the end."""

import asyncio

from link import Link, check, note, planted, run

SECONDS = 30
OFF = ("020201",)
ON = (*OFF, "0203000210100000f4010000e8030000ff", "020101")


class Mirror:
    def __init__(self):
        self.link, self.lit, self.changes = Link(), False, asyncio.Queue()
        self.link.on_packet = self.packet

    def packet(self, packet):
        if packet[:2] == b"\x01\x01":
            self.changes.put_nowait(packet[2])

    async def show(self, down):
        self.lit = bool(down)
        await self.link.write(*(ON if down else OFF))

    async def read(self):
        return (await self.link.ask("0181", "0181"))[2]

    async def begin(self, again):
        self.changes = asyncio.Queue()
        if planted("reads-then-subscribes"):
            # A change between the two is missed for good.
            down = await self.read()
            for _ in range(3):
                await self.link.ask("118c", "118c")
            await self.link.write("010101")
            return await self.show(down)
        await self.link.write("010101")
        if not (again and planted("no-read-after-loss")):
            await self.show(await self.read())

    async def follow(self, end):
        """Until the time is over and nothing has changed for a second, or until the link is lost."""
        checked = changed = self.link.clock()
        while not self.link.lost.is_set():
            now = self.link.clock()
            if now > max(end, changed + 1):
                return True
            try:
                await self.show(await asyncio.wait_for(self.changes.get(), 0.5))
                changed = self.link.clock()
            except TimeoutError:
                pass
            if now > checked + 5 and not planted("reads-then-subscribes") and not planted("no-read-after-loss"):
                # A notification may have been dropped.
                await self.show(await self.read())
                checked = now
        return False


async def program():
    mirror, end, again = Mirror(), None, False
    for attempt in range(20):
        await mirror.link.open()
        end = end or mirror.link.clock() + SECONDS
        try:
            await mirror.begin(again)
            again = True
            if await mirror.follow(end):
                break
        except Exception as error:
            note("session:", repr(error))
    else:
        note("no stable link")
    await asyncio.sleep(0.5)
    for attempt in range(10):
        try:
            down = await mirror.read()
            break
        except Exception as error:
            note("check:", repr(error))
            await mirror.link.open()
    await mirror.link.close()
    check(f"the lamp is as the button is: {mirror.lit}", mirror.lit == bool(down))


run(program())
