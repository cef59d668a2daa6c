"""The Attribute Protocol in bytes, past Bumble's client: for what no proper client sends.

Opcodes and errors are those of the Bluetooth Core Specification, Vol 3, Part F, 3.4.
"""

import asyncio

from bumble.att import ATT_CID

from harness import soon

ERROR, NOTIFICATION, INDICATION, CONFIRMATION = 0x01, 0x1B, 0x1D, 0x1E
# Request: what answers it.
REQUESTS = {
    0x02: 0x03, 0x04: 0x05, 0x06: 0x07, 0x08: 0x09, 0x0A: 0x0B, 0x0C: 0x0D, 0x0E: 0x0F,
    0x10: 0x11, 0x12: 0x13, 0x16: 0x17, 0x18: 0x19, 0x20: 0x21,
}
COMMAND_BIT = 0x40
# What only a server sends, and the confirmation: a server answers none of them.
UNANSWERED = {ERROR, *REQUESTS.values(), NOTIFICATION, INDICATION, CONFIRMATION, 0x23}
ERRORS = {*range(0x01, 0x14), *range(0x80, 0xA0), *range(0xE0, 0x100)}


def word(number):
    """Two bytes, the low one first."""
    return number.to_bytes(2, "little")


class RawAtt:
    """Takes ATT over from Bumble on all of a host's links; one request at a time."""

    def __init__(self, host, connection):
        self.connection = connection
        self.notifications = []
        self.indications = []
        self.confirming = True
        self._answers = asyncio.Queue()
        host.l2cap_channel_manager.register_fixed_channel(ATT_CID, self._receive)

    def _receive(self, connection_or_handle, pdu):
        if pdu[0] == NOTIFICATION:
            self.notifications.append(pdu[1:])
        elif pdu[0] == INDICATION:
            self.indications.append(pdu[1:])
            if self.confirming:
                self.send(bytes([CONFIRMATION]))
        else:
            self._answers.put_nowait(pdu)

    def send(self, pdu):
        self.connection.send_l2cap_pdu(ATT_CID, pdu)

    async def ask(self, pdu):
        """Sends a request; its answer."""
        assert self._answers.empty(), f"unasked: {self._answers.get_nowait().hex()}"
        self.send(pdu)
        return await soon(self._answers.get(), f"the answer to {pdu.hex()}")

    async def refusal(self, pdu):
        """Sends a request that is refused; (the handle that the error names, its code)."""
        answer = await self.ask(pdu)
        assert answer[0] == ERROR, f"{pdu.hex()} was answered by {answer.hex()}"
        assert answer[1] == pdu[0] and len(answer) == 5, answer.hex()
        return int.from_bytes(answer[2:4], "little"), answer[4]

    async def write(self, handle, value):
        answer = await self.ask(b"\x12" + word(handle) + value)
        assert answer == b"\x13", answer.hex()

    async def read(self, handle):
        answer = await self.ask(b"\x0a" + word(handle))
        assert answer[0] == 0x0B, answer.hex()
        return answer[1:]


def check_answer(pdu, answer, mtu):
    """Holds an answer to any request, well formed or not, against what a server may say."""
    assert len(answer) <= mtu, f"{len(answer)} bytes at an MTU of {mtu}"
    if answer[0] == ERROR:
        assert len(answer) == 5 and answer[1] == pdu[0] and answer[4] in ERRORS, (
            f"{pdu.hex()} was answered by {answer.hex()}")
        assert pdu[0] in REQUESTS or answer[4] == 0x06, (
            f"{pdu.hex()}: an unknown request is not supported, not {answer[4]:#04x}")
    else:
        assert answer[0] == REQUESTS.get(pdu[0]), f"{pdu.hex()} was answered by {answer.hex()}"


class RandomRequests:
    """Well-formed and malformed PDUs from a seed."""

    def __init__(self, chance, handles, mtu, spared=frozenset()):
        self.chance = chance
        self.handles = handles
        self.mtu = mtu
        # Handles that are never written: what they do would end the test, not the server.
        self.spared = spared

    def handle(self):
        if self.chance.random() < 0.1:
            return self.chance.choice((0, 0xFFFF, self.chance.randrange(0x10000)))
        return self.chance.randrange(1, self.handles + 3)

    def value(self, longest):
        return self.chance.randbytes(self.chance.randrange(max(1, longest) + 1))

    def uuid(self):
        if self.chance.random() < 0.2:
            return self.chance.randbytes(16)
        return word(self.chance.choice(
            (0x2800, 0x2801, 0x2802, 0x2803, 0x2900, 0x2902, 0x2A00, 0x2A26, 0x2A19, 0x1234)))

    def well_formed(self, opcode):
        handle, chance = word(self.handle()), self.chance
        if opcode in (0x12, 0x16, 0x52, 0xD2):
            while int.from_bytes(handle, "little") in self.spared:
                handle = word(self.handle())
        first = self.handle()
        span = word(first) + word(min(0xFFFF, first + chance.randrange(40)))
        return bytes([opcode]) + {
            0x02: lambda: word(chance.choice((0, 22, 23, self.mtu, 517, 0xFFFF))),
            0x04: lambda: span,
            0x06: lambda: span + word(chance.choice((0x2800, 0x2803))) + self.value(16),
            0x08: lambda: span + self.uuid(),
            0x0A: lambda: handle,
            0x0C: lambda: handle + word(chance.choice((0, 1, 22, 100, 512, 513, 0xFFFF))),
            0x0E: lambda: b"".join(word(self.handle()) for _ in range(chance.randrange(2, 8))),
            0x10: lambda: span + self.uuid(),
            0x12: lambda: handle + self.value(self.mtu - 3),
            0x16: lambda: handle + word(chance.randrange(600)) + self.value(self.mtu - 5),
            0x18: lambda: bytes([chance.randrange(3)]),
            0x20: lambda: b"".join(word(self.handle()) for _ in range(chance.randrange(2, 8))),
            0x52: lambda: handle + self.value(self.mtu - 3),
            0xD2: lambda: handle + chance.randbytes(12 + chance.randrange(4)),
            0x1E: lambda: b"",
        }[opcode]()

    def next(self):
        """The next PDU, and whether a server answers it."""
        chance = self.chance
        if chance.random() < 0.6:
            pdu = self.well_formed(chance.choice((*REQUESTS, 0x52, 0xD2, CONFIRMATION)))
        else:
            # A known opcode with too much, too little or nonsense; or any opcode.
            opcode = chance.choice((*REQUESTS, *UNANSWERED)) if chance.random() < 0.7 else (
                chance.randrange(0x100))
            rest = chance.randbytes(chance.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 20, self.mtu - 1)))
            if len(rest) >= 2 and int.from_bytes(rest[:2], "little") in self.spared:
                rest = b"\0\0" + rest[2:]
            pdu = (bytes([opcode]) + rest)[: self.mtu]
        return pdu, not pdu[0] & COMMAND_BIT and pdu[0] not in UNANSWERED
