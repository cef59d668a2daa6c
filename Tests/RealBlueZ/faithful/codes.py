"""Every error code of the Attribute Protocol that has no name, in answer to every kind of request.

Its air is codes.yaml: a peripheral with a value and a descriptor for each code.
"""

from discovery import forget
from probe import *
from values import linked, own

CODES = "E4:00:00:00:00:03"
NAMELESS = [*range(0x14, 0x80), *range(0xA0, 0xFC)]


async def codes(p):
    p.section("codes: errors without a name")
    where = await linked(p, CODES)
    for code in NAMELESS:
        value = where[own(0x100 + code)]
        for path, interface in [(value, CHARACTERISTIC), (where[(own(0x100 + code), "2901")], DESCRIPTOR)]:
            for member, signature, body in [("ReadValue", "a{sv}", [{}]), ("WriteValue", "aya{sv}", [b"\1", {}])]:
                answer = await p.raw(0, BLUEZ, path, interface, member, signature, body)
                words = answer.body[0] if answer.message_type == MessageType.ERROR else "a reply"
                p.fact(f"{member} of a {short(interface)} that refuses with 0x{code:02x}",
                       f"error {answer.error_name} \"{words}\"")
    await p.raw(0, BLUEZ, device(CODES), DEVICE, "Disconnect")
    await forget(p)


# With an air of its own.
SECTIONS = []
ALONE = [codes]
