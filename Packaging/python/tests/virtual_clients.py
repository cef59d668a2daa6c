"""Clients for tests of virtual time, which log all that they see with its time.

As a program, `virtual_clients.py WHAT`, it prints digests of the log and of boardsim's trace.
"""

import asyncio
import hashlib
import sys

SERVICE, COMMAND, NOTIFICATION = (f"326a{short}-85cb-9195-d9dd-464cfbbae75a" for short in ("9000", "9001", "9006"))
FIRMWARE = "00002a26-0000-1000-8000-00805f9b34fb"
# The accelerometer: which chip, 100 Hz and 8 g, subscribe, interrupt on, start; then the reverse.
START = [bytes.fromhex(packet) for packet in ("0380", "0303a802", "030401", "03020100", "030101")]
STOP = [bytes.fromhex(packet) for packet in ("030100", "03020001", "030400")]
DESK = {"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S", "address": "E1:00:00:00:00:01"}]}


class Log:
    """What a client sees, with virtual time."""

    def __init__(self, simulator):
        self.simulator = simulator
        self.lines = []

    def __call__(self, *what):
        self.lines.append(f"{self.simulator.now:.9f} {what!r}")

    @property
    def packets(self):
        return sum("'0304" in line for line in self.lines)


async def bumble(simulator, log, seconds, address=None):
    """Streams acceleration to a Bumble host."""
    from bumble.device import Device, Peer
    from bumble.hci import Address
    from bumble.transport import open_transport

    transport = await open_transport(simulator.bumble)
    host = Device.with_hci("host", Address("F0:00:00:00:00:01"), transport.source, transport.sink)
    await host.power_on()
    connection = await host.connect(address or simulator.address)
    log("connected", str(connection.peer_address))
    peer = Peer(connection)
    await peer.discover_all()
    values = {str(each.uuid).lower(): each for service in peer.services for each in service.characteristics}
    # Bumble prints the name of one that it knows.
    command, notification = (next(values[name] for name in values if uuid[:8] in name) for uuid in (COMMAND, NOTIFICATION))
    await notification.subscribe(lambda packet: log(bytes(packet).hex()))
    for packet in START:
        await command.write_value(packet)
    await asyncio.sleep(seconds)
    for packet in STOP:
        await command.write_value(packet)
    await connection.disconnect()
    log("disconnected")
    await transport.close()


async def found(log, timeout=20):
    """The board, as bleak finds it."""
    from bleak import BleakScanner

    board = await BleakScanner.find_device_by_filter(lambda _, data: SERVICE in data.service_uuids, timeout=timeout)
    log("found", board and board.address)
    return board


async def bleak(simulator, log, seconds, signals=True):
    """Streams acceleration to bleak, by signals or by a socket."""
    from bleak import BleakClient

    async with BleakClient(await found(log)) as client:
        log("connected", (await client.read_gatt_char(FIRMWARE)).decode())
        await client.start_notify(NOTIFICATION, lambda _, packet: log(bytes(packet).hex()), bluez={"use_start_notify": signals})
        for packet in START:
            await client.write_gatt_char(COMMAND, packet, response=False)
        await asyncio.sleep(seconds)
        for packet in STOP:
            await client.write_gatt_char(COMMAND, packet, response=False)
        await asyncio.sleep(0.2)
    log("disconnected")


def digests(what, seconds=3):
    """Of a run: the log, and boardsim's trace."""
    import boardsim

    client, radio, options = {
        "bumble": (bumble, "hci-unix", {}), "bleak, signals": (bleak, "bluez-bus", {"signals": True}),
        "bleak, socket": (bleak, "bluez-bus", {"signals": False})}[what]
    with boardsim.Simulator(DESK, radio=radio, virtual=True, seed=7) as simulator:
        log = Log(simulator)
        simulator.run(client(simulator, log, seconds, **options))
        simulator.stop()
    return log.packets, simulator.now, simulator.lead.foreign, *(
        hashlib.sha256(text.encode()).hexdigest() for text in ("\n".join(log.lines), simulator.trace))


if __name__ == "__main__":
    print(*digests(sys.argv[1]))
