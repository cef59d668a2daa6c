"""Data processors as the official `metawear` SDK makes them, against the scripted truth."""

import statistics

import pytest

import truth
from harness import measured
from led import session

CUBE = "E1:00:00:00:00:01"
# A count of the accelerometer at ±8 g.
COUNT = 1 / 4096
SCRIPT = "sdk_processors.py"


def values(found):
    return [value for _, value, _ in found]


def fitted(samples, period, what):
    """(When the first sample was, the largest error) of samples at a fixed period."""
    return truth.fit([(k * period, value) for k, value in enumerate(samples)], what)


def test_chains():
    found, _ = session("turning.yaml", SCRIPT, "chains", CUBE, model="MetaMotion S")

    # It only turns: the length is 1 g all the time.
    lengths = values(found["length"])
    assert max(abs(length - 1) for length in lengths) < 2 * COUNT
    # z falls through half a g when it turns away, and rises through it when it turns back.
    crossings = values(found["crossing"])
    assert 3 <= len(crossings) <= 6 and set(crossings) == {-1, 1}
    assert all(a == -b for a, b in zip(crossings, crossings[1:], strict=False))
    # Every other count is odd.
    assert set(values(found["odd"])) == {1} and set(values(found["even"])) == {0}
    assert abs(len(found["odd"]) - len(found["even"])) <= 1
    # The average gives nothing for its first three samples.
    assert abs(len(found["odd"]) + len(found["even"]) - len(lengths) - 3) <= 1
    # Five a second, and all of them two by two.
    for name, period in (("slow", 0.2), ("dated", 0.2), ("packed", 0.04), ("count", 0.04)):
        start, error = fitted(values(found[name]), period, truth.acceleration)
        assert error < 1.5 * COUNT, f"{name} is {error} off"
        measured(f"{name}: {len(found[name])} samples, largest error {error:.5f} g")
    # The board's own time stands in front of each; the log's tick is 1.46 ms.
    times = [epoch for epoch, _, _ in found["dated"]]
    gaps = [later - sooner for sooner, later in zip(times, times[1:], strict=False)]
    assert min(gaps) >= 198 and max(gaps) <= 202 and abs(statistics.mean(gaps) - 200) < 0.2
    counts = [count for _, _, count in found["count"]]
    assert counts == list(range(len(counts)))
    # Each step is a quarter of a g or more from the one before, and one sample more at the most.
    steps = values(found["steps"])
    assert len(steps) > 6
    assert all(0.25 <= abs(b - a) < 0.38 for a, b in zip(steps, steps[1:], strict=False))
    # Acceleration, and the rotation of the same moment or of the sample before.
    pairs = values(found["fused"])
    start, error = fitted([pair[0] for pair in pairs], 0.08, truth.acceleration)
    assert error < 1.5 * COUNT
    rotations = [(k * 0.08, pair[1]) for k, pair in enumerate(pairs)]
    turning = min(
        truth.largest_error(rotations, truth.rotation, start - lag) for lag in (0, 0.04))
    assert turning < 1, f"rotation is {turning} off"
    measured(f"fused: {len(pairs)} pairs, rotation {turning:.2f} °/s off at the most")


@pytest.mark.parametrize("model", ["MetaMotion R", "MetaMotion S"])
def test_anonymous_recovery(model):
    found, _ = session("turning.yaml", SCRIPT, "recover", CUBE, model=model)
    assert found["unknown"] == []
    signals = found["signals"]
    # What the SDK calls the chain that it found.
    average = "acceleration:rss?id=0:low-pass?id=1"
    slow, plain = "acceleration[2]:time?id=2", "acceleration"
    assert sorted(signals) == sorted([average, slow, plain])
    assert max(abs(length - 1) for length in values(signals[average])) < 2 * COUNT
    assert len(signals[average]) == len(signals[plain]) - 3 > 1000
    _, error = fitted(values(signals[plain]), 0.01, truth.acceleration)
    assert error < 1.5 * COUNT, f"{error} off"
    _, error = fitted(
        [[value] for value in values(signals[slow])], 0.05, lambda t: truth.acceleration(t)[2:])
    assert error < 1.5 * COUNT, f"{error} off"
    measured(f"{len(signals[plain])} samples, {len(signals[slow])} of them limited")


def test_silent_reads():
    """The SDK makes processors of temperature for silent reads; boards of today feed only loggers."""
    plain, legacy = CUBE, "E1:00:00:00:00:02"
    found, _ = session("silent-reads.yaml", SCRIPT, "temperatures", plain, legacy)
    assert found == {plain: [], legacy: [21.5] * 4}
