"""What becomes of the link: parameters, ends of all kinds, and coming back."""

import asyncio
import re
import struct
import time

import bluez
from board import FIRMWARE
from harness import CUBE, Simulator, check, command, measured, soon, until


@check
async def the_board_asks_for_parameters_and_the_kernel_agrees():
    """`11 09`: 15 ms, latency 0, 6 s (protocol, core 8)."""
    async with Simulator("turning.yaml") as simulator:
        board = await simulator.connect()
        # Units of 1.25 ms and 10 ms: 0C 00 is 15 ms, 58 02 is 6 s.
        await board.write("11090c000c0000005802")
        for _ in range(10):
            assert await board.ask("0b84")
    (line,) = simulator.traced("Connection Update Complete")
    assert "interval 15 ms" in line and "timeout 6000 ms" in line, line


@check
async def five_links_one_after_the_other():
    async with Simulator("turning.yaml") as simulator:
        board = await simulator.connect()
        times = []
        for _ in range(4):
            await soon(board.client.disconnect(), "the end of the link")
            began = time.monotonic()
            await board.connect()
            times.append(time.monotonic() - began)
            assert await board.ask("0180") == bytes.fromhex("01800000")
        measured(f"connected again within {max(times):.1f} s")


@check
async def the_boards_reset_ends_the_link():
    """`FE 01`: the board ends the link, boots, and is there again with another reset uid."""
    async with Simulator("turning.yaml") as simulator:
        board = await simulator.connect()
        before = (await board.ask("0b84"))[6]
        await board.write("fe01", response=False)
        await soon(board.lost.wait(), "the end of the link")
        await board.connect()
        assert (await board.ask("0b84"))[6] == (before + 1) % 8
    assert simulator.board("cube")["resets"] == 1


@check
async def a_lost_link_times_out_and_comes_back():
    """The radio is deaf for 7 s out of 12: supervision ends the link, and the board is found again."""
    async with Simulator("bad-radio.yaml", speed=4) as simulator:
        board = await simulator.connect()
        await soon(board.lost.wait(), "the supervision timeout", 40)
        value = None
        for _ in range(20):
            try:
                await board.connect()
                value = await board.read(FIRMWARE)
                break
            except Exception as error:  # The radio may be deaf again, also between the two.
                measured(type(error).__name__)
        assert value == b"1.7.2"
    lines = simulator.traced("< Disconnection Complete.*timeout")
    assert lines, "no link ended by supervision"
    measured(re.sub(".*Disconnection", "Disconnection", lines[0]))


@check
async def two_adapters_share_the_air():
    """Two boards of the kernel's: each connects to another board, at once."""
    async with Simulator("models.yaml", radios=("vhci", "vhci")) as simulator:
        assert len(set(simulator.adapters)) == 2
        first, second = await asyncio.gather(
            simulator.connect("E3:00:00:00:00:01", adapter=simulator.adapters[0]),
            simulator.connect("E3:00:00:00:00:03", adapter=simulator.adapters[1]))
        answers = await asyncio.gather(first.ask("0180"), second.ask("0180"))
        assert answers == [bytes.fromhex("01800000")] * 2, answers


@check
async def three_links_of_one_adapter():
    async with Simulator("models.yaml") as simulator:
        boards = [await simulator.connect(f"E3:00:00:00:00:0{each}") for each in (1, 2, 3)]
        answers = await asyncio.gather(*(board.ask("0b84") for board in boards))
        assert all(each[:2] == b"\x0b\x84" for each in answers), answers


@check
async def the_end_of_boardsim_ends_link_and_adapter():
    async with Simulator("turning.yaml") as simulator:
        board = await simulator.connect()
        await simulator.end()
        await soon(board.lost.wait(), "the end of the link")
        assert bluez.adapter_path(simulator.adapters[0]) not in await bluez.objects()


@check
async def power_off_and_on():
    async with Simulator("turning.yaml") as simulator:
        adapter = simulator.adapters[0]
        board = await simulator.connect()
        await bluez.power(adapter, False)
        await soon(board.lost.wait(), "the end of the link")
        await bluez.power(adapter, True)
        await board.connect()
        assert await board.ask("0180") == bytes.fromhex("01800000")


@check
async def a_blocked_radio():
    """rfkill, as of a laptop's key: the adapter goes off, and comes back."""
    async with Simulator("turning.yaml") as simulator:
        adapter = simulator.adapters[0]
        board = await simulator.connect()
        _rfkill(True)
        await soon(board.lost.wait(), "the end of the link")
        await until(lambda: _is_off(adapter), "the adapter to be off")
        _rfkill(False)
        await until(lambda: _powered(adapter), "the adapter to be back")
        await board.connect()
        assert await board.ask("0180") == bytes.fromhex("01800000")


def _rfkill(blocked):
    # struct rfkill_event: of any index, type Bluetooth, operation "change all".
    with open("/dev/rfkill", "wb", buffering=0) as device:
        device.write(struct.pack("<IBBBB", 0, 2, 3, blocked, 0))


async def _is_off(adapter):
    return not await bluez.get(bluez.adapter_path(adapter), "org.bluez.Adapter1", "Powered")


async def _powered(adapter):
    if await bluez.get(bluez.adapter_path(adapter), "org.bluez.Adapter1", "Powered"):
        return True
    try:
        await bluez.power(adapter, True)
    except bluez.BlueZError:
        return False
    return False


@check
async def a_reset_of_the_controller():
    """`hciconfig hci0 reset` takes the adapter down and up behind bluetoothd's back."""
    async with Simulator("turning.yaml") as simulator:
        adapter = simulator.adapters[0]
        board = await simulator.connect()
        out = await command("hciconfig", adapter, "reset")
        assert out == "", out
        await soon(board.lost.wait(), "the end of the link")
        await until(lambda: _powered(adapter), "the adapter to be back")
        await board.connect()
        assert await board.ask("0180") == bytes.fromhex("01800000")
