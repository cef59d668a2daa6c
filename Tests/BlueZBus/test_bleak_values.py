"""bleak's calls one by one at a peripheral with a value of every kind: what bleak's own integration tests
ask for. They are in none of its source packages, so that they cannot be run as they are."""

import asyncio

import pytest
from bleak import BleakClient, BleakScanner
from bleak.exc import BleakCharacteristicNotFoundError, BleakGATTProtocolError

SCENARIO = "values.yaml"
ADDRESS = "E4:00:00:00:00:07"
DESCRIPTION = "00002901-0000-1000-8000-00805f9b34fb"
# Those that no specification has a name for, and of those that have one all that are told by themselves.
CODES = [0x01, 0x06, 0x08, 0x0D, 0x11, 0x13, 0x14, 0x7F, 0x80, 0x9F, 0xA0, 0xC0, 0xE0, 0xFB, 0xFC, 0xFD, 0xFF]
BOTH = pytest.mark.parametrize("signals", [True, False], ids=["StartNotify", "AcquireNotify"])


def own(number):
    return f"b0a2d51d-{number:04x}-4e61-9b7c-3a5f0c6e1d00"


class Session:
    """A connection for one test."""

    async def __aenter__(self):
        found = await BleakScanner.find_device_by_address(ADDRESS, timeout=20)
        assert found, "the peripheral was not found"
        self.client = BleakClient(found)
        await self.client.connect()
        return self.client

    async def __aexit__(self, *exception):
        await self.client.disconnect()


def descriptor(client, number):
    return client.services.get_characteristic(own(number)).get_descriptor(DESCRIPTION)


async def test_the_services_are_those_of_the_peripheral(bus):
    async with Session() as client:
        for service, count in ((0, 5), (0x100, 19)):
            assert len(client.services.get_service(own(service)).characteristics) == count
        value = client.services.get_characteristic(own(3))
        assert set(value.properties) == {"read", "write", "notify"}
        assert {each.uuid[4:8] for each in value.descriptors} == {"2902"}
        assert descriptor(client, 5).description == "Characteristic User Description"


async def test_reading_and_writing(bus):
    async with Session() as client:
        await client.write_gatt_char(own(1), b"first", response=True)
        assert await client.read_gatt_char(own(1)) == b"first"
        await client.write_gatt_char(own(1), b"second", response=True)
        # What was read last, whatever it is now.
        assert await client.read_gatt_char(own(1), use_cached=True) == b"first"
        assert await client.read_gatt_char(own(1)) == b"second"
        await client.write_gatt_char(own(2), b"blind", response=False)
        assert await client.read_gatt_char(own(2)) == b"blind"
        long = bytes(n & 0xFF for n in range(512))
        await client.write_gatt_char(own(5), long[::-1], response=True)
        assert await client.read_gatt_char(own(5)) == long[::-1]
        with pytest.raises(BleakCharacteristicNotFoundError):
            await client.read_gatt_char(own(0x999))


async def test_descriptors(bus):
    async with Session() as client:
        where = descriptor(client, 5)
        await client.write_gatt_descriptor(where, b"Note")
        assert await client.read_gatt_descriptor(where) == b"Note"
        await client.write_gatt_descriptor(where, b"Another")
        assert await client.read_gatt_descriptor(where, use_cached=True) == b"Note"
        assert await client.read_gatt_descriptor(where) == b"Another"


async def test_every_code_comes_through(bus):
    async with Session() as client:
        for code in CODES:
            value = descriptor(client, 0x100 + code)
            for attempt in (client.read_gatt_char(own(0x100 + code)),
                            client.write_gatt_char(own(0x100 + code), b"\1", response=True),
                            client.read_gatt_descriptor(value),
                            client.write_gatt_descriptor(value, b"\1")):
                with pytest.raises(BleakGATTProtocolError) as refused:
                    await attempt
                assert refused.value.code == code
        # Which of the two it was bluetoothd tells in words.
        for code, attempt in ((2, client.read_gatt_char(own(0x102))),
                              (3, client.write_gatt_char(own(0x103), b"\1", response=True))):
            with pytest.raises(BleakGATTProtocolError) as refused:
                await attempt
            assert refused.value.code == code


@BOTH
async def test_notifications(bus, signals):
    async with Session() as client:
        heard = asyncio.Queue()
        await client.start_notify(own(3), lambda _, value: heard.put_nowait(bytes(value)),
                                  bluez={"use_start_notify": signals})
        for value in (b"1234", b"2345", b"2345"):
            await client.write_gatt_char(own(3), value, response=True)
            assert await asyncio.wait_for(heard.get(), 20) == value
        await client.stop_notify(own(3))
        await client.write_gatt_char(own(3), b"3456", response=True)
        assert await client.read_gatt_char(own(3)) == b"3456"
        assert heard.empty()


async def test_indications(bus):
    async with Session() as client:
        heard = asyncio.Queue()
        await client.start_notify(own(4), lambda _, value: heard.put_nowait(bytes(value)))
        for value in (b"1234", b"2345"):
            await client.write_gatt_char(own(4), value, response=True)
            assert await asyncio.wait_for(heard.get(), 20) == value
        await client.stop_notify(own(4))
        await client.write_gatt_char(own(4), b"3456", response=True)
        assert await client.read_gatt_char(own(4)) == b"3456"
        assert heard.empty()
