"""`boardsim mcp` and its peer, PyPI's `mcp`: from a complaint to the line of the protocol, and what a client may do wrong."""

import asyncio
import contextlib
import json
import pathlib
import re
import subprocess
import sys

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_MODERN_VERSION

from repository import PROGRAM

pytestmark = pytest.mark.program

# Seconds of wall time after which something that should come is given up.
PATIENCE = 120
LONGEST = 8_200

# It reads the length of the log as soon as it has asked for the flush, and believes a 0.
HASTY = """\
version: 1
name: A hasty phone
seed: 112
boards:
  - {name: desk, model: MetaMotion S}
clients:
  - name: phone
    steps:
      - connect
      - initialise
      - log: {acceleration: {rate: 50 Hz}}
      - wait: 4 s
      - stop-log
      - read: log-length
      - disconnect
expect:
  - title: four seconds are in the log
    within: 30 s
    read: {log-length: {}, at-least: 380}
"""
# Everything that it asks for is answered, unless the link is lost.
FRAIL = """\
version: 1
boards: [{name: desk, model: MetaMotion S}]
clients: [{name: phone, steps: [connect, initialise, {wait: 1 s}, {read: battery}, disconnect]}]
"""
LONG = """\
version: 1
duration: 9000 h
boards: [{name: desk, model: MetaMotion S}]
clients: [{name: phone, steps: [connect, {stream: {signals: [acceleration]}}, {wait: 8000 h}]}]
"""
# A conversation with a MetaMotion R.
PACKETS = "model 5\nfirmware 1.5.0\n0.000 > 01 80\n0.097 < 01 80 00 00\n0.200 > 03 80\n0.346 < 03 80 01 02\n"


def server(*options, **settings):
    return StdioServerParameters(command=PROGRAM, args=["mcp", *options], **settings)


def with_session(body, *options, **callbacks):
    """Runs a coroutine with a session that has shaken hands; its result."""

    async def main():
        async with asyncio.timeout(PATIENCE), stdio_client(server(*options)) as (read, write):
            async with ClientSession(read, write, **callbacks) as session:
                session.greeting = await session.initialize()
                try:
                    return await body(session), None
                except Exception as error:
                    # A failed check is shown as what it is, not as a group of exceptions.
                    return None, error

    result, error = asyncio.run(main())
    if error:
        raise error
    return result


async def call(session, tool, **arguments):
    """The text and the data of an answer, both short."""
    result = await session.call_tool(tool, arguments)
    [content] = result.content
    assert len(content.text.encode()) <= LONGEST, tool
    assert len(json.dumps(result.structured_content)) <= LONGEST * 1.2, tool
    assert not result.is_error, content.text
    return content.text, result.structured_content


async def refused(session, tool, **arguments):
    """What a tool says that could not do it."""
    result = await session.call_tool(tool, arguments)
    assert result.is_error
    return result.content[0].text


def test_from_lost_samples_to_the_line_of_the_protocol_by_tools_alone(tmp_path):
    async def body(session):
        # What is known about the complaint?
        said, _ = await call(session, "guide", search="my client loses samples")
        assert re.search(r"^docs/\S+\.md:\d+ ", said, re.M), said
        # The client on a board: it passes by luck, and the judge warns.
        file = tmp_path / "hasty.yaml"
        file.write_text(HASTY)
        assert (await call(session, "check", file=str(file)))[1]["valid"]
        said, run = await call(session, "run", file=str(file))
        [finding] = [each for each in run["findings"] if each["rule"] == "MW-READOUT-11"]
        # Why is that wrong? The sentence of the protocol.
        said, rule = await call(session, "explain", finding=finding["rule"])
        assert "wait 0.3 s after 0B 10" in rule["fix"]
        assert any("A flush is not acknowledged, and lands later" in each["line"] for each in rule["lines"]), said
        assert any(each["line"].startswith("| 10 | flush page |") for each in rule["lines"]), said
        # Where does it happen? The packets around it.
        said, _ = await call(session, "trace", file=f"{run['folder']}/trace.txt", time=f"{finding['firstSeconds']} s", lines=12)
        assert "> 0b 10 01  logging flush page" in said and "> 0b 85  read logging length" in said
        said, packet = await call(session, "explain", packet="0b 85 00 00 00 00", direction="from-board")
        assert packet["words"] == "logging length: entries 0"
        assert "MW-READOUT-11" in packet["rules"]
        # A scenario that shows it: a board whose flush takes its time.
        slow = HASTY.replace("model: MetaMotion S}", "model: MetaMotion S, quirks: {slow-flush: true}}")
        said, run = await call(session, "run", scenario=slow)
        assert not run["passed"] and run["failed"][0]["title"] == "four seconds are in the log", said
        assert "failed: four seconds are in the log: 0, wanted at least 380" in said
        # The client that waits is right.
        careful = slow.replace("read: log-length", "read: {log-length: {}, times: 4, every: 750 ms}")
        assert (await call(session, "run", scenario=careful))[1]["passed"]
        return run["folder"]

    folder = pathlib.Path(with_session(body, "--out", str(tmp_path / "out")))
    assert (folder / "scenario.yaml").exists() and (folder / "report.txt").exists()


