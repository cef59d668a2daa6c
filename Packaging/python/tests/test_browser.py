"""The fixture `boardsim_browser`: a page in Chromium, its chooser, its console, and how it ends."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from boardsim import BoardsimError, Simulator
from boardsim.browser import Browser, Device, chromium

needs_chromium = pytest.mark.skipif(
    not shutil.which(os.environ.get("CHROMEDRIVER", "chromedriver")), reason="there is no chromedriver")
DESK = {"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S", "address": "E1:00:00:00:00:01"}]}
PAIR = {"version": 1, "boards": [
    {"name": "left", "model": "MetaMotion S", "address": "E1:00:00:00:00:01", "device-name": "Left"},
    {"name": "right", "model": "MetaMotion RL", "address": "E1:00:00:00:00:02", "device-name": "Right"}]}
PAGE = """<!doctype html>
<button>Connect</button>
<script type="module">
const uuid = (digit) => `326a900${digit}-85cb-9195-d9dd-464cfbbae75a`;
window.packets = [];
document.querySelector("button").onclick = async () => {
  try {
    const device = await navigator.bluetooth.requestDevice({filters: [{services: [uuid(0)]}]});
    document.title = device.name;
    device.addEventListener("gattserverdisconnected", () => document.title = "lost");
    const service = await (await device.gatt.connect()).getPrimaryService(uuid(0));
    const notification = await service.getCharacteristic(uuid(6));
    notification.addEventListener("characteristicvaluechanged", ({target}) =>
      window.packets.push([...new Uint8Array(target.value.buffer)].join(" ")));
    await notification.startNotifications();
    await (await service.getCharacteristic(uuid(1))).writeValueWithResponse(Uint8Array.of(1, 1, 1));
    document.title = "connected";
  } catch (error) {
    document.title = error.name;
    console.error("no board:", error.message);
  }
};
</script>
"""


@pytest.fixture
def page(boardsim, boardsim_browser, tmp_path):
    """Opens the page with the boards of a scenario, and asks for a device."""

    def page(scenario=DESK, **options):
        (tmp_path / "index.html").write_text(PAGE)
        page = boardsim_browser(boardsim(scenario, way="bluez-bus"), **options)
        page.open(str(tmp_path / "index.html"))
        # Chromium has found the adapter.
        page.until("navigator.bluetooth.getAvailability()")
        page.click("button")
        return page

    return page


@needs_chromium
def test_button_and_lost_link(page):
    page = page()
    assert page.choose() == Device(address="E1:00:00:00:00:01", name="MetaWear")
    page.until("document.title === 'connected'")
    page.simulator.press()
    page.until("packets.includes('1 1 1')")
    page.simulator.drop_link("5 s")
    page.until("document.title === 'lost'")
    assert page.errors == [] and page.text("button") == "Connect"
    assert page.value("Promise.resolve(packets.length)") == 1


@needs_chromium
@pytest.mark.parametrize("wanted", [{"board": "right"}, {"name": "Right"}, {"address": "e1:00:00:00:00:02"}])
def test_one_of_two_boards(page, wanted):
    page = page(PAIR)
    assert page.choose(**wanted).address == "E1:00:00:00:00:02"
    page.until("document.title === 'connected'")
    page.until(lambda: page.simulator.states()["right"].connected)
    assert not page.simulator.states()["left"].connected and page.choices == ()


@needs_chromium
def test_a_chooser_is_cancelled_and_the_next_one_is_answered(page):
    page = page()
    page.until(lambda: page.choices)
    page.cancel()
    page.until("document.title === 'NotFoundError'")
    assert [(each.level, each.text) for each in page.errors] == [
        ("error", "no board: User cancelled the requestDevice() chooser.")]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/index\.html:\d+", page.errors[0].place)
    page.click("button")
    page.choose()
    page.until("document.title === 'connected'")


@needs_chromium
def test_mistakes(page, tmp_path):
    page = page(PAIR)
    with pytest.raises(BoardsimError, match="by one of board, address and name"):
        page.choose(board="left", name="Left")
    with pytest.raises(BoardsimError, match="no board middle; the scenario has left, right"):
        page.choose(board="middle")
    with pytest.raises(BoardsimError, match=r"the scenario has 2 boards"):
        page.choose()
    page.until(lambda: len(page.choices) == 2)
    with pytest.raises(BoardsimError, match=r"not show Middle within 0 s; it shows (Left|Right) \(E1:.*, (Left|Right) \(E1"):
        page.choose(name="Middle", within=0)
    page.cancel()
    with pytest.raises(BoardsimError, match="opened no chooser within 0 s"):
        page.choose(board="left", within=0)
    page.value("console.error('broken') || setTimeout(() => { throw new Error('uncaught') }) && undefined")
    page.until(lambda: len(page.errors) == 3)
    with pytest.raises(BoardsimError, match=r"(?s)not within 0 s: 1 > 2\n.*error: broken.*error: Uncaught Error: uncaught"):
        page.until("1 > 2", within=0)
    with pytest.raises(BoardsimError, match="no other.html in"):
        page.open("other.html")
    with pytest.raises(BoardsimError, match="is not in the folder"):
        page.open(str(tmp_path / "index.html"), folder=str(tmp_path.parent / "elsewhere"))


@needs_chromium
def test_files_are_served_as_they_are_now(page, tmp_path):
    page = page()
    page.cancel()
    (tmp_path / "web").mkdir()
    (tmp_path / "shared.mjs").write_text("export const word = 'one'")
    (tmp_path / "web" / "page.html").write_text(
        "<script type=module>import {word} from '/shared.mjs'; document.title = word</script>")
    for word in "one", "two":
        (tmp_path / "shared.mjs").write_text(f"export const word = '{word}'")
        page.open(str(tmp_path / "web" / "page.html"), folder=tmp_path)
        page.until(f"document.title === '{word}'")
    page.open(page.value("location.href").replace("page", "absent"))
    assert [each.text for each in page.errors if "404" in each.text]


@needs_chromium
def test_a_failed_test_shows_the_console_and_nothing_is_left(pytester, request, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(__file__).parents[1] / "src"), prepend=os.pathsep)
    program = request.config.getoption("boardsim_program")
    if program:
        monkeypatch.setenv("BOARDSIM", os.path.abspath(program))
    pytester.makefile(".html", index="<button onclick='navigator.bluetooth.requestDevice({acceptAllDevices: true})'>"
                                     "</button><script>console.error('the page broke'); nothing.at.all</script>")
    pytester.makepyfile(test_it=f"""
        def test_it(boardsim, boardsim_browser):
            page = boardsim_browser(boardsim({DESK!r}, way="bluez-bus"))
            page.open()
            page.click("button")
            page.until(lambda: page.choices)
            page.until(lambda: len(page.errors) == 2)
            with open("left", "w") as file:
                print(page.driver.service.process.pid, page.simulator.folder, file=file)
            assert False
        """)
    known = "boardsim.pytest_plugin" in sys.modules and request.config.pluginmanager.has_plugin("boardsim")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", *([] if known else ["-p", "boardsim.pytest_plugin"]))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*boardsim: console of the page*", "page: http://127.0.0.1:*/index.html", "chooser: MetaWear (E1:00:00:00:00:01)",
        "error: the page broke (http://127.0.0.1:*/index.html:1)", "error: Uncaught ReferenceError: nothing is not defined*",
        "*boardsim: report*"])
    process, folder = (pytester.path / "left").read_text().split()
    assert not pathlib.Path(folder).exists()
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


def test_a_simulator_without_a_bus(boardsim):
    with pytest.raises(BoardsimError, match='no bus for it; start it with `radio="bluez-bus"`'):
        Browser(boardsim(DESK, way="hci-tcp"))


def test_virtual_time(desk):
    with pytest.raises(BoardsimError, match="a browser lives in real time"):
        Browser(desk(radio="bluez-bus"))


@pytest.mark.parametrize("package", ["selenium", "websocket"])
def test_without_its_packages(monkeypatch, package):
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BoardsimError, match=r'there is no selenium|there is no websocket.*pip install "boardsim\[browser\]"'):
        chromium.start({}, True, ())


@pytest.mark.parametrize("variable, what, fix", [
    ("CHROMIUM", "a Chromium", "apt install chromium"),
    ("CHROMEDRIVER", "the driver of Chromium", "apt install chromium-driver")])
def test_without_the_programs(monkeypatch, tmp_path, variable, what, fix):
    pytest.importorskip("selenium")
    for name in ("CHROMIUM", "CHROMEDRIVER"):
        monkeypatch.setenv(name, "/bin/true")
    monkeypatch.setenv(variable, "/nowhere/program")
    with pytest.raises(BoardsimError, match=f"{variable} names /nowhere/program, which is not a program"):
        chromium.start({}, True, ())
    monkeypatch.delenv(variable)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardsimError, match=f"{what} was not found on the PATH .*; on Debian `{fix}` brings it"):
        chromium.start({}, True, ())


def test_a_driver_that_breaks(monkeypatch):
    pytest.importorskip("selenium")
    monkeypatch.setenv("CHROMIUM", "/bin/true")
    monkeypatch.setenv("CHROMEDRIVER", "/bin/false")
    with pytest.raises(BoardsimError, match="Chromium cannot be started: .*/bin/false"):
        chromium.start({}, True, ())


def test_nothing_of_it_is_imported_before_it_is_used():
    code = "import sys, boardsim.pytest_plugin, boardsim.browser\nassert not {'selenium', 'websocket'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True,
                   env={**os.environ, "PYTHONPATH": str(pathlib.Path(__file__).parents[1] / "src")})


@needs_chromium
def test_a_simulator_and_its_browser_without_pytest(request):
    program = request.config.getoption("boardsim_program")
    with Simulator(DESK, radio="bluez-bus", program=program) as simulator, \
            Browser(simulator, arguments=["--user-agent=tester"]) as page:
        page.driver.get("data:text/html,<title>one</title>")
        assert page.value("document.title + navigator.userAgent") == "onetester"
    with pytest.raises(BoardsimError, match="Chromium has ended"):
        page.click("button")
