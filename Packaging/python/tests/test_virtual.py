"""Virtual time for Python programs: a run that the program's own waits move, and its clocks."""

import asyncio
import datetime
import functools
import os
import subprocess
import sys
import threading
import time
import uuid

import pytest

import boardsim
from boardsim.virtual import lead, runner

DAY = 86_400
NEW_YEAR = 1_767_225_600


def test_ten_minutes_are_over_at_once(desk):
    async def main():
        loop = asyncio.get_running_loop()
        begin = loop.time()
        await asyncio.sleep(600)
        return loop.time() - begin

    simulator = desk()
    assert simulator.run(main()) == 600
    assert simulator.now == simulator.lead.now == 600
    assert simulator.lead.foreign == 0
    # None moves time by more than a minute, for Ctrl-C.
    assert simulator.lead.advances == 10


def test_waits_end_in_their_order(desk):
    async def main():
        loop, log = asyncio.get_running_loop(), []
        event = asyncio.Event()

        def note(what):
            log.append((what, round(simulator.now, 9)))

        loop.call_later(2, note, "call_later")
        loop.call_at(loop.time() + 4, event.set)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.Event().wait(), 1)
        note("wait_for")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2):
                await event.wait()
        note("timeout")
        await event.wait()
        note("event")
        await asyncio.gather(*(asyncio.sleep(seconds) for seconds in (0.3, 0.2, 0.000000001)))
        note("gather")
        return log

    if sys.version_info < (3, 11):
        pytest.skip("asyncio.timeout is from Python 3.11")
    simulator = desk()
    assert simulator.run(main()) == [("wait_for", 1), ("call_later", 2), ("timeout", 3), ("event", 4), ("gather", 4.3)]


def test_time_goes_on_in_the_next_run(desk):
    simulator = desk()
    assert simulator.run(asyncio.sleep(1, "first")) == "first"
    assert simulator.run(asyncio.sleep(2, "second"), debug=True) == "second"
    assert simulator.now == 3
    assert simulator.stop()["durationSeconds"] == 3


def test_hands_on_a_board_between_waits_and_in_callbacks(desk):
    async def main():
        simulator.set_battery(40)
        asyncio.get_running_loop().call_later(5, simulator.do, {"temperature": "31 degC"})
        assert simulator.state().battery == 40
        await asyncio.sleep(4)
        assert simulator.truth().temperature == 22
        await asyncio.sleep(2)
        assert simulator.truth().temperature == 31
        simulator.move({"turn": {"by": "90 deg", "about": "x", "for": "1 s"}})
        simulator.press()
        await asyncio.sleep(2)
        simulator.input({"temperature": "32 degC"})
        simulator.fault({"link-loss": "1 s"})
        return simulator.truth().force

    simulator = desk()
    assert simulator.run(main()) == pytest.approx((0, 1, 0), abs=1e-9)
    saved = simulator.scenario()
    assert "temperature: 31 degC" in saved and "link-loss" in saved
    assert simulator.now == 8


def test_actions_at_an_instant_do_not_move_the_programs_clock(desk):
    async def main():
        await asyncio.sleep(1)
        for _ in range(3):
            simulator.click(0.01)
        before = simulator.now
        await asyncio.sleep(1)
        return before, simulator.now

    simulator = desk()
    assert simulator.run(main()) == (1, 2)


# Clocks


def test_the_clocks_of_the_module_time_are_virtual(desk):
    async def main():
        names = ("monotonic", "perf_counter", "monotonic_ns", "perf_counter_ns", "time", "time_ns")
        before = {name: getattr(time, name)() for name in names}
        await asyncio.sleep(1.5)
        return before, {name: getattr(time, name)() - before[name] for name in names}

    simulator = desk()
    before, passed = simulator.run(main())
    assert before["time"] == NEW_YEAR and before["time_ns"] == NEW_YEAR * 10**9
    assert before["monotonic"] == before["perf_counter"] == 1000
    assert passed == {"monotonic": 1.5, "perf_counter": 1.5, "time": 1.5, "monotonic_ns": 1_500_000_000,
                      "perf_counter_ns": 1_500_000_000, "time_ns": 1_500_000_000}


def test_a_blocking_sleep_moves_time_and_runs_nothing(desk):
    async def main():
        ticks = []
        asyncio.get_running_loop().call_later(1, lambda: ticks.append(simulator.now))
        time.sleep(200)
        time.sleep(0)
        assert ticks == [] and simulator.now == 200
        with pytest.raises(ValueError, match="non-negative"):
            time.sleep(-1)
        await asyncio.sleep(0)
        return ticks

    simulator = desk()
    assert simulator.run(main()) == [200]


