import Testing
import Wire

private struct Two: Layout {
    var first: Float = 0
    var flag: UInt8 = 0
    var second: Float = 0

    mutating func layout(_ c: inout some Coder) {
        c(&first, "first")
        c(&flag, "flag")
        c(&second, "second")
    }
}

@Suite struct `Numbers of IEEE 754` {
    /// 1 is 3F800000 and -0.15625 is BE200000 in the standard's interchange form.
    static let bytes: [UInt8] = [0, 0, 0x80, 0x3F, 7, 0, 0, 0x20, 0xBE]

    @Test func `are read, written and said`() throws {
        let two = try Two(Self.bytes)
        #expect((two.first, two.flag, two.second) == (1, 7, -0.15625))
        #expect(two.bytes == Self.bytes)
        #expect(Two.words(Self.bytes) == "first 1.0, flag 7, second -0.15625")
        #expect(Two.fields.map(\.isFloat) == [true, false, true])
        #expect(Two.fields.map(\.bit) == [0, 32, 40])
        #expect(throws: LayoutError.short(needed: 9, had: 8)) { try Two(Self.bytes.dropLast()) }
    }
}
