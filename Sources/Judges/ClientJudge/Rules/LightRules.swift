import MetaWearBoard
import MetaWearTables

/// The LED.
final class LightRules: RuleFamily {
    static let tooBright = Rule(
        "MW-LED-01", .error, "an intensity above 31", "sensors 4",
        why: "a channel has 31 steps: the effect of higher values is not documented",
        fix: "write 0 to 31")
    static let noRepetition = Rule(
        "MW-LED-02", .warning, "a pattern with the repeat count 0", "core 15.15",
        why: "0 is undefined: one board plays forever, another not at all",
        fix: "write FF to repeat forever, or 1 to 254")
    static let playing = Rule(
        "MW-LED-03", .error, "a pattern is written while one plays", "sensors 4",
        why: "the firmware keeps the pattern that is playing",
        fix: "stop and clear first (02 02 01)")
    static let undocumented = Rule(
        "MW-LED-04", .error, "a pattern mode that no source describes", "sensors 4",
        why: "the layout of its bytes is unknown: the firmware ignores or misreads it",
        fix: "use mode 2 with its six times")
    static let tooShort = Rule(
        "MW-LED-05", .warning, "a pattern whose phases are longer than its period", "sensors 4",
        why: "rise, high and fall together exceed the period: the light is cut off",
        fix: "make the period at least as long as their sum")
    static let nothingLoaded = Rule(
        "MW-LED-06", .warning, "play is sent without a pattern", "sensors 4",
        why: "there is nothing to play: the LED stays off",
        fix: "write a pattern (02 03) first")

    static let rules = [tooBright, noRepetition, playing, undocumented, tooShort, nothingLoaded]

    private var isLoaded = false

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .reset: isLoaded = false
        case .done(let command):
            guard command.module == .led, !command.isRead else { return }
            look(command, context)
        default: break
        }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        switch command.obstacle {
        case .playing: context.report(Self.playing, command, "a pattern is playing")
        case .undocumentedValue:
            context.report(Self.undocumented, command, "mode \(command.byte(1) ?? 0)")
        default: break
        }
        guard command.isAccepted else { return }
        switch command.register {
        case 1:
            if command.byte(0) == 1, !isLoaded {
                context.report(Self.nothingLoaded, command, "no pattern was written")
            }
        case 2: if command.byte(0) ?? 0 != 0 { isLoaded = false }
        case 3:
            isLoaded = true
            checkPattern(command, context)
        default: break
        }
    }

    private func checkPattern(_ command: Command, _ context: JudgeContext) {
        guard let high = command.byte(2), let low = command.byte(3) else { return }
        if max(high, low) > 31 {
            context.report(Self.tooBright, command, "\(max(high, low))")
        }
        // The layout of the others is not published.
        guard command.byte(1) == 2, let rise = command.word(4), let hold = command.word(6),
            let fall = command.word(8), let period = command.word(10), let count = command.byte(14)
        else { return }
        if count == 0 { context.report(Self.noRepetition, command, "repeat count 0") }
        if rise + hold + fall > period {
            context.report(
                Self.tooShort, command, "\(rise + hold + fall) ms in a period of \(period) ms")
        }
    }
}
