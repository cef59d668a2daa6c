"""The stand-in against the recording of a real bluetoothd: the same calls, the same answers and signals."""

import pathlib
import sys


HERE = pathlib.Path(__file__).resolve().parent
FAITHFUL = HERE.parent / "RealBlueZ" / "faithful"
SCENARIO = FAITHFUL / "air.yaml"


def test_the_transcript_is_that_of_bluetoothd(bus, tmp_path):
    transcript = tmp_path / "transcript"
    transcript.write_text(bus.run(sys.executable, str(FAITHFUL / "transcript.py"), seconds=1200))
    compared = bus.run(sys.executable, str(FAITHFUL / "compare.py"), str(FAITHFUL / "bluez-5.66.transcript"),
                       str(transcript), str(FAITHFUL / "differences.txt"), status=None)
    print(compared)
    assert compared.rstrip().endswith(" 0 lines that nothing explains"), compared
