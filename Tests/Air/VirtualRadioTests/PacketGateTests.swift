import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import VirtualRadio

/// What a gate decides about packets, and what losses mean for the event that they are in.
struct PacketGateTests {
    /// Write Command to handle 3, with one byte.
    private static func write(_ byte: UInt8) -> [UInt8] { [0x52, 3, 0, byte] }

    private final class Gate: PacketGate {
        var fates: [PacketFate]
        private(set) var asked: [[UInt8]] = []
        private(set) var arrived = 0

        init(_ fates: PacketFate...) { self.fates = fates }

        func fate(of unit: Span<UInt8>, to role: LinkRole, on link: Link) -> PacketFate {
            asked.append(unit.indices.map { unit[$0] })
            return fates.isEmpty ? .arrives : fates.removeFirst()
        }

        func arrived(to role: LinkRole, on link: Link) { arrived += 1 }

        private(set) var heard = 0

        func advertisementWasHeard() { heard += 1 }
    }

    /// What the peripheral received of three writes, without headers.
    private static func play(_ gate: Gate) throws -> (bytes: [UInt8], pair: LinkedPair) {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        pair.peripheral.node.gate = gate
        for byte in 1...3 { link.send(write(UInt8(byte)).span, channel: 4, from: .central) }
        pair.run(.milliseconds(200))
        return (pair.peripheral.end.received.compactMap(\.last), pair)
    }

    @Test(arguments: [
        ([PacketFate.arrives], [1, 2, 3] as [UInt8], 3), ([.vanishes], [2, 3], 3),
        ([.arrives, .vanishes], [1, 3], 3), ([.arrivesTwice], [1, 1, 2, 3], 3),
        ([.waits], [1, 2, 3], 4), ([.arrives, .arrivesLast], [1, 2, 3], 3),
        ([.isRefused(.unlikelyError)], [2, 3], 3),
    ])
    func `each fate, and each packet asked about once`(
        fates: [PacketFate], wanted: [UInt8], asked: Int
    ) throws {
        let gate = Gate()
        gate.fates = fates
        let (bytes, pair) = try Self.play(gate)
        #expect(bytes == wanted)
        #expect(gate.asked.count(where: { $0.count == 8 }) == asked)
        #expect(gate.arrived == (fates.last == .arrivesLast ? 1 : 0))
        #expect(pair.peripheral.node.statistics.packetsToPeripheral == 3)
    }

    @Test func `what comes after a packet that is the last waits for the next event`() throws {
        let gate = Gate(.arrivesLast)
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        pair.peripheral.node.gate = gate
        for byte in 1...3 { link.send(Self.write(UInt8(byte)).span, channel: 4, from: .central) }
        let before = pair.peripheral.node.statistics.connectionEvents
        while pair.peripheral.node.statistics.connectionEvents == before {
            pair.run(.milliseconds(1))
        }
        #expect(pair.peripheral.end.received.count == 1)
        #expect(pair.link?.failingSince == nil)
    }

    /// The supervision timeout counts events in which nothing was exchanged.
    @Test func `an event in which something got through has not failed`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        let node = pair.peripheral.node
        node.interferences = [
            Interference(
                start: node.medium.clock.now, end: node.medium.clock.now + .seconds(100), inward: 0,
                outward: 0.5)
        ]
        node.refresh()
        var partial = 0
        for _ in 0..<60 {
            for _ in 0..<3 { link.send(Self.write(1).span, channel: 4, from: .peripheral) }
            let before = node.statistics
            while node.statistics.connectionEvents == before.connectionEvents {
                pair.run(.milliseconds(1))
            }
            let after = node.statistics
            guard after.packetsToCentral > before.packetsToCentral,
                after.retransmissions > before.retransmissions
            else { continue }
            partial += 1
            #expect(link.failingSince == nil)
        }
        #expect(partial > 3)
    }
}
