"""The class Simulator: a run that is led from Python."""

import os
import pathlib
import select
import signal
import subprocess
import sys

import pytest

import boardsim

DESK = {"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S", "address": "E1:00:00:00:00:01"}]}
TWO = {"version": 1, "boards": [{"name": "left", "model": "MetaMotion RL"}, {"name": "right", "model": "Triki"}]}
READS = """\
version: 1
boards: [{name: desk, model: MetaMotion S}]
clients: [{name: phone, steps: [connect, {read: battery}, disconnect]}]
expect: [{within: 9 s, connected: {exactly: 1}}]
"""


@pytest.fixture
def simulate(request):
    """Simulators that end with the test."""
    program = request.config.getoption("boardsim_program")
    started = []

    def start(*arguments, **options):
        started.append(boardsim.Simulator(*arguments, program=program, **options))
        return started[-1]

    yield start
    for each in started:
        each.close()


def test_virtual_time_moves_by_steps(simulate):
    simulator = simulate(DESK)
    assert simulator.step(1.5) == 1.5
    assert simulator.step("500 ms") == 2
    assert simulator.step(0.1 + 0.2) == 2.3
    assert simulator.step_until(10) == simulator.now == 10
    report = simulator.stop()
    assert report["durationSeconds"] == 10
    assert simulator.status == 0
    assert "desk" in simulator.text


def test_a_board_is_moved_and_its_truth_read(simulate):
    simulator = simulate(DESK)
    simulator.move({"turn": {"by": "90 deg", "about": "x", "for": "1 s"}})
    simulator.step(2)
    truth = simulator.truth()
    assert truth.orientation == pytest.approx((0.5 ** 0.5, 0.5 ** 0.5, 0, 0))
    assert truth.force == pytest.approx((0, 1, 0), abs=1e-9)
    assert truth.time == 2
    simulator.do({"temperature": "31 degC"})
    assert simulator.truth().temperature == 31
    simulator.input({"temperature": "32 degC"})
    assert simulator.truth().temperature == 32


def test_hands_on_a_board(simulate):
    simulator = simulate(DESK)
    simulator.press()
    simulator.release()
    simulator.click(0.1 + 0.2)
    simulator.set_battery(40)
    simulator.drop_link(3)
    simulator.fault({"brown-out": "1 s"})
    state = simulator.state()
    assert (state.battery, state.powered, state.connected) == (40, False, False)
    simulator.step(2)
    assert simulator.state().powered
    assert simulator.state().resets == 1
    assert state.board == simulator.boards["desk"]
    assert (state.identity.kind, state.power.mode, state.link.state) == ("metawear", "off", "silent")


def test_the_state_has_everything_that_a_page_shows(simulate):
    simulator = simulate({"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S"}], "clients": [{
        "name": "phone", "steps": [
            "connect", "initialise", {"led": {"channel": "green", "pattern": "solid"}},
            {"log": {"acceleration": {"rate": "50 Hz"}}}, {"stream": ["rotation"]}, {"wait": "60 s"}]}]})
    simulator.do({"gpio": {"pin": 1, "voltage": "1.5 V"}})
    simulator.step(6)
    state = simulator.state()
    assert state.connected and state.link.peer.startswith("phone (") and state.link.mtu >= 23
    assert state.led == {"red": 0, "green": 1, "blue": 0} and state.light.patterns["green"].playing
    assert state.log.recording and state.log["entries"] > 0 and state.log.loggers["0"].source == "acceleration"
    assert dict(state.notifications)["sent"] == state.notifications.made > 0
    assert state.streaming == ["gyro"] and not state.vibrating and state.motor.duty == 0
    assert state.pins[1] == 1.5 and state.pins[2] is None
    assert state.pose.orientation == [1, 0, 0, 0] and state.surroundings.temperature == 22
    assert state.fused is None and state.graph is None
    with pytest.raises(KeyError):
        state.log["nonsense"]


def test_what_was_done_is_a_scenario(simulate, request, tmp_path):
    simulator = simulate(READS, seed=5)
    simulator.step(0.25)
    simulator.click()
    simulator.drop_link(1)
    simulator.move({"turn": {"by": "90 deg", "about": "x", "for": "1 s"}})
    simulator.step(3)
    saved = tmp_path / "saved.yaml"
    saved.write_text(simulator.scenario())
    simulator.stop()
    program = request.config.getoption("boardsim_program") or boardsim.program.find(None)
    run = subprocess.run([program, "run", saved, "--trace", tmp_path / "trace"], capture_output=True, text=True)
    assert run.returncode == simulator.status, run.stdout + run.stderr
    assert (tmp_path / "trace").read_text() == simulator.trace
    assert "link-loss" in saved.read_text()


