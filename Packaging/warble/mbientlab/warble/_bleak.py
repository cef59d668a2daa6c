"""The road over bleak: this machine's own Bluetooth, BlueZ on D-Bus."""

import asyncio
import os

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakDeviceNotFoundError

from mbientlab.warble._calls import VARIABLE, normal

# What BlueZ does not tell: an end that this side asked for, or else a timeout, as far as one can see.
_ASKED, _LOST = 0x16, 0x08

_scanner = None
# Clients of lost links, until their D-Bus connections are closed.
_closing = set()


def _options(**more):
    adapter = os.environ[VARIABLE].partition(":")[2]
    return {"bluez": {**({"adapter": adapter} if adapter else {}), **more}}


class _Link:
    """A link whose services are known."""

    def __init__(self, mac, timeout, ended):
        self._is_asked = False
        self._client = BleakClient(
            mac, timeout=timeout, **_options(), disconnected_callback=lambda _: self._end(ended))
        self.services = set()
        self.characteristics = {}

    def _end(self, ended):
        """bleak 3 keeps the D-Bus connection of a lost link open until it is told to disconnect, and
        bluetoothd subscribes on the next link for every connection that had subscribed on this one:
        each notification would come once more after each lost link."""
        task = asyncio.ensure_future(self._client.disconnect())
        _closing.add(task)
        task.add_done_callback(_closing.discard)
        ended(_ASKED if self._is_asked else _LOST)

    async def connect(self):
        await self._client.connect()
        for service in self._client.services:
            self.services.add(normal(service.uuid))
            for found in service.characteristics:
                self.characteristics.setdefault(normal(found.uuid), found)

    async def disconnect(self):
        self._is_asked = True
        await self._client.disconnect()

    async def read(self, found):
        return bytes(await self._client.read_gatt_char(found))

    async def write(self, found, data, with_response):
        await self._client.write_gatt_char(found, data, response=with_response)

    async def subscribe(self, found, handler):
        # By signals: bluetoothd before 5.86 can crash when a link ends whose notifications were acquired.
        await self._client.start_notify(
            found, lambda _, data: handler(bytes(data)), bluez={"use_start_notify": True})

    async def unsubscribe(self, found, _handler):
        await self._client.stop_notify(found)


async def connect(mac, timeout, ended, **_ignored):
    """A link to a board; `ended` is told its end, TimeoutError raised if there is no such board."""
    if _closing:
        await asyncio.wait(_closing)
    link = _Link(mac, timeout, ended)
    try:
        await link.connect()
    except (BleakDeviceNotFoundError, asyncio.TimeoutError):
        raise TimeoutError from None
    return link


async def start_scan(heard):
    """Listens until `stop_scan`."""
    global _scanner
    await stop_scan()
    _scanner = BleakScanner(
        lambda device, data: heard(
            device.address, data.rssi, data.local_name, {normal(each) for each in data.service_uuids},
            data.manufacturer_data), **_options())
    await _scanner.start()


async def stop_scan():
    """Listens no more."""
    global _scanner
    if _scanner is not None:
        scanner, _scanner = _scanner, None
        await scanner.stop()