CHARGED = """\
version: 1
boards: [{name: desk, model: MetaMotion S}]
duration: 2 s
expect:
  - sometimes: {connected: true}
  - always: {battery: {at-least: 50 %}}
"""


def test_what_is_not_reached_has_not_failed():
    async def body(session):
        said, run = await call(session, "run", scenario=CHARGED)
        assert run["passed"] and not run["failed"], said
        assert "1 of 2 expectations held; 1 not reached" in said

    with_session(body)


def test_a_run_in_a_hostile_world():
    async def body(session):
        said, run = await call(session, "run", scenario=CHARGED, world=["low-battery"])
        assert not run["passed"] and [each["title"] for each in run["failed"]] == ["always: battery at least 50 %"], said

    with_session(body)


def test_what_explore_finds_is_replayed(tmp_path):
    async def body(session):
        _, found = await call(session, "explore", scenario=FRAIL, worlds=20, faults=["link-loss"])
        assert not found["passed"] and found["failures"] and found["scenarios"]
        said, again = await call(session, "replay", failure=found["scenarios"][0])
        assert not again["passed"] and again["failedSteps"], said
        assert "trace.txt" in again["files"]

    with_session(body, "--out", str(tmp_path))


def test_a_program_is_the_client(tmp_path):
    desk = tmp_path / "desk.yaml"
    program = "import sys; print('no board'); sys.exit(5)"

    async def body(session):
        said, _ = await call(session, "new", file=str(desk), **{"for": "bleak"})
        assert desk.read_text().startswith("# yaml-language-server: $schema=scenario.schema.json\n")
        assert "is there already" in await refused(session, "new", file=str(desk))
        said, run = await call(session, "run", file=str(desk), program=[sys.executable, "-c", program])
        assert not run["passed"] and run["program"]["failure"] == "ended with status 5"
        assert "\nno board\n" in said.partition("It printed:")[2], said

    with_session(body)


def test_a_capture_is_replayed(tmp_path):
    capture = tmp_path / "board.txt"
    capture.write_text(PACKETS)

    async def body(session):
        said, replayed = await call(session, "replay", capture=str(capture))
        assert replayed["passed"], said
        capture.write_text(PACKETS.replace("03 80 01 02", "03 80 77 01"))
        said, replayed = await call(session, "replay", capture=str(capture))
        assert not replayed["passed"] and "03 80 77 01" in said, said
        assert "cannot be read" in await refused(session, "replay", capture=str(tmp_path / "none"))
        assert "write either `failure` or `capture`" in await refused(session, "replay")

    with_session(body)


def test_the_lists_are_whole_and_short():
    async def body(session):
        assert session.greeting.server_info.name == "boardsim" and session.greeting.instructions
        tools = (await session.list_tools()).tools
        assert {"check", "run", "explore", "replay", "explain", "trace", "boards", "steps", "rules", "guide", "new"} == {
            each.name for each in tools
        }
        for each in tools:
            assert each.description and each.input_schema["additionalProperties"] is False
            assert all(one["description"] for one in each.input_schema["properties"].values())
        for tool, arguments in [
            ("boards", {}),
            ("boards", {"model": "MetaMotion S"}),
            ("steps", {}),
            ("steps", {"name": "fault"}),
            ("steps", {"name": "stop-log"}),
            ("rules", {}),
            ("rules", {"search": "flush"}),
            ("rules", {"search": "MW-LOG", "severity": "error"}),
            ("guide", {"page": "explore"}),
            ("guide", {"page": "games"}),
            ("guide", {"page": "explore", "section": "Which faults"}),
        ]:
            said, _ = await call(session, tool, **arguments)
            assert said
        resources = (await session.list_resources()).resources
        explore = next(each for each in resources if each.name == "guides/explore.md")
        [page] = (await session.read_resource(explore.uri)).contents
        assert page.text.startswith("# Explore") and page.mime_type == "text/markdown"
        assert not (await session.list_resource_templates()).resource_templates
        [prompt] = (await session.list_prompts()).prompts
        got = await session.get_prompt(prompt.name, {"complaint": "it loses samples"})
        assert "it loses samples" in got.messages[0].content.text
        await session.send_ping()

    with_session(body)


