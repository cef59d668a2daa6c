"""Logs acceleration at 25 Hz for 10 s on the board, and downloads it: every sample once, or it says that some are missing."""

import asyncio
import itertools
import struct

from link import GiveUp, Link, check, note, planted, run

SECONDS = 10
# Of the log's clock, in seconds.
TICK = 48 / 32768
SENSOR = ("0303a602", "03020100", "030101")


class Download:
    """Reads the log out, page by page; keeps what it has over several links."""

    def __init__(self, link):
        self.link, self.entries, self.page = link, [], []
        self.known = set()
        self.mail = asyncio.Queue()
        link.on_packet = self.packet

    def packet(self, packet):
        if packet[:2] in (b"\x0b\x07", b"\x0b\x08", b"\x0b\x0d"):
            self.mail.put_nowait(packet)

    def keep(self):
        # A page that was cut comes again: each entry counts once.
        for entry in self.page:
            if entry[:2] not in self.known or planted("keeps-twice"):
                self.entries.append(entry)
                self.known.add(entry[:2])
        self.page = []

    async def run(self):
        """One readout, to its end; raises if it is cut."""
        self.page, heard, pages = [], set(), 0
        while not self.mail.empty():
            self.mail.get_nowait()
        await self.link.write("0b0701", "0b0d01", "0b0801")
        length = struct.unpack("<I", (await self.link.ask("0b85", "0b85", 4))[2:6])[0]
        if length == 0:
            return
        await self.link.write("0b06" + struct.pack("<II", length, 0).hex())
        while True:
            packet = await asyncio.wait_for(self.mail.get(), 6)
            if packet[1] == 7:
                for at in range(2, len(packet) - 8, 9):
                    entry = struct.unpack("<BII", packet[at:at + 9])
                    self.page.append(entry)
                    heard.add(entry[:2])
            elif packet[1] == 13:
                if not self.page:
                    continue
                pages += 1
                if planted("confirm-first"):
                    await self.link.write("0b0e", response=True)
                    self.keep()
                else:
                    self.keep()
                    await self.link.write("0b0e", response=True)
            elif struct.unpack("<I", packet[2:6])[0] == 0:
                if planted("progress-before-page") and self.page:
                    return
                if self.page:
                    # The end of a page may have been dropped.
                    pages += 1
                    self.keep()
                    await self.link.write("0b0e", response=True)
                # The length counts a header for each page.
                if len(heard) + pages < length and not planted("trusts-progress"):
                    raise GiveUp(f"{length - pages - len(heard)} entries never came")
                return


async def record(link):
    """Two loggers for x, y, z; returns their ids once the board records."""
    await link.write("0b0100")
    if not planted("fixed-ids"):
        await link.write("0b0a")
    if not planted("no-clear"):
        await link.write("0b09ffffffff")
    await asyncio.sleep(0.5)
    ids = [(await link.ask("0b020304ff" + pack, "0b02", 4))[2] for pack in ("60", "24")]
    if ids[0] == ids[1]:
        raise OSError("an answer came twice")
    await link.write("0b0b00", *SENSOR, "0b0101")
    if not (await link.ask("0b81", "0b81", 4))[2]:
        raise OSError("the log does not run")
    before = None
    for _ in range(200):
        # While the board erases an older log, it records nothing.
        now = struct.unpack("<I", (await link.ask("0b85", "0b85", 4))[2:6])[0]
        if before is not None and now > before:
            return [0, 1] if planted("fixed-ids") else ids
        before = now
        await asyncio.sleep(1)
    raise OSError("the board does not record")


async def program():
    link = Link()
    ids, end, uid, stopped, download = None, None, None, False, None
    for attempt in range(12):
        await link.open()
        try:
            now = (await link.alive())[6] & 7
            if uid is not None and now != uid and not planted("reset-unnoticed"):
                raise GiveUp("the board has reset: the recording is incomplete")
            uid = now
            if ids is None:
                ids = await record(link)
                end = link.clock() + SECONDS
            if link.clock() < end:
                await asyncio.sleep(end - link.clock())
            if not stopped:
                # A board with NAND flushes its last page only while it logs.
                await link.write("030100", "03020001", "0b1001")
                await asyncio.sleep(2)
                await link.write("0b0100")
                if (await link.ask("0b81", "0b81", 4))[2]:
                    raise OSError("the log still runs")
                stopped = True
            download = download or Download(link)
            await download.run()
            break
        except GiveUp:
            raise
        except Exception as error:
            note("session:", repr(error))
    else:
        raise GiveUp("no stable link")
    await link.close()
    verify(download.entries, ids)


def verify(entries, ids):
    series = [[tick for number, tick, _ in entries if number & 31 == each] for each in ids]
    if not planted("tick-wrap"):
        # The clock has 32 bits, and begins again after them.
        series = [unwrapped(ticks) for ticks in series]
    ticks, others = sorted(series[0]), sorted(series[1])
    check("each sample has all of its parts", len(ticks) == len(others))
    check("its parts are of one time", all(abs(one - other) < 3 for one, other in zip(ticks, others)))
    check("there are samples", len(ticks) > 1)
    check("each sample is there once", len(set(ticks)) == len(ticks))
    longest = max(after - before for before, after in itertools.pairwise(ticks)) * TICK
    check(f"no sample is missing: a gap of {longest:.2f} s", longest < 0.07)
    span = (ticks[-1] - ticks[0]) * TICK
    check(f"the recording is complete: {span:.1f} s", span > SECONDS - 0.5)
    print(len(ticks), "samples")


def unwrapped(ticks):
    """Ticks in the order of the log, each at most half a turn from the one before."""
    whole = ticks[:1]
    for tick in ticks[1:]:
        whole.append(whole[-1] + (tick - whole[-1] + 2**31) % 2**32 - 2**31)
    return whole


run(program())
