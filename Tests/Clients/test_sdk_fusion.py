"""Sensor fusion through the official `metawear` SDK: every mode's outputs against the truth."""

import math

import pytest

import truth
from harness import measured
from led import session

CUBE = "E1:00:00:00:00:01"
OUTPUTS = [
    "QUATERNION", "EULER_ANGLE", "GRAVITY_VECTOR", "LINEAR_ACC", "CORRECTED_ACC", "CORRECTED_GYRO",
    "CORRECTED_MAG",
]
# Samples a second, what the mode does not deliver, and how far the attitude may be off, in degrees.
MODES = {
    "NDOF": (100, [], 3),
    "IMU_PLUS": (100, ["GRAVITY_VECTOR", "CORRECTED_MAG"], 3),
    "COMPASS": (25, ["LINEAR_ACC", "CORRECTED_GYRO"], 8),
    "M4G": (50, ["LINEAR_ACC", "CORRECTED_GYRO"], 8),
}
# µT north and up.
FIELD = (20.0, -43.5)


def about_x(t):
    """In radians."""
    return math.radians(truth.angle(t)[0])


def field(t):
    """In µT, of a board that has turned about its x axis, which points east."""
    north, up = FIELD
    s, c = math.sin(about_x(t)), math.cos(about_x(t))
    return 0.0, north * c + up * s, up * c - north * s


# What each output says of a board at time t, and what a degree of tilt changes in its numbers.
TRUTH = {
    "QUATERNION": (lambda t: (math.cos(about_x(t) / 2), math.sin(about_x(t) / 2), 0, 0), 0.5 / 57.3),
    "GRAVITY_VECTOR": (truth.acceleration, 1 / 57.3),
    "CORRECTED_ACC": (truth.acceleration, 0.3 / 57.3),
    # Degrees a second, and µT: offsets that fusion believes in for a while. A board that turns about
    # one axis only shows little of the sphere.
    "CORRECTED_GYRO": (truth.rotation, 1),
    "CORRECTED_MAG": (field, 2),
}


@pytest.mark.parametrize("model", ["MetaMotion R", "MetaMotion S"])
@pytest.mark.parametrize("mode", MODES)
def test_outputs(model, mode):
    rate, silent, degrees = MODES[mode]
    found, _ = session("turning.yaml", "sdk_fusion.py", CUBE, mode, "8", *OUTPUTS, model=model)
    for output in OUTPUTS:
        if output in silent:
            assert found[output] == [], f"{mode} delivers {output}"
            continue
        assert 7.8 * rate < len(found[output]) <= 8.1 * rate, f"{len(found[output])} samples of {output} in {mode}"
        # A second to begin with is left out.
        values = [value for _, value in found[output]][rate:]
        times = [k / rate for k in range(len(values))]
        if output == "LINEAR_ACC":
            worst = max(abs(number) for value in values for number in value)
            assert worst < 2 * math.sin(math.radians(degrees)), f"{worst} g in {mode}"
            continue
        if output == "EULER_ANGLE":
            # The board goes upright, where heading and roll are one: the pitch is what turns.
            _, error = truth.fit(
                [(t, (value[1],)) for t, value in zip(times, values)],
                lambda t: (truth.angle(t)[0],))
            assert error < degrees, f"the pitch is {error} degrees off in {mode}"
            assert all(value[0] == value[3] and 0 <= value[0] < 360 for value in values)
            assert all(abs(value[2]) <= 90 for value in values)
            continue
        what, scale = TRUTH[output]
        count = len(what(0))
        _, error = truth.fit([(t, value[:count]) for t, value in zip(times, values)], what)
        assert error < degrees * scale + 0.005, f"{output} is {error} off in {mode}"
        measured(f"{mode} {output}: {len(values)} samples, largest error {error:.4f}")
