import MetaWearBoard
import MetaWearTables
import Peripheral
import Wire

/// Loggers, and when they record.
final class LogRules: RuleFamily {
    static let whileLogging = Rule(
        "MW-LOG-01", .error, "the log is cleared while logging is enabled", "core 15.5",
        why: "while logging is enabled the firmware ignores commands that drop entries or remove "
            + "all triggers: the old entries and loggers remain, and no answer says so",
        fix: "stop logging (0B 01 00) first")
    static let noLogger = Rule(
        "MW-LOG-02", .warning, "logging is started without a logger", "core 3.2",
        why: "nothing is recorded; loggers that are made later miss the beginning",
        fix: "make the loggers first, wait for their ids, then start logging")
    static let loudSource = Rule(
        "MW-LOG-03", .error, "a logger for a read that is answered", "core 1.5, 15.3",
        why: "an answered read feeds no logger: the log stays empty",
        fix: "make the logger with the silent form (C0 and the register) and read silently")
    static let tooWide = Rule(
        "MW-LOG-04", .error, "a logger of more than four bytes", "core 3.3",
        why: "an entry has four bytes: the rest of the signal is not recorded",
        fix: "split the signal into chunks of four bytes, one logger each, with offsets 0, 4, 8")
    static let absentSource = Rule(
        "MW-LOG-05", .error, "a logger, processor or event for a signal that does not exist",
        "core 3.3, 4.3, 5.4",
        why: "the board has no such module or register, or nothing with this id: no data will ever "
            + "arrive",
        fix: "check the module's information, and make sources before whatever uses them")
    static let loggedTwice = Rule(
        "MW-LOG-06", .note, "two loggers for the same bytes", "core 3.3",
        why: "each takes a slot and writes its own entries: the flash fills twice as fast",
        fix: "keep the ids of existing loggers, also across reconnections")
    static let half = Rule(
        "MW-LOG-07", .warning, "only a part of a sample is logged", "core 3.3",
        why: "a logger takes four bytes, and a sample of three axes has six: without a second "
            + "logger the third axis is lost, and no sample can be put together",
        fix: "make the second logger (offset 4) for the same source")
    static let beyond = Rule(
        "MW-LOG-08", .error, "a logger beyond the end of its signal", "core 3.3",
        why: "the signal has fewer bytes: the entry holds zeros, or bytes that do not belong to it",
        fix: "keep offset and length within the signal")
    static let removedUnread = Rule(
        "MW-LOG-09", .warning, "loggers are removed before their entries are read",
        "core 3.3, 3.8",
        why: "an entry names its logger by id: without the logger nobody knows what its entries "
            + "are, and its id is given to the next one",
        fix: "download the entries first, then remove the loggers; or drop the entries (0B 09) as "
            + "well")

    static let armedBlind = Rule(
        "MW-LOG-10", .warning,
        "a session begins while the board erases, and nothing checks that it records",
        "core 15.5, RB26-01, RB26-02, RB26-03",
        why: "a board with NAND erases behind a drop, on full boards for more than a minute: "
            + "loggers, logging and length look as they should, and nothing is recorded",
        fix: "after 0B 01 01 read the length (0B 85) every 2 s, for at most 90 s, until it is "
            + "greater than at first: only then does the board record")

    static let rules = [
        whileLogging, noLogger, loudSource, tooWide, absentSource, loggedTwice, half, beyond,
        removedUnread, armedBlind,
    ]

    /// Loggers that have recorded since the last readout.
    private var unread: Set<UInt8> = []
    /// Loggers that were removed while entries of theirs were unread.
    private var orphaned: Set<UInt8> = []

    /// A session that began during an erasure and was not seen to record yet.
    private var blind: Command?

