"""`boardsim qualify` on a board of ours behind bluetoothd: the verdicts are those in process."""

import asyncio
import json
import os
import pathlib
import tempfile

from harness import PROGRAM, Simulator, check, measured, soon

# Seconds for all experiments: they have some 14 minutes of waiting, and no board can hurry in an emulated machine.
ALL = 1800
BOARD = """version: 1
name: Desk
boards:
  - {name: desk, model: MetaMotion S, address: "E1:00:00:00:00:01"}
"""
# What only a host decides that neither spreads nor bundles packets.
OF_HOSTS = {"RB26-23", "RB26-50", "RB26-52", "RB26-160"}
# What a daemon hides: each advertisement, raw data, the MTU.
HIDDEN = {"RB26-33", "RB26-56", "RB26-60", "RB26-61", "RB26-62"}


async def qualify(*arguments):
    """Each row's verdict, and what was seen."""
    process = await asyncio.create_subprocess_exec(
        PROGRAM, "qualify", "--format", "json", *arguments, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        out, errors = await soon(process.communicate(), "the end of boardsim qualify", ALL)
    except BaseException:
        process.kill()
        raise
    assert process.returncode in (0, 1), errors.decode(errors="replace")
    return {row["row"]: (row["verdict"], row["saw"]) for row in json.loads(out)["rows"]}


async def same(*only):
    """Compares the verdicts behind bluetoothd with those in process; how many are decided, and of how many."""
    options = [word for name in only for word in ("--only", name)]
    own = await qualify(*options)
    with tempfile.TemporaryDirectory() as folder:
        scenario = pathlib.Path(folder, "desk.yaml")
        scenario.write_text(BOARD)
        os.chmod(folder, 0o755)
        async with Simulator(scenario):
            there = await qualify(
                "--target", "bluez:E1:00:00:00:00:01", "--yes", "erase", "--yes", "restart", *options)
    assert there.keys() == own.keys()
    others = {row: (own[row], there[row]) for row in own
              if row not in OF_HOSTS | HIDDEN and own[row][0] != there[row][0]}
    assert not others, others
    decided = sum(verdict != "open" for verdict, _ in there.values())
    measured(f"{decided} of {len(there)} rows decided")
    return decided


@check
async def some_experiments_have_the_verdicts_that_they_have_in_process():
    assert await same("slots", "timer", "gyroscope", "link-end", "fusion") >= 8


@check(limit=ALL)
async def all_experiments_have_the_verdicts_that_they_have_in_process():
    assert await same() >= 40
