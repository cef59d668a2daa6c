import MetaWearBoard
import MetaWearTables
import Simulation

/// What a stream needs in addition to its subscription.
final class StreamRules: RuleFamily {
    static let halfStarted = Rule(
        "MW-STRM-01", .error, "a stream without samples: one of its gates stays closed",
        "sensors 1.5",
        why: "samples are sent only while the register is subscribed, the data interrupt is "
            + "enabled and the sensor has power (sensor fusion: the output is enabled): if one of them "
            + "is missing, the firmware sends nothing",
        fix: "subscribe to the register, enable the interrupt (02 01 00; sensor fusion: the "
            + "output, 19 03), start the sensor (01 01)")
    static let shutGate = Rule(
        "MW-STRM-02", .error, "a processor is subscribed through only one gate", "core 4.1, 15.4",
        why: "an output reaches the host only if both its own gate (09 07 id 01) and the "
            + "register's (09 03 01) are open",
        fix: "write 09 07 id 01 and 09 03 01")

    static let rules = [halfStarted, shutGate]

    private static let patience = Nanoseconds.milliseconds(500)

    /// A subscribed stream that has not run yet.
    private struct Waiting {
        var module: UInt8
        var register: UInt8
        var since: Instant
    }

    private var waiting: [Waiting] = []
    /// Processors whose own gate is open while the register's is closed, and since when.
    private var shut: [(id: UInt8, since: Instant)] = []

    var awaitsPackets: Bool { !waiting.isEmpty }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .sent, .disconnected, .finished: forgetOpen(context)
        default: break
        }
        switch event {
        // Subscriptions that were too recent at the end of the last link get the full time again.
        case .connected:
            for place in waiting.indices { waiting[place].since = context.now }
            for place in shut.indices { shut[place].since = context.now }
        case .done(let command):
            guard command.isAccepted, !command.isRead else { return }
            if command.module == .dataProcessor { return lookAtGate(command, context) }
            look(command, context)
        case .notified(let packet, _):
            guard packet.count > 1, !waiting.isEmpty else { return }
            waiting.removeAll { $0.module == packet[0] && $0.register == packet[1] }
        case .disconnected(let reason):
            waiting.removeAll { judge($0, context) || context.isOwnEnd(reason) }
            shut.removeAll { judgeGate($0, context) }
        case .finished:
            guard context.isConnected else { return }
            for stream in waiting { _ = judge(stream, context) }
            for gate in shut { _ = judgeGate(gate, context) }
        case .reset: (waiting, shut) = ([], [])
        default: break
        }
    }

    /// A stream whose gates were all open once is not reported.
    private func forgetOpen(_ context: JudgeContext) {
        guard !waiting.isEmpty else { return }
        waiting.removeAll { missing($0, context).isEmpty }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard let module = command.module, let register = command.register,
            let data = context.streams[module], data.contains(register),
            command.payload.count == 1
        else { return }
        let known = waiting.first { $0.module == module && $0.register == register }
        if command.byte(0) != 0 {
            // A repeated subscription does not restart the time.
            guard known == nil else { return }
            waiting.append(
                Waiting(module: module, register: register, since: command.time))
        } else if let known {
            waiting.removeAll { $0.module == module && $0.register == register }
            _ = judge(known, context)
        }
    }

    /// Whether there was a finding.
    private func judge(_ stream: Waiting, _ context: JudgeContext) -> Bool {
        let missing = missing(stream, context)
        guard context.now - stream.since >= Self.patience, !missing.isEmpty else { return false }
        context.report(
            Self.halfStarted, stream.module, stream.register,
            "subscribed, and " + missing.joined(separator: " and "))
        return true
    }

    private func missing(_ stream: Waiting, _ context: JudgeContext) -> [String] {
        DataFlow(context.client, context).missingGates(stream.module, stream.register)
    }

    private func lookAtGate(_ command: Command, _ context: JudgeContext) {
        let id = command.byte(0) ?? 0
        func end(where ends: (UInt8) -> Bool) {
            for gate in shut where ends(gate.id) { _ = judgeGate(gate, context) }
            shut.removeAll { ends($0.id) }
        }
        switch command.register {
        // From here on all outputs are sent.
        case 3: if id != 0 { shut = [] }
        case 6: end { $0 == id }
        case 7:
            if command.byte(1) ?? 0 == 0 {
                end { $0 == id }
            } else if !context.client.isSubscribed(.dataProcessor, 3),
                !shut.contains(where: { $0.id == id })
            {
                shut.append((id, command.time))
            }
        case 8: end { _ in true }
        default: break
        }
    }

    /// Whether there was a finding.
    private func judgeGate(_ gate: (id: UInt8, since: Instant), _ context: JudgeContext) -> Bool {
        guard context.now - gate.since >= Self.patience else { return false }
        context.report(
            Self.shutGate, .dataProcessor, 3, "processor \(gate.id) is open, the register is not")
        return true
    }
}