    var awaitsPackets: Bool { blind != nil }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .changed(let command):
            keepBooks(command, context)
            noteStart(command, context)
        case .notified(let packet, .sent), .settled(let packet, .sent): noteLength(packet)
        case .disconnected(let reason) where context.isOwnEnd(reason) && !context.isResetAsked:
            reportBlind(context)
        case .reset: blind = nil
        default: break
        }
        guard case .done(let command) = event else { return }
        if command.isAccepted { checkRemoved(command, context) }
        if command.obstacle == .whileLogging {
            context.report(Self.whileLogging, command, "logging is enabled")
        }
        guard command.isAccepted, !command.isRead else { return }
        if command.writes(.logging, 1), command.byte(0) ?? 0 != 0,
            !context.client.made.contains(where: { $0.table == .logging })
        {
            context.report(Self.noLogger, command, "no trigger was made")
        }
        if command.created != nil, command.module == .logging { look(command, context) }
        if command.created != nil,
            [MWModule.dataProcessor, .event, .logging].contains(command.module)
        {
            checkSource(command, context)
        }
    }

    // MARK: Beginning too soon

    private func noteStart(_ command: Command, _ context: JudgeContext) {
        guard command.writes(.logging, 1) else { return }
        guard command.byte(0) ?? 0 != 0 else { return reportBlind(context) }
        let isErasing = (context.device as? MetaWearBoard)?.isErasingLog == true
        let hasLogger = context.client.made.contains { $0.table == .logging }
        blind = isErasing && hasLogger ? command : nil
    }

    /// A fresh page may count as one entry although nothing is recorded (RB26-06).
    private func noteLength(_ packet: [UInt8]) {
        guard packet.count > 2, packet[0] == .logging, packet[1] == 0x85,
            Command.number(Array(packet.dropFirst(2))) > 1
        else { return }
        blind = nil
    }

    private func reportBlind(_ context: JudgeContext) {
        guard let command = blind else { return }
        blind = nil
        context.report(Self.armedBlind, command, "its length was not seen to grow since")
    }

    /// In bytes; nil if it may vary or is not known.
    private static func length(of source: SourceKey, _ context: JudgeContext) -> Int? {
        guard source.module != .dataProcessor,
            let fields = context.declaration(source.module, source.register & 0x3F)?.answer?.fields,
            !fields.isEmpty, fields.allSatisfy({ $0.width != nil && !$0.isOptional })
        else { return nil }
        return (fields.reduce(0) { $0 + ($1.width ?? 0) } + 7) / 8
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard let source = SourceKey(command), let pack = command.byte(3) else { return }
        if source.register & 0xC0 == 0x80 {
            context.report(
                Self.loudSource, command,
                "register byte \(Hex.text([source.register])) is an answered read")
        }
        let length = Int(pack >> 5) + 1
        let end = Int(pack & 0x1F) + length
        if length <= 4, let bytes = Self.length(of: source, context), end > bytes {
            context.report(
                Self.beyond, command,
                "bytes \(pack & 0x1F) to \(end - 1) of a signal of \(bytes) bytes")
        }
        if length > 4 { context.report(Self.tooWide, command, "\(length) bytes") }
        let isTwice = context.client.made.contains {
            $0.table == .logging && $0.source == source && $0.packet.last == pack
        }
        if isTwice {
            context.report(Self.loggedTwice, command, "another logger records these bytes")
        }
    }

    /// Which loggers could have recorded.
    private func keepBooks(_ command: Command, _ context: JudgeContext) {
        let loggers = context.client.made.filter { $0.table == .logging }
        guard !loggers.isEmpty, !command.isRead || command.isSilent else { return }
        let flow = DataFlow(context.client, context)
        guard flow.isLogging else { return }
        for logger in loggers where logger.source.map({ flow.missing($0).isEmpty }) == true {
            unread.insert(logger.id)
        }
    }

    private func checkRemoved(_ command: Command, _ context: JudgeContext) {
        guard command.module == .logging, !command.isRead else { return }
        switch command.register {
        case 3:
            if let id = command.byte(0), unread.remove(id) != nil { orphaned.insert(id) }
        case 0x0A:
            orphaned.formUnion(unread)
            unread = []
        case 6 where command.long(0) ?? 0 > 0:
            if !orphaned.isEmpty {
                let ids = orphaned.sorted().map { "\($0)" }.joined(separator: ", ")
                context.report(
                    Self.removedUnread, command, "entries of the removed loggers \(ids) are read")
            }
            (unread, orphaned) = ([], [])
        case 9: (unread, orphaned) = ([], [])
        default: break
        }
    }

    /// Whether a logger takes two of three axes and nothing takes the third.
    static func isHalf(
        _ logger: ClientState.Made, _ state: ClientState, _ context: JudgeContext
    ) -> Bool {
        guard let source = logger.source, let pack = logger.packet.last, pack >> 5 == 3,
            let fields = context.declaration(source.module, source.register & 0x3F)?.answer?.fields,
            fields.count == 3, fields.allSatisfy({ $0.width == 16 })
        else { return false }
        // The bytes that loggers of the same source take.
        var taken: Set<Int> = []
        for other in state.made where other.table == .logging && other.source == source {
            guard let pack = other.packet.last else { continue }
            let offset = Int(pack & 0x1F)
            taken.formUnion(offset...offset + Int(pack >> 5))
        }
        return !taken.isSuperset(of: 0..<6)
    }

    private func checkSource(_ command: Command, _ context: JudgeContext) {
        guard let source = SourceKey(command) else { return }
        let register = source.register & 0x3F
        let declaration = context.declaration(source.module, register)
        let revision = context.information(source.module)?.revision
        if revision == nil {
            context.report(
                Self.absentSource, command, "there is no module \(Hex.text([source.module]))")
        } else if declaration == nil || (declaration?.since ?? 0) > (revision ?? 0) {
            context.report(
                Self.absentSource, command,
                "module \(Hex.text([source.module])) has no register \(Hex.text([register]))")
        } else if [MWModule.dataProcessor, .timer].contains(source.module),
            [3, 4, 6].contains(register),
            source.index != 0xFF, context.client.made(source.module, source.index) == nil
        {
            context.report(
                Self.absentSource, command,
                "there is no \(source.module == .dataProcessor ? "processor" : "timer") \(source.index)"
            )
        }
    }
}
