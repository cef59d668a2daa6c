"""What the sensors of the scenario `turning.yaml` must see, by its geometry alone.

The board lies face up, turns by 90 degrees about its x axis, stays, and turns back, again and
again. It does not move otherwise, so that it measures gravity only: 1 g along (0, sin a, cos a) in
its own axes when it has turned by the angle a, and the rate of a about x.
"""

import functools
import math

# Seconds and degrees of the four moves.
LYING, TURN, STANDING, ANGLE = 1.5, 1.0, 1.5, 90.0
PERIOD = LYING + TURN + STANDING + TURN


def minimum_jerk(u):
    """The share of the way (Flash and Hogan, 1985) and its derivative, at the share u of the time."""
    if u <= 0 or u >= 1:
        return (0.0 if u <= 0 else 1.0), 0.0
    return u**3 * (10 - 15 * u + 6 * u * u), 30 * u * u * (1 - u) ** 2


def angle(t):
    """The angle in degrees and its rate in degrees a second, t seconds after a period's begin."""
    t %= PERIOD
    share, rate = minimum_jerk((t - LYING) / TURN)
    back, back_rate = minimum_jerk((t - LYING - TURN - STANDING) / TURN)
    return ANGLE * (share - back), ANGLE * (rate - back_rate) / TURN


def acceleration(t):
    """In g."""
    a = math.radians(angle(t)[0])
    return 0.0, math.sin(a), math.cos(a)


def rotation(t):
    """In degrees a second."""
    return angle(t)[1], 0.0, 0.0


def largest_error(samples, truth, start):
    """Over all axes of samples (seconds since the first one, values), the first at `start`."""
    return max(
        abs(value - true)
        for t, values in samples
        for value, true in zip(values, truth(start + t), strict=True))


def fit(samples, truth):
    """Finds when in the period the first sample was made: (seconds, the largest error then).

    Nothing else is fitted. The times between samples come from the configured rate.
    """
    some = samples[:: max(1, len(samples) // 150)]

    def error(start):
        return sum(
            (value - true) ** 2
            for t, values in some
            for value, true in zip(values, truth(start + t), strict=True))

    best, step = min((k * 0.02 for k in range(round(PERIOD / 0.02))), key=error), 0.02
    while step > 2e-5:
        best = min((best + k * step / 4 for k in range(-4, 5)), key=error)
        step /= 2
    return best % PERIOD, largest_error(samples, truth, best)


# A sample is logged in two entries: x and y, and z. The SDK joins them in order of arrival.
ENTRIES = ((0, 1), (2,))


def check_log(taken, cuts, rate, what, limit):
    """Holds a log that came in parts against the truth; how many entries are missing at the cuts.

    After a cut the SDK leaves out every entry that is not later than the last one that it had
    (protocol, clients, *Log download*). If the cut fell among the entries of one moment, the rest
    of them is gone: at most one of each kind a cut, and samples behind it are joined from entries
    of different ones. None may come twice, and none may be missing elsewhere.
    """
    values = [value for _, value in taken]
    parts = list(zip([0, *cuts], [*cuts, len(values)], strict=True))
    # Each earlier cut may have left one kind an entry ahead of the other; it is joined behind this one.
    parts = [(first, min(first + part, end), end) for part, (first, end) in enumerate(parts)]
    # A short part may show no move, and fits anywhere then: the longest one says when the log began.
    longest = max(range(len(parts)), key=lambda part: parts[part][2] - parts[part][1])
    _, whole, end = parts[longest]
    start, error = fit(
        [(k / rate, [values[k][axis] for axis in ENTRIES[0]]) for k in range(whole, end)],
        lambda t: [what(t)[axis] for axis in ENTRIES[0]])
    assert error < limit, f"axes {ENTRIES[0]} are {error} off in part {longest} of {len(parts)}"

    @functools.cache
    def off(axes, numbers, shift):
        return max((
            abs(values[k][axis] - what(start + (k + shift) / rate)[axis])
            for k in numbers for axis in axes), default=0)

    def shifts(axes, began):
        """By how many entries the last part can lie behind its place, if the first one does by `began`."""
        reached = {began}
        for part, (first, whole, end) in enumerate(parts):
            tried = {shift + more for shift in reached for more in ((0, 1) if part else (0,))}
            reached = {
                shift for shift in tried if off(axes, range(whole, end), shift) < limit and all(
                    any(off(axes, range(k, k + 1), each) < limit for each in range(began, shift + 1))
                    for k in range(first, whole))}
            if not reached:
                nearest = min(off(axes, range(whole, end), shift) for shift in tried)
                raise AssertionError(f"axes {axes} are {nearest} off in samples {first} to {end}, after {part} cuts")
        return reached

    # Before the first cut each sample is joined from entries of one moment.
    for began in range(0, -longest - 1, -1):
        try:
            return sum(min(shifts(axes, began)) - began for axes in ENTRIES)
        except AssertionError as error:
            wrong = error
    raise wrong
