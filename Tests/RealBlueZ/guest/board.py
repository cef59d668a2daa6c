"""A MetaWear board as a bleak client sees it, by its bytes."""

import asyncio

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

import bluez
from harness import PATIENCE, measured, soon, until

SERVICE = "326a9000-85cb-9195-d9dd-464cfbbae75a"
COMMAND = "326a9001-85cb-9195-d9dd-464cfbbae75a"
NOTIFICATION = "326a9006-85cb-9195-d9dd-464cfbbae75a"
FIRMWARE = "00002a26-0000-1000-8000-00805f9b34fb"


def bluez_options(adapter, **more):
    """How bleak is told of the adapter."""
    return {"bluez": {"adapter": adapter, **more}}


# btvirt tells of an advertisement only when the scan or the advertising begins.
ONE_SCAN = 6.0


async def find(address, adapter, seconds=PATIENCE):
    """Scans, again and again, until the board is heard; bleak's device and what it advertised."""
    heard = asyncio.get_running_loop().create_future()

    def hear(device, data):
        if device.address == address and not heard.done():
            heard.set_result((device, data))

    async def scan():
        while not heard.done():
            async with BleakScanner(hear, **bluez_options(adapter)):
                await asyncio.wait([heard], timeout=ONE_SCAN)
        return heard.result()

    return await soon(scan(), f"an advertisement of {address}", seconds)


class Board:
    """A connected board; `async with Board(address, "hci0") as board`."""

    def __init__(self, address, adapter, subscribe=True, signals=True, pair=False):
        self.address = address
        self.adapter = adapter
        self.subscribe = subscribe
        # Notifications as D-Bus signals, or over a socket of their own; a link that ends with such a
        # socket open crashes bluetoothd 5.66.
        self.signals = signals
        self.pair = pair
        self.received = []

    async def __aenter__(self):
        self.device, self.advertised = await find(self.address, self.adapter)
        self.lost = asyncio.Event()
        self.client = self._client()
        await self.connect()
        return self

    def _client(self):
        return BleakClient(
            self.device, disconnected_callback=lambda _: self.lost.set(), pair=self.pair,
            timeout=PATIENCE, **bluez_options(self.adapter))

    async def look_again(self):
        """Asks for the services anew, on the same link: a client looks once."""
        self.client = self._client()
        await self.connect()

    async def __aexit__(self, *exception):
        if self.client.is_connected:
            await soon(self.client.disconnect(), "the end of the link")

    async def connect(self):
        """Connects, again or for the first time, and subscribes."""
        for attempt in range(4):
            untold = bluez.links_not_told()
            try:
                await self._connect()
                break
            except BleakError:
                # bluetoothd did not report the link; bleak took the board for disconnected and ended it.
                if attempt == 3 or bluez.links_not_told() == untold:
                    raise
                measured("bluetoothd did not report a link")
                self.device, self.advertised = await find(self.address, self.adapter)
                self.client = self._client()
        if self.subscribe:
            await self.start_notify()

    async def _connect(self):
        self.lost.clear()
        # After a lost link bleak stays on the bus until then, and each notification would come twice.
        await soon(self.client.disconnect(), "the end of an earlier link's D-Bus connection")
        await soon(self.client.connect(), f"a connection to {self.address}", 2 * PATIENCE)

    async def start_notify(self):
        """Subscribes to the board's packets."""
        await soon(
            self.client.start_notify(
                NOTIFICATION, lambda _, data: self.received.append(bytes(data)),
                bluez={"use_start_notify": self.signals}), "the subscription")

    async def write(self, text, response=True):
        """Writes a command, in hex."""
        await soon(
            self.client.write_gatt_char(COMMAND, bytes.fromhex(text), response=response),
            "the write")

    async def ask(self, text):
        """Reads a register: writes the question and waits for the answer; its bytes."""
        question = bytes.fromhex(text)
        seen = len(self.received)
        await self.write(text, response=False)

        def answer():
            return next((each for each in self.received[seen:] if each[:2] == question[:2]), None)

        return await until(answer, f"the answer to {text}")

    async def read(self, uuid):
        """A characteristic's value."""
        return bytes(await soon(self.client.read_gatt_char(uuid), f"the value of {uuid}"))
