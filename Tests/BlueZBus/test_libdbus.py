"""Clients on libdbus: BlueZ's own test scripts on python3-dbus, and SimpleBLE's bindings (C++)."""

import multiprocessing
import os
import pathlib
import re

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


def session(results):
    """In a process of its own: SimpleBLE reads the address of the bus once, and has threads."""
    import simplepyble

    adapter = simplepyble.Adapter.get_adapters()[0]
    adapter.scan_for(3000)
    board = next(p for p in adapter.scan_get_results() if p.address().upper() == CUBE)
    found = {"name": board.identifier(), "connectable": board.is_connectable()}
    board.connect()
    found["mtu"] = board.mtu()
    metawear = "326a9000-85cb-9195-d9dd-464cfbbae75a"
    command, answers = (metawear.replace("9000", n) for n in ("9001", "9006"))
    found["services"] = sorted(s.uuid() for s in board.services())
    found["firmware"] = board.read("0000180a-0000-1000-8000-00805f9b34fb",
                                   "00002a26-0000-1000-8000-00805f9b34fb")
    heard = multiprocessing.Queue()
    board.notify(metawear, answers, lambda value: heard.put(bytes(value)))
    board.write_command(metawear, command, b"\x01\x80")
    found["answer"] = heard.get(timeout=10)
    board.write_request(metawear, command, b"\x02\x80")
    found["second"] = heard.get(timeout=10)
    board.unsubscribe(metawear, answers)
    board.disconnect()
    results.put(found)


def test_simpleble(bus):
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
    # SimpleBLE gives up on a D-Bus call early: on a busy machine a session may end with "D-Bus call timed out". The
    # board then stays connected, and no scan finds it.
    for _ in range(3):
        process = context.Process(target=session, args=(results,), daemon=True)
        process.start()
        process.join(60)
        if process.exitcode == 0:
            break
        script(bus, "test-device", "remove", CUBE, status=None)
    found = results.get(timeout=20)
    assert found["name"] == "MetaWear" and found["connectable"]
    assert found["firmware"] == b"1.7.2"
    assert found["answer"][:2] == b"\x01\x80" and found["second"][:2] == b"\x02\x80"
    assert "326a9000-85cb-9195-d9dd-464cfbbae75a" in found["services"]
    assert process.exitcode == 0
