import MetaWearBoard
import MetaWearTables

/// Settings and iBeacon: values that the radio limits.
final class SettingsRules: RuleFamily {
    static let name = Rule(
        "MW-SET-01", .error, "a device name that the board truncates or changes", "core 8",
        why: "a name holds 26 letters, digits, blanks, _ and -: a longer one is truncated, other "
            + "characters are left out, an empty one is ignored; hosts then look for a name that "
            + "is not advertised",
        fix: "use 1 to 26 of these characters")
    static let advertising = Rule(
        "MW-SET-02", .error, "advertising parameters out of range", "core 8, 1.4",
        why: "the interval is 20 ms to 10.24 s, the timeout 0 to 180 s: other values are clamped "
            + "or ignored, and a board that does not advertise cannot be found",
        fix: "stay within the limits; from revision 1 on the interval counts 0.625 ms")
    static let power = Rule(
        "MW-SET-03", .warning, "a transmit power that the radio does not have", "core 8",
        why: "it has 4, 0, -4, -8, -12, -16, -20, -30 and -40 dBm: the effect of other values is "
            + "not documented",
        fix: "write one of these levels")
    static let connection = Rule(
        "MW-SET-04", .error, "connection parameters that no central can grant",
        "core 8; Core Vol 6, Part B, 4.5.2",
        why: "intervals are 6 to 3200 steps of 1.25 ms, latency is at most 499, the timeout is 10 "
            + "to 3200 steps of 10 ms and longer than 2 × (1 + latency) × the longest interval: a "
            + "central refuses anything else, and the link stays as slow as it was",
        fix: "stay within the limits")
    static let scanResponse = Rule(
        "MW-SET-05", .error, "a scan response of more than 31 bytes", "core 8",
        why: "an advertising packet holds 31 bytes: the rest is cut, in the middle of a field",
        fix: "keep both parts together within 31 bytes")
    static let badBeacon = Rule(
        "MW-SET-06", .warning, "an iBeacon with a period out of range", "core 8.1",
        why: "the period is an advertising interval: below 20 ms and above 10.24 s it is clamped",
        fix: "write 20 to 10240 ms")

    static let rules = [name, advertising, power, connection, scanResponse, badBeacon]

    private static let levels: [Int8] = [4, 0, -4, -8, -12, -16, -20, -30, -40]
    private var partial = 0

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        if case .reset = event { partial = 0 }
        guard case .done(let command) = event, !command.isRead else { return }
        if command.writes(.settings, 1) { checkName(command, context) }
        guard command.isAccepted else { return }
        if command.module == .iBeacon { return checkBeacon(command, context) }
        guard command.module == .settings else { return }
        switch command.register {
        case 2: checkAdvertising(command, context)
        case 3:
            guard let level = command.byte(0).map({ Int8(bitPattern: $0) }),
                !Self.levels.contains(level)
            else { return }
            context.report(Self.power, command, "\(level) dBm")
        case 7:
            let count = partial + command.payload.count
            partial = 0
            if count > 31 { context.report(Self.scanResponse, command, "\(count) bytes") }
        case 8: partial = command.payload.count
        case 9: checkConnection(command, context)
        default: break
        }
    }

    private func checkName(_ command: Command, _ context: JudgeContext) {
        let name = command.payload
        let strange = name.filter { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: " "):
                false
            default: true
            }
        }
        if name.isEmpty || name.count > 26 {
            context.report(Self.name, command, "\(name.count) characters")
        } else if !strange.isEmpty {
            context.report(Self.name, command, "\(strange.count) characters are left out")
        }
    }

    private func checkAdvertising(_ command: Command, _ context: JudgeContext) {
        guard let interval = command.word(0), let timeout = command.byte(2) else { return }
        let isOld = context.information(.settings)?.revision == 0
        let limits = isOld ? 20...10_240 : 32...16_384
        if !limits.contains(interval) {
            context.report(
                Self.advertising, command,
                "interval \(interval), \(limits.lowerBound) to \(limits.upperBound) are allowed")
        } else if timeout > 180 {
            context.report(Self.advertising, command, "a timeout of \(timeout) s")
        }
    }

    private func checkConnection(_ command: Command, _ context: JudgeContext) {
        guard let low = command.word(0), let high = command.word(2), let latency = command.word(4),
            let timeout = command.word(6)
        else { return }
        var wrong: [String] = []
        if !(6...3200).contains(low) || !(6...3200).contains(high) {
            wrong.append("intervals \(low) and \(high)")
        } else if low > high {
            wrong.append("the shortest interval \(low) above the longest \(high)")
        }
        if latency > 499 { wrong.append("latency \(latency)") }
        if !(10...3200).contains(timeout) {
            wrong.append("timeout \(timeout)")
        } else if timeout * 8 <= (1 + latency) * high * 2 {
            // Steps of 10 ms against steps of 1.25 ms.
            wrong.append("timeout \(timeout) is too short for latency \(latency)")
        }
        guard !wrong.isEmpty else { return }
        context.report(Self.connection, command, wrong.joined(separator: ", "))
    }

    private func checkBeacon(_ command: Command, _ context: JudgeContext) {
        guard command.register == 7, let period = command.word(0),
            !(20...10_240).contains(period)
        else { return }
        context.report(Self.badBeacon, command, "\(period) ms")
    }
}
