"""The stand-in against the recording of a real bluetoothd: the same calls, the same answers and signals."""

import pathlib
import sys

import pytest

from conftest import Bus

HERE = pathlib.Path(__file__).resolve().parent
FAITHFUL = HERE.parent / "RealBlueZ" / "faithful"


# Each part has a stand-in of its own, so that they can run beside each other: most of it is waiting. Those of one
# part need what the ones before left. The longest come first.
@pytest.mark.parametrize("sections", [
    ["unattended_others"], ["just_works"], ["passkeys"], ["encrypted"], ["unattended"], ["refusing"], ["unreachable", "connecting"], ["blocked"],
    ["breaking", "fading"], ["adapter", "managers"], ["discovery"], ["values"], ["clients"], ["codes"]],
                         ids="-".join)
def test_the_transcript_is_that_of_bluetoothd(sections, tmp_path, monkeypatch):
    bus = Bus(FAITHFUL / ("codes.yaml" if sections == ["codes"] else "air.yaml"))
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
    try:
        transcript = tmp_path / "transcript"
        transcript.write_text(bus.run(sys.executable, str(FAITHFUL / "transcript.py"), *sections, seconds=900))
        compared = bus.run(sys.executable, str(FAITHFUL / "compare.py"), str(FAITHFUL / "bluez-5.66.transcript"),
                           str(transcript), str(FAITHFUL / "differences.txt"), status=None)
    finally:
        bus.close()
    print(compared)
    assert compared.rstrip().endswith(" 0 lines that nothing explains"), compared
