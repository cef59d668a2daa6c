"""bleak and Bumble in virtual time, unmodified: what they see, and that it is the same in every run."""

import asyncio
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import boardsim
import virtual_clients
from virtual_clients import COMMAND, DESK, FIRMWARE, NOTIFICATION, Log

needs_bleak = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="dbus-daemon is missing")
PRESSED, RELEASED = b"\x01\x01\x01", b"\x01\x01\x00"


@pytest.fixture(autouse=True)
def _there(request):
    pytest.importorskip("bleak" if "bleak" in request.node.name else "bumble")


@pytest.mark.parametrize("radio", ["hci-unix", "hci-tcp"])
def test_bumble_streams_for_a_minute(desk, radio):
    simulator = desk(radio=radio)
    log = Log(simulator)
    simulator.run(virtual_clients.bumble(simulator, log, 60))
    assert 5_900 < log.packets < 6_100
    assert 60 < simulator.now < 65
    assert simulator.lead.foreign == 0 and 0 < simulator.lead.outputs <= simulator.lead.advances
    report = simulator.stop()
    assert report["boards"][0]["notificationsDropped"] == 0
    assert [link["board"] for host in report["hosts"] for link in host["links"]] == ["desk"]


@needs_bleak
@pytest.mark.parametrize("signals", [True, False])
def test_bleak_streams_for_ten_seconds(desk, signals):
    simulator = desk(radio="bluez-bus")
    log = Log(simulator)
    simulator.run(virtual_clients.bleak(simulator, log, 10, signals))
    assert 980 < log.packets < 1_020
    assert 10 < simulator.now < 18
    # bleak has started a child process, `bluetoothctl --version`; it has taken no time, and nothing else was foreign.
    assert simulator.lead.foreign == 0
    assert simulator.stop()["boards"][0]["notificationsDropped"] == 0
    assert "DBUS_SYSTEM_BUS_ADDRESS" not in os.environ or os.environ["DBUS_SYSTEM_BUS_ADDRESS"] != simulator.bus


@needs_bleak
def test_bleak_waits_for_ten_minutes(desk):
    async def main():
        async with bleak.BleakClient(await virtual_clients.found(log)) as client:
            await asyncio.sleep(600)
            assert client.is_connected
            return (await client.read_gatt_char(FIRMWARE)).decode()

    import bleak
    simulator = desk(radio="bluez-bus")
    log = Log(simulator)
    assert simulator.run(main()) == simulator.boards["desk"].firmware
    assert 600 < simulator.now < 606


@needs_bleak
def test_a_button_that_a_callback_presses_reaches_bleak(desk):
    async def main():
        heard = []
        async with bleak.BleakClient(await virtual_clients.found(log)) as client:
            await client.start_notify(NOTIFICATION, lambda _, packet: heard.append((bytes(packet), simulator.now)))
            await client.write_gatt_char(COMMAND, b"\x01\x01\x01", response=False)
            loop, begin = asyncio.get_running_loop(), simulator.now
            loop.call_later(120, simulator.press)
            loop.call_later(123, simulator.release)
            await asyncio.sleep(130)
        return [(packet, round(time - begin)) for packet, time in heard]

    import bleak
    simulator = desk(radio="bluez-bus")
    log = Log(simulator)
    assert simulator.run(main()) == [(PRESSED, 120), (RELEASED, 123)]


@needs_bleak
def test_bleak_loses_its_link_and_connects_again(desk):
    async def main():
        for _ in range(2):
            lost = asyncio.Event()
            async with bleak.BleakClient(
                    await virtual_clients.found(log), disconnected_callback=lambda _: lost.set()) as client:
                links.append(simulator.now)
                assert client.is_connected
                if len(links) == 1:
                    simulator.drop_link(5)
                    await asyncio.wait_for(lost.wait(), 30)
                    ends.append(simulator.now)

    import bleak
    links, ends = [], []
    simulator = desk(radio="bluez-bus")
    log = Log(simulator)
    simulator.run(main())
    assert len(links) == 2 and links[0] < ends[0] < links[0] + 5 < links[1] < links[0] + 30


def test_a_time_limit_of_a_bumble_host_is_virtual(desk):
    async def main():
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(virtual_clients.bumble(simulator, log, 1, "E1:00:00:00:00:99"), 300)

    simulator = desk()
    log = Log(simulator)
    simulator.run(main())
    assert simulator.now == 300


def several():
    """Two Bumble hosts in one loop, each with its board: the log of both."""
    scenario = {"version": 1, "boards": [
        {"name": "left", "model": "MetaMotion RL", "address": "E1:00:00:00:00:01"},
        {"name": "right", "model": "MetaMotion S", "address": "E1:00:00:00:00:02"}]}
    with boardsim.Simulator(scenario, radio="hci-unix", virtual=True, seed=3) as simulator:
        log = Log(simulator)

        async def main():
            await asyncio.gather(*(
                virtual_clients.bumble(simulator, log, 3, board.address) for board in simulator.boards.values()))

        simulator.run(main())
        simulator.stop()
        return log.lines, simulator.trace, simulator.lead.foreign


def test_two_bumble_hosts_in_one_loop(request, monkeypatch):
    monkeypatch.setenv("BOARDSIM", boardsim.program.find(request.config.getoption("boardsim_program")))
    lines, trace, foreign = several()
    assert foreign == 0
    for address in ("E1:00:00:00:00:01", "E1:00:00:00:00:02"):
        assert any(f"'connected', '{address}" in line for line in lines)
    assert several() == (lines, trace, 0)


@pytest.mark.parametrize("what", [
    "bumble", pytest.param("bleak, signals", marks=needs_bleak), pytest.param("bleak, socket", marks=needs_bleak)])
def test_every_run_is_the_same(request, what):
    """Log and trace, byte for byte: with any hash seed, and beside a busy loop."""
    program = boardsim.program.find(request.config.getoption("boardsim_program"))
    paths = [str(pathlib.Path(boardsim.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    found = set()
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        for seed in range(4):
            if seed == 2:
                busy.kill()
            done = subprocess.run(
                [sys.executable, virtual_clients.__file__, what], stdout=subprocess.PIPE, text=True, check=True, timeout=120,
                env={**os.environ, "BOARDSIM": program, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": str(seed)})
            found.add(done.stdout)
    finally:
        busy.kill()
        busy.wait()
    assert len(found) == 1, found
    packets, _, foreign, *_ = found.pop().split()
    assert int(packets) > 290 and foreign == "0"


def test_a_client_is_judged_in_virtual_time(desk):
    simulator = desk(DESK, options={"judge-client": True})
    simulator.run(virtual_clients.bumble(simulator, Log(simulator), 1))
    simulator.stop()
    assert simulator.report["client"] and not simulator.broken_rules
