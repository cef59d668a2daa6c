"""`pytest --boardsim-explore`: a test in many worlds."""

import subprocess

import pytest

from boardsim import BoardsimError
from boardsim.exploration import Budget
from boardsim.program import find
from test_plugin import tester  # noqa: F401

# A client on Bumble that reads the battery twice, with ten seconds between; what it cannot do, it reports as an OSError.
HEAD = '''
import asyncio
import pytest
from bumble.core import BaseBumbleError
from bumble.device import Device, Peer
from bumble.hci import Address
from bumble.transport import open_transport

async def read(simulator, careful):
    async with await open_transport(simulator.bumble) as radio:
        host = Device.with_hci("host", Address("F0:00:00:00:00:01"), radio.source, radio.sink)
        await host.power_on()
        levels = []
        try:
            async with asyncio.timeout(60):
                connection = await host.connect(simulator.address)
                lost = asyncio.Event()
                connection.on("disconnection", lambda reason: lost.set())
                peer = Peer(connection)
                for wait in (10, 0):
                    value = asyncio.ensure_future(peer.read_characteristics_by_uuid(BATTERY))
                    gone = asyncio.ensure_future(lost.wait())
                    await asyncio.wait([value, gone], return_when=asyncio.FIRST_COMPLETED)
                    gone.cancel()
                    if not value.done() or value.cancelled():
                        value.cancel()
                        raise OSError("the link is lost")
                    # What is refused is an empty list to Bumble.
                    if careful and not value.result():
                        raise OSError("the board refuses to be read")
                    levels.append(value.result()[0][0])
                    await asyncio.sleep(wait)
        except (OSError, BaseBumbleError, TimeoutError) as error:
            if careful:
                raise OSError(str(error) or "no answer") from None
            raise
        return levels

from bumble.core import UUID
BATTERY = UUID.from_16_bits(0x2A19)
'''
NAIVE = HEAD + '''
def test_it(boardsim):
    desk = boardsim(DESK, way="hci-unix", virtual={"stalled_after": 100})
    assert len(desk.run(read(desk, False))) == 2
'''
CAREFUL = HEAD + '''
def test_it(boardsim):
    desk = boardsim(DESK, way="hci-unix", virtual={"stalled_after": 100})
    try:
        levels = desk.run(read(desk, True))
    except OSError as error:
        boardsim.gave_up(str(error))
    assert len(levels) == 2
'''


@pytest.fixture
def explored(tester):  # noqa: F811
    pytest.importorskip("bumble")

    def run(body, *arguments):
        return tester(body, "-p", "cacheprovider", *arguments)

    return run


def test_a_naive_test_fails_with_the_smallest_world_in_words(explored, pytester):
    result = explored(NAIVE, "--boardsim-explore=24worlds", "-rA")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*boardsim: exploration*", "  run       1?.* s without a fault", "1. OSError: the link is lost (test_it.py:*)", "  found     in *", "  smallest  the link is lost for *",
        "  opens     *", "  closes    *", "  luck      fails with another seed, too",
        '  replay    pytest "test_it.py::test_it" --boardsim-world=.pytest_cache/d/boardsim/test_it.py-test_it/failure-1.yaml'])
    file = pytester.path / ".pytest_cache/d/boardsim/test_it.py-test_it/failure-1.yaml"
    assert file.read_text().startswith("# the link is lost for ")
    assert (file.parent / "report.html").is_file()
    again = explored(NAIVE, f"--boardsim-world={file.relative_to(pytester.path)}")
    again.assert_outcomes(failed=1)


def test_what_failed_earlier_is_tried_first(explored):
    explored(NAIVE, "--boardsim-explore=12worlds").assert_outcomes(failed=1)
    result = explored(NAIVE, "--boardsim-explore=1worlds", "-rA")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*failure-1.yaml*still fails: OSError: the link is lost*"])
    explored(CAREFUL, "--boardsim-explore=1worlds").assert_outcomes(passed=1)


