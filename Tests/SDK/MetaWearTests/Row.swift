import Foundation
import Testing

@testable import MetaWear

/// What the API gives beside the bytes of a document.
struct Row: Sendable, CustomTestStringConvertible {
    /// Hex; ` | ` between packets.
    let hex: String
    let packets: [Data]

    init(_ hex: String, _ packets: [Data]) {
        self.hex = hex
        self.packets = packets
    }

    init(_ hex: String, _ packet: Data) { self.init(hex, [packet]) }
    init(_ hex: String, _ command: some MWCommand) { self.init(hex, [command.commandData]) }
    init(_ hex: String, _ sequence: some MWCommandSequence) { self.init(hex, sequence.commands) }

    var testDescription: String { hex }

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(packets.hex == hex, sourceLocation: sourceLocation)
    }
}

extension Sequence<Data> {
    /// Hex pairs, ` | ` between packets.
    var hex: String { map(\.hex).joined(separator: " | ") }
}

extension Data {
    /// Hex pairs.
    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ") }

    /// The bytes of hex pairs.
    init(hex: String) {
        self.init(hex.split(separator: " ").map { UInt8($0, radix: 16) ?? 0 })
    }

    /// The same bytes as a slice whose indices do not start at 0.
    var slice: Data { (Data([0xAA, 0xBB, 0xCC]) + self).dropFirst(3) }
}
