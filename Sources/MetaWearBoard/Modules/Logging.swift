import Simulation
import Wire

/// The flash logger (protocol, core 3).
public final class Logging: Module {
    public static let id: UInt8 = 0x0B
    public static let name = "logging"
    public static let registers: [Register<Logging>] = [
        .command(0x01, "enable", Flag.self) { $0.enable($1.isOn, on: $2) }
            .readable { _, board in [board.flash.log.isEnabled ? 1 : 0] },
        triggerRegister,
        .command(0x03, "remove trigger", Byte.self) { $0.remove($1.value, on: $2) },
        .query(0x04, "time") { _, board in
            var answer = ShortBytes()
            answer.append(board.logTick)
            answer.append(board.flash.log.resetUID)
            return answer
        },
        .query(0x05, "length") { _, board in
            var answer = ShortBytes()
            answer.append(UInt32(clamping: board.flash.log.length))
            return answer
        },
        .command(0x06, "readout", ReadoutRequest.self) { $0.startReadout($1, on: $2) }
            .readable { logging, _ in ShortBytes(logging.lastRequest.bytes) },
        .signal(0x07, "readout notify"),
        .signal(0x08, "readout progress"),
        .command(0x09, "drop entries", Count.self) { $0.drop($1.slots, on: $2) },
        .command(0x0A, "remove all triggers", Anything.self) { logging, _, board in
            logging.removeAll(on: board)
        },
        .command(0x0B, "circular buffer", Flag.self) { $2.flash.log.isCircular = $1.isOn }
            .readable { _, board in [board.flash.log.isCircular ? 1 : 0] },
        .query(0x0C, "recycled page count") { _, board in
            var answer = ShortBytes()
            answer.append(UInt16(clamping: board.flash.log.recycledPages))
            return answer
        },
        .signal(0x0D, "page complete", since: 2),
        .command(0x0E, "page confirm", Anything.self, since: 2) { logging, _, board in
            logging.readout?.confirm(on: board)
        },
        .value(0x0F, "disable garbage collection", \.garbageCollectionOff),
        .command(0x10, "flush page", Anything.self, since: 3) { _, _, board in
            board.flash.log.flush()
            board.trace("RAM page flushed, length \(board.flash.log.length)")
        },
    ]

    private static let triggerRegister: Register<Logging> = {
        var register = Register<Logging>.command(0x02, "trigger", Logger.self) {
            $0.add($1, on: $2)
        }
        register.declaration.access.insert(.read)
        register.read = { logging, request, board throws(LayoutError) in
            let id = try Byte(request).value
            if let logger = logging.loggers.first(where: { $0.id == id }) {
                return RegisterValue(ShortBytes(logger.bytes))
            }
            return board.has(.silentFreeSlots) ? nil : RegisterValue([])
        }
        return register
    }()

    /// In order of id, which is the order in which they record one sample.
    var loggers: [Logger] = []
    var readout: Readout?
    let revision: UInt8
    private let slots: Int
    private var lastRequest = ReadoutRequest()
    private var garbageCollectionOff = Flag()

    public init(_ information: ModuleInformation, on board: MetaWearBoard) {
        revision = information.revision
        slots = Int(information.extra.first ?? 8)
    }

    private func enable(_ isOn: Bool, on board: MetaWearBoard) {
        board.flash.log.isEnabled = isOn
    }

    /// The lowest free id is given; a full table answers nothing (protocol, core 3.3).
    private func add(_ trigger: Logger, on board: MetaWearBoard) {
        let taken = Set(loggers.map(\.id))
        guard let id = (0..<UInt8(slots)).first(where: { !taken.contains($0) }) else {
            return board.trace("ignored: all \(slots) loggers are in use")
        }
        var logger = trigger
        logger.id = id
        loggers.append(logger)
        loggers.sort { $0.id < $1.id }
        board.send([Self.id, 0x02, id])
    }

    private func remove(_ id: UInt8, on board: MetaWearBoard) {
        loggers.removeAll { $0.id == id }
    }

    private func removeAll(on board: MetaWearBoard) {
        guard !board.flash.log.isEnabled else {
            return board.trace("ignored: triggers stay while logging is enabled")
        }
        loggers = []
    }

    private func drop(_ slots: UInt32, on board: MetaWearBoard) {
        guard !board.flash.log.isEnabled else {
            return board.trace("ignored: entries stay while logging is enabled")
        }
        readout = nil
        board.flash.log.drop(slots: slots)
        if revision >= 2 { board.route(SignalKey(Self.id, 0x0D), []) }
    }

    /// One datum of a signal: an entry for each logger on it. The chunks of one sample are
    /// written one after the other, so that in about 7 % of samples a later one falls into the
    /// next tick (protocol, core 3.6).
    func capture(_ key: SignalKey, _ bytes: ShortBytes, on board: MetaWearBoard) {
        let log = board.flash.log
        let wasFull = log.isFull
        var written: Int64 = 0
        for logger in loggers where logger.key == key {
            let time = board.now + Self.writingTime * written
            log.append(
                logger: logger.id, tick: board.logTick(at: time),
                data: UInt32(
                    truncatingIfNeeded: bytes.littleEndian(
                        offset: logger.offset, bytes: logger.length)))
            written += 1
        }
        if log.isFull, !wasFull { board.trace("log full: recording stops") }
    }

    private static let writingTime = Nanoseconds.microseconds(102)

    private func startReadout(_ request: ReadoutRequest, on board: MetaWearBoard) {
        lastRequest = request
        guard board.isSubscribed(Self.id, 0x07) else {
            return board.trace("ignored: readout without readout notify would lose entries")
        }
        readout = Readout(request, paged: revision >= 2)
        readout?.pump(on: board)
    }

    public func readyToSend(on board: MetaWearBoard) { readout?.pump(on: board) }

    /// What was not confirmed stays and is sent again (protocol, core 3.7).
    public func disconnected(on board: MetaWearBoard) { readout = nil }
}

extension Logging {
    /// A trigger: which bytes of which signal are recorded (protocol, core 3.3).
    struct Logger: Layout {
        var module: UInt8 = 0
        var register: UInt8 = 0
        var index: UInt8 = 0
        /// Bits 0 to 4: offset.
        var start: UInt8 = 0
        /// Bits 5 to 7: length less one; a logger takes 1 to 4 bytes.
        var span: UInt8 = 0
        /// Given by the board.
        var id: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&module, "module")
            c(&register, "register")
            c(&index, "index")
            c(&start, bits: 5, "offset")
            c(&span, bits: 3, "length less one")
        }

        var key: SignalKey { SignalKey(module, register, index) }
        var offset: Int { Int(start) }
        var length: Int { Int(span & 3) + 1 }
    }

    struct ReadoutRequest: Layout {
        var slots: UInt32 = 0
        /// Progress after so many entries; 0: after each page.
        var notifyEvery: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&slots, "entries")
            c(&notifyEvery, "notify every")
        }
    }

    struct Count: Layout {
        var slots: UInt32 = 0
        mutating func layout(_ c: inout some Coder) { c(&slots, "entries") }
    }
}

extension MetaWearBoard {
    /// The log's clock: 48/32768 s a tick since boot, in 32 bits (protocol, core 3.4).
    func logTick(at time: Instant) -> UInt32 {
        // 32768 / (48 · 10⁹) in lowest terms: no overflow for eighteen years.
        UInt32(truncatingIfNeeded: (time - bootTime).count * 16 / 23_437_500)
    }

    public var logTick: UInt32 { logTick(at: now) }
}
