"""Web Bluetooth in Chromium over the stand-in for BlueZ: what a page can do, and what it cannot (docs/guides/web-bluetooth.md)."""

import asyncio
import json
import pathlib
import re
import subprocess
import sys
import threading

import pytest
from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_method

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "Packaging" / "python" / "src"))

from boardsim import Simulator  # noqa: E402
from boardsim.browser import Browser  # noqa: E402

from test_report import PROGRAM  # noqa: E402

LEFT, RIGHT = (
    {"name": name.lower(), "model": "MetaMotion S", "address": f"E1:00:00:00:00:0{number}", "device-name": name}
    for number, name in enumerate(("Left", "Right"), 1))
LOCKED = {"name": "locked", "model": "MetaMotion S", "address": "E1:00:00:00:00:03", "device-name": "Locked",
          "security": {"pairing": "required", "io": "display", "passkey": 314159}}
SERVICE = "b0a2d51d-0100-4e61-9b7c-3a5f0c6e1d00"
# What a page sees of each error of the Attribute Protocol: its name and a sentence, and no code.
UNKNOWN, FORBIDDEN = "NotSupportedError: GATT operation failed for unknown reason.", "NotSupportedError: GATT operation not permitted."
GONE = "GATT Server is disconnected."
REFUSALS = {
    0x01: UNKNOWN, 0x02: FORBIDDEN, 0x03: FORBIDDEN, 0x06: "NotSupportedError: GATT Error: Not supported.",
    0x0E: UNKNOWN, 0x11: UNKNOWN, 0x13: UNKNOWN, 0x80: UNKNOWN, 0xFD: UNKNOWN,
}
REFUSING = {
    "name": "refusing", "address": "E4:00:00:00:00:01", "services": [{"uuid": SERVICE, "characteristics": [
        {"uuid": f"b0a2d51d-01{code:02x}-4e61-9b7c-3a5f0c6e1d00", "properties": ["read", "write"], "refuses-with": f"0x{code:02X}"}
        for code in REFUSALS]}]}
# A connection interval of 7.5 ms: the 30 ms of BlueZ carry 100 packets a second. Then 100 Hz of acceleration (BMI270, ±8 g) and of rotation (±2000 °/s); their ends, and a question that is answered after all else.
START = ["1109060006000000c800", "0380", "1380", "0303a802", "1303a800", "030401", "130401", "03020100", "13020100", "030101", "130101"]
STOP = ["030100", "130100", "03020001", "13020001", "030400", "130400", "0180"]


@pytest.fixture
def air():
    """Boards in the air, each with its browsers: `simulator, page = air([board], …)`."""
    open_ = []

    def air(boards, browsers=1, **more):
        options = more.pop("options", {})
        simulator = Simulator({"version": 1, "boards": boards, **more.pop("scenario", {})}, radio="bluez-bus", program=PROGRAM,
                              options={"report": "json", **options}, **more)
        open_.append(simulator)
        pages = []
        for _ in range(browsers):
            pages.append(Browser(simulator, root=HERE, patience=60))
            open_.append(pages[-1])
            pages[-1].open("web_bluetooth.html")
        return (simulator, *pages)

    yield air
    for each in reversed(open_):
        each.close()


def choose(page, board):
    page.click("button")
    page.choose(board=board)
    return page.value("asked")


def sent(simulator, board):
    """The packets that a board has sent, as the trace has them."""
    found = re.findall(rf"^ *[\d.]+ {board} +< ((?:[0-9a-f]{{2}} )+)", simulator.trace, re.M)
    return [packet.replace(" ", "") for packet in found]


