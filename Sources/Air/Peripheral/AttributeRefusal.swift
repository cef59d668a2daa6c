public import Bluetooth

/// A PDU of a central that an attribute server met with an error, or with silence where the
/// Attribute Protocol knows no answer.
public struct AttributeRefusal: Sendable, Equatable {
    /// The first byte of the PDU.
    public var opcode: UInt8
    /// The handle that it names, 0 for none.
    public var handle: UInt16
    /// What the handle's attribute holds; nil if that is none of the peripheral's values.
    public var value: ValueID?
    /// What the PDU carried behind opcode and handle.
    public var bytes: [UInt8]
    /// What was answered, or would have been.
    public var error: ATTError

    /// A refusal as it happened.
    public init(
        opcode: UInt8, handle: UInt16 = 0, value: ValueID? = nil, bytes: [UInt8] = [],
        error: ATTError
    ) {
        self.opcode = opcode
        self.handle = handle
        self.value = value
        self.bytes = bytes
        self.error = error
    }
}

extension AttributeServer {
    /// Tells the peripheral of a PDU that came to nothing. That a search found nothing is no
    /// refusal: it is how searches end.
    func tellRefusal(
        _ pdu: Span<UInt8>, _ error: ATTError, handle: UInt16 = 0, header: Int = 1,
        by connection: ConnectionID
    ) {
        guard error != .attributeNotFound, pdu.count > 0 else { return }
        var value: ValueID?
        switch table[handle]?.content {
        case .value(let id): value = id
        case .configuration(_, _, let id): value = id
        default: break
        }
        peripheral.refused(
            AttributeRefusal(
                opcode: pdu[0], handle: handle, value: value,
                bytes: pdu.array(from: min(header, pdu.count)), error: error),
            by: connection)
    }
}
