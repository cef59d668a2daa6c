"""The official `metawear` SDK as a black box, over bleak and the guest's BlueZ."""

import asyncio
import json
import os
import pathlib
import sys
import tempfile

import truth
from harness import CUBE, PATIENCE, PAYLOAD, SCENARIOS, Simulator, check, measured, soon

CLIENTS = PAYLOAD / "clients"
BOARDS = {f"E3:00:00:00:00:0{each}": name for each, name in enumerate(
    ("MetaMotion R", "MetaMotion RL", "MetaMotion S"), 1)}


async def session(simulator, *arguments, adapter=None, **variables):
    """Runs the user's script of Tests/Clients on an adapter; what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(CLIENTS / "sdk_session.py"), *arguments,
        env={
            **os.environ, **variables, "BOARDSIM_RADIO": f"bluez:{adapter or simulator.adapters[0]}",
            "INTERVAL": "15", "BEGAN": str(simulator.began), "SPEED": str(simulator.speed),
            "PYTHONPATH": f"{CLIENTS / 'warble'}:{os.environ['PYTHONPATH']}"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        out, errors = await soon(process.communicate(), "the end of the SDK's script", 3.5 * PATIENCE)
    except BaseException:
        process.kill()
        raise
    assert process.returncode == 0, f"the script ended with {process.returncode}: {errors.decode()}"
    return json.loads(out)


def true(simulator, found, name, what, limit):
    """Holds a stream's samples against the truth, once the run has ended."""
    samples = [(k * 0.01, value) for k, value in enumerate(found)]
    _, error = truth.fit(samples, what)
    # The kernel drops what bluetoothd is too slow to fetch, and says nothing.
    dropped = simulator.report["boards"][0]["notificationsDropped"]
    assert error < limit, f"{name} is {error} off; the board dropped {dropped}"
    measured(f"{name}: {len(samples)} samples, largest error {error:.5f}")


@check
async def the_sdk_scans():
    async with Simulator("models.yaml") as simulator:
        found = await session(simulator, "scan")
    assert sorted(found) == sorted(BOARDS), found
    for name, rssi, _ in found.values():
        assert name == "MetaWear" and -80 < rssi < -30, found


@check
async def the_sdk_initialises_every_model():
    async with Simulator("models.yaml") as simulator:
        found = await session(simulator, "initialise", *BOARDS)
    for address, model in BOARDS.items():
        assert found[address]["name"] == model, found[address]
    measured(", ".join(f"{each['name']} {each['firmware']}" for each in found.values()))


@check
async def the_sdk_streams_acceleration_and_rotation():
    async with Simulator("turning.yaml") as simulator:
        found = await session(simulator, "stream", CUBE)
    true(simulator, found["acceleration"], "acceleration", truth.acceleration, 1.5 / 4096)
    true(simulator, found["rotation"], "rotation", truth.rotation, 0.2)


@check
async def the_sdk_logs_loses_the_link_twice_and_downloads_the_rest():
    """10 s of both sensors; the radio is deaf for 7 s when the download has begun, and again when it goes on."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write((SCENARIOS / "turning.yaml").read_text())
        file.write("\nfaults:\n  - {at: 42 s, link-loss: 7 s}\n  - {at: 53 s, link-loss: 7 s}\n")
        file.flush()
        async with Simulator(pathlib.Path(file.name)) as simulator:
            found = await session(simulator, "log", CUBE, LOG="30,40")
    assert found["unknown"] == []
    assert found["losses"], "no link was lost during the download: the check shows nothing"
    for name, what, limit in (
            ("acceleration", truth.acceleration, 1.5 / 4096), ("rotation", truth.rotation, 0.2)):
        taken = found["samples"][name]
        # A busy machine starts late; more than there can be would be notifications that come twice.
        assert 500 < len(taken) < 1100, f"{len(taken)} samples of 10 s at 100 Hz"
        missing = truth.check_log(taken, [loss[name] for loss in found["losses"]], 100, what, limit)
        measured(f"{name}: {len(taken)} samples over {len(found['losses']) + 1} links,"
                 f" {missing} entries missing")
