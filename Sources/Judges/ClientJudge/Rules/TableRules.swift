import Device
import MetaWearBoard
import Wire

/// Loggers, processors, events, timers and macros as tables of so many places.
final class TableRules: RuleFamily {
    static let full = Rule(
        "MW-TABLE-01", .error, "more is made than the table holds", "core 3.3, 4.2, 5.2, 6, 7",
        why: "a full table answers nothing: who waits for the id waits for ever, and who counts on "
            + "uses another one's",
        mend: "look at the number of places in the module's "
            + "information, remove what is not needed, and treat a missing answer as a full table")
    static let noSuchID = Rule(
        "MW-TABLE-02", .error, "an id that does not exist", "core 3.3, 4.8, 5.4, 6",
        why: "the firmware ignores it; all but macros are lost at a reset, and freed ids are given "
            + "again to others",
        mend: "use the ids that the board answered, and forget them after a removal or a reset")
    static let notWaited = Rule(
        "MW-TABLE-03", .warning, "the next creation before the id of the last", "core 4.2, 6",
        why: "the answers are told apart by their order alone: if the first is missing, because "
            + "the table is full, the second id is taken for the first",
        mend: "send the next creation when the id has come, or the time for it is over")

    static let rules = [full, noSuchID, notWaited]

    private var last: Command?

    init() {}

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .disconnected, .reset: last = nil
        case .done(let command):
            // What a macro or an event gives is judged as such.
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
        guard case .refused(_, let why)? = command.refusal as? Refusal else { return "" }
        return why
    }

    /// Loggers of one signal and events of one recording go out together in every host.
    private func checkOrder(_ command: Command, _ context: JudgeContext) {
        guard command.register == 2, !command.isRead,
            [0x09, 0x0C, 0x0F].contains(command.module)
        else { return }
        if let last, last.module == command.module, context.isTogether(last.time, command.time) {
            context.report(Self.notWaited, command, "the id before it was still under way")
        }
        last = command
    }
}
