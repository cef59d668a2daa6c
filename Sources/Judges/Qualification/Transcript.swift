import Conformance
import Simulation
import Wire

/// All packets of a qualification, as a list that `boardsim replay` reads: times in seconds, directions, bytes, and words
/// behind a `#`.
package struct Transcript: Sendable {
    /// What one experiment did.
    struct Part: Sendable {
        var experiment: String
        var about: String
        /// In the order of their times.
        var packets: [CaseRecord.Packet]
    }

    private(set) var parts: [Part] = []

    mutating func add(_ record: CaseRecord, of experiment: Experiment) {
        // A notification is recorded when it is looked at, which is later than it came.
        let sorted = record.packets.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        parts.append(
            Part(
                experiment: experiment.name, about: experiment.about, packets: sorted.map(\.element)
            ))
    }

    /// The whole list.
    ///
    /// - Parameter words: a packet in words; empty for none.
    package func text(
        of board: BoardFacts, _ words: (_ packet: [UInt8], _ fromBoard: Bool) -> String
    ) -> String {
        var lines = [
            "# \(board.model)", "firmware \(board.firmware)", "hardware \(board.hardware)",
        ]
        for part in parts {
            lines += ["", "# \(part.experiment): \(part.about)"]
            for packet in part.packets { lines.append(Self.line(packet, words)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(
        _ packet: CaseRecord.Packet, _ words: ([UInt8], Bool) -> String
    ) -> String {
        let thousandths = max(0, packet.time.nanoseconds) / 1_000_000
        let fraction = String(thousandths % 1_000)
        let time =
            "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
        if packet.direction == .note { return "# \(time) \(packet.note)" }
        let arrow = packet.direction == .host ? ">" : "<"
        let bytes = Hex.text(packet.bytes)
        if packet.characteristic == "command" || packet.characteristic == "notify" {
            let words = words(packet.bytes, packet.direction == .board)
            return "\(time) \(arrow) \(bytes)" + (words.isEmpty ? "" : "  # \(words)")
        }
        // An advertisement is no value of a characteristic, and an empty value has no bytes to write.
        let isValue = packet.characteristic.utf8.count == 4 && packet.characteristic != "scan"
        if !isValue || bytes.isEmpty {
            return "# \(time) \(arrow) \(packet.characteristic): \(bytes)"
        }
        return "\(time) \(arrow) \(packet.characteristic): \(bytes)"
    }
}
