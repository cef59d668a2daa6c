"""The measure of downloaded logs by itself, on logs that are made up."""

import pytest

import truth

RATE, LIMIT = 100, 1.5 / 4096


def log(start, cuts, skipped=(), twice=()):
    """Ten seconds from `start` on as the SDK takes them: at a cut, a moment and which kinds of its entries
    have come, the rest of that moment is lost; `skipped` and `twice` are what must not happen."""
    kinds, counts = [[] for _ in truth.ENTRIES], []
    for moment in range(1000):
        here = [kind for at, kinds_here in cuts if at == moment for kind in kinds_here]
        is_cut = any(at == moment for at, _ in cuts)
        for kind in here if is_cut else range(len(kinds)):
            count = 1 - ((moment, kind) in skipped) + ((moment, kind) in twice)
            kinds[kind] += [moment] * count
        if is_cut:
            counts.append(min(len(each) for each in kinds))
    taken = []
    for moments in zip(*kinds, strict=False):
        value = [0.0, 0.0, 0.0]
        for moment, axes in zip(moments, truth.ENTRIES, strict=True):
            for axis in axes:
                value[axis] = truth.acceleration(start + moment / RATE)[axis]
        taken.append((0, value))
    return taken, counts, RATE, truth.acceleration, LIMIT


@pytest.mark.parametrize("start", [0.05, 1.6, 2.6, 4.0])
@pytest.mark.parametrize("cuts", [
    [(139, [0, 1])], [(139, [0])], [(139, [1])], [(139, [])], [(139, [0]), (700, [])],
    [(700, [0]), (830, [0])], [(0, []), (400, [0]), (500, [])], [(160, []), (180, [1]), (200, [0])]])
def test_a_log_is_taken_wherever_it_begins(start, cuts):
    lost = sum(len(truth.ENTRIES) - len(come) for _, come in cuts)
    found = truth.check_log(*log(start, cuts))
    # What is missing from a rest cannot be told.
    assert found == lost if start == 1.6 and len(cuts) == 1 else found <= lost


@pytest.mark.parametrize("wrong", [
    {"skipped": [(260, 0)]}, {"skipped": [(700, 1)]}, {"skipped": [(171, 0), (172, 0)]},
    {"twice": [(700, 0)]}, {"twice": [(160, 0), (160, 1)]}, {"twice": [(700, 1), (700, 0)]}])
def test_what_is_missing_elsewhere_or_comes_twice_is_found(wrong):
    with pytest.raises(AssertionError, match="off"):
        truth.check_log(*log(0.05, [(170, [0])], **wrong))
