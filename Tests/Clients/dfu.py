"""A legacy Nordic DFU client of our own, over Bumble, and images for it."""

import asyncio
import struct

from bumble.core import UUID
from bumble.device import Peer

from harness import soon

DFU = UUID("00001530-1212-EFDE-1523-785FEABCD123")
CONTROL = UUID("00001531-1212-EFDE-1523-785FEABCD123")
PACKET = UUID("00001532-1212-EFDE-1523-785FEABCD123")
VERSION = UUID("00001534-1212-EFDE-1523-785FEABCD123")


def crc16(data):
    """CCITT's, from 0xFFFF on."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc


def image(size, revision):
    """Bytes without meaning that say which revision they are."""
    mark = f"boardsim:firmware={revision}\0".encode()
    body = bytes(n * 31 & 0xFF for n in range(size))
    return body[:1000] + mark + body[1000 + len(mark) :]


def init_packet(data):
    """As packages for any device have it."""
    return struct.pack("<HHLHHH", 0xFFFF, 0xFFFF, 0xFFFFFFFF, 1, 0xFFFE, crc16(data))


class Bootloader:
    """A connected MetaBoot."""

    @classmethod
    async def connect(cls, host, address):
        self = cls()
        self.connection = await soon(host.connect(address), "a connection to the bootloader")
        self.ended = asyncio.get_running_loop().create_future()
        self.connection.on("disconnection", self._end)
        self.peer = Peer(self.connection)
        await soon(self.peer.discover_services(), "the services")
        for service in self.peer.services:
            await service.discover_characteristics()
        self.notices = asyncio.Queue()
        self.control, self.packet, self.version = (self._characteristic(uuid) for uuid in (CONTROL, PACKET, VERSION))
        await soon(self.control.subscribe(self.notices.put_nowait), "the subscription")
        return self

    def _end(self, reason):
        if not self.ended.done():
            self.ended.set_result(reason)

    def _characteristic(self, uuid):
        (found,) = self.peer.get_characteristics_by_uuid(uuid)
        return found

    async def tell(self, text):
        await soon(self.control.write_value(bytes.fromhex(text), with_response=True), f"c {text}")

    async def notice(self):
        return (await soon(self.notices.get(), "a notice of the control point")).hex(" ")

    async def send(self, data):
        for at in range(0, len(data), 20):
            await self.packet.write_value(data[at : at + 20], with_response=False)

    async def begin(self, size):
        await self.tell("01 04")
        await self.packet.write_value(struct.pack("<LLL", 0, 0, size), with_response=False)
        return await self.notice()

    async def update(self, data, every=12, packets=None):
        """The flow of Nordic's library, or of `packets` packets of it."""
        assert await self.begin(len(data)) == "10 01 01"
        await self.tell("02 00")
        await self.send(init_packet(data))
        await self.tell("02 01")
        assert await self.notice() == "10 02 01"
        await self.tell(struct.pack("<BH", 8, every).hex())
        await self.tell("03")
        sent = 0
        for at in range(0, len(data), 20 * every):
            if packets is not None and at // 20 >= packets:
                return
            part = data[at : at + 20 * every]
            await self.send(part)
            sent += len(part)
            if sent < len(data):
                notice = bytes.fromhex(await self.notice())
                assert notice == b"\x11" + struct.pack("<L", sent)
        assert await self.notice() == "10 03 01"
        await self.tell("04")
        assert await self.notice() == "10 04 01"
        await self.leave("05")

    async def leave(self, text):
        # The answer to the write may get lost with the link.
        try:
            await self.control.write_value(bytes.fromhex(text), with_response=True)
        except Exception:
            pass
        await soon(self.ended, f"the end of the link after {text}")

    async def text(self, uuid):
        return (await soon(self._characteristic(UUID.from_16_bits(uuid)).read_value(), "a text")).decode()
