import Device
import MetaWearBoard
import MetaWearTables
import Simulation

/// Commands that events execute.
final class EventRules: RuleFamily {
    static let noParameters = Rule(
        "MW-EVENT-01", .error, "an event's entry without its parameters", "core 5.2",
        why: "an entry (0A 02) whose command has parameters needs them in a second packet (0A 03): "
            + "without it the event does nothing, or runs with leftover parameters of another "
            + "event",
        fix: "send 0A 03 right after 0A 02, or after the id has arrived")
    static let noEntry = Rule(
        "MW-EVENT-02", .error, "parameters without an entry", "core 5.2",
        why: "they belong to the most recent entry, and there is none: the firmware drops them",
        fix: "send 0A 02 first; if it was not answered, the table is full")
    static let otherLength = Rule(
        "MW-EVENT-03", .warning, "parameters whose length differs from the entry's", "core 5.2",
        why: "the command keeps the length of its entry: extra bytes are cut, missing ones are "
            + "zero",
        fix: "give the number of parameter bytes as the sixth byte of the entry")
    static let spliceBeyond = Rule(
        "MW-EVENT-04", .note, "a data token that extends beyond the parameters", "core 5.3",
        why: "it is cut at the declared length",
        fix: "give the token the same length as the parameter")
    static let splicedMacro = Rule(
        "MW-EVENT-05", .warning, "a data token that selects a macro", "core 15.11",
        why: "hardware has been seen to run both the macro that was written and the one that the "
            + "data names",
        fix: "make one event per macro, each behind a comparator")
    static let ignored = Rule(
        "MW-EVENT-06", .error, "an event's command does nothing", "core 5.4",
        why: "the board executes it as if the host had written it, and the firmware ignores it, "
            + "every time the event fires",
        fix: "try the command on its own first")

    static let ignoredAtTimes = Rule(
        "MW-EVENT-07", .warning, "an event's command sometimes does nothing", "core 5.4",
        why: "the state of the board forbids it when the event fires: a pattern is already "
            + "playing, or a table is full",
        fix: "let the event restore the state first: stop and clear the LED, remove what was made")

    static let rules = [
        noParameters, noEntry, otherLength, spliceBeyond, splicedMacro, ignored, ignoredAtTimes,
    ]

    private static let patience = Nanoseconds.seconds(2 as Int64)

    /// The entry whose parameters are missing.
    private var open: Command?

    var awaitsPackets: Bool { open != nil }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        // A client that loses its link cannot end what it has begun.
        if case .disconnected(let reason) = event, !context.isOwnEnd(reason) { open = nil }
        if let open, context.now - open.time > Self.patience { missing(open, context) }
        switch event {
        case .done(let command): look(command, context)
        case .disconnected, .finished: if let open { missing(open, context) }
        case .reset: open = nil
        default: break
        }
    }

    private func missing(_ entry: Command, _ context: JudgeContext) {
        open = nil
        context.report(
            Self.noParameters, entry, "\(entry.byte(5) ?? 0) parameter bytes are missing")
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        if case .event(let id) = command.source {
            return context.reportIgnored(
                command, "event \(id)", Self.ignored, forNow: Self.ignoredAtTimes)
        }
        guard command.module == .event, !command.isRead else { return }
        switch command.register {
        case 2:
            if let open { missing(open, context) }
            guard command.created != nil else { return }
            if command.byte(5) ?? 0 > 0 { open = command }
            checkToken(command, context)
        case 3:
            if command.obstacle == .noEntry {
                return context.report(Self.noEntry, command, "no entry is waiting for them")
            }
            guard let entry = open else { return }
            open = nil
            let wanted = Int(entry.byte(5) ?? 0)
            if command.payload.count != wanted {
                context.report(
                    Self.otherLength, command,
                    "\(command.payload.count) bytes, the entry declares \(wanted)")
            }
        // A removed entry needs no parameters.
        case 4:
            if let open, command.isAccepted, command.byte(0) == open.created {
                missing(open, context)
            }
        case 5: if let open, command.isAccepted { missing(open, context) }
        default: break
        }
    }

    private func checkToken(_ command: Command, _ context: JudgeContext) {
        guard let token = command.byte(6), token & 1 != 0, let to = command.byte(7) else { return }
        let length = Int(token >> 1 & 7)
        let room = Int(command.byte(5) ?? 0)
        if Int(to) + length > room {
            context.report(
                Self.spliceBeyond, command, "\(length) bytes at \(to), the parameters have \(room)")
        }
        if command.byte(3) == .macro, command.byte(4) == 0x05 {
            context.report(Self.splicedMacro, command, "its command is 0F 05")
        }
    }
}
