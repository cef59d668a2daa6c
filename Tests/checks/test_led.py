"""Programs whose time a run leads: `run SCENARIO --radio … --speed led -- PROGRAM ARGS…`."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import tempfile

import pytest

from repository import PROGRAM

pytestmark = pytest.mark.program
HERE = pathlib.Path(__file__).resolve().parent


def boardsim(*words, **more):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120, **more)


def led(desk, *words, options=(), **more):
    """A program in virtual time."""
    return boardsim("run", str(desk), "--radio", "hci-unix", "--speed", "led", *options, "--", *words, **more)


def compiled(source, program, *options):
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", *options, "-o", str(program), str(source), "-pthread"], check=True)
    return str(program)


@pytest.fixture
def desk(tmp_path):
    """A scenario without clients."""
    file = tmp_path / "desk.yaml"
    file.write_text("version: 1\nname: A desk\nboards: [{name: desk, model: MetaMotion S}]\n")
    return file


@pytest.fixture(scope="module")
def waits(tmp_path_factory):
    """A program that waits in every way, and checks the clocks."""
    return compiled(HERE / "led" / "waits.c", tmp_path_factory.mktemp("led") / "waits")


@pytest.fixture
def load():
    """Two processes that use all processors while a test runs."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()


def test_every_wait(check, desk, waits):
    """Virtual minutes are over at once, and at the very nanosecond."""
    shown = led(desk, waits)
    assert shown.returncode == 0, shown.stderr
    lines = [line for line in shown.stdout.splitlines() if line.startswith(("ok ", "FAILED "))]
    for line in lines:
        check(line.partition(" ")[2].partition(":")[0], line.startswith("ok "))
    check("all were tried", len(lines) > 85)


def test_every_wait_on_a_busy_machine(desk, waits, load):
    for _ in range(5):
        shown = led(desk, waits)
        assert "FAILED" not in shown.stdout
        assert "virtual seconds: " in shown.stdout


def test_what_a_shell_starts(check, desk):
    """Background jobs, pipes and programs that live for a moment share one time."""
    script = "sleep 100 | cat; date +%s; (sleep 50; date +%s) & sleep 20; date +%s; wait; echo $BOARDSIM_SPEED; sh -c 'sleep 5; date +%s'"
    shown = led(desk, "sh", "-c", script)
    began = 1767225600
    check("the times", shown.stdout.splitlines()[:5] == [
        str(began + 100), str(began + 120), str(began + 150), "led", str(began + 155)])
    check("the run", "ran       155.000 s of virtual time" in shown.stdout)


def test_a_child_whose_status_nobody_asks_for(check, desk):
    """A dead process does not keep time from passing."""
    script = "import subprocess, time; subprocess.Popen(['true']); time.sleep(600)"
    shown = led(desk, sys.executable, "-c", script)
    check("the run", shown.returncode == 0 and "ran       600.000 s of virtual time" in shown.stdout)


@pytest.mark.parametrize("kind", ["poll", "epoll"])
def test_what_is_written_at_one_moment_is_there_at_once(desk, kind):
    """Also to one that is awake with the first of twenty hosts' answers."""
    script = f"""
import os, select, socket
place = os.environ["BOARDSIM_RADIO"].partition(":")[2]
hosts = [socket.socket(socket.AF_UNIX) for _ in range(20)]
answers = select.{kind}()
for host in hosts:
    host.connect(place)
    answers.register(host, select.POLLIN)
ready = set()
for _ in range(100):
    for host in hosts:
        host.send(bytes.fromhex("01030c00"))
    ready.add(len(answers.poll()))
    for host in hosts:
        host.recv(100)
print(ready)
"""
    assert led(desk, sys.executable, "-c", script).stdout.startswith("{20}\n")


