"""The program of docs/guides/bluez-stand-in.md, run as a reader would."""

import re
import sys

from conftest import HERE

SCENARIO = "guide.yaml"
PAGE = HERE.parents[1] / "docs" / "guides" / "bluez-stand-in.md"


def test_the_program_of_the_guide(bus):
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    lines = bus.run(sys.executable, "-c", program).splitlines()
    assert lines[0] == "1.7.3", lines
    samples = [line for line in lines[1:] if line.endswith(" g")]
    assert len(samples) > 50, lines
    assert all(abs(float(line.split()[2]) - 1) < 0.2 for line in samples)
