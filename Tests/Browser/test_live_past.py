"""The live board looks back: any earlier moment, and the futures that begin there."""
import base64
import zlib

import pytest
from selenium.webdriver import ActionChains, Keys

WRIST = "Scenarios/wrist.yaml"


@pytest.fixture
def page(browser, start):
    """The wrist after 45 s, standing still."""
    program = start("live", WRIST, "--speed", "40")
    browser.open(program.url)
    browser.until("document.querySelector('main.filled') && measure.view.state.time.now > 45")
    browser.click("#pause")
    browser.until("measure.view.state.time.paused === true")
    # The scale of the timeline changes until it has all that was known when the run stopped.
    browser.until("measure.timeline.data?.known > 45 && !measure.timeline.isBehind")
    return browser


def now(browser):
    return browser.get("measure.view.state.time.now")


def drag_to(browser, seconds):
    """Drags from the middle of the picture to a moment."""
    canvas = browser.find("#lanes")
    middle = canvas.size["width"] / 2
    goal = browser.get("measure.timeline.lanes.x(arguments[0])", seconds)
    ActionChains(browser.driver).move_to_element_with_offset(canvas, 0, 10).click_and_hold().move_by_offset(
        round(goal - middle), 0).pause(0.2).release().perform()


def test_a_person_drags_back_to_the_lost_link_moves_it_and_sends_the_link(page, start):
    browser = page
    drag_to(browser, 29)
    browser.until("Math.abs(measure.view.state.time.now - 29) < 0.2")
    assert browser.text("#past") == "the past"
    browser.until("measure.view.board.link.state !== 'connected'")
    # Traffic and samples are those of that moment.
    browser.until("measure.traffic.packets.length > 10 && measure.traffic.packets.every((packet) => packet.t <= 29.2)")
    browser.until("[...measure.streams.samples.values()].some((samples) => samples.count > 300)")
    # One thing is changed: both futures are there.
    assert "link-loss" in browser.get("document.querySelector('#mark').selectedOptions[0].text")
    browser.click("#mark-later")
    browser.until("measure.view.state.future.number === 2 && measure.timeline.data.futures.length === 2")
    futures = browser.get("[...document.querySelectorAll('#futures button')].map((each) => each.textContent)")
    assert futures == ["1: as it was (pale)", "2: wrist: link-loss at 21 s instead of 20 s"]
    assert browser.get("document.querySelector('#mark-time').value") == "21.000"
    browser.until("document.querySelector('#difference').textContent.startsWith('The first packet that differs')")
    browser.until("[...measure.streams.plots.values()].some(({ plot }) => plot.ghost?.count > 0)")
    assert browser.get("measure.violations") == []
    # A colleague opens the link, at another page.
    browser.click("#share")
    browser.until("location.hash.includes('scenario=')")
    link = browser.get("location.hash")
    packed = link.split("scenario=")[1]
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
    assert "at: 21 s" in text and len(link) < 2100
    other = start("live", "Scenarios/steps.yaml")
    browser.open(other.url.split("#")[0] + link)
    browser.until("document.querySelector('#offer').open")
    assert "at: 21 s" in browser.text("#offer-text")
    browser.click("#offer-open")
    browser.until("Math.abs(measure.view.state.time.now - 29) < 0.2")
    assert browser.text("#title") == "A wrist, logged"


def test_keys_lead_through_time(page):
    browser = page
    slider = browser.find("#moment")
    first = now(browser)
    slider.send_keys(Keys.PAGE_DOWN)
    browser.until("Math.abs(measure.view.state.time.now - arguments[0]) < 0.01", first - 10)
    slider.send_keys(Keys.HOME)
    browser.until("measure.view.state.time.now === 0")
    slider.send_keys(Keys.END)
    browser.until("Math.abs(measure.view.state.time.now - arguments[0]) < 0.01", first)
    # And wherever nothing else takes the key.
    browser.run("document.activeElement.blur()")
    body = browser.find("body")
    body.send_keys(Keys.ARROW_LEFT)
    browser.until("Math.abs(measure.view.state.time.now - arguments[0]) < 0.01", first - 1)
    body.send_keys("?")
    browser.until("document.querySelector('#keys').open")
    assert "a second back" in browser.text("#keys")
    assert browser.axe() == []
    browser.click("#keys-close")
    body.send_keys(" ")
    browser.until("measure.view.state.time.paused === false")


