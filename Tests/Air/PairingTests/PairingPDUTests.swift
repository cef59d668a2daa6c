import Bluetooth
import Testing

@testable import Pairing

/// Codes and lengths as the specification's figures draw them (Core Vol 3, Part H, 3.3 to 3.6).
@Suite struct PairingPDUTests {
    static let rows: [(PairingCode, UInt8, Int)] = [
        (.pairingRequest, 0x01, 7), (.pairingResponse, 0x02, 7), (.pairingConfirm, 0x03, 17),
        (.pairingRandom, 0x04, 17), (.pairingFailed, 0x05, 2),
        (.encryptionInformation, 0x06, 17), (.centralIdentification, 0x07, 11),
        (.identityInformation, 0x08, 17), (.identityAddressInformation, 0x09, 8),
        (.signingInformation, 0x0A, 17), (.securityRequest, 0x0B, 2),
        (.pairingPublicKey, 0x0C, 65), (.pairingDHKeyCheck, 0x0D, 17),
        (.pairingKeypressNotification, 0x0E, 2),
    ]

    @Test(arguments: rows)
    func `each code has its length`(_ code: PairingCode, _ number: UInt8, _ length: Int) throws {
        for count in 0...80 {
            let bytes = (0..<count).map { $0 == 0 ? number : UInt8($0) }
            if count == length {
                let pdu = try PairingPDU(bytes.span)
                #expect(pdu.code == code)
                #expect(pdu.bytes == bytes)
                #expect(pdu.value == bytes.dropFirst().reversed())
            } else {
                let error: PairingPDUError = count == 0 ? .empty : .invalidLength(code, count)
                #expect(throws: error) { try PairingPDU(bytes.span) }
            }
        }
    }

    @Test func `every other code is reserved`() {
        #expect(PairingCode.allCases.count == Self.rows.count)
        for number in [0] + Array(0x0F...0xFF) as [UInt8] {
            let bytes = [number, 0, 0]
            #expect(throws: PairingPDUError.reservedCode(number)) { try PairingPDU(bytes.span) }
        }
    }

    @Test func `features are six octets in the order of the figure`() throws {
        let wire = bytes("01 04 01 2d 10 05 0b")
        let pdu = try PairingPDU(wire.span)
        let features = try PairingFeatures(pdu)
        #expect(features.capability == .keyboardDisplay)
        #expect(features.hasOOBData)
        #expect(features.requirements == [.bonding, .mitm, .secureConnections, .ct2])
        #expect(features.maximumKeySize == 16)
        #expect(features.initiatorKeys == [.encryption, .signing])
        #expect(features.responderKeys == [.encryption, .identity, .link])
        #expect(features.pdu(.pairingRequest).bytes == wire)
        #expect(features.forCheck == bytes("2d 01 04"))
    }

    @Test(
        arguments: [
            "01 05 00 00 10 00 00", "01 ff 00 00 10 00 00", "01 03 02 00 10 00 00",
            "01 03 00 00 06 00 00", "01 03 00 00 11 00 00", "01 03 00 00 00 00 00",
        ])
    func `features out of range are invalid parameters`(_ hex: String) throws {
        let pdu = try PairingPDU(bytes(hex).span)
        #expect(throws: PairingFailure.invalidParameters) { try PairingFeatures(pdu) }
    }
}
