"""Pairing and bonding: Bumble the central, a board the peripheral.

Boards need no pairing unless their scenario says so; any of them agrees to one.
"""

import pytest
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate

from board import Board
from harness import Simulator, measured, soon

CUBE = "E1:00:00:00:00:01"
PASSKEY = 314159


class Keyboard(PairingDelegate):
    """A central with a keyboard, whose user types what the board's label says."""

    def __init__(self, passkey):
        super().__init__(io_capability=PairingDelegate.KEYBOARD_INPUT_ONLY)
        self.passkey = passkey

    async def get_number(self):
        return self.passkey


async def pairing_host(simulator, secure_connections, delegate=None, **configuration):
    host = await simulator.host(**configuration)
    host.keystore = MemoryKeyStore()
    host.pairing_config_factory = lambda connection: PairingConfig(
        sc=secure_connections, mitm=delegate is not None, bonding=True,
        delegate=delegate or PairingDelegate(),
        # Who it connects as. By itself Bumble names its public address, which no later link has.
        identity_address_type=PairingConfig.AddressType.RANDOM)
    return host


@pytest.mark.parametrize("secure_connections", [False, True], ids=["legacy", "secure-connections"])
async def test_just_works(secure_connections):
    async with Simulator("turning.yaml", speed=5) as simulator:
        host = await pairing_host(simulator, secure_connections)
        board = await Board.connect(host, CUBE)
        await soon(board.connection.pair(), "the end of the pairing")
        assert board.connection.is_encrypted
        assert board.connection.sc == secure_connections
        assert await board.ask("0b84")
        await board.disconnect()
        # With the bond the next link is encrypted without pairing again.
        board = await Board.connect(host, CUBE)
        assert not board.connection.is_encrypted
        await soon(board.connection.encrypt(), "the encryption with the bond")
        assert board.connection.is_encrypted
        assert await board.ask("0b84")
        keys = await host.keystore.get_all()
        measured(f"paired, {len(keys)} bond; encrypted again with it")


@pytest.mark.parametrize("secure_connections", [False, True], ids=["legacy", "secure-connections"])
async def test_passkey(secure_connections):
    async with Simulator("passkey.yaml", speed=5) as simulator:
        host = await pairing_host(simulator, secure_connections, Keyboard(PASSKEY))
        board = await Board.connect(host, CUBE, subscribe=False)
        await soon(board.connection.pair(), "the end of the pairing")
        assert board.connection.is_encrypted and board.connection.authenticated
        await board.notification.subscribe(board.received.append)
        assert await board.ask("0b84")
        measured("paired with the passkey")


@pytest.mark.parametrize("secure_connections", [False, True], ids=["legacy", "secure-connections"])
async def test_wrong_passkey(secure_connections):
    async with Simulator("passkey.yaml", speed=5) as simulator:
        host = await pairing_host(simulator, secure_connections, Keyboard(PASSKEY + 1))
        board = await Board.connect(host, CUBE, subscribe=False)
        with pytest.raises(Exception) as caught:
            await soon(board.connection.pair(), "the end of the pairing")
        assert not isinstance(caught.value, AssertionError), "the board says that it failed"
        assert not board.connection.is_encrypted
        measured(f"refused: {caught.value}")


async def test_bond_of_a_private_host():
    """A host that changes its private address is known again by its identity resolving key."""
    async with Simulator("turning.yaml", speed=5) as simulator:
        host = await pairing_host(
            simulator, True, le_privacy_enabled=True, irk=bytes(range(16)), le_rpa_timeout=0)
        first = host.random_address
        assert first.is_resolvable
        board = await Board.connect(host, CUBE)
        await soon(board.connection.pair(), "the end of the pairing")
        await board.disconnect()
        assert await host.update_rpa()
        assert host.random_address != first
        board = await Board.connect(host, CUBE)
        await soon(board.connection.encrypt(), "the encryption with the bond")
        assert board.connection.is_encrypted
        measured(f"paired as {first}, encrypted as {host.random_address}")


async def test_bond_outlives_the_run(tmp_path):
    """With a state folder the board knows the central again in the next run."""
    store = MemoryKeyStore()
    for run in (1, 2):
        async with Simulator(
                "turning.yaml", speed=5, arguments=["--state", str(tmp_path)]) as simulator:
            host = await pairing_host(simulator, True)
            host.keystore = store
            board = await Board.connect(host, CUBE)
            if run == 1:
                await soon(board.connection.pair(), "the end of the pairing")
            else:
                await soon(board.connection.encrypt(), "the encryption with the bond")
            assert board.connection.is_encrypted
            await board.disconnect()
    measured("paired in one run, encrypted in the next")


async def test_pairing_of_two_hosts():
    """Two hosts pair through the radio: it encrypts in either role and knows no keys itself."""
    async with Simulator("turning.yaml", speed=5) as simulator:
        central = await pairing_host(simulator, True)
        peripheral = await simulator.host("peripheral", "F1:11:11:11:11:11")
        peripheral.keystore = MemoryKeyStore()
        peripheral.pairing_config_factory = lambda connection: PairingConfig(mitm=False)
        await peripheral.start_advertising()
        connection = await soon(central.connect("F1:11:11:11:11:11"), "a link")
        await soon(connection.pair(), "the end of the pairing")
        assert connection.is_encrypted
        measured("two hosts paired with Secure Connections")
