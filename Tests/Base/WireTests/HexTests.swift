import Testing

@testable import Wire

@Suite struct HexTests {
    @Test(
        arguments: [
            ([], ""), ([0], "00"), ([0xAB, 0x01, 0xFF], "ab 01 ff"),
        ] as [([UInt8], String)])
    func `bytes in pairs of digits`(_ bytes: [UInt8], _ text: String) {
        #expect(Hex.text(bytes) == text)
        #expect(Hex.bytes(text) == bytes)
    }

    @Test(arguments: ["0B84", "0b 84", " 0b\t84 ", "0b84"])
    func `blanks and case are free`(_ text: String) {
        #expect(Hex.bytes(text) == [0x0B, 0x84])
    }

    @Test(arguments: ["0", "0b8", "0 b", "0x0b", "gg", "0b-84", "0b,84"])
    func `other text is not accepted`(_ text: String) {
        #expect(Hex.bytes(text) == nil)
    }
}

@Suite struct ShortBytesTests {
    @Test func `bytes are kept in place, twenty at most`() {
        let all = ShortBytes((0..<30).map { UInt8($0) })
        #expect(all.count == 20 && all.array == (0..<20).map { UInt8($0) })
        let bytes: [UInt8] = [1, 2, 3]
        #expect(ShortBytes(bytes.span) == [1, 2, 3])
        #expect(ShortBytes() == [] && ShortBytes().isEmpty)
        #expect(([1, 2] as ShortBytes) != [1, 2, 3])
        #expect(([1, 2] as ShortBytes) != [1, 3])
        #expect("\([0x0B, 0x84] as ShortBytes)" == "0b 84")
    }

    @Test func `numbers go in little endian`() {
        var bytes: ShortBytes = [9]
        bytes.append(0x1234 as UInt16)
        bytes.append(-2 as Int16)
        bytes.append(0xDEAD_BEEF as UInt32)
        #expect(bytes.array == [9, 0x34, 0x12, 0xFE, 0xFF, 0xEF, 0xBE, 0xAD, 0xDE])
        bytes[0] = 8
        #expect(bytes[0] == 8)
        #expect(bytes.span[1] == 0x34)
        bytes.append([1, 2])
        #expect(bytes.count == 11)
        bytes.removeAll()
        #expect(bytes.isEmpty)
    }

    @Test func `a slice beyond the end is zero`() {
        let bytes: ShortBytes = [1, 2, 3]
        #expect(bytes.slice(offset: 1, length: 4) == [2, 3, 0, 0])
        #expect(bytes.littleEndian(bytes: 4) == 0x030201)
        #expect(bytes.littleEndian(offset: 2, bytes: 4) == 3)
        #expect(bytes.littleEndian(offset: 31, bytes: 8) == 0)
    }
}
