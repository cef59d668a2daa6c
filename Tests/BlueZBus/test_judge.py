"""A judged client: what the judge finds of one over BlueZ is what it finds of the same one over HCI, and what
bluetoothd does by itself is charged to nobody."""

import asyncio
import json
import os
import sys

import pytest
from bleak import BleakClient, BleakScanner
from bumble.core import UUID
from bumble.device import Device, Peer
from bumble.hci import Address
from bumble.transport import open_transport

from stand_in import HERE, PROGRAM, StandIn, boardsim

GUIDE = HERE / "scenarios" / "guide.yaml"
CUBE = "E1:00:00:00:00:01"
COMMAND = "326a9001-85cb-9195-d9dd-464cfbbae75a"
ANSWERS = "326a9006-85cb-9195-d9dd-464cfbbae75a"
MODULES = "0102030405070809" "0a0b0c0d0f111213" "14151619fe"
STREAM = ("0303a802", "030401", "03020100", "030101")
STOP = ("030100", "03020001", "030400")

pytestmark = pytest.mark.skipif("BLUEZ_BUS" in os.environ, reason="only our own run has a judge")


class OverBlueZ:
    """A bleak client."""

    def __init__(self, simulator=None):
        pass

    async def connect(self, heard):
        self.heard = heard
        self.client = BleakClient(await BleakScanner.find_device_by_address(CUBE, timeout=30))
        await self.client.connect()

    async def listen(self, is_on=True):
        if is_on:
            await self.client.start_notify(ANSWERS, lambda _, value: self.heard.append(bytes(value)))
        else:
            await self.client.stop_notify(ANSWERS)

    async def write(self, packet):
        await self.client.write_gatt_char(COMMAND, packet, response=False)

    async def read(self, uuid):
        return await self.client.read_gatt_char(uuid)

    async def leave(self):
        await self.client.disconnect()


class OverHCI:
    """The same with Bumble, past BlueZ."""

    def __init__(self, simulator):
        self.radio = simulator.bumble

    async def connect(self, heard):
        self.heard = heard
        self.transport = await open_transport(self.radio)
        host = Device.with_hci(
            "host", Address("F0:00:00:00:00:01"), self.transport.source, self.transport.sink)
        await host.power_on()
        self.connection = await host.connect(CUBE)
        self.peer = Peer(self.connection)
        await self.peer.request_mtu(517)
        await self.peer.discover_all()

    def value(self, uuid):
        return self.peer.get_characteristics_by_uuid(UUID(uuid))[0]

    async def listen(self, is_on=True):
        answers = self.value(ANSWERS)
        await (answers.subscribe(lambda value: self.heard.append(bytes(value))) if is_on
               else answers.unsubscribe())

    async def write(self, packet):
        await self.value(COMMAND).write_value(packet, with_response=False)

    async def read(self, uuid):
        return await self.value(uuid).read_value()

    async def leave(self):
        await self.connection.disconnect()
        await self.transport.close()


class Client:
    """What it does is the same whatever the way."""

    def __init__(self, way):
        self.way = way
        self.heard = []

    async def write(self, *packets):
        for packet in packets:
            await self.way.write(bytes.fromhex(packet))

    async def until(self, header):
        start = bytes.fromhex(header)
        for _ in range(1500):
            if any(packet.startswith(start) for packet in self.heard):
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"no {header} came")

    async def begin(self):
        await self.way.listen()
        for module in bytes.fromhex(MODULES):
            await self.write(f"{module:02x}80")
            await self.until(f"{module:02x}80")


async def does_all_well(client):
    await client.begin()
    await client.way.read("00002a26-0000-1000-8000-00805f9b34fb")
    await client.write(*STREAM)
    await client.until("0304")
    await client.write(*STOP)
    await client.way.listen(False)


async def configures_while_running(client):
    await client.begin()
    await client.write(*STREAM)
    await client.until("0304")
    await client.write("0303a803", *STOP)


async def reads_silently(client):
    await client.begin()
    await client.write("04c100")
    await asyncio.sleep(0.5)


async def leaves_a_stream_on(client):
    await client.begin()
    await client.write(*STREAM)
    await client.until("0304")


async def asks_before_it_listens(client):
    await client.write("0180")
    await asyncio.sleep(0.5)


async def never_asks_what_there_is(client):
    await client.way.listen()
    await client.write(*STREAM)
    await client.until("0304")
    await client.write(*STOP)


async def writes_too_much(client):
    await client.begin()
    await client.write("0f03" + "00" * 38)
    await asyncio.sleep(0.5)


async def reads_the_command_value(client):
    await client.begin()
    await client.way.read(COMMAND)


CLIENTS = {
    does_all_well: set(),
    configures_while_running: {"MW-SENS-01"},
    reads_silently: {"MW-READ-01"},
    leaves_a_stream_on: {"MW-SUB-04"},
    asks_before_it_listens: {"MW-SUB-01"},
    never_asks_what_there_is: {"MW-CONN-01"},
    writes_too_much: {"MW-LEN-02", "GATT-ATT-03"},
    reads_the_command_value: {"MW-CONN-03"},
}


def findings(report):
    return {(each["rule"], each.get("module"), each.get("register")) for each in report["client"]["findings"]}


@pytest.mark.parametrize("use", CLIENTS, ids=lambda use: use.__name__)
def test_the_same_findings(use):
    found = {}
    for way in (OverHCI, OverBlueZ):
        with boardsim.Simulator(
                GUIDE, radio=["bluez-bus", "hci-unix"], virtual=True, options={"judge-client": True}, program=PROGRAM) as simulator:
            simulator.run(session(way(simulator), use))
        found[way] = findings(simulator.report)
    assert {rule for rule, *_ in found[OverHCI]} == CLIENTS[use]
    assert found[OverBlueZ] == found[OverHCI]


async def session(way, use):
    client = Client(way)
    await way.connect(client.heard)
    await use(client)
    await way.leave()
    await asyncio.sleep(0.5)


DIES = """
import asyncio, os, sys
sys.path.insert(0, sys.argv[1])
import test_judge

async def main():
    client = test_judge.Client(test_judge.OverBlueZ())
    await client.way.connect(client.heard)
    await test_judge.leaves_a_stream_on(client)
    os._exit(0)

asyncio.run(main())
"""


def test_a_client_that_dies(tmp_path):
    """bluetoothd turns its notifications off and keeps the link: nobody asked for a stream that nobody hears."""
    status, said = StandIn(GUIDE, {"judge-client": True, "report": "json", "out": str(tmp_path)}).play(
        "sh", "-c", '"$@"; sleep 2', "sh", sys.executable, "-c", DIES, str(HERE))
    assert status == 0, said
    assert findings(json.loads((tmp_path / "report.json").read_text())) == set()
