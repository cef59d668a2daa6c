"""The official `metawear` SDK programs boards: events, timers, macros, a factory reset."""

import asyncio
import json
import os
import pathlib
import sys
import tempfile

import pytest

from harness import HERE, Simulator, WARBLE, measured, soon

CUBE = "E1:00:00:00:00:01"
MODELS = ["MetaMotion R", "MetaMotion S"]


async def program(model, name):
    """Runs a part of the user's script; its result, and the run's trace as lines."""
    trace = pathlib.Path(tempfile.mkdtemp(prefix="boardsim-clients-")) / "trace"
    async with Simulator(
            "programs.yaml", speed=3, model=model, arguments=["--trace", str(trace)]) as simulator:
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(HERE / "sdk_events.py"), name, CUBE,
            env={
                **os.environ,
                "BOARDSIM_RADIO": simulator.address,
                "PYTHONPATH": str(WARBLE),
            },
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        try:
            out, errors = await soon(process.communicate(), "the end of the SDK's script", 55)
        except BaseException:
            process.kill()
            raise
    lines = trace.read_text().splitlines()
    trace.unlink()
    trace.parent.rmdir()
    assert process.returncode == 0, f"the script ended with {process.returncode}: {errors.decode()}"
    return json.loads(out), lines


@pytest.mark.parametrize("model", MODELS)
async def test_events_without_a_host(model):
    found, trace = await program(model, "events")
    assert found["unknown"] == []
    samples = found["samples"]
    # Four seconds at three times the pace, a sample every half second.
    assert 15 < len(samples) < 60, f"{len(samples)} samples"
    assert all(value == 25.0 for _, value in samples), samples[:3]
    gaps = [later[0] - sooner[0] for sooner, later in zip(samples, samples[1:], strict=False)]
    # The log counts 1.46 ms; the link of the download is one.
    assert all(498 <= gap <= 502 for gap in gaps), gaps
    given = [line for line in trace if "event " in line]
    assert sum("> 04 c1 01" in line for line in given) == len(samples)
    edges = sum("> 02 01 01" in line for line in given)
    assert edges > 10, "the button lights the LED at each edge"
    measured(f"{len(samples)} temperatures by a timer, {edges} edges that light the LED")


@pytest.mark.parametrize("model", MODELS)
async def test_macro_and_factory_reset(model):
    found, trace = await program(model, "macro")
    assert found["macro"] == [0]
    assert found["names"] == ["Programmed", "MetaWear"]
    boots = [i for i, line in enumerate(trace) if "booted, reset uid" in line]
    assert len(boots) == 2, "two resets"
    run = [line for line in trace if "macro 0 > " in line]
    assert run and all(boots[0] < trace.index(line) < boots[1] for line in run)
    assert "11 01 50 72 6f 67" in run[0]
    # The event that the macro made fires at the end of the next link.
    assert any("event 0 > 02 03" in line for line in trace[boots[0]:boots[1]])
    assert not any("event " in line and "> 02" in line for line in trace[boots[1]:])
    measured(f"a macro of {len(run)} commands at boot, none after the factory reset")
