"""A board: its link and its characteristics."""

import asyncio
import queue
import threading

from bumble.core import TimeoutError, UUID
from bumble.device import Peer
from bumble.hci import Address

from mbientlab.warble import _radio
from mbientlab.warble._errors import WarbleException


# Seconds after which a board that does not advertise is given up.
CONNECT_TIMEOUT = 20


class _Callbacks:
    """Calls handlers one after the other, so that a slow one holds up no other board."""

    def __init__(self, name):
        self._waiting = queue.SimpleQueue()
        self._name = name
        self._thread = None

    def put(self, handler, *arguments):
        if handler is None:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._waiting.put((handler, arguments))

    def _run(self):
        while True:
            handler, arguments = self._waiting.get()
            try:
                handler(*arguments)
            except Exception as error:  # What a handler raises must not end those behind it.
                threading.excepthook(
                    threading.ExceptHookArgs((type(error), error, error.__traceback__, None)))


class Gatt:
    """A remote device by its address, connected or not."""

    def __init__(self, mac, **options):
        """`hci` is this host's own address on the air; `address_type` "random" or "public"."""
        self.mac = mac
        self._own_address = options.get("hci")
        public = options.get("address_type") == "public"
        self._address = Address(
            mac, Address.PUBLIC_DEVICE_ADDRESS if public else Address.RANDOM_DEVICE_ADDRESS)
        self._callbacks = _Callbacks(f"warble {mac}")
        self._connection = None
        self._services = set()
        self._characteristics = {}
        self._disconnected = None
        # Operations go to the board in the order in which they were asked for.
        self._turn = None

    @property
    def is_connected(self):
        """Whether there is a link."""
        return self._connection is not None

    def connect_async(self, handler):
        """Connects and discovers; the handler gets None, or what went wrong."""
        self._start(self._connect(), lambda _, error: handler(error))

    def disconnect(self):
        """Ends the link; `on_disconnect` tells when it has ended."""
        self._start(self._disconnect(), None)

    def on_disconnect(self, handler):
        """Keeps the handler of this link's end; it gets the reason as HCI counts them."""
        self._disconnected = handler

    def service_exists(self, uuid):
        """Whether the board has a service."""
        return _normal(uuid) in self._services

    def find_characteristic(self, uuid):
        """A characteristic of any service, or None."""
        return self._characteristics.get(_normal(uuid))

    def _start(self, coroutine, handler):
        """Runs an operation; the handler gets its result and None, or None and an error."""

        async def run():
            try:
                result = await coroutine
            except Exception as error:
                reason = error if isinstance(error, WarbleException) else WarbleException(
                    f"{self.mac}: {error or type(error).__name__}")
                self._callbacks.put(handler, None, reason)
            except asyncio.CancelledError:
                # Bumble cancels what waits on a link that has ended.
                self._callbacks.put(handler, None, WarbleException(f"{self.mac}: the link ended"))
            else:
                self._callbacks.put(handler, result, None)

        _radio.submit(run())

    async def _connect(self):
        radio = await _radio.Radio.of(self._own_address)
        device = await radio.device()
        async with radio.connecting:
            try:
                connection = await device.connect(self._address, timeout=CONNECT_TIMEOUT)
            except TimeoutError:
                raise WarbleException(
                    f"{self.mac}: not on the air, or connected to another host, "
                    f"for {CONNECT_TIMEOUT} s") from None
        peer = Peer(connection)
        self._turn = asyncio.Lock()
        await peer.discover_services()
        characteristics = {}
        for service in peer.services:
            for found in await service.discover_characteristics():
                wrapped = GattCharacteristic(self, found)
                characteristics.setdefault(wrapped.uuid, wrapped)
        self._services = {_normal(service.uuid) for service in peer.services}
        self._characteristics = characteristics
        self._connection = connection
        connection.on("disconnection", self._end)

    async def _disconnect(self):
        if self._connection is not None:
            await self._connection.disconnect()

    def _end(self, reason):
        self._connection = None
        # Without a reason the radio itself is gone: as far as one can see, a timeout.
        self._callbacks.put(self._disconnected, int(reason) or 0x08)

    async def _in_turn(self, operation):
        connection = self._connection
        if connection is None:
            raise WarbleException(f"{self.mac}: not connected")
        async with self._turn:
            return await operation()


class GattCharacteristic:
    """A characteristic of a board; it lives as long as the link that it was found over."""

    def __init__(self, gatt, proxy):
        self.gatt = gatt
        self.uuid = _normal(proxy.uuid)
        self._proxy = proxy
        self._received = None

    def read_value_async(self, handler):
        """Reads; the handler gets the bytes as a list and None, or None and an error."""

        async def read():
            return list(await self._proxy.read_value())

        self.gatt._start(self.gatt._in_turn(read), handler)

    def write_async(self, value, handler):
        """Writes and waits for the board's response; the handler gets None or an error."""
        self._write(value, handler, True)

    def write_without_resp_async(self, value, handler):
        """Writes without a response; the handler gets None once the host has queued it."""
        self._write(value, handler, False)

    def enable_notifications_async(self, handler):
        """Subscribes to notifications, or to indications if there are only those."""
        self.gatt._start(
            self.gatt._in_turn(lambda: self._proxy.subscribe(self._notify)),
            lambda _, error: handler(error))

    def disable_notifications_async(self, handler):
        """Ends the subscription."""
        self.gatt._start(
            self.gatt._in_turn(lambda: self._proxy.unsubscribe(self._notify)),
            lambda _, error: handler(error))

    def on_notification_received(self, handler):
        """Keeps the handler of notified values; it gets the bytes as a list."""
        self._received = handler

    def _write(self, value, handler, with_response):
        data = bytes(value)
        self.gatt._start(
            self.gatt._in_turn(lambda: self._proxy.write_value(data, with_response=with_response)),
            lambda _, error: handler(error))

    def _notify(self, value):
        self.gatt._callbacks.put(self._received, list(value))


def _normal(uuid):
    """128 bits in lower case with hyphens, whatever form it came in."""
    raw = (uuid if isinstance(uuid, UUID) else UUID(uuid)).to_bytes(force_128=True)[::-1].hex()
    return "-".join((raw[:8], raw[8:12], raw[12:16], raw[16:20], raw[20:]))
