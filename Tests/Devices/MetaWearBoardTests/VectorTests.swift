import Checkout
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Scripts and examples of the protocol documents that belong to no single register.
@Suite struct VectorTests {
    // holds DIS-01 LOG-28
    @Test func `the script that a simulator must pass, up to the log (core, appendix B)`() {
        let bench = Bench(.metaMotionS)
        for id in [
            1, 2, 3, 4, 5, 7, 8, 9, 0x0A, 0x0B, 0x0C, 0x0D, 0x0F, 0x11, 0x12, 0x13, 0x14, 0x15,
            0x16, 0x19, 0xFE,
        ] as [UInt8] {
            #expect(bench.ask(Hex.text([id, 0x80])).count == 1)
        }
        bench.play(
            """
            > 0b 84
            < 0b 84 00 00 00 00 00
            > 0b 02 03 04 ff 60
            < 0b 02 00
            > 0b 02 03 04 ff 24
            < 0b 02 01
            > 0b 0b 01
            > 03 03 a8 02
            > 03 02 01 00
            > 03 01 01
            > 0b 01 01
            + 25 ms
            > 0b 01 00
            > 03 01 00
            > 03 02 00 01
            > 0b 10 01
            + 5 ms
            > 0b 07 01
            > 0b 0d 01
            > 0b 08 01
            > 0b 85
            < 0b 85 05 00 00 00
            > 0b 06 05 00 00 00 00 00 00 00
            < 0b 07 00 06 00 00 00 00 00 00 00 01 06 00 00 00 00 10 00 00
            < 0b 07 00 0d 00 00 00 00 00 00 00 01 0d 00 00 00 00 10 00 00
            < 0b 0d
            < 0b 08 00 00 00 00
            > 0b 0e
            > 0b 85
            < 0b 85 00 00 00 00
            > 0b 07 00
            > 0b 0d 00
            > 0b 08 00
            """)
    }

    // holds LOG-24 LOG-26
    @Test func `a download as the Python client asks for it, 960 slots in 4 reports (clients)`() {
        // Eight pages: 960 slots are 952 entries.
        let bench = ReadoutTests.bench(entries: 952)
        bench.play(
            """
            > 0b 08 01
            > 0b 0d 01
            > 0b 07 01
            > 0b 85
            < 0b 85 c0 03 00 00
            """)
        let packets = ReadoutTests.download(bench, slots: 960, every: 240)
        #expect(ReadoutTests.values(packets).count == 952)
        let progress = ReadoutTests.progress(packets)
        #expect(progress.first.map { (719...720).contains($0) } == true)
        #expect(progress.count == 4 && progress.last == 0)
        #expect(packets.allSatisfy { [2, 6, 11, 20].contains($0.count) })
    }

    // holds LOG-25 LOG-44
    @Test(
        .slow,
        arguments: [
            (1224, 1234, "0b 85 d2 04 00 00", "0b 06 d2 04 00 00 00 00 00 00"),
            (992, 1000, "0b 85 e8 03 00 00", "0b 06 e8 03 00 00 14 00 00 00"),
            (410, 414, "0b 85 9e 01 00 00", "0b 06 9e 01 00 00 14 00 00 00"),
        ])
    func `lengths and requests of the vectors`(
        _ entries: Int, _ slots: Int, _ length: String, _ request: String
    ) {
        let bench = ReadoutTests.bench(entries: entries)
        #expect(bench.ask("0b 85") == [length])
        bench.write("0b 07 01")
        bench.write(request)
        var values = 0
        while !bench.link.heard.isEmpty {
            let packet = bench.link.heard.removeFirst()
            if packet[1] == 0x07 { values += (packet.count - 2) / 9 }
            if packet[1] == 0x0D { bench.write("0b 0e") }
        }
        #expect(values == entries)
        #expect(slots - entries == (entries + 126) / 127)
    }

    // holds LOG-12
    @Test func `the reference of the accounter's example is tick 0D3304, uid 3`() {
        let bench = Bench(.metaMotionR, isConnected: false)
        for _ in 0..<3 { bench.board.resetByPin() }
        bench.connect()
        bench.run(Nanoseconds((0x0D3304 * 23_437_500 + 15) / 16))
        #expect(bench.ask("0b 84") == ["0b 84 04 33 0d 00 03"])
    }

    // holds ACC-12 GYR-06 LOG-02
    @Test func `what an anonymous host asks for is what was written (sensors 1.9)`() {
        Bench(.metaMotionR).play(
            """
            > 03 03 28 08
            > 03 83
            < 03 83 28 08
            > 03 03 28 03
            > 03 83
            < 03 83 28 03
            > 13 03 28 03
            > 13 83
            < 13 83 28 03
            > 13 03 28 04
            > 13 83
            < 13 83 28 04
            > 0b 02 19 07 ff 60
            < 0b 02 00
            > 0b 02 19 07 ff 64
            < 0b 02 01
            > 0b 02 19 07 ff 68
            < 0b 02 02
            > 0b 02 19 07 ff 6c
            < 0b 02 03
            > 0b 02 19 06 ff 60
            < 0b 02 04
            > 0b 02 19 06 ff 64
            < 0b 02 05
            > 0b 02 19 06 ff 68
            < 0b 02 06
            > 0b 02 19 06 ff 0c
            < 0b 02 07
            > 0b 82 03
            < 0b 82 19 07 ff 6c
            > 0b 82 07
            < 0b 82 19 06 ff 0c
            """)
        Bench(.metaMotionS).play(
            """
            > 03 03 a8 00
            > 03 83
            < 03 83 a8 00
            """)
    }

    // holds SET-17 SET-13
    @Test func `a loud read is not logged, a silent one and a notification are (sensors 1.7)`() {
        let bench = Bench(.metaMotionS)
        for (n, key) in ["11 cc ff", "11 8c ff", "11 11 ff", "11 12 ff", "11 0a ff"].enumerated() {
            #expect(bench.ask("0b 02 \(key) 60") == ["0b 02 0\(n)"])
        }
        bench.write("0b 01 01")
        bench.board.setBattery(level: 50, millivolts: 4148)
        bench.play(
            """
            > 11 cc
            > 11 8c
            < 11 8c 32 34 10
            * charger on
            * disconnect
            """)
        bench.log.flush()
        let entries = (0..<4).compactMap { bench.log.page(0)?.entry($0) }
        #expect(entries.map(\.logger) == [0, 2, 3, 4])
        #expect(entries.map(\.data) == [0x103432, 1, 1, 0])
    }

    // holds ACC-03 GYR-03
    @Test func `a realistic run is the same run again with the same seed`() {
        func run() -> [[UInt8]] {
            let bench = Bench(.metaMotionS, sensors: .realistic)
            for packet in [
                "03 04 01", "13 04 01", "03 02 01 00", "13 02 01 00", "03 01 01", "13 01 01",
            ] { bench.write(packet) }
            bench.run(.seconds(1 as Int64))
            return bench.link.heard
        }
        let first = run()
        #expect(first.count > 180)
        #expect(run() == first)
    }
}
