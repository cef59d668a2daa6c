"""The page of a run in a browser: its player follows the time that the reader chooses."""

import os
import pathlib
import subprocess

import pytest
from conftest import chromium
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BOARDSIM", str(ROOT / ".build-tests/release/boardsim"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Pages of runs, by the names of their scenarios."""
    folder = tmp_path_factory.mktemp("reports")
    for name in ["button-led-haptic", "fusion", "two-boards"]:
        subprocess.run(
            [PROGRAM, "run", str(ROOT / "Scenarios" / f"{name}.yaml"), "--report", "html", "--out", str(folder / name)],
            check=True, capture_output=True, timeout=120)
    return {path.parent.name: path.as_uri() for path in folder.glob("*/report.html")}


@pytest.fixture(scope="module")
def reader():
    driver = chromium()
    yield driver
    driver.quit()


def show(reader, page, width=1200, scheme="light"):
    reader.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 1200, "deviceScaleFactor": 1, "mobile": False})
    reader.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    reader.get(page)


def text(reader, name):
    return reader.find_element(By.ID, name).text


def seek(reader, seconds):
    reader.execute_script(
        "const time = document.getElementById('time'); time.value = arguments[0];"
        "time.dispatchEvent(new Event('input'))", seconds)
    settle(reader)


def settle(reader):
    reader.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")


def pixels(reader, name):
    """The colours of a canvas, each once."""
    return set(map(tuple, reader.execute_script(
        "const canvas = document.getElementById(arguments[0]);"
        "const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;"
        "const found = new Set();"
        "for (let i = 0; i < data.length; i += 4) { found.add(data.slice(i, i + 3).join()); }"
        "return [...found].map(text => text.split(',').map(Number))", name)))


def test_led_link_and_steps_follow_the_time(reader, pages):
    show(reader, pages["button-led-haptic"])
    assert text(reader, "link").startswith("advertising")
    assert text(reader, "led") == "off"
    assert (0, 255, 0) not in pixels(reader, "pose")
    seek(reader, 5.04)
    assert text(reader, "led") == "green 100 %"
    assert text(reader, "link") == "connected – phone: led green blink"
    assert (0, 255, 0) in pixels(reader, "pose")
    seek(reader, 19)
    assert text(reader, "link") == "advertising"
    assert text(reader, "clock") == "19.00 s of 20.00 s"


def test_fused_pose_is_beside_the_true_one(reader, pages):
    show(reader, pages["fusion"])
    assert text(reader, "pose-words") == "solid: true pose; dashed: fused pose, not running"
    level = pixels(reader, "pose")
    seek(reader, 47.52)
    assert text(reader, "pose-words").startswith("solid: true pose; dashed: fused pose, off by ")
    assert pixels(reader, "pose") != level
    cells = [cell.text for cell in reader.find_elements(By.CSS_SELECTOR, "#plots span")]
    assert len(cells) == 4 + 3 + 3 and all("true" in cell for cell in cells)


def test_another_board_is_chosen_by_its_name(reader, pages):
    show(reader, pages["two-boards"])
    board = reader.find_element(By.ID, "board")
    assert board.is_displayed()
    names = [option.text for option in board.find_elements(By.TAG_NAME, "option")]
    assert len(names) == 2
    before = text(reader, "plots")
    board.send_keys(names[1][0])
    settle(reader)
    assert text(reader, "plots") != "" and board.get_attribute("value") == "1"
    assert before != ""


def test_keyboard_alone_plays_pauses_and_moves(reader, pages):
    show(reader, pages["button-led-haptic"])
    slider = reader.find_element(By.ID, "time")
    play = reader.find_element(By.ID, "play")
    slider.send_keys(Keys.ARROW_RIGHT)
    settle(reader)
    assert text(reader, "clock").startswith("0.04 s")
    assert slider.get_attribute("aria-valuetext") == "0.04 s of 20.00 s"
    slider.send_keys(Keys.SPACE)
    assert play.get_attribute("aria-pressed") == "true" and "Pause" in play.text
    WebDriverWait(reader, 20).until(lambda _: float(text(reader, "clock").split()[0]) > 0.2)
    slider.send_keys(Keys.SPACE)
    assert play.get_attribute("aria-pressed") == "false" and "Play" in play.text
    # The arrows belong to the slider, and not to the list of the page.
    slider.send_keys(Keys.ARROW_DOWN)
    assert reader.switch_to.active_element == slider
    reader.find_element(By.ID, "after").send_keys(Keys.ENTER)
    settle(reader)
    first = float(text(reader, "clock").split()[0])
    reader.find_element(By.ID, "after").send_keys(Keys.ENTER)
    settle(reader)
    assert float(text(reader, "clock").split()[0]) > first
    reader.find_element(By.ID, "before").send_keys(Keys.ENTER)
    settle(reader)
    assert float(text(reader, "clock").split()[0]) == first


def test_the_timeline_chooses_the_time(reader, pages):
    show(reader, pages["fusion"])
    reader.execute_script(
        "const line = document.querySelector('svg.timeline'), box = line.getBoundingClientRect();"
        "line.dispatchEvent(new MouseEvent('click', {bubbles: true,"
        "clientX: box.left + 555 * box.width / line.viewBox.baseVal.width, clientY: box.top + 20}))")
    settle(reader)
    assert text(reader, "clock") == "40.00 s of 80.00 s"
    cursor = reader.find_element(By.CSS_SELECTOR, "svg.timeline .cursor")
    assert abs(float(cursor.get_attribute("x1")) - 555) < 0.1


