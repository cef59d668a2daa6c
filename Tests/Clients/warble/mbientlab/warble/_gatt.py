"""A board: its link and its characteristics."""

import asyncio

from mbientlab.warble._calls import Callbacks, normal, road, submit
from mbientlab.warble._errors import WarbleException

# Seconds after which a board that does not advertise is given up.
CONNECT_TIMEOUT = 20


class Gatt:
    """A remote device by its address, connected or not."""

    def __init__(self, mac, **options):
        """`hci` is this host's own address on the air; `address_type` "random" or "public"."""
        self.mac = mac
        self._options = options
        self._callbacks = Callbacks(f"warble {mac}")
        self._link = None
        self._characteristics = {}
        self._disconnected = None
        # Operations go to the board in the order in which they were asked for.
        self._turn = None

    @property
    def is_connected(self):
        """Whether there is a link."""
        return self._link is not None

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
        return self._link is not None and normal(uuid) in self._link.services

    def find_characteristic(self, uuid):
        """A characteristic of any service, or None."""
        return self._characteristics.get(normal(uuid))

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
                # What waits on a link that has ended may be cancelled.
                self._callbacks.put(handler, None, WarbleException(f"{self.mac}: the link ended"))
            else:
                self._callbacks.put(handler, result, None)

        submit(run())

    async def _connect(self):
        try:
            link = await road().connect(self.mac, CONNECT_TIMEOUT, self._end, **self._options)
        except TimeoutError:
            raise WarbleException(
                f"{self.mac}: not on the air, or connected to another host, "
                f"for {CONNECT_TIMEOUT} s") from None
        self._turn = asyncio.Lock()
        self._characteristics = {
            uuid: GattCharacteristic(self, uuid, found)
            for uuid, found in link.characteristics.items()}
        self._link = link

    async def _disconnect(self):
        if self._link is not None:
            await self._link.disconnect()

    def _end(self, reason):
        self._link = None
        self._callbacks.put(self._disconnected, reason)

    async def _in_turn(self, operation, *arguments):
        link = self._link
        if link is None:
            raise WarbleException(f"{self.mac}: not connected")
        async with self._turn:
            return await getattr(link, operation)(*arguments)


class GattCharacteristic:
    """A characteristic of a board; it lives as long as the link that it was found over."""

    def __init__(self, gatt, uuid, found):
        self.gatt = gatt
        self.uuid = uuid
        self._found = found
        self._received = None

    def read_value_async(self, handler):
        """Reads; the handler gets the bytes as a list and None, or None and an error."""
        self.gatt._start(
            self.gatt._in_turn("read", self._found),
            lambda value, error: handler(None if error else list(value), error))

    def write_async(self, value, handler):
        """Writes and waits for the board's response; the handler gets None or an error."""
        self._do(handler, "write", bytes(value), True)

    def write_without_resp_async(self, value, handler):
        """Writes without a response; the handler gets None once the host has queued it."""
        self._do(handler, "write", bytes(value), False)

    def enable_notifications_async(self, handler):
        """Subscribes to notifications, or to indications if there are only those."""
        self._do(handler, "subscribe", self._notify)

    def disable_notifications_async(self, handler):
        """Ends the subscription."""
        self._do(handler, "unsubscribe", self._notify)

    def on_notification_received(self, handler):
        """Keeps the handler of notified values; it gets the bytes as a list."""
        self._received = handler

    def _do(self, handler, operation, *arguments):
        self.gatt._start(
            self.gatt._in_turn(operation, self._found, *arguments),
            lambda _, error: handler(error))

    def _notify(self, value):
        self.gatt._callbacks.put(self._received, list(value))
