"""Boards that record together, in Chromium: three of the demo, and five behind the stand-in for BlueZ."""
import pathlib
import re
import time

import pytest
from app_page import App, Bus
from conftest import PageProgram
from selenium.webdriver.support.ui import Select


@pytest.fixture(scope="module")
def downloads(tmp_path_factory):
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture
def driver(chromium_of_session, downloads):
    driver = chromium_of_session.driver
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
    chromium_of_session.resize(1280, 900)
    yield driver
    driver.get("about:blank")
    driver.get_log("browser")


def take(app, name):
    """Puts a board into the group."""
    row = app.wait(lambda: [each for each in app.all(".group li") if name in each.text], name)[0]
    box = row.find_element("css selector", "input")
    if not box.is_selected():
        box.click()
    app.wait(lambda: box.is_selected(), f"{name} in the group")


def rows(app):
    return {each.text.split("\n")[0]: each.text for each in app.all(".group li")}


def begin(app, seconds):
    app.press("Start the group")
    app.says("Start the group?", "#question")
    app.press("Start the group", "#question")
    app.says("The group is being started", "#group-words")
    app.wait(lambda: app.text("#group-words").endswith("for the group"), "they record", seconds)


def test_a_group_of_two_is_started_and_collected(driver, downloads, chromium_of_session):
    program = PageProgram("app", "--demo")
    try:
        app = App(driver, program.url, downloads)
        app.open("group")
        take(app, "MetaWear swing")
        take(app, "MetaWear tilt")
        app.choose("Range of Accelerometer in the group", "±8 g")
        begin(app, 120)
        assert app.text("#group-words") == "2 boards record for the group"
        app.wait(lambda: "records Accelerometer, Gyroscope for 0:0" in rows(app)["MetaWear swing"], "what it records")
        assert chromium_of_session.axe() == []
        for width in (360, 1600):
            chromium_of_session.resize(width, 900)
            time.sleep(0.15)
            assert chromium_of_session.fits(), width
        chromium_of_session.resize(1280, 900)
        time.sleep(3)
        app.press("Stop and collect")
        app.says("All 2 boards were collected", "#messages", 120)
        assert re.search(r"saved · \d+ samples", rows(app)["MetaWear tilt"]), rows(app)
        app.open("history")
        names = app.wait(lambda: len(found := app.all("#screen tbody tr")) == 4 and [each.text for each in found], "four sessions")
        assert sum("MetaWear swing" in name for name in names) == 2
        assert app.errors() == []
    finally:
        assert program.stop() == 0


def test_five_boards_at_once_over_the_stand_in(driver, downloads, tmp_path):
    bus = Bus(pathlib.Path(__file__).with_name("app_group.yaml"), tmp_path)
    names = [f"MetaWear {place}" for place in ("lwrist", "rwrist", "lankle", "rankle", "chest")]

    def start():
        return PageProgram(
            "app", "--data", tmp_path / "data", env={"DBUS_SYSTEM_BUS_ADDRESS": bus.address, "METAWEAR_RADIO": "bluez"})

    program = start()
    try:
        app = App(driver, program.url, downloads)
        app.open("group")
        app.wait(lambda: all(name in rows(app) for name in names), "five boards")
        for name in names:
            take(app, name)
        # A log is read about as fast as four loggers at 50 Hz fill it.
        Select(app.one("#group-rate")).select_by_visible_text("25 Hz")
        begin(app, 300)
        assert app.text("#group-words") == "5 boards record for the group", rows(app)
        # The app ends, the boards go on.
        assert program.stop() == 0
        app.errors()
        time.sleep(5)
        program = start()
        app = App(driver, program.url, downloads)
        app.open("group")
        app.says("5 boards record for the group", "#group-words")
        app.press("Stop and collect")
        # All are stopped before the first is read: each would record as fast as the others are read.
        app.wait(lambda: all("saved" in row for row in rows(app).values()), "five boards were collected", 300)
        app.open("history")
        app.wait(lambda: len(app.all("#screen tbody tr")) == 10, "ten sessions")
        counts = [int(re.search(r" ([\d,]+) MetaWear", each.text)[1].replace(",", "")) for each in app.all("#screen tbody tr")]
        # 25 samples a second, also while no app ran.
        assert min(counts) > 150, counts
        assert app.errors() == []
    finally:
        assert program.stop() == 0
        bus.stop()
