import Checkout
import Device
import MetaWearBoard
import Simulation
import Testing

@testable import ClientJudge

@Suite struct RuleTests {
    @Test(.slow, arguments: RuleCase.all)
    func `a broken client is found out by this rule and no other`(_ own: RuleCase) {
        let ids = Set(own.findings(of: own.broken).map(\.rule.id))
        #expect(ids == Set([own.rule] + own.also))
    }

    @Test(.slow, arguments: RuleCase.all)
    func `a client that does it right is left alone`(_ own: RuleCase) {
        let findings = own.findings(of: own.correct)
        let wrong = findings.filter { $0.rule.id == own.rule || $0.rule.severity == .error }
        #expect(wrong.map { "\($0.rule.id): \($0.words): \($0.detail)" } == [])
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

    @Test(arguments: [
        (Quirk.silentFreeSlots, "> 0b 82 07\n+ 500 ms\nleave"), (.silentAbsentModules, "> 16 80"),
        (.silentFreeSlots, "> 0b 82 07\n+ 2000 ms\nleave"),
        (.silentFreeSlots, "> 0a 82 07\n+ 2000 ms\n> 0a 83 07\n+ 2000 ms\nleave"),
    ])
    func `what some firmware does not answer may be asked`(quirk: Quirk, transcript: String) {
        let bench = Bench(.metaMotionS, quirks: [quirk])
        bench.play(RuleCase.opening + transcript)
        #expect(bench.judge.findings.map(\.rule.id) == [])
    }

    @Test func `a board without a page in memory need not be waited for`() {
        let bench = Bench(.metaMotionRL)
        bench.play(
            RuleCase.opening + RuleCase.recording
                + "> 0b 10 01\n> 0b 01 00\n> 0b 85\n+ 60 ms\nleave")
        #expect(!bench.judge.findings.map(\.rule.id).contains("MW-READOUT-11"))
    }

    @Test func `a length of one is no session that records`() {
        let bench = Bench(.metaMotionS, quirks: [.lengthOneAfterDrop, .slowGarbageCollection])
        bench.play(
            RuleCase.opening + RuleCase.recording
                + """
                > 0b 10 01
                > 0b 01 00
                > 03 01 00
                + 600 ms
                > 0b 09 ff ff ff ff
                > 0b 01 01
                > 0b 85
                + 500 ms
                > 0b 01 00
                """)
        #expect(bench.judge.findings.map(\.rule.id).contains("MW-LOG-10"))
    }

    @Test func `a client that leaves before half a second is over does not wait`() {
        let bench = Bench(.metaMotionS, quirks: [.silentFreeSlots])
        bench.play(RuleCase.opening + "> 0b 82 07\n+ 499 ms\nleave")
        #expect(bench.judge.findings.map(\.rule.id) == ["MW-CONN-04"])
    }

    @Test func `a board that nobody used has lost nothing by a reset`() {
        let bench = Bench(.metaMotionS)
        bench.device.resetByPin()
        bench.play("+ 5000 ms\n" + RuleCase.opening + "> 0c 04 00")
        #expect(bench.judge.findings.map(\.rule.id) == ["MW-TABLE-02"])
        let other = Bench(.metaMotionS)
        other.device.resetByPin()
        other.play("+ 5000 ms\nconnect\nlisten\n> 0c 04 00")
        #expect(other.judge.findings.map(\.rule.id) == ["MW-TABLE-02"])
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
