"""The app as a person uses it, in front of a browser."""

import os
import pathlib
import re
import signal
import subprocess
import time

from conftest import TAKEN
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

BOARDSIM = os.environ.get("BOARDSIM", str(pathlib.Path(__file__).resolve().parents[2] / ".build-tests/release/boardsim"))


class Bus:
    """A board of its own process, behind the stand-in for BlueZ."""

    def __init__(self, scenario, folder):
        self.output = open(folder / "bus.txt", "w+")
        self.process = subprocess.Popen(
            [BOARDSIM, "run", str(scenario), "--radio", "bluez-bus"], stdout=subprocess.DEVNULL, stderr=self.output,
            cwd=folder)
        end = time.monotonic() + 30
        while not (found := re.search(r"DBUS_SYSTEM_BUS_ADDRESS=['\"]?([^\s'\"]+)", self.said())):
            assert time.monotonic() < end and self.process.poll() is None, self.said()
            time.sleep(0.05)
        self.address = found[1]

    def said(self):
        return pathlib.Path(self.output.name).read_text()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)
        self.output.close()


class App:
    """What a person sees and does."""

    def __init__(self, driver, link, downloads):
        self.driver = driver
        self.downloads = downloads
        self.link = link
        driver.get(link)
        self.wait(lambda: driver.find_elements(By.CSS_SELECTOR, "#boards h2"), "the page")

    def wait(self, condition, what, seconds=30):
        end = time.monotonic() + seconds
        while True:
            try:
                value = condition()
                if value:
                    return value
            except Exception as error:  # An element may be replaced between two looks.
                if time.monotonic() > end:
                    raise AssertionError(f"{what}: {error}") from None
            if time.monotonic() > end:
                TAKEN.mkdir(parents=True, exist_ok=True)
                self.driver.save_screenshot(str(TAKEN / "app-failure.png"))
                raise AssertionError(f"not within {seconds} s: {what}; messages: {self.messages()}")
            time.sleep(0.05)

    def all(self, selector):
        return [each for each in self.driver.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()]

    def one(self, selector):
        return self.wait(lambda: self.all(selector), selector)[0]

    def text(self, selector):
        found = self.all(selector)
        return found[0].text if found else ""

    def says(self, words, selector="body", seconds=30):
        self.wait(lambda: words in self.text(selector), f"`{words}` in {selector}", seconds)

    def button(self, name, inside="body"):
        """A button by its words, or by its label."""
        def found():
            return [each for each in self.all(f"{inside} button")
                    if name in (each.text.strip(), each.get_attribute("aria-label")) and each.is_enabled()]
        return self.wait(found, f"the button `{name}`")[0]

    def press(self, name, inside="body"):
        # What a message covers can be reached all the same.
        button = self.button(name, inside)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        self.driver.execute_script("arguments[0].click()", button)

    def open(self, screen):
        self.driver.execute_script("location.hash = arguments[0]", f"#/{screen}")
        self.wait(lambda: self.all("#tabs a[aria-current]"), screen)

    def choose(self, name, value):
        """In a select by its label."""
        control = self.one(f'select[aria-label="{name}"]')
        Select(control).select_by_visible_text(value)
        self.driver.execute_script("document.activeElement.blur()")

    def check(self, sensor):
        box = self.one(f"#sensor-{sensor}")
        if not box.is_selected():
            box.click()
        self.wait(lambda: self.one(f"#sensor-{sensor}").is_selected(), sensor)

    def messages(self):
        return [each.text for each in self.driver.find_elements(By.CSS_SELECTOR, "#messages .notice p, #notices p")]

    def boards(self):
        return [each.text.split("\n") for each in self.all("button.board")]

    def connect(self, name="MetaWear swing", status="available"):
        def found():
            return [each for each in self.all("button.board")
                    if each.text.startswith(name) and status in each.text]
        self.wait(found, f"the board {name}")[0].click()
        self.says("Disconnect", "#screen", 60)
        self.wait(lambda: not self.all("dialog[open]"), "no dialog")

    def saved(self, pattern):
        """The text of a file that the browser has saved."""
        def found():
            return [each for each in self.downloads.iterdir()
                    if re.fullmatch(pattern, each.name) and each.stat().st_size > 0]
        file = self.wait(found, f"a file {pattern}")[0]
        text = file.read_text()
        file.unlink()
        return text

    def errors(self):
        """What the browser complains about; a page of an earlier program may still have looked for it."""
        own = self.link.split("?")[0]
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"
                and (entry["message"].startswith(own) or not entry["message"].startswith("http://127.0.0.1:"))]
