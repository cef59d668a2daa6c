import Device
import MetaWearBoard
import MetaWearTables

/// Loggers, processors, events, timers and macros as tables of limited size.
final class TableRules: RuleFamily {
    static let full = Rule(
        "MW-TABLE-01", .error, "more entries than the table holds", "core 3.3, 4.2, 5.2, 6, 7",
        why: "a full table does not answer: a client that waits for the id waits forever, and one "
            + "that counts ids itself uses another entry's",
        fix: "check the number of entries in the module's information, remove what is not needed, "
            + "and treat a missing answer as a full table")
    static let noSuchID = Rule(
        "MW-TABLE-02", .error, "an id that does not exist", "core 3.3, 4.8, 5.4, 6",
        why: "the firmware ignores it; everything except macros is lost at a reset, and freed ids "
            + "are reused",
        fix: "use the ids from the board's answers, and forget them after a removal or a reset")
    static let notWaited = Rule(
        "MW-TABLE-03", .warning, "a creation before the id of the previous one has arrived",
        "core 4.2, 6",
        why: "answers are distinguished by their order alone: if the first is missing because the "
            + "table is full, the second id is taken for the first",
        fix: "send the next creation after the id has arrived, or after a timeout")

    static let rules = [full, noSuchID, notWaited]

    private var last: Command?

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .disconnected, .reset: last = nil
        case .done(let command):
            // Commands of macros and events have their own rules.
            guard command.source == .host else { return }
            switch command.obstacle {
            case .tableFull:
                context.report(Self.full, command, Self.reason(command))
            case .noSuchID: context.report(Self.noSuchID, command, Self.reason(command))
            default: break
            }
            checkOrder(command, context)
        default: break
        }
    }

    private static func reason(_ command: Command) -> String {
        guard case .refused(_, let why)? = command.refusal(Refusal.self) else { return "" }
        return why
    }

    /// Every host creates loggers of one signal, and events of one recording, together.
    private func checkOrder(_ command: Command, _ context: JudgeContext) {
        guard command.register == 2, !command.isRead,
            [MWModule.dataProcessor, .timer, .macro].contains(command.module)
        else { return }
        if let last, last.module == command.module, context.isTogether(last.time, command.time) {
            context.report(Self.notWaited, command, "the previous id had not arrived")
        }
        last = command
    }
}
