"""Each job of the app, clicked through in Chromium with a simulated board."""

import json
import os
import pathlib
import re
import signal
import sqlite3
import time

import pytest
from app_page import App, Bus
from conftest import PageProgram

PICTURES = os.environ.get("BOARDSIM_PICTURES")


@pytest.fixture(scope="module")
def downloads(tmp_path_factory):
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture
def driver(chromium_of_session, downloads):
    driver = chromium_of_session.driver
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
    chromium_of_session.resize(1280, 900)
    yield driver
    # The page would look for its program.
    driver.get("about:blank")
    driver.get_log("browser")


@pytest.fixture
def program():
    program = PageProgram("app", "--demo")
    yield program
    assert program.stop() == 0


@pytest.fixture
def app(program, driver, downloads):
    app = App(driver, program.url, downloads)
    yield app
    assert app.errors() == []


def picture(app, name):
    if PICTURES:
        app.driver.save_screenshot(str(pathlib.Path(PICTURES) / f"{name}.png"))


def test_boards_nearby_are_found_connected_and_remembered(app):
    app.wait(lambda: len(app.boards()) == 3, "three boards")
    for board in app.boards():
        assert board[0].startswith("MetaWear ") and "available" in board
        assert re.search(r"-\d+ dBm", board[2])
    picture(app, "boards")
    app.connect()
    for words in ["Model", "MetaMotion", "Serial number", "Firmware", "Battery", "dBm"]:
        app.says(words, "#screen")
    assert app.text("#activity") == "Idle"
    app.press("Identify")
    app.one("summary").click()
    app.says("accelerometer", "#screen table")
    picture(app, "board")
    app.press("Disconnect")
    app.says("No board is connected", "#screen")
    app.wait(lambda: len(app.all("button.forget")) == 1, "a remembered board")
    app.press("Forget MetaWear swing")
    app.wait(lambda: not app.all("button.forget"), "no remembered board")
    app.press("Scan")
    app.wait(lambda: app.one("#scan").get_attribute("aria-pressed") == "false", "no scan")


def test_controls(app):
    app.connect()
    app.open("controls")
    app.press("Play")
    app.press("Stop")
    app.press("Motor")
    app.press("Buzzer")
    for button, result in [
        ("Read the pressure", "hPa"), ("Read the light", "lx"), ("Temperature: Processor", "°C")]:
        if [each for each in app.all("#screen button") if each.text == button]:
            app.press(button)
            app.says(result, "#readings")
    picture(app, "controls")
    assert app.messages() == []


def test_sensors_are_set_up_with_a_warning(app):
    app.connect()
    app.open("sensors")
    app.check("accelerometer")
    app.check("gyroscope")
    app.choose("Rate of Accelerometer", "200 Hz")
    app.choose("Rate of Gyroscope", "100 Hz")
    app.choose("Range of Accelerometer", "±8 g")
    # Three samples of a sensor come in a packet.
    app.says("300 samples per second, in 100 packets", "#rate-warning")
    picture(app, "sensors")
    app.press("Halve all rates")
    app.wait(lambda: app.text("#total-rate") == "150" and not app.all("#rate-warning"), "half of it, and no warning")
    app.check("quaternion")
    app.wait(lambda: not app.one("#sensor-accelerometer").is_selected(), "the fusion excludes its sensors")


def test_live_stream(app):
    app.connect()
    app.open("sensors")
    app.check("accelerometer")
    app.check("temperature")
    app.press("Start the live stream")
    app.says("Streaming", "#stream-phase")
    app.wait(lambda: len(app.all(".channel .plot")) == 2, "two plots")
    app.wait(lambda: re.search(r"Rate (4[5-9]|5[0-5])(\.\d)? Hz of 50 Hz", app.text(".channels")), "50 Hz", 20)
    time.sleep(4)
    picture(app, "live")
    app.press("Save Accelerometer as CSV")
    lines = app.saved(r"MetaWearswing-accel-[0-9T-]+\.csv").splitlines()
    assert lines[0] == "time,x,y,z" and len(lines) > 100
    app.press("Pause")
    app.says("Paused", "#stream-phase")
    count = app.text(".channels")
    time.sleep(1)
    assert app.text(".channels") == count
    app.press("Resume")
    app.says("Streaming", "#stream-phase")
    app.wait(lambda: app.text(".channels") != count, "more samples")
    app.press("Stop")
    app.says("No stream runs", "#stream-phase")
    app.open("history")
    app.wait(lambda: len(app.all("#screen tbody tr")) == 2, "two sessions")


