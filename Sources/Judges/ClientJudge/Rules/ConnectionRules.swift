import Device
import MetaWearTables
import Peripheral
import Simulation

/// How a host initialises a board, writes to it, and disconnects.
final class ConnectionRules: RuleFamily {
    static let notInitialised = Rule(
        "MW-CONN-01", .warning, "a chip is set up before its module was asked for its information",
        "core 2.1, sensors 5",
        why: "registers and codes of accelerometers, gyroscopes, loggers and sensor fusion depend "
            + "on the implementation and revision: what works on this board may do nothing, or "
            + "something else, on the next",
        fix: "read the module's information (80) once, and choose by implementation and revision")
    static let request = Rule(
        "MW-CONN-02", .note, "a command written with response", "core 1.5",
        why: "boards accept both, but a write request waits for its response, so that only one "
            + "command fits into two connection intervals; hosts write only macro packets this way",
        fix: "use write without response, except for module 0F")
    static let readOfCommand = Rule(
        "MW-CONN-03", .warning, "the command or notification value is read through GATT",
        "core 1.1",
        why: "its content is not documented; values arrive as notifications",
        fix: "enable notifications of 9006 and send read commands to 9001")
    static let openQuestion = Rule(
        "MW-CONN-04", .warning, "the link is closed during an exchange", "core 2.1",
        why: "a pending answer is lost, and the next host finds the board half configured",
        fix: "wait for the answer, or for half a second, before closing the link")

    static let rules = [notInitialised, request, readOfCommand, openQuestion]

    /// Modules of which there are several kinds (protocol, sensors 2.2).
    private static let kinds: [MWModule] = [
        .accelerometer, .logging, .barometer, .gyro, .magnetometer, .sensorFusion,
    ]

    /// A read that is older is given up: free loggers and processors of newer boards never answer.
    private static let patience = Nanoseconds.milliseconds(500)
    /// More pending reads give no further information.
    private static let most = 64

    private var asked: [UInt8] = []
    private var reads: [(bytes: [UInt8], time: Instant)] = []

    var awaitsPackets: Bool { !reads.isEmpty }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .done(let command):
            guard command.source == .host else { return }
            look(command, context)
        case .read(let own):
            if own?.uuid == KnownCharacteristic.metaWearCommand
                || own?.uuid == KnownCharacteristic.metaWearNotifications
            {
                context.report(Self.readOfCommand, own.map { "\($0.uuid)" } ?? "")
            }
        case .notified(let packet, .sent), .settled(let packet, .sent):
            reads.removeAll { context.answers(packet, $0.bytes) }
        case .disconnected(let reason):
            let open = reads.filter { context.now - $0.time < Self.patience }
            if context.isOwnEnd(reason), let first = open.first {
                context.report(
                    Self.openQuestion, first.bytes[0], first.bytes[1] & 0x3F,
                    "\(open.count) reads were not answered yet")
            }
            reads = []
        case .reset: reads = []
        default: break
        }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard command.isAccepted, let module = command.module, let register = command.register
        else { return }
        if command.isRead {
            if register == 0, !asked.contains(module) { asked.append(module) }
            if !command.isSilent, !command.isAnswered, context.isListening, reads.count < Self.most
            {
                reads.append((command.bytes, command.time))
            }
            return
        }
        if command.kind == .request, module != .macro {
            context.report(Self.request, command, "only module 0F is written with response")
        }
        guard Self.kinds.contains(module), !asked.contains(module) else { return }
        // Stopping and clearing are the same on all of them.
        guard command.payload.contains(where: { $0 != 0 }) else { return }
        asked.append(module)
        context.report(Self.notInitialised, command, "80 was never read")
    }
}
