import MetaWearTables

/// Timers on the board.
final class TimerRules: RuleFamily {
    static let noTick = Rule(
        "MW-TIMER-01", .warning, "a timer without repetitions or without a period", "core 6",
        why: "the effect of 0 is not documented: ours never ticks, or ticks every millisecond",
        fix: "write a period of at least 1 ms, and FFFF to repeat forever")
    /// Reported with the other chains (``FlowRules``).
    static let neverStarted = Rule(
        "MW-TIMER-02", .warning, "a timer that was never started", "core 6",
        why: "timers are created stopped: it takes a slot and does nothing",
        fix: "start it (0C 03 id), or remove it")
    static let otherOrder = Rule(
        "MW-TIMER-03", .warning, "a timer's period in the wrong byte order", "core 6",
        why: "numbers are little endian: with the bytes in the other order the timer waits for "
            + "minutes or weeks before its first tick",
        fix: "write the lowest byte first: 1000 ms are E8 03 00 00")

    static let rules = [noTick, neverStarted, otherOrder]

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        guard case .done(let command) = event, command.module == .timer, command.created != nil,
            let period = command.long(0), let repetitions = command.word(4)
        else { return }
        if period == 0 || repetitions == 0 {
            context.report(
                Self.noTick, command, "period \(period) ms, \(repetitions) repetitions")
        }
        if let meant = Self.swapped(period) {
            context.report(
                Self.otherOrder, command, "\(period) ms, which are \(meant) ms in the other order")
        }
    }

    /// The period that was meant: round in the other byte order, and odd and long as it is. Whole
    /// hundredths of a second are as they should be.
    static func swapped(_ period: UInt32) -> UInt32? {
        guard period > 10_000, period % 10 != 0 || period > 86_400_000, period % 1000 != 0 else {
            return nil
        }
        let orders = [
            period.byteSwapped, UInt32(UInt16(truncatingIfNeeded: period).byteSwapped),
        ]
        // Two bytes are swapped only if the upper two are zero.
        return orders.enumerated().first { place, meant in
            (place == 0 || period <= 0xFFFF) && meant > 0 && meant < period && meant % 10 == 0
                && meant <= 86_400_000
        }?.element
    }
}
