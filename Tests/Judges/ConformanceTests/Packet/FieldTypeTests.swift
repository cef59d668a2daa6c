import Testing

@testable import Conformance

@Suite struct FieldTypeTests {
    @Test(
        arguments: [
            (FieldType.u8, [0xFF], 255), (.i8, [0xFF], -1), (.u16, [0x34, 0x12], 4660),
            (.i16, [0x00, 0x80], -32768), (.u16be, [0x12, 0x34], 4660),
            (.i24, [0xFF, 0xFF, 0xFF], -1),
            (.u24, [1, 0, 1], 65537), (.u32, [0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
            (.i32, [0xFE, 0xFF, 0xFF, 0xFF], -2), (.i32be, [0xFF, 0xFF, 0xFF, 0xFE], -2),
            (.u40, [0, 0, 0, 0, 1], 4_294_967_296), (.f32, [0, 0, 0xC0, 0x3F], 1.5),
        ] as [(FieldType, [UInt8], Double)])
    func `a field is read and written by its type`(
        _ type: FieldType, _ bytes: [UInt8], _ number: Double
    ) {
        #expect(type.number(bytes) == number)
        #expect(type.bytes(number) == bytes)
    }

    @Test func `a number without an integer is written as none`() {
        #expect(FieldType.u16.bytes(.nan) == [0, 0])
        #expect(FieldType.u16.bytes(1e30) == [0, 0])
    }
}
