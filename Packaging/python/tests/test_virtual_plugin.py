"""Virtual time in pytest: the fixture, its settings, and tests that are coroutines."""

import pytest

from test_plugin import tester  # noqa: F401

HEAD = "import asyncio\nimport time\nimport pytest\n"


def test_the_fixture(tester):  # noqa: F811
    result = tester(HEAD + "def test_it(boardsim):\n"
                    "    simulator = boardsim(DESK, virtual=True)\n"
                    "    simulator.run(asyncio.sleep(600))\n"
                    "    assert simulator.now == 600\n"
                    "    assert boardsim(DESK).lead is None\n")
    result.assert_outcomes(passed=1)


@pytest.mark.parametrize("way", ["option", "configuration"])
def test_settings(tester, pytester, way):  # noqa: F811
    pytester.makeini("[pytest]\nboardsim_speed = 3\n" + "boardsim_virtual = yes\n" * (way == "configuration"))
    result = tester(HEAD + "def test_it(boardsim):\n"
                    "    assert boardsim(DESK).run(asyncio.sleep(600, 5)) == 5\n"
                    "def test_options(boardsim):\n"
                    "    simulator = boardsim(DESK, virtual={'limit': 5}, way='hci-unix')\n"
                    "    with pytest.raises(Exception, match='would pass its limit'):\n"
                    "        simulator.run(asyncio.sleep(600))\n"
                    "def test_others(boardsim):\n"
                    "    assert boardsim(DESK, speed=3).lead is None\n"
                    "    assert boardsim(DESK, virtual=False).lead is None\n",
                    *["--boardsim-virtual"] * (way == "option"))
    result.assert_outcomes(passed=3)


@pytest.mark.parametrize("call, wanted", [
    ("boardsim(DESK, virtual=True, speed=2)", "*virtual time has no `speed`; leave out one of the two*"),
    ("boardsim(DESK, virtual={'limt': 2})", "*unknown option `limt`; the options are: limit,*"),
    ("boardsim(DESK, virtual=True).step(1)", "*in virtual time the program's own waits move time*"),
    ("asyncio.run(late(boardsim))", "*the event loop of this test runs already*start boards with virtual time in a fixture*"),
])
def test_mistakes_of_a_call(tester, call, wanted):  # noqa: F811
    result = tester(HEAD + f"async def late(boardsim):\n    boardsim(DESK, virtual=True)\ndef test_it(boardsim):\n    {call}\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([wanted])


def test_a_wrong_setting(tester):  # noqa: F811
    result = tester("def test_it(boardsim):\n    boardsim(DESK)\n", "-o", "boardsim_virtual=perhaps")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*boardsim_virtual is 'perhaps'; write yes or no*"])


def test_a_test_that_fails_has_report_and_trace(tester):  # noqa: F811
    pytest.importorskip("bumble")
    result = tester(HEAD + """
from bumble.device import Device
from bumble.hci import Address
from bumble.transport import open_transport

async def connects(simulator):
    radio = await open_transport(simulator.bumble)
    host = Device.with_hci("host", Address("F0:00:00:00:00:01"), radio.source, radio.sink)
    await host.power_on()
    await host.connect(simulator.address)
    await asyncio.Event().wait()

def test_it(boardsim):
    simulator = boardsim(DESK, virtual={"stalled_after": 30})
    simulator.run(connects(simulator))
""")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*Stalled: every task waits at *", "*waits in connects (*", "*boardsim: report*", "*desk*MetaMotion S*",
        "*boardsim: trace*", "*connected to F0:00:00:00:00:01*"])
    result.stdout.no_fnmatch_line("*boardsim: virtual time*")


def test_a_failure_that_depends_on_real_time_says_so(tester):  # noqa: F811
    result = tester(HEAD + "import threading\n"
                    "async def main():\n"
                    "    loop, event = asyncio.get_running_loop(), asyncio.Event()\n"
                    "    threading.Thread(target=loop.call_soon_threadsafe, args=(event.set,)).start()\n"
                    "    await event.wait()\n"
                    "    assert 1 == 2\n"
                    "def test_it(boardsim):\n"
                    "    boardsim(DESK, virtual={'grace': 60}).run(main())\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*boardsim: virtual time*", "something outside of virtual time woke the test 1 times*"])


def test_a_test_that_hangs_is_reported_at_once(tester, pytester):  # noqa: F811
    """On the real standard error, which the test does not capture."""
    result = tester(HEAD + "from boardsim.virtual import watchdog\n"
                    "async def main():\n"
                    "    stuck()\n"
                    "def stuck():\n"
                    "    for _ in range(1000):\n"
                    "        if HEARD: break\n"
                    "        REAL_SLEEP(0.05)\n"
                    "HEARD, REAL_SLEEP = [], time.sleep\n"
                    "def test_it(boardsim, monkeypatch):\n"
                    "    monkeypatch.setattr(watchdog, 'PATIENCE', 0.05)\n"
                    "    report = watchdog.Watchdog._report\n"
                    "    monkeypatch.setattr(watchdog.Watchdog, '_report', lambda self: (report(self), HEARD.append(1)))\n"
                    "    boardsim(DESK, virtual=True).run(main())\n"
                    "    assert HEARD\n")
    result.assert_outcomes(passed=1)
    result.stderr.fnmatch_lines(["boardsim: the program has not returned to its event loop*", "*in stuck*"])


# As the guide prints it; then with a fixture that needs the loop before the test does.
COROUTINES = HEAD + """
@pytest.fixture
def desk(boardsim):
    return boardsim(DESK, virtual=True)

async def test_ten_minutes(desk):
    before = time.monotonic()
    await asyncio.sleep(600)
    assert time.monotonic() - before == 600

@pytest.fixture
async def ten(desk):
    await asyncio.sleep(10)
    yield desk.now
    await asyncio.sleep(5)
    assert desk.now == 615

async def test_it(desk, ten):
    await asyncio.sleep(600)
    assert (ten, desk.now) == (10, 610)
    assert type(asyncio.get_running_loop()).__name__ == "VirtualTimeLoop"

async def test_without_boards():
    assert type(asyncio.get_running_loop()).__name__ != "VirtualTimeLoop"
"""


def test_coroutines_with_pytest_asyncio(tester, pytester):  # noqa: F811
    pytest.importorskip("pytest_asyncio", minversion="1.5")
    pytester.makeini("[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makeconftest("""
from boardsim.pytest_plugin import loop_factory

def pytest_asyncio_loop_factories():
    return {"virtual": loop_factory}
""")
    tester(COROUTINES).assert_outcomes(passed=3)


def test_coroutines_with_anyio(tester, pytester):  # noqa: F811
    pytest.importorskip("anyio")
    body = COROUTINES.replace("async def test", "@pytest.mark.anyio\nasync def test") + """
@pytest.fixture
def anyio_backend():
    return "asyncio", {"loop_factory": loop_factory}

@pytest.mark.anyio
async def test_time_limits(desk):
    with pytest.raises(TimeoutError):
        with anyio.fail_after(300):
            await anyio.sleep(301)
    assert desk.now == 300
"""
    tester("import anyio\nfrom boardsim.pytest_plugin import loop_factory\n" + body).assert_outcomes(passed=4)