def test_parts_are_joined(explored, pytester, monkeypatch):
    for part in (1, 2):
        explored(NAIVE, "--boardsim-explore=24worlds", f"--boardsim-explore-shard={part}/2")
        folder = pytester.path / ".pytest_cache/d/boardsim/test_it.py-test_it"
        (folder / "worlds.jsonl").rename(pytester.path / f"part-{part}.jsonl")
    program = find(None)
    done = subprocess.run([program, "explore", "merge", "part-1.jsonl", "part-2.jsonl"], cwd=pytester.path, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 1 and "OSError: the link is lost" in done.stdout, done.stdout


def test_a_careful_test_has_no_finding(explored):
    explored(CAREFUL, "--boardsim-explore=24worlds").assert_outcomes(passed=1)


def test_the_same_worlds_are_found_each_time(explored):
    def lines():
        out = explored(NAIVE, "--boardsim-explore=12worlds").stdout.lines
        start = next(place for place, line in enumerate(out) if "boardsim: exploration" in line)
        return out[start:start + 6]

    assert lines() == lines()


def test_what_is_told_of_the_world(tester):  # noqa: F811
    body = """
def test_none(boardsim):
    boardsim(DESK)
    assert boardsim.world.trouble == 0 and not boardsim.world.fatal

def test_own(boardsim):
    boardsim({**DESK, "faults": [{"at": "1 s", "link-loss": "8 s"}]})
    assert boardsim.world.trouble == 12 and not boardsim.world.fatal

def test_fatal(boardsim):
    boardsim({**DESK, "faults": [{"at": "1 s", "link-loss": "400 d"}]})
    assert boardsim.world.trouble == float("inf") and boardsim.world.fatal
    boardsim.gave_up("no board")

def test_gave_up(boardsim):
    boardsim(DESK)
    boardsim.gave_up("no board")
"""
    result = tester(body)
    result.assert_outcomes(passed=2, skipped=1, failed=1)
    result.stdout.fnmatch_lines(["*gave up, although nothing keeps a client from its boards: no board*"])


def test_a_marker_explores_one_test(explored):
    body = CAREFUL.replace("def test_it(", "@pytest.mark.boardsim_explore(budget='3 worlds', faults='reset')\ndef test_it(")
    body = body.replace("\n    try:", "\n    print('tried', boardsim.world.words or 'no fault')\n    try:")
    result = explored(body.replace("boardsim.gave_up(str(error))", "raise"), "-s")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*tried no fault", "tried the board resets *"])
    explored(body, "--boardsim-explore=no", "-s").stdout.no_fnmatch_line("tried the board resets*")


def test_a_test_that_fails_by_itself_is_not_explored(tester):  # noqa: F811
    result = tester("def test_it(boardsim):\n    boardsim(DESK, virtual=True)\n    assert 1 == 2\n", "--boardsim-explore=60s")
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*boardsim: exploration*")


def test_a_test_in_real_time_is_run_once(tester):  # noqa: F811
    body = "import pytest\n@pytest.mark.boardsim_explore(budget='9s')\ndef test_it(boardsim):\n    boardsim(DESK)\n"
    result = tester(body)
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*this test starts no boards in virtual time; add `virtual=True`*"])


def test_fixtures_are_fresh_in_each_world(explored):
    body = CAREFUL.replace("def test_it(boardsim)", """
COUNT = []

@pytest.fixture
def fresh():
    COUNT.append(1)
    return []

@pytest.fixture(scope="session", autouse=True)
def counted():
    yield
    print("fixtures made:", len(COUNT))

def test_it(boardsim, fresh)""").replace("\n    try:", "\n    fresh.append(1)\n    assert fresh == [1]\n    try:")
    result = explored(body, "--boardsim-explore=5worlds", "-s")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*fixtures made: 6*"])


@pytest.mark.parametrize("text, seconds, worlds", [
    ("60s", 60, None), ("2 min", 120, None), ("0.5 s", 0.5, None), (90, 90, None), ("200 worlds", float("inf"), 200)])
def test_budgets(text, seconds, worlds):
    assert (Budget.read(text).seconds, Budget.read(text).worlds) == (seconds, worlds)


@pytest.mark.parametrize("text", ["", "soon", "0s", "-3 s", "3 fortnights"])
def test_wrong_budgets(text):
    with pytest.raises(BoardsimError, match="write a time such as `60s`, or `200 worlds`"):
        Budget.read(text)


def test_a_wrong_budget_and_a_missing_world_are_refused(tester):  # noqa: F811
    body = "def test_it(boardsim):\n    boardsim(DESK, virtual=True)\n"
    tester(body, "--boardsim-explore=soon").stderr.fnmatch_lines(["*the budget of an exploration is 'soon'*"])
    tester(body, "--boardsim-world=none.yaml").stdout.fnmatch_lines(["*--boardsim-world *none.yaml: this cannot be read*"])
