import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Data of processors that stand in the documents, byte for byte (protocol, core 4.6).
@Suite struct ProcessorDataTests {
    /// Processors, then at which millisecond since boot which sample comes, then the last output.
    typealias Row = (add: [String], samples: [(at: Int64, spoof: String)], output: String)

    private static let temperature = "04 81 00 20 "
    private static func celsius(_ at: Int64, _ bytes: String) -> (Int64, String) {
        (at, "fe 03 04 81 00 00 " + bytes)
    }

    static let rows: [Row] = [
        (
            [temperature + "10 01 03"],
            [celsius(1, "f5 00"), celsius(2, "f1 00"), celsius(3, "f2 00"), celsius(4, "f2 00")],
            "09 03 00 f5 00 f1 00 f2 00 f2 00"
        ),
        ([temperature + "09 17 0b 19 00 00 00 00"], [celsius(1, "f5 00")], "09 03 00 19 00 00 00"),
        // Log tick 0D33A6 is 1267.368 s.
        (
            ["03 04 ff a0 11 31 03"], [(1_267_369, "fe 03 03 04 00 c1 00 b1 24 19 cd")],
            "09 03 00 a6 33 0d 00 c1 00 b1 24 19 cd"
        ),
        // 02647B is 229.680 s, 026492 is 229.714 s.
        (
            [temperature + "11 31 03", "09 03 00 a0 10 05 01"],
            [celsius(229_681, "ec 00"), celsius(229_714, "eb 00")],
            "09 03 01 7b 64 02 00 ec 00 92 64 02 00 eb 00"
        ),
        // A08504 is 15409.881 s.
        (
            [temperature + "10 01 03", "09 03 00 20 11 31 03"],
            [
                celsius(1, "c4 00"), celsius(2, "c5 00"), celsius(3, "c4 00"),
                celsius(15_409_882, "c3 00"),
            ],
            "09 03 01 04 85 a0 00 c4 00 c5 00 c4 00 c3 00"
        ),
    ]

    // registers DataProcessor 02 03
    @Test(arguments: rows) func `outputs are those of the documents`(_ row: Row) {
        let bench = Bench(.metaMotionR, isTraced: false)
        for (id, processor) in row.add.enumerated() {
            #expect(bench.ask("09 02 " + processor) == ["09 02 \(Hex.text([UInt8(id)]))"])
        }
        bench.write(all: ["09 07 \(Hex.text([UInt8(row.add.count - 1)])) 01", "09 03 01"])
        for (at, spoof) in row.samples {
            bench.run(.milliseconds(at) - (bench.simulation.now - .zero))
            bench.write(spoof)
        }
        #expect(bench.take().filter { $0.hasPrefix("09 03 ") } == [row.output])
    }

    // registers DataProcessor 02 03
    @Test func `the 542nd fused sample after the first (TestFuserAccounter)`() {
        let profile = Bench.profile(.metaMotionR, 0x09, ModuleInformation(0, 3, [0x1C]))
        let bench = Bench(profile, isTraced: false)
        bench.write(all: [
            "09 02 13 05 ff a0 0f 05",
            "09 02 03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00",
            "09 02 09 03 01 60 08 13 14 00 00 00", "09 02 09 03 02 60 11 30 03",
            "09 07 03 01", "09 03 01",
        ])
        #expect(bench.take().count == 4)
        for _ in 0...542 {
            bench.link.heard = []
            bench.write(all: [
                "fe 03 13 05 00 01 80 d6 91 d3 67", "fe 03 03 04 00 f4 0d 3c 39 99 11",
            ])
            bench.run(milliseconds: 20)
        }
        #expect(
            bench.take().filter { $0.hasPrefix("09 03 ") }
                == ["09 03 03 1e 02 00 00 f4 0d 3c 39 99 11 01 80 d6 91 d3 67"])
    }

    // registers DataProcessor 05
    @Test func `another operation and other references, the mode stays (core 4.6)`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 09 02 04 81 00 20 06 6a 00 04 00 02 00 01 80 00
            < 09 02 00
            > 09 07 00 01
            > 09 03 01
            > fe 03 04 81 00 00 90 00
            < 04 81 00 90 00
            < 09 03 00 80 00
            > 09 05 00 06 52 80 00 00 01 00 02 00 04
            > fe 03 04 81 00 00 90 00
            < 04 81 00 90 00
            < 09 03 00 00 01
            """)
    }
}
