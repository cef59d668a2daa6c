"""A session in Chromium: its plot, its replay, and another one laid over it."""
import math
import sqlite3
import time

import pytest
from app_page import App
from conftest import PageProgram

DEVICE = "0E1B8D5C-0000-5000-8000-000000000001"
#: Seconds, at 50 Hz.
LENGTH = 20
#: Samples of half an hour and more at 100 Hz.
LONG = 200_000


def turn(degrees):
    """An attitude, turned about the vertical."""
    half = math.radians(degrees) / 2
    return math.cos(half), 0, 0, math.sin(half)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A store with two sessions of quaternions, the second 5 s later and 30 degrees ahead, one of temperatures, and a long one."""
    folder = tmp_path_factory.mktemp("store")
    assert PageProgram("app", "--demo", "--data", str(folder)).stop() == 0
    times = [place / 50 for place in range(50 * LENGTH)]
    sessions = [
        ("quaternion", "Orientation (quaternion)", 1000, 0.02, [turn(18 * time) for time in times]),
        ("quaternion", "Orientation (quaternion)", 1005, 0.02, [turn(18 * time + 30) for time in times]),
        ("float", "Temperature", 900, 0.02, [(20 + time / 10, 0.0, 0.0, 0.0) for time in times]),
        ("cartesian", "Accelerometer", 100, 0.01, [(math.sin(place / 50), 0.0, 1.0, 0.0) for place in range(LONG)]),
    ]
    with sqlite3.connect(folder / "sessions.sqlite") as store:
        for number, (kind, label, start, step, samples) in enumerate(sessions, 1):
            store.execute(
                "INSERT INTO session (number, id, device, kind, start_date, end_date, serial, model, firmware, label, samples, device_name)"
                " VALUES (?, ?, ?, ?, ?, ?, '123', '8', '1.7.2', ?, ?, 'wrist')",
                (number, session(number), DEVICE, kind, start, start + (len(samples) - 1) * step, label, len(samples)))
            store.executemany(
                "INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
                ((number, place, start + place * step, 1000 * place * step, *values) for place, values in enumerate(samples)))
    return folder


def session(number):
    return f"0E1B8D5C-0000-5000-8000-0000000001{number:02}"


@pytest.fixture(scope="module")
def program(folder):
    program = PageProgram("app", "--demo", "--data", str(folder))
    yield program
    assert program.stop() == 0


@pytest.fixture
def app(program, chromium_of_session, tmp_path_factory):
    driver = chromium_of_session.driver
    downloads = tmp_path_factory.mktemp("downloads")
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
    chromium_of_session.resize(1280, 900)
    app = App(driver, program.url, downloads)
    yield app
    assert app.errors() == []
    driver.get("about:blank")
    driver.get_log("browser")


def look(app, number):
    app.open(f"session/{session(number)}")
    app.wait(lambda: app.all("#replay") and app.all(".session-plot canvas"), "its replay and its plot", 60)


def seek(app, seconds):
    """Drags the moment there."""
    app.driver.execute_script("""
        const slider = document.querySelector("#replay-moment");
        slider.value = arguments[0];
        slider.dispatchEvent(new Event("input"));""", seconds)


def values(app):
    """The values at the moment, by axis."""
    return {each.text.split()[-2]: float(each.text.split()[-1]) for each in app.all("#screen dl.axes > div")}


def test_a_session_is_replayed_with_a_moment_that_one_drags(app, chromium_of_session):
    look(app, 1)
    app.says("All 1,000 samples.", "#screen")
    assert app.text("#replay-time") == "0.00 s of 19.98 s"
    seek(app, 10)
    assert app.text("#replay-time") == "10.00 s of 19.98 s"
    # Half a turn about the vertical.
    found = values(app)
    assert abs(found["w"]) < 0.01 and abs(found["z"] - 1) < 0.01, found
    app.button("Tare here").click()
    app.wait(lambda: app.button("No tare"), "a tare")
    app.choose("Speed of the replay", "5×")
    app.press("Play", "#replay")
    app.wait(lambda: app.text("#replay-time").startswith("19.98"), "its end", 10)
    app.wait(lambda: app.button("Play", "#replay"), "it has stopped")
    app.press("Play", "#replay")
    app.wait(lambda: 1 < float(app.text("#replay-time").split()[0]) < 15, "it begins again")
    app.press("Pause", "#replay")
    before = app.text("#replay-time")
    time.sleep(0.3)
    assert app.text("#replay-time") == before
    assert chromium_of_session.axe() == []


def test_two_sessions_are_laid_over_each_other(app, chromium_of_session):
    look(app, 1)
    choices = app.one("#compare-with").text
    assert "wrist" in choices and len(choices.strip().split("\n")) == 2, choices
    app.driver.execute_script("""
        const list = document.querySelector("#compare-with");
        list.value = arguments[0];
        list.dispatchEvent(new Event("change"));""", session(2))
    app.says("Both run for 19.980 s", "#compare-words")
    app.says("30.000° apart (RMS), 30.000° at most", "#compare-words")
    assert len(app.all("#differences tbody tr")) == 4
    assert app.driver.execute_script("return document.querySelectorAll('.session-plot canvas').length") > 0
    # By the clock the second one is 5 s later, which is 90 degrees less.
    app.driver.execute_script("""
        const list = document.querySelector("#compare-align");
        list.value = "clock";
        list.dispatchEvent(new Event("change"));""")
    app.says("Both run for 14.980 s", "#compare-words")
    app.says("60.000° apart (RMS)", "#compare-words")
    for width in (360, 1600):
        chromium_of_session.resize(width, 900)
        time.sleep(0.15)
        assert chromium_of_session.fits(), width
    assert chromium_of_session.axe() == []


def test_the_plot_shows_the_whole_session_and_a_part_of_it(app):
    look(app, 3)
    # It knows no attitude.
    assert not app.all("#replay canvas") and app.all("#replay-moment")
    assert not app.all("#compare-with")
    app.press("Spectrum")
    app.wait(lambda: app.all(".session-plot .spectrum canvas"), "a spectrum")
    app.press("Spectrum")
    app.wait(lambda: not app.all(".session-plot .spectrum"), "no spectrum")
    app.press("PNG")
    app.wait(lambda: [each for each in app.downloads.iterdir() if each.suffix == ".png" and each.stat().st_size > 1000], "a picture")


def test_a_long_session_comes_in_parts(app):
    begin = time.monotonic()
    look(app, 4)
    took = time.monotonic() - begin
    app.says(f"All {LONG:,} samples.", "#screen")
    seek(app, 1500)
    assert abs(values(app)["x"] - math.sin(150_000 / 50)) < 0.01
    print(f"{LONG:,} samples are shown after {took:.1f} s")
    assert took < 30
