import Device
import MetaWearBoard
import MetaWearTables
import Peripheral
import Wire

/// Who receives what the board sends.
final class SubscriptionRules: RuleFamily {
    static let lostAnswer = Rule(
        "MW-SUB-01", .error, "an answer that the client does not receive", "core 1.1",
        why: "nothing is notified before the configuration descriptor of 9006 is set: the answer "
            + "is lost, and with it the id of what was made",
        fix: "enable notifications of 9006 before any command")
    static let lostStream = Rule(
        "MW-SUB-02", .error, "a stream is requested while notifications are off", "core 1.1, 1.6",
        why: "the register's subscription and the configuration descriptor of 9006 are two gates: "
            + "without the second, every sample is lost",
        fix: "enable notifications of 9006 before subscribing to the register")
    static let switchTwice = Rule(
        "MW-SUB-03", .warning, "the switch is subscribed twice", "core 1.6, 15.16",
        why: "some firmware treats the second subscription of the switch as an unsubscription",
        fix: "subscribe once, and remember that subscriptions outlive a disconnect")
    static let leftOn = Rule(
        "MW-SUB-04", .warning, "the link is closed while a stream runs", "core 1.6, 15.25, RB26-34",
        why: "subscriptions and sensors outlive the link: the battery drains, and the next host "
            + "gets stale samples before it asks for any",
        fix: "stop the sensor, disable its interrupt and unsubscribe from its register, in this "
            + "order")
    static let sensorLeftOn = Rule(
        "MW-SUB-05", .warning, "the link is closed while an unused sensor runs",
        "core 10, 15.25, RB26-34",
        why: "a sensor keeps running without a host; with no logger, processor, event or stream "
            + "that uses it, it only drains the battery",
        fix: "stop the sensor before closing the link")

    static let rules = [lostAnswer, lostStream, switchTwice, leftOn, sensorLeftOn]

    /// Registers subscribed since this host connected, and whether notifications have been on since.
    private var own: [(module: UInt8, register: UInt8, isHeard: Bool)] = []

    var awaitsPackets: Bool { !own.isEmpty }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .connected: own = []
        // Turning notifications off ends the streams of this host; bluetoothd does it for a client that died.
        case .subscribed(let characteristic?, let subscription)
        where characteristic.uuid == KnownCharacteristic.metaWearNotifications:
            if subscription.contains(.notifications) {
                for place in own.indices { own[place].isHeard = true }
            } else {
                own.removeAll { $0.isHeard }
            }
        case .done(let command): look(command, context)
        case .notified(let packet, .discarded(.notSubscribed)):
            guard context.isConnected, packet.count > 1, packet[1] & Command.readBit == 0,
                own.contains(where: { $0.module == packet[0] && $0.register == packet[1] })
            else { return }
            context.report(
                Self.lostStream, packet[0], packet[1], "samples were not sent")
        case .disconnected(let reason):
            // A reset stops everything.
            guard context.isOwnEnd(reason), !context.isResetAsked else { return }
            leave(context)
        default: break
        }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard command.isAccepted, let module = command.module, let register = command.register
        else { return }
        if context.isConnected, !context.isListening, command.source == .host,
            command.created != nil || (command.isAnswered && command.isRead)
        {
            context.report(Self.lostAnswer, command, "notifications of 9006 are off")
        }
        guard !command.isRead, command.payload.count == 1, let flag = command.byte(0),
            context.declaration(module, register)?.access.contains(.notify) == true
        else { return }
        if module == .switch_, flag != 0, context.client.isSubscribed(module, register) {
            context.report(Self.switchTwice, command, "it is already subscribed")
        }
        own.removeAll { $0.module == module && $0.register == register }
        if flag != 0 { own.append((module, register, context.isListening)) }
    }

    private func leave(_ context: JudgeContext) {
        // The board may stop by itself what runs.
        let client = context.client.after(ClientState.linkEnd)
        let flow = DataFlow(client, context)
        for module in MWModule.streaming where client.isRunning(module) {
            if let stream = client.subscriptions.first(where: { $0.module == module }) {
                context.report(
                    Self.leftOn, module, stream.register,
                    "it is subscribed and the sensor runs")
            } else if !flow.isNeeded(module) {
                context.report(Self.sensorLeftOn, module, 1, "nothing on the board uses it")
            }
        }
        for output in flow.runningOutputs {
            let source = output.source.map { Hex.text($0.bytes) } ?? ""
            context.report(
                Self.leftOn, .dataProcessor, 3,
                "processor \(output.id) is subscribed, and \(source) feeds it"
            )
        }
    }
}
