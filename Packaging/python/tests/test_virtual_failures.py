"""Virtual time where a real program would hang, and what else may go wrong."""

import asyncio
import io
import os
import signal
import socket
import threading
import time

import pytest

import boardsim
from boardsim.virtual import watchdog


REAL_SLEEP = time.sleep


async def waits_for_what_never_comes():
    await asyncio.Event().wait()


def test_an_event_that_is_never_set(desk):
    async def main():
        waiting.append(asyncio.create_task(waits_for_what_never_comes(), name="second"))
        try:
            await asyncio.sleep(3)
            await asyncio.Event().wait()
        finally:
            cancelled.append(simulator.now)

    waiting, cancelled = [], []
    simulator = desk()
    with pytest.raises(boardsim.Stalled) as error:
        simulator.run(main())
    text = str(error.value)
    assert text.startswith("every task waits at 3603 s, nothing has reached the program since 3 s, and no timer is left")
    assert "waits in test_an_event_that_is_never_set.<locals>.main (" in text and "there in Event.wait (" in text
    assert "\n  second: waits in waits_for_what_never_comes (" in text and "test_virtual_failures.py:" in text
    assert error.value.time == 3603 and cancelled == [3603] and waiting[0].cancelled()
    # Time goes on.
    simulator.run(asyncio.sleep(1))
    assert simulator.now == 3604


def test_a_board_that_is_quiet_for_long(desk):
    simulator = desk(virtual={"stalled_after": 7})
    with pytest.raises(boardsim.Stalled, match="every task waits at 7 s"):
        simulator.run(waits_for_what_never_comes())


def test_a_wait_without_a_timer_ends_at_the_limit(desk):
    simulator = desk(virtual={"limit": 90})
    with pytest.raises(boardsim.LimitReached, match="virtual time would pass its limit; it is 90 s") as error:
        simulator.run(waits_for_what_never_comes())
    assert "waits_for_what_never_comes (" in str(error.value)
    assert error.value.time == simulator.now == 90


def test_a_limit(desk):
    async def main():
        try:
            while True:
                await asyncio.sleep(50)
        finally:
            # What has begun may end, in a minute.
            await asyncio.sleep(30)

    simulator = desk(virtual={"limit": 120})
    with pytest.raises(boardsim.LimitReached, match=r"it is 120 s. Raise `limit`(.|\n)*Task-\d+: waits in .*main \("):
        simulator.run(main())
    assert simulator.now == 150
    with pytest.raises(boardsim.LimitReached):
        simulator.run(asyncio.sleep(1))
    assert simulator.now == 150


def test_a_limit_of_a_blocking_sleep(desk):
    async def main():
        time.sleep(100)

    with pytest.raises(boardsim.LimitReached, match="it is 70 s"):
        desk(virtual={"limit": 70}).run(main())


def test_a_limit_that_what_has_begun_does_not_heed(desk):
    async def main():
        while True:
            try:
                await asyncio.sleep(50)
            except asyncio.CancelledError:
                pass

    simulator = desk(virtual={"limit": 120})
    with pytest.raises(boardsim.LimitReached):
        simulator.run(main())
    assert simulator.now == 180


def test_the_day_is_the_limit(desk):
    with pytest.raises(boardsim.LimitReached, match="it is 86400 s"):
        desk().run(asyncio.sleep(90_000))


async def yields():
    while True:
        await asyncio.sleep(0)


async def reads_the_clock():
    end = time.monotonic() + 1
    while time.monotonic() < end:
        pass


async def reads_the_loops_clock():
    while asyncio.get_running_loop().time() < 2000:
        pass


async def reads_the_date():
    end = time.time() + 1
    while time.time() < end:
        pass


@pytest.mark.parametrize("main, wanted", [
    (yields, r"the loop has turned 2000 times at 0 s, and time cannot move on(.|\n)*Task-\d+: waits in yields \("),
    (reads_the_clock, "a clock was read 2000 times at 0 s"),
    (reads_the_loops_clock, "a clock was read 2000 times at 0 s"),
    (reads_the_date, "a clock was read 2000 times at 0 s"),
])
def test_loops_without_an_end(desk, main, wanted):
    with pytest.raises(boardsim.Livelock, match=wanted) as error:
        desk(virtual={"most_turns": 2000}).run(main())
    assert error.value.time == 0


def test_turns_count_at_one_moment_only(desk):
    async def main():
        for _ in range(100):
            await asyncio.sleep(0.001)
            for _ in range(50):
                await asyncio.sleep(0)
                time.monotonic()

    desk(virtual={"most_turns": 200}).run(main())


class Heard(io.StringIO):
    """A standard error that says when something was written to it."""

    def __init__(self):
        super().__init__()
        self.flushed = threading.Event()

    def flush(self):
        self.flushed.set()


