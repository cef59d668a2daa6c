"""The Attribute Protocol over a socket of the kernel's (L2CAP, fixed channel 4), past bluetoothd."""

import ctypes
import os
import select
import socket
import struct
import time

AF_BLUETOOTH, BTPROTO_L2CAP, ATT_CHANNEL = 31, 0, 4
PUBLIC, RANDOM = 1, 2


def _place(address, kind):
    octets = bytes.fromhex(address.replace(":", ""))[::-1]
    return struct.pack("<HH6sHBx", AF_BLUETOOTH, 0, octets, ATT_CHANNEL, kind)


class Link:
    """A link with an ATT bearer on it."""

    def __init__(self, own, peer, peer_kind=RANDOM, own_kind=PUBLIC):
        # Python's own socket addresses cannot say that an address is random.
        libc = ctypes.CDLL(None, use_errno=True)
        self.socket = socket.socket(AF_BLUETOOTH, socket.SOCK_SEQPACKET, BTPROTO_L2CAP)
        for function, place in (
                (libc.bind, _place(own, own_kind)), (libc.connect, _place(peer, peer_kind))):
            if function(self.socket.fileno(), place, len(place)) < 0:
                error = ctypes.get_errno()
                raise OSError(error, os.strerror(error))
        self.notified = []

    def close(self):
        self.socket.close()

    def receive(self, seconds):
        """The next response; notifications on the way are kept."""
        deadline = time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([self.socket], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                return None
            pdu = self.socket.recv(1024)
            if not pdu:
                raise ConnectionError("the link has ended")
            if pdu[0] == 0x1B:
                self.notified.append(pdu[3:])
                return pdu
            if pdu[0] in (0x02, 0x04, 0x06, 0x08, 0x0A, 0x10):
                # The board asks as a client: there is no server here.
                self.socket.send(struct.pack("<BBHB", 1, pdu[0], 1, 6))
                continue
            return pdu

    def ask(self, pdu, seconds=10):
        """A request and its response."""
        self.socket.send(pdu)
        deadline = time.monotonic() + seconds
        while True:
            response = self.receive(deadline - time.monotonic())
            if response is None:
                raise TimeoutError(f"no response to {pdu.hex()}")
            if response[0] != 0x1B:
                return response

    def characteristics(self):
        """Value handles by UUID, in hex."""
        found, start = {}, 1
        while start <= 0xFFFF:
            response = self.ask(struct.pack("<BHHH", 0x08, start, 0xFFFF, 0x2803))
            if response[0] == 1:
                break
            size = response[1]
            for at in range(2, len(response), size):
                declaration, _, value = struct.unpack_from("<HBH", response, at)
                found[response[at + 5:at + size][::-1].hex()] = value
                start = declaration + 1
        return found


def mtu(own, peer):
    """What the board answers to a client that would take 517 bytes."""
    link = Link(own, peer)
    try:
        response = link.ask(struct.pack("<BH", 0x02, 517))
        assert response[0] == 0x03, response.hex()
        return struct.unpack_from("<H", response, 1)[0]
    finally:
        link.close()


def session(own, peer):
    """Round trips of reads and a burst of answers; figures."""
    link = Link(own, peer)
    try:
        handles = link.characteristics()
        command = handles["326a900185cb9195d9dd464cfbbae75a"]
        notification = handles["326a900685cb9195d9dd464cfbbae75a"]
        firmware = handles["2a26"]
        began = time.monotonic()
        for _ in range(30):
            assert link.ask(struct.pack("<BH", 0x0A, firmware))[1:] == b"1.7.2"
        figures = {"round trip": (time.monotonic() - began) / 30, "interval": 0.03}
        assert link.ask(struct.pack("<BHH", 0x12, notification + 1, 1)) == b"\x13"
        # 300 questions without a response: each is answered with one notification.
        link.notified.clear()
        began = time.monotonic()
        for _ in range(300):
            link.socket.send(struct.pack("<BH", 0x52, command) + b"\x01\x80")
        while len(link.notified) < 300 and link.receive(5) is not None:
            pass
        figures["notifications"] = len(link.notified) / (time.monotonic() - began)
        figures["lost"] = 300 - len(link.notified)
        return figures
    finally:
        link.close()
