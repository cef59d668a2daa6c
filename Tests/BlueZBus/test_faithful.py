"""The stand-in against the recording of a real bluetoothd: the same calls, the same answers and signals."""

import pathlib
import subprocess
import sys

import pytest

from stand_in import StandIn

HERE = pathlib.Path(__file__).resolve().parent
FAITHFUL = HERE.parent / "RealBlueZ" / "faithful"


# Each part has a stand-in of its own; those of one part need what the ones before left. The longest come first.
@pytest.mark.parametrize("sections", [
    ["unattended_others"], ["just_works"], ["passkeys"], ["encrypted"], ["unattended"], ["refusing"], ["unreachable", "connecting"], ["blocked"],
    ["breaking", "fading"], ["adapter", "managers"], ["discovery"], ["values"], ["clients"], ["codes"]],
                         ids="-".join)
def test_the_transcript_is_that_of_bluetoothd(sections, tmp_path):
    transcript = tmp_path / "transcript"
    stand_in = StandIn(FAITHFUL / ("codes.yaml" if sections == ["codes"] else "air.yaml"), {})
    status, said = stand_in.play(
        "sh", "-c", 'exec "$@" >"$TRANSCRIPT"', "sh", sys.executable, str(FAITHFUL / "transcript.py"), *sections, TRANSCRIPT=str(transcript))
    assert status == 0, said
    compared = subprocess.run(
        [sys.executable, str(FAITHFUL / "compare.py"), str(FAITHFUL / "bluez-5.66.transcript"), str(transcript),
         str(FAITHFUL / "differences.txt")], capture_output=True, text=True)
    assert compared.stdout.rstrip().endswith(" 0 lines that nothing explains"), compared.stdout + compared.stderr
