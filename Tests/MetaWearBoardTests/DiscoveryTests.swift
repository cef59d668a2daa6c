import Testing
import Wire

@testable import MetaWearBoard

/// Module discovery of the three boards (protocol, sensors 2.2 and 2.4, core appendix A).
@Suite struct DiscoveryTests {
    /// Bytes behind `id 80`; nil is absent. The S has the processor and debug revisions of
    /// firmware 1.7.
    static let table: [(id: UInt8, r: String?, rl: String?, s: String?)] = [
        (0x01, "00 00", "00 00", "00 00"),
        (0x02, "00 00", "00 00", "00 01 03 00"),
        (0x03, "01 01", "01 02", "04 00"),
        (0x04, "01 00 00 03 01 02", "01 00 00 03 01 02", "01 00 00 03 01 02"),
        (0x05, "00 01 03 03 03 03 01", "00 01 03 03 03 03 01", "00 02 03 03 03 03 03 03 01"),
        (0x06, "00 00", "00 00", "00 00"),
        (0x07, "00 00", "00 00", "00 00"),
        (0x08, "00 00", "00 00", "00 00"),
        (0x09, "00 00 1c", "00 00 1c", "00 03 1c"),
        (0x0A, "00 00 1c", "00 00 1c", "00 00 1c"),
        (0x0B, "00 02 08 80 2b 00 00", "00 02 08 80 2b 00 00", "00 03 08 00 00 fb 03 00 02"),
        (0x0C, "00 00 08", "00 00 08", "00 00 08"),
        (0x0D, "00 01", "00 01", "00 01"),
        (0x0E, nil, nil, nil),
        (0x0F, "00 01 08", "00 01 08", "00 02 08 00"),
        (0x10, nil, nil, nil),
        (0x11, "00 03", "00 03", "00 0a 07 00"),
        (0x12, "00 00", nil, "00 00"),
        (0x13, "00 01", "00 01", "01 00"),
        (0x14, "00 00", nil, "00 00"),
        (0x15, "00 01", "00 01", "00 02"),
        (0x16, nil, nil, nil),
        (0x17, nil, nil, nil),
        (0x18, nil, nil, nil),
        (
            0x19, "00 00 03 00 06 00 02 00 01 00", "00 00 03 00 06 00 02 00 01 00",
            "00 03 03 00 06 00 02 00 01 00"
        ),
        (0xFD, nil, nil, nil),
        (0xFE, "00 02", "00 02", "00 06 03"),
    ]

    // holds DIS-01 DIS-02
    @Test(arguments: [
        ("R", BoardProfile.metaMotionR), ("RL", .metaMotionRL), ("S", .metaMotionS),
    ])
    func `every module answers as on the board`(_ name: String, _ profile: BoardProfile) {
        let bench = Bench(profile)
        for row in Self.table {
            let expected = name == "R" ? row.r : name == "RL" ? row.rl : row.s
            let header = Hex.text([row.id, 0x80])
            #expect(
                bench.ask(header) == [expected.map { header + " " + $0 } ?? header],
                "module \(Hex.text([row.id])) of the \(name)")
        }
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

    @Test func `the revision of the R's settings is 3, the RL's the same and the S's ten`() {
        #expect(BoardProfile.metaMotionR.information(0x11)?.revision == 3)
        #expect(BoardProfile.metaMotionRL.information(0x11)?.revision == 3)
        #expect(BoardProfile.metaMotionS.information(0x11)?.revision == 10)
    }

    @Test func `modules stand in order of id, each once`() {
        for profile in BoardProfile.all {
            let ids = profile.modules.map(\.id)
            #expect(ids == Array(Set(ids)).sorted())
        }
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
