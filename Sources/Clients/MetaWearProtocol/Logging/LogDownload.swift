/// A readout of a board's log, as a value: packets go in, packets and entries come out (protocol, core 3.8).
///
/// It knows no time: how long to wait for what is the caller's business.
package struct LogDownload: Sendable {
    /// What to do next.
    package enum Action: Sendable, Equatable {
        /// Write this.
        case write(Packet)
        /// These came, and were not known before.
        case entries([RawLogEntry])
        /// So many are left of those that were asked for.
        case progress(remaining: UInt32)
        /// All came that the board announced; entries may still follow if it sends progress ahead of them.
        case finished
    }

    /// Of the logging module.
    package let revision: UInt8
    /// How many times the board is asked to report; 0 for once a page, which boards with 1.7 leave out.
    package let reports: UInt32
    /// What the board said; nil until it did.
    package private(set) var total: UInt32?
    /// By the last progress.
    package private(set) var remaining: UInt32?
    /// Entries that came, repeated ones not counted.
    package private(set) var received = 0
    /// Entries that came again after a lost link.
    package private(set) var repeated = 0
    /// True once the board said that nothing is left.
    package private(set) var isFinished = false
    /// What may come again, in this readout or in the next one.
    package private(set) var filter: RepeatFilter

    /// A readout of a board.
    ///
    /// - Parameter filter: of an earlier readout of the same log that was given up.
    package init(revision: UInt8, reports: UInt32 = 0, filter: RepeatFilter = RepeatFilter()) {
        self.revision = revision
        self.reports = reports
        self.filter = filter
    }

    /// What is written at the start, and again on each new link after a loss: flush and notifications. Then the caller asks
    /// for the length until it has settled, and lets the readout take the last answer.
    package mutating func begin() -> [Packet] {
        filter.restart()
        (total, remaining, isFinished) = (nil, nil, false)
        return (hasFlush ? [LogCommand.flushPage] : [])
            + registers.map { LogCommand.notify($0, true) }
    }

    /// The questions for the length behind ``begin()``.
    ///
    /// - Parameter expectsEntries: whether the caller knows that something was recorded.
    package func settling(expectsEntries: Bool = false) -> LengthSettling {
        LengthSettling(isFlushed: hasFlush, expectsEntries: expectsEntries)
    }

    private var hasFlush: Bool { revision >= 3 }

    /// What is written at the end, or when the caller gives up.
    package var endPackets: [Packet] { registers.map { LogCommand.notify($0, false) } }

    private var registers: [LogCommand.ReadoutRegister] {
        revision >= 2 ? [.entries, .pageComplete, .progress] : [.entries, .progress]
    }

    /// Of the entries that were asked for, 0 to 1.
    package var fraction: Double {
        guard let total else { return 0 }
        guard total > 0, let remaining else { return total == 0 ? 1 : 0 }
        return min(1, Double(total - min(total, remaining)) / Double(total))
    }

    /// Takes a packet of the board; those of other modules are left alone.
    package mutating func take(_ packet: Span<UInt8>) -> [Action] {
        guard packet.count >= 2, packet[0] == MWModule.logging.rawValue else { return [] }
        switch packet[1] {
        case 0x85: return request(packet)
        case 0x07:
            let all = RawLogEntry.parseAll(from: packet)
            let new = all.filter { !filter.isRepeated($0) }
            repeated += all.count - new.count
            received += new.count
            return new.isEmpty ? [] : [.entries(new)]
        case 0x08:
            guard packet.count >= 3 else { return [] }
            let left = UInt32(packet.unsigned(at: 2, bytes: min(4, packet.count - 2)))
            remaining = left
            if left == 0 { isFinished = true }
            return [.progress(remaining: left)] + (left == 0 ? [.finished] : [])
        case 0x0D:
            // Without a readout it is the end of an earlier drop (real boards of 2026: RB26-28).
            guard total ?? 0 > 0 else { return [] }
            filter.confirm()
            return [.write(LogCommand.confirmPage)]
        default: return []
        }
    }

    /// Takes a packet of the board.
    package mutating func take(_ packet: [UInt8]) -> [Action] { take(packet.span) }

    private mutating func request(_ answer: Span<UInt8>) -> [Action] {
        guard total == nil, answer.count >= 3 else { return [] }
        let count = UInt32(answer.unsigned(at: 2, bytes: min(4, answer.count - 2)))
        (total, remaining) = (count, count)
        guard count > 0 else {
            isFinished = true
            return [.finished]
        }
        return [.write(LogCommand.readout(answering: answer.array(), reports: reports))]
    }
}
