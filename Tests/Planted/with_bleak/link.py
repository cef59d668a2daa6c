"""What these clients share: the link to a board over bleak, and the bugs that their arguments switch on."""

import asyncio
import sys

from bleak import BleakClient, BleakScanner

SERVICE, COMMAND, NOTIFICATION = (f"326a900{n}-85cb-9195-d9dd-464cfbbae75a" for n in (0, 1, 6))


class GiveUp(Exception):
    """The world does not let this program succeed."""


def planted(bug):
    """Whether a bug is switched on: `python3 stream.py no-resubscribe`."""
    return bug in sys.argv[1:]


def note(*what):
    print(*what, file=sys.stderr, flush=True)


def check(what, holds):
    """A property of the work that is done, as its author's own test would check it."""
    if not holds:
        note("CHECK FAILED:", what)
        sys.exit(1)


def run(program):
    """Runs a program: status 3 if it says that it cannot succeed."""
    try:
        asyncio.run(program)
    except GiveUp as reason:
        note("GIVES UP:", reason)
        sys.exit(3)


class Link:
    """One board: finds it, connects, writes packets, waits for answers."""

    def __init__(self, address=None):
        self.address, self.client, self.device = address, None, None
        self.lost = asyncio.Event()
        self.waiting = []
        self.on_packet = lambda packet: None
        self.clock = asyncio.get_running_loop().time

    async def find(self):
        # BlueZ forgets a device half a minute after its last sign of life: what was found once is no address for ever.
        if planted("stale-device") and self.device is not None:
            return
        self.device = await BleakScanner.find_device_by_filter(
            lambda device, data: SERVICE in data.service_uuids and self.address in (None, device.address), timeout=5)
        if self.device is None:
            raise TimeoutError("no board in sight")

    async def attempt(self, subscribes=True):
        await self.close()
        await self.find()
        lost = self.lost = asyncio.Event()
        self.client = BleakClient(self.device, disconnected_callback=lambda _: lost.set(), timeout=10)
        await asyncio.wait_for(self.client.connect(), 20)
        if subscribes:
            await asyncio.wait_for(self.client.start_notify(NOTIFICATION, self.received), 10)

    async def open(self, patience=120.0, subscribes=True):
        end = self.clock() + patience
        while self.clock() < end:
            try:
                return await self.attempt(subscribes)
            except Exception as error:
                note("connect:", repr(error))
                await asyncio.sleep(0.5)
        raise GiveUp("no connection to a board")

    def received(self, _, data):
        packet = bytes(data)
        for header, future in self.waiting:
            if packet.startswith(header) and not future.done():
                future.set_result(packet)
                return
        self.on_packet(packet)

    async def write(self, *packets, response=False):
        for packet in packets:
            await asyncio.wait_for(self.client.write_gatt_char(COMMAND, bytes.fromhex(packet), response=response), 10)

    async def ask(self, packet, header, timeout=2.0):
        entry = (bytes.fromhex(header), asyncio.get_running_loop().create_future())
        self.waiting.append(entry)
        try:
            await self.write(packet)
            return await asyncio.wait_for(entry[1], timeout)
        finally:
            self.waiting.remove(entry)

    async def alive(self):
        """The log answers in any case: all that was written before has arrived."""
        return await self.ask("0b84", "0b84")

    async def close(self):
        client, self.client = self.client, None
        if client is not None:
            try:
                await asyncio.wait_for(client.disconnect(), 10)
            except Exception as error:
                note("close:", repr(error))
