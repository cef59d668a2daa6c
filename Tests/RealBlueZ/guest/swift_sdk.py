"""Our SDK for Swift, by its demo, over the guest's BlueZ."""

import asyncio
import os
import re

from harness import PATIENCE, PAYLOAD, Simulator, check, measured, soon


async def demo(adapter):
    """Runs the demo on an adapter; what it printed."""
    process = await asyncio.create_subprocess_exec(
        str(PAYLOAD / "MetaWearDemo"),
        env={**os.environ, "METAWEAR_RADIO": f"bluez:{adapter}", "LLVM_PROFILE_FILE": "/dev/null"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    try:
        out, _ = await soon(process.communicate(), "the end of the demo", 4 * PATIENCE)
    except BaseException:
        process.kill()
        raise
    text = out.decode(errors="replace")
    assert process.returncode == 0, f"the demo ended with {process.returncode}: {text}"
    return text


@check
async def the_swift_sdk_finds_a_board_and_streams_from_it():
    async with Simulator("turning.yaml") as simulator:
        text = await demo(simulator.adapters[0])
    assert "MetaMotion" in text or "MbientLab" in text, text
    counted = re.search(r"(\d+) samples", text)
    assert counted, text
    assert int(counted[1]) > 300, text
    measured(f"{counted[1]} samples in 5 s")
