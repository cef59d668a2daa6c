"""The parts of small Bumble clients that face the boards of `Scenarios/field`: test_field.py, test_labs.py."""

import asyncio
import contextlib

import bumble.core
from bumble import hci
from bumble.device import ConnectionParametersPreferences

from board import Board
from harness import SCENARIOS, TICK, Advertisements, Simulator, until

FIELD = SCENARIOS.parents[2] / "Scenarios" / "field"
CONNECTION_LOST = 8
SAMPLE = "0304"


class Air(Simulator):
    """A run of a field scenario for a host in the place of the file's clients."""

    def __init__(self, name, **options):
        super().__init__(FIELD / name, options={"no-clients": True, "judge-client": True, **options})

    async def __aexit__(self, *exception):
        await super().__aexit__(*exception)
        if not exception[0]:
            found = self.run.findings
            assert not [each for each in found if each["severity"] == "error"], found

    async def at(self, second):
        """Waits for a second of the run."""
        await asyncio.sleep(second - self.now)

    def addresses(self, *names):
        """The addresses of these boards; without names, of all."""
        return [self.run.boards[name].address for name in names or self.run.boards]

    def warnings(self, board):
        """The rules about which the judge warned at a board, after the end."""
        return {each["rule"] for each in self.run.findings if each["board"] == board and each["severity"] != "note"}


# Links


async def find(host):
    """The address of the only board."""
    async with Advertisements(host, active=True) as heard:
        await until(lambda: heard.all, "an advertisement")
        return str(heard.all[0].address)


def link(interval_ms=15, timeout_ms=6000):
    """What a client asks for when it connects."""
    return {
        "connection_parameters_preferences": {
            hci.HCI_LE_1M_PHY: ConnectionParametersPreferences(
                connection_interval_min=interval_ms,
                connection_interval_max=interval_ms,
                max_latency=0,
                supervision_timeout=timeout_ms,
            )
        }
    }


async def attempt(host, address, seconds, **options):
    """A link to the board, or None if there is none within seconds."""
    with contextlib.suppress(bumble.core.BaseBumbleError, asyncio.TimeoutError, hci.HCI_Error):
        return await Board.connect(host, address, timeout=seconds, **options)


async def meet(host, address, **options):
    """Connects and asks what every client asks at first: the modules, and the log's clock."""
    board = await Board.connect(host, address, **options)
    await board.modules()
    await board.ask("0b84")
    return board


async def leave(board):
    """Ends the link when what was written last has arrived: a link takes with it what still waits."""
    await asyncio.sleep(0.5)
    await board.disconnect()


# Streams


async def stream(board):
    """Acceleration at 50 Hz, 8 g."""
    await board.write("03032702,030401,03020100,030101")


async def stop(board):
    await board.write("030100,03020001,030400")


async def heard(board, header, seconds):
    """How many packets come within seconds that begin so."""
    board.received.clear()
    await asyncio.sleep(seconds)
    return count(board, header)


def count(board, header=SAMPLE):
    """How many packets have come that begin so."""
    return sum(packet.startswith(bytes.fromhex(header)) for packet in board.received)


# Logs


async def record(board, eight_g="02"):
    """Starts a log of acceleration at 50 Hz; the chips of the S and the R have each their code for 8 g."""
    for chunk in ("60", "24"):
        await board.write(f"0b020304ff{chunk}")
        await board.next("0b02")
    await board.write(f"030327{eight_g},03020100,0b0101,030101")


async def end_recording(board):
    """Stops the accelerometer, then the log: a flush is only known to work while the log runs."""
    await board.write("030100,03020001,0b1001,0b0100")


async def clear(board):
    """Stops what an earlier client has left, and drops all entries and loggers, at once."""
    await board.write("030100,03020001,0b0100,0b09ffffffff,0b0a")


async def length(board):
    """How many entries the log has."""
    return int.from_bytes((await board.ask("0b85"))[2:6], "little")


async def until_recording(board):
    """Waits until the length rises, every 2 s for at most 90 s: only that proves that a board records."""
    first = await length(board)
    for _ in range(45):
        await asyncio.sleep(2)
        # An empty page may count as one entry.
        if await length(board) > first + 1:
            return
    raise AssertionError("the board does not record")


async def until_flushed(board):
    """Waits until two answers about the length agree; 0 is none, because something was recorded."""
    await board.write("0b1001")
    await asyncio.sleep(0.3)
    before = 0
    for _ in range(20):
        now = await length(board)
        if before == now != 0:
            return
        before = now
        await asyncio.sleep(0.25)
    raise AssertionError("the recording does not reach the log")


def entries(packet):
    """(logger and reset uid, tick, value) of a notification of the log."""
    parts = [packet[i : i + 9] for i in range(2, len(packet) - 8, 9)]
    return [(part[0], int.from_bytes(part[1:5], "little"), part[5:]) for part in parts]


def samples(found, logger=0):
    """How many samples of a logger there are, once each, and the longest time between two in seconds."""
    ticks = sorted({tick for each, tick, _ in found if each & 0x1F == logger})
    return len(ticks), max((later - earlier for earlier, later in zip(ticks, ticks[1:])), default=0) * 48 / 32768


async def download(board, found):
    """Adds the entries of a readout to a list; whether it came to its end."""
    board.received.clear()
    # The clock first: ticks are nothing without a moment that is known.
    await board.ask("0b84")
    await board.write("0b0701,0b0d01,0b0801")
    entries_there = await length(board)
    if entries_there == 0:
        return True
    await board.write(f"0b06{entries_there.to_bytes(4, 'little').hex()}00000000")
    while not board.ended.done():
        while board.received:
            packet = board.received.pop(0)
            if packet.startswith(b"\x0b\x07"):
                found += entries(packet)
            elif packet.startswith(b"\x0b\x0d"):
                # It is stored, and may be freed.
                await board.write("0b0e")
            elif packet == bytes.fromhex("0b0800000000"):
                return True
        await asyncio.sleep(TICK)
    return False


async def download_all(host, address, board, found, **options):
    """Downloads over as many links as it takes: the board that has the last one, and how many there were."""
    links = 1
    while not await download(board, found):
        links += 1
        board = await Board.connect(host, address, **options)
    return board, links
