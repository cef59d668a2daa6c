import MetaWearBoard
import MetaWearTables

/// GPIO pins and the serial bus.
final class PinRules: RuleFamily {
    static let noPin = Rule(
        "MW-PIN-01", .error, "a pin that the board does not have", "sensors 2.5, 7",
        why: "the firmware ignores it and does not answer",
        fix: "count the capability bytes in the module's information, one per pin")
    static let monitorFirst = Rule(
        "MW-PIN-02", .warning, "a pin is monitored before its change type is set", "sensors 7",
        why: "the default type is 0, disabled: no edge is ever reported",
        fix: "write the change type (05 09), subscribe (05 0A 01), then monitor (05 0B pin 01)")
    static let serialLength = Rule(
        "MW-PIN-03", .error, "a serial transfer that is too long", "sensors 11",
        why: "an answer holds 16 bytes, an I2C write 10: the rest is dropped",
        fix: "split the transfer")

    static let rules = [noPin, monitorFirst, serialLength]

    private var typed: [UInt8] = []

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .reset: typed = []
        case .done(let command): look(command, context)
        default: break
        }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        if command.module == .serial, command.obstacle == .wrongLength {
            context.report(Self.serialLength, command, "the lengths do not match")
        }
        guard command.module == .gpio, command.isAccepted, let pin = command.byte(0),
            let register = command.register, register > 0, register != 0x0A
        else { return }
        let pins = context.information(.gpio)?.extra.count ?? 0
        // Some old boards do not count their pins.
        if pins > 0, Int(pin) >= pins {
            context.report(Self.noPin, command, "pin \(pin), the board has \(pins)")
        }
        switch register {
        case 0x09:
            typed.removeAll { $0 == pin }
            if command.byte(1) ?? 0 != 0 { typed.append(pin) }
        case 0x0B:
            if command.byte(1) ?? 0 != 0, !typed.contains(pin) {
                context.report(Self.monitorFirst, command, "pin \(pin) has no change type")
            }
        default: break
        }
    }
}
