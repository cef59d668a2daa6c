"""Pairing and bonding: Bumble the central, a board the peripheral; and the other way round.

Boards need no pairing unless their scenario says so; any of them agrees to one.
"""

import asyncio

import pytest
from bumble.gatt import Characteristic, Service
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate

from board import COMMAND, NOTIFICATION, SERVICE, Board
from harness import Simulator, measured, soon, until

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
    async with Simulator("turning.yaml") as simulator:
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
    async with Simulator("passkey.yaml") as simulator:
        host = await pairing_host(simulator, secure_connections, Keyboard(PASSKEY))
        board = await Board.connect(host, CUBE, subscribe=False)
        await soon(board.connection.pair(), "the end of the pairing")
        assert board.connection.is_encrypted and board.connection.authenticated
        await board.notification.subscribe(board.received.append)
        assert await board.ask("0b84")
        measured("paired with the passkey")


@pytest.mark.parametrize("secure_connections", [False, True], ids=["legacy", "secure-connections"])
async def test_wrong_passkey(secure_connections):
    async with Simulator("passkey.yaml") as simulator:
        host = await pairing_host(simulator, secure_connections, Keyboard(PASSKEY + 1))
        board = await Board.connect(host, CUBE, subscribe=False)
        with pytest.raises(Exception) as caught:
            await soon(board.connection.pair(), "the end of the pairing")
        assert not isinstance(caught.value, AssertionError), "the board says that it failed"
        assert not board.connection.is_encrypted
        measured(f"refused: {caught.value}")


async def test_bond_of_a_private_host():
    """A host that changes its private address is known again by its identity resolving key."""
    async with Simulator("turning.yaml") as simulator:
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
                "turning.yaml", options={"state": str(tmp_path)}) as simulator:
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
    async with Simulator("turning.yaml") as simulator:
        central = await pairing_host(simulator, True)
        peripheral = await simulator.host("peripheral", "F1:11:11:11:11:11")
        peripheral.keystore = MemoryKeyStore()
        peripheral.pairing_config_factory = lambda connection: PairingConfig(mitm=False)
        await peripheral.start_advertising()
        connection = await soon(central.connect("F1:11:11:11:11:11"), "a link")
        await soon(connection.pair(), "the end of the pairing")
        assert connection.is_encrypted
        measured("two hosts paired with Secure Connections")


class PeripheralKeys(MemoryKeyStore):
    """Keys for a peripheral: it needs the legacy key that it gave; Bumble looks for the other."""

    async def update(self, name, keys):
        if keys.ltk is None:
            keys.ltk_peripheral = keys.ltk_central
        await super().update(name, keys)


class Responder(PairingDelegate):
    """A peripheral whose passkey is always the same, and whose user compares numbers."""

    def __init__(self, capability):
        super().__init__(io_capability=capability)
        self.numbers = []

    async def generate_passkey(self):
        return PASSKEY

    async def get_number(self):
        return PASSKEY

    async def compare_numbers(self, number, digits):
        self.numbers.append(number)
        return True


async def test_scripted_client_pairs_with_a_host():
    """Our initiator against Bumble's responder, in the order of the scenario's steps."""
    none, shows, types, compares = (
        PairingDelegate.NO_OUTPUT_NO_INPUT, PairingDelegate.DISPLAY_OUTPUT_ONLY,
        PairingDelegate.KEYBOARD_INPUT_ONLY, PairingDelegate.DISPLAY_OUTPUT_AND_YES_NO_INPUT)
    # The responder's capability, whether by Secure Connections, whether authenticated.
    awaited = [
        (none, False, False), (shows, False, True), (types, False, True),
        (none, True, False), (shows, True, True), (types, True, True), (compares, True, True)]
    async with Simulator("pairing-client.yaml") as simulator:
        host = await simulator.host("cube", "F5:55:55:55:55:55")
        host.keystore = PeripheralKeys()
        notification = Characteristic(
            NOTIFICATION, Characteristic.Properties.NOTIFY, Characteristic.READABLE)
        host.add_service(Service(SERVICE, [
            Characteristic(
                COMMAND, Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
                Characteristic.WRITEABLE),
            notification]))
        delegates, links, results, said = [], [], [], []

        def configuration(connection):
            capability = awaited[len(delegates)][0]
            delegates.append(Responder(capability))
            return PairingConfig(
                mitm=capability != none, delegate=delegates[-1],
                identity_address_type=PairingConfig.AddressType.RANDOM)

        def linked(connection):
            links.append(connection)

            def paired(keys):
                results.append(keys)
                # The script waits for it.
                said.append(asyncio.ensure_future(
                    host.notify_subscriber(connection, notification, b"PA")))

            connection.on("pairing", paired)
            connection.on("pairing_failure", results.append)

        host.pairing_config_factory = configuration
        host.on("connection", linked)
        await host.start_advertising(auto_restart=True)
        for number, (_, secure, authenticated) in enumerate(awaited, 1):
            await until(lambda: len(results) >= number, f"the end of pairing {number}")
            keys = results[number - 1]
            key = getattr(keys, "ltk", None) or getattr(keys, "ltk_peripheral", None)
            assert key is not None, f"pairing {number}: {keys}"
            assert (keys.ltk is not None) == secure, f"pairing {number}"
            assert key.authenticated == authenticated, f"pairing {number}"
            assert keys.irk is not None
        assert len(delegates[-1].numbers) == 1
        await until(lambda: len(links) > len(awaited), "one more link")
        await until(lambda: links[-1].is_encrypted, "its encryption with the keys")
        assert len(results) == len(awaited)
        assert len(await host.keystore.get_all()) == 1
        measured(f"{len(results)} pairings, and a link encrypted with the keys of the last")
