"""Pairing with the guest's BlueZ; an agent on D-Bus is its user."""

from dbus_fast.service import ServiceInterface, method

import bluez
from board import Board, find
from harness import CUBE, Simulator, check, measured, soon, until

PASSKEY = 314159
PATH = "/agent"


class Agent(ServiceInterface):
    """A user who types what the label says, and agrees to the rest."""

    def __init__(self, passkey):
        super().__init__("org.bluez.Agent1")
        self.passkey = passkey
        self.asked = []

    @method()
    def Release(self):  # noqa: N802
        pass

    @method()
    def Cancel(self):  # noqa: N802
        pass

    @method()
    def RequestPasskey(self, device: "o") -> "u":  # noqa: N802, F821
        self.asked.append("RequestPasskey")
        return self.passkey

    @method()
    def RequestConfirmation(self, device: "o", passkey: "u"):  # noqa: N802, F821
        self.asked.append("RequestConfirmation")

    @method()
    def RequestAuthorization(self, device: "o"):  # noqa: N802, F821
        self.asked.append("RequestAuthorization")

    @method()
    def AuthorizeService(self, device: "o", uuid: "s"):  # noqa: N802, F821
        self.asked.append("AuthorizeService")


class User:
    """The agent, registered; `async with User("KeyboardDisplay") as agent`."""

    def __init__(self, capability, passkey=PASSKEY):
        self.capability = capability
        self.agent = Agent(passkey)

    async def __aenter__(self):
        (await bluez.bus()).export(PATH, self.agent)
        manager = ("/org/bluez", "org.bluez.AgentManager1")
        await bluez.call(*manager, "RegisterAgent", "os", PATH, self.capability)
        await bluez.call(*manager, "RequestDefaultAgent", "o", PATH)
        return self.agent

    async def __aexit__(self, *exception):
        await bluez.call("/org/bluez", "org.bluez.AgentManager1", "UnregisterAgent", "o", PATH)
        (await bluez.bus()).unexport(PATH, self.agent)


async def pair(adapter):
    """Device1.Pair of the cube."""
    await soon(
        bluez.call(bluez.device_path(adapter, CUBE), "org.bluez.Device1", "Pair"),
        "the end of the pairing")


async def property_of_cube(adapter, name):
    return await bluez.get(bluez.device_path(adapter, CUBE), "org.bluez.Device1", name)


@check
async def just_works():
    """Paired, and encrypted again with the bond by the next link."""
    async with Simulator("turning.yaml") as simulator, User("NoInputNoOutput"):
        adapter = simulator.adapters[0]
        async with Board(CUBE, adapter) as board:
            await pair(adapter)
            assert await property_of_cube(adapter, "Bonded")
            assert await board.ask("0b84")
        async with Board(CUBE, adapter) as board:
            assert await board.ask("0b84")
    lines = simulator.traced("< (Encryption Change|LE Long)")
    assert len(lines) == 2, lines
    assert len(simulator.traced("> LE (Enable|Start) Encryption")) == 2
    measured(lines[0].split("hci", 1)[1].strip())


@check
async def a_passkey():
    async with Simulator("passkey.yaml") as simulator, User("KeyboardDisplay") as agent:
        adapter = simulator.adapters[0]
        async with Board(CUBE, adapter, subscribe=False) as board:
            await pair(adapter)
            assert agent.asked == ["RequestPasskey"], agent.asked
            assert await property_of_cube(adapter, "Paired")
            await board.start_notify()
            assert await board.ask("0b84")


@check
async def a_wrong_passkey():
    async with Simulator("passkey.yaml") as simulator, User("KeyboardDisplay", PASSKEY + 1) as agent:
        adapter = simulator.adapters[0]
        await find(CUBE, adapter)
        try:
            await pair(adapter)
        except bluez.BlueZError as error:
            measured(str(error))
            assert error.name == "org.bluez.Error.AuthenticationFailed", error
        else:
            raise AssertionError("paired with a wrong passkey")
        assert agent.asked == ["RequestPasskey"], agent.asked
        assert not await property_of_cube(adapter, "Paired")
        await until(lambda: _is_alone(adapter), "the end of the link")


async def _is_alone(adapter):
    return not await property_of_cube(adapter, "Connected")


@check
async def a_read_that_needs_encryption_pairs_by_itself():
    """BlueZ answers Insufficient Authentication by pairing, and reads again."""
    async with Simulator("passkey.yaml") as simulator, User("KeyboardDisplay") as agent:
        adapter = simulator.adapters[0]
        async with Board(CUBE, adapter) as board:
            assert await board.ask("0b84")
            assert "RequestPasskey" in agent.asked
