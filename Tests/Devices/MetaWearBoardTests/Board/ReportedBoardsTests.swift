import Bluetooth
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Transcripts of real boards in reports of defects and in forums (protocol, real boards 1.3 to 1.5): the model does what
/// those boards did.
@Suite struct ReportedBoardsTests {
    /// An R whose new host asks for acceleration alone; the second packet is a rotation (2017).
    // holds LIF-07
    @Test func `sensors of an earlier link go on, and a reset ends them`() {
        let bench = Bench(.metaMotionR)
        for packet in ["13 03 28 00", "13 05 01", "13 02 01 00", "13 01 01"] { bench.write(packet) }
        bench.disconnect()
        bench.run(milliseconds: 500)
        bench.connect()
        _ = bench.take()
        for packet in [
            "0b 0b 00", "0b 01 01", "03 03 27 03", "03 04 01", "03 02 01 00", "03 01 01",
        ] {
            bench.write(packet)
        }
        bench.run(milliseconds: 200)
        let heard = Set(bench.take().map { $0.prefix(5) })
        #expect(heard == ["03 04", "13 05"])

        bench.write("fe 01")
        bench.run(.seconds(5 as Int64))
        bench.connect()
        bench.write("03 04 01")
        bench.run(milliseconds: 500)
        #expect(bench.take() == [])
    }

    /// A CPro with 1.2.3: what its host wrote before it asked for the modules (2016). Our CPro has settings of revision 0,
    /// which know no connection parameters.
    // holds GAT-12
    @Test(arguments: [(BoardProfile.metaWearCPro, 0), (.metaMotionR, 1)])
    func `parameters are requested if the settings have them`(
        _ profile: BoardProfile, _ count: Int
    ) {
        let bench = Bench(profile)
        bench.write("11 09 08 00 80 0c 00 00 d0 07")
        let request = ConnectionParameterRequest(
            minimumInterval: .milliseconds(10), maximumInterval: .seconds(4 as Int64), latency: 0,
            supervisionTimeout: .seconds(20 as Int64))
        #expect(bench.link.requests == Array(repeating: request, count: count))
        #expect(bench.ask("01 80") == ["01 80 00 00"])
    }

    /// A C or CPro that streamed nothing until its host subscribed (2016).
    @Test func `a magnetometer that runs is silent until the last command`() {
        let bench = Bench(.metaWearCPro)
        for packet in ["15 04 01 02", "15 03 00", "15 02 01 00", "15 01 01"] {
            bench.write(packet)
        }
        bench.run(.seconds(2 as Int64))
        #expect(bench.take() == [])
        bench.write("15 05 01")
        bench.run(.seconds(1 as Int64))
        let heard = bench.take()
        #expect((8...12).contains(heard.count))
        #expect(heard.allSatisfy { $0.hasPrefix("15 05 ") && $0.utf8.count == 23 })
    }

    /// A C: configured twice, and subscribed before it is enabled and started.
    @Test func `a gyroscope that is subscribed first streams`() {
        let bench = Bench(.metaWearC)
        for packet in ["13 03 26 00", "13 03 26 04", "13 05 01", "13 02 01 00"] {
            bench.write(packet)
        }
        bench.run(milliseconds: 500)
        #expect(bench.take() == [])
        bench.write("13 01 01")
        bench.run(.seconds(2 as Int64))
        // 25 Hz.
        #expect((45...52).contains(bench.take().count))
    }

    /// A C with 1.2.x whose host only reads the notification value.
    // holds GAT-09
    @Test func `the temperature of a C can be polled at handle 1F`() {
        let desk = CapturedBoardTests.CaptureBench(.metaWearC, temperature: 23.75)
        // The board is a little warmer than its surroundings.
        #expect(desk.ask("52 1d 00 04 81 00") == "")
        #expect(desk.ask("0a 1f 00") == "0b 04 81 00 ca 00")
    }
}
