"""The class Simulator among threads and processes: each call gets its own answer, and nothing is left behind."""

import gc
import os
import pathlib
import subprocess
import sys
import threading
import time
import warnings

import pytest

import boardsim

DESK = {"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S"}]}
SOURCES = pathlib.Path(boardsim.__file__).resolve().parents[1]


@pytest.fixture
def program(request):
    """The program of this run."""
    return boardsim.program.find(request.config.getoption("boardsim_program"))


def in_threads(*works):
    """Does these at the same time; what each raised, or None."""
    raised = [None] * len(works)

    def do(number, work):
        try:
            work()
        except BaseException as error:
            raised[number] = error

    threads = [threading.Thread(target=do, args=each, daemon=True) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    return raised


def in_child(work):
    """What a forked child prints; it exits as a program does, with its finalisers."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            said = work() or "nothing"
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(write, said.encode())
        gc.collect()
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        said = file.read()
    os.waitpid(child, 0)
    return said


def ended(process):
    """Whether a process is gone, or a zombie."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_each_thread_gets_its_own_answers(program):
    with boardsim.Simulator(DESK, program=program) as simulator:
        def steps():
            for _ in range(200):
                simulator.step(0.5)

        def looks():
            for _ in range(200):
                assert simulator.state().board.name == "desk"
                assert simulator.truth().temperature == 22

        assert in_threads(steps, looks, steps, looks) == [None] * 4
        assert simulator.step(0) == 200


def test_a_thread_that_waits_for_another_says_so(program):
    with boardsim.Simulator(DESK, program=program) as simulator:
        with simulator._connection._its_turn("finish", None):
            with pytest.raises(boardsim.BoardsimError, match="`step` was not sent within 0 s: `finish` of another thread"):
                simulator._connection.ask("step", timeout=0, **{"for": 1})
        assert simulator.step(1) == 1


def test_two_threads_may_end_it(program):
    simulator = boardsim.Simulator(DESK, program=program)
    assert in_threads(simulator.stop, simulator.close, simulator.stop) == [None] * 3
    assert (simulator.status, simulator.report["boards"][0]["name"]) == (0, "desk")


@pytest.mark.parametrize("use", ["step", "state", "stop", "close"])
def test_a_forked_child_is_refused(program, use):
    with boardsim.Simulator(DESK, program=program) as simulator:
        simulator.step(1)
        said = in_child(lambda: getattr(simulator, use)(*[1] * (use == "step")))
        assert said.startswith("BoardsimError") and "start a Simulator of its own here" in said, said
        assert simulator.folder.exists()
        assert simulator.step(1) == 2
    assert simulator.status == 0


def test_a_forked_child_leaves_the_block_without_harm(program):
    def leave():
        with simulator:
            return "left"

    simulator = boardsim.Simulator(DESK, program=program)
    assert in_child(leave) == "left"
    assert in_child(simulator.__class__.__exit__.__get__(simulator)) == "nothing"
    assert simulator.folder.exists() and simulator.step(1) == 1
    simulator.close()


def test_a_forked_child_that_lives_on_does_not_hold_up_the_end(program):
    simulator = boardsim.Simulator(DESK, program=program)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(write)
        os.read(read, 1)
        os._exit(0)
    os.close(read)
    simulator.close()
    assert not [line for line in simulator.said if "killed" in line]
    assert simulator.status == 0
    os.close(write)
    os.waitpid(child, 0)


def test_a_forked_child_has_simulators_of_its_own(program):
    def own():
        with boardsim.Simulator(DESK, program=program) as another:
            return str(another.step(2))

    with boardsim.Simulator(DESK, program=program) as simulator:
        assert in_child(own) == "2.0"
        assert simulator.step(1) == 1


def test_what_is_dropped_ends(program):
    left = []
    for _ in range(5):
        simulator = boardsim.Simulator(DESK, program=program)
        left.append((simulator._process.pid, simulator.folder))
        with pytest.warns(ResourceWarning, match="a Simulator was not closed"):
            del simulator
            gc.collect()
    assert all(ended(process) and not folder.exists() for process, folder in left)


def test_what_is_closed_is_not_warned_of(program):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        simulator = boardsim.Simulator(DESK, program=program)
        simulator.close()
        del simulator
        with pytest.raises(boardsim.BoardsimError):
            boardsim.Simulator({"version": 2}, program=program)
        gc.collect()


@pytest.mark.parametrize("way", ["ends", "raises", "is killed"])
def test_a_program_that_ends_leaves_nothing(program, way, tmp_path):
    code = ("import os, signal, sys, boardsim\n"
            f"simulator = boardsim.Simulator({DESK!r}, program={program!r})\n"
            "print(simulator._process.pid, simulator.folder, flush=True)\n")
    code += {"ends": "", "raises": "raise SystemExit(3)\n", "is killed": "os.kill(os.getpid(), signal.SIGKILL)\n"}[way]
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(SOURCES)})
    process, folder = done.stdout.split()
    # After SIGKILL the program sees the end of its input, in its own time.
    for _ in range(100):
        if ended(process):
            break
        time.sleep(0.1)
    assert ended(process)
    assert way == "is killed" or not pathlib.Path(folder).exists()
