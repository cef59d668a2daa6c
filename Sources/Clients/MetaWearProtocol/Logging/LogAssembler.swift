/// A logger with the bytes of a sample that it records.
public struct LoggerChunk: Sendable, Hashable, Codable {
    /// Of the logger, 0 to 31.
    public let id: UInt8
    /// 1 to 4.
    public let byteCount: Int

    /// A logger.
    public init(id: UInt8, byteCount: Int) {
        self.id = id
        self.byteCount = byteCount
    }
}

/// A sample put together of its entries.
package struct LoggedBytes: Sendable, Equatable {
    /// Of its first entry.
    package let tick: UInt32
    /// Of its entries.
    package let resetUID: UInt8
    /// The sample.
    package let bytes: [UInt8]

    /// A sample.
    package init(tick: UInt32, resetUID: UInt8, bytes: [UInt8]) {
        self.tick = tick
        self.resetUID = resetUID
        self.bytes = bytes
    }

    /// Milliseconds since the board's start.
    package var tickMs: Double { Double(tick) * LogTick.milliseconds }
}

/// Puts the entries of one signal's loggers together to samples (protocol, core 3.6).
///
/// The entries of one sample are written one after the other, in the order of its loggers, and those of each logger
/// come in the order of recording. Entries of different starts of the board never join.
package struct LogAssembler: Sendable {
    /// What belongs together.
    package enum Pairing: Sendable {
        /// The first entry of each logger, the second of each, and so on.
        case byArrival
        /// The same, but an entry whose partners are missing (overwritten, never recorded) is dropped: a later part
        /// has the first one's tick or the next.
        case byTick
    }

    private struct Piece: Sendable {
        var tick: UInt32
        var data: UInt32
    }

    /// In the order of the sample's bytes.
    package let chunks: [LoggerChunk]
    /// What belongs together.
    package let pairing: Pairing
    /// Entries that were dropped because their partners are missing.
    package private(set) var unpaired = 0
    /// By reset uid, then by chunk.
    private var pieces: [[[Piece]]]
    /// How many of each are used up.
    private var used: [[Int]]
    /// Chunks by logger; -1 for the loggers of other signals.
    private var places: [Int] = Array(repeating: -1, count: 32)

    /// An assembler for a signal.
    ///
    /// - Parameter chunks: its loggers in the order of the sample's bytes.
    package init(chunks: [LoggerChunk], pairing: Pairing = .byTick) {
        self.chunks = chunks
        self.pairing = pairing
        pieces = Array(repeating: Array(repeating: [], count: chunks.count), count: 8)
        used = Array(repeating: Array(repeating: 0, count: chunks.count), count: 8)
        for (index, chunk) in chunks.enumerated() where chunk.id < 32 {
            places[Int(chunk.id)] = index
        }
    }

    /// Entries that wait for their partners.
    package var waiting: Int {
        zip(pieces, used).reduce(0) { sum, both in
            sum + zip(both.0, both.1).reduce(0) { $0 + $1.0.count - $1.1 }
        }
    }

    /// Takes an entry; the sample if it was the last one that was missing. Entries of other loggers are left alone.
    package mutating func take(_ entry: RawLogEntry) -> LoggedBytes? {
        var bytes: [UInt8] = []
        return take(entry, into: &bytes).map {
            LoggedBytes(tick: $0, resetUID: entry.resetUID, bytes: bytes)
        }
    }

    /// The same without a new array for each sample.
    ///
    /// - Parameter bytes: takes the sample, if there is one.
    /// - Returns: the tick of the sample's first entry.
    package mutating func take(_ entry: RawLogEntry, into bytes: inout [UInt8]) -> UInt32? {
        let place = places[Int(entry.id)]
        guard place >= 0 else { return nil }
        let uid = Int(entry.resetUID & LogTick.resetUIDMask)
        pieces[uid][place].append(Piece(tick: entry.tick, data: entry.rawData))
        while true {
            guard let first = next(uid, 0) else { return nil }
            var early: Int?
            var isLate = false
            for index in chunks.indices.dropFirst() {
                guard let piece = next(uid, index) else { return nil }
                let distance = Int32(bitPattern: piece.tick &- first.tick)
                if distance > 1 { isLate = true }
                if distance < 0, early == nil { early = index }
            }
            let orphan = pairing == .byTick ? early ?? (isLate ? 0 : nil) : nil
            guard let orphan else {
                join(uid, into: &bytes)
                return first.tick
            }
            drop(uid, orphan)
            unpaired += 1
        }
    }

    private func next(_ uid: Int, _ index: Int) -> Piece? {
        let at = used[uid][index]
        return at < pieces[uid][index].count ? pieces[uid][index][at] : nil
    }

    private mutating func drop(_ uid: Int, _ index: Int) {
        used[uid][index] += 1
        // Now and then, so that a long log costs no more than it is long.
        guard used[uid][index] >= 256 else { return }
        pieces[uid][index].removeFirst(used[uid][index])
        used[uid][index] = 0
    }

    private mutating func join(_ uid: Int, into bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        for (index, chunk) in chunks.enumerated() {
            if let piece = next(uid, index) {
                for i in 0..<min(4, chunk.byteCount) {
                    bytes.append(UInt8(truncatingIfNeeded: piece.data >> UInt32(8 * i)))
                }
            }
            drop(uid, index)
        }
    }

    /// The samples of entries that are all there.
    package static func samples(
        of entries: some Sequence<RawLogEntry>, chunks: [LoggerChunk],
        pairing: Pairing = .byArrival
    ) -> [LoggedBytes] {
        var assembler = LogAssembler(chunks: chunks, pairing: pairing)
        return entries.compactMap { assembler.take($0) }
    }
}
