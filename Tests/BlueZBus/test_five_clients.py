"""Five programs of five kinds at once, each unmodified and with a board of its own: each receives what its board has sent.

A MetaWear has one link at a time (ADV-05), so that one board is not enough; and of programs that share a link of BlueZ, each
receives every value as often as there are subscribers (`Tests/RealBlueZ/faithful/bluez-5.66.transcript`, two clients that
StartNotify). So there are five adapters on one air, and the report has a link for each.
"""

import pathlib
import re
import sys

import pytest


FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
sys.path[:0] = [str(ROOT / "Packaging" / "python" / "src"), str(FOLDER / "five")]

from boardsim import Simulator  # noqa: E402
from boardsim.browser import Browser  # noqa: E402
from protocol import LAST, START, STOP  # noqa: E402
from stand_in import PROGRAM, Bus, Client  # noqa: E402

pytestmark = getattr(pytest.mark, "five-clients")

DEMO = ROOT / ".build-tests" / "release" / "MetaWearDemo"


class Air:
    """What a `Client` needs of a bus."""

    until = Bus.until

    def __init__(self, simulator, **variables):
        self.said = simulator.said
        self.environment = {**simulator.environment, "PYTHONPATH": str(ROOT / "Packaging" / "warble"), **variables}


@pytest.fixture
def simulator():
    with Simulator(FOLDER / "scenarios" / "five.yaml", radio="bluez-bus", program=PROGRAM,
                   options={"adapters": 5, "report": "json"}) as simulator:
        yield simulator


def sent(simulator, board):
    """The packets that a board has sent, as the trace has them."""
    found = re.findall(rf"^ *[\d.]+ {board} +< ((?:[0-9a-f]{{2}} )+)", simulator.trace, re.M)
    return [packet.replace(" ", "") for packet in found]


def received(client):
    """The packets that a client has printed."""
    return re.findall(r"^notified (\w+)$", client.text, re.M)


def test_each_receives_what_its_board_has_sent(simulator, tmp_path):
    assert DEMO.exists(), "`swift build --product MetaWearDemo` builds the demo"

    def start(name, *arguments, **variables):
        command = [str(DEMO)] if name == "demo" else [sys.executable, str(FOLDER / "five" / f"with_{name}.py"), *arguments]
        return Client(Air(simulator, **variables), command)

    address = {name: board.address for name, board in simulator.boards.items()}
    with Browser(simulator, root=FOLDER / "five", patience=60) as page, \
            start("bleak", address["bleak"], "hci1") as bleak, \
            start("sdk", address["sdk"], BOARDSIM_RADIO="bluez:hci2", HOME=str(tmp_path)) as sdk, \
            start("qt", address["qt"], "00:00:5E:00:53:03") as qt:
        page.open("index.html")
        page.click("button")
        page.choose(board="page")
        page.until("document.title === 'connected'")
        page.value(f"send({[packet.hex() for packet in START]})")
        for client in bleak, sdk, qt:
            client.hear("streams\n")
        # The demo takes the first board that it finds: the others are connected and do not advertise.
        with start("demo", METAWEAR_RADIO="bluez:hci4") as demo:
            demo.hear("Disconnected. This was all.")
        page.value(f"send({[packet.hex() for packet in STOP]})")
        page.until(f"packets.at(-1).startsWith('{LAST}')")
        for client in bleak, sdk, qt:
            client.say("stop")
            assert client.process.wait(60) == 0, client.text
        got = page.value("packets")
    report = simulator.stop()
    links = {link["board"]: link for host in report["hosts"] for link in host["links"]}
    boards = {board["name"]: board for board in report["boards"]}
    assert len(report["hosts"]) == 5 and all(len(host["links"]) == 1 for host in report["hosts"])
    for name, board in boards.items():
        assert board["notificationsSent"] == links[name]["notificationsReceived"] > 150 and board["notificationsDropped"] == 0
        # BlueZ itself has subscribed to the battery level, which comes every ten seconds (GAT-10).
        seconds = links[name].get("endedSeconds", report["durationSeconds"]) - links[name]["beganSeconds"]
        assert 0 <= board["notificationsSent"] - len(sent(simulator, name)) <= seconds / 10
    assert got == sent(simulator, "page")
    assert received(bleak) == sent(simulator, "bleak")
    assert received(qt) == sent(simulator, "qt")
    assert received(sdk) == samples(simulator, "sdk")
    # The demo prints every twentieth sample, and how many came until it stopped: one packet of three may have been in the air.
    shown = re.findall(r"^  \[(\d+)\] x (\S+)  y (\S+)  z (\S+) g$", demo.text, re.M)
    count = int(re.search(r"^(\d+) samples, ", demo.text, re.M)[1])
    wanted = samples(simulator, "demo")
    assert len(wanted) - count in (0, 3)
    assert shown == [(f"{place:03}", *in_g(wanted[place])) for place in range(0, count, 20)]


def samples(simulator, board):
    """The samples among them, each as the packet that has one alone; the demo's packets have three."""
    packets = [packet for packet in sent(simulator, board) if packet[:4] in ("0304", "0305")]
    return ["0304" + packet[place:place + 12] for packet in packets for place in range(4, len(packet), 12)]


def in_g(sample):
    """As the demo writes it, at ±2 g."""
    values = [int.from_bytes(bytes.fromhex(sample)[place:place + 2], "little", signed=True) for place in (2, 4, 6)]
    return [f"{value / 16384:+.3f}" for value in values]
