import pytest


@pytest.fixture
def page(boardsim, boardsim_browser):
    page = boardsim_browser(boardsim("desk.yaml", way="bluez-bus"))
    page.open("index.html")
    connect(page)
    return page


def connect(page):
    page.click("#connect")
    page.choose()
    page.until("document.querySelector('#status').value === 'connected to MetaWear'")


def test_the_light_goes_on_and_off(page):
    for green in (1, 0):
        page.click("#light")
        page.until(lambda: page.simulator.state().led["green"] == green)


def test_a_board_that_lies_flat_measures_1_g(page):
    page.click("#stream")
    newest = page.until("document.querySelector('#newest').value")
    x, y, z, unit = newest.split()
    assert abs(float(x)) < 0.1 and abs(float(y)) < 0.1 and abs(float(z) - 1) < 0.1 and unit == "g"
    page.click("#connect")
    page.until("document.querySelector('#status').value === 'not connected'")


def test_a_lost_link(page):
    page.click("#stream")
    page.until("document.querySelector('#newest').value")
    page.simulator.drop_link("2 s")
    page.until("document.querySelector('#status').value === 'not connected'")
    connect(page)
    page.click("#stream")
    page.until("document.querySelector('#newest').value")
    assert page.errors == []


def test_a_person_who_wants_none_of_the_boards(boardsim, boardsim_browser):
    page = boardsim_browser(boardsim("desk.yaml", way="bluez-bus"))
    page.open("index.html")
    page.click("#connect")
    page.cancel()
    page.until("document.querySelector('#status').value.startsWith('NotFoundError')")