@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_moves_but_the_pictures(reader, pages, width, scheme):
    show(reader, pages["fusion"], width, scheme)
    places = ("return [...document.querySelectorAll('#player, #player *, h2')].filter(e => e.id !== 'time')"
              ".map(e => { const b = e.getBoundingClientRect(); return [e.tagName + e.id, b.top, b.height]; })"
              ".filter(b => !b[0].startsWith('I') && !b[0].startsWith('SPAN'))")
    before = reader.execute_script(places)
    assert before
    for time in [1.2, 20, 47.52, 79]:
        seek(reader, time)
        assert reader.execute_script(places) == before
    assert reader.execute_script("return document.documentElement.scrollWidth") == width


def test_nothing_leaves_the_page_and_nothing_is_reported(reader, pages):
    reader.get_log("performance"), reader.get_log("browser")
    show(reader, pages["fusion"])
    seek(reader, 30)
    requests = [entry["message"] for entry in reader.get_log("performance")
                if '"Network.requestWillBeSent"' in entry["message"]]
    assert len(requests) == 1 and "report.html" in requests[0]
    assert reader.get_log("browser") == []


def test_every_control_has_a_name(reader, pages):
    show(reader, pages["two-boards"])
    controls = reader.find_elements(By.CSS_SELECTOR, "#player button, #player select, #player input, #player canvas")
    assert len(controls) >= 8
    assert [control.get_attribute("id") for control in controls if not control.accessible_name] == []


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """The page of a sweep over three keys, of which one makes one expectation fail and one the other."""
    folder = tmp_path_factory.mktemp("sweep")
    scenario = folder / "desk.yaml"
    scenario.write_text("""version: 1
boards: [{name: desk, model: MetaMotion S}]
clients:
  - {name: phone, steps: [connect, wait: 1 s, {led: {channel: green, brightness: 40 %}}, wait: 2 s]}
expect:
  - {title: it is bright, within: 9 s, led: {channel: green, at-least: 50 %}}
  - {title: it stays connected, within: 9 s, connected: {exactly: 1}}
""")
    subprocess.run(
        [PROGRAM, "sweep", str(scenario), "--seeds", "1..2", "--vary", "world.distance=1 m,2 m",
         "--vary", "clients[phone].steps[2].led.brightness=10 %..90 % by 5 %",
         "--vary", "clients[phone].steps[1].wait=1 s,2 s", "--report", "html", "--out", str(folder / "out")],
        capture_output=True, timeout=300)
    return (folder / "out" / "report.html").as_uri()


def heat(reader):
    """The map: its titles, and the cells by row."""
    return reader.execute_script(
        "return [...document.querySelectorAll('.heat tr')].map(row => [...row.cells].map(cell => cell.textContent))")


def choose(reader, name, words):
    reader.execute_script(
        "const box = document.getElementById(arguments[0]);"
        "box.selectedIndex = [...box.options].findIndex(each => each.textContent === arguments[1]);"
        "box.dispatchEvent(new Event('change'))", name, words)


def test_the_map_has_the_axes_and_the_expectation_that_are_chosen(reader, swept):
    show(reader, swept)
    bright, wait = "clients[phone].steps[2].led.brightness", "clients[phone].steps[1].wait"
    before = heat(reader)
    assert before[0] == [f"{bright} ↓ world.distance →", "1 m", "2 m"]
    # The steps as they were written.
    assert [row[0] for row in before[1:]] == [f"{place} %" for place in range(10, 95, 5)]
    assert before[1][1:] == ["4/4", "4/4"] and before[-1][1:] == ["0/4", "0/4"]
    choose(reader, "map-x", bright)
    assert heat(reader)[0][0] == f"world.distance ↓ {bright} →"
    choose(reader, "map-y", wait)
    across = heat(reader)
    assert [row[0] for row in across[1:]] == ["1 s", "2 s"] and across[1][1] == "4/4"
    choose(reader, "map-of", "it stays connected")
    assert {cell for row in heat(reader)[1:] for cell in row[1:]} == {"0/4"}
    choose(reader, "map-of", "it is bright")
    choose(reader, "map-y", "nothing")
    assert heat(reader)[1][:2] == ["failed of run", "8/8"] and len(heat(reader)) == 2
    assert reader.get_log("browser") == []


@pytest.mark.parametrize("page", ["fusion", "two-boards", "sweep"])
def test_what_is_wider_than_a_telephone_says_so_and_scrolls(reader, pages, swept, page):
    show(reader, swept if page == "sweep" else pages[page], 390)
    settle(reader)
    assert reader.execute_script("return document.documentElement.scrollWidth") == 390
    if page == "sweep":
        choose(reader, "map-x", "clients[phone].steps[2].led.brightness")
        settle(reader)
    boxes = reader.execute_script(
        "return [...document.querySelectorAll('main figure, main table')].filter(box => box.clientWidth)"
        ".filter(box => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'hidden')"
        ".map(box => [getComputedStyle(box, '::before').content, box.tabIndex])")
    assert boxes
    assert all("scroll sideways" in content and place == 0 for content, place in boxes), boxes
    # Text is as large as it was drawn.
    sizes = reader.execute_script(
        "return [...document.querySelectorAll('main > figure svg')].map(svg => svg.getBoundingClientRect().width"
        " / svg.viewBox.baseVal.width)")
    assert all(size > 0.99 for size in sizes), sizes
    show(reader, swept if page == "sweep" else pages[page], 1200)
    settle(reader)
    assert reader.execute_script("return document.querySelectorAll('main > figure.wide').length") == 0