def test_scenarios_have_clients_of_their_own(simulate, tmp_path):
    for scenario in (READS, tmp_path / "reads.yaml", str(tmp_path / "reads.yaml")):
        (tmp_path / "reads.yaml").write_text(READS)
        simulator = simulate(scenario)
        assert simulator.finish()
        assert simulator.stop()["passed"]
        assert "phone" in simulator.trace


def test_the_same_calls_have_the_same_results(simulate):
    def play():
        simulator = simulate(READS, seed=7)
        simulator.move({"shake": {"rate": "4 Hz", "for": "2 s"}})
        simulator.step("1234567 ns")
        truth = simulator.truth()
        simulator.finish()
        return truth, simulator.stop(), simulator.trace

    assert play() == play()


def test_boards_have_names(simulate):
    simulator = simulate(TWO)
    with pytest.raises(boardsim.BoardsimError, match="name one of: left, right"):
        simulator.press()
    simulator.press(board="right")
    assert simulator.state(board="right").log is None
    assert simulator.state(board="left").board.model == "MetaMotion RL"


def test_the_state_of_several_boards_is_that_of_each(simulate):
    simulator = simulate(TWO)
    simulator.set_battery(30, board="right")
    states = simulator.state()
    assert list(states) == ["left", "right"]
    assert states["right"] == simulator.state(board="right")
    assert (states["right"].battery, states["left"].board.model) == (30, "MetaMotion RL")
    assert simulator.states() == states
    assert list(simulate(DESK).states()) == ["desk"]


@pytest.mark.parametrize("scenario, options, wanted", [
    ("version: 2\n", {}, "scenario:1:10: error:"),
    ({"version": 1, "boards": [{"modle": "R"}]}, {}, "did you mean `model`?"),
    (DESK, {"radio": "carrier-pigeon"}, "not a kind of radio"),
    (DESK, {"speed": 2}, "the option `speed` needs `radio`"),
    (DESK, {"options": {"nonsense": True}}, "unknown option `--nonsense`"),
    ("nowhere.yaml", {}, "No such file"),
])
def test_mistakes_are_told_in_the_programs_words(simulate, scenario, options, wanted):
    with pytest.raises(boardsim.BoardsimError) as error:
        simulate(scenario, **options)
    assert wanted in str(error.value)


def test_mistakes_during_a_run_leave_it_as_it_is(simulate):
    simulator = simulate(DESK)
    with pytest.raises(boardsim.BoardsimError, match="did you mean `button`") as error:
        simulator.input({"buton": "press"})
    assert error.value.code == -32001
    with pytest.raises(boardsim.BoardsimError, match="not a time"):
        simulator.step("soon")
    assert simulator.step(1) == 1
    simulator.stop()
    with pytest.raises(boardsim.BoardsimError, match="the run has ended"):
        simulator.step(1)


def test_values_that_json_does_not_have_are_refused(simulate):
    simulator = simulate(DESK)
    for value in (float("nan"), {1, 2}, b"1 s", object()):
        with pytest.raises(boardsim.BoardsimError, match="cannot be written as JSON"):
            simulator.step(value)
    assert simulator.step(1) == 1


def test_an_answer_that_comes_late_is_not_that_of_the_next_request(simulate):
    simulator = simulate(DESK)
    # As after Ctrl-C in a call.
    simulator._process.send_signal(signal.SIGSTOP)
    with pytest.raises(boardsim.BoardsimError, match="has not answered `step` within 0 s"):
        simulator._connection.ask("step", timeout=0, **{"for": "20 min"})
    simulator._process.send_signal(signal.SIGCONT)
    assert simulator.step(1) == 1201
    assert simulator.stop()["durationSeconds"] == 1201


def test_an_answer_that_is_there_counts_without_any_time(simulate, monkeypatch):
    simulator = simulate(DESK)
    connection = simulator._connection
    send = connection._send

    def send_and_wait(request, end):
        send(request, end)
        select.select([connection._answers], [], [], 60)

    monkeypatch.setattr(connection, "_send", send_and_wait)
    assert connection.ask("step", timeout=0, **{"for": 1})["time"] == 1


def test_a_request_that_was_given_up_in_the_middle_is_sent_before_the_next(simulate):
    simulator = simulate(DESK)
    simulator._process.send_signal(signal.SIGSTOP)
    for _ in range(2):
        # More than a pipe holds.
        with pytest.raises(boardsim.BoardsimError, match="has not answered `step` within 0.01 s"):
            simulator._connection.ask("step", timeout=0.01, **{"for": "0" * 200_000 + "1 s"})
    simulator._process.send_signal(signal.SIGCONT)
    # Both were refused, for "000…1 s" is not a time.
    assert simulator.step(1) == 1


