"""A board as a real GATT peripheral: boardsim registers it at bluetoothd, on the second of two adapters,
and a central meets it from the first one.

The adapters are either two controllers of one virtual radio of ours, or of BlueZ's own emulator.
"""

import asyncio
import contextlib
import signal
import subprocess

import bluez
import truth
from bleak.exc import BleakGATTProtocolError
from dbus_fast import Variant
from board import FIRMWARE, Board
from gatt import SERVICES, stream
from harness import Simulator, check, measured, soon, until
from sdk import session, true

ANSWER = bytes.fromhex("01800000")
CAP_COMMAND, CAP_ANSWERS = (f"6e40000{n}-b5a3-f393-e0a9-e50e24dcca9e" for n in (2, 3))
# Protocol, triki 1.4: 104 samples a second.
CAP_START, CAP_STOP = bytes.fromhex("201000d007680003"), bytes.fromhex("20000000000000")


@contextlib.asynccontextmanager
async def ours():
    """Two controllers of one virtual radio."""
    async with Simulator("models.yaml", radios=("vhci", "vhci")) as air:
        yield air.adapters


@contextlib.asynccontextmanager
async def emulated():
    """Two controllers of btvirt, LE with legacy advertising."""
    before = set(await bluez.objects())
    process = subprocess.Popen(
        ["btvirt", "-L", "-l2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    async def adapters():
        return sorted(
            path for path, interfaces in (await bluez.objects()).items()
            if path not in before and interfaces.get("org.bluez.Adapter1", {}).get("Powered"))

    try:
        paths = await until(lambda: _two(adapters), "two adapters of btvirt")
        yield [path.rpartition("/")[2] for path in paths]
    finally:
        process.terminate()
        process.wait()


async def _two(adapters):
    found = await adapters()
    return found if len(found) == 2 else None


@contextlib.asynccontextmanager
async def peripheral(radio, scenario="turning.yaml", names=("",)):
    """Boards on the second adapter, by their names if there are several; the run, and the first adapter."""
    async with radio() as (central, other):
        radios = tuple(f"bluez:{other}" + (name and f":{name}") for name in names)
        async with Simulator(scenario, radios=radios) as run:
            yield run, central
        for adapter in (central, other):
            await bluez.forget_all(adapter)


def whole(board):
    """Holds the services that a client sees against those of the board."""
    found = {
        service.uuid: sorted(each.uuid for each in service.characteristics)
        for service in board.client.services}
    for uuid, characteristics in SERVICES.items():
        assert found.get(uuid) == sorted(characteristics), f"{uuid} is not whole: {found}"


async def complete(board, adapter):
    """All services are there, for bluetoothd and for bleak.

    Where one bluetoothd is both sides and the air takes no time, it reads the battery of the device it has just
    found, and so calls the board, before it has told anybody of the services: it then tells that they are
    resolved first, and of the services afterwards. bleak has looked by then, and has to look again.
    """
    path = bluez.device_path(adapter, board.address)

    async def there():
        return {
            interfaces["org.bluez.GattCharacteristic1"]["UUID"]
            for each, interfaces in (await bluez.objects()).items()
            if each.startswith(path + "/") and "org.bluez.GattCharacteristic1" in interfaces}

    wanted = {uuid for characteristics in SERVICES.values() for uuid in characteristics}

    async def all_there():
        return wanted <= await there()

    await until(all_there, "all characteristics of the board")
    if not wanted <= {each.uuid for each in board.client.services.characteristics.values()}:
        measured("bleak looked before bluetoothd had told of all")
        await board.look_again()
    whole(board)


async def meets(radio):
    async with peripheral(radio) as (run, central):
        async with Board(run.addresses[0], central, subscribe=False) as board:
            await complete(board, central)
            await board.start_notify()
            assert await board.read(FIRMWARE) == b"1.7.2"
            assert await board.ask("0180") == ANSWER
            await stream(board, 600)
        async with Board(run.addresses[0], central, subscribe=False) as board:
            assert await board.read(FIRMWARE) == b"1.7.2"
    assert run.report["boards"][0]["notificationsDropped"] == 0


@check
async def a_central_meets_the_board_on_our_radio():
    await meets(ours)


@check
async def a_central_meets_the_board_on_btvirt():
    await meets(emulated)


@check
async def the_sdk_streams_from_the_board_on_our_radio():
    async with peripheral(ours) as (run, central):
        found = await session(run, "stream", run.addresses[0], adapter=central)
    true(run, found["acceleration"], "acceleration", truth.acceleration, 1.5 / 4096)
    true(run, found["rotation"], "rotation", truth.rotation, 0.2)


def own(number):
    return f"b0a2d51d-{number:04x}-4e61-9b7c-3a5f0c6e1d00"


@check
async def descriptors_indications_and_long_writes():
    async with peripheral(ours, "values.yaml") as (run, central):
        async with Board(run.addresses[0], central, subscribe=False) as board:
            client = board.client
            note = client.services.get_characteristic(own(5)).get_descriptor(
                "00002901-0000-1000-8000-00805f9b34fb")
            assert await soon(client.read_gatt_descriptor(note), "a descriptor") == b"Note"
            await soon(client.write_gatt_descriptor(note, b"Another"), "the write of it")
            assert await soon(client.read_gatt_descriptor(note), "it again") == b"Another"
            # 510 bytes are the most: bluetoothd 5.66 counts the handle as well (gatt-server.c, write_cb;
            # later: "Fix not allowing valid attribute writes").
            most = bytes(each & 0xFF for each in range(510))
            await soon(client.write_gatt_char(own(5), most, response=True), "a write of 510 bytes")
            assert await board.read(own(5)) == most
            # What is prepared in two parts, and compared, is written as a whole.
            where = client.services.get_characteristic(own(5)).obj[0]
            for offset, part in ((0, bytes(300)), (300, b"\xff" * 200)):
                await bluez.call(
                    where, "org.bluez.GattCharacteristic1", "WriteValue", "aya{sv}", part,
                    {"type": Variant("s", "reliable"), "offset": Variant("q", offset)})
            assert (await board.read(own(5)))[:500] == bytes(300) + b"\xff" * 200
            heard = []
            await soon(client.start_notify(own(4), lambda _, value: heard.append(bytes(value))),
                       "the subscription to indications")
            for value in (b"1234", b"2345", b"3456"):
                await soon(client.write_gatt_char(own(4), value, response=True), "a write")
                await until(lambda: heard and heard[-1] == value, "its indication")
            await soon(client.stop_notify(own(4)), "the end of the subscription")
            assert heard == [b"1234", b"2345", b"3456"], heard
            # Those that bluetoothd hands on; it sends Unlikely Error for others.
            for code in (0x02, 0x06, 0x08, 0x0D, 0x80, 0x9F):
                try:
                    await board.read(own(0x100 + code))
                except BleakGATTProtocolError as error:
                    assert error.code == code, f"{code:#x} became {error}"
                else:
                    raise AssertionError(f"no error {code:#x}")


@check
async def two_boards_share_an_adapter():
    """A central sees one device with the services of both, and uses both on one link."""
    async with peripheral(ours, "two-kinds.yaml", ("desk", "cap")) as (run, central):
        assert len(set(run.addresses)) == 1, run.addresses
        async with Board(run.addresses[0], central) as board:
            whole(board)
            assert await board.ask("0180") == ANSWER
            heard = []
            await soon(board.client.start_notify(
                CAP_ANSWERS, lambda _, value: heard.append(bytes(value)),
                bluez={"use_start_notify": True}), "the subscription to the cap")
            await soon(board.client.write_gatt_char(
                CAP_COMMAND, CAP_START, response=False), "the start of the cap's stream")
            await until(lambda: len(heard) > 20, "the cap's samples")
            assert await board.ask("0180") == ANSWER
            await soon(board.client.write_gatt_char(
                CAP_COMMAND, CAP_STOP, response=False), "the end of the cap's stream")
    measured(f"{len(heard)} packets of the cap")


async def unlinked():
    return not any(
        interfaces.get("org.bluez.Device1", {}).get("Connected")
        for interfaces in (await bluez.objects()).values())


@check
async def the_board_outlives_bluetoothd():
    """The run goes on; the next daemon gets the board, and a central finds it."""
    async with peripheral(ours) as (run, central):
        board = Board(run.addresses[0], central)
        await board.__aenter__()
        assert await board.ask("0180") == ANSWER
        await bluez.kill_daemon(signal.SIGKILL)
        bluez.start_daemon()
        await bluez.ready(central)
        await until(lambda: any("is back" in line for line in run.errors), "a word of it")
        # The kernel keeps a link that nobody uses for two seconds more, and the next daemon takes the board for
        # connected, without services; who connects meanwhile loses that link.
        await until(unlinked, "the end of the link that was left")
        async with Board(run.addresses[0], central) as again:
            assert await again.ask("0180") == ANSWER


@check
async def the_boards_reset_ends_the_link_and_it_advertises_again():
    async with peripheral(ours) as (run, central):
        async with Board(run.addresses[0], central) as board:
            await board.write("fe01", response=False)
            await soon(board.lost.wait(), "the end of the link")
            await asyncio.sleep(1)
            await board.connect()
            assert await board.ask("0180") == ANSWER
    assert run.report["boards"][0]["resets"] == 1
    measured("by the firmware")
