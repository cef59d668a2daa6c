import Bluetooth
import Device
import MetaWearBoard
import Peripheral
import Simulation
import Wire

/// Firmware updates through MetaBoot.
final class UpdateRules: RuleFamily {
    static let notSubscribed = Rule(
        "MW-DFU-01", .error, "the control point is written before it is subscribed",
        "core 13.3, 13.4",
        why: "its answers would go nowhere: the bootloader refuses the write",
        mend: "enable notifications of 1531 first")
    static let outOfOrder = Rule(
        "MW-DFU-02", .error, "an update step out of order", "core 13.2, 13.4",
        why: "the bootloader answers invalid state (2): start, sizes, init packet, image, "
            + "validate, activate come in this order",
        mend: "wait for each answer before the next step; after invalid state send 06 and begin "
            + "anew")
    static let notSupported = Rule(
        "MW-DFU-03", .error, "an update step that the bootloader does not know", "core 13.2",
        why: "it answers not supported (3)", mend: "use the opcodes of the legacy DFU")
    static let wrongSize = Rule(
        "MW-DFU-04", .error, "an image of another size than announced", "core 13.2, 13.4",
        why: "the bootloader answers size exceeds limit (4) and the application is erased already",
        mend: "announce the size of the image that is sent, and no more than the flash holds")
    static let wrongChecksum = Rule(
        "MW-DFU-05", .error, "an image that does not go with its init packet", "core 13.4",
        why: "the checksum differs (5): the board stays in the bootloader without an application",
        mend: "send the init packet of this very image, and every byte of it once")
    static let failed = Rule(
        "MW-DFU-06", .error, "an update step that fails", "core 13.2",
        why: "the bootloader answers operation failed (6): the packet does not say what it must",
        mend: "look at the lengths of sizes (12 bytes) and init packet (14 or more)")
    static let unexpectedData = Rule(
        "MW-DFU-07", .error, "data that the bootloader does not wait for", "core 13.4",
        why: "bytes on 1532 before 03, or behind the end, are dropped: the count is short in the "
            + "end",
        mend: "send sizes behind 01, the init packet between 02 00 and 02 01, the "
            + "image behind 03")
    static let noReceipt = Rule(
        "MW-DFU-08", .warning, "data is sent on without waiting for the receipt", "core 13.3",
        why: "the bootloader writes flash meanwhile: on real links packets beyond its buffers are "
            + "lost", mend: "wait for 11 after every n packets, as asked with 08 n")
    static let interrupted = Rule(
        "MW-DFU-09", .warning, "the link is ended in the midst of an update", "core 13.3",
        why: "the application is erased: the board stays in the bootloader until an update ends "
            + "with 05",
        mend: "keep the link until 05 was written; connect again and begin anew otherwise")

    static let rules = [
        notSubscribed, outOfOrder, notSupported, wrongSize, wrongChecksum, failed, unexpectedData,
        noReceipt, interrupted,
    ]

    private enum Expected { case nothing, sizes, initPacket, image }

    private var expected = Expected.nothing
    private var isErased = false
    /// The bootloader was reset in the midst of an update, and none began anew.
    private var isAbandoned = false
    /// What `05` would end, should it be refused.
    private var wasErased = false
    private var receipt: Instant?

    /// Any: what has no bootloader has none of its values.
    static func concerns(_ device: any SimulatedDevice) -> Bool { true }

    init() {}

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .wrote(let own, let bytes, _):
            if own?.uuid == Wanted.updateControl { control(bytes) }
            if own?.uuid == Wanted.updatePacket { data(bytes, context) }
        case .refused(let refusal):
            guard refusal.error == .clientConfigurationImproper,
                context.characteristic(of: refusal)?.uuid == Wanted.updateControl
            else { return }
            context.report(
                Self.notSubscribed, writing: refusal.bytes, "\(Hex.text(refusal.bytes)) was refused"
            )
        case .notified(let packet, _):
            guard context.isInBootloader else { return }
            answered(packet, context)
        case .disconnected(let reason):
            if isErased, !isAbandoned, context.isOwnEnd(reason) { tellInterrupted(context) }
            (expected, receipt) = (.nothing, nil)
        // The application runs, or the bootloader again, which a client may want in order to begin anew.
        case .reset:
            if !isAbandoned { isErased = false }
            (expected, receipt) = (.nothing, nil)
        case .finished: if isErased, isAbandoned { tellInterrupted(context) }
        default: break
        }
    }

    private func tellInterrupted(_ context: JudgeContext) {
        context.report(Self.interrupted, "the update has not come to its end")
    }

    private func control(_ bytes: [UInt8]) {
        switch bytes.first {
        case 1: (expected, isAbandoned) = (.sizes, false)
        case 2: expected = bytes.count > 1 && bytes[1] == 1 ? .nothing : .initPacket
        case 3: expected = .image
        // 05 is the end: what follows is the reset.
        case 5: (wasErased, isErased) = (isErased, false)
        case 6: isAbandoned = isErased
        default: break
        }
    }

    private func data(_ bytes: [UInt8], _ context: JudgeContext) {
        if expected == .nothing {
            context.report(Self.unexpectedData, writing: bytes, "\(bytes.count) bytes are dropped")
        }
        if expected == .image, let receipt, context.isTogether(receipt, context.now) {
            context.report(
                Self.noReceipt, writing: bytes, "the receipt was still under way")
        }
        receipt = nil
        if expected == .sizes { expected = .nothing }
    }

    private func answered(_ packet: [UInt8], _ context: JudgeContext) {
        guard packet.count > 2, packet[0] == 0x10 else {
            if packet.first == 0x11 { receipt = context.now }
            return
        }
        if packet[1] == 1, packet[2] == 1 { isErased = true }
        if packet[1] == 5, packet[2] != 1 { isErased = wasErased }
        if packet[1] == 3 { expected = .nothing }
        let rule: Rule? =
            switch packet[2] {
            case 2: Self.outOfOrder
            case 3: Self.notSupported
            case 4: Self.wrongSize
            case 5: Self.wrongChecksum
            case 6: Self.failed
            default: nil
            }
        guard let rule else { return }
        context.report(rule, "step \(Hex.text([packet[1]])) was answered \(packet[2])")
    }
}
