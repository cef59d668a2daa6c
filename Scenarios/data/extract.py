"""Makes the CSV files of this folder from the PyPI package seglearn 1.2.5, and checks their units.

    pip download --no-deps seglearn==1.2.5
    python3 extract.py seglearn-1.2.5-py3-none-any.whl      (needs numpy)
"""

import hashlib
import io
import pathlib
import sys
import zipfile

import numpy as np

WHEEL_SHA256 = "ec6b952c85c9627050102854b372d85951563d3b990df677d7c55547e87413dd"
RATE = 50.0  # Hz, as the documentation of seglearn.datasets.load_watch says

# File name, index into data["X"].
TAKEN = [
    ("wrist-forward-elevation.csv", 121),
    ("wrist-external-rotation.csv", 102),
    ("wrist-row.csv", 95),
]


def rotation(vector):
    """The matrix that turns about the vector by its length (Rodrigues)."""
    angle = np.linalg.norm(vector)
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = vector / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def derotated(acceleration, rate, window=300):
    """Length of the mean acceleration after turning each sample back with the integrated rate, and
    how much of the variance is left: gravity stays, so that the right unit and handedness give
    about 1 g and a small rest."""
    left = whole = 0.0
    means = []
    for start in range(0, len(acceleration) - window + 1, window):
        attitude = np.eye(3)
        turned = []
        for i in range(start, start + window):
            turned.append(attitude @ acceleration[i])
            attitude = attitude @ rotation(rate[i] / RATE)
        turned = np.array(turned)
        raw = acceleration[start : start + window]
        left += ((turned - turned.mean(0)) ** 2).sum()
        whole += ((raw - raw.mean(0)) ** 2).sum()
        means.append(np.linalg.norm(turned.mean(0)))
    return np.mean(means), left / whole


def main(wheel):
    content = pathlib.Path(wheel).read_bytes()
    if hashlib.sha256(content).hexdigest() != WHEEL_SHA256:
        sys.exit(f"{wheel} is not the wheel of seglearn 1.2.5 that the files were made from")
    archive = zipfile.ZipFile(io.BytesIO(content))
    stored = io.BytesIO(archive.read("seglearn/data/watch_dataset.npy"))
    data = np.load(stored, allow_pickle=True).item()  # the hash above says whose pickle this is
    assert data["X_labels"] == ["ax", "ay", "az", "wx", "wy", "wz"]

    still = np.concatenate([x[np.linalg.norm(x[:, 3:], axis=1) < 0.15, :3] for x in data["X"]])
    length = np.linalg.norm(still, axis=1)
    print(f"all recordings, slow samples: {len(still)}, mean |a| {length.mean():.4f} g")

    here = pathlib.Path(__file__).parent
    for name, index in TAKEN:
        samples = np.asarray(data["X"][index])
        exercise = data["y_labels"][int(data["y"][index])]
        side = "right" if data["side"][index] else "left"
        a, w = samples[:, :3], samples[:, 3:]
        for unit, factor in [("rad/s", 1), ("deg/s", np.pi / 180), ("-rad/s", -1)]:
            mean, left = derotated(a, w * factor)
            print(f"{name}: if in {unit}: mean {mean:.3f} g, variance left {left:.3f}")
        lines = [
            "time (s),acc x (g),acc y (g),acc z (g),gyro x (rad/s),gyro y (rad/s),gyro z (rad/s)"
        ]
        for i, row in enumerate(samples):
            lines.append(f"{i / RATE:.2f}," + ",".join(f"{value:.6g}" for value in row))
        (here / name).write_text("\n".join(lines) + "\n")
        print(
            f"{name}: X[{index}], {exercise}, subject {int(data['subject'][index])}, {side}, "
            f"{len(samples)} rows, {len(samples) / RATE:.1f} s"
        )


main(*sys.argv[1:])
