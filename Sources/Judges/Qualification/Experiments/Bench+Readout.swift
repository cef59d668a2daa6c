import Conformance
import Simulation

/// What a readout sends, and what it leaves.
extension Bench {
    func logReadout() throws(CaseEnd) {
        try smallLog()
        try emptyLog()
        try beginAccelerationLog()
        _ = try logAcceleration(200, for: .seconds(4))
        try write("0B 10 01")
        try wait(.seconds(3))
        let length = try length() ?? 0
        guard length > 100 else {
            throw .stopped("the board logged \(length) entries in 4 s")
        }
        try write(all: "0B 07 01", "0B 08 01", "0B 0D 01")
        try forget()
        try write("0B 06 00 00 00 00 01 00 00 00")
        let answers = try packets(for: .seconds(5)).count { $0.bytes.first == 0x0B }
        decide(
            21, answers == 0, answers == 0 ? "no answer in 5 s" : "\(answers) packets in 5 s",
            if: facts.isOf17)
        try brokenReadout(length)
        let reads = try pageReads()
        // The largest packets that this host allows.
        _ = try run.exchangeMTU(247)
        let readout = try readOut(length, every: 0)
        try judge(readout, length)
        guard let reads, facts.hasNAND else {
            return leaveOpen(93, "the row is about boards whose log is in NAND")
        }
        let after = try pageReads()
        decide(
            93, (after ?? 0) > reads,
            "the first count went from \(Int(reads)) to \(after.map { Int($0) } ?? -1)")
        try emptyLog()
    }

    private func pageReads() throws(CaseEnd) -> Double? {
        try ask("FE 93", "FE 93 reads:u32 rest:bytes", within: .seconds(1))?.number("reads")
    }

    /// The vendor's test of a clear: little is erased, and the board records again at once.
    private func smallLog() throws(CaseEnd) {
        try emptyLog()
        try beginAccelerationLog()
        _ = try logAcceleration(50, for: .seconds(1))
        try write("0B 10 01")
        try wait(.seconds(3))
        let time = try emptyLog()
        answer(
            1,
            time.map { "after a drop of a small log it came after " + Self.words($0) }
                ?? "it did not come")
        let early = try length() ?? 0
        if early == 1 {
            decide(6, true, "the length is 1 after a clear")
        } else {
            leaveOpen(6, "the length is \(early) after a clear")
        }
        try write("0B 09 FF FF FF FF")
        try wait(.milliseconds(500))
        let cleared = try length() ?? -1
        try beginAccelerationLog()
        let first = try length() ?? 0
        let grown = try logAcceleration(50, for: .seconds(2))
        decide(
            4, cleared <= 1 && grown > first + 1,
            "500 ms after a clear the length is \(cleared), after 2 s of a new session \(grown)")
    }

    /// The link goes in the middle of a page.
    private func brokenReadout(_ length: Int) throws(CaseEnd) {
        func little(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        try write([0x0B, 0x06] + little(length) + little(100))
        _ = try expect("0B 07 rest:bytes", within: .seconds(5))
        try rejoin()
        let left = try self.length() ?? -1
        let saw = "the length was \(length) before, \(left) after"
        answer(9, left > 0 ? "yes: \(saw)" : "no: \(saw)")
        decide(24, left == 0, saw)
    }

    private func judge(_ readout: Readout, _ length: Int) throws(CaseEnd) {
        guard readout.count > 0 else {
            for row in [20, 22, 23, 27, 28] { leaveOpen(row, "the readout gave nothing") }
            return
        }
        let word = readout.reports == 1 ? "report" : "reports"
        let reports = "\(readout.reports) \(word) for \(readout.pages) pages, the end included"
        answer(8, reports)
        decide(20, readout.reports == 1 && readout.isComplete, reports, if: facts.isOf17)
        if readout.late > 0 {
            decide(22, true, "\(readout.late) packets came behind the final report")
        } else {
            leaveOpen(22, "none came behind the final report")
        }
        let sizes = Set(readout.entries.map(\.bytes.count)).sorted()
        decide(27, sizes.allSatisfy { $0 == 11 || $0 == 20 }, "packets of \(sizes) bytes")
        decide(28, readout.pages > 0, "\(readout.pages) pages were completed")
        if let first = readout.entries.first?.time, let last = readout.entries.last?.time,
            last > first
        {
            let rate = Double(readout.count) / (last - first).seconds
            let largest = Self.events(of: readout.entries.map(\.time)).max() ?? 0
            let saw =
                "\(readout.count) entries, \(Self.words(rate)) a second, at most \(largest) packets in a"
                + " connection event"
            if largest > 3, isLive {
                leaveOpen(23, saw + "; this host may hand over several events at once")
            } else {
                decide(23, largest <= 3, saw)
            }
        }
    }
}
