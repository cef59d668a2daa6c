import Testing

@testable import Wire

/// One layout, read, written, described and put into words.
@Suite struct LayoutTests {
    enum Colour: UInt8 { case green, red, blue }

    struct Everything: Layout, Equatable {
        var low: UInt8 = 0
        var flag = false
        var colour = Colour.green
        var word: UInt16 = 0
        var signed: Int16 = 0
        var long: UInt32 = 0
        var wide: UInt64 = 0
        var narrow: Int8 = 0
        var extra: UInt8 = 7

        mutating func layout(_ c: inout some Coder) {
            c(&low, bits: 3, "low")
            c(&flag, "flag")
            c.reserved(bits: 1)
            c(&narrow, bits: 3, "narrow")
            c(&colour, "colour")
            c(&word, "word")
            c(&signed, "signed")
            c(&long, "long")
            c(&wide, bits: 48, "wide")
            c.optional(&extra, "extra")
        }
    }

    static let rows: [(hex: String, words: String, value: Everything)] = [
        (
            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
            "low 0, flag 0, narrow 0, colour 0, word 0, signed 0, long 0, wide 0, extra 0",
            Everything(extra: 0)
        ),
        (
            "ed 02 34 12 fe ff ef be ad de 07 7b 52 8f c9 e8 63",
            "low 5, flag 1, narrow -1, colour 2, word 4660, signed -2, long 3735928559, "
                + "wide 255952390617863, extra 99",
            Everything(
                low: 5, flag: true, colour: .blue, word: 0x1234, signed: -2, long: 0xDEAD_BEEF,
                wide: 0xE8C9_8F52_7B07, narrow: -1, extra: 99)
        ),
    ]

    @Test(arguments: rows)
    func `bytes and value are the same thing`(
        _ row: (hex: String, words: String, value: Everything)
    ) throws {
        let bytes = try #require(Hex.bytes(row.hex))
        #expect(try Everything(bytes) == row.value)
        // Reserved bits are written as zero.
        var written = bytes
        written[0] &= 0b1110_1111
        #expect(row.value.bytes == written)
        #expect(Everything.words(bytes) == row.words)
        #expect(try Everything(bytes + [1, 2, 3]) == row.value)
    }

    @Test func `every shorter length fails where it ends, but for an optional field`() throws {
        let bytes = try #require(Hex.bytes(Self.rows[1].hex))
        for length in 0..<16 {
            let error = #expect(throws: LayoutError.self) {
                try Everything(Array(bytes.prefix(length)))
            }
            // The first field that does not fit says how much it needs.
            #expect(error == .short(needed: needed(length), had: length))
        }
        #expect(try Everything(Array(bytes.prefix(16))).extra == 7)
    }

    private func needed(_ length: Int) -> Int {
        [1, 2, 4, 6, 10, 16].first { $0 > length } ?? 17
    }

    @Test func `an unknown value of an enumeration fails by name`() {
        var bytes = [UInt8](repeating: 0, count: 17)
        for value in 3...255 as ClosedRange<UInt8> {
            bytes[1] = value
            #expect(throws: LayoutError.unknown(value: UInt64(value), field: "colour")) {
                try Everything(bytes)
            }
        }
        #expect(Everything.words(bytes).hasSuffix("colour has the unknown value 255"))
    }

    @Test func `a description lists each field with its place`() {
        let fields = Everything.fields
        #expect(
            fields.map(\.name) == [
                "low", "flag", "reserved", "narrow", "colour", "word", "signed", "long", "wide",
                "extra",
            ])
        #expect(fields.map(\.bit) == [0, 3, 4, 5, 8, 16, 32, 48, 80, 128])
        #expect(fields.map(\.width) == [3, 1, 1, 3, 8, 16, 16, 32, 48, 8])
        #expect(fields.map(\.isOptional) == Array(repeating: false, count: 9) + [true])
    }

    struct Shaped: Layout {
        enum Shape: UInt8 { case plain, withEdge }
        var shape = Shape.plain
        var edge: Int16 = 0
        var level: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&shape, bits: 4, "shape")
            c.reserved(bits: 4)
            if shape == .withEdge {
                c.unit(FieldUnit("mm", times: 5, over: 4))
                c(&edge, "edge")
            }
            c(&level, "level")
        }
    }

    @Test func `a description has signs, units and names, and the form that a value makes`() {
        let plain = Shaped.fields
        #expect(plain.map(\.name) == ["shape", "reserved", "level"])
        #expect(plain[0].names.map(\.name) == ["plain", "withEdge"])
        #expect(plain[0].names.map(\.value) == [0, 1])
        let form = Shaped.fields(forcing: (field: 0, value: 1))
        #expect(form.map(\.name) == ["shape", "reserved", "edge", "level"])
        #expect(form.map(\.isSigned) == [false, false, true, false])
        #expect(form[2].unit == FieldUnit("mm", times: 5, over: 4))
        #expect(form[3].unit == nil && form[3].bit == 24)
        #expect(Shaped.fields(forcing: (field: 0, value: 0)) == plain)
    }

    struct Tail: Layout {
        var head: UInt8 = 0
        var tail: [UInt8] = []
        mutating func layout(_ c: inout some Coder) {
            c(&head, "head")
            c.rest(&tail, max: 3, "tail")
        }
    }

    @Test(
        arguments: [
            ([1], [], "head 1, tail "), ([1, 2], [2], "head 1, tail 02"),
            ([1, 2, 3, 4, 5], [2, 3, 4], "head 1, tail 02 03 04"),
        ] as [([UInt8], [UInt8], String)])
    func `a tail takes what is left, to its limit`(
        _ bytes: [UInt8], _ tail: [UInt8], _ words: String
    ) throws {
        #expect(try Tail(bytes).tail == tail)
        #expect(Tail.words(bytes) == words)
        #expect(try Tail(bytes).bytes == Array(bytes.prefix(4)))
        #expect(Tail.fields[1].width == nil)
        #expect(throws: LayoutError.short(needed: 1, had: 0)) { try Tail([]) }
    }
}
