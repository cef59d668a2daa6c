"""`boardsim triki menu --device`: a cap of another process moves through a menu, over BlueZ and over HCI."""

import os
import subprocess

import pytest

from stand_in import PATIENCE, PROGRAM

CAP, BOARD = "E1:00:00:00:00:0C", "E1:00:00:00:00:01"
SCENARIO = "cap.yaml"
pytestmark = pytest.mark.skipif("BLUEZ_BUS" in os.environ, reason="only our own run has a cap")


def menu(bus, radio, device, *arguments):
    """The cap begins to turn 12 s after the start of the run."""
    done = subprocess.run(
        [PROGRAM, "triki", "menu", "--device", device, *arguments],
        env=os.environ | {"METAWEAR_RADIO": radio.format(air=bus.air)}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


@pytest.mark.parametrize("radio", ["bluez", "hci-unix:{air}"])
def test_a_cap_moves_through_the_menu(bus, radio):
    status, lines, complaints = menu(bus, radio, CAP, "--items", "Left,Middle,Quit")
    assert (status, complaints) == (0, ["hold the cap still"]), (lines, complaints)
    # Held to the left, the first item is chosen; held to the right, the last one, which ends the menu.
    chosen = [line for line in lines if line.startswith("chosen: ")]
    assert chosen == ["chosen: Left", "chosen: Quit"], lines
    assert lines.index("focus: Left") < lines.index("chosen: Left") < lines.index("focus: Quit"), lines
    assert "no focus" in lines, lines


@pytest.mark.parametrize("radio", ["bluez", "hci-unix:{air}"])
def test_a_board_that_is_no_cap_is_named(bus, radio):
    status, lines, complaints = menu(bus, radio, BOARD)
    assert status == 2 and lines == [], complaints
    assert complaints[-1].endswith("it is not a Triki cap: the Nordic UART service is missing"), complaints


def test_the_menu_ends_when_its_time_is_up(bus):
    status, lines, _ = menu(bus, "hci-unix:{air}", CAP, "--for", "2s")
    assert (status, lines) == (0, [])
