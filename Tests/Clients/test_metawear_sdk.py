"""The official `metawear` SDK for Python as a black box, over our warble and Bumble."""

import asyncio
import json
import os
import statistics
import sys

import pytest

import truth
from harness import HERE, Simulator, WARBLE, measured, soon

CUBE = "E1:00:00:00:00:01"
BOARDS = {
    "MetaMotion R": "E3:00:00:00:00:01",
    "MetaMotion RL": "E3:00:00:00:00:02",
    "MetaMotion S": "E3:00:00:00:00:03",
}


OLDER = {
    "MetaWear R": "E4:00:00:00:00:01",
    "MetaWear RG": "E4:00:00:00:00:02",
    "MetaWear RPro": "E4:00:00:00:00:03",
    "MetaWear C": "E4:00:00:00:00:04",
    "MetaWear CPro": "E4:00:00:00:00:05",
    "MetaDetector": "E4:00:00:00:00:06",
    "MetaEnvironment": "E4:00:00:00:00:07",
    "MetaTracker": "E4:00:00:00:00:08",
    "MetaMotion C": "E4:00:00:00:00:09",
}


async def session(simulator, *arguments, script="sdk_session.py", **variables):
    """Runs the user's script; what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HERE / script), *arguments,
        env={
            **os.environ, **variables,
            "BOARDSIM_RADIO": simulator.address,
            "BEGAN": str(simulator.began),
            "SPEED": str(simulator.speed),
            "PYTHONPATH": str(WARBLE),
        },
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        out, errors = await soon(process.communicate(), "the end of the SDK's script", 55)
    except BaseException:
        process.kill()
        raise
    assert process.returncode == 0, f"the script ended with {process.returncode}: {errors.decode()}"
    return json.loads(out)


async def test_scan():
    async with Simulator("models.yaml", speed=2) as simulator:
        found = await session(simulator, "scan")
    assert sorted(found) == sorted(BOARDS.values())
    for name, rssi, data in found.values():
        assert name == "MetaWear" and -80 < rssi < -30 and data in (None, [])
    measured(f"{len(found)} boards")


async def test_initialise_older_boards():
    async with Simulator("older-models.yaml", speed=2) as simulator:
        found = await session(simulator, "initialise", *OLDER.values())
    names = {model: found[address]["name"] for model, address in OLDER.items()}
    assert names == {model: model for model in OLDER}, found
    measured(", ".join(names.values()))


async def test_surroundings():
    async with Simulator("older-models.yaml", speed=2) as simulator:
        found = await session(
            simulator, "surroundings", OLDER["MetaWear RPro"], OLDER["MetaEnvironment"],
            OLDER["MetaDetector"])
    assert all(abs(each - 99_000) < 0.01 for each in found["pressure"] + found["one pressure"])
    # The standard atmosphere's height of that pressure.
    assert all(abs(each - 195.6) < 0.5 for each in found["altitude"]), found["altitude"]
    assert all(each == 500_000 for each in found["light"]), found["light"]
    # The die, the board's thermistor, one that nobody wired, the barometer that has run.
    temperatures = [found[f"temperature {channel}"] for channel in range(4)]
    assert temperatures == [[21.5], [21.5], [-40.0], [21.5]]
    assert found["bus"] == [[0x15, 0x80]]
    assert abs(found["humidity"][0] - 60) < 0.001
    colour = found["colour"][0]
    # The counts go back to the light by the vendor's formula (ams design note DN40).
    weighted = 0.136 * colour["red"] + colour["green"] - 0.444 * colour["blue"]
    assert abs(weighted * 310 / 2.4 - 500) < 130, colour
    # One pulse of 25 mA: 520 counts at 100 mm are of eight of 100 mA.
    assert found["proximity"] == [16]
    measured(", ".join(f"{name} {each[0]}" for name, each in found.items()))


async def test_initialise():
    async with Simulator("models.yaml", speed=2) as simulator:
        found = await session(simulator, "initialise", *BOARDS.values())
    for model, address in BOARDS.items():
        # The SDK's own names of the models, by model number and modules.
        assert found[address]["name"] == model, found[address]
        assert found[address]["manufacturer"] == "MbientLab Inc"
    measured(", ".join(f"{each['name']} {each['firmware']}" for each in found.values()))


@pytest.mark.parametrize("model", BOARDS)
async def test_stream(model):
    async with Simulator("turning.yaml", speed=4, model=model) as simulator:
        found = await session(simulator, "stream", CUBE)
    for name, what, limit in (
            ("acceleration", truth.acceleration, 1.5 / 4096), ("rotation", truth.rotation, 0.2)):
        samples = [(k * 0.01, value) for k, value in enumerate(found[name])]
        _, error = truth.fit(samples, what)
        assert error < limit, f"{name} is {error} off"
        measured(f"{name}: {len(samples)} samples, largest error {error:.5f}")


@pytest.mark.parametrize("model", BOARDS)
async def test_log_with_a_lost_link(model):
    async with Simulator("bad-radio.yaml", speed=5, model=model) as simulator:
        found = await session(simulator, "log", CUBE)
    assert found["unknown"] == []
    assert found["losses"], "no link was lost during the download: the test shows nothing"
    assert any(0 < loss["acceleration"] for loss in found["losses"])
    for name, what, limit in (
            ("acceleration", truth.acceleration, 1.5 / 4096), ("rotation", truth.rotation, 0.2)):
        taken = found["samples"][name]
        assert len(taken) > 1500, f"{len(taken)} samples of 20 s at 100 Hz"
        cuts = [loss[name] for loss in found["losses"]]
        missing = truth.check_log(taken, cuts, 100, what, limit)
        # The SDK reckons times from its own clock anew at every connection, and the world is
        # faster than that clock: only times of one link can be compared. The log counts 1.46 ms.
        times = [time for time, _ in taken[: cuts[0]]]
        gaps = [later - sooner for sooner, later in zip(times, times[1:], strict=False)]
        assert abs(statistics.mean(gaps) - 10) < 0.1 and max(gaps) <= 12 and min(gaps) >= 8, (
            f"{statistics.mean(gaps)} ms, {min(gaps)} to {max(gaps)}")
        measured(f"{name}: {len(taken)} samples over {len(cuts) + 1} links, {missing} entries missing")


async def test_firmware_update():
    """The SDK's own update, with the vendor's site replaced by a catalogue of one firmware."""
    async with Simulator("guide.yaml", speed=5) as simulator:
        found = await session(
            simulator, CUBE, "1.7.9", script="sdk_update.py")
    assert (found["before"], found["after"]) == ("1.7.2", "1.7.9")
    assert found["progress"][-1] == 100 and found["progress"] == sorted(found["progress"])
    assert simulator.board("desk")["firmware"] == "1.7.9"
    measured(f"{found['before']} became {found['after']}")
