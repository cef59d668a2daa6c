import Device
import Peripheral
import Simulation
import TrikiCap
import Wire

/// The Triki cap.
final class CapRules: RuleFamily {
    static let unknown = Rule(
        "TK-REQ-01", .error, "a request that the cap does not know", "triki 1.4",
        why: "the cap has an eight-byte start, a seven-byte stop and a few single-byte requests, "
            + "and ignores everything else",
        fix: "to start, write 20 10 00 D0 07, the rate, and 03; to stop, write 20 and six zeros")
    static let rate = Rule(
        "TK-REQ-02", .error, "a rate that the sensor does not have", "triki 1.4",
        why: "it supports 12, 26, 52, 104, 208 and 416 Hz",
        fix: "write one of these")
    static let notSubscribed = Rule(
        "TK-REQ-03", .error, "the stream is started before notifications are enabled", "triki 1.6",
        why: "frames made before the client subscribes are lost; every known client subscribes "
            + "first",
        fix: "enable notifications of 6E400003 before starting")
    static let notStopped = Rule(
        "TK-REQ-04", .note, "the link is closed while the stream runs", "triki 1.6",
        why: "the cap stops the stream when the link ends; the vendor's app stops it first",
        fix: "write 20 and six zeros before closing the link")
    static let tooFast = Rule(
        "TK-REQ-05", .warning, "two requests without waiting in between", "triki 1.4, 2",
        why: "a second start with other settings discards the frames of the first and starts with "
            + "noise again; an identical one does nothing",
        fix: "write one request, and wait for the first frames")
    static let tooMuch = Rule(
        "TK-REQ-06", .warning, "a rate that the link cannot carry", "triki 1.4",
        why: "416 Hz is 5.8 kB/s in packets of 20 bytes: real links lose frames",
        fix: "request 208 Hz or less, or a larger MTU and a short connection interval")
    static let light = Rule(
        "TK-REQ-07", .error, "the LED is written with a length other than one byte", "triki 1.3",
        why: "the cap refuses it",
        fix: "write one byte, with response")
    static let reboot = Rule(
        "TK-REQ-08", .warning, "a request that reboots the cap", "triki 1.4",
        why: "0A, 42, 44 and 46 as single bytes drop the link without notice; 42 may leave the cap "
            + "in its update mode",
        fix: "do not send it unless a reboot is intended")
    static let lostAnswer = Rule(
        "TK-REQ-09", .error, "an answer that the client does not receive", "triki 1.3",
        why: "answers arrive as notifications of 6E400003, which are off",
        fix: "enable notifications first")

    static let rules = [
        unknown, rate, notSubscribed, notStopped, tooFast, tooMuch, light, reboot, lostAnswer,
    ]

    private var isStreaming = false
    /// A request was sent that drops the link.
    private var isEndAsked = false
    private var last: Instant?

    static func concerns(_ device: any SimulatedDevice) -> Bool { device is TrikiCap }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .sent(let command):
            let bytes = command.bytes
            guard bytes.count == 1, [0x0A, 0x42, 0x44, 0x46].contains(bytes[0]) else { return }
            isEndAsked = true
            report(Self.reboot, bytes, "the link drops", context)
        case .done(let command): look(command, context)
        case .wrote(let own, let bytes, _):
            if own?.uuid == KnownCharacteristic.capLight, bytes.count != 1 {
                context.report(Self.light, writing: bytes, "\(bytes.count) bytes")
            }
        case .disconnected(let reason):
            if isStreaming, isEndAsked || context.isOwnEnd(reason) {
                context.report(Self.notStopped, "the stream was still on")
            }
            (isStreaming, isEndAsked, last) = (false, false, nil)
        case .reset: (isStreaming, isEndAsked, last) = (false, false, nil)
        default: break
        }
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        let bytes = command.bytes
        switch command.refusal(CapRefusal.self) {
        case .unknown?:
            // One client sends 01 00 before its start; it has no known effect.
            guard bytes != [1, 0] else { return }
            return report(Self.unknown, bytes, "\(Hex.text(bytes)) is not a request", context)
        case .unsupportedRate(let hertz)?:
            return report(Self.rate, bytes, "\(hertz) Hz", context)
        case .unsupportedScale?, .unsupportedSensors?:
            return report(
                Self.unknown, bytes, command.refusal?.text ?? "", context)
        case .notSubscribed?:
            // A start without notifications has its own rule.
            if bytes.first != 0x20 {
                report(Self.lostAnswer, bytes, "notifications are off", context)
            }
        case nil: break
        }
        if let last, context.isTogether(last, command.time) {
            report(Self.tooFast, bytes, "after \(command.time - last)", context)
        }
        last = command.time
        if bytes.first == 0x20 { stream(bytes, context) }
    }

    private func stream(_ bytes: [UInt8], _ context: JudgeContext) {
        isStreaming = bytes.count == 8
        guard isStreaming else { return }
        if !context.isListening {
            report(Self.notSubscribed, bytes, "notifications of 6E400003 are off", context)
        }
        let hertz = Int(bytes[5]) | Int(bytes[6]) << 8
        if hertz == 416, context.mtu < 100 {
            report(Self.tooMuch, bytes, "416 Hz with an MTU of \(context.mtu)", context)
        }
    }

    private func report(_ rule: Rule, _ bytes: [UInt8], _ detail: String, _ context: JudgeContext) {
        context.report(rule, writing: bytes, detail)
    }
}
