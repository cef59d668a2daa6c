import Bluetooth
import Central
import MetaWearBoard
import Motion
import Simulation
import Testing
import VirtualRadio

/// The README's client in Swift, run as it stands there.
@Suite struct ReadmeTests {
    @Test func `the client of the README reads the firmware revision`() throws {
        // begin
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
        // end
        #expect(String(decoding: firmware, as: UTF8.self) == "1.7.3")
    }

    @Test func `the README shows this very client`() throws {
        let lines = try Repository.text("Tests/ScenarioTests/ReadmeTests.swift")
            .split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// begin") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// end") })
        let client = lines[begin + 1..<end].map { $0.isEmpty ? $0 : $0.dropFirst(8) }
            .joined(separator: "\n")
        #expect(try Repository.text("README.md").contains(client))
    }
}
