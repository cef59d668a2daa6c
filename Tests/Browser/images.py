"""Takes the pictures of the README and the guides from the running pages: `.venv/bin/python Tests/Browser/images.py`.

Look at them before you commit them.
"""
import pathlib
import time

import conftest

IMAGES = pathlib.Path(__file__).resolve().parents[2] / "docs/images"


def save(browser, name):
    browser.driver.save_screenshot(str(IMAGES / name))
    print(f"docs/images/{name}")


def live(browser):
    """The wrist, looked back to the lost link, which comes a second later in another future."""
    with conftest.PageProgram("live", "Scenarios/wrist.yaml", "--speed", "20") as program:
        browser.open(program.url, width=1280, height=1320, theme="light")
        browser.until("document.querySelector('main.filled') && measure.view.state.time.now > 70")
        browser.run("return measure.timeline.look(28)")
        browser.until("measure.timeline.marks().length > 0")
        browser.click("#mark-later")
        browser.until("measure.view.state.future.number === 2 && document.querySelectorAll('#futures button').length === 2")
        browser.until("[...measure.streams.plots.values()].some(({ plot }) => plot.ghost?.count > 0)")
        time.sleep(2)
        save(browser, "live.png")


def games(browser):
    """The ball on its way to the pins."""
    with conftest.PageProgram("games") as program:
        browser.open(program.url, width=1100, height=660, theme="light")
        browser.until("measure.page.state.cap?.receiving && !document.querySelector('#prompt').hidden")
        browser.click("#calibrate")
        browser.until("document.querySelector('#prompt').hidden && document.querySelectorAll('#list button').length === 4")
        # The first minute is not shown.
        browser.click("#first-leave")
        browser.click("#list button:nth-of-type(3)")
        browser.until("measure.page.state.game?.pins?.length === 10 && !document.querySelector('#lane').hidden")
        browser.click("#hard")
        browser.until("measure.page.state.game.pins.some((pin) => pin[2] === 1)")
        time.sleep(0.3)
        save(browser, "games.png")


if __name__ == "__main__":
    driver = conftest.chromium()
    try:
        for picture in (live, games):
            picture(conftest.Browser(driver))
    finally:
        driver.quit()
