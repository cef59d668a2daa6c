"""Prints the transcript of `org.bluez` on the system bus: `transcript.py [SECTION OR FILE...]`.

The air is that of air.yaml. It runs unchanged against bluetoothd and against the stand-in.
"""

import asyncio
import sys

import adapter
import clients
import codes
import devices
import discovery
import managers
import pairing
import values
from probe import Probe

MODULES = [devices, adapter, managers, discovery, values, pairing, clients]
# Those with another air than air.yaml are run by their names alone.
ALONE = codes.ALONE


async def main():
    probe = Probe(sys.stdout)
    await probe.connect()
    wanted = set(sys.argv[1:])
    for section in [s for module in MODULES for s in module.SECTIONS] + devices.LAST:
        if not wanted or {section.__name__, section.__module__} & wanted:
            await section(probe)
    for section in ALONE:
        if wanted == {section.__name__}:
            await section(probe)
    probe.write(f"\n{probe.count} checks")


asyncio.run(main())
