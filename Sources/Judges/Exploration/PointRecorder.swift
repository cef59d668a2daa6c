import ScenarioFile
import ScenarioRun
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
    /// The last advertisement of each board that a host has received.
    private var heard: [Int: Instant] = [:]
    /// A shorter silence belongs to the packets around it.
    private static let silence = Nanoseconds.milliseconds(500)
    /// Between two advertisements that a host receives: then it has waited for the second one.
    private static let wait = Nanoseconds.seconds(1)
    private static let longestKept = 64

    private struct Key: Hashable {
        var board: Int
        var connection: Int
        var pattern: PacketPattern
    }

    private let boards: [String]

    /// - Parameter boards: their names, in the order of the scenario.
    package init(boards: [String]) { self.boards = boards }

    /// Takes what happens in a run with these options.
    package func watch(_ options: inout RunOptions) {
        let sink = options.traceSink
        options.packetObserver = { self.see($0, $1, $2, $3, $4) }
        options.advertisementObserver = { self.hearAdvertisement(of: $0, $1) }
        options.traceSink = { line in
            self.hear(line)
            sink?(line)
        }
    }

    /// Whether a packet, as ``RunOptions/packetObserver`` has it, is a point.
    package static func isPoint(_ unit: Span<UInt8>) -> Bool {
        if let start = PacketPattern.start(of: .value, in: unit), unit.count > start { return true }
        return PacketPattern.start(of: .attribute, in: unit) != nil
    }

    /// Takes a packet as ``RunOptions/packetObserver`` has it.
    private func see(
        _ board: Int, _ unit: Span<UInt8>, _ role: LinkRole, _ connection: Int, _ now: Instant
    ) {
        guard let pattern = Self.pattern(of: unit, role) else { return }
        if let last = last[board], now - last >= Self.silence { addSilence(board, until: now) }
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

    /// Takes an advertisement of a board that a host has received; a host that goes on listening does not wait.
    func hearAdvertisement(of board: Int, _ now: Instant) {
        defer { heard[board] = now }
        if let heard = heard[board], now - heard < Self.wait { return }
        let time = max(.zero, now - .milliseconds(1))
        points.append(Point(board: board, place: .advertisement(time), time: time, packet: []))
    }

    private func addSilence(_ board: Int, until now: Instant) {
        let last = last[board] ?? .zero
        let middle = last + (now - last).part(1, of: 2)
        let before = points.last { $0.board == board }?.packet ?? []
        points.append(Point(board: board, place: .silence(middle), time: middle, packet: before))
    }

    /// Changes of a board's state, as the trace has them, and their words.
    private static let states = [
        State("link  connected", "the connection"),
        State("link  disconnected", "the end of the link"), State("booted", "the boot"),
        State("RAM page flushed", "the flush of the log"),
        State("readout ends", "the end of the readout"),
        State("garbage collection of", "the beginning of the erasure"),
        State("garbage collection ends", "the end of the erasure"),
        State("log full", "the end of the log's memory"),
        State("queue full", "the filling of the queue"),
        State("flash failed", "the failure of the flash"),
        State("crashed", "the crash of the firmware"),
        State("reset by watchdog", "the reset by the watchdog"),
        State("advertising timeout", "the end of advertising"),
        State("sleeps until", "the beginning of the board's sleep"),
        State("wakes", "the end of the board's sleep"),
    ]

    private struct State {
        /// How the line begins after the board's name.
        var start: String
        var words: String

        init(_ start: String, _ words: String) { (self.start, self.words) = (start, words) }
    }

    /// Takes a line of the trace: `1.250000000 wrist  > 0b 85  read log length`.
    package func hear(_ line: String) {
        guard let start = line.firstRange(of: "  > ") ?? line.firstRange(of: "  < ") else {
            return hearState(line)
        }
        let packet = line[line.index(start.lowerBound, offsetBy: 2)...]
        guard let end = packet.firstRange(of: "  ") else { return }
        let label = packet[..<end.lowerBound].split(separator: " ").prefix(3)
            .joined(separator: " ")
        let words = packet[end.upperBound...].prefix { $0 != ":" && $0 != "," }
        if meanings[label] == nil { meanings[label] = String(words) }
    }

    /// Takes a line such as `25.985830263 wrist  link  disconnected: connectionTimeout`.
    private func hearState(_ line: String) {
        let text = line.drop { $0 == " " }
        guard let blank = text.firstIndex(of: " "), let time = Self.time(text[..<blank]) else {
            return
        }
        let rest = text[text.index(after: blank)...]
        for (board, name) in boards.enumerated() where rest.hasPrefix("\(name)  ") {
            let what = rest.dropFirst(name.count + 2)
            guard let state = Self.states.first(where: { what.hasPrefix($0.start) }) else {
                continue
            }
            let gap = time - (last[board] ?? .zero)
            if gap >= Self.silence { addSilence(board, until: time) }
            last[board] = time
            points.append(
                Point(board: board, place: .state(state.words, time), time: time, packet: []))
        }
    }

    /// Of a line of the trace: seconds with nine decimals.
    private static func time(_ text: Substring) -> Instant? {
        let parts = text.split(separator: ".")
        guard parts.count == 2, parts[1].utf8.count == 9, let seconds = Int64(parts[0]),
            let rest = Int64(parts[1])
        else { return nil }
        return Instant(nanoseconds: seconds * 1_000_000_000 + rest)
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
