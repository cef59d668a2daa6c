"""The live board: `boardsim live`."""
import io
import json
import pathlib
import signal
import subprocess
import time
import urllib.error
import urllib.request
import zipfile

import pytest
from selenium.webdriver import ActionChains, Keys

WRIST = "Scenarios/wrist.yaml"


@pytest.fixture(scope="module")
def wrist():
    from conftest import PageProgram

    with PageProgram("live", WRIST) as program:
        yield program


def state(browser, path):
    return browser.get(f"measure.view.state.{path}")


def open_live(browser, program, **options):
    browser.open(program.url, **options)
    browser.until("document.querySelector('main.filled') && measure.first.board")


def test_it_shows_the_board(browser, wrist):
    open_live(browser, wrist)
    assert browser.text("#title") == state(browser, "scenario.name")
    first = browser.until("measure.view.state.time.now > 0 && measure.view.state.time.now")
    browser.until("measure.view.state.time.now > arguments[0] + 0.2", first)
    browser.until("document.querySelector('#angles').textContent.includes('°')")
    assert browser.get("measure.violations") == []
    assert browser.get("measure.shift") < 0.02


def test_the_button_is_pressed_and_held(browser, wrist):
    open_live(browser, wrist)
    button = browser.find("#press")
    ActionChains(browser.driver).click_and_hold(button).perform()
    browser.until("measure.view.board.button === true")
    browser.until("document.querySelector('#press').getAttribute('aria-pressed') === 'true'")
    ActionChains(browser.driver).release(button).perform()
    browser.until("measure.view.board.button === false")
    # The same by keys.
    button.send_keys(Keys.SPACE)
    browser.until("measure.view.state.session.commands >= 4")
    browser.until("measure.view.board.button === false")


def test_dragging_turns_the_board(browser, wrist):
    open_live(browser, wrist)
    commands = state(browser, "session.commands") or 0
    canvas = browser.find("#scene")
    ActionChains(browser.driver).move_to_element(canvas).click_and_hold().move_by_offset(60, 0).move_by_offset(
        60, 20).pause(0.3).release().perform()
    browser.until("measure.view.state.session.commands > arguments[0]", commands)
    # And by keys, in every way that a hand can move it.
    for mode, key in [("turn", Keys.ARROW_LEFT), ("move", Keys.ARROW_UP), ("look", Keys.ARROW_RIGHT)]:
        browser.click(f"[data-mode={mode}]")
        canvas.send_keys(key)
        assert browser.find(f"[data-mode={mode}]").get_attribute("aria-pressed") == "true"


def test_time_stands_still_and_goes_on(browser, wrist):
    open_live(browser, wrist)
    browser.click("#pause")
    browser.until("measure.view.state.time.paused === true")
    assert browser.text("#pause") == "Resume"
    before = state(browser, "time.now")
    browser.click("#step")
    browser.until("measure.view.state.time.now > arguments[0]", before)
    browser.click("#pause")
    browser.until("measure.view.state.time.paused === false")
    browser.run("const s = document.querySelector('#speed'); s.value = 1; s.dispatchEvent(new Event('input'))")
    browser.until("measure.view.state.time.speed === 10")
    browser.click("#real-time")
    browser.until("measure.view.state.time.speed === 1")


def test_surroundings_are_set(browser, wrist):
    open_live(browser, wrist)
    browser.run("const s = document.querySelector('#control-temperature'); s.value = 31.5; s.dispatchEvent(new Event('input'))")
    browser.until("Math.abs(measure.view.board.surroundings.temperature - 31.5) < 0.01")
    browser.until("document.querySelector('[for=control-temperature] + input + output').textContent === '31.5 °C'")


def test_traffic_is_in_words(browser, start):
    # A run of its own: a page that is opened later has only the last packets.
    open_live(browser, start("live", WRIST))
    browser.until("document.querySelectorAll('#packets tr').length > 3")
    # Rows come and go while the driver looks for one.
    browser.until("""(() => {
        const known = [...document.querySelectorAll('#packets tr button')].find((each) => each.textContent.startsWith('accelerometer data config'));
        known?.click();
        return Boolean(known);
    })()""")
    browser.until("document.querySelector('#packet .mono')?.textContent.length >= 5")
    browser.until("document.querySelector('#packet').textContent.includes('Register')")
    field = browser.find("#filter")
    field.send_keys("xyzzy")
    browser.until("document.querySelectorAll('#packets tr').length === 0")
    field.clear()
    field.send_keys(Keys.BACKSPACE)
    browser.click("#traffic-pause")
    assert browser.text("#traffic-pause") == "Resume"


