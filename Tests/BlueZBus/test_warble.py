"""warble over bleak and BlueZ, as scripts of the metawear SDK have it."""

import queue
import sys

import pytest

from stand_in import HERE, PATIENCE

sys.path.insert(0, str(HERE.parents[1] / "Packaging" / "warble"))

from mbientlab.warble import Gatt  # noqa: E402

CUBE = "E1:00:00:00:00:01"
COMMAND, NOTIFICATION = (f"326a900{n}-85cb-9195-d9dd-464cfbbae75a" for n in (1, 6))


class Board:
    """A board by warble's calls, each with its end."""

    def __init__(self):
        self.gatt = Gatt(CUBE)
        self.ends = queue.Queue()
        self.gatt.on_disconnect(self.ends.put)
        self.received = queue.Queue()

    def wait(self, operation, *arguments):
        done = queue.Queue()
        operation(*arguments, done.put)
        error = done.get(timeout=PATIENCE)
        assert error is None, error

    def connect(self):
        self.wait(self.gatt.connect_async)
        packets = self.gatt.find_characteristic(NOTIFICATION)
        packets.on_notification_received(lambda value: self.received.put(bytes(value)))
        self.wait(packets.enable_notifications_async)

    def write(self, text):
        command = self.gatt.find_characteristic(COMMAND)
        self.wait(command.write_without_resp_async, bytes.fromhex(text))

    def ask(self, text):
        """Reads a register; the packet that comes next."""
        self.write(text)
        return self.received.get(timeout=PATIENCE)


@pytest.fixture
def radio(bus, monkeypatch):
    monkeypatch.setenv("BOARDSIM_RADIO", "bluez")


def test_a_notification_comes_once_however_many_links_were_lost(radio):
    board = Board()
    for _ in range(3):
        board.connect()
        # A second copy of an answer would come before the next one.
        assert [board.ask(text)[:2].hex() for text in ("0180", "0380", "1380")] == ["0180", "0380", "1380"]
        board.write("fe01")
        assert board.ends.get(timeout=PATIENCE) == 0x08
    board.connect()
    assert board.ask("0180")[:2].hex() == "0180"
    board.gatt.disconnect()
    assert board.ends.get(timeout=PATIENCE) == 0x16
