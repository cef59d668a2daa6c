"""Pages in a real browser: Chromium and its driver from Debian, without a screen.

BOARDSIM_PAGES names the program (default: the release build). With UPDATE=1 the kept pictures are taken anew:
look at them before you commit them.
"""
import importlib.util
import io
import json
import os
import pathlib
import queue
import signal
import subprocess
import threading
import time

import pytest
from PIL import Image, ImageChops, ImageFilter
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BOARDSIM_PAGES", str(TOP / ".build-tests/release/boardsim-pages"))
KEPT = pathlib.Path(__file__).parent / "pictures"
TAKEN = TOP / ".build/pictures"
SECONDS = 20


class PageProgram:
    """A running `boardsim-pages`: `PageProgram("live", "Scenarios/wrist.yaml")`."""

    def __init__(self, *arguments, port=0, env=None):
        self.errors = []
        lines = queue.Queue()
        self.process = subprocess.Popen(
            [PROGRAM, arguments[0], *(["--port", str(port)] if port is not None else []), *map(str, arguments[1:])],
            cwd=TOP, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        threading.Thread(target=lambda: [lines.put(line) for line in self.process.stdout] and None, daemon=True).start()
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        self.url = self.first(lines)
        self.lines = lines
        self.host = self.url.split("/")[2]
        self.port = int(self.host.rsplit(":", 1)[1])

    def first(self, lines):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                return lines.get(timeout=0.1).strip()
            except queue.Empty:
                if self.process.poll() is not None:
                    break
        self.stop()
        raise AssertionError("the program printed no link: " + "".join(self.errors))

    def stop(self):
        """Ends it as Ctrl-C does; its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


@pytest.fixture
def start():
    """Starts programs that end with the test."""
    programs = []

    def start(*arguments, **options):
        programs.append(PageProgram(*arguments, **options))
        return programs[-1]

    yield start
    for program in programs:
        program.stop()


def chromium():
    """A Chromium that a test drives."""
    options = Options()
    options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    # Not --use-angle=swiftshader: that draws the whole page by it, at 2 frames a second.
    arguments = [
        "--headless=new", "--window-size=1280,900", "--hide-scrollbars", "--disable-dev-shm-usage",
        "--force-color-profile=srgb", "--disable-background-networking", "--enable-unsafe-swiftshader",
        *(["--no-sandbox"] if os.geteuid() == 0 else []),
    ]
    for argument in arguments:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options, Service(os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")))


@pytest.fixture(scope="session")
def chromium_of_session():
    driver = chromium()
    yield Browser(driver)
    driver.quit()


class Browser:
    """What tests do with the page that is open."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, url, width=1280, height=900, theme=None):
        """Opens a page in a window of this size; `theme` is what the system prefers."""
        self.driver.get("about:blank")
        self.resize(width, height)
        features = [{"name": "prefers-color-scheme", "value": theme}] if theme else []
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get(url)
        self.until("document.documentElement.dataset.link === 'live'")

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def get(self, expression, *arguments):
        return self.run("return " + expression, *arguments)

    def until(self, expression, *arguments, seconds=SECONDS):
        """Waits until an expression is true; its value."""
        end = time.monotonic() + seconds
        while True:
            found = self.get(expression, *arguments)
            if found:
                # A page shows its state in the next picture.
                self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
                return found
            assert time.monotonic() < end, f"not within {seconds} s: {expression}\n{self.log()}"
            time.sleep(0.03)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def text(self, selector):
        return self.find(selector).text

    def click(self, selector):
        self.find(selector).click()

    def log(self):
        """What the console says."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def foreign_requests(self):
        """The addresses of requests that went elsewhere than to the page's server."""
        own = self.get("location.host")
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith((f"http://{own}/", "data:", "blob:", "about:")):
                    found.append(url)
        return found

    def axe(self):
        """What axe-core has to say about the page: rules, and where they are broken."""
        folder = pathlib.Path(importlib.util.find_spec("axe_core_python").origin).parent
        self.run((folder / "axe.min.js").read_text())
        found = self.driver.execute_async_script("axe.run(document).then(found => arguments[0](found.violations))")
        return [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found]

    def fits(self):
        """Whether nothing has to be scrolled sideways."""
        return self.get("document.documentElement.scrollWidth <= innerWidth")

    def picture(self, name):
        """Takes a picture of the window, and compares it with the kept one of this name, if there is one.

        Texts and lines that move are blurred away: the comparison sees missing parts, wrong colours and layouts.
        """
        taken = Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")
        TAKEN.mkdir(parents=True, exist_ok=True)
        taken.save(TAKEN / f"{name}.png")
        small = taken.resize((taken.width // 2, taken.height // 2), Image.Resampling.BOX)
        kept = KEPT / f"{name}.png"
        if os.environ.get("UPDATE"):
            KEPT.mkdir(exist_ok=True)
            small.quantize(64, dither=Image.Dither.NONE).save(kept, optimize=True)
            return
        before = Image.open(kept).convert("RGB")
        assert small.size == before.size, f"{name}: {small.size} instead of {before.size}"
        blurred = [each.filter(ImageFilter.GaussianBlur(6)) for each in (small, before)]
        difference = ImageChops.difference(*blurred).convert("L")
        histogram = difference.histogram()
        wrong = sum(histogram[32:]) / sum(histogram)
        assert wrong < 0.04, f"{name}: {100 * wrong:.1f} % differ from {kept}; the picture is in {TAKEN}"


@pytest.fixture
def browser(chromium_of_session):
    """The browser; after the test nothing may have gone elsewhere, and no policy was broken."""
    yield chromium_of_session
    foreign = chromium_of_session.foreign_requests()
    errors = [line for line in chromium_of_session.log() if "Content Security Policy" in line or "TypeError" in line]
    assert foreign == [] and errors == []