def test_real_time_is_back_at_the_end(desk):
    names = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "sleep")
    before = {name: getattr(time, name) for name in names}
    simulator = desk()

    async def fails():
        assert time.monotonic is not before["monotonic"] and subprocess.time is not time
        raise RuntimeError("for the test")

    simulator.run(asyncio.sleep(1))
    with pytest.raises(RuntimeError, match="for the test"):
        simulator.run(fails())
    assert {name: getattr(time, name) for name in names} == before
    assert subprocess.time is time
    assert datetime.datetime.now().timestamp() == pytest.approx(time.time(), abs=60)


def test_dates_are_virtual_with_time_machine(desk):
    pytest.importorskip("time_machine")

    async def main():
        await asyncio.sleep(0.123456)
        begin = datetime.datetime.now()
        await asyncio.sleep(DAY / 2)
        utc = datetime.datetime.now(datetime.timezone.utc)
        assert datetime.datetime.now() - begin == datetime.timedelta(hours=12)
        assert time.strftime("%Y-%m-%d %H", time.gmtime()) == "2026-01-01 12"
        assert time.localtime().tm_year == datetime.date.today().year == 2026
        return utc, time.time(), uuid.uuid1().time

    simulator = desk()
    utc, now, stamp = simulator.run(main())
    assert utc == datetime.datetime(2026, 1, 1, 12, 0, 0, 123456, datetime.timezone.utc)
    assert now == pytest.approx(NEW_YEAR + DAY / 2 + 0.123456, abs=1e-6)
    # In steps of 100 ns since 1582.
    assert stamp == pytest.approx((now + 12_219_292_800) * 10**7, abs=20)


def test_without_time_machine_the_rest_is_virtual(desk, monkeypatch):
    monkeypatch.setitem(sys.modules, "time_machine", None)

    async def main():
        await asyncio.sleep(10)
        return time.time(), datetime.datetime.now().timestamp()

    async def fails():
        raise LookupError("for the test")

    simulator = desk()
    with pytest.raises(LookupError) as error:
        simulator.run(fails())
    assert error.value.__context__ is None
    now, real = simulator.run(main())
    assert now == NEW_YEAR + 10
    assert real == pytest.approx(time.time(), abs=60)


def test_an_epoch_of_ones_own(desk):
    async def main():
        await asyncio.sleep(1)
        return time.time()

    assert desk(virtual={"epoch": 0}).run(main()) == 1


def test_clocks_that_were_imported_before_are_real(desk):
    """As threading and queue, whose waits are real, have theirs."""
    from time import monotonic as imported

    async def main():
        before = imported()
        await asyncio.sleep(7200)
        assert threading.Event().wait(0.001) is False
        return imported() - before

    assert desk().run(main()) < 3600


# Loops of others


def test_a_loop_for_others_to_run(desk):
    simulator = desk()
    loop = simulator.loop_factory()
    try:
        assert loop.run_until_complete(asyncio.sleep(60, time)) is time
        before = time.monotonic()
        loop.run_until_complete(asyncio.sleep(60))
        # Between two waits, clocks are real.
        assert time.monotonic() - before < 60 and simulator.now == 120
    finally:
        loop.close()


def test_as_python_3_10_does_it(desk, monkeypatch):
    async def main():
        tasks.append(asyncio.create_task(cleans_up()))
        await asyncio.sleep(1)
        return await asyncio.to_thread(lambda: "done")

    async def cleans_up():
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(5)

    tasks = []
    simulator = desk()
    assert runner.run_without_runner(simulator.lead, main(), True) == "done"
    assert simulator.now == 6 and tasks[0].cancelled() and simulator.lead.foreign == 0


@pytest.mark.parametrize("radio, apart", [
    ("hci-unix", False), ("hci-tcp", False), ("hci-tcp:127.0.0.1:0", False), ("bluez-bus:unix:path=/run/bus", True)])
def test_which_radios_are_behind_a_daemon(radio, apart):
    assert lead.is_apart(radio) is apart


# Mistakes


