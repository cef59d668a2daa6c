import MetaWearTables

/// The motor and the buzzer.
final class HapticRules: RuleFamily {
    static let duty = Rule(
        "MW-HAPTIC-01", .error, "a duty cycle out of range", "sensors 10",
        why: "the range is 0 to 248 for the motor and 7F for the buzzer: the effect of other "
            + "values is not documented",
        fix: "write percent × 248 / 100 for the motor, 7F for the buzzer")
    static let noWidth = Rule(
        "MW-HAPTIC-02", .warning, "a pulse of zero length", "sensors 10",
        why: "nothing can be felt",
        fix: "write the width in ms")
    static let mode = Rule(
        "MW-HAPTIC-03", .error, "a mode that is neither motor nor buzzer", "sensors 10",
        why: "only 0 (motor) and 1 (buzzer) exist",
        fix: "write 0 or 1")

    static let rules = [duty, noWidth, mode]

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        guard case .done(let command) = event, command.writes(.haptic, 1), command.isAccepted,
            let duty = command.byte(0), let width = command.word(1), let mode = command.byte(3)
        else { return }
        if mode > 1 {
            context.report(Self.mode, command, "mode \(mode)")
        } else if mode == 0 ? duty > 248 : duty != 0x7F {
            context.report(Self.duty, command, "\(duty) for the \(mode == 0 ? "motor" : "buzzer")")
        }
        if width == 0 { context.report(Self.noWidth, command, "a width of 0 ms") }
    }
}
