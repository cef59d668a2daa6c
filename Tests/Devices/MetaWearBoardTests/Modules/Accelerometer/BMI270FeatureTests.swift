import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The BMI270's feature engine: packets as the clients write them, and an ideal acceleration.
@Suite struct BMI270FeatureTests {
    // holds FTR-01
    // registers AccelerometerBMI270 08
    @Test func `every bank reads back its default, and what was written`() {
        let defaults = [
            "00 88 00", "01 05 e0 aa 38", "02 05 e0 90 30", "03 fa 00",
            "04 2d 01 d4 7b 3b 01 db 7a 04 00 3f 7b cd 6c c3 4c",
            "05 85 09 c3 04 ec e6 0c 46 01 00 27 00 19 00 96 00",
            "06 a0 00 01 00 0c 00 f0 3c 00 01 01 00 03 00 01 00", "07 00 0e 00 00",
            "08 05 00 ee 06 04 00 c8 00", "09 a8 05 ee 06 00 04 bc 02 b3 00 85 07",
        ]
        let bench = Bench()
        for bank in defaults {
            #expect(bench.ask("03 88 \(bank.prefix(2))") == ["03 88 \(bank)"])
        }
        for bank in Self.banks + defaults {
            bench.write("03 08 \(bank)")
            #expect(bench.ask("03 88 \(bank.prefix(2))") == ["03 88 \(bank)"])
        }
    }

    /// Bank writes of both SDKs and of their documents (protocol, sensors 5.5 and 5.6).
    static let banks = [
        "02 05 e0 aa 00", "02 23 e1 56 04", "02 05 00 aa 00", "02 05 e0 90 30", "01 05 e0 aa 38",
        "03 fa 00", "03 34 12", "07 00 0e 01 00", "08 00 00 32 03 50 00 64 00",
        "09 a8 05 ee 06 00 04 bc 02 b3 00 85 07", "00 88 00",
    ]

    // holds FTR-02
    // registers AccelerometerBMI270 08
    @Test func `a bank that does not exist or is cut short changes nothing`() {
        Bench().play(
            """
            > 03 08 0a 01 02
            ! no feature bank takes these bytes
            > 03 08 01 05 e0 aa
            ! no feature bank takes these bytes
            > 03 08
            ! too short
            > 03 88 0a
            > 03 88
            ! too short
            < nothing
            > 03 88 01
            < 03 88 01 05 e0 aa 38
            """)
    }

    // holds FTR-03
    // registers AccelerometerBMI270 06 07
    @Test(arguments: ["01", "02", "04", "08", "10", "20", "40", "80"])
    func `feature and interrupt enables are two masks`(_ bit: String) {
        Bench().play(
            """
            > 03 07 \(bit) 00
            > 03 06 \(bit) 00
            > 03 87
            < 03 87 \(bit)
            > 03 86
            < 03 86 \(bit)
            > 03 07 00 \(bit)
            > 03 06 00 \(bit)
            > 03 87
            < 03 87 00
            > 03 86
            < 03 86 00
            """)
    }

    // holds FTR-04
    // registers AccelerometerBMI270 10 11
    @Test func `offset and down-sampling are kept`() {
        Bench().play(
            """
            > 03 90
            < 03 90 00 00 00 00
            > 03 10 08 01 02 03
            > 03 90
            < 03 90 08 01 02 03
            > 03 11 03
            > 03 91
            < 03 91 03
            > 03 11 00
            > 03 91
            < 03 91 00
            """)
        let bench = Bench()
        bench.write(all: ["03 11 77", "03 02 01 00", "03 01 01"])
        #expect(bench.samplePeriod(0x03, 0x04) == .milliseconds(10))
    }