def test_a_program_that_does_not_return_to_its_loop_is_reported(desk, monkeypatch):
    heard = Heard()
    monkeypatch.setattr(watchdog, "stream", heard)
    monkeypatch.setattr(watchdog, "PATIENCE", 0.05)

    async def main():
        await asyncio.sleep(2.5)
        blocks_its_loop()

    def blocks_its_loop():
        assert heard.flushed.wait(60)

    desk().run(main())
    text = heard.getvalue()
    assert text.startswith("boardsim: the program has not returned to its event loop for 0.05 s of real time")
    assert "it is 2.5 s" in text and "in blocks_its_loop\n" in text
    assert text.count("boardsim:") == 1


def test_a_blocking_client_in_the_thread_of_the_loop_is_reported(desk, monkeypatch):
    heard = Heard()
    monkeypatch.setattr(watchdog, "stream", heard)
    monkeypatch.setattr(watchdog, "PATIENCE", 0.05)

    async def main():
        with socket.socket(socket.AF_UNIX) as host:
            host.connect(simulator.radio.split(":", 1)[1])
            # HCI_Reset: its answer comes when the loop lets time move.
            host.sendall(bytes.fromhex("01030c00"))
            host.settimeout(0.01)
            while not heard.flushed.is_set():
                with pytest.raises(TimeoutError):
                    host.recv(100)
            await asyncio.sleep(0.001)
            assert host.recv(100).hex() == "040e0401030c00"

    simulator = desk()
    simulator.run(main())
    assert "in main\n" in heard.getvalue()


def test_what_is_no_hang(desk):
    async def main():
        watches = asyncio.get_running_loop()._watchdog
        seen = [watches.progress]
        time.sleep(10)
        seen.append(watches.progress)
        await asyncio.sleep(0)
        seen.append(watches.progress)
        assert len(set(seen)) == 3 and watches.is_in_program
        # While a job runs, the loop waits; in the end, at least.
        await asyncio.to_thread(waits_until_it_does, watches)

    def waits_until_it_does(watches):
        while watches.is_in_program:
            REAL_SLEEP(0.001)

    desk().run(main())


def test_exceptions_pass(desk):
    async def main():
        await asyncio.sleep(1)
        raise LookupError("for the test")

    simulator = desk()
    with pytest.raises(LookupError, match="for the test"):
        simulator.run(main())
    assert simulator.now == 1
    simulator.run(asyncio.sleep(1))


@pytest.mark.parametrize("catches", [False, True])
def test_ctrl_c(desk, catches):
    async def main():
        asyncio.get_running_loop().call_later(5, os.kill, os.getpid(), signal.SIGINT)
        try:
            for _ in range(100):
                await asyncio.sleep(0.1)
        except asyncio.CancelledError:
            if not catches:
                raise
            await asyncio.sleep(1)
            return "ended"

    if not hasattr(asyncio, "Runner"):
        pytest.skip("asyncio cancels the task from Python 3.11 on")
    simulator = desk()
    if catches:
        assert simulator.run(main()) == "ended"
    else:
        with pytest.raises(KeyboardInterrupt):
            simulator.run(main())
    assert 5 <= simulator.now < 6.2
    # The connection is in order.
    assert simulator.state().board.name == "desk"


def test_ctrl_c_while_a_job_runs(desk):
    async def main():
        await asyncio.gather(asyncio.to_thread(ends.wait, 60), asyncio.to_thread(interrupts))

    def interrupts():
        os.kill(os.getpid(), signal.SIGINT)

    if not hasattr(asyncio, "Runner"):
        pytest.skip("asyncio cancels the task from Python 3.11 on")
    ends = threading.Event()
    simulator = desk()
    before = signal.getsignal(signal.SIGINT)

    async def sets_it_at_the_end():
        try:
            await main()
        finally:
            ends.set()

    with pytest.raises(KeyboardInterrupt):
        simulator.run(sets_it_at_the_end())
    assert signal.getsignal(signal.SIGINT) is before


def test_boardsim_dies(desk):
    async def main():
        os.kill(simulator._process.pid, signal.SIGKILL)
        await asyncio.sleep(1)

    simulator = desk()
    with pytest.raises(boardsim.BoardsimError, match="status -9"):
        simulator.run(main())
    assert simulator.stop() is None


@pytest.mark.parametrize("waits", ["sleep", "blocking sleep", "event"])
def test_a_run_that_ends_by_itself(desk, waits):
    async def main():
        if waits == "sleep":
            await asyncio.sleep(100)
        elif waits == "event":
            await asyncio.Event().wait()
        else:
            time.sleep(100)

    simulator = desk(options={"for": "60 s"})
    with pytest.raises(boardsim.BoardsimError, match=r"advance: the run has ended at 60(\.0*)? s"):
        simulator.run(main())
    assert simulator.now == 60
    assert simulator.stop()["durationSeconds"] == 60
