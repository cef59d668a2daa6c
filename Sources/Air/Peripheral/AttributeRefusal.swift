public import Bluetooth

/// A PDU of a central that the attribute server answered with an error, or not at all where the
/// Attribute Protocol has no answer.
public struct AttributeRefusal: Sendable, Equatable {
    /// The first byte of the PDU.
    public var opcode: UInt8
    /// The handle in it, 0 for none.
    public var handle: UInt16
    /// The value of the handle's attribute; nil if it is not one of the peripheral's values.
    public var value: ValueID?
    /// The bytes after opcode and handle.
    public var bytes: [UInt8]
    /// The error answered, or the one that would have been.
    public var error: ATTError

    /// A refusal.
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
    /// Reports a refused PDU to the peripheral. A search that finds nothing is not a refusal: that
    /// is how searches end.
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