    // holds FTR-05
    // registers AccelerometerBMI270 10
    @Test func `the offset adds to data and features while it is on`() {
        func mean(_ packets: [String]) -> Vector3 {
            let bench = Bench(sensors: .realistic, isTraced: false)
            bench.write(all: packets + ["03 02 01 00", "03 04 01", "03 01 01"])
            bench.run(milliseconds: 1_000)
            var sum = Vector3.zero
            let heard = bench.link.heard
            for packet in heard {
                func axis(_ n: Int) -> Double {
                    Double(
                        Int16(
                            bitPattern: UInt16(packet[2 + 2 * n]) | UInt16(packet[3 + 2 * n]) << 8))
                }
                sum += Vector3(axis(0), axis(1), axis(2))
            }
            return sum * (1 / Double(max(1, heard.count)))
        }
        let plain = mean([])
        #expect((mean(["03 10 00 40 80 20"]) - plain).length < 0.001)
        let moved = mean(["03 10 08 40 80 20"]) - plain
        #expect((moved - Vector3(64, -128, 32) * (0.0039 * 4096)).length < 2)
        // The offset jumps by 0.25 g: any motion.
        let bench = Bench(sensors: .realistic)
        bench.write(all: Self.on("40") + ["03 09 01", "03 01 01"])
        bench.run(milliseconds: 300)
        #expect(bench.take() == [])
        bench.write("03 10 08 40 00 00")
        bench.run(milliseconds: 300)
        #expect(bench.take() == ["03 09 04"])
    }

    /// The enables as both SDKs write them: interrupt first.
    static func on(_ bit: String) -> [String] { ["03 07 \(bit) 00", "03 06 \(bit) 00"] }

    // holds FTR-06
    // registers AccelerometerBMI270 06 07 08 09
    @Test func `any motion is a change from the reference for its samples`() {
        let bench = Bench()
        bench.write(all: ["03 08 01 05 e0 aa 38"] + Self.on("40") + ["03 09 01", "03 01 01"])
        bench.run(milliseconds: 200)
        #expect(bench.take() == [])
        // 170 of 2048 are 83 mg; five samples at 50 Hz.
        bench.feel(0.08, 0, 1, milliseconds: 500)
        #expect(bench.take() == [])
        bench.feel(0.2, 0, 1, milliseconds: 80)
        bench.feel(0, 0, 1, milliseconds: 300)
        #expect(bench.take() == [], "four samples")
        bench.feel(0.2, 0, 1, milliseconds: 300)
        #expect(bench.take() == ["03 09 04"])
        // The reference followed: staying is no motion, going back is one.
        bench.run(milliseconds: 500)
        bench.feel(0, 0, 1, milliseconds: 300)
        #expect(bench.take() == ["03 09 04"])
        // Only the chosen axes: y alone.
        bench.write("03 08 01 05 40 aa 38")
        bench.feel(0.5, 0, 1, milliseconds: 300)
        #expect(bench.take() == [])
        bench.feel(0.5, 0.5, 1, milliseconds: 300)
        #expect(bench.take() == ["03 09 04"])
    }

    // holds FTR-07
    // registers AccelerometerBMI270 06 07 08 09
    @Test func `no motion is rest for its samples`() {
        let bench = Bench()
        // 100 samples: two seconds; 0x90 of 2048 are 70 mg.
        bench.write(all: ["03 08 02 64 e0 90 30"] + Self.on("20") + ["03 09 01", "03 01 01"])
        bench.run(milliseconds: 1_900)
        #expect(bench.take() == [])
        bench.run(milliseconds: 200)
        #expect(bench.take() == ["03 09 02"])
        bench.run(milliseconds: 5_000)
        #expect(bench.take() == [], "once")
        bench.feel(0.5, 0, 1, milliseconds: 1_900)
        #expect(bench.take() == [])
        bench.run(milliseconds: 200)
        #expect(bench.take() == ["03 09 02"])
        // Without an axis there is none.
        bench.write("03 08 02 05 00 aa 00")
        bench.feel(0, 0, 1, milliseconds: 5_000)
        #expect(bench.take() == [])
    }

    // holds FTR-08
    // registers AccelerometerBMI270 06 07
    @Test func `a feature needs power and its bit, and its interrupt bit to tell`() {
        let all = ["03 09 01", "03 06 40 00", "03 07 40 00", "03 01 01"]
        for missing in [nil] + all.map(Optional.init) {
            let bench = Bench()
            bench.write(all: all.filter { $0 != missing })
            bench.run(milliseconds: 200)
            bench.feel(0.5, 0, 1, milliseconds: 300)
            #expect(bench.take() == (missing == nil ? ["03 09 04"] : []), "\(missing ?? "all")")
        }
    }

