import MetaWearBoard
import MetaWearTables
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

    static let rules = [whileLogging, noLogger, loudSource, tooWide, absentSource, loggedTwice]

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        guard case .done(let command) = event else { return }
        if command.obstacle == .whileLogging {
            context.report(Self.whileLogging, command, "logging is enabled")
        }
        guard command.isAccepted, !command.isRead else { return }
        if command.writes(0x0B, 1), command.byte(0) ?? 0 != 0,
            !context.client.made.contains(where: { $0.table == 0x0B })
        {
            context.report(Self.noLogger, command, "no trigger was made")
        }
        if command.created != nil, command.module == 0x0B { look(command, context) }
        if command.created != nil, [0x09, 0x0A, 0x0B].contains(command.module) {
            checkSource(command, context)
        }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard let source = SourceKey(command), let pack = command.byte(3) else { return }
        if source.register & 0xC0 == 0x80 {
            context.report(
                Self.loudSource, command,
                "register byte \(Hex.text([source.register])) is an answered read")
        }
        let length = Int(pack >> 5) + 1
        if length > 4 { context.report(Self.tooWide, command, "\(length) bytes") }
        let isTwice = context.client.made.contains {
            $0.table == 0x0B && $0.source == source && $0.packet.last == pack
        }
        if isTwice {
            context.report(Self.loggedTwice, command, "another logger records these bytes")
        }
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
        } else if [0x09, 0x0C].contains(source.module), [3, 4, 6].contains(register),
            source.index != 0xFF, context.client.made(source.module, source.index) == nil
        {
            context.report(
                Self.absentSource, command,
                "there is no \(source.module == 0x09 ? "processor" : "timer") \(source.index)")
        }
    }
}
