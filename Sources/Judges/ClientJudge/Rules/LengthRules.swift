import Bluetooth
import Device
import MetaWearBoard
import MetaWearTables
import Peripheral
import Wire

/// Lengths of packets and payloads.
final class LengthRules: RuleFamily {
    static let noHeader = Rule(
        "MW-LEN-01", .error, "a packet shorter than its header", "core 1.5",
        why: "a packet is module, register and payload: with fewer than two bytes it has no "
            + "meaning, and there is no answer",
        fix: "write at least module and register")
    static let tooLong = Rule(
        "MW-LEN-02", .error, "a packet of more than 20 bytes", "core 1.5",
        why: "the command characteristic holds 20 bytes, whatever the MTU: real boards refuse or "
            + "truncate a longer value; only a device name may be longer, up to 28 bytes with its "
            + "header",
        fix: "split the command in the way its module provides: partial scan response, partial "
            + "macro command, several writes")
    static let tooShort = Rule(
        "MW-LEN-03", .error, "a payload that is too short for its register", "core 1.5",
        why: "the firmware reads fields at fixed positions: it ignores the packet, or uses bytes "
            + "that an earlier packet left in the buffer",
        fix: "write every field of the register, in the order of the register tables")
    static let surplus = Rule(
        "MW-LEN-04", .warning, "bytes after the end of a register's payload", "sensors 16",
        why: "the firmware reads the fields it knows and silently drops the rest: two commands in "
            + "one packet are one command",
        fix: "write one command per packet, with the fields of its register and no more")
    static let unknownValue = Rule(
        "MW-LEN-05", .error, "a field with an unknown value", "core 15",
        why: "ranges, edges, modes and colours have a few codes each: with any other code the "
            + "whole packet does nothing",
        fix: "write a code from the register tables")

    static let rules = [noHeader, tooLong, tooShort, surplus, unknownValue]

    /// The longest packet (protocol, core 1.5), and the longest with a device name (core 8).
    private static let longest = 20
    private static let longestName = 28

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .sent(let command): look(command, context)
        case .done(let command): judge(command, context)
        case .refused(let refusal) where refusal.error == .invalidAttributeValueLength:
            guard context.characteristic(of: refusal)?.uuid == KnownCharacteristic.metaWearCommand
            else {
                return
            }
            context.report(
                Self.tooLong, writing: refusal.bytes,
                "\(refusal.bytes.count) bytes were refused by the characteristic")
        default: break
        }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        let count = command.bytes.count
        let limit = command.writes(.settings, 0x01) ? Self.longestName : Self.longest
        if count > limit {
            context.report(Self.tooLong, command, "\(count) bytes, at most \(limit) are allowed")
        }
        if let most = mostBytes(command, context), command.payload.count > most {
            context.report(
                Self.surplus, command,
                "\(command.payload.count) bytes of payload, the register takes \(most)")
        }
    }

    private func judge(_ command: Command, _ context: JudgeContext) {
        // Commands of macros and events have their own rules.
        guard command.source == .host else { return }
        switch command.refusal(Refusal.self) {
        case .shortPacket(let count)?:
            context.report(Self.noHeader, command, "\(count) bytes")
        case .malformed(_, .short(let needed, let had))?:
            context.report(
                Self.tooShort, command, "\(had) bytes of payload, the register takes \(needed)")
        case .malformed(_, .unknown(let value, let field))?:
            context.report(Self.unknownValue, command, "\(field) is \(value)")
        default: break
        }
    }

    /// The longest payload of a write; nil if the register does not declare it. A layout whose form
    /// depends on a field declares only the first form.
    private func mostBytes(_ command: Command, _ context: JudgeContext) -> Int? {
        guard !command.isRead, let module = command.module, let register = command.register,
            let written = context.declaration(module, register)?.written,
            !written.fields.isEmpty, !Self.isOfManyForms(module, register),
            written.fields.allSatisfy({ $0.width != nil })
        else { return nil }
        return (written.fields.reduce(0) { $0 + ($1.width ?? 0) } + 7) / 8
    }

    /// The layout of patterns, processors and serial transfers depends on their type.
    private static func isOfManyForms(_ module: UInt8, _ register: UInt8) -> Bool {
        switch (MWModule(rawValue: module), register) {
        case (.led, 0x03), (.dataProcessor, _), (.event, _), (.serial, _),
            (.accelerometer, 0x08):
            true
        // The vendor's fourth byte (protocol, sensors 14).
        case (.gyro, 0x06): true
        default: false
        }
    }
}
