import Conformance
import Simulation

/// The log (protocol, core 3).
extension Bench {
    /// The length; nil if the board does not tell it.
    func length() throws(CaseEnd) -> Int? {
        try ask("0B 85", "0B 85 entries:u32").map { Int($0.number("entries")) }
    }

    /// Stops logging, removes everything and waits until it is erased; how long that took by `0B 0D`, nil if it never came.
    @discardableResult func emptyLog() throws(CaseEnd) -> Nanoseconds? {
        try write(all: "0B 0D 01", "0B 01 00", "0B 0A")
        try forget()
        let start = now
        try write("0B 09 FF FF FF FF")
        let limit: Nanoseconds = memory.dropsAreSilent ? .seconds(15) : .seconds(95)
        guard let notice = try expect("0B 0D", within: limit) else {
            memory.dropsAreSilent = true
            return nil
        }
        return notice.time - start
    }

    /// A logger for a signal; its id, or nil if the board gives none.
    func addLogger(_ signal: String) throws(CaseEnd) -> UInt8? {
        try ask("0B 02 \(signal)", "0B 02 id:u8", within: .seconds(1)).map {
            UInt8($0.number("id"))
        }
    }

    /// Two loggers for the whole acceleration, and logging on.
    func beginAccelerationLog() throws(CaseEnd) {
        _ = try addLogger("03 04 FF 60")
        _ = try addLogger("03 04 FF 24")
        try write("0B 01 01")
    }

    /// Logs acceleration for a while and stops; the length before the end.
    func logAcceleration(_ hertz: Int, for duration: Nanoseconds) throws(CaseEnd) -> Int {
        try startAccelerometer(hertz, isHeard: false)
        try wait(duration)
        try write("03 01 00")
        let length = try length() ?? 0
        try write(all: "0B 01 00", "03 02 00 01")
        return length
    }

    /// Fills the log for a while, and has it in flash; its length.
    func fillLog(for duration: Nanoseconds) throws(CaseEnd) -> Int {
        try emptyLog()
        try beginAccelerationLog()
        _ = try logAcceleration(800, for: duration)
        try write("0B 10 01")
        try wait(.seconds(3))
        return try length() ?? 0
    }

    /// How long the length takes to reach a number; nil if it does not.
    func growth(to wanted: Int, within limit: Nanoseconds) throws(CaseEnd) -> Nanoseconds? {
        let start = now
        while now - start <= limit {
            if let length = try length(), length >= wanted { return now - start }
            try wait(.milliseconds(250))
        }
        return nil
    }

    /// What came of a readout.
    struct Readout {
        var entries: [CaseRun.Received] = []
        /// Reports of progress, the final one included.
        var reports = 0
        var pages = 0
        var isComplete = false
        /// Packets with entries behind the final report.
        var late = 0

        /// Of both entries in each packet.
        var count: Int { entries.reduce(0) { $0 + ($1.bytes.count - 2) / 9 } }
    }

    /// Reads entries out, and confirms each page.
    func readOut(_ count: Int, every interval: Int) throws(CaseEnd) -> Readout {
        try write(all: "0B 07 01", "0B 08 01", "0B 0D 01")
        try forget()
        func little(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        try write([0x0B, 0x06] + little(count) + little(interval))
        var readout = Readout()
        var quiet = now + .seconds(10)
        while let packet = try nextPacket(before: quiet) {
            guard packet.bytes.count > 1, packet.bytes[0] == 0x0B else { continue }
            switch packet.bytes[1] {
            case 0x07:
                readout.entries.append(packet)
                if readout.isComplete { readout.late += 1 }
            case 0x08:
                readout.reports += 1
                if packet.bytes[2...].allSatisfy({ $0 == 0 }) { readout.isComplete = true }
            case 0x0D:
                readout.pages += 1
                try write("0B 0E")
            default: continue
            }
            quiet = now + (readout.isComplete ? .seconds(1) : .seconds(10))
        }
        return readout
    }

    private func nextPacket(before limit: Instant) throws(CaseEnd) -> CaseRun.Received? {
        while run.inbox.isEmpty {
            guard run.linkEnd == nil, now < limit else { return nil }
            try run.listen(until: min(limit, now + .milliseconds(100)))
        }
        return run.inbox.removeFirst()
    }
}
