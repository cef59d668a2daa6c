"""What each of the five sends and prints; packets are those of docs/protocol/registers.md."""

import threading
import sys

COMMAND, NOTIFICATION = (f"326a900{digit}-85cb-9195-d9dd-464cfbbae75a" for digit in "16")
# Acceleration of a BMI270 at 100 Hz and ±2 g.
START = [bytes.fromhex(packet) for packet in ("0380", "0303a800", "030401", "03020100", "030101")]
# Its end, and a question: once it is answered, all that came before has arrived.
STOP = [bytes.fromhex(packet) for packet in ("030100", "03020001", "030400", "0180")]
LAST = "0180"


def notified(packet):
    """Prints a packet of the board; whether it is the last one."""
    print("notified", packet.hex(), flush=True)
    return packet.hex().startswith(LAST)


def when_told(action):
    """Calls a function, in another thread, when the test writes a line."""

    def wait():
        if sys.stdin.readline():
            action()

    threading.Thread(target=wait, daemon=True).start()
