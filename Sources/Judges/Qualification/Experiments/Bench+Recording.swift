import Conformance
import MetaWearTables
import Simulation

/// What a log does while it records, and what is in it.
extension Bench {
    /// Of which boards the rows about the RAM page speak.
    private static let nand = "boards whose log is in NAND"

    func logRecording() throws(CaseEnd) {
        try emptyLog()
        try beginAccelerationLog()
        try startAccelerometer(50, isHeard: false)
        let first = try length() ?? 0
        try wait(.seconds(2))
        let grown = try length() ?? 0
        decide(163, grown > first + 1, "the length grew from \(first) to \(grown) within 2 s")
        try write(all: "0B 09 FF FF FF FF", "0B 0A")
        try wait(.seconds(1))
        let kept = try length() ?? 0
        let trigger =
            try ask("0B 82 00", "0B 82 rest:bytes", within: .seconds(1))?.bytes("rest") ?? []
        decide(
            7, kept >= grown && trigger.count >= 4 && trigger[0] == 0x03,
            "after both the length is \(kept), logger 0 is "
                + (trigger.count >= 4 ? "there" : "gone"))
        try flushes(kept)
        try write(all: "0B 01 00", "0B 0A")
        var ids = 0
        while ids < 40, try addLogger("01 01 FF 00") != nil { ids += 1 }
        decide(18, ids == 8 && facts.extra(.logging).first == 8, "\(ids) loggers could be made")
        try emptyLog()
    }

    /// The flush while the board records, and twice after it has stopped.
    private func flushes(_ recorded: Int) throws(CaseEnd) {
        // Without further entries, which might fill the page and take it to flash.
        try write(all: "03 01 00", "0B 10 01")
        try wait(.seconds(2))
        try write("0B 01 00")
        let flushed = try length() ?? 0
        guard facts.hasNAND else {
            try write("03 02 00 01")
            let again = try length() ?? 0
            let saw = "without a flush the length is \(again) of \(recorded)"
            if facts.isRL { decide(13, again >= recorded, saw) }
            for row in [10, 11, 12] { leaveOpen(row, "the row is about \(Self.nand); here " + saw) }
            return
        }
        decide(
            12, flushed >= recorded,
            "after a flush while it recorded the length is \(flushed) of \(recorded)")
        // Flash is idle now.
        try wait(.seconds(3))
        try write("0B 01 01")
        let idle = try flush(after: .seconds(1))
        // Now it is not.
        try write("0B 01 01")
        let busy = try flush(after: .milliseconds(600))
        decide(
            11, idle.stopped < idle.recording && busy.stopped < busy.recording,
            "the length is \(idle.recording) while it records, \(idle.stopped) once it has stopped")
        func words(_ flush: Flush) -> String {
            flush.latency.map { Self.words($0) } ?? "more than 8 s"
        }
        let saw = "a flush of an idle flash took \(words(idle)), one that followed \(words(busy))"
        answer(3, saw)
        decide(10, idle.latency != nil && busy.latency != nil && (idle.isLate || busy.isLate), saw)
    }

    private struct Flush {
        var recording: Int
        var stopped: Int
        /// The first length after it was not the whole one yet.
        var isLate: Bool
        var latency: Nanoseconds?
    }

    private func flush(after duration: Nanoseconds) throws(CaseEnd) -> Flush {
        let recording = try logAcceleration(50, for: duration)
        let stopped = try length() ?? 0
        let start = now
        try write("0B 10 01")
        let first = try length() ?? 0
        let isLate = first < recording
        let time =
            isLate ? try growth(to: recording, within: .seconds(8)).map { _ in now - start } : .zero
        return Flush(recording: recording, stopped: stopped, isLate: isLate, latency: time)
    }

    func logTriggers() throws(CaseEnd) {
        try emptyLog()
        _ = try addLogger("04 C1 00 20")
        try write("0B 01 01")
        let loud = try ask("04 81 00", "04 81 00 t:i16")?.number("t") ?? 0
        let before = try length() ?? 0
        for _ in 1...3 {
            try write("04 C1 00")
            try wait(.milliseconds(300))
        }
        let after = try length() ?? 0
        _ = try ask("04 81 00", "04 81 00 t:i16")
        let end = try length() ?? 0
        decide(
            15, before <= 1 && after >= 3 && end == after,
            "\(before) entries after a read, \(after) after three silent ones, \(end) after another read"
        )
        try write(all: "0B 01 00", "0B 10 01")
        try wait(.seconds(3))
        let readout = try readOut(max(1, try length() ?? 1), every: 100)
        if let entry = readout.entries.first?.bytes, entry.count >= 11 {
            let raw = Int16(bitPattern: UInt16(entry[7]) | UInt16(entry[8]) << 8)
            decide(
                16, abs(Double(raw) - loud) < 40,
                "\(Self.words(Double(raw) / 8)) °C was logged, \(Self.words(loud / 8)) °C read")
        } else {
            leaveOpen(16, "no entry was read")
        }
        try wrongRegister()
        try staleTriggers()
        try emptyLog()
    }