@pytest.mark.parametrize("options, wanted", [
    ({"radio": None}, "needs a radio on which they find the boards"),
    ({"speed": 2}, "virtual time has no `speed`"),
    ({"options": {"speed": "2"}}, "virtual time has no `speed`"),
    ({"virtual": {"limt": 1}}, "unknown option `limt`; the options are: limit, epoch, most_turns,"),
    ({"virtual": {"limit": 0}}, "`limit` is 0; write a number above 0"),
    ({"virtual": {"grace": -1}}, "`grace` is -1; write a number of at least 0"),
    ({"virtual": {"patience": "long"}}, "`patience` is 'long'; write a number above 0"),
    ({"virtual": {"epoch": 0.5}}, "`epoch` is 0.5; write whole seconds"),
    ({"virtual": "yes"}, "'yes' is neither True nor a mapping"),
    ({"radio": ["hci-unix", "vhci"]}, "the time of `--radio vhci` is real"),
])
def test_mistakes_at_the_start(desk, options, wanted):
    with pytest.raises(boardsim.BoardsimError) as error:
        desk(**options)
    assert wanted in str(error.value)


def test_options_as_an_object(desk):
    simulator = desk(virtual=boardsim.VirtualTimeOptions(limit=5))
    with pytest.raises(boardsim.LimitReached):
        simulator.run(asyncio.sleep(6))


@pytest.mark.parametrize("method, arguments", [("step", [1]), ("step_until", [1]), ("finish", [])])
def test_steps_are_refused(desk, method, arguments):
    simulator = desk()
    with pytest.raises(boardsim.BoardsimError, match=f"^{method}: in virtual time the program's own waits move time"):
        getattr(simulator, method)(*arguments)
    assert simulator.run(asyncio.sleep(1, "goes on")) == "goes on"


def test_other_simulators_do_not_run_programs(request):
    program = request.config.getoption("boardsim_program")
    with boardsim.Simulator({"version": 1, "boards": [{"name": "a", "model": "MetaMotion S"}]}, program=program) as simulator:
        for call in (lambda: simulator.run(asyncio.sleep(1)), simulator.loop_factory):
            with pytest.raises(boardsim.BoardsimError, match="has no virtual time for programs; start it with `virtual=True`"):
                call()
        assert simulator.lead is None


def test_after_the_end(desk):
    simulator = desk()
    simulator.stop()
    with pytest.raises(boardsim.BoardsimError, match="the run has ended"):
        simulator.run(asyncio.sleep(1))


def test_a_run_in_a_run(desk):
    async def main():
        with pytest.raises(boardsim.VirtualTimeError, match="inside of virtual time already; await the coroutine") as error:
            simulator.run(asyncio.sleep(1))
        assert error.value.time == 3
        loop, wait = simulator.loop_factory(), asyncio.sleep(1)
        with pytest.raises(RuntimeError, match="while another loop is running"):
            loop.run_until_complete(wait)
        loop.close()
        wait.close()
        return "goes on"

    async def waits_first():
        await asyncio.sleep(3)
        return await main()

    simulator = desk()
    assert simulator.run(waits_first()) == "goes on"


def test_a_run_in_a_loop_that_follows_the_clock(desk):
    async def main():
        with pytest.raises(boardsim.VirtualTimeError, match="a loop runs here whose time follows the clock"):
            simulator.run(asyncio.sleep(1))

    simulator = desk()
    asyncio.run(main())
    assert simulator.run(asyncio.sleep(1, "goes on")) == "goes on"


def in_a_thread(call):
    """What it raised there."""
    raised = []

    def work():
        try:
            call()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return raised[0]


def test_a_run_in_another_thread(desk):
    async def main():
        return await asyncio.get_running_loop().run_in_executor(
            None, functools.partial(in_a_thread, lambda: simulator.run(asyncio.sleep(1))))

    simulator = desk()
    error = in_a_thread(lambda: simulator.run(asyncio.sleep(1)))
    assert isinstance(error, boardsim.VirtualTimeError) and "only the main thread can run in virtual time" in str(error)
    error = simulator.run(main())
    assert isinstance(error, boardsim.VirtualTimeError) and "another thread runs in virtual time" in str(error)


def test_two_simulators_at_once(desk):
    first, second = desk(), desk()
    with pytest.raises(boardsim.VirtualTimeError, match="another simulator with virtual time is open"):
        first.run(asyncio.sleep(1))
    second.close()
    first.run(asyncio.sleep(1))


def test_a_simulator_of_another_process_is_not_open_here(desk, request):
    desk()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        said = "nothing"
        try:
            program = request.config.getoption("boardsim_program")
            scenario = {"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S"}]}
            with boardsim.Simulator(scenario, radio="hci-unix", virtual=True, program=program) as another:
                said = another.run(asyncio.sleep(5, "done"))
        except BaseException as error:
            said = repr(error)
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        assert file.read() == "done"
    os.waitpid(child, 0)


def test_what_is_no_coroutine(desk):
    with pytest.raises((ValueError, TypeError), match="coroutine"):
        desk().run(5)
