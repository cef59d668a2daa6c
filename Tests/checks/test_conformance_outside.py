"""The conformance suite against boards outside, as its users play it, mishaps included.

TCP; ways that are not there, are no controller, or go in the middle; and a person at a terminal, whose hands are the inputs of the
board's own scenario.
"""

import contextlib
import os
import pathlib
import pty
import re
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time

import pytest

from repository import PROGRAM, ROOT

pytestmark = getattr(pytest.mark, "conformance-hci")

SPEED = "4"
# Seconds of wall time after which something that should come is given up.
PATIENCE = 90

BOARD = """version: 1
name: Desk
boards:
  - {name: desk, model: MetaMotion S, address: "E1:00:00:00:00:01"}
"""
# A finger on the button, again and again: as often as a case asks for it.
CLICKS = "inputs:\n" + "".join(
    f"  - {{at: {second} s, board: desk, button: click}}\n" for second in range(3, 1200, 3))


@contextlib.contextmanager
def board(radio, more=""):
    """`boardsim run` with one board: its process, and where it listens."""
    with tempfile.TemporaryDirectory(prefix="boardsim-outside-") as folder:
        scenario = pathlib.Path(folder, "desk.yaml")
        scenario.write_text(BOARD + more)
        radio = radio.replace("FOLDER", folder)
        process = subprocess.Popen(
            [PROGRAM, "run", str(scenario), "--radio", radio, "--speed", SPEED],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            for line in process.stderr:
                found = re.search(r"listening on (hci-\S+)", line)
                if found:
                    break
            else:
                raise AssertionError("boardsim run did not listen")
            yield process, found[1]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
            process.stderr.close()


def arguments(target, *more):
    return [PROGRAM, "conformance", "--cases", str(ROOT / "Conformance"), "--target", target, *more]


def judge(target, *more):
    """A whole run of the suite without a terminal: its status and all that it said."""
    done = subprocess.run(arguments(target, *more), stdin=subprocess.DEVNULL, text=True, timeout=PATIENCE,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, " ".join(done.stdout.split())


def expect(result, status, *words):
    """Holds a status and words of a run against what they should be."""
    assert result[0] == status, f"status {result[0]}, not {status}: {result[1]}"
    for each in words:
        assert each in result[1], f"it does not say `{each}`: {result[1]}"


@contextlib.contextmanager
def peer(treat):
    """A server of one connection, which is treated so in a thread of its own."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        with contextlib.suppress(OSError):
            connection, _ = server.accept()
            with connection:
                treat(connection)

    threading.Thread(target=serve, daemon=True).start()
    with server:
        yield f"hci-tcp:{server.getsockname()[1]}"


# MARK: TCP


def test_tcp():
    """The suite holds over TCP."""
    done = subprocess.run(
        [ROOT / "Tests/Conformance/hci.sh", "MetaMotion S", "tcp", "--filter", "MW/LED"], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE, env=os.environ | {"BOARDSIM": PROGRAM})
    expect((done.returncode, done.stdout), 0, "Conformance, hci-tcp:", " passed")


def test_wrong_port():
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    expect(judge(f"hci-tcp:{port}"), 3, "Connection refused; start its server first")
    expect(judge("hci-tcp:0"), 2, "port 0 is not a real port")


def test_no_host():
    """A host that is not there, by its name and by its silence."""
    expect(judge("hci-tcp:board.invalid:9000"), 3, "unknown host board.invalid")
    with socket.socket() as server, contextlib.ExitStack() as stack:
        # A queue that is full lets nobody in, as an address without a machine does.
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(server.getsockname())
        expect(judge(f"hci-tcp:{server.getsockname()[1]}"), 3, "timed out")


def test_greeter():
    """A peer that is no controller and speaks first."""
    with peer(lambda connection: (connection.sendall(b"SSH-2.0-peer\r\n"), connection.recv(99))) as target:
        expect(judge(target), 3, "it sent a packet that begins with 0x53", "is it a controller")


def test_echo():
    """A peer that says what it hears."""
    def treat(connection):
        while data := connection.recv(4096):
            connection.sendall(data)

    with peer(treat) as target:
        expect(judge(target), 3, "is it a host itself?")


def test_mute():
    """A peer that says nothing."""
    with peer(lambda connection: connection.recv(4096) and time.sleep(PATIENCE)) as target:
        expect(judge(target), 3, "no answer to Reset within 10 s; is it a controller?")


def test_hangs_up_at_once():
    """A peer that hangs up before anything is known of the board."""
    with peer(lambda connection: connection.recv(4)) as target:
        expect(judge(target), 3, target.replace("tcp:", "tcp:127.0.0.1:"))


def test_hangs_up():
    """A controller that goes in the middle of the suite: nothing is charged to the board."""
    gone = threading.Event()
    with board("hci-tcp:127.0.0.1:0") as (_, address):
        port = int(address.rsplit(":", 1)[1])

        def treat(host):
            with socket.create_connection(("127.0.0.1", port)) as controller:
                while not gone.is_set():
                    for each in select.select([host, controller], [], [], 0.05)[0]:
                        data = each.recv(65536)
                        if not data:
                            return
                        (controller if each is host else host).sendall(data)

        with peer(treat) as target:
            process = subprocess.Popen(
                arguments(target, "--speed", SPEED, "--verbose", "--retries", "4", "--filter", "MW/LED"),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            said = []
            for line in process.stderr:
                said.append(line)
                # The first of its verdicts.
                if line.startswith("PASS"):
                    gone.set()
            text = process.stdout.read()
            result = process.wait(PATIENCE), " ".join((text + "".join(said)).split())
            process.stdout.close()
            process.stderr.close()
    expect(result, 3, "not run", "cases were not judged", target.replace("tcp:", "tcp:127.0.0.1:"))
    assert "FAIL MW" not in result[1], f"the board is charged with it: {result[1]}"


# MARK: A person


def person(target, answer, *more):
    """Plays a run at a terminal of its own; what the person types at each instruction is `answer(words)`.
    Gives the status, all that was shown, and the instructions."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(PROGRAM, arguments(target, "--speed", SPEED, "--interactive", *more))
    shown, instructions, seen = "", [], 0
    end = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < end:
            if not select.select([terminal], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(terminal, 4096)
            except OSError:
                data = b""  # Linux says so when the other side has ended.
            if not data:
                break
            shown += data.decode(errors="replace")
            asked = re.compile(r">>> (.*), then press Enter \(s and Enter to skip\) ").search(shown, seen)
            if asked:
                seen = asked.end()
                instructions.append(asked[1])
                os.write(terminal, answer(asked[1]).encode())
        else:
            raise AssertionError(f"it does not end: {shown}")
        _, status = os.waitpid(child, 0)
        child = 0
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.close(terminal)
    return (os.waitstatus_to_exitcode(status), " ".join(re.sub(r"\x1b\[\d*[mK]", "", shown).split())), instructions


def test_hands():
    """Who does as told, and passes one case over, has the others judged."""
    with board("hci-unix:FOLDER/radio", CLICKS) as (_, address):
        # Two clicks are judged; what wants the button held down is passed over.
        result, instructions = person(
            address, lambda words: "\n" if words.startswith("click") else "s\n", "--retries", "2",
            "--filter", "MW/SWI/DATA/BV-01-C", "--filter", "MW/SWI/DATA/BV-02-C")
    expect(result, 0, "1 of 2 passed, 1 skipped", "not done: press the button")
    assert instructions[:3] == ["press the button", "click the button", "click the button"], instructions


def test_typed_ahead():
    """An Enter of before the instruction does not answer it."""
    with board("hci-unix:FOLDER/radio") as (_, address):
        result, instructions = person(
            address, lambda words: "s\n\n\n\n", "--filter", "MW/SWI/DATA/BV-01-C", "--filter",
            "MW/SWI/DATA/BV-02-C")
    expect(result, 1, "0 of 2 passed, 2 skipped")
    assert len(instructions) == 2, instructions


def test_end_of_input():
    """Ctrl-D: nobody is asked any more, and what needs no hand is judged."""
    with board("hci-unix:FOLDER/radio") as (_, address):
        result, instructions = person(address, lambda words: "\x04", "--filter", "MW/SWI")
    expect(result, 0, "the terminal input has ended", " passed, ", " skipped")
    assert instructions == ["press the button"], instructions


def test_interrupted():
    """Ctrl-C at an instruction: the run ends with its report."""
    with board("hci-unix:FOLDER/radio") as (_, address):
        result, instructions = person(address, lambda words: "\x03", "--filter", "MW/SWI")
    expect(result, 1, "not done: press the button", "not run")
    assert len(instructions) == 1, instructions


def test_way_goes():
    """The way goes while the person is away from the keys."""
    with board("hci-unix:FOLDER/radio") as (process, address):
        def answer(_):
            process.send_signal(signal.SIGINT)
            return ""

        result, _ = person(address, answer, "--filter", "MW/SWI")
    expect(result, 3, "the controller has closed the connection", "cases were not judged")


def test_no_terminal():
    """Without a terminal nobody can be asked, and nothing is begun."""
    expect(judge("hci-unix:/nowhere", "--interactive"), 3, "--interactive needs a terminal as standard input")
