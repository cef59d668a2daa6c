"""docs/guides/field-failures.md with a client of one's own: each shipped scenario without its clients, and a
Bumble host that does what the guide says a client must do."""

import asyncio
import contextlib

import bumble.core
from bumble import hci

from board import Board
from field import (
    CONNECTION_LOST, SAMPLE, Air, download, download_all, find, heard, length, link, record, stop, stream,
)
from harness import Advertisements, measured, soon, until

# In a second of 50 Hz; the first ones of a stream come later.
FIFTY = range(46, 51)


async def test_the_stream_does_not_resume():
    async with Air("stream-does-not-resume.yaml") as air:
        host = await air.host()
        address = await find(host)
        board = await Board.connect(host, address)
        uid = (await board.ask("0b84"))[6]
        await stream(board)
        assert await heard(board, SAMPLE, 1) in FIFTY
        await soon(board.ended, "the end of the link by the reset")
        board = await Board.connect(host, address)
        assert (await board.ask("0b84"))[6] == uid + 1
        assert await heard(board, SAMPLE, 3) == 0
        await stream(board)
        assert await heard(board, SAMPLE, 2) in range(96, 101)


async def test_the_download_is_cut():
    """Two cuts, three readouts: every entry is there, and once when the doubled ones are dropped."""
    async with Air("download-cut.yaml") as air:
        host = await air.host()
        address = await find(host)
        board = await Board.connect(host, address, **link(45, 720))
        await record(board, "08")
        await air.at(22)
        await board.write("0b0100,030100,03020001")
        total = await length(board)
        found = []
        board, links = await download_all(host, address, board, found, **link(45, 720))
        assert await length(board) == 0
        assert links == 3, "not both cuts fell into the download"
        # The length counts the header of each page of 127 entries too.
        assert len(set(found)) == total - -(-total // 128)
        measured(f"{links} links, {len(found)} entries came, {len(set(found))} of them different")


async def test_the_client_is_gone():
    """The scripted phone stays in the file and vanishes; the host is somebody who looks for the board then."""
    async with Air("half-open-client-gone.yaml", **{"no-clients": False}) as air:
        host = await air.host()
        await air.at(7)
        async with Advertisements(host) as found:
            # The board holds on to the link until its supervision timeout, at 12 s.
            await air.at(10.5)
            assert not found.all, "the board is on the air"
            await until(lambda: found.all, "an advertisement")
            # From then on it advertises again, once a second.
            assert 12 < air.now < 13
            measured(f"heard again at {air.now:.1f} s")
            address = str(found.all[0].address)
        # The phone may be there first; it leaves soon.
        board = await Board.connect(host, address)
        assert await board.ask("0180")


async def test_the_board_is_gone():
    async with Air("half-open-board-gone.yaml") as air:
        host = await air.host()
        other = await air.host("tablet")
        address = await find(host)
        board = await Board.connect(host, address, **link())
        assert await board.ask("118c")
        await air.at(5.5)
        assert not board.ended.done()
        board.received.clear()
        # Accepted, and nobody has it.
        await board.write("0203001f1f0000320000f401000000ff,020101,118c")
        async with Advertisements(other) as found:
            await found.wait_for(address)
            assert not board.ended.done(), "the client's side knew before the board was on the air"
        assert await soon(board.ended, "the supervision timeout") == CONNECTION_LOST
        assert not board.received
        board = await Board.connect(host, address, **link())
        assert (await board.ask("118c"))[2] >= 90


async def test_a_module_does_not_answer():
    async with Air("module-does-not-answer.yaml") as air:
        host = await air.host()
        address = await find(host)
        board = await Board.connect(host, address)
        await board.write("1280")
        assert await board.ask("1180")
        assert await heard(board, "1280", 2) == 0
        await board.disconnect()
        await air.at(9)
        board = await Board.connect(host, address)
        assert len(await board.ask("1280")) > 2


async def test_a_module_is_slow():
    async with Air("module-slow.yaml") as air:
        host = await air.host()
        board = await Board.connect(host, await find(host))
        await board.write("0b84")
        asked = air.now
        assert await board.ask("0180")
        assert not [packet for packet in board.received if packet.startswith(b"\x0b")]
        await board.next("0b84")
        # The board's two seconds, and the link's next event.
        assert 2 <= air.now - asked < 2.05
        measured(f"the log's answer after {air.now - asked:.3f} s")


async def test_the_log_is_nearly_full():
    async with Air("log-nearly-full.yaml") as air:
        host = await air.host()
        board = await Board.connect(host, await find(host))
        information = await board.ask("0b80")
        # Loggers, then entries (protocol, core 6).
        capacity = int.from_bytes(information[5:9], "little")
        before = await length(board)
        assert 0.98 * capacity < before < capacity
        await record(board, "08")
        await asyncio.sleep(8)
        assert await length(board) == capacity
        await board.write("0b0100,030100,03020001,0b09ffffffff")
        await until_empty(board)
        await board.write("0b0101,03020100,030101")
        await asyncio.sleep(3)
        count = await length(board)
        # Two entries of each of 150 samples, and the header of each page.
        assert count in range(300, 305)
        measured(f"{before} of {capacity} entries, then full; cleared, {count} in 3 s")


async def until_empty(board):
    for _ in range(200):
        if await length(board) == 0:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the log is not cleared")


async def test_the_tick_wraps():
    async with Air("tick-wrap.yaml") as air:
        host = await air.host()
        board = await Board.connect(host, await find(host))
        first = await board.ask("0b84")
        reference = int.from_bytes(first[2:6], "little")
        await record(board)
        await air.at(16)
        await board.write("0b0100,030100,03020001,0b1001")
        last = await board.ask("0b84")
        assert int.from_bytes(last[2:6], "little") < reference and last[6] == first[6]
        found = []
        assert await download(board, found)
        ticks = [tick for logger, tick, _ in found if logger & 0x1F == 0]
        assert min(ticks) < 1 << 20 and max(ticks) > 0xFFFF_0000
        ages = [((tick - reference) % (1 << 32)) * 48 / 32768 for tick in ticks]
        steps = [later - earlier for earlier, later in zip(ages, ages[1:])]
        # Ticks of 1.46 ms.
        assert all(abs(step - 0.02) < 0.0025 for step in steps)
        measured(f"{len(ticks)} samples over the wrap, {min(steps):.4f} to {max(steps):.4f} s apart")


async def test_double_connect():
    async with Air("double-connect.yaml") as air:
        first, second = await air.host("first"), await air.host("second")
        address = await find(first)
        board = await Board.connect(first, address)
        # The double tap, and the other phone: neither gets a link.
        for host in (first, second):
            with contextlib.suppress(bumble.core.BaseBumbleError, asyncio.TimeoutError, hci.HCI_Error):
                await host.connect(address, timeout=2)
                raise AssertionError("a second link")
        await stream(board)
        assert await heard(board, SAMPLE, 1) in FIFTY
        await board.disconnect()
        board = await Board.connect(second, address)
        assert await heard(board, SAMPLE, 1) in FIFTY, "nobody asked for them"
        await stop(board)
        await asyncio.sleep(0.5)
        assert await heard(board, SAMPLE, 1) == 0


async def test_more_than_the_link_carries():
    async with Air("notification-burst.yaml") as air:
        host = await air.host()
        address = await find(host)
        board = await Board.connect(host, address, **link(50))
        await board.write("03032b02,13032b00,030401,130401,03020100,13020100,030101,130101")
        await asyncio.sleep(1)
        fast = await heard(board, "", 4) / 4
        # Six commands need two connection events, and a link that ends takes with it what still waits.
        await board.write("030100,130100,03020001,13020001,030400,130400")
        await asyncio.sleep(0.5)
        await board.disconnect()
        board = await Board.connect(host, address, **link(7.5))
        await board.write("03032a02,13032a00,030501,130501,03020100,13020100,030101,130101")
        await asyncio.sleep(1)
        packed = await heard(board, "", 4) * 3 / 4
        measured(f"{fast:.0f} notifications a second of 1600; packed {packed:.0f} samples of 800")
        # Three in each event of the link.
        assert fast == 60
        assert 790 < packed <= 800


async def test_low_battery():
    async with Air("low-battery.yaml") as air:
        host = await air.host()
        address = await find(host)
        board = await Board.connect(host, address)
        # The alarm: a red light; then what is set up anew at each boot.
        await board.write("0f0200", with_response=True)
        await macro(board, "020301021f1f0000f4010000e803000002", "020101")
        await board.write("0f0201", with_response=True)
        await macro(board, "0902110cff00061014", "0a020903000f0501", "0a0300")
        await board.write("0f0501")
        await board.disconnect()
        await air.at(60)
        board = await Board.connect(host, address)
        assert (await board.ask("118c"))[2] == 8
    alarms = air.run.trace.count("event 0 > 0f 05 00")
    assert alarms == 12
    measured(f"{alarms} alarms, some of them after the brown-out")


async def macro(board, *commands):
    """The commands of a macro that has begun."""
    await board.next("0f02")
    for command in commands:
        await board.write("0f03" + command, with_response=True)
    await board.write("0f04", with_response=True)


async def test_notifications_of_before():
    async with Air("stale-notifications.yaml") as air:
        host = await air.host()
        address = await find(host)
        board = await Board.connect(host, address, **link())
        await stream(board)
        await air.at(7)
        assert await heard(board, SAMPLE, 1) == 0, "the link falters"
        await air.at(10)
        assert board.received and not board.ended.done()
        assert await soon(board.ended, "the end of the link") == CONNECTION_LOST
        board = await Board.connect(host, address, **link())
        assert await heard(board, SAMPLE, 1) in FIFTY, "nobody asked for them in this connection"
        await stop(board)