def test_orientation_in_three_dimensions_with_a_tare_and_a_coach(app):
    app.connect()
    app.open("sensors")
    app.check("quaternion")
    app.press("Start the live stream")
    app.wait(lambda: app.all("canvas.board3d"), "the board in 3D")
    app.says("Rate", ".channels")
    # It swings all the time, and the gyroscope wants rest.
    app.wait(lambda: len(app.all("#calibration li")) == 3, "three sensors")
    assert re.search(r"Magnetometer [0-3] of 3", app.text("#calibration"))
    app.press("Tare")
    app.says("since the tare", "#live-turn")
    turns = set()
    app.wait(lambda: turns.add(app.text("#live-turn")) or len(turns) > 3, "it turns")
    picture(app, "orientation")
    app.press("No tare")
    app.wait(lambda: not app.text("#live-turn"), "no tare")
    # A picture of more than one colour.
    assert app.driver.execute_script(
        "const c = document.querySelector('canvas.board3d'); return c.width > 100 && c.height > 100")
    app.press("Stop")


def test_history_with_statistics_and_file(app):
    app.connect()
    app.open("sensors")
    app.check("accelerometer")
    app.press("Start the live stream")
    app.says("Streaming", "#stream-phase")
    time.sleep(3)
    app.press("Stop")
    app.says("No stream runs", "#stream-phase")
    app.open("history")
    picture(app, "history")
    app.one("#screen tbody a").click()
    app.says("Deviation", "#statistics")
    assert len(app.all("#statistics tbody tr")) == 3
    app.wait(lambda: app.all(".session-plot canvas") and app.all("#replay"), "its plot and its replay")
    time.sleep(0.3)
    picture(app, "session")
    app.press("Save as CSV")
    assert app.saved(r"MetaWearswing-accel-[0-9T-]+\.csv").startswith("epoch,elapsed_ms,x,y,z\n")
    app.press("Delete", "#screen")
    app.says("Delete the session?", "#question")
    app.press("Cancel", "#question")
    app.wait(lambda: not app.all("#question"), "no question")
    app.press("Delete", "#screen")
    app.press("Delete the session", "#question")
    app.says("This session does not exist.", "#screen")


def test_log_and_download(app):
    app.connect()
    app.open("sensors")
    app.check("accelerometer")
    app.check("temperature")
    app.press("Start logging")
    app.says("Logging", "#log-phase")
    app.says("Accelerometer, 50 Hz: being logged", "#screen")
    time.sleep(3)
    picture(app, "logging")
    app.press("Stop logging")
    app.says("A log waits to be downloaded", "#log-phase")
    app.press("Download")
    app.says("entries", "#download-words")
    picture(app, "download")
    app.says("Nothing is logged", "#log-phase", 60)
    app.open("history")
    app.wait(lambda: len(app.all("#screen tbody tr")) == 2, "two sessions")


def test_a_download_is_cancelled_and_goes_on(app):
    app.connect()
    app.open("sensors")
    app.check("gyroscope")
    app.choose("Rate of Gyroscope", "400 Hz")
    app.press("Start logging")
    app.says("Logging", "#log-phase")
    time.sleep(2)
    app.press("Stop logging")
    app.press("Download")
    app.says("Downloading", "#download-words")
    app.press("Cancel the download")
    app.says("A log waits to be downloaded", "#log-phase")
    app.wait(lambda: not app.all("#download-words"), "no download")
    app.press("Download")
    app.says("Nothing is logged", "#log-phase", 60)