def test_what_a_vfork_child_closes_stays_its_parents(check, desk, tmp_path):
    """Its timers and the time limits of its sockets: the child has the same memory, and descriptors of its own."""
    source = tmp_path / "vfork.c"
    source.write_text("""
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    int pair[2], timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec span = {{0, 0}, {7, 0}};
    struct timeval limit = {5, 0};
    uint64_t count;
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    timerfd_settime(timer, 0, &span, NULL);
    for (int is_range = 0; is_range < 2; is_range++) {
        pid_t child = vfork();
        if (child == 0) {
            if (is_range)
                close_range(3, ~0U, 0);
            else
                close(timer), close(pair[0]);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    long size = recv(pair[0], &count, sizeof count, 0);
    printf("%ld %ld\\n", size, (long)time(NULL) - 1767225600);
    size = read(timer, &count, sizeof count);
    printf("%ld %ld\\n", size, (long)time(NULL) - 1767225600);
    return 0;
}
""")
    shown = led(desk, compiled(source, tmp_path / "vfork"))
    check("the time limit and the timer", shown.stdout.splitlines()[:2] == ["-1 5", "8 7"])


def test_a_preloaded_library_stays(desk):
    shown = led(desk, "sh", "-c", "echo $LD_PRELOAD", env={**os.environ, "LD_PRELOAD": "libc.so.6"})
    assert re.match(r"libc\.so\.6:/.*/libboardsim-led\.so\n", shown.stdout)


def test_a_library_whose_path_has_a_blank_or_a_colon(check, desk):
    """At which LD_PRELOAD is split: a link to it is preloaded, if that has none."""
    library = led(desk, "sh", "-c", "echo $LD_PRELOAD").stdout.splitlines()[0].rpartition(":")[2]
    for name in ["with a blank", "with:colon"]:
        # A TMPDIR that is longer than 80 bytes does not count.
        with tempfile.TemporaryDirectory() as plain, tempfile.TemporaryDirectory(suffix=name) as split:
            variables = {**os.environ, "BOARDSIM_LED_LIBRARY": shutil.copy(library, split), "TMPDIR": plain}
            shown = led(desk, "sleep", "60", env=variables)
            check(name, shown.returncode == 0 and "ran       60.000 s of virtual time" in shown.stdout)
            check("nothing is left", not os.listdir(plain))
            refused = led(desk, "sleep", "60", env={**variables, "TMPDIR": split})
            check("no path without", refused.returncode == 3 and "LD_PRELOAD is split at blanks and colons" in refused.stderr
                  and "set TMPDIR" in refused.stderr)
            check("nor then", os.listdir(split) == ["libboardsim-led.so"])


def test_how_it_ends(check, desk):
    """As in a run in real time."""
    failed = led(desk, "sh", "-c", "sleep 600; exit 3")
    check("the program's status decides", failed.returncode == 1 and "the program ended with status 3" in failed.stdout)
    late = led(desk, "sleep", "86400", options=["--for", "60 s"])
    check("a run that is over ends it", late.returncode == 1 and "still ran when the run was over" in late.stdout
          and "ran       60.000 s of virtual time" in late.stdout)
    desk.write_text("version: 1\nname: Nothing\n")
    limit = led(desk, "sh", "-c", "while :; do sleep 3600; done")
    check("a day is the limit", limit.returncode == 1 and "virtual time has reached its limit of 86400.000000000 s" in
          " ".join(limit.stdout.split()))


def test_a_program_that_nothing_can_reach(check, desk):
    """It is ended, and what it waits for is named."""
    stuck = led(desk, sys.executable, "-c", "import threading; threading.Event().wait()")
    words = " ".join(stuck.stdout.split())
    check("it ends after an hour", stuck.returncode == 1 and "was stopped at 3600.000000000 s" in words)
    check("and says what it waits for", re.search(r"none of its threads waits for a time: python\S* \(\d+\)", words))


