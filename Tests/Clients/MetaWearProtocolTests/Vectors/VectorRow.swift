import Testing
import Wire

@testable import MetaWearProtocol

/// Packets of a document beside what a host builds.
struct VectorRow: Sendable, CustomTestStringConvertible {
    /// Hex; ` | ` between packets.
    let hex: String
    let packets: [Packet]

    init(_ hex: String, _ packets: [Packet]) {
        self.hex = hex
        self.packets = packets
    }

    init(_ hex: String, _ packet: Packet) { self.init(hex, [packet]) }
    init(_ hex: String, _ command: some HostCommand) { self.init(hex, [command.packet]) }
    init(_ hex: String, _ sequence: some HostCommandSequence) { self.init(hex, sequence.packets) }

    var testDescription: String { hex }

    /// The packets as the document writes them.
    var text: String { packets.map { Hex.text($0.bytes) }.joined(separator: " | ") }

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(text == hex.lowercased(), sourceLocation: sourceLocation)
    }
}
