import Declaration
import Testing

@Suite struct `JSON from outside` {
    @Test(
        arguments: [
            ("null", "null"), (" [ 1 , -2.5e3 ] ", "[1,-2500.0]"),
            (#"{"a":{"b":[]}}"#, #"{"a":{"b":[]}}"#),
            (#""\u00e9\ud83d\ude00\n\"\\\/""#, #""é😀\n\"\\/""#),
            ("12345678901234567890", "1.2345678901234567e+19"),
            (#""\ud83d""#, #""�""#), ("true", "true"), (#"["\u0001"]"#, #"["\u0001"]"#),
        ])
    func `is read, and written without space`(text: String, written: String) throws {
        #expect(String(decoding: try JSONValue(reading: text.utf8).bytes, as: UTF8.self) == written)
    }

    @Test(
        arguments: [
            ("", "no value at byte 0"), ("tru", "no value at byte 0"),
            ("[1,]", "no value at byte 3"),
            ("{a:1}", "no key at byte 1"), (#"{"a" 1}"#, "no colon after a key at byte 5"),
            (#"{"a":1,"a":2}"#, "duplicate key at byte 10"),
            ("01", "unexpected text after the value at byte 1"),
            ("1e999", "a number out of range at byte 5"),
            ("1.", "no digit after the point at byte 2"),
            ("1e", "no digit in the exponent at byte 2"), (#""abc"#, "a text has no end at byte 4"),
            (#""\x""#, "an unknown escape at byte 3"),
            (#""\u12"#, "four digits are missing after \\u at byte 3"),
            ("\"\t\"", "a control character in a text at byte 2"), ("NaN", "no value at byte 0"),
            ("[1", "unterminated array at byte 2"), ("{\"a\":1", "unterminated object at byte 6"),
            (String(repeating: "[", count: 1000), "more than 32 levels at byte 33"),
        ])
    func `is refused with the place`(text: String, error: String) {
        let found = #expect(throws: JSONError.self) { try JSONValue(reading: text.utf8) }
        #expect(found?.description == error)
    }

    @Test func `is refused if it is not UTF-8`() {
        #expect(throws: JSONError.self) { try JSONValue(reading: [0x22, 0xff, 0x22]) }
    }
}