def test_errors_are_those_of_the_protocol():
    async def body(session):
        with pytest.raises(MCPError, match="there is no tool `rnu`; did you mean `run`?") as error:
            await session.call_tool("rnu", {})
        assert error.value.error.code == -32602
        with pytest.raises(MCPError, match="no resource") as error:
            await session.read_resource("boardsim:///docs/none.md")
        assert error.value.error.code == -32002
        for tool, arguments, words in [
            ("run", {}, "write either `file` or `scenario`"),
            ("run", {"fil": "a"}, "did you mean `file`?"),
            ("run", {"file": 3}, "`file` must be a string"),
            ("run", {"file": "none.yaml"}, "none.yaml: error: the file cannot be read"),
            ("run", {"scenario": "version: 1\nbords: []\n"}, "bords"),
            ("run", {"file": "wrist.yaml", "seed": -1}, "`seed` must be a number"),
            ("run", {"scenario": FRAIL, "world": ["warn"]}, "did you mean `worn`?"),
            ("explore", {"scenario": FRAIL, "worlds": 3, "faults": ["rain"]}, "there is no kind `rain`"),
            ("explore", {"scenario": FRAIL, "world": ["warn"]}, "did you mean `worn`?"),
            ("explain", {"finding": "MW-LOG-1"}, "did you mean"),
            ("explain", {"packet": "zz"}, "no packet"),
            ("explain", {"packet": "0b 85", "direction": "up"}, "cannot be"),
            ("trace", {"file": "none", "line": 1}, "cannot be read"),
            ("boards", {"model": "x"}, "there is no board"),
            ("steps", {"name": "stop-lgo"}, "did you mean `stop-log`?"),
            ("guide", {}, "write `search` or `page`"),
            ("guide", {"page": "none"}, "there is no page"),
        ]:
            said = await refused(session, tool, **arguments)
            assert words in said, (tool, arguments, said)

    with_session(body)


def test_a_long_call_tells_progress_is_cancelled_and_blocks_nothing():
    told = []

    async def body(session):
        came = asyncio.Event()

        async def progress(done, total, message):
            told.append((done, total, message))
            came.set()

        running = asyncio.create_task(session.call_tool("run", {"scenario": LONG}, progress_callback=progress))
        await asyncio.wait([running, asyncio.create_task(came.wait())], return_when=asyncio.FIRST_COMPLETED)
        assert not running.done(), running.result()
        await session.send_ping()
        assert (await call(session, "explain", packet="02 02 01"))[1]["module"] == "02"
        # The client's task sends `notifications/cancelled`.
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert (await call(session, "run", scenario=FRAIL))[1]["passed"]

    with_session(body)
    assert [done for done, _, _ in told] == sorted({done for done, _, _ in told})


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
def test_each_revision_with_a_handshake_is_agreed_on(version):
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    [answer] = talk([request(1, "initialize", hello)])
    assert answer["result"]["protocolVersion"] == version


@pytest.mark.parametrize("mode", ["auto", LATEST_MODERN_VERSION])
def test_the_revision_without_a_handshake(mode):
    async def main():
        async with asyncio.timeout(PATIENCE), Client(server(), mode=mode) as client:
            assert (await client.list_tools()).tools
            result = await client.call_tool("run", {"scenario": FRAIL})
            assert result.structured_content["passed"]
            return client.protocol_version

    assert asyncio.run(main()) == LATEST_MODERN_VERSION


# Without the peer: what no client should do.

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def request(number, method, params=None):
    message = {"jsonrpc": "2.0", "method": method, **({"params": params} if params is not None else {})}
    return json.dumps(message if number is None else {**message, "id": number})


