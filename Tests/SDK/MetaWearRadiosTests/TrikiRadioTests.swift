import Bluetooth
import Checkout
import EventLoop
import MetaWearRadios
import MetaWearTransport
import Motion
import Simulation
import Testing
import TrikiCap
import VeltoKit
import VeltoTransport
import VirtualRadio

/// The Triki engine's connection through the radios of a machine.
///
/// The main actor belongs to all tests, so that on a busy machine these last as long as the whole run: the limits are
/// for one that hangs.
@MainActor
@Suite(.serialized) struct TrikiRadioTests {
    private nonisolated static let address = Address(0xC000_0000_00CA)

    private func addCap(to boards: BoardThread) {
        boards.perform { world in
            // Its time is faster than that of the host, and the host may wait for the main actor for minutes before it
            // comes back: a cap that has fallen asleep is not found any more.
            var switches = TrikiSwitches()
            switches.sleepsAfter = .seconds(100 * 86_400)
            world.air.add(
                TrikiCap(
                    name: "cap", address: Self.address, switches: switches, body: ScriptedBody(),
                    environment: SimpleEnvironment(), in: world.simulation))
        }
    }

    /// Polls until something is so.
    private func poll(_ motion: MotionSDK, until isSo: () -> Bool) async throws {
        while !isSo() {
            motion.pollInput()
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Finds the cap, streams, loses the link, comes back and leaves.
    private func play(_ radio: any BLERadio, _ boards: BoardThread) async throws {
        addCap(to: boards)
        let motion = MotionSDK(.current, on: await TransportRadio(radio))
        motion.connect()
        try await poll(motion) { motion.isConnected && motion.isReceiving }
        #expect(motion.session.discoveredDevices.contains { $0.isLikely })
        boards.perform { $0.air.move(Self.address, to: 10_000) }
        try await poll(motion) { !motion.isConnected }
        boards.perform { $0.air.move(Self.address, to: 1) }
        // The newest version connects again by itself.
        try await poll(motion) { motion.isConnected && motion.isReceiving }
        motion.disconnect()
        try await poll(motion) { motion.connectionState == .idle }
        #expect(!motion.isReceiving)
    }

    @Test(.slow, .timeLimit(.minutes(20))) func `over an HCI controller`() async throws {
        let server = AirServer()
        try await play(MetaWearRadios.radio(named: server.radio), server.boards)
    }

    @Test(.slow, .timeLimit(.minutes(20))) func `over BlueZ`() async throws {
        let server = try BusServer()
        let radio = MetaWearRadios.bluez(
            adapter: nil, busAddress: server.address, on: try LoopThread.shared())
        try await play(radio, server.boards)
    }
}
