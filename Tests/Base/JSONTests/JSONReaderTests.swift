import JSON
import Testing

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", "null"), (" [ 1 , -2.5e3 ] ", "[1,-2500.0]"),
            (#"{"a":{"b":[]}}"#, #"{"a":{"b":[]}}"#),
            (#""\u00e9\ud83d\ude00\n\"\\\/\t""#, #""é😀\n\"\\/\t""#), ("-0", "-0.0"),
            ("9223372036854775808", "9223372036854775808"),
            ("18446744073709551615", "18446744073709551615"),
            ("18446744073709551616", "1.8446744073709552e+19"),
            (#""\ud83d""#, #""�""#), (#""\ud83d\ud83d\ude00""#, #""�😀""#),
            (#""\ude00\ud83d\u0041""#, #""��A""#),
            ("true", "true"), (#"["\u0001"]"#, #"["\u0001"]"#),
        ])
    func `JSON is read, and written without space`(text: String, written: String) throws {
        #expect(try JSONValue(reading: text.utf8).line == written)
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
            (#""\"#, "a text has no end at byte 2"), (#""\x""#, "an unknown escape at byte 3"),
            (#""\u12"#, "four digits are missing after \\u at byte 3"),
            (#""\u+123""#, "four digits are missing after \\u at byte 3"),
            (#""\ud83d\u1""#, "four digits are missing after \\u at byte 9"),
            ("\"\t\"", "a control character in a text at byte 2"), ("NaN", "no value at byte 0"),
            ("[1", "unterminated array at byte 2"), ("{\"a\":1", "unterminated object at byte 6"),
            (String(repeating: "[", count: 1000), "more than 32 levels at byte 33"),
        ])
    func `anything else is refused with its place`(text: String, error: String) {
        let found = #expect(throws: JSONError.self) { try JSONValue(reading: text.utf8) }
        #expect(found?.description == error)
    }

    @Test func `a text that is not UTF-8 is refused with its place`() {
        for bytes: [UInt8] in [
            [0x20, 0x22, 0xFF, 0x22], [0x20, 0x22, 0x5C, 0x6E, 0xC3, 0x22],
            [0x20, 0x22, 0xED, 0xA0, 0x80, 0x22],
        ] {
            let error = #expect(throws: JSONError.self) { try JSONValue(reading: bytes) }
            #expect(error?.description == "a text is not UTF-8 at byte 2")
        }
    }

    @Test func `a key that comes twice is found among many`() throws {
        for count in [2, 15, 16, 17, 100] {
            let entries = (0..<count).map { ("key \($0)", JSONValue.integer($0)) }
            let read = try JSONValue(reading: JSONValue.object(entries).compact)
            for key in [0, count / 2, count - 1] {
                #expect(read["key \(key)"]?.line == "\(key)")
                let twice = JSONValue.object(entries + [("key \(key)", .null)])
                let error = #expect(throws: JSONError.self) {
                    try JSONValue(reading: twice.compact)
                }
                #expect(error?.reason == "duplicate key")
            }
        }
    }

    @Test func `32 levels are read`() throws {
        let text = String(repeating: "[", count: 32) + "1" + String(repeating: "]", count: 32)
        #expect(try JSONValue(reading: text.utf8).line == text)
    }
}
