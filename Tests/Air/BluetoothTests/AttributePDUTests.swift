import Bluetooth
import Testing

struct AttributePDUTests {
    /// Every PDU with its bytes (Core Vol 3, Part F, 3.4).
    static let rows: [(AttributePDU, tail: [UInt8], [UInt8])] = [
        (AttributePDU(.errorResponse, 0x0A, 0x0003, 0x02), [], [0x01, 0x0A, 0x03, 0x00, 0x02]),
        (AttributePDU(.exchangeMTURequest, 517), [], [0x02, 0x05, 0x02]),
        (AttributePDU(.exchangeMTUResponse, 247), [], [0x03, 0xF7, 0x00]),
        (AttributePDU(.findInformationRequest, 1, 0xFFFF), [], [0x04, 0x01, 0x00, 0xFF, 0xFF]),
        (
            AttributePDU(.findInformationResponse, 1), [0x04, 0x00, 0x02, 0x29],
            [0x05, 0x01, 0x04, 0x00, 0x02, 0x29]
        ),
        (
            AttributePDU(.findByTypeValueRequest, 1, 0xFFFF, 0x2800), [0x0D, 0x18],
            [0x06, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28, 0x0D, 0x18]
        ),
        (
            AttributePDU(.findByTypeValueResponse), [0x0C, 0x00, 0x12, 0x00],
            [0x07, 0x0C, 0x00, 0x12, 0x00]
        ),
        (
            AttributePDU(.readByTypeRequest, 1, 5), [0x03, 0x28],
            [0x08, 0x01, 0x00, 0x05, 0x00, 0x03, 0x28]
        ),
        (AttributePDU(.readByTypeResponse, 3), [3, 0, 7], [0x09, 0x03, 3, 0, 7]),
        (AttributePDU(.readRequest, 3), [], [0x0A, 0x03, 0x00]),
        (AttributePDU(.readResponse), [1, 2], [0x0B, 1, 2]),
        (AttributePDU(.readBlobRequest, 3, 22), [], [0x0C, 0x03, 0x00, 0x16, 0x00]),
        (AttributePDU(.readBlobResponse), [], [0x0D]),
        (AttributePDU(.readMultipleRequest), [3, 0, 5, 0], [0x0E, 3, 0, 5, 0]),
        (AttributePDU(.readMultipleResponse), [1], [0x0F, 1]),
        (
            AttributePDU(.readByGroupTypeRequest, 1, 0xFFFF), [0x00, 0x28],
            [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28]
        ),
        (
            AttributePDU(.readByGroupTypeResponse, 6), [1, 0, 7, 0, 0x00, 0x18],
            [0x11, 0x06, 1, 0, 7, 0, 0x00, 0x18]
        ),
        (AttributePDU(.writeRequest, 4), [1, 0], [0x12, 0x04, 0x00, 1, 0]),
        (AttributePDU(.writeResponse), [], [0x13]),
        (AttributePDU(.prepareWriteRequest, 4, 18), [9], [0x16, 0x04, 0x00, 0x12, 0x00, 9]),
        (AttributePDU(.prepareWriteResponse, 4, 18), [9], [0x17, 0x04, 0x00, 0x12, 0x00, 9]),
        (AttributePDU(.executeWriteRequest, 1), [], [0x18, 0x01]),
        (AttributePDU(.executeWriteResponse), [], [0x19]),
        (AttributePDU(.notification, 4), [7], [0x1B, 0x04, 0x00, 7]),
        (AttributePDU(.indication, 4), [], [0x1D, 0x04, 0x00]),
        (AttributePDU(.confirmation), [], [0x1E]),
        (AttributePDU(.readMultipleVariableRequest), [3, 0, 5, 0], [0x20, 3, 0, 5, 0]),
        (AttributePDU(.readMultipleVariableResponse), [1, 0, 7], [0x21, 1, 0, 7]),
        (AttributePDU(.multipleNotification), [4, 0, 1, 0, 7], [0x23, 4, 0, 1, 0, 7]),
        (AttributePDU(.writeCommand, 4), [1], [0x52, 0x04, 0x00, 1]),
        (
            AttributePDU(.signedWriteCommand, 4), [UInt8](repeating: 1, count: 12),
            [0xD2, 0x04, 0x00] + [UInt8](repeating: 1, count: 12)
        ),
    ]

    @Test func `every PDU and its bytes`() throws {
        #expect(Set(Self.rows.map(\.0.opcode)).count == AttributeOpcode.allCases.count)
        for (pdu, tail, bytes) in Self.rows {
            #expect(pdu.bytes(tail) == bytes)
            #expect(try AttributePDU(bytes.span) == pdu)
            #expect(Array(bytes[pdu.headerLength...]) == tail)
        }
    }

    @Test func `a PDU that ends in its fixed part is refused`() {
        for (pdu, _, bytes) in Self.rows {
            for length in 1..<max(1, pdu.headerLength) {
                let cut = Array(bytes.prefix(length))
                #expect(throws: AttributePDUError.invalidLength(pdu.opcode, length)) {
                    try AttributePDU(cut.span)
                }
            }
        }
    }

    @Test func `an unknown opcode and no opcode are told apart`() {
        let unknown: [UInt8] = [0x14, 0]
        let empty: [UInt8] = []
        #expect(throws: AttributePDUError.unknownOpcode(0x14)) { try AttributePDU(unknown.span) }
        #expect(throws: AttributePDUError.empty) { try AttributePDU(empty.span) }
    }

    @Test func `a request and its response belong together`() {
        let pairs = AttributeOpcode.allCases.compactMap { opcode in
            opcode.response.map { (opcode, $0) }
        }
        #expect(pairs.count == 12)
        for (request, response) in pairs {
            #expect("\(response)" == "\(request)".replacing("Request", with: "Response"))
        }
    }
}

struct UUIDTests {
    @Test func `text and bytes of a UUID`() throws {
        let long: BluetoothUUID = "326A9001-85CB-9195-D9DD-464CFBBAE75A"
        #expect(long.description == "326A9001-85CB-9195-D9DD-464CFBBAE75A")
        #expect(BluetoothUUID(littleEndian: long.littleEndian) == long)
        #expect(BluetoothUUID(littleEndian: [0x0D, 0x18]) == "180D")
        #expect(BluetoothUUID(littleEndian: [0x0D, 0x18, 0]) == nil)
        for text in ["180", "18 D", "+80D", "", "326A9001-85CB-9195-D9DD-464CFBBAE75"] {
            #expect(BluetoothUUID(text) == nil, "\(text)")
        }
        #expect(BluetoothUUID.short(0x180D).matches("0000180D-0000-1000-8000-00805F9B34FB"))
    }

    @Test func `text and bytes of an address`() throws {
        let address = try #require(Address("E8:C9:8F:52:7B:07"))
        #expect(address.description == "E8:C9:8F:52:7B:07")
        #expect(address.littleEndian == [0x07, 0x7B, 0x52, 0x8F, 0xC9, 0xE8])
        #expect(Address("E8:C9:8F:52:7B") == nil)
        #expect(Address("E8:C9:8F:52:7B:+7") == nil)
    }
}