    private func wrongRegister() throws(CaseEnd) {
        guard facts.module(0x13) != nil else { return leaveOpen(17, "there is no gyroscope") }
        try emptyLog()
        let other = facts.gyroscopeData == 0x04 ? "05" : "04"
        _ = try addLogger("13 \(other) FF A0")
        try write("0B 01 01")
        try startGyroscope(50, isHeard: false)
        try wait(.seconds(2))
        let length = try length() ?? 0
        try stopGyroscope()
        decide(17, length <= 1, "a logger on `13 \(other)` recorded \(length) in 2 s")
    }

    private func staleTriggers() throws(CaseEnd) {
        try emptyLog()
        _ = try addLogger("01 01 FF 00")
        try rejoin()
        try beginAccelerationLog()
        let length = try logAcceleration(50, for: .seconds(2))
        decide(5, length <= 1, "beside an abandoned logger a new session recorded \(length) in 2 s")
    }

    /// How long a full log is filled here: at 1,600 entries a second, this many are erased in seconds.
    private static let filling = Nanoseconds.seconds(75)

    func logCollection() throws(CaseEnd) {
        let filled = try fillLog(for: Self.filling)
        try write(all: "0B 0D 01", "0B 0A")
        try forget()
        let start = now
        try write("0B 09 FF FF FF FF")
        try beginAccelerationLog()
        try startAccelerometer(50, isHeard: false)
        // A healthy board is above its first length within a poll or two.
        var rise: Nanoseconds?
        var lengths: [Int] = []
        while rise == nil, now - start < .seconds(120) {
            let length = try length() ?? 0
            lengths.append(length)
            if length > 1 { rise = now - start }
            _ = try ask("0B 81", "0B 81 on:u8")
            _ = try ask("0B 82 00", "0B 82 rest:bytes", within: .milliseconds(500))
            try wait(.milliseconds(300))
        }
        let limit: Nanoseconds = memory.dropsAreSilent ? .seconds(2) : .seconds(20)
        let notice = try expect("0B 0D", within: limit).map { $0.time - start }
        try stopAccelerometer()
        try emptyLog()
        let time = rise.map { Self.words($0) } ?? "more than 120 s"
        let end = notice.map { "came after " + Self.words($0) } ?? "did not come"
        let saw = "a log of \(filled) was dropped; a new session recorded after \(time)"
        answer(1, "after a drop of \(filled) entries it \(end)")
        answer(
            2,
            "for \(time) the length was \(Set(lengths.dropLast()).sorted()); the transcript has the rest"
        )
        let isSlow = (rise ?? .greatest) > .milliseconds(1_500)
        decide(1, isSlow, saw)
        decide(3, isSlow, saw)
        let isZero = lengths.first.map { $0 <= 1 } ?? false
        let isAtEnd = notice.map { $0 > .seconds(1) } ?? true
        decide(
            2, isZero && isSlow && isAtEnd,
            "the length was \(lengths.first ?? -1) at once, `0B 0D` \(end)")
        decide(164, isZero && (rise ?? .greatest) > .milliseconds(2_500), saw)
    }

    func resetAfterCollection() throws(CaseEnd) {
        try emptyLog()
        let empty = try absence()
        _ = try fillLog(for: Self.filling)
        try write(all: "0B 0A", "0B 09 FF FF FF FF")
        let full = try absence()
        func words(_ time: Nanoseconds?) -> String {
            time.map { Self.words($0) } ?? "more than 120 s"
        }
        let saw = "off the air for \(words(empty)) with an empty log, \(words(full)) after a clear"
        answer(5, saw)
        decide(40, (full ?? .seconds(120)) > (empty ?? .zero) + .seconds(2), saw)
    }

    /// How long `FE 05` with `FE 06` keeps the board off the air; nil if longer than any board was.
    private func absence() throws(CaseEnd) -> Nanoseconds? {
        try write(all: "FE 05", "FE 06")
        if try run.endOfLink(within: .seconds(8)) == nil { try run.leave() }
        let time = try silence(within: Self.patience)
        try join()
        return time
    }
}
