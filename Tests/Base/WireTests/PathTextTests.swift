import Foundation
import Testing

@testable import Wire

@Suite struct PathTextTests {
    @Test(arguments: [
        ("a/b.yaml", [0x61, 0x2F, 0x62, 0x2E, 0x79, 0x61, 0x6D, 0x6C]),
        ("ä", [0xC3, 0xA4]), ("😀", [0xF0, 0x9F, 0x98, 0x80]), ("", []),
        ("a\u{10FEE4}b", [0x61, 0xE4, 0x62]), ("\u{10FEC3}", [0xC3]),
        // Too long a form of `/`, a surrogate, the end of a character that never began.
        ("\u{10FEC0}\u{10FEAF}", [0xC0, 0xAF]),
        ("\u{10FEED}\u{10FEA0}\u{10FE80}", [0xED, 0xA0, 0x80]),
        ("\u{10FE80}z", [0x80, 0x7A]),
        // The scalars that stand for bytes stand for their own bytes.
        ("\u{10FEF4}\u{10FE8F}\u{10FEBA}\u{10FE80}", [0xF4, 0x8F, 0xBA, 0x80]),
    ])
    func `a path keeps its bytes`(text: String, bytes: [UInt8]) {
        #expect(PathText.text(bytes) == text)
        #expect(PathText.bytes(text) == bytes)
    }

    @Test func `any bytes come back (fuzz)`() {
        let rounds = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 500
        var state: UInt64 = 1
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
        for _ in 0..<rounds {
            let bytes = (0..<next() % 12).map { _ in
                next() % 3 == 0 ? UInt8(next() % 128) : UInt8(128 + next() % 128)
            }
            let text = PathText.text(bytes)
            #expect(PathText.bytes(text) == bytes)
            #expect(PathText.isWhole(text) == (String(validating: bytes, as: UTF8.self) != nil))
        }
    }

    @Test func `people see that a byte is no text`() {
        #expect(PathText.shown("a\u{10FEE4}b") == "a\u{FFFD}b")
        #expect(PathText.shown("äb") == "äb")
    }
}
