import Bluetooth
import MetaWearBoard
import Motion
import Simulation
import Testing

@testable import ClientJudge

@Suite struct AssessmentTests {
    private let findings = RuleCase("MW-SENS-01", broken: "", correct: "").findings(
        of: "> 03 03 a8 02\n> 03 01 01\n> 03 03 a8 03\n> 03 03 a8 02\n> 14 3f 01\n")

    private static func waiver(
        _ rule: String, board: String? = nil, module: UInt8? = nil, register: UInt8? = nil,
        until day: String = "2027-01-31"
    ) throws -> Waiver {
        Waiver(
            rule: rule, board: board, module: module, register: register, reason: "known",
            expires: try #require(CivilDate(day)))
    }

    private static let today = CivilDate("2026-11-21")

    @Test func `a breach that is repeated is one finding`() {
        #expect(findings.map(\.rule.id) == ["MW-SENS-01", "MW-REG-02"])
        #expect(findings[0].count == 2)
        #expect(findings[0].packet == [0x03, 0x03, 0xA8, 0x03])
        #expect(findings[0].words.hasPrefix("accelerometer data config: "))
        #expect(findings[0].key == "MW-SENS-01 board 03 03")
        #expect(findings[0].connection == 1)
    }

    @Test func `an error that none accepts fails`() {
        #expect(!Assessment(findings).passed)
        #expect(Assessment([]).passed)
    }

    @Test func `a repeated finding is of the first and the last time`() throws {
        let found = RuleCase("MW-SENS-02", broken: "", correct: "").findings(
            of: "> 12 04 01 01\n> 12 03 2c 00\n+ 700 ms\n> 12 03 2d 00\n")
        let one = try #require(found.first { $0.rule.id == "MW-SENS-02" })
        #expect(one.count == 2 && one.last - one.first == .milliseconds(700))
    }

    @Test func `warnings do not fail, and errors come before them`() {
        let found = RuleCase("MW-SENS-02", broken: "", correct: "").findings(
            of: "> 12 04 01 01\n> 12 03 2c 00\n> 03 03 a8 02\n> 03 01 01\n> 03 03 a8 03\n")
        #expect(found.map(\.rule.id) == ["MW-SENS-02", "MW-SENS-01"])
        #expect(Assessment(Array(found.prefix(1))).passed)
        #expect(!Assessment(found).passed)
        #expect(Assessment(found).open.map(\.rule.id) == ["MW-SENS-01", "MW-SENS-02"])
    }

    @Test func `waivers accept by rule, family, module and day`() throws {
        for (waivers, open) in [
            ([try Self.waiver("MW-SENS-01")], ["MW-REG-02"]),
            ([try Self.waiver("MW-SENS")], ["MW-REG-02"]),
            ([try Self.waiver("MW-SENS-01", module: 0x03), try Self.waiver("MW-REG")], []),
            (
                [try Self.waiver("MW-SENS-01", module: 0x13)],
                ["MW-SENS-01", "MW-REG-02", "JD-WAIVER-02"]
            ),
            (
                [try Self.waiver("MW-SENS-01", until: "2026-11-20")],
                ["MW-SENS-01", "MW-REG-02", "JD-WAIVER-01"]
            ),
            ([try Self.waiver("MW-SENS-01", until: "2026-11-21")], ["MW-REG-02"]),
            // The day before is in the month before.
            (
                [try Self.waiver("MW-SENS-01", until: "2026-10-31")],
                ["MW-SENS-01", "MW-REG-02", "JD-WAIVER-01"]
            ),
            ([try Self.waiver("MW-SENS-01", board: "board", register: 0x03)], ["MW-REG-02"]),
            (
                [try Self.waiver("MW-SENS-01", board: "other")],
                ["MW-SENS-01", "MW-REG-02", "JD-WAIVER-02"]
            ),
            (
                [try Self.waiver("MW-SENS-01", register: 0x04)],
                ["MW-SENS-01", "MW-REG-02", "JD-WAIVER-02"]
            ),
        ] {
            let assessment = Assessment(findings, waivers: waivers, today: Self.today)
            #expect(assessment.open.map(\.rule.id) == open)
            #expect(assessment.passed == open.isEmpty)
        }
    }

    @Test(arguments: [
        "2026-02-29", "2026-00-01", "2026-1-01", "26-01-01", "2026-04-31", "2026-01-01 ", "",
        "2026-01-+1", "1900-02-29",
    ])
    func `a day that there is not is none`(text: String) { #expect(CivilDate(text) == nil) }

    @Test(arguments: ["2024-02-29", "2000-02-29", "2026-12-31", "0001-01-01"])
    func `a day is written as it is read`(text: String) {
        #expect(CivilDate(text)?.description == text)
    }

    @Test(arguments: [
        (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"),
        (951_782_399, "2000-02-28"), (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01"),
        (1_767_225_599, "2025-12-31"), (1_767_225_600, "2026-01-01"), (1_772_323_199, "2026-02-28"),
        (1_772_323_200, "2026-03-01"), (1_795_871_999, "2026-11-28"), (4_107_542_400, "2100-03-01"),
        (4_107_542_399, "2100-02-28"),
    ])
    func `a moment is on a day, also in January`(seconds: Int, day: String) {
        #expect(CivilDate(secondsSince1970: seconds)?.description == day)
    }

    @Test func `each day follows the one before`() throws {
        var known = try #require(CivilDate(secondsSince1970: 0))
        for day in 1..<60_000 {
            let next = try #require(CivilDate(secondsSince1970: day * 86_400))
            let isNext =
                next.day == known.day + 1 && next.month == known.month && next.year == known.year
            let isFirst =
                next.day == 1
                && CivilDate(year: known.year, month: known.month, day: known.day + 1) == nil
                && (next.month == known.month + 1 && next.year == known.year
                    || next.month == 1 && known.month == 12 && next.year == known.year + 1)
            try #require(isNext || isFirst, "\(next) after \(known)")
            known = next
        }
        #expect(CivilDate(secondsSince1970: -1) == nil)
        #expect(CivilDate(secondsSince1970: .max) == nil)
    }

    @Test func `the card counts what the firmware did at each register`() throws {
        let bench = Bench(.metaMotionS)
        bench.play("connect\nlisten\n> 11 8c\n> 03 01 01\n> 03 01 01\n> 03 04\n> 16 81\n read 2a26")
        let card = try #require(bench.judge.scoreCards.first)
        let acceleration = try #require(card.modules.first { $0.id == 0x03 })
        #expect(acceleration.exercised == 1)
        #expect(acceleration.registers.first { $0.id == 1 }?.accepted == 2)
        #expect(acceleration.registers.first { $0.id == 4 }?.ignored == 1)
        let battery = card.modules.first { $0.id == 0x11 }?.registers.first { $0.id == 0x0C }
        #expect(battery?.read == 1 && battery?.notified == 1)
        let absent = try #require(card.modules.first { $0.id == 0x16 })
        #expect(!absent.isPresent && absent.total == 0)
        #expect(card.exercised == 2)
        #expect(card.total > 150)
        #expect(card.values.map(\.read).reduce(0, +) == 1)
    }

    @Test
    func `what a board's revision does not have, and what is not modelled, is not in its total`()
        throws
    {
        func has(_ profile: BoardProfile, _ module: UInt8, _ register: UInt8) throws -> Bool {
            let card = try #require(Bench(profile).judge.scoreCards.first)
            let found = try #require(card.modules.first { $0.id == module })
            return found.registers.prefix(found.total).contains { $0.id == register }
        }
        // The flush of a log is of revision 3.
        #expect(try has(.metaMotionS, 0x0B, 0x10))
        #expect(try !has(.metaMotionR, 0x0B, 0x10))
        for profile in BoardProfile.all {
            for entry in profile.modules {
                for declaration in entry.declarations where declaration.unmodelled != nil {
                    #expect(try !has(profile, entry.id, declaration.id))
                }
            }
        }
    }

    @Test func `what is in no table is not exercised`() throws {
        // The cap takes a request to reboot that is none of its registers.
        let bench = Bench(nil)
        bench.play("connect\nlisten\nrx 05\n+ 60 ms\nrx 46\n")
        let module = try #require(bench.judge.scoreCards.first?.modules.first)
        #expect(module.registers.first { $0.id == 0x46 }?.accepted == 1)
        #expect(module.exercised == 1)
    }

    @Test func `every read of a value counts`() throws {
        let bench = Bench(.metaMotionS)
        bench.play("connect\nread 2a26\nread 2a26\nread 2a24\n")
        let values = try #require(bench.judge.scoreCards.first?.values)
        #expect(values.map(\.read) == [2, 1])
    }

    @Test func `what was not subscribed is not notified`() throws {
        let bench = Bench(.metaMotionS)
        bench.play("connect\n> 11 8c\n> 11 8c\nlisten\n> 11 8c")
        let card = try #require(bench.judge.scoreCards.first)
        let battery = card.modules.first { $0.id == 0x11 }?.registers.first { $0.id == 0x0C }
        #expect(battery?.read == 3 && battery?.notified == 1)
    }

    @Test func `equal courses give equal findings`() {
        let course = RuleCase("MW-SENS-01", broken: "", correct: "")
        #expect(course.findings(of: "> 03\n> 16 81\n") == course.findings(of: "> 03\n> 16 81\n"))
    }

    @Test func `the judge stops watching at the end and releases the device`() {
        weak var device: MetaWearBoard?
        let judge = ClientJudge()
        do {
            let simulation = Simulation()
            let board = MetaWearBoard(
                .metaMotionS, name: "board", address: Address(0xE800_0000_0001), body: StillBody(),
                environment: SimpleEnvironment(), in: simulation)
            device = board
            judge.attach(to: board)
            judge.finish(at: simulation.now)
            board.perform([0x11, 0xCC])
            #expect(board.witness == nil && judge.findings == [])
        }
        #expect(device == nil)
        #expect(judge.scoreCards.count == 1)
    }
}
