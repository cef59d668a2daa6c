internal import Simulation
import Wire

/// The flash logger (protocol, core 3).
final class Logging: Module {
    static let id: UInt8 = 0x0B
    static let name = "logging"
    static let registers: [Register<Logging>] = [
        .command(0x01, "enable", Flag.self) { $0.enable($1.isOn, on: $2) }
            .readable(Flag.self) { _, board in [board.flash.log.isEnabled ? 1 : 0] },
        triggerRegister,
        .command(0x03, "remove trigger", Byte.self) { $0.remove($1.value, on: $2) },
        .query(0x04, "time", answer: Time.self) { _, board in
            ShortBytes(Time(tick: board.logTick, resetUID: board.flash.log.resetUID).bytes)
        },
        .query(0x05, "length", answer: Count.self) { logging, board in
            ShortBytes(Count(slots: UInt32(clamping: logging.length(on: board))).bytes)
        },
        .command(0x06, "readout", ReadoutRequest.self) { $0.startReadout($1, on: $2) }
            .readable(ReadoutRequest.self) { logging, _ in
                ShortBytes(logging.lastRequest.bytes)
            },
        .signal(0x07, "readout notify", EntryPair.self),
        .signal(0x08, "readout progress", Count.self),
        .command(0x09, "drop entries", Count.self) { $0.drop($1.slots, on: $2) },
        .command(0x0A, "remove all triggers", Anything.self) { logging, _, board in
            logging.removeAll(on: board)
        },
        .command(0x0B, "circular buffer", Flag.self) { $2.flash.log.isCircular = $1.isOn }
            .readable(Flag.self) { _, board in [board.flash.log.isCircular ? 1 : 0] },
        .query(0x0C, "recycled page count", answer: Word.self) { _, board in
            ShortBytes(Word(value: UInt16(clamping: board.flash.log.recycledPages)).bytes)
        },
        .signal(0x0D, "page complete", Anything.self, since: 2),
        .command(0x0E, "page confirm", Anything.self, since: 2) { logging, _, board in
            guard let readout = logging.readout else {
                return board.ignore(.nothingToConfirm, "no readout is under way")
            }
            readout.confirm(on: board)
        },
        .value(0x0F, "disable garbage collection") { $1(&$0.garbageCollectionOff) },
        .command(0x10, "flush page", Anything.self, since: 3) { $0.flush(on: $2) },
    ]

    private static let triggerRegister: Register<Logging> = {
        var register = Register<Logging>.command(0x02, "trigger", Logger.self) {
            $0.add($1, on: $2)
        }
        register.declaration.access.insert(.read)
        register.declaration.request = .of(Byte.self)
        register.declaration.answer = .of(Logger.self)
        register.declaration.created = .of(Byte.self)
        register.declaration.emptyAnswer = "a free slot"
        register.read = { logging, request, board throws(LayoutError) in
            let id = try Byte(request).value
            if let logger = logging.loggers.first(where: { $0.id == id }) {
                return RegisterValue(ShortBytes(logger.bytes))
            }
            return board.freeSlot.map { RegisterValue($0) }
        }
        return register
    }()

