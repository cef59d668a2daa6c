import Simulation

/// The packets of a case, and the numbers that it checked.
package struct CaseRecord {
    /// A packet, before it is described.
    package struct Packet {
        package var time: Instant
        package var direction: LogLine.Direction
        package var characteristic: String
        package var bytes: [UInt8]
        package var note = ""
    }

    /// More than anybody reads.
    static let limit = 4_000

    let start: Instant
    package private(set) var packets: [Packet] = []
    private(set) var checks: [NumericCheck] = []
    var follows: [CaseResult.Choice] = []

    init(start: Instant) { self.start = start }

    mutating func note(_ text: String, at time: Instant) {
        add(Packet(time: time, direction: .note, characteristic: "", bytes: [], note: text))
    }

    mutating func packet(
        _ bytes: [UInt8], _ direction: LogLine.Direction, _ characteristic: String,
        at time: Instant
    ) {
        add(
            Packet(
                time: time, direction: direction, characteristic: characteristic, bytes: bytes))
    }

    mutating func check(_ outcome: Condition.Outcome, of condition: Condition, at time: Instant) {
        guard checks.count < Self.limit, condition.says == nil else { return }
        checks.append(
            NumericCheck(
                name: condition.norm.isEmpty ? condition.field : "norm of \(condition.field) …",
                unit: condition.unit, seconds: (time - start).seconds, value: outcome.value,
                low: outcome.low, high: outcome.high))
    }

    private mutating func add(_ packet: Packet) {
        if packets.count < Self.limit { packets.append(packet) }
    }
}