def test_settings(app):
    app.connect()
    app.open("settings")
    name = app.one("#board-name")
    name.clear()
    name.send_keys("MetaWear left\n")
    app.says("MetaWear left", "#boards")
    app.press("Count the entries")
    app.says("0 entries, 0 loggers.", "#log-size")
    app.press("Clear the log", "#screen")
    app.says("Clear the log?", "#question")
    picture(app, "question")
    app.press("Cancel", "#question")
    app.wait(lambda: not app.all("#question"), "no question")
    app.press("Clear the log", "#screen")
    app.press("Clear the log", "#question")
    app.says("The log was cleared.", "#messages")
    app.press("Factory reset")
    app.press("Reset the board", "#question")
    app.says("No board is connected", "#screen")


def test_firmware_update(app):
    app.connect()
    app.open("settings")
    app.press("Check for updates")
    app.says("Version 1.99.0 is available.", "#firmware")
    app.press("Install")
    app.says("Uploading", "#firmware-phase", 60)
    picture(app, "firmware")
    app.says("The board now has firmware 1.99.0.", "#messages", 120)
    app.says("The board has firmware 1.99.0.", "#firmware")


def test_every_screen_in_light_dark_and_narrow(app):
    app.connect()
    app.open("sensors")
    app.check("accelerometer")
    app.check("gyroscope")
    app.press("Start the live stream")
    app.says("Streaming", "#stream-phase")
    time.sleep(3)
    try:
        for theme in ["light", "dark"]:
            app.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia",
                {"features": [{"name": "prefers-color-scheme", "value": theme}]})
            for width in [360, 800, 1600]:
                app.driver.execute_cdp_cmd(
                    "Emulation.setDeviceMetricsOverride",
                    {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
                for screen in ["board", "controls", "sensors", "live", "log", "settings", "group", "history"]:
                    app.open(screen)
                    time.sleep(0.15)
                    wide = app.driver.execute_script(
                        "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    assert wide <= 0, f"{screen} is {wide} px too wide at {width} px"
                    if width != 800:
                        picture(app, f"{screen}-{theme}-{width}")
    finally:
        app.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_every_control_has_a_name_and_can_be_reached_by_keyboard(app, chromium_of_session):
    app.connect()
    app.open("sensors")
    app.check("accelerometer")
    app.press("Start the live stream")
    app.says("Streaming", "#stream-phase")
    for screen in ["board", "controls", "sensors", "live", "log", "settings", "group", "history"]:
        app.open(screen)
        time.sleep(0.1)
        nameless = app.driver.execute_script("""
            return [...document.querySelectorAll("button, input, select, a, progress, canvas")]
              .filter((each) => each.checkVisibility())
              .filter((each) => !each.parentElement.closest("[role=img]"))
              .filter((each) => !(each.textContent.trim() || each.ariaLabel || each.labels?.length))
              .map((each) => each.outerHTML)""")
        assert nameless == []
        unreachable = app.driver.execute_script("""
            return [...document.querySelectorAll("button, input, select, a[href]")]
              .filter((each) => each.checkVisibility() && each.tabIndex < 0).map((each) => each.outerHTML)""")
        assert unreachable == []
        assert chromium_of_session.axe() == [], screen


def test_pictures(app, chromium_of_session):
    """The screens look as they did when somebody looked at them."""
    app.connect()
    # The strength of a board that does not advertise any more is shown for eight seconds.
    app.wait(lambda: any("connected" in each and "dBm" not in " ".join(each) for each in app.boards()), "no strength")
    try:
        for screen, theme, width in [
            ("board", "light", 1280), ("sensors", "dark", 1280), ("controls", "light", 360), ("settings", "dark", 360)]:
            app.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
            chromium_of_session.resize(width, 900)
            app.open(screen)
            time.sleep(0.3)
            chromium_of_session.picture(f"app-{screen}-{theme}-{width}")
    finally:
        app.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_in_order(start, ending):
    program = start("app", "--demo")
    program.process.send_signal(ending)
    assert program.process.wait(20) == 0 and program.errors == []


def test_an_open_page_comes_back_after_a_restart(driver, downloads):
    first = PageProgram("app", "--demo")
    app = App(driver, first.url, downloads)
    assert first.stop() == 0
    app.says("the program does not answer", "#status")
    second = PageProgram("app", "--demo", port=first.port)
    try:
        app.says("connected", "#status")
        app.connect()
    finally:
        assert second.stop() == 0
    app.errors()


def test_names_are_text_whatever_they_look_like(driver, downloads, tmp_path):
    name = "<img src=x onerror=document.title='broken'>"
    device = {"id": "0E1B8D5C-0000-5000-8000-000000000001", "name": name, "serial": name, "model": name,
              "firmware": name, "lastSeen": 0}
    (tmp_path / "app.json").write_text(json.dumps({"devices": [device], "logs": [], "selections": {}}))
    # The store makes its tables, and gets a session with a label of the same kind.
    assert PageProgram("app", "--demo", "--data", str(tmp_path)).stop() == 0
    with sqlite3.connect(tmp_path / "sessions.sqlite") as store:
        store.execute(
            "INSERT INTO session (id, device, kind, start_date, end_date, serial, model, firmware, label, samples)"
            " VALUES (?, ?, ?, 0, 1, ?, ?, ?, ?, 0)",
            ("0E1B8D5C-0000-5000-8000-000000000002", device["id"], name, name, name, name, name))
    program = PageProgram("app", "--demo", "--data", str(tmp_path))
    try:
        app = App(driver, program.url, downloads)
        app.says(name, "#boards")
        app.open("history")
        app.says(name, "#screen")
        app.one("#screen tbody a").click()
        app.says(name, "#screen")
        app.says("The app does not know samples of the kind", "#messages")
        assert app.driver.find_elements("css selector", "img") == []
        assert "broken" not in app.driver.title and app.errors() == []
    finally:
        assert program.stop() == 0


def test_a_log_over_bluez_survives_a_restart_of_the_app(driver, downloads, tmp_path):
    bus = Bus(pathlib.Path(__file__).with_name("app_over_bluez.yaml"), tmp_path)

    def start():
        return PageProgram(
            "app", "--data", tmp_path / "data",
            env={"DBUS_SYSTEM_BUS_ADDRESS": bus.address, "METAWEAR_RADIO": "bluez"})

    program = start()
    try:
        app = App(driver, program.url, downloads)
        app.connect("MetaWear wrist")
        app.open("sensors")
        app.check("accelerometer")
        app.press("Start logging")
        app.says("Logging", "#log-phase")
        time.sleep(3)
        # Killed: it cannot tell the board or anyone else.
        program.process.kill()
        time.sleep(3)
        app.errors()
        program = start()
        app = App(driver, program.url, downloads)
        app.says("log on the board", "#boards")
        # BlueZ keeps the link of a program that was killed, so the board does not advertise.
        app.connect("MetaWear wrist", status="")
        app.open("log")
        app.says("Logging", "#log-phase")
        app.press("Stop logging")
        app.says("A log waits to be downloaded", "#log-phase")
        app.press("Download")
        app.says("Nothing is logged", "#log-phase", 60)
        app.open("history")
        row = app.wait(lambda: app.all("#screen tbody tr"), "a session")[0].text
        # 50 samples a second, also while no app ran.
        assert int(re.search(r" (\d+) MetaMotion", row)[1]) > 300, row
        app.one("#screen tbody a").click()
        app.press("Save as CSV")
        text = app.saved(r"MetaWearwrist-accel-[0-9T-]+\.csv")
        assert text.startswith("epoch,elapsed_ms,x,y,z\n") and len(text.splitlines()) > 300
        assert app.errors() == []
    finally:
        assert program.stop() == 0
        bus.stop()


def test_words_are_true_with_and_without_a_board(app):
    app.wait(lambda: app.text("#status") == "no board is connected", "no board")
    assert app.text("#screen h2") == "No board is connected"
    app.connect()
    assert app.text("#status") == "connected to MetaWear swing"
    app.open("sensors")
    app.check("accelerometer")
    app.press("Start the live stream")
    app.says("Streaming", "#stream-phase")
    app.wait(lambda: int(re.search(r"Samples ([\d,]+)", app.text(".channels"))[1].replace(",", "")) > 50, "samples")
    app.press("Pause")
    app.says("Paused", "#stream-phase")
    # A page that is opened now has none of the samples that there are.
    app.driver.refresh()
    app.says("Paused", "#stream-phase")
    app.says("No samples since this page was opened.", ".channels")
    app.press("Stop")
    app.says("No stream runs", "#stream-phase")
