/// The PDUs of the Attribute Protocol (Core Vol 3, Part F, 3.4.8).
public enum AttributeOpcode: UInt8, Sendable, CaseIterable {
    case errorResponse = 0x01
    case exchangeMTURequest = 0x02
    case exchangeMTUResponse = 0x03
    case findInformationRequest = 0x04
    case findInformationResponse = 0x05
    case findByTypeValueRequest = 0x06
    case findByTypeValueResponse = 0x07
    case readByTypeRequest = 0x08
    case readByTypeResponse = 0x09
    case readRequest = 0x0A
    case readResponse = 0x0B
    case readBlobRequest = 0x0C
    case readBlobResponse = 0x0D
    case readMultipleRequest = 0x0E
    case readMultipleResponse = 0x0F
    case readByGroupTypeRequest = 0x10
    case readByGroupTypeResponse = 0x11
    case writeRequest = 0x12
    case writeResponse = 0x13
    case prepareWriteRequest = 0x16
    case prepareWriteResponse = 0x17
    case executeWriteRequest = 0x18
    case executeWriteResponse = 0x19
    case notification = 0x1B
    case indication = 0x1D
    case confirmation = 0x1E
    case readMultipleVariableRequest = 0x20
    case readMultipleVariableResponse = 0x21
    case multipleNotification = 0x23
    case writeCommand = 0x52
    case signedWriteCommand = 0xD2

    /// True for a PDU that a server answers.
    package var isRequest: Bool {
        switch self {
        case .exchangeMTURequest, .findInformationRequest, .findByTypeValueRequest,
            .readByTypeRequest, .readRequest, .readBlobRequest, .readMultipleRequest,
            .readByGroupTypeRequest, .writeRequest, .prepareWriteRequest, .executeWriteRequest,
            .readMultipleVariableRequest:
            true
        default: false
        }
    }

    /// The opcode of the response to a request.
    public var response: AttributeOpcode? {
        isRequest ? AttributeOpcode(rawValue: rawValue + 1) : nil
    }

    /// True if the opcode, known or not, is that of a command, which has no response (Core Vol 3,
    /// Part F, 3.3.1, the command flag).
    package static func isCommand(_ opcode: UInt8) -> Bool { opcode & 0x40 != 0 }
}

/// The form of a PDU after its opcode: the width of up to three numbers, then a variable part.
struct AttributeShape: Sendable {
    enum Tail: Sendable {
        case none, any
        /// An attribute type: 2 or 16 bytes.
        case uuid
        /// At least two handles of 2 bytes.
        case handles
        /// A 12-byte signature at the end.
        case signed
    }

    var first: UInt8 = 0
    var second: UInt8 = 0
    var third: UInt8 = 0
    var tail = Tail.none

    /// Bytes before the variable part, including the opcode.
    var header: Int { 1 + Int(first) + Int(second) + Int(third) }

    func fits(_ count: Int) -> Bool {
        let rest = count - header
        return switch tail {
        case .none: rest == 0
        case .any: rest >= 0
        case .uuid: rest == 2 || rest == 16
        case .handles: rest >= 4 && rest % 2 == 0
        case .signed: rest >= 12
        }
    }
}

extension AttributeOpcode {
    /// The table for reading and writing PDUs (Core Vol 3, Part F, 3.4.1 to 3.4.7).
    var shape: AttributeShape {
        switch self {
        // Request opcode in error, attribute handle in error, error code.
        case .errorResponse: AttributeShape(first: 1, second: 2, third: 1)
        // Receive MTU.
        case .exchangeMTURequest, .exchangeMTUResponse: AttributeShape(first: 2)
        // Starting handle, ending handle.
        case .findInformationRequest: AttributeShape(first: 2, second: 2)
        // Format, or the length of each entry; then the entries.
        case .findInformationResponse, .readByTypeResponse, .readByGroupTypeResponse:
            AttributeShape(first: 1, tail: .any)
        // Starting handle, ending handle, attribute type; then the value.
        case .findByTypeValueRequest:
            AttributeShape(first: 2, second: 2, third: 2, tail: .any)
        // Starting handle, ending handle; then the attribute type.
        case .readByTypeRequest, .readByGroupTypeRequest:
            AttributeShape(first: 2, second: 2, tail: .uuid)
        // Attribute handle.
        case .readRequest: AttributeShape(first: 2)
        // Attribute handle, value offset.
        case .readBlobRequest: AttributeShape(first: 2, second: 2)
        case .readMultipleRequest, .readMultipleVariableRequest: AttributeShape(tail: .handles)
        // The value, or a list of values.
        case .readResponse, .readBlobResponse, .readMultipleResponse,
            .readMultipleVariableResponse, .findByTypeValueResponse, .multipleNotification:
            AttributeShape(tail: .any)
        // Attribute handle; then the value.
        case .writeRequest, .writeCommand, .notification, .indication:
            AttributeShape(first: 2, tail: .any)
        case .signedWriteCommand: AttributeShape(first: 2, tail: .signed)
        // Attribute handle, value offset; then the part.
        case .prepareWriteRequest, .prepareWriteResponse:
            AttributeShape(first: 2, second: 2, tail: .any)
        // Flags: 0 cancels, 1 writes.
        case .executeWriteRequest: AttributeShape(first: 1)
        case .writeResponse, .executeWriteResponse, .confirmation: AttributeShape()
        }
    }
}

extension AttributeOpcode: CustomStringConvertible {
    /// The case's name.
    public var description: String {
        switch self {
        case .errorResponse: "errorResponse"
        case .exchangeMTURequest: "exchangeMTURequest"
        case .exchangeMTUResponse: "exchangeMTUResponse"
        case .findInformationRequest: "findInformationRequest"
        case .findInformationResponse: "findInformationResponse"
        case .findByTypeValueRequest: "findByTypeValueRequest"
        case .findByTypeValueResponse: "findByTypeValueResponse"
        case .readByTypeRequest: "readByTypeRequest"
        case .readByTypeResponse: "readByTypeResponse"
        case .readRequest: "readRequest"
        case .readResponse: "readResponse"
        case .readBlobRequest: "readBlobRequest"
        case .readBlobResponse: "readBlobResponse"
        case .readMultipleRequest: "readMultipleRequest"
        case .readMultipleResponse: "readMultipleResponse"
        case .readByGroupTypeRequest: "readByGroupTypeRequest"
        case .readByGroupTypeResponse: "readByGroupTypeResponse"
        case .writeRequest: "writeRequest"
        case .writeResponse: "writeResponse"
        case .prepareWriteRequest: "prepareWriteRequest"
        case .prepareWriteResponse: "prepareWriteResponse"
        case .executeWriteRequest: "executeWriteRequest"
        case .executeWriteResponse: "executeWriteResponse"
        case .notification: "notification"
        case .indication: "indication"
        case .confirmation: "confirmation"
        case .readMultipleVariableRequest: "readMultipleVariableRequest"
        case .readMultipleVariableResponse: "readMultipleVariableResponse"
        case .multipleNotification: "multipleNotification"
        case .writeCommand: "writeCommand"
        case .signedWriteCommand: "signedWriteCommand"
        }
    }
}
