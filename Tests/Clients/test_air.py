"""Several hosts and boards on one air."""

import asyncio

import pytest
from bumble import hci
from bumble.core import AdvertisingData, ConnectionError as LinkError, TimeoutError as GivenUp, UUID
from bumble.device import AdvertisingParameters, Peer
from bumble.gatt import Characteristic, Service
from bumble.hci import Address

from board import SERVICE, Board
from harness import Advertisements, Simulator, measured, soon, until

CUBE = "E1:00:00:00:00:01"
TEN = [f"E2:00:00:00:00:{number:02X}" for number in range(1, 11)]


async def test_scan_response():
    """An active scan hears the scan response too, a passive one does not."""
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        raw = []
        host.host.on("advertising_report", raw.append)
        async with Advertisements(host, active=False, filter_duplicates=False) as heard:
            await until(lambda: len(heard.of(CUBE)) > 3, "four advertisements")
        passive = list(heard.all)
        async with Advertisements(host, active=True) as heard:
            found = await heard.wait_for(
                CUBE, lambda each: each.data.get(AdvertisingData.Type.MANUFACTURER_SPECIFIC_DATA))
        company, rest = found.data.get(AdvertisingData.Type.MANUFACTURER_SPECIFIC_DATA)
        assert (company, rest) == (0x626D, b"")
        assert found.data.get(AdvertisingData.Type.COMPLETE_LOCAL_NAME) == "MetaWear"
        services = found.data.get(AdvertisingData.Type.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS)
        services = services or found.data.get(
            AdvertisingData.Type.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS)
        assert services == [SERVICE]
        assert not any(
            each.data.get(AdvertisingData.Type.MANUFACTURER_SPECIFIC_DATA) for each in passive)
        measured(f"{len(passive)} passive, {len(heard.all)} active reports")


async def test_legacy_scan():
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        async with Advertisements(host, legacy=True) as heard:
            await heard.wait_for(CUBE)
        measured("a host without extended scanning hears the board too")


async def test_two_centrals():
    """Both hear the board; while one is connected the other hears nothing and cannot connect."""
    async with Simulator("turning.yaml") as simulator:
        one, two = await simulator.host("one"), await simulator.host("two")
        async with Advertisements(one) as first, Advertisements(two) as second:
            await first.wait_for(CUBE)
            await second.wait_for(CUBE)
        board = await Board.connect(one, CUBE)
        async with Advertisements(two) as silent:
            # Answers from the other host's board mark the time: many advertising intervals.
            for _ in range(50):
                await board.ask("0b84")
            assert silent.of(CUBE) == []
        with pytest.raises((LinkError, GivenUp)):
            await two.connect(CUBE, timeout=1)
        assert await board.ask("0b84"), "the first link goes on"
        await board.disconnect()
        other = await Board.connect(two, CUBE)
        assert await other.ask("0b84")
        measured("the second host connects once the first has left")


async def test_ten_boards():
    """One host is connected to ten boards at once; all of them stream."""
    async with Simulator("ten-boards.yaml") as simulator:
        host = await simulator.host()
        async with Advertisements(host) as heard:
            for address in TEN:
                await heard.wait_for(address)
        boards = [await Board.connect(host, address) for address in TEN]
        models = {(await board.information())["model"] for board in boards}
        assert models == {"5", "8"}
        for board in boards:
            bmi270 = (await board.ask("0380"))[2] == 4
            await board.write("0303a802" if bmi270 else "03032808")
            await board.write("030401,03020100,030101")
        await until(
            lambda: all(len(board.received) >= 100 for board in boards),
            "100 samples of each of ten boards")
        for board in boards:
            await board.write("030100")
        counts = [len(board.received) for board in boards]
        for board in boards:
            x, y, z = board.received[-1][2:4], board.received[-1][4:6], board.received[-1][6:8]
            assert abs(int.from_bytes(z, "little", signed=True) - 4096) < 200, (x, y, z)
        await asyncio.gather(*(board.disconnect() for board in boards))
    measured(f"{min(counts)} to {max(counts)} samples a board")


async def test_ten_hosts():
    """Ten hosts connect at the same time, each to a board of its own, while another one scans."""
    async with Simulator("ten-boards.yaml") as simulator:
        scanner = await simulator.host("scanner", "F9:99:99:99:99:99")
        hosts = [await simulator.host(f"host {n}", f"F5:00:00:00:00:{n:02X}") for n in range(10)]

        async def use(host, address):
            board = await Board.connect(host, address)
            bmi270 = (await board.ask("0380"))[2] == 4
            await board.write("0303a802" if bmi270 else "03032808")
            await board.write("030401,03020100,030101")
            await until(lambda: len(board.received) >= 50, "50 samples")
            await board.write("030100")
            return board

        async with Advertisements(scanner, filter_duplicates=False) as heard:
            boards = await asyncio.gather(*map(use, hosts, TEN))
            heard.all.clear()
            for board in boards:
                await board.ask("0b84")
            assert heard.all == [], "all boards are taken"
            await asyncio.gather(*(board.disconnect() for board in boards))
            for address in TEN:
                await heard.wait_for(address)
        measured(f"ten links at once, then {len(heard.all)} advertisements")


