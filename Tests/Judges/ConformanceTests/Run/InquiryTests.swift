import Bluetooth
import Central
import Checkout
import Conformance
import Declaration
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation
import Testing

/// A board is asked what it is on a machine that is late.
@Suite struct InquiryTests {
    @Test func `a module whose first answer is lost is there all the same`() throws {
        let shelf = ModelTarget([.metaMotionS])
        let suite = try suite(
            """
              - id: MW/TST/STEP/BV-01-C
                title: a test
                source: core 1 (spec)
                steps: [{wait: 1 s}]
            """)
        let seat = try shelf.prepare(suite.entries[0].item, on: shelf.boards[0])
        let late = LatePort(seat.access.port, loses: [0x0B, 0x0C, 0x0F])
        let facts = try #require(BoardTarget(late.access(as: seat.access)).boards.first)
        #expect(late.lost == [0x0B, 0x0C, 0x0F])
        #expect(facts.modules.map(\.id) == BoardFacts(.metaMotionS).modules.map(\.id))
        withExtendedLifetime(seat) {}
    }

    private static let cases = """
          - id: MW/SWI/A1/BV-01-C
            title: needs the switch
            source: s 1 (x)
            needs: {modules: [led, switch]}
            steps: [{wait: 1 s}]
          - id: MW/SWI/A2/BV-01-C
            title: needs another switch
            source: s 1 (x)
            needs: {modules: [{module: switch, implementation: 1}]}
            steps: [{wait: 1 s}]
          - id: MW/SWI/A3/BV-01-C
            title: needs no switch
            source: s 1 (x)
            needs: {absent: [switch]}
            steps: [{wait: 1 s}]
          - id: MW/SWI/A4/BV-01-C
            title: needs the LED
            source: s 1 (x)
            needs: {modules: [led]}
            steps: [{wait: 1 s}]
          - id: MW/SWI/A5/BV-01-C
            title: needs a sensor that is absent, and the switch
            source: s 1 (x)
            needs: {modules: [switch, humidity]}
            steps: [{wait: 1 s}]
        """

    @Test func `what needs a module that answers a byte too little fails, and is not skipped`()
        throws
    {
        let shelf = ModelTarget([.metaMotionS])
        let suite = try suite(Self.cases)
        let seat = try shelf.prepare(suite.entries[0].item, on: shelf.boards[0])
        let target = try BoardTarget(
            LatePort(seat.access.port, cuts: 0x01).access(as: seat.access))
        let run = SuiteRun(SuitePlan(suite, boards: target.boards), on: target, retries: 2)
        var results: [CaseResult] = []
        while let result = run.step() { results.append(result) }
        #expect(results.map(\.verdict) == [.fail, .skipped, .skipped, .pass, .skipped])
        #expect(
            results.map(\.reason) == [
                "the switch module answers discovery with [01 80 00]: 3 bytes, but implementation"
                    + " and revision need 4",
                "switch of implementation 0", "the board has a switch module", "",
                "no humidity module",
            ])
        #expect(results[0].log.map(\.bytes) == [[0x01, 0x80], [0x01, 0x80, 0x00]])
        #expect(run.progress == (done: 2, all: 2))
        withExtendedLifetime(seat) {}
    }
}

/// What any board says on any desk is asked of boards outside too.
@Suite struct DeskTests {
    private static func verdicts(swapping: [[UInt8]]) throws -> [String: Verdict] {
        let path = "Conformance/desk/desk.yaml"
        let suite = try ConformanceSuite([(path, try Repository.bytes(path))])
        let shelf = ModelTarget([.metaMotionS])
        let seat = try shelf.prepare(suite.entries[0].item, on: shelf.boards[0])
        let target = try BoardTarget(
            LatePort(seat.access.port, swaps: swapping).access(as: seat.access))
        let run = SuiteRun(SuitePlan(suite, boards: target.boards), on: target)
        var verdicts: [String: Verdict] = [:]
        while let result = run.step() {
            if result.verdict != .skipped { verdicts[result.id] = result.verdict }
        }
        withExtendedLifetime(seat) {}
        return verdicts
    }

    @Test func `a board that is right passes all of them, and none is skipped for want of a room`()
        throws
    {
        let verdicts = try Self.verdicts(swapping: [])
        #expect(verdicts.values.allSatisfy { $0 == .pass }, "\(verdicts)")
        #expect(
            Set(verdicts.keys) == [
                "MW/DESK/TEMP/BV-01-C", "MW/DESK/TEMP/BV-02-C", "MW/DESK/TEMP/BV-03-C",
                "MW/DESK/ACC/BV-03-C", "MW/DESK/GYR/BV-02-C", "MW/DESK/BAT/BV-01-C",
                "MW/DESK/AIR/BV-01-C",
            ])
    }

    @Test func `a temperature with its bytes exchanged fails on a board outside`() throws {
        let verdicts = try Self.verdicts(swapping: [[0x04, 0x81, 0x00], [0x04, 0x81, 0x01]])
        #expect(verdicts["MW/DESK/TEMP/BV-01-C"] == .fail)
        #expect(verdicts["MW/DESK/TEMP/BV-02-C"] == .fail)
        #expect(verdicts["MW/DESK/BAT/BV-01-C"] == .pass)
    }
}
