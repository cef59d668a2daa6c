import MetaWearProtocol

extension RawLogEntry {
    /// Reset uid and logger in one number, below 256.
    var slot: Int { Int(resetUID) << 5 | Int(id) }
}

/// A signal as the loggers of one reset uid record it.
final class LogRoute {
    let signal: BoardSignal
    let uid: UInt8
    /// Of its chunks, in their order.
    let slots: [Int]
    /// What came of its samples; set when the first is there.
    var tally: LogTally?

    /// - Parameter loggers: all that count for the reset uid.
    init(_ signal: BoardSignal, uid: UInt8, _ loggers: [HostLogger]) {
        self.signal = signal
        self.uid = uid
        slots = loggers.filter { $0.signal == signal.name }.sorted { $0.chunk < $1.chunk }
            .map { Int(uid) << 5 | Int($0.id) }
    }
}

/// Where the entries of each logger belong.
struct LogRoutes {
    /// What is known of a logger's entries.
    enum Place {
        /// A logger that this client did not set up.
        case unknown
        /// The format of its samples is not known.
        case unread
        case route(LogRoute)
    }

    private var places: [Place]

    init(_ state: HostState) {
        places = Array(repeating: .unknown, count: 256)
        for uid in 0..<UInt8(8) {
            let loggers = state.loggers(of: uid)
            var routes: [LogRoute] = []
            // Of two loggers with one id the first counts.
            for logger in loggers.reversed() where logger.id < 32 {
                let slot = Int(uid) << 5 | Int(logger.id)
                guard let signal = state.signals.first(where: { $0.name == logger.signal }) else {
                    places[slot] = .unread
                    continue
                }
                let route =
                    routes.first { $0.signal.name == signal.name }
                    ?? LogRoute(signal, uid: uid, loggers)
                routes.append(route)
                places[slot] = .route(route)
            }
        }
    }

    subscript(slot: Int) -> Place { places[slot] }
}

/// Joins the chunks of samples, across all readouts of a board.
struct LogAssembly {
    private struct Piece {
        var tick: UInt32
        var data: UInt32
    }

    /// By slot.
    private var pieces: [Queue<Piece>] = []
    /// Chunks whose partners were overwritten or never recorded.
    private(set) var unpaired = 0

    /// Takes a chunk; the sample's tick when it was the last one that was missing.
    ///
    /// - Parameter bytes: takes the sample.
    mutating func take(
        _ entry: RawLogEntry, of route: LogRoute, into bytes: inout [UInt8]
    ) -> UInt32? {
        if pieces.isEmpty { pieces = Array(repeating: Queue(), count: 256) }
        pieces[entry.slot].append(Piece(tick: entry.tick, data: entry.rawData))
        while true {
            guard let start = route.slots.first, let first = pieces[start].first else { return nil }
            // The chunks of a sample are written one after the other: a later one may fall into the
            // next tick, never before the first.
            var early: Int?
            var isLate = false
            for slot in route.slots.dropFirst() {
                guard let piece = pieces[slot].first else { return nil }
                let distance = Int32(bitPattern: piece.tick &- first.tick)
                if distance > 1 { isLate = true }
                if distance < 0, early == nil { early = slot }
            }
            guard let orphan = early ?? (isLate ? start : nil) else {
                bytes.removeAll(keepingCapacity: true)
                for slot in route.slots {
                    guard let piece = pieces[slot].first else { continue }
                    for i in 0..<4 {
                        bytes.append(UInt8(truncatingIfNeeded: piece.data >> UInt32(8 * i)))
                    }
                    pieces[slot].removeFirst()
                }
                let excess = bytes.count - route.signal.length
                if excess > 0 { bytes.removeLast(excess) }
                return first.tick
            }
            pieces[orphan].removeFirst()
            unpaired += 1
        }
    }
}
