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
PROGRAM = os.environ.get("BOARDSIM", str(ROOT / ".build/release/boardsim"))


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
