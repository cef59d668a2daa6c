import MetaWearBoard
import Simulation
import Testing

@testable import ClientJudge

@Suite struct RuleTests {
    @Test(arguments: RuleCase.all)
    func `a broken client is found out by this rule and no other`(_ own: RuleCase) {
        let ids = Set(own.findings(of: own.broken).map(\.rule.id))
        #expect(ids == Set([own.rule] + own.also))
    }

    @Test(arguments: RuleCase.all)
    func `a client that does it right is left alone`(_ own: RuleCase) {
        let findings = own.findings(of: own.correct)
        let wrong = findings.filter { $0.rule.id == own.rule || $0.rule.severity == .error }
        #expect(wrong.map { "\($0.rule.id): \($0.words): \($0.detail)" } == [])
    }

    /// What a client may do when it has been wrong.
    private static let tidyings: [(name: String, transcript: String)] = [
        ("the log is cleared", "> 0b 01 00\n> 0b 09 ff ff ff ff"),
        (
            "streams are unsubscribed",
            """
            > 0b 07 00
            > 0b 08 00
            > 03 04 00
            > 03 05 00
            > 19 07 00
            > 09 03 00
            """
        ),
        ("gates are closed", "> 09 07 00 00\n> 09 07 01 00"),
        (
            "all that was made is removed",
            "> 0b 01 00\n> 0b 0a\n> 0a 05\n> 09 06 00\n> 09 08\n! 0f 08\n> 0c 05 00"
        ),
        (
            "sensors are stopped",
            """
            > 19 01 00
            > 19 03 00 7f
            > 03 01 00
            > 03 02 00 01
            > 13 01 00
            > 15 01 00
            > 12 04 00 00
            """
        ),
        ("sensors are set up anew", "> 03 01 00\n> 03 03 28 03\n> 13 03 28 00\n> 19 02 02 10"),
        ("the host leaves", "leave"),
        ("the link is lost", "lose"),
        ("the board is told to leave", "> fe 06\n+ 1000 ms"),
        ("the board is reset", "> fe 01\n+ 5000 ms"),
        ("the board is reset with garbage collection", "> fe 05\nleave\n+ 5000 ms"),
        ("another host comes", "lose\n+ 1000 ms\nconnect\nlisten\n> 0b 84\n+ 3000 ms"),
        ("the cap is stopped", "rx 20 00 00 00 00 00 00\n+ 500 ms"),
        ("the bootloader is reset", "dfu 06\n+ 5000 ms"),
    ]

    @Test(arguments: RuleCase.all)
    func `tidying up does not hide what was wrong`(_ own: RuleCase) {
        for tidying in Self.tidyings {
            let ids = own.findings(of: own.broken + "\n" + tidying.transcript).map(\.rule.id)
            #expect(ids.contains(own.rule), "\(tidying.name)")
        }
    }

    @Test func `a board that is gone before its judge hides nothing`() {
        let judge = ClientJudge()
        do {
            let bench = Bench(.metaMotionS)
            judge.attach(to: bench.device)
            bench.play(RuleCase.opening + "> 03 04 01\n+ 1000 ms", finishing: false)
        }
        judge.finish(at: Instant.zero + Nanoseconds.seconds(5 as Int64))
        #expect(judge.findings.map(\.rule.id) == ["MW-STRM-01"])
    }

    @Test func `a client of a cap is not held to the rules of a board`() {
        let bench = Bench(nil)
        // On a board this is an impatient read of a module that it lacks, and a wrong buzz.
        bench.play(
            """
            connect
            listen
            rx 99 80
            rx 99 80
            rx 08 01 FF 00 00 07
            rx 20 C0 00 D0 07 68 00 03 00
            + 2000 ms
            leave
            """)
        let ids = bench.judge.findings.map(\.rule.id)
        #expect(!ids.isEmpty)
        #expect(ids.filter { $0.hasPrefix("MW-") } == [])
    }

    @Test func `every rule is tried`() {
        let tried = Set(RuleCase.all.map(\.rule))
        let missing = RuleTable.rules.map(\.id).filter { !tried.contains($0) }
        // Those of waivers are tried with waivers.
        #expect(missing == WaiverRules.rules.map(\.id))
    }

    @Test func `ids are unique and stable in form`() {
        let ids = RuleTable.rules.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.count >= 80)
        for id in ids { #expect(id.wholeMatch(of: /(MW|TK|GATT|JD)-[A-Z]+-\d\d/) != nil, "\(id)") }
    }

    @Test func `every rule says what, where, why and how to fix it`() {
        for rule in RuleTable.rules {
            for text in [rule.title, rule.section, rule.why, rule.fix] {
                #expect(!text.isEmpty, "\(rule.id)")
            }
            #expect(!rule.title.hasSuffix("."), "\(rule.id)")
        }
    }
}