def test_what_is_done_in_the_past_is_another_future(page):
    browser = page
    browser.run("return measure.timeline.look(10)")
    browser.until("measure.view.state.time.now === 10")
    browser.click("[data-trouble=reset]")
    browser.until("measure.view.state.future.number === 2")
    browser.until("document.querySelectorAll('#futures button').length === 2")
    browser.click("#futures button")
    browser.until("measure.view.state.future.number === 1")
    assert browser.axe() == []
    assert browser.get("measure.shift") < 0.02
    for width in (360, 768, 2560):
        browser.resize(width, 900)
        assert browser.fits()


def test_a_mark_is_dragged(page):
    browser = page
    canvas = browser.find("#lanes")
    start, goal = browser.get("[measure.timeline.lanes.x(20), measure.timeline.lanes.x(25)]")
    middle, top = canvas.size["width"] / 2, canvas.size["height"] / 2
    ActionChains(browser.driver).move_to_element_with_offset(canvas, round(start - middle), round(12 - top)).click_and_hold(
        ).move_by_offset(round(goal - start), 0).pause(0.2).release().perform()
    browser.until("measure.view.state.future.number === 2")
    # The hand is exact to a few pixels: so many seconds, which depend on when the run was stopped.
    browser.until("Math.abs(Number(document.querySelector('#mark-time').value) - 25) < arguments[0]", 3 * 5 / (goal - start))


def test_with_a_host_from_outside_the_run_cannot_go_back(browser, start, tmp_path):
    program = start("live", WRIST, "--radio", f"hci-unix:{tmp_path}/radio")
    browser.open(program.url)
    browser.until("document.querySelector('main.filled')")
    browser.until("document.querySelector('#past').textContent.includes('programs outside would not do the same again')")
    assert browser.get("document.querySelector('#moment').disabled")


def test_expectations_are_ticked_and_the_report_is_saved(page):
    browser = page
    browser.until("document.querySelectorAll('#expectations li').length === 6")
    assert browser.get("[...document.querySelectorAll('#expectations li')].map((each) => each.className)[0]") == "held"
    browser.run("return measure.timeline.look(10)")
    browser.until("document.querySelectorAll('#expectations .open').length === 6")
    browser.run("globalThis.saved = []; globalThis.URL.createObjectURL = (blob) => { saved.push(blob); return '#'; };")
    browser.click("#report")
    browser.until("saved.length === 1")
    report = browser.driver.execute_async_script("const done = arguments[0]; saved[0].text().then(done)")
    assert report.startswith("<!doctype html>") and "A wrist, logged" in report and "the link is lost and found again" in report


def test_a_recording_is_opened(page, tmp_path):
    import pathlib

    browser = page
    recording = pathlib.Path("Scenarios/data/wrist-row.csv").read_text()
    cut = tmp_path / "cut.csv"
    cut.write_text(recording[:recording.index("\n", 5000) + 9])
    browser.find("#open").send_keys(str(cut))
    browser.until("document.querySelector('#notices').textContent.includes('cut.csv')")
    assert browser.get("measure.view.state.scenario.name") == "A wrist, logged"
    own = tmp_path / "ruch ręki – łódź.csv"
    own.write_text(recording)
    browser.find("#open").send_keys(str(own))
    browser.until("measure.view.state.scenario.name === arguments[0]", own.name)
    browser.until("measure.view.state.time.now > 1 && measure.view.board.identity.name === 'board'")
    browser.until("Math.hypot(...measure.view.board.pose.rotation) > 5")
    # Nothing else is taken, and nothing of the page is lost.
    browser.find("#open").send_keys(str(pathlib.Path("README.md").resolve()))
    browser.until("document.querySelector('#notices').textContent.includes('README.md is neither a scenario')")
    browser.click("#futures button")
    browser.until("measure.view.state.scenario.name === 'A wrist, logged'")


def test_a_board_is_dragged_away_in_the_air(browser, start):
    browser.open(start("live", "Scenarios/two-boards.yaml").url)
    browser.until("document.querySelector('main.filled') && measure.view.state.boards['1']")
    canvas = browser.find("#air")
    browser.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", canvas)
    near = browser.get("measure.view.state.boards['1'].surroundings.distance")
    [x, y] = browser.get("measure.air.boards[1].place")
    [mx, my] = browser.get("measure.air.middle")
    edge = [(x - mx) * 0.8, (y - my) * 0.8]
    ActionChains(browser.driver).move_to_element_with_offset(canvas, round(x - mx), round(y - my)).click_and_hold().move_by_offset(
        round(edge[0]), round(edge[1])).pause(0.2).release().perform()
    browser.until("measure.view.state.boards['1'].surroundings.distance > 5 * arguments[0]", near)
    assert browser.get("measure.view.state.boards['0'].surroundings.distance") == near
    browser.until("measure.air.flying.length > 0")
    assert "m, " in browser.find("#air").get_attribute("aria-label")
