import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Discovery of the boards before the MetaMotions (protocol, sensors 2.1 and 2.3, core appendix A).
@Suite struct OlderBoardsTests {
    /// The boards of a row, in the order of the columns; nil answers are absent modules.
    static let columns: [BoardProfile] = [
        .metaWearR, .metaWearRG, .metaWearRPro, .metaWearCPro, .metaDetector, .metaEnvironment,
        .metaTracker,
    ]

    /// Bytes behind `id 80`.
    static let table: [(id: UInt8, answers: [String?])] = [
        (0x01, ["00 00", "00 00", "00 00", "00 00", "00 00", "00 00", "00 00"]),
        (0x02, ["00 00", "00 00", "00 00", "00 00", "00 00", "00 00", "00 01 03 00"]),
        (0x03, ["00 01", "01 01", "01 01", "01 01", "03 01", "03 01", "01 01"]),
        (
            0x04,
            [
                "01 00 00 01", "01 00 00 03 01 02", "01 00 00 03 01 02", "01 00 00 03 01 02",
                "01 00 00 03 01 02", "01 00 00 03 01 02", "01 00 00 03 01 02",
            ]
        ),
        (
            0x05,
            [
                "00 00", "00 00", "00 00", "00 00", "00 01 03 03 03 03 01",
                "00 01 03 03 03 03 01", "00 02 03 03 03 03 01 01 01 01",
            ]
        ),
        (0x06, ["00 00", "00 00", "00 00", "00 00", "00 00", "00 00", "00 00"]),
        (0x07, ["00 00", "00 00", "00 00", "00 00", "00 00", "00 00", "00 00"]),
        (0x08, ["00 00", "00 00", "00 00", "00 00", "00 00", "00 00", "00 00"]),
        (
            0x09,
            [
                "00 00 1c", "00 00 1c", "00 00 1c", "00 00 1c", "00 00 1c", "00 00 1c", "00 00 1c",
            ]
        ),
        (
            0x0A,
            [
                "00 00 1c", "00 00 1c", "00 00 1c", "00 00 1c", "00 00 1c", "00 00 1c", "00 00 1c",
            ]
        ),
        (
            0x0B,
            [
                "00 02 08 80 31 00 00", "00 02 08 80 2d 00 00", "00 02 08 80 2d 00 00",
                "00 02 08 80 2b 00 00", "00 02 08 80 2b 00 00", "00 02 08 80 2b 00 00",
                "00 02 08 00 00 04 00",
            ]
        ),
        (
            0x0C,
            [
                "00 00 08", "00 00 08", "00 00 08", "00 00 08", "00 00 08", "00 00 08", "00 00 08",
            ]
        ),
        (0x0D, ["00 00", "00 00", "00 00", "00 00", "00 00", "00 00", "00 01"]),
        (0x0E, [nil, nil, nil, nil, nil, nil, nil]),
        (
            0x0F,
            ["00 00", "00 00", "00 00", "00 00", "00 01 08", "00 01 08", "00 01 08"]
        ),
        (0x10, [nil, nil, nil, nil, nil, nil, nil]),
        (0x11, ["00 00", "00 00", "00 00", "00 00", "00 03", "00 03", "00 04"]),
        (0x12, [nil, nil, "00 00", "00 00", nil, "01 00", "01 00"]),
        (0x13, [nil, "00 01", "00 01", "00 01", nil, nil, "00 01"]),
        (0x14, [nil, nil, "00 00", "00 00", "00 00", nil, "00 00"]),
        (0x15, [nil, nil, nil, "00 00", nil, nil, nil]),
        (0x16, [nil, nil, nil, nil, nil, "00 00", "00 00"]),
        (0x17, [nil, nil, nil, nil, nil, "00 00", nil]),
        (0x18, [nil, nil, nil, nil, "00 00", nil, nil]),
        (0x19, [nil, nil, nil, nil, nil, nil, nil]),
        (0xFE, ["00 02", "00 02", "00 02", "00 02", "00 02", "00 02", "00 01"]),
    ]

