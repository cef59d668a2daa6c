"""The official `metawear` SDK for Python as a black box, over warble_over_bumble."""

import asyncio
import json
import os
import statistics
import sys

import pytest

import truth
from harness import HERE, Simulator, measured, soon

CUBE = "E1:00:00:00:00:01"
BOARDS = {
    "MetaMotion R": "E3:00:00:00:00:01",
    "MetaMotion RL": "E3:00:00:00:00:02",
    "MetaMotion S": "E3:00:00:00:00:03",
}


async def session(simulator, *arguments, **variables):
    """Runs the user's script; what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HERE / "sdk_session.py"), *arguments,
        env={
            **os.environ, **variables,
            "BOARDSIM_RADIO": simulator.address,
            "SPEED": str(simulator.speed),
            "PYTHONPATH": str(HERE / "warble_over_bumble"),
        },
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        out, errors = await soon(process.communicate(), "the end of the SDK's script", 55)
    except BaseException:
        process.kill()
        raise
    assert process.returncode == 0, f"the script ended with {process.returncode}: {errors.decode()}"
    return json.loads(out)


async def test_initialise():
    async with Simulator("models.yaml", speed=2) as simulator:
        found = await session(simulator, "initialise", *BOARDS.values())
    for model, address in BOARDS.items():
        # The SDK's own names of the models, by model number and modules.
        assert found[address]["model"].replace(" ", "") in model.replace(" ", ""), found[address]
        assert found[address]["manufacturer"] == "MbientLab Inc"
    measured(", ".join(f"{each['model']} {each['firmware']}" for each in found.values()))


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
        samples = [(k * 0.01, value) for k, (_, value) in enumerate(taken)]
        assert len(samples) > 1500, f"{len(samples)} samples of 20 s at 100 Hz"
        _, error = truth.fit(samples, what)
        assert error < limit, f"{name}: {error} off; a sample is missing or came twice"
        gaps = [later - sooner for (sooner, _), (later, _) in zip(taken, taken[1:], strict=False)]
        # The log's clock counts 1.46 ms.
        assert abs(statistics.mean(gaps) - 10) < 0.1 and max(gaps) <= 12 and min(gaps) >= 8, (
            f"{statistics.mean(gaps)} ms, {min(gaps)} to {max(gaps)}")
        measured(f"{name}: {len(samples)} samples over {len(found['losses']) + 1} links, "
                 f"largest error {error:.5f}")
