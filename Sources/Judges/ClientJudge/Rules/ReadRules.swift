import MetaWearBoard
import MetaWearTables
import Simulation

/// Reads and their answers.
final class ReadRules: RuleFamily {
    static let silentForNobody = Rule(
        "MW-READ-01", .error, "a silent read that nothing on the board uses", "core 1.5, 15.1",
        why: "with bit 6 set the value goes to loggers on the board and not to the host: firmware "
            + "1.6 and 1.7 do not answer at all",
        fix: "set bit 7 alone (80 and the register) to get an answer, or make a logger for the "
            + "silent signal first")
    static let silentInformation = Rule(
        "MW-READ-02", .error, "a silent read of a module's information", "core 1.5",
        why: "a silent read is not answered, and nothing on the board uses the information",
        fix: "read it as 80")
    static let neverAnswered = Rule(
        "MW-READ-03", .error, "a read that the board never answers", "core 15.13",
        why: "the firmware knows the register but has no value for this id, channel or pin",
        fix: "ask only for what the module's information lists, and for states that this kind of "
            + "processor has")
    static let impatient = Rule(
        "MW-READ-04", .warning, "a read is repeated before it can have been answered", "core 1.5",
        why: "answers carry no number: with two identical reads pending, it is unclear which "
            + "answer belongs to which, and each takes a place in the board's buffers",
        fix: "wait for the answer, or for a timeout of several connection intervals")

    static let rules = [silentForNobody, silentInformation, neverAnswered, impatient]

    /// A measurement on demand takes less.
    private static let patience = Nanoseconds.seconds(1 as Int64)

    /// More pending reads give no further information.
    private static let most = 64

    private var pending: [Command] = []
    private var last: Command?

    var awaitsPackets: Bool { !pending.isEmpty }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .sent(let command):
            checkPending(context)
            checkRepetition(command, context)
        case .done(let command): judge(command, context)
        case .notified(let packet, _):
            guard let place = pending.firstIndex(where: { context.answers(packet, $0.bytes) })
            else { return }
            pending.remove(at: place)
        case .disconnected, .finished:
            checkPending(context)
            last = nil
            if case .disconnected = event { pending = [] }
        case .reset: pending = []
        default: break
        }
    }

    private func checkPending(_ context: JudgeContext) {
        while let oldest = pending.first, context.now - oldest.time > Self.patience {
            pending.removeFirst()
            context.report(Self.neverAnswered, oldest, "no answer within a second")
        }
    }

    private func checkRepetition(_ command: Command, _ context: JudgeContext) {
        guard command.isRead, !command.isSilent, command.kind != nil else { return }
        if let last, last.bytes == command.bytes, context.isTogether(last.time, command.time) {
            context.report(
                Self.impatient, command, "after \(command.time - last.time)")
        }
        last = command
    }

    private func judge(_ command: Command, _ context: JudgeContext) {
        if command.obstacle == .silentInformation {
            context.report(Self.silentInformation, command, "the answer would be lost")
        }
        guard command.isRead, command.isAccepted, let module = command.module,
            let register = command.register
        else { return }
        if command.isSilent {
            // The answer to a serial read is an open question (protocol, core 16).
            guard module != .serial else { return }
            let hasIndex = context.declaration(module, register)?.hasIndex == true
            let source = SourceKey(
                module, 0xC0 | register, hasIndex ? command.byte(0) ?? 0xFF : 0xFF)
            guard !context.client.isTaken(source) else { return }
            context.report(
                Self.silentForNobody, command,
                "there is no logger, processor or event on this signal")
        } else if !command.isAnswered, context.isListening, !Self.isProbe(module, register),
            pending.count < Self.most
        {
            pending.append(command)
        }
    }

    /// Hosts search for free slots, which some firmware does not answer (protocol, core 16).
    private static func isProbe(_ module: UInt8, _ register: UInt8) -> Bool {
        MWModule.tables.contains(module) && (register == 2 || register == 3)
    }
}