    // holds OLD-01 OLD-02
    @Test(arguments: columns.indices)
    func `every module answers as on the board`(_ column: Int) {
        let bench = Bench(Self.columns[column])
        for (id, answers) in Self.table {
            let header = Hex.text([id, 0x80])
            #expect(
                bench.ask(header) == [answers[column].map { header + " " + $0 } ?? header],
                "\(Self.columns[column]), module \(Hex.text([id]))")
        }
    }

    /// What a host makes of model number and modules (protocol, core 1.3).
    static func model(_ profile: BoardProfile) -> String? {
        func has(_ id: UInt8) -> Bool { profile.information(id) != nil }
        switch profile.modelNumber {
        case "0": return "MetaWear R"
        case "1": return has(0x12) && has(0x14) ? "MetaWear RPro" : "MetaWear RG"
        case "2":
            if has(0x15) { return "MetaWear CPro" }
            if has(0x18) { return "MetaDetector" }
            return has(0x16) ? "MetaEnvironment" : "MetaWear C"
        case "4": return "MetaTracker"
        case "5": return has(0x14) ? "MetaMotion R" : "MetaMotion RL"
        case "6": return "MetaMotion C"
        case "8": return "MetaMotion S"
        default: return nil
        }
    }

    // holds OLD-03
    @Test(arguments: BoardProfile.known)
    func `a host takes a board for what it is`(_ profile: BoardProfile) {
        #expect(Self.model(profile) == profile.name)
        #expect(profile.firmwareRevision.split(separator: ".").compactMap { Int($0) }.count == 3)
    }

    // holds OLD-04
    @Test(arguments: BoardProfile.known)
    func `the log is as large as the information says`(_ profile: BoardProfile) {
        let extra = profile.information(0x0B)?.extra ?? []
        let capacity = extra.dropFirst().prefix(4).reversed().reduce(0) { $0 * 256 + Int($1) }
        #expect(profile.flash.capacity == capacity)
    }

    // holds OLD-05
    @Test(arguments: [BoardProfile.metaWearC, .metaMotionC])
    func `boards without a table of their own answer as the nearest`(_ profile: BoardProfile) {
        let nearest: BoardProfile = profile.modelNumber == "2" ? .metaWearCPro : .metaMotionR
        for entry in nearest.modules {
            let own = profile.information(entry.id)
            switch (profile.modelNumber, entry.id) {
            case ("2", 0x12), ("2", 0x14), ("2", 0x15): #expect(own == nil)
            case ("2", 0x0B): #expect(own?.extra == [8, 0x80, 0x1F, 0, 0])
            default: #expect(own == entry.information)
            }
        }
    }

    // registers GPIO 06 08
    // holds OLD-06
    @Test func `firmware that does not tell its pins has eight`() {
        Bench(.metaWearRG).play(
            """
            * pin 3 1.5 V
            > 05 86 03
            < 05 86 03 dc 05
            > 05 86 04  digital only
            < nothing
            * pin 7 3 V
            > 05 88 07
            < 05 88 07 01
            > 05 88 08
            < nothing
            """)
    }

    // registers Temperature 01
    // holds OLD-07
    @Test func `the first board has two thermometers, the second for the host to wire`() {
        Bench(.metaWearR).play(
            """
            * warm 21.5
            > 04 81 00
            < 04 81 00 ac 00
            > 04 81 01
            < 04 81 01 c0 fe
            > 04 02 01 00 01 00
            > 04 81 01
            < 04 81 01 ac 00
            > 04 81 02
            < nothing
            """)
    }

    // registers Settings 02 09 0c
    // holds OLD-08
    @Test func `settings of revision 0 count milliseconds and know no battery`() {
        Bench(.metaWearRG).play(
            """
            > 11 82
            < 11 82 a1 01 00  417 ms
            > 11 8c
            ! needs revision 3
            > 11 89
            ! needs revision 1
            > 11 8b
            ! needs revision 2
            """)
    }

    /// A world that an embedder made up must not stop a board.
    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `impossible surroundings do not stop the board`(_ value: Double) {
        for (profile, sensors) in [
            (BoardProfile.metaEnvironment, SensorQuality.ideal), (.metaDetector, .realistic),
            (.metaMotionS, .realistic), (.metaTracker, .ideal), (.metaEnvironment, .realistic),
        ] {
            let bench = Bench(profile, sensors: sensors, isTraced: false)
            let world = bench.environment
            world.temperature = Course(value)
            world.pressure = Course(value)
            world.humidity = Course(value)
            world.illuminance = Course(value)
            world.lightColour = Course(value)
            world.objectDistance = Course(value)
            for packet in [
                "12 03 24 10", "12 01 01", "12 02 01", "12 04 01 01", "14 03 01", "14 01 01",
                "16 81", "17 81", "18 81", "04 81 00", "04 81 01", "04 81 03",
            ] {
                bench.write(packet)
            }
            bench.run(.seconds(1 as Int64))
            #expect(bench.take().count >= 3)
        }
    }

    // registers Temperature 01
    // holds OLD-09
    @Test func `without barometer its channel stays at 0`() {
        for profile in [BoardProfile.metaWearRG, .metaMotionRL, .metaDetector] {
            Bench(profile).play(
                """
                > 12 04 01 01
                ! no module 12
                + 1 s
                > 04 81 03
                < 04 81 03 00 00
                """)
        }
    }
}
