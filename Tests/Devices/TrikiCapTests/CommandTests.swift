import Peripheral
import Simulation
import Testing
import Wire

@testable import TrikiCap

/// What a host may write to RX (document, 1.4).
@Suite struct CommandTests {
    static let answers: [(hex: String, first: UInt8, pieces: [Int])] = [
        ("05", 0x85, [13]), ("07", 0x87, [9]), ("09", 0x89, [20, 20, 15]), ("0C", 0x8C, [5]),
        ("43", 0xC3, [20, 20, 15]),
    ]

    // holds TRI-15
    @Test(arguments: answers)
    func statusBlocks(_ hex: String, _ first: UInt8, _ pieces: [Int]) {
        let bench = CapBench()
        bench.write(hex)
        let answer = bench.link.heard.map(\.bytes)
        #expect(answer.map(\.count) == pieces)
        #expect(answer.first?.first == first)
        if hex == "0C" { #expect(Hex.text(answer[0]) == "8c 01 00 00 00") }
        bench.link.heard = []
        bench.write(hex, .request)
        #expect(bench.link.heard.map(\.bytes) == answer)
    }

    // holds TRI-17
    @Test func whatIsUnknownIsMetWithSilence() {
        let bench = CapBench()
        let known: Set<UInt8> = [0x05, 0x07, 0x09, 0x0C, 0x43, 0x0A, 0x42, 0x44, 0x46]
        for byte in UInt8(0)...0xFF where !known.contains(byte) {
            bench.write(Hex.text([byte]))
        }
        let id = String(repeating: "11 ", count: 16)
        for hex in [
            "01 00", "0A " + id + "00", "09 " + id, "", "20", "20 10 00 D0 07 68 00",
            "20 10 00 D0 07 68 00 03 00", "21 10 00 D0 07 68 00 03", "20 00 00 00 00 00",
        ] { bench.write(hex) }
        #expect(bench.run(2000) == [])
        #expect(bench.cap.isConnected)
        #expect(bench.cap.resets == 0)
        // A stream is not disturbed either.
        bench.write(CapBench.start(104))
        bench.write("01 00", .request)
        #expect((100...104).contains(bench.frames(1000).count))
    }

    // holds TRI-16
    @Test(arguments: ["0A", "42", "44", "46"]) func reboots(_ hex: String) {
        let bench = CapBench()
        bench.write(CapBench.start(104))
        _ = bench.run(100)
        bench.write(hex)
        #expect(bench.link.vanished == 1)
        #expect(!bench.cap.isConnected)
        #expect(bench.cap.resets == 1)
        #expect(bench.cap.advertisement == nil)
        #expect(bench.run(600) == [])
        #expect(bench.cap.advertisement != nil)
        bench.connect()
        #expect(bench.run(1000) == [])
    }

    // holds TRI-15
    @Test func answersStandBetweenTheNotificationsOfAStream() {
        let bench = CapBench()
        bench.write(CapBench.start(104))
        var heard = bench.run(95)
        bench.write("0C")
        heard += bench.link.heard.suffix(1).map(\.bytes)
        heard += bench.run(100)
        let answers = heard.filter { $0.count == 5 }
        #expect(answers.map { Hex.text($0) } == ["8c 01 00 00 00"])
        let bytes = heard.filter { $0.count != 5 }.flatMap { $0 }
        for at in stride(from: 0, to: bytes.count, by: 14) { #expect(bytes[at] == 0x22) }
    }
}