def test_long_answers_that_nobody_takes_are_not_in_the_way(simulate):
    """Of a request and of a program whose pipes are both full, each would wait for the other."""
    simulator = simulate({"version": 1, "boards": [{"name": f"b{number}", "model": "MetaMotion S"} for number in range(60)]})
    simulator._process.send_signal(signal.SIGSTOP)
    for _ in range(5):
        with pytest.raises(boardsim.BoardsimError, match="has not answered"):
            simulator._connection.ask("state", timeout=0)
    simulator._process.send_signal(signal.SIGCONT)
    with pytest.raises(boardsim.BoardsimError, match="not a time"):
        simulator.step("x" * 1_000_000)
    simulator._process.send_signal(signal.SIGSTOP)
    for _ in range(5):
        with pytest.raises(boardsim.BoardsimError, match="has not answered"):
            simulator._connection.ask("state", timeout=0)
    simulator._process.send_signal(signal.SIGCONT)
    simulator.stop()
    assert simulator.status == 0 and not [line for line in simulator.said if "killed" in line]


def test_an_interrupt_that_takes_a_part_of_an_answer_with_it(simulate, monkeypatch):
    simulator = simulate(DESK)
    connection = simulator._connection

    def interrupted():
        assert connection._answers.read(20)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(connection, "_receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            simulator.state()
    assert simulator.step(1) == 1


def test_a_request_that_is_too_long_is_refused(simulate):
    simulator = simulate(DESK)
    with pytest.raises(boardsim.BoardsimError, match="more than 64 MiB"):
        simulator.input({"button": "x" * (65 << 20)})
    assert simulator.step(1) == 1


def test_a_program_that_dies_is_told(simulate):
    simulator = simulate(DESK)
    simulator._process.kill()
    with pytest.raises(boardsim.BoardsimError, match="status -9"):
        simulator.step(1)
    assert simulator.stop() is None
    assert not list(simulator.folder.parent.glob(simulator.folder.name + "/out"))


def test_nothing_is_left_behind(simulate):
    simulator = simulate(DESK)
    folder, process = simulator.folder, simulator._process
    simulator.close()
    assert not folder.exists()
    assert process.poll() == 0


def test_a_run_with_a_radio_follows_the_clock(simulate):
    simulator = simulate(DESK, radio="hci-unix", speed=10)
    assert simulator.radio == f"hci-unix:{simulator.folder}/hci"
    assert pathlib.Path(simulator.folder, "hci").is_socket()
    simulator.press()
    with pytest.raises(boardsim.BoardsimError, match="virtual time follows the clock"):
        simulator.step(1)
    assert simulator.stop()["boards"][0]["name"] == "desk"


def test_the_module_is_the_program(request):
    program = request.config.getoption("boardsim_program") or os.environ.get("BOARDSIM")
    if not program:
        pytest.skip("the program is not named")
    sources = pathlib.Path(boardsim.__file__).resolve().parents[1]
    done = subprocess.run([sys.executable, "-m", "boardsim", "--version"], capture_output=True, text=True,
                          env={**os.environ, "BOARDSIM": os.path.abspath(program), "PYTHONPATH": str(sources)})
    assert done.stdout == f"boardsim {boardsim.__version__}\n"


def test_samples_are_compared_with_the_truth(simulate):
    simulator = simulate(DESK)
    simulator.move({"turn": {"by": "180 deg", "about": "x", "for": "2 s"}})
    samples = []
    for _ in range(100):
        truth = simulator.truth()
        samples.append((truth.time + 0.08, truth.force[0] + 0.05, truth.force[1], truth.force[2]))
        simulator.step(0.02)
    # One is lost.
    del samples[50]
    found = simulator.compare(samples, rate=50)
    assert found.delay == pytest.approx(0.08, abs=0.01)
    assert found.rms == pytest.approx(0.05 / 3 ** 0.5, abs=0.005)
    assert found.largest == pytest.approx(0.05, abs=0.02)
    assert (found.samples, found.missing, found.unit) == (99, 1, "g")
    assert simulator.compare([sample[1:] for sample in samples[:50]], rate=50).start == pytest.approx(0, abs=0.02)
    # A number for each is enough where a signal has one.
    assert simulator.compare([22.0, 22.5], signal="temperature-0", rate=1).largest == 0.5
    with pytest.raises(boardsim.BoardsimError, match="compare: sample 2 is not a list of numbers"):
        simulator.compare([(0, 0, 1), "far"], rate=50)
    with pytest.raises(boardsim.BoardsimError, match="samples without times need `rate`"):
        simulator.compare([(0, 0, 1)])


def test_a_hostile_world_is_named(simulate):
    simulator = simulate(DESK, world=["low-battery", "worn"])
    assert simulator.state().battery == 5
    simulator.step(1)
    assert "worn: 60 %" in simulator.scenario()


def test_a_hostile_world_that_is_unknown_is_refused_with_the_others_names(simulate):
    with pytest.raises(boardsim.BoardsimError, match=r"`--world` cannot be `warn`; did you mean `worn`\?"):
        simulate(DESK, world="warn")