    // holds FTR-09
    @Test func `features sample at 50 Hz by themselves, and only when one is on`() {
        let bench = Bench(isTraced: false)
        func events() -> UInt64 {
            let before = bench.simulation.clock.handled
            bench.run(milliseconds: 1_000)
            return bench.simulation.clock.handled - before
        }
        // The supply looks at the battery now and then.
        let idle = events()
        bench.write("03 01 01")
        #expect(events() == idle)
        bench.write("03 06 40 00")
        _ = events()
        #expect(events() == idle + 50)
        bench.write("03 03 26 02")
        _ = events()
        #expect(events() == idle + 25, "at 25 Hz there are no more")
        bench.write("03 06 00 40")
        _ = events()
        #expect(events() == idle)
        func samples(_ packets: [String]) -> [String] {
            let bench = Bench(sensors: .realistic, isTraced: false)
            bench.write(all: packets + ["03 04 01", "03 02 01 00", "03 01 01"])
            bench.run(milliseconds: 1_000)
            return bench.take()
        }
        let plain = samples([])
        #expect(plain.count > 90)
        #expect(samples(["03 06 ff 00"]) == plain, "the stream stays as it is")
    }

    // holds FTR-10
    // registers AccelerometerBMI270 08
    @Test func `the axis remap turns the features, not the data`() {
        // x from z, y from x, z from y, x negative; any motion on x alone.
        let bench = Bench()
        bench.write(all: [
            "03 03 a8 02", "03 08 00 46 00", "03 08 01 05 20 aa 38", "03 09 01", "03 01 01",
        ])
        bench.write(all: Self.on("40"))
        bench.run(milliseconds: 200)
        bench.feel(0.5, 0, 1, milliseconds: 300)
        bench.feel(0.5, 0.5, 1, milliseconds: 300)
        #expect(bench.take() == [])
        bench.feel(0.5, 0.5, 0.5, milliseconds: 300)
        #expect(bench.take() == ["03 09 04"])
        #expect(bench.ask("03 84") == ["03 84 00 08 00 08 00 08"])
    }

    // holds FTR-11
    // registers AccelerometerBMI270 0a 0b 0c 0d 0e
    @Test func `writes meant for another chip do nothing`() {
        Bench().play(
            """
            > 03 0a 03 2f 14  any motion of a BMI160
            ! wrist interrupt takes one byte
            > 03 0f 01 00
            ! temperature cannot be written
            > 03 0f 00 01
            > 03 0c 02 00
            ! activity interrupt takes one byte
            > 03 0d 04 04
            ! temperature interrupt is not modelled
            > 03 8e
            < 03 8e 00
            """)
    }

    // holds FTR-12
    // registers AccelerometerBMI270 01
    @Test func `suspended there is no feature, and the count stays`() {
        let bench = Bench(isTraced: false)
        bench.write(all: Self.on("02") + ["03 01 01"])
        bench.move(.walk(Walk(steps: 30)))
        let count = bench.ask("03 8b")
        #expect(count != ["03 8b 00 00"])
        bench.write("03 01 00")
        bench.move(.walk(Walk(steps: 30)))
        #expect(bench.ask("03 8b") == count)
    }

    // holds FTR-13
    @Test func `features may be set up before or after the start, in either order`() {
        // As the Swift SDK does, as the C++ SDK's documents do, and 06 before 07.
        let orders = [
            [
                "03 03 a8 02", "03 08 01 05 e0 aa 38", "03 09 01", "03 07 40 00", "03 06 40 00",
                "03 02 01 00", "03 01 01",
            ],
            ["03 01 01", "03 08 01 05 e0 aa 38", "03 07 40 00", "03 06 40 00", "03 09 01"],
            ["03 06 40 00", "03 07 40 00", "03 01 01", "03 09 01", "03 08 01 05 e0 aa 38"],
        ]
        for order in orders {
            let bench = Bench()
            bench.write(all: order)
            bench.run(milliseconds: 200)
            bench.feel(0.5, 0, 1, milliseconds: 300)
            #expect(bench.take() == ["03 09 04"], "\(order)")
        }
    }
}