def test_an_interrupt(check, desk):
    """Ctrl-C is the program's."""
    process = subprocess.Popen(
        [PROGRAM, "run", str(desk), "--radio", "hci-unix", "--speed", "led", "--", "sh", "-c",
         "trap 'echo interrupted; exit 5' INT; echo begun; while :; do :; done"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    assert process.stdout.readline() == "begun\n"
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    check("it handles it", out.startswith("interrupted\n"))
    check("and its status decides", process.returncode == 1 and "ended with status 5" in out)


@pytest.mark.parametrize("wait", ["time.sleep(3600)", "select.poll().poll(3600_000)", "select.poll().poll()"])
def test_boardsim_is_killed(check, desk, wait):
    """Its program, for which no time would pass any more, ends by itself."""
    # A thread that runs keeps time from passing.
    script = ("import hashlib, select, threading, time\n"
              "run = lambda: hashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)\n"
              f"threading.Thread(target=run, daemon=True).start()\nprint('begun', flush=True)\n{wait}")
    process = subprocess.Popen(
        [PROGRAM, "run", str(desk), "--radio", "hci-unix", "--speed", "led", "--", sys.executable, "-c", script],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    process.kill()
    # To the end of the program, which has them too.
    _, complaint = process.communicate(timeout=60)
    check("it says why", complaint.endswith("boardsim: the run that leads this program's time has ended\n"))


def test_a_program_that_does_not_wait(desk):
    """It is named once, after ten seconds; time stands still."""
    program = "import time; began = time.process_time()\nwhile time.process_time() < began + 12: pass\nprint(time.monotonic())"
    shown = led(desk, sys.executable, "-c", program)
    assert shown.stdout.startswith("1000.0\n")
    assert len(re.findall(r"`python\S*` \(\d+\) has run for 10 s without waiting; virtual time stands still at 0\.000", shown.stderr)) == 1


def test_a_program_that_cannot_be_led_starts_one_that_can(check, desk, tmp_path):
    """Time stands still while it runs."""
    source = tmp_path / "inner.c"
    source.write_text("#include <stdlib.h>\nint main(void) { return system(\"sleep 30\") != 0; }\n")
    inner = compiled(source, tmp_path / "inner", "-static")
    shown = led(desk, "sh", "-c", f"sleep 10; {inner}; date +%s")
    check("the time of both", shown.stdout.startswith(f"{1767225600 + 40}\n"))


def test_refusals(check, desk, tmp_path):
    """In one sentence, before anything is started."""
    source = tmp_path / "main.c"
    source.write_text("int main(void) { return 0; }\n")
    static = compiled(source, tmp_path / "static", "-static")
    plain = compiled(source, tmp_path / "plain")
    go = tmp_path / "go"
    subprocess.run(["objcopy", "--add-section", f".go.buildinfo={source}", plain, str(go)], check=True)
    script = tmp_path / "script"
    script.write_text(f"#!{static} -x\n")
    script.chmod(0o755)
    for what, program, words in [
            ("a static program", static, "is statically linked"), ("a script of one", str(script), "is statically linked"),
            ("a program in Go", str(go), "is written in Go")]:
        refused = led(desk, program)
        check(what, refused.returncode == 2 and words in refused.stderr and refused.stderr.startswith("boardsim run: --speed led: `")
              and refused.stderr.count("\n") == 1 and "listening" not in refused.stderr)
    plainly = boardsim("run", str(desk), "--radio", "hci-unix:" + str(tmp_path / "radio"), "--speed", "led")
    check("no program", plainly.returncode == 2 and "no program leads this run; add `-- PROGRAM`" in plainly.stderr)


def test_nothing_is_left(desk, tmp_path):
    (tmp_path / "tmp").mkdir()
    shown = led(desk, "sleep", "60", env={**os.environ, "TMPDIR": str(tmp_path / "tmp")})
    assert shown.returncode == 0 and not list((tmp_path / "tmp").iterdir())


def test_only_glibc_is_needed(desk):
    """By programs of Debian 12 and newer: the library adds no other to a program, and no symbol of a newer glibc."""
    library = led(desk, "sh", "-c", "echo $LD_PRELOAD").stdout.splitlines()[0].rpartition(":")[2]
    needed = subprocess.run(["objdump", "-p", library], capture_output=True, text=True, check=True).stdout
    assert re.findall(r"NEEDED\s+(\S+)", needed) == ["libc.so.6"]
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", needed)
    assert max((int(major), int(minor)) for major, minor in versions) <= (2, 36)
