"""A MetaWear board as a Bumble host sees it: its GATT table and its packets, in bytes.

Bytes in the tests are those of the protocol documents; `>` what the client writes, `<` what the
board notifies.
"""

import asyncio

from bumble.core import UUID
from bumble.device import Peer

from harness import soon, until

SERVICE = UUID("326A9000-85CB-9195-D9DD-464CFBBAE75A")
COMMAND = UUID("326A9001-85CB-9195-D9DD-464CFBBAE75A")
NOTIFICATION = UUID("326A9006-85CB-9195-D9DD-464CFBBAE75A")
DEVICE_INFORMATION = {
    "manufacturer": 0x2A29, "model": 0x2A24, "serial": 0x2A25, "firmware": 0x2A26,
    "hardware": 0x2A27,
}
# What every client asks at first, in this order (protocol, core 2.2).
MODULES = bytes.fromhex("0102030405070809" "0a0b0c0d0f111213" "14151619fe")


class Board:
    """A connected board."""

    def __init__(self, host, connection):
        self.host = host
        self.connection = connection
        self.peer = Peer(connection)
        self.received = []
        self.ended = asyncio.get_running_loop().create_future()
        connection.on("disconnection", self._end)

    def _end(self, reason):
        if not self.ended.done():
            self.ended.set_result(reason)

    @classmethod
    async def connect(cls, host, address, mtu=None, subscribe=True, **options):
        """Connects, discovers everything, and subscribes to the board's packets."""
        connection = await soon(host.connect(address, **options), f"a connection to {address}")
        board = cls(host, connection)
        if mtu:
            await soon(board.peer.request_mtu(mtu), "the answer to Exchange MTU")
        await soon(board.discover(), "the end of the discovery")
        if subscribe:
            await soon(board.notification.subscribe(board.received.append), "the subscription")
        return board

    async def discover(self):
        await self.peer.discover_services()
        for service in self.peer.services:
            await service.discover_characteristics()
        self.command = self.characteristic(COMMAND)
        self.notification = self.characteristic(NOTIFICATION)

    def characteristic(self, uuid):
        """The only one with this UUID."""
        (found,) = self.peer.get_characteristics_by_uuid(
            UUID.from_16_bits(uuid) if isinstance(uuid, int) else uuid)
        return found

    async def information(self):
        """The five strings of the device information service."""
        return {
            name: (await soon(self.characteristic(uuid).read_value(), name)).decode("ascii")
            for name, uuid in DEVICE_INFORMATION.items()
        }

    async def write(self, text, with_response=False):
        """Writes packets, in hexadecimal and separated by commas."""
        for packet in text.split(","):
            await self.command.write_value(bytes.fromhex(packet), with_response=with_response)

    async def next(self, header, what=None):
        """Waits for a packet that begins with these bytes, and takes it."""
        start = bytes.fromhex(header)

        def found():
            return [packet for packet in self.received if packet.startswith(start)]

        await until(found, what or f"a packet `< {header} …`")
        packet = found()[0]
        self.received.remove(packet)
        return packet

    async def ask(self, text):
        """Writes a read request and waits for its answer."""
        await self.write(text)
        return await self.next(text)

    async def modules(self):
        """What every module says of itself: the bytes after its header, empty if absent."""
        return {
            module: (await self.ask(f"{module:02x} 80"))[2:] for module in MODULES
        }

    async def disconnect(self):
        await soon(self.connection.disconnect(), "the end of the link")
        await soon(self.ended, "the end of the link")
