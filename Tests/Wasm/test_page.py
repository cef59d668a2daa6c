"""`boardsim.html`, opened from disk in Chromium."""

import importlib.util
import json
import os
import pathlib
import shutil
import sys
import time

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "Packaging"))
import page as packed

SECONDS = 20


class Page:
    def __init__(self, driver):
        self.driver = driver

    def get(self, script):
        return self.driver.execute_script(f"return {script}")

    def value(self, element):
        return self.get(f"document.getElementById('{element}').value")

    def text(self, element):
        return self.get(f"document.getElementById('{element}').textContent")

    def click(self, element):
        self.driver.find_element("css selector", f"#{element}").click()

    def until(self, condition):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.05)
        raise AssertionError(f"not within {SECONDS} s; status: {self.value('status')}")

    def evaluate(self, code):
        """What the page's console prints."""
        self.driver.execute_script("document.getElementById('code').value = arguments[0]", code)
        self.click("run")
        return self.until(lambda: self.text("printed")).strip()

    def connect(self):
        self.click("connect")
        self.until(lambda: self.value("status") == "connected to MetaWear")


@pytest.fixture(scope="module")
def file(module, tmp_path_factory):
    return packed.make(pathlib.Path(module[2]), tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def driver():
    chromium, chromedriver = (os.environ.get(name.upper()) or shutil.which(name) for name in ("chromium", "chromedriver"))
    if not chromium or not chromedriver:
        pytest.skip("wasm: Chromium cannot be had here; apt-get install chromium chromium-driver")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        "--headless=new",
        "--window-size=1280,1400",
        "--disable-dev-shm-usage",
        *(["--no-sandbox"] if os.geteuid() == 0 else []),
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, Service(chromedriver))
    yield driver
    driver.quit()


@pytest.fixture
def page(driver, file):
    """The page anew; afterwards, nothing may have gone wrong or been fetched."""
    driver.get_log("browser")
    driver.get_log("performance")
    driver.get(file.as_uri())
    page = Page(driver)
    page.until(lambda: page.get("document.documentElement.dataset.ready"))
    yield page
    assert [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"] == []
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_a_board_that_a_hand_turns_and_a_client_that_sees_it(page):
    page.connect()
    page.click("stream")
    page.until(lambda: page.value("newest"))
    x, y, z, unit = page.value("newest").split()
    assert abs(float(x)) < 0.15 and abs(float(y)) < 0.15 and abs(float(z) - 1) < 0.15 and unit == "g"
    page.driver.execute_script(
        "const roll = document.getElementById('roll'); roll.value = 90; roll.dispatchEvent(new Event('input'))"
    )
    page.until(lambda: abs(abs(float(page.value("newest").split()[1])) - 1) < 0.15)
    assert "accelerometer data" in page.text("traffic")
    page.click("light")
    page.until(lambda: page.get("document.getElementById('led').getAttribute('aria-label')") == "rgb(0 255 0)")
    assert json.loads(page.text("state"))["streaming"]


def test_the_mouse_turns_it_and_presses_it(page):
    from selenium.webdriver import ActionChains

    board, button = (page.driver.find_element("css selector", f"#{name}") for name in ("board", "press"))
    ActionChains(page.driver).move_to_element(board).click_and_hold().move_by_offset(0, 60).move_by_offset(
        0, 30
    ).release().perform()
    page.until(lambda: float(page.value("roll")) > 45)
    page.until(lambda: abs(json.loads(page.evaluate("print(desk.truth().orientation)"))[1]) > 0.3)
    ActionChains(page.driver).move_to_element(button).click_and_hold().perform()
    page.until(lambda: '"button": true' in page.text("state"))
    ActionChains(page.driver).release().perform()
    page.until(lambda: '"button": false' in page.text("state"))


def test_a_lost_link(page):
    page.connect()
    page.click("lose")
    page.until(lambda: page.value("status") == "not connected")


def test_the_console(page):
    assert (
        page.evaluate('desk.do({ battery: "40 %" }); print(desk.state().battery, navigator.bluetooth === desk.bluetooth)')
        == "40 true"
    )
    assert page.evaluate('desk.do({ buton: "press" })').startswith(
        "BoardsimError: do: unknown key `buton` in action; did you mean `button`?"
    )


def test_a_file_that_is_dropped(page):
    page.driver.execute_script(
        """
        const data = new DataTransfer();
        data.items.add(new File([arguments[0]], "desk.json"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));""",
        json.dumps({"seed": 7, "boards": [{"model": "MetaMotion R", "name": "ankle"}]}),
    )
    page.until(lambda: '"model": "MetaMotion R"' in page.text("state"))


@pytest.mark.parametrize("width", [1280, 400])
def test_everybody_can_use_it(page, width):
    page.driver.set_window_size(width, 1400)
    page.connect()
    source = pathlib.Path(importlib.util.find_spec("axe_core_python").origin).parent / "axe.min.js"
    page.driver.execute_script(source.read_text())
    found = page.driver.execute_async_script("axe.run(document).then((found) => arguments[0](found.violations))")
    assert [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found] == []
    assert page.get("document.documentElement.scrollWidth <= innerWidth")


def test_it_is_small_and_fast(page, file, record_property):
    page.connect()
    page.click("stream")
    page.until(lambda: page.value("newest"))
    frames = page.driver.execute_async_script("""
        const start = performance.now();
        let frames = 0;
        const next = (now) => (now - start > 3000 ? arguments[0](frames / (now - start) * 1000) : (frames += 1, requestAnimationFrame(next)));
        requestAnimationFrame(next);""")
    ready = int(page.get("document.documentElement.dataset.ready"))
    print(f"{file.stat().st_size} bytes, ready in {ready} ms, {frames:.0f} frames a second")
    record_property("checks", 1)
    assert file.stat().st_size <= 3_000_000
    # Wanted are 1 s and 60 frames; other work may be under way on the machine.
    assert ready < 5000 and frames > 20