async def test_two_hosts_talk():
    """One host is the peripheral, the other the central; the radio carries both."""
    async with Simulator("turning.yaml") as simulator:
        peripheral = await simulator.host("peripheral", "F1:11:11:11:11:11")
        central = await simulator.host("central", "F2:22:22:22:22:22")
        value = Characteristic(
            UUID("B0A2D51D-1000-4E61-9B7C-3A5F0C6E1D00"),
            Characteristic.Properties.READ | Characteristic.Properties.WRITE
            | Characteristic.Properties.NOTIFY,
            Characteristic.READABLE | Characteristic.WRITEABLE, bytes(range(200)))
        peripheral.add_service(Service(UUID("B0A2D51D-1001-4E61-9B7C-3A5F0C6E1D00"), [value]))
        peripheral.advertising_data = bytes(
            AdvertisingData([(AdvertisingData.COMPLETE_LOCAL_NAME, b"host")]))
        accepted = asyncio.get_running_loop().create_future()
        peripheral.on("connection", accepted.set_result)
        await peripheral.start_advertising(auto_restart=False)
        async with Advertisements(central) as heard:
            found = await heard.wait_for("F1:11:11:11:11:11")
            assert found.data.get(AdvertisingData.Type.COMPLETE_LOCAL_NAME) == "host"
            await heard.wait_for(CUBE)
        peer = Peer(await soon(central.connect("F1:11:11:11:11:11"), "a link between the hosts"))
        theirs = await soon(accepted, "the peripheral's side of the link")
        assert theirs.peer_address == Address("F2:22:22:22:22:22")
        await peer.discover_all()
        await peer.request_mtu(100)
        (proxy,) = peer.get_characteristics_by_uuid(value.uuid)
        assert await soon(proxy.read_value(), "a long read") == bytes(range(200))
        heard = []
        await proxy.subscribe(heard.append)
        for number in range(50):
            await peripheral.notify_subscribers(value, bytes([number]) * 60)
        await until(lambda: len(heard) == 50, "50 notifications of 60 bytes")
        assert heard == [bytes([number]) * 60 for number in range(50)]
        # The central leaves; both sides learn it. Then the board is as reachable as before.
        ended = asyncio.get_running_loop().create_future()
        theirs.on("disconnection", ended.set_result)
        await peer.connection.disconnect()
        await soon(ended, "the end at the peripheral's side")
        board = await Board.connect(central, CUBE)
        assert await board.ask("0b84")
        measured("a read of 200 bytes and 50 notifications in order")


async def test_extended_advertising():
    """A host advertises 600 bytes in an extended set; another hears all of it and connects."""
    async with Simulator("turning.yaml") as simulator:
        peripheral = await simulator.host("peripheral", "F1:11:11:11:11:11")
        central = await simulator.host("central")
        payload = bytes(AdvertisingData([
            (AdvertisingData.COMPLETE_LOCAL_NAME, b"extended"),
            *((AdvertisingData.MANUFACTURER_SPECIFIC_DATA, b"\xff\xff" + bytes([n]) * 190)
              for n in range(3)),
        ]))
        parameters = AdvertisingParameters()
        parameters.advertising_event_properties.is_legacy = False
        parameters.advertising_event_properties.is_connectable = True
        parameters.advertising_event_properties.is_scannable = False
        one = await peripheral.create_advertising_set(
            advertising_parameters=parameters, auto_start=False)
        # Bumble sends only what fits a command; these are the first, the middle and the last part.
        for operation, start in ((1, 0), (0, 250), (2, 500)):
            await peripheral.send_sync_command(
                hci.HCI_LE_Set_Extended_Advertising_Data_Command(
                    advertising_handle=one.advertising_handle, operation=operation,
                    fragment_preference=1, advertising_data=payload[start : start + 250]))
        await one.start()
        # Nor does it put reports together: each has up to 229 bytes, all but the last say "more".
        reports = []
        central.host.on("advertising_report", reports.append)
        whole = []

        def complete():
            whole.clear()
            for report in reports:
                if report.address == Address("F1:11:11:11:11:11"):
                    assert not report.event_type & 0x10, "it is no legacy advertisement"
                    whole.append(report.data)
                    if report.event_type >> 5 & 3 == 0:
                        return True
            return False

        async with Advertisements(central) as heard:
            await until(complete, "the last part of an extended advertisement")
            assert heard.of("F1:11:11:11:11:11")[0].data.get(
                AdvertisingData.Type.COMPLETE_LOCAL_NAME) == "extended"
        assert b"".join(whole) == payload
        connection = await soon(central.connect("F1:11:11:11:11:11"), "a link to the set")
        await connection.disconnect()
        measured(f"{len(payload)} bytes in {len(whole)} reports of one advertisement")
