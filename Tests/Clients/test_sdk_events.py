"""The official `metawear` SDK programs boards: events, timers, macros, a factory reset."""

import pytest

from harness import measured
from led import session

CUBE = "E1:00:00:00:00:01"
MODELS = ["MetaMotion R", "MetaMotion S"]


def program(model, name, folder):
    """Runs a part of the user's script; its result, and the run's trace as lines."""
    trace = folder / "trace"
    found, _ = session("programs.yaml", "sdk_events.py", name, CUBE, model=model, options=["--trace", str(trace)])
    return found, trace.read_text().splitlines()


@pytest.mark.parametrize("model", MODELS)
def test_events_without_a_host(model, tmp_path):
    found, trace = program(model, "events", tmp_path)
    assert found["unknown"] == []
    samples = found["samples"]
    # Some 14 seconds, a sample every half second.
    assert 28 <= len(samples) <= 30, f"{len(samples)} samples"
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
def test_macro_and_factory_reset(model, tmp_path):
    found, trace = program(model, "macro", tmp_path)
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
