import Testing
import Wire

@testable import MetaWearBoard

@Suite struct InitPacketTests {
    static let hash =
        "11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff 00 11 22 33 44 55 66 77 88"
        + " 99 aa bb cc dd ee ff 00"

    // holds BOO-18
    @Test(
        arguments: [
            ("2d 14", 0x142D, nil),
            ("ff ff ff ff ff ff ff ff 00 00 2d 14", 0x142D, nil),
            ("ff ff ff ff ff ff ff ff 01 00 fe ff 2d 14", 0x142D, nil),
            ("ff ff ff ff ff ff ff ff 03 00 64 00 81 00 88 00 2d 14", 0x142D, nil),
            ("ff ff ff ff ff ff ff ff 01 00 fe ff 00 00 00 00 2d 14", 0x142D, nil),
            ("ff ff ff ff ff ff ff ff 01 00 fe ff 01 00 00 00 e4 01 00 00 " + hash, nil, 484),
            (
                "ff ff ff ff ff ff ff ff 01 00 fe ff 02 00 00 00 e4 01 00 00 " + hash + " " + hash
                    + " "
                    + hash, nil, 484
            ),
        ] as [(String, UInt16?, UInt32?)])
    func `each form gives its check`(hex: String, crc: UInt16?, length: UInt32?) throws {
        let packet = try InitPacket(try #require(Hex.bytes(hex)))
        #expect(packet.crc == crc)
        #expect(packet.length == length)
    }

    // holds BOO-18
    @Test(arguments: [
        "", "2d", "ff ff ff ff ff ff ff ff", "ff ff ff ff ff ff ff ff 00 00",
        "ff ff ff ff ff ff ff ff 02 00 fe ff 2d 14", "ff ff ff ff ff ff ff ff 00 00 2d 14 00",
        "ff ff ff ff ff ff ff ff ff ff 2d 14",
    ])
    func `what fits no form is none`(hex: String) {
        #expect(throws: LayoutError.self) { try InitPacket(Hex.bytes(hex) ?? []) }
    }

    // holds BOO-19
    @Test(
        arguments: [
            ("04 07 01 00", "1.7.4"), ("00 00 0a 00", "10.0.0"), ("ff ff ff ff", nil),
            ("00 00 00 00", nil), ("04 07 00 00", nil), ("04 07 01 01", nil),
        ] as [(String, String?)])
    func `an application version may stand for a revision`(hex: String, revision: String?) throws {
        let bytes = try #require(Hex.bytes("ff ff ff ff \(hex) 00 00 2d 14"))
        #expect(try InitPacket(bytes).revision?.description == revision)
    }

    // holds BOO-20
    @Test(
        arguments: [
            ("boardsim:firmware=1.7.4\0", "1.7.4"),
            ("xxboardsim:firmware=255.0.10 and", "255.0.10"),
            ("boardsim:boardsim:firmware=1.2.3\n", "1.2.3"), ("boardsim:firmware=1.2.3", "1.2.3"),
            ("boardsim:firmware=1.2\0", nil), ("boardsim:firmware=256.0.0\0", nil),
            ("boardsim:firmware=\0", nil), ("boardsim:firmware=1.2.3.4\0", nil), ("", nil),
            ("boardsim:firmware=x boardsim:firmware=1.2.3 boardsim:firmware=4.5.6\0", "1.2.3"),
        ] as [(String, String?)])
    func `an image may say its revision, however it is cut`(text: String, revision: String?) {
        for part in [1, 7, 20, 1000] {
            var image = ReceivedImage()
            let bytes = Array(text.utf8)
            for at in stride(from: 0, to: bytes.count, by: part) {
                image.append(Array(bytes[at..<min(at + part, bytes.count)]).span)
            }
            image.finish()
            #expect(image.revision?.description == revision)
        }
    }

    // holds BOO-27
    @Test(
        arguments: [
            ("boardsim:requires=0.4.0\0", "0.4.0", nil), ("boardsim:hardware=0.5\0", nil, "0.5"),
            ("boardsim:requires=0.4\0", nil, nil), ("boardsim:hardware=x", nil, nil),
            (
                "boardsim:firmware=1.7.4\0boardsim:requires=0.10.0\0boardsim:hardware=0.1",
                "0.10.0",
                "0.1"
            ),
        ] as [(String, String?, String?)])
    func `an image may say what it needs`(text: String, bootloader: String?, hardware: String?) {
        var image = ReceivedImage()
        image.append(Array(text.utf8).span)
        image.finish()
        #expect(image.requiredBootloader?.description == bootloader)
        #expect(image.hardware == hardware)
    }

    @Test func `revisions compare part by part, as numbers`() {
        let ascending = ["0.2.0", "0.3.2", "0.9.0", "0.10.0", "0.10.1", "1.0.0"]
        let revisions = ascending.compactMap { FirmwareRevision($0) }
        for (a, b) in zip(revisions, revisions.dropFirst()) {
            #expect(a < b)
            #expect(!(b < a))
        }
    }

    /// The check value of CRC-16/IBM-3740 ("CCITT-FALSE") in every catalogue of CRCs.
    // holds BOO-12
    @Test func `the checksum is the known one`() {
        var image = ReceivedImage()
        image.append(Array("123456789".utf8).span)
        #expect(image.crc == 0x29B1)
        #expect(DFUBench.crc(Array("123456789".utf8)) == 0x29B1)
    }
}
