import MetaWearTables
import Simulation

/// Events and timers as their commands write them (protocol, core 5 and 6).
enum EventCommands {
    /// The two packets that bind one command to a signal; without the second if the command has no
    /// parameters.
    static func bind(
        _ command: [UInt8], to source: SourceKey, token: Step.DataToken?
    ) throws(StepFailure) -> (entry: [UInt8], parameters: [UInt8]) {
        guard command.count >= 2, command.count <= 20 else {
            throw StepFailure("a command of \(command.count) bytes cannot be bound to an event")
        }
        let parameters = Array(command.dropFirst(2))
        var entry =
            [0x0A, 0x02] + source.bytes + [
                command[0], command[1], UInt8(clamping: parameters.count),
            ]
        if let token {
            entry += [
                UInt8(1 | token.count << 1 | token.source << 4), UInt8(clamping: token.destination),
            ]
        }
        // Even without parameters, as the C++ SDK does.
        return (entry, [0x0A, 0x03] + parameters)
    }

    /// `[0C 02 period repetitions first]`.
    static func timer(_ timer: Step.Timer) -> [UInt8] {
        [0x0C, 0x02] + LittleEndian.long(LittleEndian.milliseconds(timer.period.count))
            + LittleEndian.word(timer.times ?? 0xFFFF) + [timer.isImmediate ? 1 : 0]
    }
}

/// Macros as their commands write them (protocol, core 7).
enum MacroCommands {
    static func begin(isAtBoot: Bool) -> [UInt8] { [0x0F, 0x02, isAtBoot ? 1 : 0] }
    static let end: [UInt8] = [0x0F, 0x04]

    /// One command; the first two bytes of a long one go ahead of it.
    static func add(_ command: [UInt8]) -> [[UInt8]] {
        guard command.count >= 18 else { return [[0x0F, 0x03] + command] }
        return [[0x0F, 0x09] + command.prefix(2), [0x0F, 0x03] + command.dropFirst(2)]
    }
}
