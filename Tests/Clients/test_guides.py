"""The programs on the guides' pages, run as a reader would."""

import asyncio
import os
import re
import sys

from harness import HERE, Simulator, measured, soon

GUIDES = HERE.parents[1] / "docs" / "guides"


def block(page, language):
    """The only block of a language on a page."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```", (GUIDES / page).read_text(), re.M | re.S)
    return text


async def run(page, argument, scenario="guide.yaml", arguments=(), **variables):
    """Runs the page's program against the page's scenario; what it printed, by lines."""
    assert block(page, "yaml").strip() in (HERE / "scenarios" / scenario).read_text()
    async with Simulator(scenario, speed=1, arguments=arguments) as simulator:
        variables = {name: value.format(simulator.address) for name, value in variables.items()}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", block(page, "python"), argument or simulator.transport_name,
            env={**os.environ, **variables}, cwd=simulator.folder,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        out, errors = await soon(process.communicate(), f"the end of the program of {page}", 40)
        assert process.returncode == 0, errors.decode()
        return out.decode().splitlines()


async def test_bumble():
    lines = await run("bumble.md", None)
    assert len(lines) > 50 and all(line.endswith(" g") for line in lines)
    assert all(abs(float(line.split()[2]) - 1) < 0.2 for line in lines)
    measured(f"{len(lines)} samples, such as {lines[-1]}")


async def test_readme():
    assert await run("../../README.md", None) == ["[b'1.7.3']"]


async def test_metawear_sdk():
    lines = await run(
        "metawear-sdk.md", "E1:00:00:00:00:01",
        BOARDSIM_RADIO="{}", PYTHONPATH=str(HERE / "warble"))
    assert "MbientLab" in lines[0] and len(lines) > 25, lines
    measured(f"{len(lines) - 1} samples, such as {lines[-1]}")


async def test_usb(tmp_path):
    path = str(tmp_path / "board")
    lines = await run("usb.md", path, arguments=("--radio", f"usb-pty:{path}"))
    assert lines[0].startswith("MbientLab Inc MetaMotionS 8 ") and len(lines) == 21, lines
    assert all(abs(float(line.split()[2]) - 1) < 0.2 for line in lines[1:])
    measured(f"{len(lines) - 1} samples, such as {lines[-1]}")


async def test_triki():
    lines = await run("triki.md", None, "guide-triki.yaml")
    assert lines[0] == "firmware 3.2.1-A" and len(lines) > 150
    assert all(abs(float(line.split()[2]) + 1) < 0.05 for line in lines[1:])
    measured(f"{len(lines) - 1} frames, such as {lines[-1]}")
