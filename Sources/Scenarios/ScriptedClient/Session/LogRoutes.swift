import MetaWearProtocol

/// A signal as the loggers of one reset uid record it.
final class LogRoute {
    let signal: ScriptSignal
    let uid: UInt8
    /// Joins the parts of its samples, across all readouts of a board.
    @exclusivity(unchecked) var assembler: LogAssembler
    /// What came of its samples; set when the first is there.
    var tally: LogTally?

    /// - Parameter loggers: all that count for the reset uid.
    init(_ signal: ScriptSignal, uid: UInt8, _ loggers: [HostLogger]) {
        self.signal = signal
        self.uid = uid
        let own = loggers.filter { $0.signal == signal.name }.sorted { $0.part < $1.part }
        assembler = LogAssembler(
            chunks: own.map { logger in
                let chunk = signal.chunks.dropFirst(logger.part).first
                return LoggerChunk(id: logger.id, byteCount: Int(chunk?.length ?? 4))
            })
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

    /// By reset uid and logger; empty while no logger is known, as for most clients.
    private var places: [Place] = []

    /// No logger is known.
    init() {}

    /// - Parameter old: the routes so far, whose samples may still be incomplete.
    init(_ state: HostState, after old: LogRoutes) {
        for uid in 0..<UInt8(8) {
            let loggers = state.loggers(of: uid)
            if !loggers.isEmpty, places.isEmpty {
                places = Array(repeating: .unknown, count: 256)
            }
            var routes: [LogRoute] = []
            // Of two loggers with one id the first counts.
            for logger in loggers.reversed() where logger.id < 32 {
                let slot = Int(uid) << 5 | Int(logger.id)
                guard let signal = state.signals.first(where: { $0.name == logger.signal }) else {
                    places[slot] = .unread
                    continue
                }
                let known = routes.first { $0.signal.name == signal.name }
                let route = known ?? LogRoute(signal, uid: uid, loggers)
                if known == nil, case .route(let before) = old[slot],
                    before.assembler.chunks == route.assembler.chunks
                {
                    route.assembler = before.assembler
                }
                routes.append(route)
                places[slot] = .route(route)
            }
        }
    }

    subscript(entry: RawLogEntry) -> Place { self[Int(entry.resetUID) << 5 | Int(entry.id)] }

    private subscript(slot: Int) -> Place { places.isEmpty ? .unknown : places[slot] }
}