def talk(lines, status=0):
    """The answers to these lines, which are all that is sent."""
    done = subprocess.run([PROGRAM, "mcp"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == status, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_bad_messages_are_answered_and_forgotten():
    lines = [
        "no json",
        '"text"',
        "[]",
        "{}",
        '{"jsonrpc": "1.0", "id": 1, "method": "ping"}',
        request(2, "tools/list"),
        request(3, "initialize", {}),
        request(4, "initialize", {**HELLO, "protocolVersion": "1999-01-01"}),
        request(None, "notifications/initialized"),
        request(None, "notifications/unknown"),
        request(None, "notifications/cancelled", {"requestId": 99}),
        '{"jsonrpc": "2.0", "id": 7, "result": {}}',
        "[" + request(8, "ping") + "," + request(9, "tools/call", {"name": "rules"}) + "]",
        request(10, "none"),
        request(11, "tools/list", {"cursor": "x"}),
        request(12, "tools/call", {"name": "run", "arguments": []}),
        request(13, "tools/call", {}),
        '{"jsonrpc": "2.0", "id": 14, "method": "ping", "params": []}',
        '{"id": 15' + " " * 100_000,
        "[" * 100_000,
        request(16, "ping"),
    ]
    answers = talk(lines)
    by_id = {each["id"]: each for each in answers if isinstance(each, dict) and each["id"] is not None}
    assert [each["error"]["code"] for each in answers if isinstance(each, dict) and each["id"] is None] == [
        -32700,
        -32600,
        -32600,
        -32600,
        -32700,
        -32700,
    ]
    codes = {number: each["error"]["code"] for number, each in by_id.items() if "error" in each}
    assert codes == {1: -32600, 2: -32600, 3: -32602, 10: -32601, 11: -32602, 12: -32602, 13: -32602, 14: -32602}
    assert by_id[4]["result"]["protocolVersion"] == "2025-11-25"
    assert by_id[16]["result"] == {}
    [batch] = [each for each in answers if isinstance(each, list)]
    assert [each["id"] for each in batch] == [8, 9]


def test_a_line_that_is_too_long_is_refused_and_the_next_one_answered():
    answers = talk([request(1, "ping", {"text": "x" * (65 << 20)}), request(2, "ping")])
    assert [each.get("error", {}).get("code") for each in answers] == [-32700, None]


def test_a_closed_input_ends_it_when_all_is_answered():
    call = {"name": "run", "arguments": {"scenario": FRAIL}}
    answers = talk([request(1, "initialize", HELLO), *(request(each, "tools/call", call) for each in range(2, 9))])
    assert sorted(each["id"] for each in answers) == list(range(1, 9))
    assert not any(each["result"].get("isError") for each in answers)
    assert talk([]) == []


def test_it_ends_with_what_it_has_started_when_nobody_reads():
    process = subprocess.Popen([PROGRAM, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    call = {"name": "run", "arguments": {"scenario": LONG}, "_meta": {"progressToken": 1}}
    process.stdin.write(request(1, "initialize", HELLO) + "\n" + request(2, "tools/call", call) + "\n")
    process.stdin.flush()
    process.stdout.readline()
    notice = json.loads(process.stdout.readline())
    assert notice["method"] == "notifications/progress"
    children = children_of(process.pid)
    assert children
    process.stdout.close()
    assert process.wait(timeout=PATIENCE) == 0
    assert not any(pathlib.Path(f"/proc/{each}").exists() for each in children)


def children_of(parent):
    """Not all kernels list them."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(place.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(place.parent.name)
    return found


def test_nothing_is_written_but_into_its_folder(tmp_path):
    out = tmp_path / "out"
    here = tmp_path / "here"
    here.mkdir()

    def calls(number):
        return [request(1, "initialize", HELLO), request(2, "tools/call", {"name": "run", "arguments": {"scenario": FRAIL}})]

    for number in (1, 2):
        done = subprocess.run(
            [PROGRAM, "mcp", "--out", str(out)],
            input="\n".join(calls(number)) + "\n",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=here,
        )
        assert done.returncode == 0, done.stderr
    # A debug build leaves its profile.
    assert not [each for each in here.iterdir() if each.suffix != ".profraw"]
    # An earlier session's files stay.
    assert sorted(each.name for each in out.iterdir()) == ["run-1", "run-2"]
