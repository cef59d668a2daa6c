"""The road over Bumble: hosts with a controller of their own on a virtual radio."""

import asyncio
import os

from bumble.core import AdvertisingData
from bumble.core import TimeoutError as BumbleTimeoutError
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.hci import Address
from bumble.transport import open_transport
from bumble.transport.common import StreamPacketSink, StreamPacketSource, Transport

from mbientlab.warble._calls import VARIABLE, normal
from mbientlab.warble._errors import WarbleException

# The host's address on the air unless a board's `hci_mac` names another one.
OWN_ADDRESS = "F0:B0:A2:D5:10:01"

# Older versions have the numbers in the class itself.
_Type = getattr(AdvertisingData, "Type", AdvertisingData)
_SERVICES = (
    _Type.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    _Type.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    _Type.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
    _Type.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
)

_radios = {}



class _Socket(StreamPacketSource):
    """What comes from a Unix socket."""

    def connection_lost(self, _exception):
        self.on_transport_lost()


async def _open(kind, place):
    """The transport to a radio."""
    if kind == "hci-tcp":
        return await open_transport(f"tcp-client:{place}")
    # Versions of Bumble for older Pythons know no Unix sockets.
    transport, source = await asyncio.get_event_loop().create_unix_connection(_Socket, place)
    return Transport(source, StreamPacketSink(transport))


# Seconds for a link to a board that was heard; then it is listened for again.
_LINK_TIMEOUT = 3


class _Radio:
    """One Bumble host with a controller of its own, by its address on the air."""

    def __init__(self, address):
        self.address = address
        # Only one connection can be in the making, and only one thing at a time opens the host.
        self._connecting = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._scanning = asyncio.Lock()
        self._device = None
        # Who wants advertisements.
        self._listeners = []

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
                try:
                    transport = await _open(kind, rest)
                except OSError as error:
                    raise WarbleException(f"no radio at {place}: {error}") from error
                device = Device.from_config_with_hci(
                    DeviceConfiguration(name="metawear", address=Address(self.address)),
                    transport.source, transport.sink)
                transport.source.terminated.add_done_callback(lambda _: self._lost(device))
                await device.power_on()
                device.on("advertisement", self._hear)
                self._device = device
            return self._device

    def _lost(self, device):
        # Bumble ends the links of a lost controller itself.
        if self._device is device:
            self._device = None
            for listener in list(self._listeners):
                listener(None)

    def _hear(self, advertisement):
        for listener in list(self._listeners):
            listener(advertisement)

    async def listen(self, listener):
        """Calls back with every advertisement, and with None when the controller is lost."""
        device = await self.device()
        self._listeners.append(listener)
        await self._scan(device)

    async def ignore(self, listener):
        """Calls back no more."""
        if listener in self._listeners:
            self._listeners.remove(listener)
        if self._device is not None:
            await self._scan(self._device)

    async def _scan(self, device):
        """Scans if somebody listens."""
        async with self._scanning:
            if self._listeners and not device.is_scanning:
                await device.start_scanning()
            elif not self._listeners and device.is_scanning:
                await device.stop_scanning()

    async def reach(self, address):
        """A link to a board, whenever it comes on the air: until then other connects go on."""
        while True:
            await self._wait_for(address)
            device = await self.device()
            async with self._connecting:
                attempt = asyncio.ensure_future(device.connect(address, timeout=_LINK_TIMEOUT))
                try:
                    return await asyncio.shield(attempt)
                except BumbleTimeoutError:
                    continue
                except asyncio.CancelledError:
                    # Nothing stays in the making.
                    (connection,) = await asyncio.gather(attempt, return_exceptions=True)
                    if not isinstance(connection, BaseException):
                        await connection.disconnect()
                    raise

    async def _wait_for(self, address):
        """Until a board advertises."""
        heard = asyncio.get_event_loop().create_future()

        def listener(advertisement):
            if heard.done():
                return
            if advertisement is None:
                heard.set_exception(WarbleException(f"the radio at {os.environ[VARIABLE]} is gone"))
            elif advertisement.address == address and advertisement.is_connectable:
                heard.set_result(None)

        await self.listen(listener)
        try:
            await heard
        finally:
            await self.ignore(listener)


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
    # What the radio takes to start is not what the board takes.
    await radio.device()
    connection = await asyncio.wait_for(radio.reach(Address(mac, kind)), timeout)
    link = _Link(connection)
    # Without a reason the radio itself is gone: as far as one can see, a timeout.
    connection.on("disconnection", lambda reason: ended(int(reason) or 0x08))
    discovery = asyncio.ensure_future(link.discover())
    try:
        await asyncio.shield(discovery)
    except asyncio.CancelledError:
        # Not in the middle of a request, whose answer would come to nobody.
        await asyncio.wait({discovery}, timeout=_LINK_TIMEOUT)
        discovery.cancel()
        await connection.disconnect()
        raise
    return link


_scanner = None


async def start_scan(heard):
    """Listens until `stop_scan`."""
    global _scanner
    await stop_scan()

    def listener(advertisement):
        if advertisement is not None:
            heard(*_facts(advertisement))

    _scanner = listener
    await _Radio.of().listen(listener)


async def stop_scan():
    """Listens no more."""
    global _scanner
    listener, _scanner = _scanner, None
    if listener is not None:
        await _Radio.of().ignore(listener)


def _facts(advertisement):
    data = advertisement.data
    name = data.get(_Type.COMPLETE_LOCAL_NAME) or data.get(
        _Type.SHORTENED_LOCAL_NAME)
    services = {_text(each) for kind in _SERVICES for each in data.get(kind) or []}
    manufacturers = dict(data.get_all(_Type.MANUFACTURER_SPECIFIC_DATA))
    mac = advertisement.address.to_string(with_type_qualifier=False)
    return mac, advertisement.rssi, name, services, manufacturers


def _text(uuid):
    return normal(uuid.to_bytes(force_128=True)[::-1].hex())
