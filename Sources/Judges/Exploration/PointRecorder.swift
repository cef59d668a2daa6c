import ScenarioFile
import Simulation
import VirtualRadio

/// The points of a run, in the order in which they come.
package final class PointRecorder {
    package private(set) var points: [Point] = []
    /// What packets of a kind mean, as the trace says of the first.
    package private(set) var meanings: [String: String] = [:]
    private var counts: [Key: Int] = [:]
    /// Of each board.
    private var last: [Int: Instant] = [:]
    /// A shorter silence belongs to the packets around it.
    private static let silence = Nanoseconds.milliseconds(500)
    private static let longestKept = 64

    private struct Key: Hashable {
        var board: Int
        var connection: Int
        var pattern: PacketPattern
    }

    package init() {}

    /// Takes a packet as ``RunOptions/packetObserver`` has it.
    package func see(
        _ board: Int, _ unit: Span<UInt8>, _ role: LinkRole, _ connection: Int, _ now: Instant
    ) {
        guard let pattern = Self.pattern(of: unit, role) else { return }
        if let last = last[board], now - last >= Self.silence {
            let middle = last + (now - last).part(1, of: 2)
            let before = points.last { $0.board == board }?.packet ?? []
            points.append(
                Point(board: board, place: .silence(middle), time: middle, packet: before))
        }
        last[board] = now
        let key = Key(board: board, connection: connection, pattern: pattern)
        let number = counts[key, default: 0] + 1
        counts[key] = number
        let occurrence = PacketOccurrence(pattern, number: number, connection: connection)
        let start = PacketPattern.start(of: pattern.part, in: unit) ?? 0
        var packet: [UInt8] = []
        for index in start..<min(unit.count, start + Self.longestKept) {
            packet.append(unit[index])
        }
        points.append(
            Point(board: board, place: .packet(occurrence), time: now, packet: packet))
    }

    /// Takes a line of the trace: `1.250000000 wrist  > 0b 85  read log length`.
    package func hear(_ line: String) {
        guard let start = line.firstRange(of: "  > ") ?? line.firstRange(of: "  < ") else { return }
        let packet = line[line.index(start.lowerBound, offsetBy: 2)...]
        guard let end = packet.firstRange(of: "  ") else { return }
        let label = packet[..<end.lowerBound].split(separator: " ").prefix(3)
            .joined(separator: " ")
        let words = packet[end.upperBound...].prefix { $0 != ":" && $0 != "," }
        if meanings[label] == nil { meanings[label] = String(words) }
    }

    /// The kind of a packet: module and register of a value, else its opcode.
    private static func pattern(of unit: Span<UInt8>, _ role: LinkRole) -> PacketPattern? {
        if let start = PacketPattern.start(of: .value, in: unit), unit.count > start {
            let bytes = (start..<min(unit.count, start + 2)).map { Optional(unit[$0]) }
            return PacketPattern(to: role, .value, bytes)
        }
        guard let start = PacketPattern.start(of: .attribute, in: unit) else { return nil }
        return PacketPattern(to: role, .attribute, [unit[start]])
    }
}
