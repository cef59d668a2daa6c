import Bluetooth
import Device
import Peripheral
import Wire

/// The Attribute Protocol, for every device.
final class AttributeRules: RuleFamily {
    static let notPermitted = Rule(
        "GATT-ATT-01", .error, "a read or write that the attribute does not permit",
        "Core Vol 3, Part F, 3.2.5",
        why: "the server refuses an operation that the characteristic's properties do not include: "
            + "a write request where only commands are accepted, or a write to a notification "
            + "value",
        fix: "check the properties; write without response only where it is offered")
    static let unknownHandle = Rule(
        "GATT-ATT-02", .error, "a handle that does not exist", "Core Vol 3, Part F, 3.4.1.1",
        why: "handles differ between the application and the bootloader: handles cached from one "
            + "are invalid in the other",
        fix: "discover again after Service Changed, and after switching to MetaBoot and back")
    static let wrongLength = Rule(
        "GATT-ATT-03", .error, "a value of a length that the attribute does not accept",
        "Core Vol 3, Part F, 3.4.5.1",
        why: "the server refuses it, and a write without response is lost silently",
        fix: "use the characteristic's length, whatever the MTU")
    static let malformed = Rule(
        "GATT-ATT-04", .error, "an ATT request that is malformed or unknown",
        "Core Vol 3, Part F, 3.3",
        why: "the server answers Invalid PDU or Request Not Supported",
        fix: "fix the client's host stack, or leave out optional requests")
    static let badConfiguration = Rule(
        "GATT-ATT-05", .error, "a configuration descriptor written with bits that it does not have",
        "Core Vol 3, Part G, 3.3.3.3",
        why: "a characteristic that notifies takes 01 00, one that indicates 02 00: anything else "
            + "is refused, and nothing is sent",
        fix: "write the bit that matches the property")
    static let confirmedUnasked = Rule(
        "GATT-ATT-06", .warning, "a confirmation without an indication",
        "Core Vol 3, Part F, 3.4.7.3",
        why: "notifications are not confirmed; a stray confirmation may be taken for that of the "
            + "next indication",
        fix: "confirm each indication once, and nothing else")
    static let notSecure = Rule(
        "GATT-ATT-07", .note, "a value that needs a more secure link", "Core Vol 3, Part C, 10.3",
        why: "the board requires pairing or encryption; a host meets this error once and then "
            + "pairs",
        fix: "pair, then retry")
    static let secondExchange = Rule(
        "GATT-ATT-08", .error, "the MTU is exchanged twice", "Core Vol 3, Part F, 3.4.2.1",
        why: "a client sends the request once in a connection: the second changes nothing, and "
            + "some servers end the link",
        fix: "exchange the MTU once, and keep the result until the link ends")
    static let mtuTooSmall = Rule(
        "GATT-ATT-09", .error, "an MTU below 23", "Core Vol 3, Part F, 3.4.2.1",
        why: "23 is the least that a client may offer: the server goes on with 23, or refuses",
        fix: "offer at least 23")
    static let requestBeforeAnswer = Rule(
        "GATT-ATT-10", .error, "a request before the answer to the last one",
        "Core Vol 3, Part F, 3.3.2",
        why: "answers carry no number: a client has one request at a time, and servers discard the "
            + "second or end the link",
        fix: "wait for the answer or the error; only commands and confirmations need no turn")
    static let neverExecuted = Rule(
        "GATT-ATT-11", .error, "a prepared write that is never executed",
        "Core Vol 3, Part F, 3.4.6.3",
        why: "its parts wait for Execute Write: without it nothing is written",
        fix: "end each series of Prepare Write with Execute Write: 01 writes, 00 cancels")
    static let beyondValue = Rule(
        "GATT-ATT-12", .error, "a read or a prepared write beyond the end of the value",
        "Core Vol 3, Part F, 3.4.4.5 and 3.4.6.3",
        why: "the server answers Invalid Offset",
        fix: "read a long value until an answer is shorter than the MTU allows, and begin each "
            + "part where the one before ended")

    static let rules = [
        notPermitted, unknownHandle, wrongLength, malformed, badConfiguration, confirmedUnasked,
        notSecure, secondExchange, mtuTooSmall, requestBeforeAnswer, neverExecuted, beyondValue,
    ]

    /// Parts of a write that waited when the link ended.
    private var waitingParts = 0

    /// Every device, because each has a GATT server.
    static func concerns(_ device: any SimulatedDevice) -> Bool { true }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .breached(let breach): judge(breach, context)
        case .disconnected(let reason):
            // The client of a lost link had no time.
            if waitingParts > 0, context.isOwnEnd(reason) {
                context.report(Self.neverExecuted, "\(waitingParts) parts are discarded")
            }
            waitingParts = 0
        case .refused(let refusal): judge(refusal, context)
        default: break
        }
    }

    private func judge(_ breach: AttributeBreach, _ context: JudgeContext) {
        switch breach {
        case .secondExchange: context.report(Self.secondExchange, "\(breach)")
        case .mtuTooSmall: context.report(Self.mtuTooSmall, "\(breach)")
        case .requestBeforeAnswer: context.report(Self.requestBeforeAnswer, "\(breach)")
        case .neverExecuted(let parts): waitingParts = parts
        }
    }

    private func judge(_ refusal: AttributeRefusal, _ context: JudgeContext) {
        let place =
            context.characteristic(of: refusal).map { "\($0.uuid)" }
            ?? "handle \(refusal.handle)"
        let detail = "\(Self.name(refusal.opcode)) of \(place): \(refusal.error)"
        if refusal.opcode == AttributeOpcode.confirmation.rawValue {
            return context.report(Self.confirmedUnasked, "nothing was indicated")
        }
        guard let rule = Self.rule(refusal, isDiscovery: Self.isDiscovery(refusal.opcode)) else {
            return
        }
        context.report(rule, writing: refusal.bytes, detail)
    }

    private static func rule(_ refusal: AttributeRefusal, isDiscovery: Bool) -> Rule? {
        switch refusal.error {
        case .readNotPermitted, .writeNotPermitted: notPermitted
        // A search may use a type that the server does not group by.
        case .unsupportedGroupType: nil
        case .invalidHandle: isDiscovery ? nil : unknownHandle
        case .invalidAttributeValueLength: wrongLength
        case .invalidPDU: malformed
        // Hosts try features of later versions, such as caching.
        case .requestNotSupported: isDiscovery ? nil : malformed
        case .valueNotAllowed: badConfiguration
        case .invalidOffset: beyondValue
        case .insufficientAuthentication, .insufficientEncryption, .insufficientAuthorization,
            .encryptionKeySizeTooShort:
            notSecure
        default: nil
        }
    }

    private static func isDiscovery(_ opcode: UInt8) -> Bool {
        switch AttributeOpcode(rawValue: opcode) {
        case .readRequest, .readBlobRequest, .writeRequest, .writeCommand, .prepareWriteRequest,
            .executeWriteRequest:
            false
        default: true
        }
    }

    private static func name(_ opcode: UInt8) -> String {
        AttributeOpcode(rawValue: opcode).map { "\($0)" } ?? "opcode \(Hex.text([opcode]))"
    }
}
