import Checkout
import Foundation
import JSON
import Simulation
import Testing

/// The forms for files are those of Foundation, which wrote them before.
@Suite struct JSONWriterTests {
    private func compare(_ value: JSONValue, at location: SourceLocation = #_sourceLocation) throws
    {
        let pretty = String(
            decoding: try FoundationForm.bytes(value, .prettyPrinted), as: UTF8.self)
        #expect(value.text == pretty + "\n", sourceLocation: location)
        #expect(try value.canonical == FoundationForm.bytes(value, []), sourceLocation: location)
    }

    @Test(arguments: ["Scenarios/scenario.schema.json", "Conformance/case.schema.json"])
    func `generated files are written as Foundation writes them`(path: String) throws {
        let text = try Repository.text(path)
        let value = try JSONValue(reading: text.utf8)
        #expect(value.text == text)
        try compare(value)
    }

    @Test func `the documented report is written as Foundation writes it`() throws {
        let page = try Repository.text("docs/report-format.md")
        let text = try #require(
            page.split(separator: "```json\n").last?.split(separator: "```").first)
        let value = try JSONValue(reading: text.utf8)
        #expect(value.text == text)
        try compare(value)
    }

    private static let nasty: [(String, JSONValue)] = [
        ("empty", .array([.array([]), .object([]), .object([("", .array([.object([])]))])])),
        ("words", .array([.null, .bool(true), .bool(false)])),
        (
            "whole numbers",
            .array([
                .integer(0), .integer(.min), .integer(.max), .unsigned(.max), .integer(-1),
                JSONValue(UInt64.max), JSONValue(Int8.min), JSONValue(UInt64(Int.max) + 1),
            ])
        ),
        (
            "numbers",
            .array(
                [
                    0, -0.0, 1, 1.0e15, 1e16, 1e17, 9_007_199_254_740_992, 0.1, -2.5, 1e-4, 1e-5,
                    1e22, 1e100, .pi, .ulpOfOne, .leastNonzeroMagnitude, .leastNormalMagnitude,
                    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 100, 123_456_789.125,
                    Double(Int.max), Double(UInt64.max),
                ].map { .number($0) })
        ),
        (
            "controls",
            .array((0..<0xA1).map { .string(String(Unicode.Scalar($0 as UInt8))) })
        ),
        (
            "texts",
            .array(
                [
                    "", "\"\\/", "é", "e\u{301}", "😀", "\u{2028}\u{2029}", "\u{FEFF}", "\u{FFFE}",
                    "\u{10FFFF}", "a\0b", "line\r\nline\n", "\\u0041", "\u{202E}abc",
                    "\u{D7FF}\u{E000}",
                ].map { .string($0) })
        ),
        (
            "keys",
            .object(
                [
                    "b", "a", "B", "_", "", "a10", "a2", "é", "ez", "z", "ä", "～", "😀", "a/b",
                    "a b", "a\"", "aa", "a\0", "~", "a\u{301}b",
                ].enumerated().map { ($1, .integer($0)) })
        ),
        (
            "deep",
            (0..<200).reduce(JSONValue.null) { .object([("d", .array([$0, .integer($1)]))]) }
        ),
    ]

    @Test(arguments: nasty.indices) func `nasty values are written as Foundation writes them`(
        index: Int
    ) throws {
        try compare(Self.nasty[index].1)
    }

    /// A value of any kind, from a seed.
    private static func random(_ stream: inout RandomStream, depth: Int) -> JSONValue {
        func next(_ bound: Int) -> Int { Int(stream.next() >> 33) % bound }
        func text() -> String {
            String(
                String.UnicodeScalarView(
                    (0..<next(6)).compactMap { _ in
                        Unicode.Scalar(UInt32(next([0x30, 0x80, 0x800, 0x11000][next(4)])))
                    }))
        }
        switch next(depth > 4 ? 6 : 8) {
        case 0: return [.null, .bool(true), .bool(false)][next(3)]
        case 1: return .integer(Int(truncatingIfNeeded: stream.next()) >> next(64))
        case 2: return JSONValue(stream.next() >> UInt64(next(64)))
        case 3:
            let value = Double(bitPattern: stream.next())
            return .number(value.isFinite ? value : 0.5)
        case 4: return .number((Double(next(2_000_000)) - 1_000_000) / 1_000)
        case 5: return .string(text())
        case 6: return .array((0..<next(5)).map { _ in random(&stream, depth: depth + 1) })
        default:
            return .object(
                (0..<next(20)).map { ("\($0)" + text(), random(&stream, depth: depth + 1)) })
        }
    }

    @Test func `random values are written as Foundation writes them, and read again`() throws {
        var stream = RandomStream(seed: 1, purpose: "json")
        for _ in 0..<300 {
            let value = Self.random(&stream, depth: 0)
            try compare(value)
            let again = try JSONValue(reading: value.pretty)
            #expect(again.pretty == value.pretty)
            #expect(try JSONValue(reading: value.compact).compact == value.compact)
        }
    }

    @Test func `every double is read as it was written`() throws {
        var stream = RandomStream(seed: 2, purpose: "json")
        var values = [
            0.1, 1 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e23, 0x1p53, -0.0,
        ]
        for _ in 0..<2_000 {
            let value = Double(bitPattern: stream.next())
            if value.isFinite { values.append(value) }
        }
        for value in values {
            let written = JSONValue.number(value)
            for bytes in [written.compact, written.canonical, written.pretty] {
                let read = try Double(json: JSONValue(reading: bytes))
                #expect(read.bitPattern == value.bitPattern)
            }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite is null, and refused in an object of fields`(
        value: Double
    ) throws {
        #expect(JSONValue.number(value).line == "null")
        #expect(JSONValue.number(value).text == "null\n")
        #expect(throws: EncodingError.self) { try FoundationForm.bytes(.number(value), []) }
        let fault = #expect(throws: JSONFault.self) { try ["a": [1, value]].json() }
        #expect(fault?.description == "`a[1]` is not finite")
    }

    @Test func `messages keep the order of keys and the point of numbers`() {
        let value = JSONValue.object([
            ("b", .number(1)), ("a", .array([.number(0.5), .integer(1)])),
        ])
        #expect(value.line == #"{"b":1.0,"a":[0.5,1]}"#)
        #expect(String(decoding: value.canonical, as: UTF8.self) == #"{"a":[0.5,1],"b":1}"#)
    }

    @Test func `a quoted text is on one line and has nothing that cannot be seen`() throws {
        let text = "a\"b\\c\n\t\u{85}\u{7F}\u{2028}\u{202E}\u{FEFF}\u{FFFF}é😀"
        let quoted = JSONValue.quoted(text)
        #expect(
            quoted == #""a\"b\\c\n\u0009\u0085\u007f\u2028\u202e\ufeff\uffffé😀""#)
        guard case .string(text) = try JSONValue(reading: quoted.utf8) else {
            Issue.record("\(quoted) is another text")
            return
        }
    }
}
