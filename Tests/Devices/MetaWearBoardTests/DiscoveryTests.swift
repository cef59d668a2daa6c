import Testing
import Wire

@testable import MetaWearBoard

/// Module discovery of the three MetaMotions: what real boards answered (protocol, real boards 2),
/// and the tables of test boards that older firmware names stand for (protocol, sensors 2.2 and 2.4).
@Suite struct DiscoveryTests {
    /// Bytes behind `id 80`; nil is absent. R 1.5.0: two boards of hardware 0.3, and modules 01 to 0F
    /// of one of hardware 0.4 on the wire. RL 1.7.3: six boards. S 1.7.2: three.
    static let real: [(id: UInt8, r: String?, rl: String?, s: String?)] = [
        (0x01, "00 00", "00 00", "00 00"),
        (0x02, "00 01 03 00", "00 01 03 00", "00 01 03 00"),
        (0x03, "01 02", "01 02", "04 00"),
        (0x04, "01 00 00 03 01 02", "01 00 00 03 01 02", "01 00 00 03 01 02"),
        (
            0x05, "00 02 03 03 03 03 01 01 01", "00 02 03 03 03 03 01 01 01",
            "00 02 03 03 03 03 03 03 01"
        ),
        (0x06, "00 00", "00 00", "00 00"),
        (0x07, "00 00", "00 00", "00 00"),
        (0x08, "00 00", "00 00", "00 00"),
        (0x09, "00 03 1c", "00 03 1c", "00 03 1c"),
        (0x0A, "00 00 1c", "00 00 1c", "00 00 1c"),
        (
            0x0B, "00 02 08 00 00 10 00", "00 03 08 00 00 10 00 01 00",
            "00 03 08 00 00 00 04 00 02"
        ),
        (0x0C, "00 00 08", "00 00 08", "00 00 08"),
        (0x0D, "00 01", "00 01", "00 01"),
        (0x0E, nil, nil, nil),
        (0x0F, "00 02 08 00", "00 02 08 00", "00 02 08 00"),
        (0x10, nil, nil, nil),
        (0x11, "00 08 03 00", "00 0a 03 00", "00 0a 07 00"),
        (0x12, "00 00", nil, "00 00"),
        (0x13, "00 01", "00 01", "01 00"),
        (0x14, "00 00", nil, "00 00"),
        (0x15, "00 02", "00 02", "00 02"),
        (0x16, nil, nil, nil),
        (0x17, nil, nil, nil),
        (0x18, nil, nil, nil),
        (
            0x19, "00 02 03 00 06 00 02 00 01 00", "00 03 03 00 06 00 02 00 01 00",
            "00 03 03 00 06 00 02 00 01 00"
        ),
        (0xFD, nil, nil, nil),
        (0xFE, "00 05 00", "00 06 03", "00 06 03"),
    ]

    /// The rows of the test boards' tables that differ; nil is absent.
    static let earlier: [(BoardProfile, firmware: String, rows: [UInt8: String])] = [
        (.metaMotionR, "1.1.3", mockR.merging([0x03: "01 01"]) { $1 }),
        (.metaMotionRL, "1.1.3", mockR),
        (.metaMotionS, "1.7.3", [0x0B: "00 03 08 00 00 fb 03 00 02"]),
        (
            .metaMotionS, "1.1.3",
            [0x09: "00 00 1c", 0x0B: "00 03 08 00 00 fb 03 00 02", 0xFE: "00 05 03"]
        ),
    ]

    private static let mockR: [UInt8: String] = [
        0x02: "00 00", 0x05: "00 01 03 03 03 03 01", 0x09: "00 00 1c",
        0x0B: "00 02 08 80 2b 00 00", 0x0F: "00 01 08", 0x11: "00 03", 0x15: "00 01",
        0x19: "00 00 03 00 06 00 02 00 01 00", 0xFE: "00 02",
    ]

