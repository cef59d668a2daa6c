"""Who is on the air."""

from bumble.core import AdvertisingData

from mbientlab.warble import _radio
from mbientlab.warble._gatt import _Callbacks, _normal

_SERVICES = (
    AdvertisingData.Type.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.Type.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.Type.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.Type.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
)


class ScanResult:
    """An advertisement with what its scan response added."""

    def __init__(self, advertisement):
        self.mac = advertisement.address.to_string(with_type_qualifier=False)
        self.rssi = advertisement.rssi
        self._data = advertisement.data

    @property
    def name(self):
        """The name that it gives, or an empty text."""
        data = self._data
        return data.get(AdvertisingData.Type.COMPLETE_LOCAL_NAME) or data.get(
            AdvertisingData.Type.SHORTENED_LOCAL_NAME) or ""

    def has_service_uuid(self, uuid):
        """Whether it says that it has a service."""
        return any(
            _normal(each) == _normal(uuid)
            for kind in _SERVICES for each in self._data.get(kind) or [])

    def get_manufacturer_data(self, company):
        """What it says under a company's number, as a list of bytes; None for nothing."""
        for owner, data in self._data.get_all(AdvertisingData.Type.MANUFACTURER_SPECIFIC_DATA):
            if owner == company:
                return list(data)
        return None


class BleScanner:
    """The scanner of the process."""

    _handler = None
    _callbacks = _Callbacks("warble scanner")

    @classmethod
    def set_handler(cls, handler):
        """Keeps the handler; it gets a ScanResult for every advertisement."""
        cls._handler = handler

    @classmethod
    def start(cls, **_options):
        """Listens until `stop`."""
        _radio.submit(cls._start()).result()

    @classmethod
    def stop(cls):
        """Listens no more."""
        _radio.submit(cls._stop()).result()

    @classmethod
    def _hear(cls, advertisement):
        cls._callbacks.put(cls._handler, ScanResult(advertisement))

    @classmethod
    async def _start(cls):
        device = await (await _radio.Radio.of()).device()
        device.remove_all_listeners("advertisement")
        device.on("advertisement", cls._hear)
        await device.start_scanning()

    @classmethod
    async def _stop(cls):
        device = await (await _radio.Radio.of()).device()
        if device.is_scanning:
            await device.stop_scanning()
        device.remove_all_listeners("advertisement")
