import Simulation

/// One entry of a board's log, as a readout packet carries it (protocol, core 3.6).
struct LogEntry: Equatable {
    /// 0 to 31.
    var logger: UInt8
    /// The board's reset uid when it was recorded.
    var uid: UInt8
    var tick: UInt32
    var data: UInt32

    /// Nine bytes of a packet from `start` on.
    init(_ packet: [UInt8], from start: Int) {
        func number(_ at: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(packet[start + at + $1]) << UInt32(8 * $1) }
        }
        logger = packet[start] & 31
        uid = packet[start] >> 5
        tick = number(1)
        data = number(5)
    }

    var slot: UInt16 { UInt16(uid) << 8 | UInt16(logger) }
}

/// Knows which entries come again after a cut: a board sends a page anew until it is confirmed.
struct Unconfirmed {
    /// Entries of the page under way, and of one whose confirmation may have been lost.
    private var page: [LogEntry] = []
    private var isConfirmationSent = false
    /// What a new readout may begin with, and how much of it came.
    private var repeats: [LogEntry] = []
    private var next = 0

    /// The page was confirmed; whether the board hears of it shows only when it goes on.
    mutating func confirm() { isConfirmationSent = true }

    /// A readout begins: everything that is not confirmed for sure may come again.
    mutating func restart() {
        // A readout that repeated was cut in turn: what it had not come to stands there too.
        repeats = page + repeats.dropFirst(next)
        next = 0
        page = []
        isConfirmationSent = false
    }

    /// True for an entry that the client had before.
    mutating func isRepeated(_ entry: LogEntry) -> Bool {
        if isConfirmationSent {
            page = []
            isConfirmationSent = false
        }
        page.append(entry)
        if next < repeats.count, repeats[next] == entry {
            next += 1
            return true
        }
        repeats = []
        return false
    }
}

/// Puts the chunks of samples together, over every readout of a board.
struct LogAssembly {
    private struct Piece {
        var tick: UInt32
        var data: UInt32
    }

    /// By reset uid and logger.
    private var pieces: [UInt16: [Piece]] = [:]
    /// Chunks whose partners were overwritten or never recorded.
    private(set) var unpaired = 0

    /// Takes a chunk; the sample's tick and bytes when it was the last one that was missing.
    mutating func take(
        _ entry: LogEntry, of signal: BoardSignal, _ loggers: [HostLogger]
    ) -> (tick: UInt32, bytes: [UInt8])? {
        pieces[entry.slot, default: []].append(Piece(tick: entry.tick, data: entry.data))
        let slots = loggers.filter { $0.signal == signal.name }.sorted { $0.chunk < $1.chunk }
            .map { UInt16(entry.uid) << 8 | UInt16($0.id) }
        while true {
            let heads = slots.compactMap { pieces[$0]?.first }
            guard heads.count == slots.count, let first = heads.first else { return nil }
            // The chunks of a sample are written one after the other: a later one may fall into the
            // next tick, never before the first.
            let late = heads.firstIndex { Int32(bitPattern: $0.tick &- first.tick) > 1 }
            let early = heads.firstIndex { Int32(bitPattern: $0.tick &- first.tick) < 0 }
            guard let orphan = early ?? (late == nil ? nil : 0) else {
                for slot in slots { pieces[slot]?.removeFirst() }
                let bytes = heads.flatMap { piece in
                    (0..<4).map { UInt8(truncatingIfNeeded: piece.data >> UInt32(8 * $0)) }
                }
                return (first.tick, Array(bytes.prefix(signal.length)))
            }
            pieces[slots[orphan]]?.removeFirst()
            unpaired += 1
        }
    }
}