    /// In order of id, which is the order in which they record one sample.
    var loggers: [Logger] = []
    var readout: Readout?
    /// A page is being erased until then; entries logged meanwhile are stamped with that time.
    private var erasedUntil = Instant.zero
    /// nil if every stamp is exact.
    let delays: StampDelays?
    @exclusivity(unchecked) var collection = GarbageCollection()
    /// Pages of NAND were last written or erased then.
    @exclusivity(unchecked) var lastFlashWork: Instant?
    /// The log was last dropped then.
    var lastDrop: Instant?
    /// There are triggers of a session that ended without logging.
    private var hasStaleTriggers = false
    /// Beside such triggers new ones record nothing (RB26-05).
    @exclusivity(unchecked) private var isBlockedByStaleTriggers = false
    let revision: UInt8
    private let slots: Int
    private var lastRequest = ReadoutRequest()
    private var garbageCollectionOff = Flag()

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        revision = information.revision
        // An id has five bits in an entry.
        slots = min(Int(information.extra.first ?? 8), 32)
        delays = board.hardware.quality == .ideal ? nil : .of(board)
    }

    private func enable(_ isOn: Bool, on board: MetaWearBoard) {
        board.flash.log.isEnabled = isOn
    }

    /// Takes the lowest free id; a full table does not answer (protocol, core 3.3).
    private func add(_ trigger: Logger, on board: MetaWearBoard) {
        // The loggers are in order of id, so the first gap is the lowest free id.
        let place = loggers.indices.first { loggers[$0].id != UInt8($0) } ?? loggers.count
        guard place < slots else {
            return board.ignore(.tableFull, "all \(slots) loggers are in use")
        }
        var logger = trigger
        logger.id = UInt8(place)
        loggers.insert(logger, at: place)
        if hasStaleTriggers, board.has(.staleTriggersBlock) { isBlockedByStaleTriggers = true }
        board.send([Self.id, 0x02, logger.id])
    }

    private func remove(_ id: UInt8, on board: MetaWearBoard) {
        guard loggers.contains(where: { $0.id == id }) else {
            return board.ignore(.noSuchID, "no logger \(id)")
        }
        loggers.removeAll { $0.id == id }
    }

    private func removeAll(on board: MetaWearBoard) {
        guard !board.flash.log.isEnabled else {
            return board.ignore(.whileLogging, "triggers stay while logging is enabled")
        }
        loggers = []
        (hasStaleTriggers, isBlockedByStaleTriggers) = (false, false)
    }

    private func drop(_ slots: UInt32, on board: MetaWearBoard) {
        guard !board.flash.log.isEnabled else {
            return board.ignore(.whileLogging, "entries stay while logging is enabled")
        }
        readout = nil
        board.flash.log.drop(slots: slots)
        lastDrop = board.now
        collectGarbage(on: board)
    }

    /// One datum of a signal: an entry for each logger on it. The chunks of one sample are
    /// written one after the other, so that in about 7 % of samples a later one falls into the
    /// next tick (protocol, core 3.6).
    func capture(_ key: SignalKey, _ bytes: ShortBytes, on board: MetaWearBoard) {
        let log = board.flash.log
        if collection.end != nil || isBlockedByStaleTriggers {
            return refuse(key, on: board)
        }
        let (wasFull, hadFailed, length) = (log.isFull, log.isFailed, log.length)
        var written: Int64 = 0
        var taken = board.now
        for logger in loggers where logger.key == key {
            if let delays {
                if written == 0 { taken = taken + delays.interrupt() }
                if log.mustEraseForNext { erasedUntil = taken + delays.erase() }
            }
            let time = max(taken, erasedUntil) + Self.writingTime * written
            log.append(
                logger: logger.id, tick: board.logTick(at: time),
                data: UInt32(
                    truncatingIfNeeded: bytes.littleEndian(
                        offset: logger.offset, bytes: logger.length)))
            written += 1
        }
        if log.length != length { lastFlashWork = board.now }
        if log.isFull, !wasFull { board.trace("log full: recording stops") }
        if log.isFailed, !hadFailed { board.trace("flash failed: recording stops") }
    }

    /// A page is erased, and the processor waits for it.
    func erasePage(on board: MetaWearBoard) {
        if let delays { erasedUntil = board.now + delays.erase() }
    }

    private static let writingTime = Nanoseconds.microseconds(102)

    private func startReadout(_ request: ReadoutRequest, on board: MetaWearBoard) {
        lastRequest = request
        guard board.isSubscribed(Self.id, 0x07) else {
            return board.ignore(
                .entriesUnwanted, "readout without readout notify would lose entries")
        }
        if request.slots == 0, board.has(.silentEmptyReadout) {
            return board.ignore(.nothingToDo, "a readout of 0 entries is not answered")
        }
        readout = Readout(request, of: board.flash.log.length, paged: revision >= 2)
        readout?.pump(on: board)
    }

    /// A readout continues.
    func readyToSend(on board: MetaWearBoard) { readout?.pump(on: board) }

    /// What was not confirmed stays and is sent again (protocol, core 3.7).
    func disconnected(on board: MetaWearBoard) {
        readout = nil
        if !board.flash.log.isEnabled, !loggers.isEmpty { hasStaleTriggers = true }
    }
}

/// A logger: which bytes of which signal it records.
package struct LoggerView: Equatable, Sendable {
    package var id: UInt8
    package var source: SignalKey
    package var offset, length: Int
}

extension MetaWearBoard {
    /// Whether pages of the log are being erased behind a drop: nothing is recorded meanwhile.
    package var isErasingLog: Bool { logging?.collection.end != nil }

    /// The loggers, in order of id.
    package var loggers: [LoggerView] {
        logging?.loggers.map {
            LoggerView(id: $0.id, source: $0.key, offset: $0.offset, length: $0.length)
        } ?? []
    }
}
