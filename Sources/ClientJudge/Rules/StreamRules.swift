import Bluetooth
import Simulation
import Wire

/// What a stream needs beside its subscription.
final class StreamRules: Watch {
    static let halfStarted = Rule(
        "MW-STRM-01", .error, "a stream that never yields: one of its gates stays shut",
        "sensors 1.5",
        why: "samples flow only while the register is subscribed, the data interrupt is enabled "
            + "and the sensor has power: without any one of them the firmware says nothing",
        mend: "subscribe the register, enable the interrupt (02 01 00), start the sensor (01 01)")
    static let shutGate = Rule(
        "MW-STRM-02", .error, "a processor is subscribed through one gate only",
        "core 4.1, 15.4",
        why: "an output reaches the host only if both its own gate (09 07 id 01) and the "
            + "register's (09 03 01) are open: without either nothing comes out",
        mend: "write 09 07 id 01 and 09 03 01")

    static let rules = [halfStarted, shutGate]

    private static let patience = Nanoseconds.milliseconds(500)

    /// A stream that is subscribed and has not run yet.
    private struct Waiting {
        var module: UInt8
        var register: UInt8
        var since: Instant
    }

    private var waiting: [Waiting] = []

    init() {}

    func see(_ moment: Moment, _ scene: Scene) {
        switch moment {
        case .sent, .disconnected, .finished: forgetOpen(scene)
        default: break
        }
        switch moment {
        case .done(let command):
            guard command.isAccepted, !command.isRead else { return }
            look(command, scene)
        case .notified(let packet, _):
            guard packet.count > 1, !waiting.isEmpty else { return }
            waiting.removeAll { $0.module == packet[0] && $0.register == packet[1] }
        case .disconnected:
            for stream in waiting { judge(stream, scene) }
            checkGates(scene)
            waiting = []
        case .finished:
            for stream in waiting { judge(stream, scene) }
            if scene.isConnected { checkGates(scene) }
        case .reset: waiting = []
        default: break
        }
    }

    /// A stream whose gates were all open once has done its duty, fast or slow.
    private func forgetOpen(_ scene: Scene) {
        waiting.removeAll { missing($0, scene).isEmpty }
    }

    private func look(_ command: Command, _ scene: Scene) {
        guard let module = command.module, let register = command.register,
            let data = Self.streams(module, scene), data.contains(register),
            command.payload.count == 1
        else { return }
        let known = waiting.first { $0.module == module && $0.register == register }
        waiting.removeAll { $0.module == module && $0.register == register }
        if command.byte(0) != 0 {
            waiting.append(
                Waiting(module: module, register: register, since: command.time))
        } else if let known {
            judge(known, scene)
        }
    }

    /// The registers of a module that stream; nil if it has none.
    private static func streams(_ module: UInt8, _ scene: Scene) -> [UInt8]? {
        switch module {
        case 0x03, 0x13, 0x15:
            [SensorRules.dataRegister(module, scene)]
                + [SensorRules.packedRegister(module, scene)].compactMap { $0 }
        case 0x12: [1, 2]
        case 0x14: [3]
        default: nil
        }
    }

    private func judge(_ stream: Waiting, _ scene: Scene) {
        guard scene.now - stream.since >= Self.patience else { return }
        let missing = missing(stream, scene)
        guard !missing.isEmpty else { return }
        scene.report(
            Self.halfStarted, stream.module, stream.register,
            "subscribed, and " + missing.joined(separator: " and "))
    }

    private func missing(_ stream: Waiting, _ scene: Scene) -> [String] {
        var missing: [String] = []
        if [0x03, 0x13, 0x15].contains(stream.module),
            !scene.shadow.isInterrupting(stream.module)
        {
            missing.append("its data interrupt is off")
        }
        if !scene.shadow.isRunning(stream.module) { missing.append("it was not started") }
        return missing
    }

    private func checkGates(_ scene: Scene) {
        let shadow = scene.shadow
        for made in shadow.made where made.table == 0x09 && made.isNotifying {
            guard !shadow.isSubscribed(0x09, 3), scene.now - made.time >= Self.patience else {
                continue
            }
            scene.report(
                Self.shutGate, 0x09, 3, "processor \(made.id) notifies, the register does not")
        }
    }
}