    static func answers(_ name: String, except rows: [UInt8: String] = [:]) -> [UInt8: String] {
        var answers: [UInt8: String] = [:]
        for row in real {
            answers[row.id] =
                rows[row.id]
                ?? (name == "MetaMotion R" ? row.r : name == "MetaMotion RL" ? row.rl : row.s)
        }
        return answers
    }

    static func expect(_ profile: BoardProfile, answers: [UInt8: String]) {
        let bench = Bench(profile)
        for id in real.map(\.id) {
            let header = Hex.text([id, 0x80])
            #expect(
                bench.ask(header) == [answers[id].map { header + " " + $0 } ?? header],
                "module \(Hex.text([id])) of the \(profile) \(profile.firmwareRevision)")
        }
    }

    // holds DIS-01 DIS-02
    @Test(arguments: [
        (BoardProfile.metaMotionR, "1.5.0", "0.4"), (.metaMotionRL, "1.7.3", "0.5"),
        (.metaMotionS, "1.7.2", "0.1"),
    ])
    func `every module answers as on the real board`(
        _ profile: BoardProfile, _ firmware: String, _ hardware: String
    ) {
        #expect(profile.firmwareRevision == firmware)
        #expect(profile.hardwareRevision == hardware)
        Self.expect(profile, answers: Self.answers(profile.name))
    }

    // holds DIS-05
    @Test func `the tables of test boards stay under their firmware`() throws {
        for (product, firmware, rows) in Self.earlier {
            let profile = try #require(product.running(firmware))
            Self.expect(profile, answers: Self.answers(product.name, except: rows))
            #expect(profile.firmwareRevision == firmware)
            #expect(profile.hardwareRevision == "0.1")
        }
        #expect(BoardProfile.metaMotionR.running("9.9.9") == nil)
    }

    // holds DIS-05
    @Test func `each board knows its firmwares, the default first`() {
        for profile in BoardProfile.all {
            let known = BoardProfile.knownFirmware(of: profile.name)
            #expect(known.first == profile.firmwareRevision)
            #expect(known.contains("1.1.3"))
            #expect(known.count == Set(known).count)
            for firmware in known {
                #expect(profile.running(firmware)?.firmwareRevision == firmware)
                #expect(profile.running(firmware)?.modelNumber == profile.modelNumber)
            }
        }
        #expect(BoardProfile.knownFirmware(of: "MetaMotion S") == ["1.7.2", "1.7.3", "1.1.3"])
    }

    // holds DIS-05
    @Test func `the log is as large as the board's`() {
        #expect(BoardProfile.metaMotionR.flash.capacity == 1_048_576)
        #expect(BoardProfile.metaMotionRL.flash.capacity == 1_048_576)
        #expect(BoardProfile.metaMotionS.flash.capacity == 67_108_864)
        #expect(BoardProfile.metaMotionS.running("1.7.3")?.flash.capacity == 66_781_184)
        #expect(BoardProfile.metaMotionR.running("1.1.3")?.flash.capacity == 0x2B80)
    }

    // holds DIS-03
    @Test func `all questions at once are answered in their order`() {
        let bench = Bench()
        let ids: [UInt8] = [
            1, 2, 3, 4, 5, 7, 8, 9, 0x0A, 0x0B, 0x0C, 0x0D, 0x0F, 0x11, 0x12, 0x13, 0x14, 0x15,
            0x16, 0x19, 0xFE,
        ]
        for id in ids { bench.write([id, 0x80]) }
        #expect(bench.link.heard.map { $0[0] } == ids)
        #expect(bench.link.heard.allSatisfy { $0[1] == 0x80 && $0[safe: 2] != 0xFF })
    }

    // holds DIS-04
    @Test func `a silent read of the information is not answered`() {
        Bench().play(
            """
            > 03 c0
            ! silent read of the information
            < nothing
            """)
    }

    @Test func `modules stand in order of id, each once`() {
        for profile in BoardProfile.known {
            let ids = profile.modules.map(\.id)
            #expect(ids == Array(Set(ids)).sorted())
        }
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
