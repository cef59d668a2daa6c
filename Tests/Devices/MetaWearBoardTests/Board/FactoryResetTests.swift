import Checkout
import Peripheral
import Simulation
import Testing

@testable import MetaWearBoard

/// The documented ways to an empty board, and what an anonymous host finds on a full one (protocol,
/// core 10 and 11).
@Suite struct FactoryResetTests {
    static let fill = [
        "11 01 4f 6c 64", "0b 02 01 01 ff 00", "0b 02 03 04 ff 60", "0b 0b 01",
        "0c 02 f4 01 00 00 ff ff 00", "0a 02 0c 06 00 04 81 01", "0a 03 00", "0c 03 00",
        "0f 02 01", "0f 03 11 01 42 6f 6f 74", "0f 03 0c 02 e8 03 00 00 ff ff 00", "0f 04",
        "0b 01 01",
    ]
    static let swift = [
        "0b 01 00", "0b 09 ff ff ff ff", "0b 0a", "0a 05", "09 08", "0f 08", "fe 05", "fe 01",
    ]
    /// With a second between each, over which the link must live.
    static let python = [
        "0b 01 00", "0b 10 01", "0b 09 ff ff ff ff", "0a 05", "0f 08", "fe 05", "fe 06",
    ]

    static func full(_ profile: BoardProfile) -> Bench {
        let bench = Bench(profile)
        for packet in fill { bench.write(packet) }
        bench.logSwitch(700)
        bench.run(.seconds(3 as Int64))
        bench.link.heard = []
        return bench
    }

    // holds LIF-14
    @Test(.slow, arguments: BoardProfile.all, [swift, python])
    func `nothing is left, and the board is back within three seconds`(
        _ profile: BoardProfile, _ sequence: [String]
    ) {
        let bench = Self.full(profile)
        let serial = bench.board.serialNumber
        #expect(bench.log.length > 0)
        for packet in sequence {
            #expect(bench.board.isConnected, "\(packet)")
            bench.write(packet)
            if sequence == Self.python { bench.run(.seconds(1 as Int64)) }
        }
        #expect(bench.board.resets == 1)
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.advertisement != nil)
        #expect(bench.board.gapName == "MetaWear" && bench.board.serialNumber == serial)
        bench.connect()
        bench.link.heard = []
        #expect(bench.ask("0b 84").first?.hasSuffix(" 01") == true)
        bench.run(.seconds(5 as Int64))
        bench.play(
            """
            < nothing
            > 0b 85
            < 0b 85 00 00 00 00
            > 0b 82 00
            < 0b 82
            > 0b 82 01
            < 0b 82
            > 0a 82 00
            < 0a 82
            > 0c 82 00
            < 0c 82
            > 0f 82 00
            < 0f 82
            > 0f 02 00
            < 0f 02 00
            """)
    }

    // holds LIF-15
    @Test(.slow, arguments: BoardProfile.all)
    func `a bare reset brings back what the boot macros make`(_ profile: BoardProfile) {
        let bench = Self.full(profile)
        let length = bench.log.length
        bench.write("fe 01")
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.gapName == "Boot")
        bench.connect()
        bench.play(
            """
            > 0b 82 00
            < 0b 82
            > 0a 82 00
            < 0a 82
            > 0c 82 00
            < 0c 82 e8 03 00 00 ff ff 00
            > 0c 82 01
            < 0c 82
            > 0f 82 00
            < 0f 82 00 01 02
            """)
        #expect(bench.log.length <= length && bench.log.length > 500)
    }

    // holds LIF-16
    // registers Logging 02
    @Test(arguments: BoardProfile.all)
    func `an anonymous host finds the loggers of an earlier one`(_ profile: BoardProfile) {
        // The Python client's example: a processor's output, then acceleration in two chunks; and
        // the interleaved ones of TestSplitImu and TestTemperature.
        let triggers = [
            "09 03 01 20", "03 04 ff 60", "13 05 ff 22", "03 04 ff 24", "04 c1 01 20",
            "09 c4 03 60",
        ]
        let bench = Bench(profile)
        for trigger in triggers { bench.write("0b 02 \(trigger)") }
        bench.disconnect()
        bench.run(.seconds(100 as Int64))
        bench.connect()
        _ = bench.take()
        for id in 0..<8 {
            let answer = id < triggers.count ? " \(triggers[id])" : ""
            #expect(bench.ask("0b 82 0\(id)") == ["0b 82\(answer)"])
        }
    }
}
