"""Reads four temperatures in turn for 20 s; an answer that does not come is asked for again."""

import asyncio

from link import COMMAND, GiveUp, Link, check, note, planted, run

ROUNDS, CHANNELS = 10, 4


class Thermometer(Link):
    """One question at a time."""

    def __init__(self):
        super().__init__()
        self.lock, self.answer, self.packets = asyncio.Lock(), None, asyncio.Queue()
        self.mailbox = asyncio.Queue()
        self.dispatcher = asyncio.create_task(self.dispatch())

    def received(self, _, data):
        self.packets.put_nowait(bytes(data))

    async def dispatch(self):
        """Gives each packet to the question that waits for it."""
        while True:
            packet = await self.packets.get()
            if planted("next-answer"):
                self.mailbox.put_nowait(packet)
            if self.answer is None:
                continue
            header, future = self.answer
            if packet.startswith(header) and (planted("future-twice") or not future.done()):
                future.set_result(packet)

    async def question(self, packet, header):
        self.answer = (header, asyncio.get_running_loop().create_future())
        await asyncio.wait_for(self.client.write_gatt_char(COMMAND, packet, response=False), 10)
        answer = self.mailbox.get() if planted("next-answer") else self.answer[1]
        return await asyncio.wait_for(answer, None if planted("no-timeout") else 2)

    async def temperature(self, channel):
        packet, header = bytes([0x04, 0x81, channel]), bytes([0x04, 0x81, channel])
        if planted("busy-for-ever"):
            if self.answer is not None:
                raise OSError("another question is being asked")
            answer = await self.question(packet, header)
            self.answer = None
            return answer
        if planted("lock-held"):
            await self.lock.acquire()
            answer = await self.question(packet, header)
            self.answer = None
            self.lock.release()
            return answer
        async with self.lock:
            try:
                return await self.question(packet, header)
            finally:
                if not planted("future-twice"):
                    self.answer = None


async def program():
    link = Thermometer()
    await link.open()
    readings, failures = [], 0
    while len(readings) < ROUNDS * CHANNELS:
        channel = len(readings) % CHANNELS
        try:
            if link.lost.is_set():
                await link.open()
            readings.append((channel, await link.temperature(channel)))
        except GiveUp:
            raise
        except Exception as error:
            note("reading:", repr(error))
            failures += 1
            if failures > 30:
                raise GiveUp("the board does not answer") from error
        if channel == CHANNELS - 1:
            await asyncio.sleep(1)
    await link.close()
    check("each answer is of its channel", all(packet[:3] == bytes([0x04, 0x81, channel]) for channel, packet in readings))
    print(len(readings), "readings")


run(program())
