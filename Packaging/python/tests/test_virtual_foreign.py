"""Virtual time and what is outside of it: threads, child processes, other sockets."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import threading

import pytest

import boardsim
from boardsim.virtual import children

REAL_SLEEP = threading.Event().wait


def test_results_of_jobs_come_in_the_order_of_their_submission(desk):
    async def main():
        ended, order = [], []
        gate = [threading.Event() for _ in range(5)]
        gate[4].set()

        def work(number):
            # From the last to the first.
            assert gate[number].wait(60)
            ended.append(number)
            gate[number - 1].set()
            return number

        async def waits(number):
            order.append(await asyncio.to_thread(work, number))

        await asyncio.gather(*map(waits, range(5)))
        return ended, order

    simulator = desk()
    assert simulator.run(main()) == ([4, 3, 2, 1, 0], [0, 1, 2, 3, 4])
    assert (simulator.now, simulator.lead.foreign) == (0, 0)


def test_jobs_of_any_executor(desk):
    from concurrent.futures import ThreadPoolExecutor

    async def main():
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as own:
            assert await loop.run_in_executor(own, threading.current_thread) is not threading.main_thread()
            # A job that is cancelled before it begins.
            gate = threading.Event()
            first, second = loop.run_in_executor(own, gate.wait, 60), loop.run_in_executor(own, ran.append, 1)
            second.cancel()
            await asyncio.sleep(0)
            gate.set()
            assert await first
        with pytest.raises(LookupError, match="for the test"):
            await loop.run_in_executor(None, fails)
        assert await loop.getaddrinfo("127.0.0.1", 80)

    def fails():
        raise LookupError("for the test")

    ran = []
    simulator = desk()
    simulator.run(main())
    assert ran == [] and (simulator.now, simulator.lead.foreign) == (0, 0)


def test_a_job_sees_real_intervals_and_the_virtual_date(desk):
    import time

    async def main():
        await asyncio.sleep(10_000)
        return await asyncio.to_thread(look)

    def look():
        before = time.monotonic()
        time.sleep(0.001)
        return time.monotonic() - before, time.perf_counter(), time.time()

    simulator = desk()
    interval, counter, date = simulator.run(main())
    assert 0.001 <= interval < 60
    assert abs(counter - time.perf_counter()) < 60
    assert date == simulator.lead.options.epoch + 10_000


def test_a_job_that_calls_the_loop(desk):
    async def main():
        loop = asyncio.get_running_loop()

        async def answers():
            return "from the loop"

        return await asyncio.to_thread(lambda: asyncio.run_coroutine_threadsafe(answers(), loop).result(60))

    simulator = desk()
    assert simulator.run(main()) == "from the loop"
    assert simulator.now == 0 and simulator.lead.foreign == 1


def test_a_job_that_does_not_end(desk):
    gate = threading.Event()

    async def main():
        try:
            await asyncio.to_thread(gate.wait, 60)
        finally:
            gate.set()

    with pytest.raises(boardsim.Stalled, match=r"jobs in threads \(1\) have not ended within 0.05 real seconds, for"):
        desk(virtual={"patience": 0.05}).run(main())


def test_a_pool_that_does_not_end_is_told(desk):
    gate = threading.Event()

    async def main():
        asyncio.get_running_loop().run_in_executor(None, gate.wait, 60)

    simulator = desk(virtual={"patience": 0.05})
    with pytest.warns(RuntimeWarning, match="a job in a thread has not ended"):
        simulator.run(main())
    gate.set()


def posts_later(loop, event):
    """A thread that sets an event, once the loop has time to move on."""
    def work():
        REAL_SLEEP(0.05)
        # The loop may have ended.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(event.set)

    threading.Thread(target=work, daemon=True).start()


async def waits_for_a_thread():
    event = asyncio.Event()
    posts_later(asyncio.get_running_loop(), event)
    await asyncio.wait_for(event.wait(), 10)


def test_a_thread_has_no_virtual_time(desk):
    simulator = desk()
    with pytest.raises(asyncio.TimeoutError):
        simulator.run(waits_for_a_thread())
    assert simulator.now == 10


def test_a_thread_with_grace(desk):
    simulator = desk(virtual={"grace": 60})
    simulator.run(waits_for_a_thread())
    assert simulator.now == 0 and simulator.lead.foreign == 1


def test_grace_is_for_threads_that_are_there(desk):
    """Nothing is waited for if nothing outside of virtual time could bring anything."""
    async def main():
        await asyncio.to_thread(lambda: None)
        await asyncio.sleep(1)

    alive = [each for each in threading.enumerate() if each is not threading.main_thread()]
    if alive:
        pytest.skip(f"other threads run here: {alive}")
    simulator = desk(virtual={"grace": 600})
    simulator.run(main())
    assert simulator.now == 1


def test_what_a_thread_posts_is_taken_when_every_task_waits(desk):
    async def main():
        loop, log = asyncio.get_running_loop(), []
        thread = threading.Thread(target=loop.call_soon_threadsafe, args=(log.append, "thread"))
        thread.start()
        thread.join()
        for turn in range(5):
            log.append(turn)
            await asyncio.sleep(0)
        await asyncio.sleep(1)
        return log

    simulator = desk()
    assert simulator.run(main()) == [0, 1, 2, 3, 4, "thread"]
    assert simulator.lead.foreign == 1


def test_a_loop_in_another_thread_has_real_time(desk):
    async def main():
        await asyncio.sleep(100)
        return await asyncio.to_thread(asyncio.run, elsewhere())

    async def elsewhere():
        loop = asyncio.get_running_loop()
        before = loop.time()
        await asyncio.sleep(0.001)
        return loop.time() - before

    assert 0.001 <= desk().run(main()) < 60


# Child processes


async def output(*command, **options):
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, **options)
    said, _ = await child.communicate(options.pop("input", None))
    return said, child.returncode


def test_time_stands_still_for_a_child(desk):
    async def main():
        # A second board of the loop waits meanwhile.
        timer = asyncio.create_task(asyncio.sleep(5))
        said = await asyncio.wait_for(output("sh", "-c", "sleep 0.05; echo one; echo two; exit 3"), 1)
        assert not timer.done()
        await timer
        return said

    simulator = desk()
    assert simulator.run(main()) == (b"one\ntwo\n", 3)
    assert (simulator.now, simulator.lead.foreign) == (5, 0)


def test_several_children(desk):
    async def main():
        return await asyncio.gather(*(output("sh", "-c", f"sleep 0.0{5 - number}; echo {number}") for number in range(5)))

    simulator = desk()
    assert simulator.run(main()) == [(f"{number}\n".encode(), 0) for number in range(5)]
    assert (simulator.now, simulator.lead.foreign) == (0, 0)


def test_a_child_that_is_talked_to(desk, monkeypatch):
    monkeypatch.setattr(children, "SOON", 0.01)

    async def main():
        child = await asyncio.create_subprocess_exec("cat", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        answers = []
        for line in (b"one\n", b"two\n"):
            child.stdin.write(line)
            answers.append(await child.stdout.readline())
        child.kill()
        return answers, await child.wait()

    simulator = desk()
    assert simulator.run(main()) == ([b"one\n", b"two\n"], -9)
    assert (simulator.now, simulator.lead.foreign) == (0, 0)


def test_a_child_with_more_than_a_pipe_holds(desk):
    async def main():
        child = await asyncio.create_subprocess_exec("cat", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        return (await child.communicate(b"x" * 1_000_000))[0]

    assert desk().run(main()) == b"x" * 1_000_000


def test_a_child_that_does_not_end(desk, monkeypatch):
    monkeypatch.setattr(children, "SOON", 0.01)

    async def main():
        child = await asyncio.create_subprocess_exec("sleep", "60")
        try:
            await child.wait()
        finally:
            child.kill()
            assert await child.wait() == -9

    with pytest.raises(boardsim.Stalled, match="a child process has not ended within 0.05 real seconds, for which time stands"):
        desk(virtual={"patience": 0.05}).run(main())


def test_a_child_that_is_waited_for_without_the_loop(desk):
    async def main():
        done = subprocess.run([sys.executable, "-c", "print(5)"], capture_output=True, timeout=60, check=True)
        child = subprocess.Popen(["sleep", "0.05"])
        return done.stdout, child.wait(60)

    simulator = desk()
    assert simulator.run(main()) == (b"5\n", 0)
    assert simulator.now == 0


def test_no_descriptor_is_left(desk):
    async def main():
        await output("true")
        # It is not waited for.
        await asyncio.create_subprocess_exec("true")

    simulator = desk()
    simulator.run(asyncio.sleep(0))
    before = os.listdir("/proc/self/fd")
    for _ in range(3):
        simulator.run(main())
    import gc
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == len(before)


# Sockets


def echoes(listener):
    """A server in real time."""
    def work():
        end, _ = listener.accept()
        with end:
            while data := end.recv(100):
                REAL_SLEEP(0.02)
                end.sendall(data)

    threading.Thread(target=work, daemon=True).start()


@pytest.mark.parametrize("grace", [0, 60])
def test_a_socket_that_leads_elsewhere(desk, grace):
    async def main():
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        try:
            writer.write(b"hello\n")
            return await asyncio.wait_for(reader.readline(), 10)
        finally:
            writer.close()

    simulator = desk(virtual={"grace": grace})
    with socket.create_server(("127.0.0.1", 0)) as listener:
        echoes(listener)
        if grace:
            assert simulator.run(main()) == b"hello\n"
            assert simulator.now == 0 and simulator.lead.foreign > 0
        else:
            with pytest.raises(asyncio.TimeoutError):
                simulator.run(main())
            assert simulator.now == 10


def test_a_wait_for_a_socket_that_leads_elsewhere_is_told(desk):
    async def main():
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        try:
            await reader.readline()
        finally:
            writer.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        with pytest.raises(boardsim.Stalled, match=r"set `grace`; descriptors that do not lead to boardsim: \d+\n"):
            desk().run(main())


def test_sockets_within_the_program(desk):
    async def main():
        async def serve(reader, writer):
            writer.write(await reader.readline())
            writer.close()

        server = await asyncio.start_unix_server(serve, path := str(simulator.folder / "own"))
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(b"hello\n")
        try:
            return await asyncio.wait_for(reader.readline(), 1)
        finally:
            writer.close()
            server.close()

    simulator = desk()
    assert simulator.run(main()) == b"hello\n"


@pytest.mark.parametrize("radio", ["hci-unix", "hci-tcp"])
def test_a_socket_that_is_full(desk, radio):
    """boardsim reads what is in the way, at the present time."""
    async def main():
        kind, place = simulator.radio.split(":", 1)
        if kind == "hci-unix":
            reader, writer = await asyncio.open_unix_connection(place)
        else:
            reader, writer = await asyncio.open_connection(*place.rsplit(":", 1))
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        # HCI_Read_BD_ADDR, whose answer has 13 bytes.
        many = 40_000
        writer.write(bytes.fromhex("01091000") * many)
        assert writer.transport.get_write_buffer_size() > 0
        answers, _ = await asyncio.gather(reader.readexactly(13 * many), writer.drain())
        assert answers[:7].hex() == "040e0a01091000"
        writer.close()

    simulator = desk(radio=radio)
    simulator.run(main())
    assert (simulator.now, simulator.lead.foreign) == (0, 0)
