"""How many notifications a second reach bleak from a board's firmware, by signals and by sockets.

    BOARDSIM=.build-tests/release/boardsim python Tests/BlueZBus/rates.py

What is measured is this machine and bleak as much as the stand-in; nothing is judged.
"""

import asyncio
import os
import pathlib
import time

from stand_in import HERE, boardsim

COMMAND = "326a9001-85cb-9195-d9dd-464cfbbae75a"
ANSWERS = "326a9006-85cb-9195-d9dd-464cfbbae75a"
# Acceleration at 100 Hz, 8 g, not packed: a notification each sample.
STREAM = ("0303a802", "030401", "03020100", "030101")
SPEED = float(os.environ.get("RATES_SPEED", "1000"))
SECONDS = float(os.environ.get("RATES_SECONDS", "5"))


def processor(simulator):
    """Seconds of processor time of boardsim and its threads."""
    fields = pathlib.Path(f"/proc/{simulator._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(simulator, signals):
    from bleak import BleakClient, BleakScanner

    board = await BleakScanner.find_device_by_address("E1:00:00:00:00:01", timeout=20)
    count = 0

    def heard(_, value):
        nonlocal count
        count += 1

    async with BleakClient(board) as client:
        await client.start_notify(ANSWERS, heard, bluez={"use_start_notify": signals})
        for packet in STREAM:
            await client.write_gatt_char(COMMAND, bytes.fromhex(packet), response=False)
        while count < 100:
            await asyncio.sleep(0.01)
        first, begin, ours = count, time.perf_counter(), processor(simulator)
        own = time.process_time()
        await asyncio.sleep(SECONDS)
        span = time.perf_counter() - begin
        got, ours = count - first, processor(simulator) - ours
        print(f"{'signals' if signals else 'socket'}: {got / span:,.0f} a second reach bleak;"
              f" processor {ours / max(got, 1) * 1e6:.1f} us of boardsim and"
              f" {(time.process_time() - own) / max(got, 1) * 1e6:.1f} us of bleak for each")
        await client.write_gatt_char(COMMAND, b"\x03\x01\x00", response=False)


def main():
    for signals in (True, False):
        with boardsim.Simulator(
                HERE / "scenarios" / "desk.yaml", radio="bluez-bus", speed=SPEED, options={"for": "1000h"}) as simulator:
            os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = simulator.bus
            asyncio.run(measure(simulator, signals))


if __name__ == "__main__":
    main()
