import Bluetooth
import Central
import MetaWearBoard
import Motion
import Simulation
import Testing
import VirtualRadio

/// The client of the guide `in-process.md`, run as it stands there; the stage `guides` holds the page to it.
@Suite struct InProcessGuideTests {
    @Test func `the client of the guide reads the firmware revision`() throws {
        let simulation = Simulation(seed: 1)
        let air = Air(simulation)
        let board = MetaWearBoard(
            .metaMotionS, name: "wrist", address: Address("E8:C9:8F:52:7B:07")!,
            body: try ScriptedBody([.swing(Swing())]), environment: SimpleEnvironment(),
            in: simulation)
        air.add(board)

        let phone = Central(on: air, name: "phone")
        let link = try phone.connectAndWait(to: board.address)
        try link.discoverAndWait()
        let firmware = try link.readAndWait(try link.characteristic("2A26"))
        #expect(String(decoding: firmware, as: UTF8.self) == "1.7.2")
    }
}
