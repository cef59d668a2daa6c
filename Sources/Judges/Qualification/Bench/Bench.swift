import Bluetooth
import Central
import Conformance
import Simulation
import Wire

/// A board on the bench: what experiments do to it, and what they found.
package final class Bench {
    let run: CaseRun
    let facts: BoardFacts
    let memory: BenchMemory
    private(set) var findings: [Finding] = []
    private(set) var answers: [Answer] = []

    init(_ run: CaseRun, _ facts: BoardFacts, _ memory: BenchMemory) {
        self.run = run
        self.facts = facts
        self.memory = memory
    }

    // MARK: Decisions

    /// What was seen of a row, and whether that is what the row says.
    ///
    /// - Parameters:
    ///   - isAsked: whether the row speaks of such a board at all.
    ///   - whom: of which boards it speaks.
    func decide(
        _ row: Int, _ holds: Bool, _ saw: String, if isAsked: Bool = true,
        about whom: String = "S and RL with 1.7"
    ) {
        if isAsked {
            findings.append(
                Finding(row: row, verdict: holds ? .confirmed : .contradicted, saw: saw))
        } else {
            leaveOpen(row, "the row is about \(whom); here \(saw)")
        }
    }

    /// What was seen does not decide a row.
    func leaveOpen(_ row: Int, _ saw: String) {
        findings.append(Finding(row: row, verdict: .open, saw: saw))
    }

    /// What was seen answers a question.
    func answer(_ question: Int, _ text: String) {
        answers.append(Answer(question: question, text: text))
    }

    // MARK: Time

    var now: Instant { run.access.now }
    /// Whether the host's own delays are in the times.
    var isLive: Bool { run.access.pump.isLive }

    /// Lets time pass.
    func wait(_ duration: Nanoseconds) throws(CaseEnd) { try run.listen(until: now + duration) }

    /// A time in words: `1.25 s`.
    static func words(_ time: Nanoseconds) -> String { words(time.seconds) + " s" }

    /// With two decimals.
    static func words(_ value: Double) -> String {
        let hundredths = Int((abs(value) * 100).rounded())
        let digits = hundredths % 100
        return (value < 0 ? "-" : "") + "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)"
    }

    // MARK: Packets

    /// Writes a command, given in hexadecimal.
    func write(_ text: String) throws(CaseEnd) { try write(Hex.bytes(text) ?? []) }

    func write(_ bytes: [UInt8]) throws(CaseEnd) { try run.send(bytes) }

    /// Writes several commands one after the other.
    func write(all packets: String...) throws(CaseEnd) {
        for packet in packets { try write(packet) }
    }

    /// Writes a request; the fields of its answer, or nil if none comes.
    func ask(
        _ request: String, _ answer: String, within limit: Nanoseconds = .seconds(2)
    ) throws(CaseEnd) -> PacketFields? {
        try write(request)
        return try expect(answer, within: limit)?.fields
    }

    /// The next packet that a pattern matches; nil if none comes.
    func expect(
        _ pattern: String, within limit: Nanoseconds
    ) throws(CaseEnd) -> (time: Instant, fields: PacketFields)? {
        try run.first(PacketPattern(pattern), before: now + limit)
    }

    /// Discards what has arrived, and what is still on its way.
    func forget() throws(CaseEnd) {
        try wait(.milliseconds(200))
        run.inbox = []
    }

    /// Every notification that arrives for a while.
    func packets(for duration: Nanoseconds) throws(CaseEnd) -> [CaseRun.Received] {
        run.inbox = []
        try wait(duration)
        defer { run.inbox = [] }
        return run.inbox
    }

    /// The fields of all packets of a kind that arrive for a while.
    func samples(
        _ pattern: String, for duration: Nanoseconds
    ) throws(CaseEnd) -> [(time: Instant, fields: PacketFields)] {
        let pattern = PacketPattern(pattern)
        var found: [(time: Instant, fields: PacketFields)] = []
        for packet in try packets(for: duration) {
            if let fields = try run.fields(pattern, of: packet) {
                found.append((packet.time, fields))
            }
        }
        return found
    }

    /// A value of a characteristic as text; empty if there is none.
    func text(_ characteristic: BluetoothUUID) throws(CaseEnd) -> String {
        String(
            decoding: (try run.value(of: characteristic) ?? []).prefix { $0 != 0 }, as: UTF8.self)
    }

    // MARK: Links

    /// How long a board may be off the air: a full log is erased for 90 s.
    static let patience = Nanoseconds.seconds(120)

    /// Connects and listens to notifications; the experiment ends if the board is not to be reached.
    func join() throws(CaseEnd) {
        // The end of an earlier link must not be taken for that of this one.
        try run.listen(until: now)
        run.access.knownServices = memory.services
        guard try run.join(within: Self.patience, subscribes: true) else {
            throw .stopped("the board could not be reached again")
        }
    }

    /// Ends the link and connects again.
    func rejoin(after pause: Nanoseconds = .milliseconds(500)) throws(CaseEnd) {
        try run.leave()
        try wait(pause)
        try join()
    }

    /// Restarts the board by `FE 01` and connects again; how long it took to end the link, nil if it did not.
    @discardableResult func restart() throws(CaseEnd) -> Nanoseconds? {
        try write("FE 01")
        return try rejoinAfterRestart(within: .seconds(8))
    }

    /// The link ends within a time, from whichever side, and is made again.
    func rejoinAfterRestart(within limit: Nanoseconds) throws(CaseEnd) -> Nanoseconds? {
        let end = try run.endOfLink(within: limit)
        if end == nil { try run.leave() }
        try join()
        return end
    }

    /// How long until the board is heard; nil if it is not.
    func silence(within limit: Nanoseconds) throws(CaseEnd) -> Nanoseconds? {
        let start = now
        while now - start < limit {
            if let first = try run.advertisements(for: .milliseconds(500)).first {
                return max(.zero, first.time - start)
            }
        }
        return nil
    }

    /// A radio that gives each advertisement as it was on the air.
    var hearsAdvertisements: Bool {
        !run.access.limits.contains(.advertisingIsInterpreted)
    }

    /// For rows about what a daemon does not pass on.
    static let interpreted = "this host does not pass on each advertisement as it was"
}

/// What experiments know of one another.
final class BenchMemory {
    /// Of the application.
    var services: [RemoteService]
    /// A drop was not answered by `0B 0D`, however long it was waited for.
    var dropsAreSilent = false
    /// Looks at a board and answers yes or no; nil if nobody is there.
    var person: ((String) -> Bool?)?

    init(services: [RemoteService], person: ((String) -> Bool?)?) {
        self.services = services
        self.person = person
    }
}
