"""A firmware update over the air, by a legacy DFU client of our own."""

from bumble.core import AdvertisingData

from board import Board
from dfu import DFU, Bootloader, image, init_packet
from harness import Advertisements, Simulator, measured, soon

CUBE = "E1:00:00:00:00:01"
SCENARIO = "guide.yaml"


async def jump(host):
    """From the application to the bootloader."""
    board = await Board.connect(host, CUBE)
    before = await board.information()
    await board.write("fe 02")
    await soon(board.ended, "the end of the link after FE 02")
    return before


async def test_update():
    data = image(40_004, "1.7.9")
    async with Simulator(SCENARIO) as simulator:
        host = await simulator.host()
        before = await jump(host)
        async with Advertisements(host) as heard:
            found = await heard.wait_for(
                CUBE, lambda each: each.data.get(AdvertisingData.COMPLETE_LOCAL_NAME) == "MetaBoot")
            services = found.data.get(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS)
            assert services == [DFU]
        boot = await Bootloader.connect(host, CUBE)
        assert (await soon(boot.version.read_value(), "the version")).hex() == "0800"
        assert [await boot.text(uuid) for uuid in (0x2A27, 0x2A24, 0x2A26)] == ["0.1", "8", "0.4.0"]
        await boot.update(data)
        board = await Board.connect(host, CUBE)
        after = await board.information()
        assert after == {**before, "firmware": "1.7.9"}
        assert (await board.ask("01 80")).hex() == "01800000"
        await board.disconnect()
        measured(f"{len(data)} bytes of image; {before['firmware']} became {after['firmware']}")
    assert simulator.board("desk")["firmware"] == "1.7.9"


async def test_a_lost_link_and_a_bad_image():
    data = image(4_000, "1.7.9")
    async with Simulator(SCENARIO) as simulator:
        host = await simulator.host()
        await jump(host)
        boot = await Bootloader.connect(host, CUBE)
        await boot.update(data, packets=48)
        await soon(boot.connection.disconnect(), "the end of the link")
        # The update is pending: only a reset gets past it.
        boot = await Bootloader.connect(host, CUBE)
        assert await boot.begin(len(data)) == "10 01 02"
        await boot.leave("06")
        boot = await Bootloader.connect(host, CUBE)
        # A checksum that does not fit.
        assert await boot.begin(len(data)) == "10 01 01"
        await boot.tell("02 00")
        await boot.send(init_packet(data[:-1]))
        await boot.tell("02 01")
        assert await boot.notice() == "10 02 01"
        await boot.tell("03")
        await boot.send(data)
        assert await boot.notice() == "10 03 01"
        await boot.tell("04")
        assert await boot.notice() == "10 04 05"
        await boot.leave("06")
        boot = await Bootloader.connect(host, CUBE)
        await boot.update(data)
        board = await Board.connect(host, CUBE)
        assert (await board.information())["firmware"] == "1.7.9"
        await board.disconnect()


async def test_the_bootloader_outlives_the_run(tmp_path):
    data = image(4_000, "1.8.0")
    state = {"state": str(tmp_path)}
    async with Simulator(SCENARIO, options=state) as simulator:
        host = await simulator.host()
        await jump(host)
        boot = await Bootloader.connect(host, CUBE)
        await boot.update(data, packets=48)
    async with Simulator(SCENARIO, options=state) as simulator:
        host = await simulator.host()
        boot = await Bootloader.connect(host, CUBE)
        await boot.update(data)
    async with Simulator(SCENARIO, options=state) as simulator:
        host = await simulator.host()
        board = await Board.connect(host, CUBE)
        assert (await board.information())["firmware"] == "1.8.0"
        await board.disconnect()