def test_what_a_person_did_is_saved_and_runs_where_it_is_unpacked(browser, wrist, tmp_path):
    from conftest import PROGRAM

    open_live(browser, wrist)
    browser.click("[data-do=tap]")
    browser.until("measure.view.state.session.commands > 0")
    browser.run("""globalThis.saved = null;
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
            blob.arrayBuffer().then((bytes) => { globalThis.saved = Array.from(new Uint8Array(bytes)); });
            return make(blob);
        };""")
    browser.click("#save")
    archive = bytes(browser.until("globalThis.saved"))
    browser.until("document.querySelector('.notice.done')")
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        files.extractall(tmp_path)
    program = pathlib.Path(PROGRAM).with_name("boardsim")
    ran = subprocess.run([program, "run", "wrist-live.yaml"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "A wrist" in ran.stdout


@pytest.mark.parametrize("name, width, height, theme", [
    ("live-light", 1280, 900, "light"), ("live-dark", 1280, 900, "dark"), ("live-narrow", 360, 780, "light")])
def test_it_looks_as_it_should(browser, start, name, width, height, theme):
    open_live(browser, start("live", WRIST), width=width, height=height, theme=theme)
    browser.until("measure.view.state.time.now > 1.5")
    assert browser.fits()
    browser.picture(name)
    assert browser.axe() == []
    assert browser.get("measure.shift") < 0.02


def test_the_page_comes_back_after_a_restart(browser, start):
    first = start("live", WRIST)
    open_live(browser, first)
    first.stop()
    browser.until("document.documentElement.dataset.link === 'lost'")
    assert browser.find("#press").get_attribute("disabled")
    start("live", WRIST, port=first.port)
    browser.until("document.documentElement.dataset.link === 'live' && measure.view.state.time.now < 30")
    assert not browser.find("#press").get_attribute("disabled")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_with_a_complete_trace(start, tmp_path, ending):
    trace = tmp_path / "trace"
    program = start("live", WRIST, "--trace", trace)
    program.process.send_signal(ending)
    assert program.process.wait(20) == 0 and program.errors == []
    assert trace.exists() and not (tmp_path / "trace.part").exists()


def test_other_machines_need_the_token(browser, start):
    program = start("live", WRIST, "--listen", "0.0.0.0", env={"BOARDSIM_PAGE_TOKEN": "0123456789abcdef0123456789abcdef"})
    base = f"http://127.0.0.1:{program.port}/"
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(base)
    assert error.value.code == 401
    link = program.url.split("token=")[1]
    browser.open(f"{base}?token={link}")
    assert browser.driver.current_url == base
    assert browser.get("document.cookie") == ""


def test_names_are_text(browser, start, tmp_path):
    hostile = '<img src=x onerror="document.title=1">'
    text = f"version: 1\nname: {json.dumps(hostile)}\nboards:\n  - name: board\n    model: MetaMotion S\n"
    (tmp_path / "hostile.yaml").write_text(text)
    browser.open(start("live", tmp_path / "hostile.yaml").url)
    browser.until("document.querySelector('#title').textContent === arguments[0]", hostile)
    assert browser.get("document.querySelectorAll('img').length") == 0


def test_another_board_s_plots_have_their_past(browser, start):
    open_live(browser, start("live", "Scenarios/two-boards.yaml", "--speed", "10"))
    other = browser.until("""Object.entries(measure.view.state.streams ?? {}).find(
        ([, stream]) => String(stream.board) !== measure.view.number && stream.made > 100)?.[1].board""")
    before = browser.get("measure.view.state.time.now")
    browser.until("measure.view.state.time.now > arguments[0] + 8", before)
    browser.run("""const board = document.querySelector('#board');
        board.value = arguments[0];
        board.dispatchEvent(new Event('change'));
        globalThis.found = [...measure.streams.plots.values()].map(({ plot }) => plot.samples.count);""", str(other))
    counts = browser.get("globalThis.found")
    assert counts and min(counts) > 50, counts


def test_the_traffic_is_one_stop_of_the_keyboard_and_keeps_the_focus(browser, start):
    open_live(browser, start("live", WRIST))
    browser.until("document.querySelectorAll('#packets tr').length > 30")
    stops = "[...document.querySelectorAll('#packets button')].filter((each) => each.tabIndex === 0).length"
    assert browser.get(stops) == 1
    browser.run("document.querySelector('#packets [tabindex=\"0\"]').focus()")
    place = "[...document.querySelectorAll('#packets button')].indexOf(document.activeElement)"
    browser.click("#traffic-pause")
    browser.run("document.querySelector('#packets [tabindex=\"0\"]').focus()")
    at = browser.get(place)
    browser.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    assert browser.get(place) == at - 1
    browser.driver.switch_to.active_element.send_keys(Keys.HOME)
    assert browser.get(place) == 0
    assert browser.get(stops) == 1
    # The oldest row goes when there are too many; the focus stays in the list.
    browser.run("measure.traffic.trim(10)")
    assert browser.get("document.querySelectorAll('#packets tr').length") == 10
    assert browser.get(place) == 0
    assert browser.get(stops) == 1


def test_a_hand_that_takes_the_board_is_said_and_the_scenario_s_motion_comes_back(browser, start):
    open_live(browser, start("live", WRIST))
    assert browser.get("document.querySelector('#taken').hidden")
    for deed in ["tap", "shake", "throw", "spin"]:
        browser.click(f"[data-do={deed}]")
        browser.until("!document.querySelector('#taken').hidden")
        assert "no longer moves as the scenario says" in browser.text("#taken-words")
        assert browser.text("#resume-motion") == "Back to the scenario's motion"
        browser.click("#resume-motion")
        browser.until("document.querySelector('#taken').hidden && measure.view.board.pose.motion === 'scenario'")
    words = browser.get("[...document.querySelectorAll('#did li')].map((each) => each.textContent).join('; ')")
    assert "shake it along z at 4 Hz for 2 s" in words and "as the case describes" not in words
    assert browser.get("measure.shift") < 0.02


def test_a_board_can_be_moved_and_seen_without_webgl(browser, start):
    program = start("live", "Scenarios/two-boards.yaml")
    script = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind.startsWith("webgl") ? null : get.call(this, kind, ...rest);
        };"""})
    try:
        open_live(browser, program)
        assert "no WebGL" in browser.text("#caption-true")
        # Something is drawn.
        browser.until("""(() => {
            const canvas = document.querySelector('#scene');
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return data.some((part) => part > 0);
        })()""")
        canvas = browser.find("#scene")
        for mode in ["turn", "move"]:
            browser.click(f"[data-mode={mode}]")
            before = browser.get("[measure.view.board.pose.orientation, measure.view.board.pose.position]")
            ActionChains(browser.driver).move_to_element(canvas).click_and_hold().move_by_offset(40, 10).move_by_offset(
                40, 10).pause(0.3).release().perform()
            browser.until("measure.view.board.pose.motion === 'hand'")
            browser.until("JSON.stringify([measure.view.board.pose.orientation, measure.view.board.pose.position]) !== arguments[0]",
                          json.dumps(before, separators=(",", ":")))
        canvas.send_keys(Keys.ARROW_LEFT)
        browser.click("[data-mode=look]")
        canvas.send_keys(Keys.ARROW_LEFT)
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_what_a_movement_over_the_screen_means_is_the_same_with_and_without_a_picture(browser, wrist):
    open_live(browser, wrist)
    # three.js looks from the same place as the plain sums.
    differences = browser.driver.execute_async_script("""
        const done = arguments[0];
        import("/three/three.module.js").then((THREE) => {
          const { scene, viewpoint } = measure.body;
          const found = [];
          for (const place of [[0, 0, 0], [1, 0.5, -0.5], [-1, 0.2, 1]]) {
            scene.camera.updateMatrixWorld();
            const seen = new THREE.Vector3(...place).project(scene.camera);
            const { clientWidth: w, clientHeight: h } = scene.canvas;
            const [x, y] = viewpoint.see(place, w, h);
            found.push(Math.hypot((seen.x + 1) * w / 2 - x, (1 - seen.y) * h / 2 - y));
          }
          done(found);
        });""")
    assert max(differences) < 0.5, differences


def test_a_stream_that_has_stopped_is_not_shown_as_current(browser, start, tmp_path):
    (tmp_path / "short.yaml").write_text(
        "version: 1\nboards: [{name: wrist, model: MetaMotion S}]\nclients:\n  - name: phone\n    steps:\n"
        "      - connect: wrist\n      - initialise\n      - write: \"01 01 01\"\n"
        "      - stream: {signals: [acceleration], for: 2 s}\n      - wait: 3600 s\n")
    open_live(browser, start("live", tmp_path / "short.yaml", "--speed", "4"))
    browser.until("document.querySelector('.stream.stopped')")
    heads = browser.get("[...document.querySelectorAll('.stream .head')].map((each) => each.textContent)")
    assert any("acceleration (g)" in head and "stopped at" in head for head in heads), heads
    assert any("switch" in head and "nothing yet, to the host" in head for head in heads), heads
    browser.click("[data-do=tap]")
    button = browser.find("#press")
    ActionChains(browser.driver).click_and_hold(button).pause(0.2).release().perform()
    browser.until("""[...document.querySelectorAll('.stream .head')].some(
        (each) => /switch.*2 so far, last at/.test(each.textContent))""")


def test_a_cap_looks_like_one_and_its_traffic_is_in_words(browser, start, tmp_path):
    (tmp_path / "cap.yaml").write_text(
        "version: 1\nboards: [{name: cap, model: Triki}, {name: wrist, model: MetaMotion S}]\nclients:\n  - name: game\n"
        "    steps:\n      - connect: cap\n      - stream: {signals: [acceleration], for: 3600 s}\n")
    open_live(browser, start("live", tmp_path / "cap.yaml"))
    browser.until("measure.body.scene?.kind === 'triki' && measure.body.scene.frames > 2")
    browser.until("""[...document.querySelectorAll('#packets button')].some((each) => each.textContent.startsWith('motion: status'))""")
    browser.run("""[...document.querySelectorAll('#packets button')].find((each) => each.textContent.startsWith('motion: ')).click()""")
    names = browser.get("[...document.querySelectorAll('#packet .fields th')].map((each) => each.textContent)")
    # More frames may follow in the same packet.
    assert names[:7] == ["status", *(f"{what} {axis}" for what in ["rotation", "acceleration"] for axis in "xyz")], names
    browser.run("""const board = document.querySelector('#board');
        board.value = "1";
        board.dispatchEvent(new Event('change'));""")
    browser.until("measure.body.scene.kind === 'metawear'")


@pytest.mark.parametrize("script, said", [
    ("exit 3", "--open: `xdg-open` found no browser that it can start; open the link by hand\n"), ("exit 0", ""),
])
def test_open_without_a_browser(start, tmp_path, script, said):
    from conftest import SECONDS

    opener = tmp_path / "xdg-open"
    opener.write_text(f'#!/bin/sh\necho "tried www-browser" >&2\necho "$1" >"{tmp_path}/link"\n{script}\n')
    opener.chmod(0o755)
    program = start("live", WRIST, "--open", env={"PATH": f"{tmp_path}:/usr/bin:/bin"})
    end = time.monotonic() + SECONDS
    while "".join(program.errors) != said or not (tmp_path / "link").exists():
        assert time.monotonic() < end, program.errors
        time.sleep(0.05)
    assert (tmp_path / "link").read_text().strip() == program.url
    assert program.stop() == 0
    assert "".join(program.errors) == said


def test_how_hard_and_for_how_long_are_a_person_s_choice(browser, start):
    open_live(browser, start("live", WRIST))
    last = lambda words: browser.until(f"measure.view.state.session.last === {json.dumps(words)}")
    saved = lambda: browser.driver.execute_async_script("const done = arguments[0]; measure.page.send('save').then((file) => done(file.text ?? atob(file.bytes)))")
    for control, value in (("strength", "2"), ("axis", "x"), ("trouble-time", "45 s")):
        browser.run("const s = document.querySelector(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))", f"#{control}", value)
    for hand in ("tap", "double", "shake", "throw", "spin"):
        before = browser.get("measure.view.state.session.commands")
        browser.click(f"[data-do={hand}]")
        browser.until("measure.view.state.session.commands === arguments[0] + 1", before)
    browser.click("[data-trouble=link-loss]")
    last("wrist: link-loss")
    words = saved()
    for part in ("strength: 6 g", "along: x", "amplitude: 10 cm", "throw: 6 m/s", "rate: 360 deg/s", "about: x", "link-loss: 45 s"):
        assert part in words, words
