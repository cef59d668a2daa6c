import Foundation
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct USBFramerTests {
    private static func text(_ message: USBFramer.Message) -> String {
        switch message {
        case .identify: "identify"
        case .packet(let bytes): Hex.text(bytes)
        case .noise(let count): "noise \(count)"
        }
    }

    /// The first two are the examples of the protocol document (core 14).
    static let streams: [(String, [String])] = [
        ("1f 02 fe 06 0a", ["fe 06"]),
        (
            "1f 0a 0b 06 e8 03 00 00 14 00 00 00 0a",
            ["0b 06 e8 03 00 00 14 00 00 00"]
        ),
        ("3f 0a", ["identify"]),
        ("3f 0a 1f 02 01 80 0a 3f 0a", ["identify", "01 80", "identify"]),
        ("0d 0a 0a 1f 02 01 80 0a 0a", ["01 80"]),
        ("1f 01 0a 0a", ["0a"]),
        ("1f 03 1f 0a 3f 0a", ["1f 0a 3f"]),
        ("1f 00 0a 1f 02 01 80 0a", ["noise 2", "01 80"]),
        ("41 42 43 1f 02 01 80 0a", ["noise 3", "01 80"]),
        // A wrong end: the start was none, and what follows is looked at anew.
        ("1f 02 01 80 55 1f 02 02 80 0a", ["noise 5", "02 80"]),
        ("1f 1f 02 01 80 0a", []),
        ("3f 3f 0a", ["noise 1", "identify"]),
        ("3f 41 0a", ["noise 2"]),
        ("1f 02 01", []),
        ("3f", []),
    ]

    // holds USB-01 USB-02
    @Test(arguments: streams)
    func `a stream is cut the same, whole or byte by byte`(hex: String, messages: [String]) {
        let bytes = Hex.bytes(hex) ?? []
        var whole = USBFramer()
        #expect(whole.take(bytes).map(Self.text) == messages)
        var single = USBFramer()
        let found = bytes.flatMap { single.take([$0]) }.map(Self.text)
        // Noise that comes in parts is told in parts.
        #expect(
            found.filter { !$0.hasPrefix("noise") } == messages.filter { !$0.hasPrefix("noise") })
    }

    // holds USB-02
    @Test func `a stray start costs at most what it swallowed`() {
        var framer = USBFramer()
        var found = framer.take([0x1F])
        for n in 0..<200 { found += framer.take([0x1F, 0x02, 0x01, UInt8(n), 0x0A]) }
        let packets = found.compactMap { message -> [UInt8]? in
            if case .packet(let bytes) = message { bytes } else { nil }
        }
        #expect(packets.count >= 190)
        #expect(packets.last == [0x01, 199])
    }

    // holds USB-01
    @Test func `a packet is framed, and one of 255 bytes is the longest`() {
        #expect(USBFramer.frame([0x01, 0x80]) == [0x1F, 0x02, 0x01, 0x80, 0x0A])
        let long = [UInt8](repeating: 0x1F, count: 255)
        let frame = USBFramer.frame(long)
        #expect(frame == [0x1F, 0xFF] + long + [0x0A])
        var framer = USBFramer()
        #expect(framer.take(frame) == [.packet(long)])
        #expect(USBFramer.frame(long + [1]) == frame)
    }

    // holds USB-02
    @Test
    func `fuzz: any stream in any parts keeps the framer small and gives what one part gives`() {
        let rounds = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 300
        for seed in 0..<rounds {
            var random = RandomStream(seed: UInt64(seed), purpose: "usb")
            let alphabet: [UInt8] = [0x1F, 0x0A, 0x3F, 0x02, 0x01, 0x80, 0xFF, 0x0D, 0x00]
            let bytes = (0..<600).map { _ in alphabet[Int(random.below(UInt64(alphabet.count)))] }
            var whole = USBFramer()
            let expected = whole.take(bytes).filter { if case .noise = $0 { false } else { true } }
            var parts = USBFramer()
            var found: [USBFramer.Message] = []
            var at = 0
            while at < bytes.count {
                let end = min(at + 1 + Int(random.below(40)), bytes.count)
                found += parts.take(Array(bytes[at..<end]))
                at = end
            }
            #expect(
                found.filter { if case .noise = $0 { false } else { true } } == expected,
                "seed \(seed)")
        }
    }
}
