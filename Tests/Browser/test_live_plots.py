"""The plots of the live board: what they draw, and what one can measure with them."""
import csv
import io
import math

import pytest
from selenium.webdriver import ActionChains, Keys

SWING = """version: 1
boards:
  - {name: wrist, model: MetaMotion S, motion: [swing: {by: 40 deg, period: 500 ms, for: 600 s}]}
clients:
  - name: phone
    steps:
      - connect
      - configure: {accelerometer: {rate: 100 Hz}, gyroscope: {rate: 100 Hz}}
      - stream: {signals: [acceleration, rotation], for: 3600 s}
"""
PLOT = "[...measure.streams.plots.values()][0]?.plot"


def rows(browser, script):
    """What `rows` makes of an instrument that a script describes: it sets `plot`, `from`, `to` and `width`."""
    return browser.driver.execute_async_script(f"""
        const done = arguments[0];
        Promise.all([import("/shared/plots/rows.js"), import("/shared/samples.js")]).then(([{{ rows }}, {{ Samples }}]) => {{
          const one = (step, values, start = 0) => {{
            const samples = new Samples(1, 8192);
            samples.push({{ start, step, channels: 1, count: values.length, values }});
            return samples;
          }};
          {script}
          done(rows(plot, from, to, width).map((row) => row.map((value) => (Number.isNaN(value) ? "gap" : value))));
        }});""")


@pytest.fixture(scope="module")
def swinging(tmp_path_factory):
    from conftest import PageProgram

    path = tmp_path_factory.mktemp("plots") / "swing.yaml"
    path.write_text(SWING)
    with PageProgram("live", path, "--speed", "20") as program:
        yield program


@pytest.fixture
def page(browser, swinging):
    """A board that swings twice a second, at 15 s, standing still."""
    browser.open(swinging.url)
    browser.until("document.querySelector('main.filled') && measure.view.state.time.known > 15")
    browser.run("return measure.timeline.look(15)")
    browser.until("measure.view.state.time.paused === true")
    browser.until(f"{PLOT}?.data?.length > 500")
    return browser


def test_a_short_peak_among_many_samples_is_drawn(page):
    for peak in (1000, 1003, 1006, 2017, 3000):
        found = rows(page, f"""
            const values = new Float32Array(4000);
            values[{peak}] = 1;
            const plot = {{ samples: one(0.0025, values), ghost: null, measured: 1, hasTruth: false }};
            const [from, to, width] = [0, 10, 300];""")
        assert len(found) < 700
        assert [row[0] for row in found if row[1] == 1] == [pytest.approx(peak * 0.0025, abs=0.034)]


def test_where_samples_are_missing_is_a_gap(page):
    found = rows(page, """
        const samples = one(0.01, [1, 2, 3]);
        samples.push({ start: 1, step: 0.01, channels: 1, count: 2, values: [4, 5] });
        const plot = { samples, ghost: null, measured: 1, hasTruth: false };
        const [from, to, width] = [0, 2, 300];""")
    assert [row[1] for row in found] == [1, 2, 3, "gap", 4, 5]


def test_both_futures_are_rows_of_one_plot(page):
    found = rows(page, """
        const plot = { samples: one(0.01, [1, 2, 3]), ghost: one(0.01, [7, 8], 0.005), measured: 1, hasTruth: false };
        const [from, to, width] = [0, 1, 300];""")
    assert [row[1:] for row in found] == [[1, None], [None, 7], [2, None], [None, 8], [3, None]]


def test_a_person_zooms_pans_and_follows_again(page):
    browser = page
    plot = browser.find(".stream .plot")
    ActionChains(browser.driver).move_to_element(plot).click_and_hold().move_by_offset(60, 0).release().perform()
    browser.until("measure.streams.desk.view !== null")
    zoomed = browser.get("measure.streams.desk.view")
    assert zoomed[1] - zoomed[0] < 4
    # All plots show the same part.
    browser.until("""[...measure.streams.plots.values()].every(({ plot }) => {
        const [from, to] = plot.graph.xAxisRange();
        return Math.abs(from - arguments[0]) < 1e-6 && Math.abs(to - arguments[1]) < 1e-6; })""", *zoomed)
    ActionChains(browser.driver).key_down(Keys.SHIFT).move_to_element(plot).click_and_hold().move_by_offset(
        40, 0).release().key_up(Keys.SHIFT).perform()
    browser.until("measure.streams.desk.view[0] < arguments[0] - 0.05", zoomed[0])
    browser.click("#follow")
    browser.until("measure.streams.desk.view === null")
    browser.until(f"Math.abs({PLOT}.graph.xAxisRange()[1] - measure.view.state.time.now) < 0.1")
    browser.run("const s = document.querySelector('#window'); s.value = '2'; s.dispatchEvent(new Event('change'))")
    browser.until(f"(([from, to]) => Math.abs(to - from - 2) < 1e-6)({PLOT}.graph.xAxisRange())")


