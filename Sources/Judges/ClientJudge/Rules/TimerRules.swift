/// Timers on the board.
final class TimerRules: RuleFamily {
    static let noTick = Rule(
        "MW-TIMER-01", .warning, "a timer without repetitions or without a period", "core 6",
        why: "the effect of 0 is not documented: ours never ticks, or ticks every millisecond",
        fix: "write a period of at least 1 ms, and FFFF to repeat forever")
    static let neverStarted = Rule(
        "MW-TIMER-02", .note, "a timer that was never started", "core 6",
        why: "timers are created stopped: it takes a slot and does nothing",
        fix: "start it (0C 03 id), or remove it")

    static let rules = [noTick, neverStarted]

    /// Whether a recorded macro starts a timer.
    private var isStartedByMacro = false

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .done(let command):
            lookIntoMacro(command)
            guard command.module == 0x0C, command.created != nil, let period = command.long(0),
                let repetitions = command.word(4)
            else { return }
            if period == 0 || repetitions == 0 {
                context.report(
                    Self.noTick, command, "period \(period) ms, \(repetitions) repetitions")
            }
        case .disconnected:
            // A macro or an event may start it.
            guard !isStartedByMacro, !context.client.made.contains(where: Self.starts) else {
                return
            }
            for made in context.client.made where made.table == 0x0C && !made.isStarted {
                context.report(Self.neverStarted, 0x0C, 3, "timer \(made.id)")
            }
        default: break
        }
    }

    private static func starts(_ made: ClientState.Made) -> Bool {
        made.table == 0x0A && made.packet.count > 6 && made.packet[5] == 0x0C
            && made.packet[6] == 0x03
    }

    /// Recorded at once (0F 03), or with its first two bytes before (0F 09); erased with all macros (0F 08).
    private func lookIntoMacro(_ command: Command) {
        guard command.module == 0x0F, !command.isRead, command.isAccepted else { return }
        switch command.register {
        case 3, 9: if command.byte(0) == 0x0C, command.byte(1) == 0x03 { isStartedByMacro = true }
        case 8: isStartedByMacro = false
        default: break
        }
    }
}
