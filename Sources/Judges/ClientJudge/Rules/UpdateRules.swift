import Bluetooth
import Device
import Peripheral
import Simulation
import Wire

/// Firmware updates through MetaBoot.
final class UpdateRules: RuleFamily {
    static let notSubscribed = Rule(
        "MW-DFU-01", .error, "the control point is written before notifications are enabled",
        "core 13.3, 13.4",
        why: "its answers could not be sent: the bootloader refuses the write",
        fix: "enable notifications of 1531 first")
    static let outOfOrder = Rule(
        "MW-DFU-02", .error, "an update step out of order", "core 13.2, 13.4",
        why: "the bootloader answers invalid state (2): the order is start, sizes, init packet, "
            + "image, validate, activate",
        fix: "wait for each answer before the next step; after invalid state send 06 and start "
            + "over")
    static let notSupported = Rule(
        "MW-DFU-03", .error, "an update step that the bootloader does not know", "core 13.2",
        why: "it answers not supported (3)",
        fix: "use the opcodes of the legacy DFU")
    static let wrongSize = Rule(
        "MW-DFU-04", .error, "an image of a different size than announced", "core 13.2, 13.4",
        why: "the bootloader answers size exceeds limit (4), and the application has already been "
            + "erased",
        fix: "announce the size of the image that is sent, and no more than the flash holds")
    static let invalidImage = Rule(
        "MW-DFU-05", .error, "an image that fails its validation", "core 13.4",
        why:
            "its checksum differs from the init packet's, or it needs a newer bootloader or another "
            + "board (5): the board stays in the bootloader without an application",
        fix:
            "send the init packet of this image, and every byte of it once; if the image requires a "
            + "newer bootloader, install that first")
    static let failed = Rule(
        "MW-DFU-06", .error, "an update step that fails", "core 13.2",
        why: "the bootloader answers operation failed (6): the packet lacks required data",
        fix: "check the lengths of sizes (12 bytes) and init packet (14 or more)")
    static let unexpectedData = Rule(
        "MW-DFU-07", .error, "data that the bootloader does not expect", "core 13.4",
        why: "bytes on 1532 before 03 or after the end are dropped, so that bytes are missing at "
            + "the end",
        fix: "send the sizes after 01, the init packet between 02 00 and 02 01, and the image "
            + "after 03")
    static let noReceipt = Rule(
        "MW-DFU-08", .warning, "more data is sent before the receipt", "core 13.3",
        why: "the bootloader is writing flash: on real links packets beyond its buffers are lost",
        fix: "wait for 11 after every n packets, as requested with 08 n")
    static let interrupted = Rule(
        "MW-DFU-09", .warning, "the link is closed during an update", "core 13.3",
        why: "the application is erased: the board stays in the bootloader until an update ends "
            + "with 05",
        fix: "keep the link until 05 has been written; otherwise connect again and start over")

    static let rules = [
        notSubscribed, outOfOrder, notSupported, wrongSize, invalidImage, failed, unexpectedData,
        noReceipt, interrupted,
    ]

    private enum Expected { case nothing, sizes, initPacket, image }

    /// Whether the control point was written: before, the bootloader answers nothing.
    private var isUpdating = false

    private var expected = Expected.nothing
    private var isErased = false
    /// The bootloader was reset during an update, and no other update was started.
    private var isAbandoned = false
    /// The state before `05`, in case it is refused.
    private var wasErased = false
    private var receipt: Instant?

    /// Every device: one without a bootloader has none of its characteristics.
    static func concerns(_ device: any SimulatedDevice) -> Bool { true }

    var awaitsPackets: Bool { isUpdating }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .wrote(let own, let bytes, _):
            if own?.uuid == KnownCharacteristic.updateControl {
                isUpdating = true
                control(bytes)
            }
            if own?.uuid == KnownCharacteristic.updatePacket { data(bytes, context) }
        case .refused(let refusal):
            guard refusal.error == .clientConfigurationImproper,
                context.characteristic(of: refusal)?.uuid == KnownCharacteristic.updateControl
            else { return }
            context.report(
                Self.notSubscribed, writing: refusal.bytes, "\(Hex.text(refusal.bytes)) was refused"
            )
        case .notified(let packet, _):
            guard context.isInBootloader else { return }
            answered(packet, context)
        case .disconnected(let reason):
            if isErased, !isAbandoned, context.isOwnEnd(reason) { reportInterrupted(context) }
            (expected, receipt) = (.nothing, nil)
        // The application runs, or the bootloader again, which a client may use to start over.
        case .reset:
            if !isAbandoned { isErased = false }
            (expected, receipt) = (.nothing, nil)
        case .finished: if isErased, isAbandoned { reportInterrupted(context) }
        default: break
        }
    }

    private func reportInterrupted(_ context: JudgeContext) {
        context.report(Self.interrupted, "the update was not finished")
    }

    private func control(_ bytes: [UInt8]) {
        switch bytes.first {
        case 1: (expected, isAbandoned) = (.sizes, false)
        case 2: expected = bytes.count > 1 && bytes[1] == 1 ? .nothing : .initPacket
        case 3: expected = .image
        // 05 is the last step: a reset follows.
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
                Self.noReceipt, writing: bytes, "the receipt had not arrived")
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
            case 5: Self.invalidImage
            case 6: Self.failed
            default: nil
            }
        guard let rule else { return }
        context.report(rule, "step \(Hex.text([packet[1]])) was answered \(packet[2])")
    }
}