def test_the_cursor_shows_the_values_of_all_plots(page):
    browser = page
    latest = browser.text(".stream .values")
    ActionChains(browser.driver).move_to_element(browser.find(".stream .plot")).perform()
    browser.until("measure.streams.desk.at !== null")
    browser.until("document.querySelector('.stream .values').textContent !== arguments[0]", latest)
    browser.until("[...measure.streams.plots.values()].every(({ plot }) => plot.graph.getSelection() >= 0)")


def test_an_axis_is_hidden(page):
    browser = page
    browser.click(".stream .values .axis-0")
    assert browser.get(f"{PLOT}.graph.visibility()") == [False, True, True] * 2
    assert browser.find(".stream .values .axis-0").get_attribute("aria-pressed") == "false"
    browser.click(".stream .values .axis-0")
    assert browser.get(f"{PLOT}.graph.visibility()") == [True] * 6


def test_the_error_is_that_of_the_samples_that_are_shown(page):
    browser = page
    told = browser.get(f"{PLOT}.error")
    again = browser.get(f"""(() => {{
        const plot = {PLOT};
        const squares = [];
        for (let back = plot.samples.since(plot.window[0]); back >= 1; back -= 1) {{
          const at = plot.samples.at(back);
          squares.push([0, 1, 2].reduce((sum, line) => sum + (plot.samples.lines[line][at] - plot.samples.lines[line + 3][at]) ** 2, 0));
        }}
        return squares; }})()""")
    assert told["rms"] == pytest.approx(math.sqrt(sum(again) / len(again)), rel=1e-6)
    assert told["most"] == pytest.approx(math.sqrt(max(again)), rel=1e-6)
    assert 0 < told["rms"] < 0.2
    browser.until("document.querySelector('.stream .values').textContent.includes('(RMS)')")


def test_the_spectrum_has_the_swing_at_its_frequency(page):
    browser = page
    browser.click("#spectra")
    browser.until("[...measure.streams.plots.values()].every(({ spectrum }) => spectrum?.graph)")
    # The rate of a swing has its period; 512 samples at about 100 Hz are steps of 0.2 Hz.
    peak = browser.driver.execute_async_script("""
        const done = arguments[0];
        import("/shared/plots/spectrum.js").then(({ spectrum }) => {
          const { plot } = [...measure.streams.plots.values()][1];
          const found = spectrum(plot.samples, 3, ...plot.window);
          const strength = (row) => Math.max(...row.slice(1));
          done(found.reduce((best, row) => (strength(row) > strength(best) ? row : best)));
        });""")
    assert peak[0] == pytest.approx(2, abs=0.2) and 50 < max(peak[1:]) < 700
    # And a sine is as large as it is.
    sine = browser.driver.execute_async_script("""
        const done = arguments[0];
        Promise.all([import("/shared/plots/spectrum.js"), import("/shared/samples.js")]).then(([{ spectrum }, { Samples }]) => {
          const samples = new Samples(1, 2048);
          const values = Array.from({ length: 1024 }, (_, at) => 5 + 3 * Math.sin(2 * Math.PI * 0.125 * at));
          samples.push({ start: 0, step: 0.01, channels: 1, count: 1024, values });
          done(spectrum(samples, 1, 0, 20).reduce((best, row) => (row[1] > best[1] ? row : best)));
        });""")
    assert sine == [pytest.approx(12.5, abs=0.01), pytest.approx(3, rel=0.02)]


def test_what_is_shown_is_saved(page):
    browser = page
    browser.run("""globalThis.saved = [];
        globalThis.URL.createObjectURL = (blob) => { saved.push(blob); return "#"; };""")
    browser.click(".stream .values .row button:nth-child(1)")
    browser.click(".stream .values .row button:nth-child(2)")
    browser.until("saved.length === 2")
    text, kind, size = browser.driver.execute_async_script(
        "const done = arguments[0]; saved[0].text().then((text) => done([text, saved[1].type, saved[1].size]))")
    table = list(csv.DictReader(io.StringIO(text)))
    assert 900 < len(table) < 1100
    assert list(table[0]) == ["time (s)", "x (g)", "y (g)", "z (g)", "true x (g)", "true y (g)", "true z (g)"]
    assert kind == "image/png" and size > 5000
