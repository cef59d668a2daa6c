/// The log's unit of time: 48/32768 s (protocol, core 3.4).
package enum LogTick {
    /// Milliseconds of one tick.
    package static let milliseconds = 1.464_843_75
    /// Bits of the number that counts the board's starts.
    package static let resetUIDMask: UInt8 = 0x07
    private static let attoseconds: Int64 = 1_464_843_750_000_000

    /// So many ticks, exactly.
    package static func duration(_ ticks: Int64) -> Duration {
        let product = ticks.multipliedFullWidth(by: attoseconds)
        return Duration(attoseconds: Int128(product.high) << 64 | Int128(product.low))
    }

    /// The ticks that have gone by after some time.
    package static func ticks(in duration: Duration) -> Int64 {
        Int64(clamping: duration.attoseconds / Int128(attoseconds))
    }
}

/// Ticks of one start of a board, without their wraps.
package struct TickCounter: Sendable, Equatable {
    /// How far a tick may go back without being a wrap: later parts of a sample, a stamp that came late; 96 s.
    package static let slack: UInt32 = 0x1_0000

    /// Of the last tick.
    package private(set) var wraps: UInt32 = 0
    private var last: UInt32?

    /// No tick yet.
    package init() {}

    /// A tick with the wraps before it. Ticks come in the order of recording; one that goes back far is a wrap.
    package mutating func extend(_ tick: UInt32) -> UInt64 {
        guard let last else {
            self.last = tick
            return UInt64(tick)
        }
        let forward = tick &- last
        // A little back, perhaps over the wrap itself.
        if forward > UInt32.max - Self.slack {
            let wraps = tick > last && wraps > 0 ? wraps - 1 : wraps
            return UInt64(wraps) << 32 | UInt64(tick)
        }
        if tick < last { wraps += 1 }
        self.last = tick
        return UInt64(wraps) << 32 | UInt64(tick)
    }
}

/// Ticks of a log whose board started several times in between.
package struct LogClock: Sendable, Equatable {
    private var counters: [TickCounter?] = Array(repeating: nil, count: 8)
    private var lastUID: UInt8?

    /// No tick yet.
    package init() {}

    /// An entry's tick with the wraps before it. Entries come in the order of recording; a reset uid that comes back
    /// after another one is a new start, eight starts later.
    package mutating func extend(_ entry: RawLogEntry) -> UInt64 {
        let slot = Int(entry.resetUID & LogTick.resetUIDMask)
        if lastUID != entry.resetUID { counters[slot] = nil }
        lastUID = entry.resetUID
        var counter = counters[slot] ?? TickCounter()
        defer { counters[slot] = counter }
        return counter.extend(entry.tick)
    }
}

/// The board's clock as a host read it: `[0B 84 tick uid]`.
package struct LogTimeReading: Sendable, Equatable {
    /// Ticks since the start.
    package let tick: UInt32
    /// Counts the board's starts, 0 to 7; nil for firmware that does not.
    package let resetUID: UInt8?

    /// A reading.
    package init(tick: UInt32, resetUID: UInt8?) {
        self.tick = tick
        self.resetUID = resetUID.map { $0 & LogTick.resetUIDMask }
    }

    /// Reads an answer.
    ///
    /// - Throws: `MWError.operationFailed` for fewer than six bytes.
    package init(answer: [UInt8]) throws(MWError) {
        try answer.span.require(6, "the log's time")
        self.init(
            tick: answer.span.uint32(at: 2), resetUID: answer.count > 6 ? answer[6] : nil)
    }

    /// How long the board has run, if its clock has not wrapped.
    package var uptime: Duration { LogTick.duration(Int64(tick)) }

    /// From the reading to an entry's tick: negative for what was recorded before. An entry of another start has no
    /// such distance: nil. Entries lie within 36 days of the reading.
    package func distance(to entry: RawLogEntry) -> Duration? {
        guard resetUID == nil || resetUID == entry.resetUID else { return nil }
        return LogTick.duration(Int64(Int32(bitPattern: entry.tick &- tick)))
    }

    /// Whether the board started again between two readings: the uid moved, or the clock went back (protocol, core
    /// 3.4: some firmware does only one of both).
    package func isReset(since earlier: LogTimeReading) -> Bool {
        resetUID != earlier.resetUID || tick < earlier.tick
    }
}
