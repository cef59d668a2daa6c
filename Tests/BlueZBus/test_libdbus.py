"""Clients on libdbus: BlueZ's own test scripts on python3-dbus, and SimpleBLE's bindings (C++)."""

import json
import pathlib
import re
import sys

from stand_in import HERE, Bus, StandIn

CUBE = "E1:00:00:00:00:01"
PYTHON = "/usr/bin/python3"
SCRIPTS = pathlib.Path("/usr/share/doc/bluez-test-scripts/examples")


def script(bus, name, *arguments, **more):
    return bus.run(PYTHON, str(SCRIPTS / name), *arguments, **more)


def test_the_scripts_of_bluez_describe_the_adapter(bus):
    listed = script(bus, "test-adapter", "list")
    assert re.search(r"\[ /org/bluez/hci0 \]", listed)
    assert re.search(r"Powered = 1", listed) and re.search(r"Roles = dbus\.Array", listed)
    assert script(bus, "test-adapter", "powered").strip() == "1"
    script(bus, "test-adapter", "alias", "Renamed")
    assert script(bus, "test-adapter", "alias").strip() == "Renamed"
    script(bus, "test-adapter", "alias", "")


def test_the_scripts_of_bluez_find_and_connect(bus):
    with bus.start(PYTHON, "-u", str(SCRIPTS / "test-discovery"), "-t", "le") as scan:
        scan.hear(r"\[ *E1-00-00-00-00-01 *\]|\[ *E1:00:00:00:00:01 *\]")
    script(bus, "test-device", "connect", CUBE)
    assert re.search(rf"{CUBE}", script(bus, "test-device", "list"))
    # The objects of values come after the reply to Connect.
    bus.until(lambda: "/org/bluez/hci0/dev_E1_00_00_00_00_01/service000a" in script(bus, "get-managed-objects"),
              "the services")
    script(bus, "test-device", "disconnect", CUBE)
    script(bus, "test-device", "remove", CUBE)


def test_simpleble():
    """Alone in its run: it sleeps for 0.1 ms at a time, 40,000 times, and each sleep costs more with each process."""
    command, bus = (sys.executable, str(HERE / "simpleble_client.py"), CUBE), Bus.of_environment()
    said = bus.run(*command) if bus else StandIn(HERE / "scenarios" / "desk.yaml", {}).play(*command)[1]
    found = json.loads(next((line for line in said.splitlines() if line.startswith("{")), said))
    assert found["name"] == "MetaWear" and found["connectable"]
    assert found["firmware"] == "1.7.2"
    assert found["answer"].startswith("0180") and found["second"].startswith("0280")
    assert "326a9000-85cb-9195-d9dd-464cfbbae75a" in found["services"]
