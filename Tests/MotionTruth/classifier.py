"""How well a classifier tells recordings from imitations: windows of two seconds, low-passed at 10 Hz, without their levels.

An AUC of 0.5 is a coin, 1 is certainty. Subjects that are tested were never learned.
"""

import lightgbm
import numpy as np
import scipy.signal
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

BANDS = ((0.25, 1), (1, 3), (3, 6), (6, 9), (9, 13), (13, 20))
HIGHEST = 10.0
SECONDS = 2.0
# The names of levels, which tell how a board was held and not how it moved.
NAMES = ("ax", "ay", "az", "gx", "gy", "gz", "a", "g")


def low_passed(samples, rate):
    return scipy.signal.sosfiltfilt(scipy.signal.butter(4, HIGHEST, fs=rate, output="sos"), samples, axis=0)


def windows(samples, rate):
    """Windows of two seconds, one every second."""
    length, step = round(SECONDS * rate), round(SECONDS * rate / 2)
    return [samples[start:start + length] for start in range(0, len(samples) - length + 1, step)]


def of_signal(values, rate):
    """Moments, smoothness, bands, harmonics and periodicity of one signal."""
    centred, steps = values - values.mean(), np.diff(values) * rate
    size, jerk = max(values.std(), 1e-9), steps.std()
    power = np.abs(np.fft.rfft(centred * np.hanning(len(centred)), 4 * len(centred))) ** 2
    frequency, total = np.fft.rfftfreq(4 * len(centred), 1 / rate), power.sum() + 1e-20
    first = frequency[np.argmax(power)]
    share = power / total

    def around(centre, width):
        return power[np.abs(frequency - centre) < width].sum()

    again = np.correlate(centred, centred, "full")[len(centred) - 1:]
    again = again / max(again[0], 1e-12)
    yield from (size, np.mean(centred**3) / size**3, np.mean(centred**4) / size**4)
    yield from (jerk, jerk / size, np.diff(steps).std() * rate / max(jerk, 1e-9))
    yield from (np.log10(power[(frequency >= low) & (frequency < high)].sum() + 1e-12) for low, high in BANDS)
    yield from (-np.sum(share * np.log(share + 1e-20)), first, around(first, 0.6) / total)
    yield from (np.log10((around(n * first, 0.4) + 1e-12) / (around(first, 0.4) + 1e-12)) if first else 0 for n in (2, 3))
    yield again[int(0.3 * rate):int(0.75 * len(again))].max()
    yield np.mean(np.diff(np.sign(centred)) != 0)


def features(window, rate):
    """About 180 numbers of a window of six columns, in g and deg/s."""
    six = list(window.T)
    found = [each for signal in (*six, np.linalg.norm(window[:, :3], axis=1), np.linalg.norm(window[:, 3:], axis=1))
             for each in of_signal(signal, rate)]
    spread = window.std(0)
    together = np.cov(window.T, bias=True) / np.maximum(np.outer(spread, spread), 1e-9)
    found += list(together[np.triu_indices(6, 1)])
    for three in (window[:, :3], window[:, 3:]):
        principal = np.sort(np.linalg.eigvalsh(np.cov(three.T)))[::-1] + 1e-12
        found += [np.log10(principal[1] / principal[0]), np.log10(principal[2] / principal[0])]
    return found


def auc(real, imitated):
    """The area under the curve of a classifier; both are lists of (subject, rate, samples)."""
    rows, labels, subjects = [], [], []
    for label, group in ((1, real), (0, imitated)):
        for subject, rate, samples in group:
            for window in windows(low_passed(samples, rate), rate):
                rows.append(features(window, rate))
                labels.append(label)
                subjects.append(subject)
    rows, labels, subjects = np.array(rows), np.array(labels), np.array(subjects)
    found = np.zeros(len(labels))
    for learned, tested in GroupKFold(min(5, len(set(subjects)))).split(rows, labels, subjects):
        model = lightgbm.LGBMClassifier(
            n_estimators=150, num_leaves=15, learning_rate=0.06, subsample=0.8, subsample_freq=1, colsample_bytree=0.5,
            min_child_samples=10, n_jobs=1, random_state=1, deterministic=True, verbose=-1)
        found[tested] = model.fit(rows[learned], labels[learned]).predict_proba(rows[tested])[:, 1]
    return roc_auc_score(labels, found)