def test_two_boards_with_two_sensors_lose_nothing(air):
    simulator, page = air([LEFT, RIGHT], speed=2)
    for name in "Left", "Right":
        assert choose(page, name.lower()) == name
        page.value(f"open_('{name}')")
    for name in "Left", "Right":
        page.value(f"send('{name}', ...{START})")
    page.until("boards.Right.packets.length > 2000")
    for name in "Left", "Right":
        page.value(f"send('{name}', ...{STOP})")
        page.until(f"boards.{name}.packets.at(-1).startsWith('0180')")
    packets = {name: page.value(f"boards.{name}.packets") for name in ("Left", "Right")}
    links = {link["board"]: link for link in simulator.stop()["hosts"][0]["links"]}
    for name, received in packets.items():
        assert received == sent(simulator, name.lower())
        assert len(received) > 1900
    for board in simulator.report["boards"]:
        assert board["notificationsDropped"] == 0
        assert board["notificationsSent"] == links[board["name"]]["notificationsReceived"]


def test_writes_with_and_without_response(air):
    simulator, page = air([LEFT])
    choose(page, "left")
    page.value("open_('Left')")
    for number, method in enumerate(("writeValueWithoutResponse", "writeValueWithResponse", "writeValue"), 1):
        assert page.value(f"outcome(boards.Left.command.{method}(bytes('0180')))") == "undefined"
        page.until(f"boards.Left.packets.length === {number}")
    together = [f"outcome(boards.Left.command.writeValueWithResponse(bytes('{packet}')))" for packet in ("0180", "0380")]
    assert page.value(f"Promise.all([{', '.join(together)}])") == [
        "undefined", "NetworkError: GATT operation already in progress."]
    page.until("boards.Left.packets.length === 4")
    simulator.stop()
    assert sent(simulator, "left") == ["01800000"] * 4


def test_a_lost_link_and_a_page_that_is_loaded_again(air):
    simulator, page = air([LEFT])
    choose(page, "left")
    page.value("open_('Left')")
    simulator.drop_link("2 s")
    # What waits for the board when the link ends has no reason that a page could see.
    assert page.value("outcome(boards.Left.command.writeValueWithResponse(bytes('0180')))") == UNKNOWN
    page.until("boards.Left.losses === 1")
    assert GONE in page.value("outcome(battery('Left'))")
    assert page.value("outcome(open_('Left'))") == "open"
    page.value("send('Left', 'fe01')")
    page.until("boards.Left.losses === 2")
    # Loaded again, it has its board without a question.
    page.driver.refresh()
    page.value("navigator.bluetooth.getDevices().then((devices) => devices.forEach(keep))")
    assert page.value("outcome(open_('Left'))") == "open" and page.choices == ()
    assert page.value("battery('Left')") == "64"
    page.value("boards.Left.device.forget()")
    assert page.value("navigator.bluetooth.getDevices()") == []


def test_what_the_npm_package_does_alike(air):
    """One expression after the other; Tests/Wasm/node/outcomes.test.mjs has the same outcomes without a browser."""
    _, page = air([LEFT])
    choose(page, "left")
    page.value("open_('Left')")
    page.driver.execute_script("Object.assign(window, { device: boards.Left.device, command: boards.Left.command, service: boards.Left.command.service })")
    page.value("device.gatt.getPrimaryService('battery_service').then(async (own) => { window.battery = await own.getCharacteristic('battery_level'); })")
    for expression, outcome in json.loads((ROOT / "Tests/Wasm/node/outcomes.json").read_text()):
        assert page.value(f"outcome((async () => {expression})())") == outcome, expression


def test_advertisements_are_not_reported(air):
    simulator, page = air([LEFT])
    choose(page, "left")
    with subprocess.Popen(["dbus-monitor", "--address", simulator.bus, "member='PropertiesChanged'"],
                          stdout=subprocess.PIPE, text=True) as monitor:
        assert page.value("outcome(boards.Left.device.watchAdvertisements())") == "undefined"
        heard = 0
        while heard < 4:
            heard += 'string "RSSI"' in monitor.stdout.readline()
        monitor.terminate()
    assert page.value("[boards.Left.device.watchingAdvertisements, boards.Left.advertisements]") == [True, 0]
    # Its prompt is none that the DevTools protocol could answer.
    page.click("button")
    page.cancel()
    assert page.value("outcome(navigator.bluetooth.requestLEScan({acceptAllAdvertisements: true}))") == \
        "InvalidStateError: User canceled the permission prompt."


