"""A bus with `org.bluez` for each test, in virtual time.

    def test_scan(bus):
        assert "E1:00:00:00:00:01" in bus.run("bluetoothctl", "devices")
"""

import asyncio
import contextlib
import inspect
import sys

import pytest

from stand_in import HERE, PATIENCE, Bus, StandIn


@pytest.fixture(scope="module")
def bus(request):
    """A bus with the boards of the file's SCENARIO; its OPTIONS are those of the run."""
    found = Bus.of_environment()
    if found:
        yield found
        return
    file = HERE / "scenarios" / getattr(request.module, "SCENARIO", "desk.yaml")
    with contextlib.closing(StandIn(file, getattr(request.module, "OPTIONS", {}))) as stand_in:
        yield stand_in


def pytest_pyfunc_call(pyfuncitem):
    bus = pyfuncitem.funcargs.get("bus")
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        coroutine = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames})
        if isinstance(bus, StandIn):
            bus.run(coroutine)
        else:
            asyncio.run(asyncio.wait_for(coroutine, 2 * PATIENCE))
        return True
    if not isinstance(bus, StandIn):
        return None
    config = pyfuncitem.config
    status, said = bus.play(
        sys.executable, "-m", "pytest", "-c", str(config.inipath), "--rootdir", str(config.rootpath), "-p", "no:cacheprovider",
        "-q", "--no-header", pyfuncitem.nodeid, speed="1" if pyfuncitem.get_closest_marker("real_time") else "led")
    if status != 0:
        pytest.fail(said, pytrace=False)
    return True
