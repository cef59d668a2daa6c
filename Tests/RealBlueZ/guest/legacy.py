"""A controller without extended advertising, for programs that use its older commands beside the kernel."""

from harness import CUBE, Simulator, check, command, soon


async def scan(simulator):
    """`hcitool lescan` scans by commands of its own; what it printed."""
    return await command("timeout", "-s", "INT", "3", "hcitool", "-i", simulator.adapters[0], "lescan")


@check
async def after_a_legacy_scan_a_legacy_controller_connects():
    async with Simulator("turning.yaml", arguments=("--legacy-advertising",)) as simulator:
        board = await simulator.connect()
        await soon(board.client.disconnect(), "the end of the link")
        heard = await scan(simulator)
        assert CUBE in heard, heard
        await board.connect()
        assert await board.ask("0180") == bytes.fromhex("01800000")
    assert not simulator.traced("LE (Set )?Extended")


@check
async def a_controller_of_bluetooth_5_refuses_a_legacy_scan():
    """The kernel has used the extended commands, which exclude the older ones."""
    async with Simulator("turning.yaml") as simulator:
        heard = await scan(simulator)
        assert "Input/output error" in heard, heard
