"""The USB port of a MetaMotion S, by pyserial on the pseudo-terminal: in real time, which a terminal has."""

import asyncio
import os

import pytest
import serial

from board import Board, MODULES
from harness import LONGEST, Simulator, boardsim, measured, until

CUBE = "E1:00:00:00:00:01"
SCENARIO = "guide.yaml"


class UsbBoard:
    """A board at the end of a serial line: packets in frames of 1F, length, payload, 0A."""

    def __init__(self, path):
        self.port = serial.Serial(str(path), 1_000_000, timeout=LONGEST)

    async def identification(self):
        self.port.write(b"?\n")
        return (await asyncio.to_thread(self.port.readline)).decode("ascii")

    def send(self, packet):
        self.port.write(bytes([0x1F, len(packet)]) + packet + b"\n")

    def _receive(self):
        head = self.port.read(2)
        assert len(head) == 2 and head[0] == 0x1F, f"no frame begins with {head.hex()}"
        body = self.port.read(head[1] + 1)
        assert len(body) == head[1] + 1 and body[-1:] == b"\n", f"no frame ends with {body.hex()}"
        return body[:-1]

    async def receive(self):
        return await asyncio.to_thread(self._receive)

    async def ask(self, packet):
        self.send(packet)
        return await self.receive()


def usb(path, board=None):
    """The radios of a run with a USB port."""
    return ["hci-unix", f"usb-pty:{path}" + (f":{board}" if board else "")]


async def opened(path):
    await until(lambda: os.path.islink(path), f"the link {path}")
    return UsbBoard(path)


async def test_identification_and_packets(tmp_path):
    path = tmp_path / "usb"
    async with Simulator(SCENARIO, radio=usb(path), speed=20):
        board = await opened(path)
        line = await board.identification()
        assert line.startswith("MbientLab Inc MetaMotionS 8 0.1 1.7.2 ") and line.endswith("\n")
        for module in MODULES:
            answer = await board.ask(bytes([module, 0x80]))
            assert answer[:2] == bytes([module, 0x80])
        assert (await board.ask(b"\xfe\x84")) == bytes.fromhex("fe8400000000")
        # 100 Hz of acceleration: all samples, in order of the board's own making.
        for packet in ("03032802", "030401", "03020100", "030101"):
            board.send(bytes.fromhex(packet))
        samples = [await board.receive() for _ in range(500)]
        assert {sample[:2] for sample in samples} == {b"\x03\x04"}
        assert {len(sample) for sample in samples} == {8}
        board.send(bytes.fromhex("030100"))
        board.send(bytes.fromhex("fe06"))
        board.port.close()
        measured(f"{len(samples)} samples over USB")
    assert not os.path.lexists(path)


async def test_one_host_at_a_time(tmp_path):
    path = tmp_path / "usb"
    async with Simulator(SCENARIO, radio=usb(path, "desk"), speed=20) as simulator:
        central = await simulator.host()
        over_the_air = await Board.connect(central, CUBE)
        board = await opened(path)
        assert (await board.identification()).startswith("MbientLab")
        board.send(b"\x01\x80")
        assert (await over_the_air.ask("01 80")).hex() == "01800000"
        await over_the_air.disconnect()
        assert (await board.ask(b"\x01\x80")).hex() == "01800000"
        board.port.close()
        # The closed port ends the session; the board is on the air again.
        again = await Board.connect(central, CUBE)
        await again.disconnect()


async def test_close_and_open_again(tmp_path):
    path = tmp_path / "usb"
    async with Simulator(SCENARIO, radio=usb(path), speed=20):
        for number in range(5):
            board = await opened(path)
            # Half a frame, which the next client must not suffer from.
            board.send(b"\xfe\x04" + bytes([number, 0, 0, 0]))
            assert (await board.ask(b"\xfe\x84")) == b"\xfe\x84" + bytes([number, 0, 0, 0])
            board.port.write(b"\x1f\xff\x01")
            board.port.flush()
            board.port.close()
            await asyncio.sleep(0.1)
        board = await opened(path)
        assert (await board.ask(b"\x01\x80")).hex() == "01800000"
        # Noise is skipped.
        board.port.write(b"hello\r\n\x00\x80\x1f\x00\n")
        assert (await board.ask(b"\x01\x80")).hex() == "01800000"
        board.port.close()


async def test_a_client_that_does_not_read(tmp_path):
    path = tmp_path / "usb"
    async with Simulator(SCENARIO, radio=usb(path), speed=100):
        board = await opened(path)
        for packet in ("0303ac02", "030401", "03020100", "030101"):
            board.send(bytes.fromhex(packet))
        await asyncio.sleep(1)
        # Far more came than the line holds; what is read is whole frames.
        board.send(bytes.fromhex("030100"))
        for _ in range(1000):
            assert (await board.receive())[:2] == b"\x03\x04"
        board.port.close()


@pytest.mark.parametrize("place, words", [
    ("usb-pty:", "the path is missing"),
    ("usb-pty:{}:nobody", "there is no board nobody"),
    ("usb-pty:/proc/none/usb", "No such file or directory"),
])
async def test_wrong_addresses(tmp_path, place, words):
    with pytest.raises(boardsim.BoardsimError) as error:
        async with Simulator(SCENARIO, radio=["hci-tcp", place.format(tmp_path / "usb")], speed=1):
            pass
    assert words in str(error.value)
