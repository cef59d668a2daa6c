"""A board: its link and its characteristics."""

import asyncio

from mbientlab.warble._calls import Callbacks, normal, road, submit
from mbientlab.warble._errors import WarbleException
from mbientlab.warble._settings import connect_timeout, is_like_windows

# Seconds after which Windows reports the end of a link.
LATE = 3

# Of each board, by its address: whose turn it is to connect, and the link of this process.
_turns = {}
_links = {}


class Gatt:
    """A remote device by its address, connected or not."""

    def __init__(self, mac, **options):
        """`hci` is this host's own address on the air; `address_type` "random" or "public".

        `timeout` is how many seconds a board may take that does not advertise.
        """
        self.mac = mac
        self._timeout = options.pop("timeout", None)
        self._options = options
        self._callbacks = Callbacks(f"warble {mac}")
        self._link = None
        self._characteristics = {}
        self._disconnected = None
        # The connect that is under way.
        self._attempt = None
        # Operations go to the board in the order in which they were asked for.
        self._turn = None

    @property
    def is_connected(self):
        """Whether there is a link."""
        return self._link is not None

    def connect_async(self, handler, timeout=None):
        """Connects and discovers; the handler gets None, or what went wrong."""
        self._start(self._connect(timeout), lambda _, error: handler(error))

    def disconnect(self):
        """Ends the link; `on_disconnect` tells when it has ended. A connect that is under way is given up."""
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

    async def _connect(self, timeout):
        for given in (timeout, self._timeout):
            if given is not None:
                seconds = float(given)
                break
        else:
            seconds = connect_timeout()
        if self._attempt is not None:
            raise WarbleException(f"{self.mac}: a connect is under way already")
        self._attempt = asyncio.ensure_future(self._reach(seconds))
        try:
            link = await self._attempt
        except (TimeoutError, asyncio.TimeoutError):
            raise WarbleException(
                f"{self.mac}: not on the air, or connected to another host, for {seconds:g} s") from None
        except asyncio.CancelledError:
            raise WarbleException(f"{self.mac}: the connect was given up by disconnect()") from None
        finally:
            self._attempt = None
        self._turn = asyncio.Lock()
        self._characteristics = {
            uuid: GattCharacteristic(self, uuid, found)
            for uuid, found in link.characteristics.items()}
        self._link = link

    async def _reach(self, seconds):
        """A link to the board: of connects to the same one, the next begins when the last is over."""
        way = road()
        turn = _turns.setdefault(self.mac.upper(), asyncio.Lock())
        loop = asyncio.get_event_loop()
        end = loop.time() + seconds
        await asyncio.wait_for(turn.acquire(), seconds)
        try:
            known = _links.get(self.mac.upper())
            if known is not None and is_like_windows():
                known.gatts.append(self)
                return known
            if self._link is not None and known is self._link:
                raise WarbleException(f"{self.mac}: connected already")
            link = None
            over = []

            def ended(reason):
                # It may end before it is known here.
                over.append(reason)
                if link is not None:
                    _finish(link, reason)

            link = await way.connect(self.mac, max(0.0, end - loop.time()), ended, **self._options)
            link.mac = self.mac.upper()
            link.gatts = [self]
            if over:
                raise WarbleException(f"{self.mac}: the link ended while it was made")
            _links[link.mac] = link
            return link
        finally:
            turn.release()

    async def _disconnect(self):
        if self._attempt is not None:
            self._attempt.cancel()
        elif self._link is not None:
            await self._link.disconnect()

    def _end(self, link, reason):
        if self._link is link:
            self._link = None
        self._callbacks.put(self._disconnected, reason)

    async def _in_turn(self, operation, *arguments):
        link = self._link
        if link is None:
            raise WarbleException(f"{self.mac}: not connected")
        async with self._turn:
            return await getattr(link, operation)(*arguments)


def _finish(link, reason):
    """The end of a link, for all that have it: at once, or as late as Windows reports it."""
    if _links.get(link.mac) is link:
        del _links[link.mac]
    for gatt in link.gatts:
        if is_like_windows():
            asyncio.get_event_loop().call_later(LATE, gatt._end, link, reason)
        else:
            gatt._end(link, reason)


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
