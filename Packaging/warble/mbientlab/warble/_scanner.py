"""Who is on the air."""

from mbientlab.warble._calls import Callbacks, normal, road, submit


class ScanResult:
    """An advertisement with what its scan response added."""

    def __init__(self, mac, rssi, name, services, manufacturers):
        self.mac = mac
        self.rssi = rssi
        # The name that it gives, or an empty text.
        self.name = name or ""
        self._services = services
        self._manufacturers = manufacturers

    def has_service_uuid(self, uuid):
        """Whether it says that it has a service."""
        return normal(uuid) in self._services

    def get_manufacturer_data(self, company):
        """What it says under a company's number, as a list of bytes; None for nothing."""
        data = self._manufacturers.get(company)
        return None if data is None else list(data)


class BleScanner:
    """The scanner of the process."""

    _handler = None
    _callbacks = Callbacks("warble scanner")

    @classmethod
    def set_handler(cls, handler):
        """Keeps the handler; it gets a ScanResult for every advertisement."""
        cls._handler = handler

    @classmethod
    def start(cls, **_options):
        """Listens until `stop`."""
        submit(road().start_scan(cls._hear)).result()

    @classmethod
    def stop(cls):
        """Listens no more."""
        submit(road().stop_scan()).result()

    @classmethod
    def _hear(cls, *what):
        cls._callbacks.put(cls._handler, ScanResult(*what))
