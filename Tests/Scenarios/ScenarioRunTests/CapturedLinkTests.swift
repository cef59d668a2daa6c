import Bluetooth
import MetaWearBoard
import Motion
import Peripheral
import Simulation
import Testing
import VirtualRadio

@testable import Central

/// The link of a captured MetaMotion R: 48.75 ms, latency 0, supervision timeout 420 ms (protocol,
/// real boards 1.1). From a write to its answer it took 2, 3, 4 or 5 intervals, 2.86 in the mean of 64.
@Suite struct CapturedLinkTests {
    static let parameters = ConnectionParameters(
        interval: .microseconds(48_750), latency: 0, supervisionTimeout: .milliseconds(420))

    /// Asks one module after the other, the next as soon as an answer has come, as the host of the
    /// capture did; the intervals that each took.
    static func intervals(
        of profile: BoardProfile, rounds: Int, loss: Double = 0, seed: UInt64 = 1
    ) throws -> [Double] {
        let simulation = Simulation(seed: seed)
        let air = Air(simulation)
        let board = MetaWearBoard(
            profile, name: "board", address: Address("E8:C9:8F:52:7B:07")!,
            body: try ScriptedBody([.pause(1)]),
            environment: SimpleEnvironment(), in: simulation)
        air.add(board)
        let host = Central(on: air, name: "host")
        let link = try host.connectAndWait(to: board.address, parameters: parameters)
        try link.discoverAndWait()
        let command = try link.characteristic("326A9001-85CB-9195-D9DD-464CFBBAE75A")
        var written = Instant.zero
        var found: [Double] = []
        func ask() {
            written = simulation.now
            link.write([UInt8(found.count % 0x0D + 1), 0x80], to: command, .command) { _ in }
        }
        try link.subscribeAndWait(
            to: try link.characteristic("326A9006-85CB-9195-D9DD-464CFBBAE75A")
        ) { time, _ in
            found.append((time - written).seconds / 0.04875)
            if found.count < rounds { ask() }
        }
        if loss > 0 {
            air.interfere(
                with: board.address, lossToPeripheral: loss, lossToCentral: loss,
                from: simulation.now, for: .seconds(3600.0))
        }
        ask()
        simulation.run(for: .seconds(600.0))
        #expect(link.isOpen && found.count == rounds)
        return found
    }

    @Test func `an answer takes two intervals: one event for the write, the next for it`() throws {
        for profile in [BoardProfile.metaMotionR, .metaMotionRL, .metaMotionS] {
            let found = try Self.intervals(of: profile, rounds: 40)
            // The first write did not come right after an event.
            #expect(found.dropFirst().allSatisfy { abs($0 - 2) < 0.05 }, "\(found)")
            #expect(found.allSatisfy { $0 >= 0.99 })
        }
    }

    @Test func `lost packets make it three, four and five, with the mean of the capture`() throws {
        // Of each packet 21 % are lost: 1/(1 - q) + 1/(1 - q)² = 2.87 intervals.
        let found = try Self.intervals(of: .metaMotionR, rounds: 640, loss: 0.21).dropFirst()
        #expect(found.allSatisfy { abs($0 - $0.rounded()) < 0.05 && $0 > 1.9 })
        let counts = (2...5).map { wanted in found.count { Int($0.rounded()) == wanted } }
        #expect(counts.allSatisfy { $0 > 10 }, "\(counts)")
        let mean = found.reduce(0, +) / Double(found.count)
        #expect(mean > 2.6 && mean < 3.15, "\(mean)")
    }

    @Test(arguments: [(BoardProfile.metaMotionR, false), (.metaMotionS, true)])
    func `a link has what both sides can`(_ profile: BoardProfile, _ isNew: Bool) throws {
        let simulation = Simulation(seed: 1)
        let air = Air(simulation, radio: Radio(phy: .twoMegabit, dataLength: 251))
        let board = MetaWearBoard(
            profile, name: "board", address: Address("E8:C9:8F:52:7B:07")!,
            body: try ScriptedBody([.pause(1)]),
            environment: SimpleEnvironment(), in: simulation)
        air.add(board)
        let host = Central(on: air, name: "host")
        let link = try #require(try host.connectAndWait(to: board.address).state.link)
        for phy in [link.toCentral.phy, link.toPeripheral.phy] {
            #expect(phy == (isNew ? .twoMegabit : .oneMegabit))
        }
        for length in [link.toCentral.dataLength, link.toPeripheral.dataLength] {
            #expect(length == (isNew ? 251 : 27))
        }
        let features = link.end(.peripheral).linkIdentity.features
        #expect((features == LinkLayerIdentity.Feature.encryption) == !isNew, "as captured")
    }
}
