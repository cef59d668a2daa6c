"""Programs of C: bluetoothctl, busctl, gdbus, bluez-tools."""

import re

CUBE = "E1:00:00:00:00:01"
DEVICE = "/org/bluez/hci0/dev_E1_00_00_00_00_01"
ADAPTER = "/org/bluez/hci0"


def test_bluetoothctl_goes_through_a_session(bus):
    with bus.start("bluetoothctl") as shell:
        shell.hear(r"Agent registered")
        shell.say("show")
        shell.hear(r"Powered: yes")
        shell.say("scan on")
        shell.hear(r"Discovering: yes")
        shell.hear(rf"Device {CUBE} MetaWear")
        shell.say("scan off")
        shell.hear(r"Discovery stopped")
        shell.say(f"connect {CUBE}")
        shell.hear(r"Connection successful")
        shell.hear(r"ServicesResolved: yes")
        shell.say(f"info {CUBE}")
        shell.hear(r"Connected: yes")
        # BlueZ reads the level by itself, soon after it has resolved the services.
        while not re.search(r"Battery Percentage: 0x[0-9a-f]+ .*\(\d+\)", shell.text):
            shell.say(f"info {CUBE}")
            shell.hear(r"ManufacturerData Key: 0x626d[^>]*>?")
        shell.say("menu gatt")
        shell.say(f"list-attributes {CUBE}")
        shell.hear(r"Firmware Revision String")
        shell.say("select-attribute 00002a26-0000-1000-8000-00805f9b34fb")
        shell.say("read")
        shell.hear(r"31 2e 37 2e 32")
        shell.say("select-attribute 326a9006-85cb-9195-d9dd-464cfbbae75a")
        shell.say("notify on")
        shell.hear(r"Notify started")
        # bluetoothctl prints values of the attribute that is selected; so another client writes.
        bus.run("busctl", f"--address={bus.address}", "call", "org.bluez", f"{DEVICE}/service001d/char001e",
                "org.bluez.GattCharacteristic1", "WriteValue", "aya{sv}", "2", "1", "128", "0")
        shell.hear(r"01 80 00 00")
        shell.say("select-attribute 326a9001-85cb-9195-d9dd-464cfbbae75a")
        shell.say("write \"0x01 0x80\"")
        shell.hear(r"Attempting to write")
        shell.say("back")
        shell.say(f"disconnect {CUBE}")
        shell.hear(r"Successful disconnected")
        shell.say(f"remove {CUBE}")
        shell.hear(r"Device has been removed")
        shell.say("quit")


def test_busctl_shows_tree_and_interfaces(bus):
    tree = bus.run("busctl", f"--address={bus.address}", "tree", "--list", "org.bluez")
    assert ADAPTER in tree.split()
    told = bus.run("busctl", f"--address={bus.address}", "introspect", "org.bluez", ADAPTER)
    assert re.search(r"org\.bluez\.Adapter1 +interface", told)
    assert re.search(r"\.StartDiscovery +method +- +-", told)
    assert re.search(r"\.Powered +property +b +true +.*writable", told)
    assert re.search(r"\.SetDiscoveryFilter +method +a\{sv\}", told)


def test_busctl_sees_the_signals(bus):
    with bus.start("busctl", f"--address={bus.address}", "monitor", "org.bluez") as monitor:
        monitor.hear("Monitoring bus message stream")
        bus.run("busctl", f"--address={bus.address}", "set-property", "org.bluez", ADAPTER,
                "org.bluez.Adapter1", "Alias", "s", "Seen")
        monitor.hear("Member=PropertiesChanged")
        monitor.hear('STRING "Seen"')
    bus.run("busctl", f"--address={bus.address}", "set-property", "org.bluez", ADAPTER,
            "org.bluez.Adapter1", "Alias", "s", "")


def test_gdbus_calls_and_is_refused(bus):
    call = ("gdbus", "call", "--address", bus.address, "--dest", "org.bluez", "--object-path", ADAPTER, "--method")
    assert "uint32 180" in bus.run(*call, "org.freedesktop.DBus.Properties.Get", "org.bluez.Adapter1", "DiscoverableTimeout")
    refused = bus.run(*call, "org.bluez.Adapter1.StopDiscovery", status=1)
    assert "org.bluez.Error.Failed: No discovery started" in refused
    told = bus.run("gdbus", "introspect", "--address", bus.address, "--dest", "org.bluez",
                   "--object-path", ADAPTER)
    assert "interface org.bluez.GattManager1" in told


def test_bluez_tools_lists_and_describes(bus):
    assert re.search(r"Available adapters:\n.*\(([0-9A-F]{2}:){5}[0-9A-F]{2}\)", bus.run("bt-adapter", "--list"))
    told = bus.run("bt-adapter", "--info")
    assert re.search(r"Powered: 1", told) and re.search(r"Discovering: 0", told)
