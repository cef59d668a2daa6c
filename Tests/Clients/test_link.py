"""What a central can do with a link below GATT: parameters, PHY, data length, RSSI, features."""

import asyncio

from bumble import hci, l2cap
from bumble.device import ConnectionParametersPreferences

from board import Board
from harness import Simulator, measured, soon

CUBE = "E1:00:00:00:00:01"


async def changed(connection, event, request):
    """Sends a request and waits for the connection's event."""
    done = asyncio.get_running_loop().create_future()
    connection.once(event, lambda *_: done.done() or done.set_result(None))
    await soon(request, f"the answer before {event}")
    await soon(done, event)


async def test_connection_parameters():
    """The central chooses at the connection, and again later; the board works with either."""
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        preferences = ConnectionParametersPreferences(
            connection_interval_min=30, connection_interval_max=30, max_latency=0,
            supervision_timeout=4000)
        board = await Board.connect(
            host, CUBE,
            connection_parameters_preferences={hci.HCI_LE_1M_PHY: preferences})
        first = board.connection.parameters
        await changed(
            board.connection, board.connection.EVENT_CONNECTION_PARAMETERS_UPDATE,
            board.connection.update_parameters(
                connection_interval_min=60, connection_interval_max=60, max_latency=2,
                supervision_timeout=5000))
        later = board.connection.parameters
        assert (later.connection_interval, later.peripheral_latency) == (60, 2)
        assert later.supervision_timeout == 5000
        assert await board.ask("0b84")
        measured(f"interval {first.connection_interval:g} ms, then {later.connection_interval:g} ms")


async def test_the_board_asks_for_parameters():
    """`11 09`: 15 ms, latency 0, 6 s (protocol, core 8); the central hears the request and agrees."""
    async with Simulator("turning.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        connection = board.connection
        # Units of 1.25 ms and 10 ms: 0C 00 is 15 ms, 58 02 is 6 s.
        await changed(
            connection, connection.EVENT_CONNECTION_PARAMETERS_UPDATE,
            board.write("11090c000c0000005802"))
        assert connection.parameters.connection_interval == 15
        assert connection.parameters.supervision_timeout == 6000
        measured("the board's wish of 15 ms is granted")


async def test_phy():
    async with Simulator("turning.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        connection = board.connection
        assert (await connection.get_phy()).tx_phy == hci.Phy.LE_1M
        await changed(
            connection, connection.EVENT_CONNECTION_PHY_UPDATE,
            connection.set_phy([hci.Phy.LE_2M], [hci.Phy.LE_2M]))
        phy = await connection.get_phy()
        assert (phy.tx_phy, phy.rx_phy) == (hci.Phy.LE_2M, hci.Phy.LE_2M)
        assert await board.ask("0b84")
        measured("2M both ways")


async def test_data_length():
    """A board whose radio takes long packets gets them; for any other the length stays at 27."""
    async with Simulator("long-packets.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE, mtu=247)
        connection = board.connection
        if connection.data_length.max_tx_octets != 251:
            await changed(
                connection, connection.EVENT_CONNECTION_DATA_LENGTH_CHANGE,
                connection.set_data_length(251, 2120))
        length = connection.data_length
        assert (length.max_tx_octets, length.max_rx_octets) == (251, 251)
        assert (await board.information())["model"] == "8"
    async with Simulator("turning.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE, mtu=247)
        await board.connection.set_data_length(251, 2120)
        assert (await board.information())["model"] == "8"
        assert board.connection.data_length.max_tx_octets == 27
        measured(f"{length.max_tx_octets} bytes in {length.max_tx_time} us both ways")


async def test_rssi_falls_with_distance():
    """The board is carried from 1 m to 30 m after a minute."""
    async with Simulator("far.yaml") as simulator:
        board = await Board.connect(await simulator.host(), CUBE)
        near = await board.connection.get_rssi()
        assert -70 < near < -40
        await asyncio.sleep(60)
        assert await board.connection.get_rssi() < near - 15
        measured(f"RSSI {near} dBm near, {await board.connection.get_rssi()} dBm far")


async def test_remote_version_and_features():
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        board = await Board.connect(host, CUBE)
        features = await soon(board.connection.get_remote_le_features(), "remote features")
        assert features & hci.LeFeatureMask.LE_ENCRYPTION
        arrived = asyncio.get_running_loop().create_future()
        host.host.on_hci_read_remote_version_information_complete_event = arrived.set_result
        await host.send_async_command(
            hci.HCI_Read_Remote_Version_Information_Command(
                connection_handle=board.connection.handle))
        event = await soon(arrived, "the remote version")
        assert event.status == 0
        assert event.version >= hci.HCI_VERSION_BLUETOOTH_CORE_5_0
        measured(f"version {event.version}, features {features!r}")


async def test_cancelled_connection():
    """A connection to nobody is cancelled, and the controller is free for the next one."""
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        task = asyncio.ensure_future(host.connect("E1:99:99:99:99:99"))
        await asyncio.sleep(1)
        await host.cancel_connection()
        try:
            await soon(task, "the end of a cancelled connection")
        except Exception as error:
            measured(f"cancelled: {type(error).__name__}")
        else:
            raise AssertionError("connected to nobody")
        board = await Board.connect(host, CUBE)
        assert await board.ask("0b84")


async def test_unknown_signal():
    """A signal that the board does not know is rejected, and the link goes on."""
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        board = await Board.connect(host, CUBE)
        rejected = asyncio.get_running_loop().create_future()
        manager = host.l2cap_channel_manager
        manager.on_l2cap_command_reject = lambda connection, cid, packet: rejected.set_result(packet)
        # Code 0x0A is Information Request, which LE does not have (Core Vol 3, Part A, 4).
        board.connection.send_l2cap_pdu(
            l2cap.L2CAP_LE_SIGNALING_CID, bytes.fromhex("0a0102000200"))
        packet = await soon(rejected, "Command Reject")
        assert (packet.identifier, packet.reason) == (1, 0)
        assert await board.ask("0b84")
        measured("Command Reject: not understood")


async def test_local_version_and_features():
    async with Simulator("turning.yaml") as simulator:
        host = await simulator.host()
        version = host.host.local_version
        assert version.hci_version >= hci.HCI_VERSION_BLUETOOTH_CORE_5_0
        assert host.supports_le_extended_advertising
        assert host.supports_le_phy(hci.Phy.LE_2M)
        measured(f"HCI version {version.hci_version}, {len(host.host.supported_commands)} commands")
