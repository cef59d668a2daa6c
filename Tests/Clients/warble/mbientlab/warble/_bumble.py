"""The road over Bumble: hosts with a controller of their own on a virtual radio."""

import asyncio
import os

from bumble.core import AdvertisingData
from bumble.core import TimeoutError as BumbleTimeoutError
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.hci import Address
from bumble.transport import open_transport

from mbientlab.warble._calls import VARIABLE, normal
from mbientlab.warble._errors import WarbleException

# The host's address on the air unless a board's `hci_mac` names another one.
OWN_ADDRESS = "F0:B0:A2:D5:10:01"

_SERVICES = (
    AdvertisingData.Type.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.Type.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.Type.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.Type.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
)

_radios = {}


class _Radio:
    """One Bumble host with a controller of its own, by its address on the air."""

    def __init__(self, address):
        self.address = address
        # Only one connection can be in the making, and only one thing at a time opens the host.
        self.connecting = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._device = None

    @staticmethod
    def of(address=None):
        address = (address or OWN_ADDRESS).upper()
        return _radios.setdefault(address, _Radio(address))

    async def device(self):
        """The host, powered on; opened again if the simulator was started anew."""
        async with self._opening:
            if self._device is None:
                place = os.environ[VARIABLE]
                kind, _, rest = place.partition(":")
                scheme = {"hci-tcp": "tcp-client", "hci-unix": "unix-client"}[kind]
                try:
                    transport = await open_transport(f"{scheme}:{rest}")
                except OSError as error:
                    raise WarbleException(f"no radio at {place}: {error}") from error
                device = Device.from_config_with_hci(
                    DeviceConfiguration(name="metawear", address=Address(self.address)),
                    transport.source, transport.sink)
                transport.source.terminated.add_done_callback(lambda _: self._lost(device))
                await device.power_on()
                self._device = device
            return self._device

    def _lost(self, device):
        # Bumble ends the links of a lost controller itself.
        if self._device is device:
            self._device = None


class _Link:
    """A link whose services are known."""

    def __init__(self, connection):
        self._connection = connection
        self.services = set()
        self.characteristics = {}

    async def discover(self):
        peer = Peer(self._connection)
        await peer.discover_services()
        for service in peer.services:
            self.services.add(_text(service.uuid))
            for found in await service.discover_characteristics():
                self.characteristics.setdefault(_text(found.uuid), found)

    async def disconnect(self):
        await self._connection.disconnect()

    async def read(self, found):
        return await found.read_value()

    async def write(self, found, data, with_response):
        await found.write_value(data, with_response=with_response)

    async def subscribe(self, found, handler):
        await found.subscribe(handler)

    async def unsubscribe(self, found, handler):
        await found.unsubscribe(handler)


async def connect(mac, timeout, ended, hci=None, address_type="random", **_options):
    """A link to a board; `ended` is told its end, TimeoutError raised if there is no such board."""
    kind = (Address.PUBLIC_DEVICE_ADDRESS if address_type == "public"
            else Address.RANDOM_DEVICE_ADDRESS)
    radio = _Radio.of(hci)
    device = await radio.device()
    async with radio.connecting:
        try:
            connection = await device.connect(Address(mac, kind), timeout=timeout)
        except BumbleTimeoutError:
            raise TimeoutError from None
    link = _Link(connection)
    await link.discover()
    # Without a reason the radio itself is gone: as far as one can see, a timeout.
    connection.on("disconnection", lambda reason: ended(int(reason) or 0x08))
    return link


async def start_scan(heard):
    """Listens until `stop_scan`."""
    device = await _Radio.of().device()
    device.remove_all_listeners("advertisement")
    device.on("advertisement", lambda advertisement: heard(*_facts(advertisement)))
    await device.start_scanning()


async def stop_scan():
    """Listens no more."""
    device = await _Radio.of().device()
    if device.is_scanning:
        await device.stop_scanning()
    device.remove_all_listeners("advertisement")


def _facts(advertisement):
    data = advertisement.data
    name = data.get(AdvertisingData.Type.COMPLETE_LOCAL_NAME) or data.get(
        AdvertisingData.Type.SHORTENED_LOCAL_NAME)
    services = {_text(each) for kind in _SERVICES for each in data.get(kind) or []}
    manufacturers = dict(data.get_all(AdvertisingData.Type.MANUFACTURER_SPECIFIC_DATA))
    mac = advertisement.address.to_string(with_type_qualifier=False)
    return mac, advertisement.rssi, name, services, manufacturers


def _text(uuid):
    return normal(uuid.to_bytes(force_128=True)[::-1].hex())