def test_errors_have_no_code(air):
    simulator, page = air([LEFT], scenario={"peripherals": [REFUSING]})
    page.value(f"options = {{ acceptAllDevices: true, optionalServices: ['{SERVICE}'] }}")
    page.click("button")
    page.choose(address=REFUSING["address"])
    name = page.value("asked")
    found = page.value(f"""(async () => {{
        const service = await (await boards["{name}"].device.gatt.connect()).getPrimaryService("{SERVICE}");
        const found = [];
        for (const each of await service.getCharacteristics()) {{
            found.push([each.uuid.slice(11, 13), await outcome(each.readValue()), await outcome(each.writeValueWithResponse(bytes("01")))]);
        }}
        return found;
    }})()""")
    assert found == [[f"{code:02x}", words, words] for code, words in REFUSALS.items()]


class Agent(ServiceInterface):
    """Knows the passkey, as a person who reads it from the label."""

    def __init__(self):
        super().__init__("org.bluez.Agent1")
        self.asked = 0

    @dbus_method()
    def RequestPasskey(self, device: "o") -> "u":  # noqa: F821
        self.asked += 1
        return 314159

    @dbus_method()
    def Cancel(self):
        pass


async def register(agent, address):
    bus = await MessageBus(bus_address=address).connect()
    bus.export("/agent", agent)
    for member, signature, body in [("RegisterAgent", "os", ["/agent", "KeyboardDisplay"]), ("RequestDefaultAgent", "o", ["/agent"])]:
        answer = await bus.call(Message(destination="org.bluez", path="/org/bluez", interface="org.bluez.AgentManager1",
                                        member=member, signature=signature, body=body))
        assert answer.message_type is MessageType.METHOD_RETURN
    return bus


@pytest.fixture
def loop():
    """A loop in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_a_passkey_needs_an_agent(air, loop):
    simulator, page = air([LOCKED])
    choose(page, "locked")
    page.value("boards.Locked.device.gatt.connect().then(() => 0)")
    # Chromium has no agent: BlueZ can pair with nobody's help, fails, and the link ends.
    assert GONE in page.value("outcome(battery('Locked'))")
    page.until("boards.Locked.losses === 1")
    agent = Agent()
    bus = asyncio.run_coroutine_threadsafe(register(agent, simulator.bus), loop).result(20)
    assert page.value("outcome(open_('Locked'))") == "open"
    page.value("send('Locked', '0180')")
    page.until("boards.Locked.packets.length")
    assert page.value("[boards.Locked.packets, boards.Locked.losses]") == [["01800000"], 1] and agent.asked == 1
    loop.call_soon_threadsafe(bus.disconnect)


def test_pages_that_share_a_link_receive_each_value_once_for_each_of_them(air):
    """As a real bluetoothd signals it (`Tests/RealBlueZ/faithful/bluez-5.66.transcript`: two clients that StartNotify)."""
    simulator, first, second = air([LEFT], browsers=2)
    choose(first, "left")
    first.value("open_('Left')")
    first.value("send('Left', '0180')")
    first.until("boards.Left.packets.length === 1")
    # The board advertises no more; Chromium shows what BlueZ knows.
    choose(second, "left")
    second.value("open_('Left')")
    second.value("send('Left', '0380')")
    for page in first, second:
        page.until("boards.Left.packets.filter((packet) => packet === '03800400').length === 2")
    second.close()
    first.value("send('Left', '1380')")
    first.until("boards.Left.packets.at(-1).startsWith('1380')")
    assert first.value("boards.Left.packets") == ["01800000", "03800400", "03800400", first.value("boards.Left.packets.at(-1)")]
    assert len(simulator.stop()["hosts"][0]["links"]) == 1
