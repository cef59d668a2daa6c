import Central
import Conformance
import Declaration
import ScenarioFile
import Simulation
import Testing

/// One board, reached as one from outside is: asked what it is, and reset between cases.
@Suite struct BoardTargetTests {
    /// A board of the model that nobody can do anything to, and what is left after a case.
    private func target(
        _ model: BoardModel = .metaMotionS, world: (any CaseWorld)? = nil
    ) throws -> (BoardTarget, CaseContext) {
        let shelf = ModelTarget([model])
        let suite = try Self.suite("      - wait: 1 s", of: model)
        let seat = try shelf.prepare(suite.entries[0].item, on: shelf.boards[0])
        return (try BoardTarget(seat.access, world: world), seat)
    }

    private static func suite(
        _ steps: String, of model: BoardModel = .metaMotionS, more: String = ""
    ) throws -> ConformanceSuite {
        let device = model == .triki ? "TRIKI" : "MW"
        return try ConformanceTests.suite(
            """
              - id: \(device)/TST/STEP/BV-01-C
                title: a test
                source: core 1 (spec)
            \(more)    steps:
            \(steps)
            """, head: model == .triki ? "device: triki\n" : "")
    }

    private func judge(
        _ steps: String, _ target: BoardTarget, of model: BoardModel = .metaMotionS,
        more: String = ""
    ) throws -> CaseResult {
        let suite = try Self.suite(steps, of: model, more: more)
        let run = SuiteRun(SuitePlan(suite, boards: target.boards), on: target)
        return try #require(run.step())
    }

    @Test(arguments: BoardModel.allCases) func `a board says what it is`(_ model: BoardModel) throws
    {
        let (target, seat) = try target(model)
        let facts = try #require(target.boards.first)
        let wanted = BoardFacts(model)
        #expect(facts.firmware == wanted.firmware)
        #expect(
            facts.modules.map { [$0.id, $0.implementation, $0.revision] }
                == wanted.modules.map { [$0.id, $0.implementation, $0.revision] })
        #expect(facts.modules.map(\.extra) == wanted.modules.map(\.extra))
        #expect(facts.model == wanted.model)
        withExtendedLifetime(seat) {}
    }

    @Test func `what one case leaves is gone before the next`() throws {
        let (target, seat) = try target()
        let leave = """
                  - write: "FE 04 01 02 03 04"
                  - ask: {send: "0C 02 0A 00 00 00 FF FF 00", answer: "0C 02 00"}
                  - write: "11 01 58"
            """
        #expect(try judge(leave, target).verdict == .pass)
        let look = """
                  - ask: {send: "FE 84", answer: "FE 84 00 00 00 00"}
                  - ask: {send: "0C 02 0A 00 00 00 FF FF 00", answer: "0C 02 00"}
            """
        #expect(try judge(look, target).verdict == .pass)
        let name = "      - advertises: {for: 3 s, name: MetaWear}"
        #expect(try judge(name, target, more: "    begins: advertising\n").verdict == .pass)
        withExtendedLifetime(seat) {}
    }

    @Test func `a board in its bootloader is recovered`() throws {
        let (target, seat) = try target()
        #expect(try judge("      - write: \"FE 02\"\n      - ended: 5 s", target).verdict == .pass)
        let look = "      - ask: {send: \"FE 84\", answer: \"FE 84 00 00 00 00\"}"
        #expect(try judge(look, target).verdict == .pass)
        withExtendedLifetime(seat) {}
    }

    @Test(
        arguments: [
            ("      - input: {button: click}", "", "click the button"),
            (
                "      - repeat: {times: 2, steps: [{input: {button: press}}]}", "",
                "press the button"
            ),
            (
                "      - wait: 1 s", "    world: {light: 20 lx}\n",
                "needs an initial state that only the model can have"
            ),
            (
                "      - wait: 1 s", "    board: {log-fill: 50 %}\n",
                "needs an initial state that only the model can have"
            ),
            ("      - wait: 1 s", "    needs: {target: model}\n", "required of the model only"),
        ])
    func `what needs hands is skipped before it begins`(
        _ steps: String, _ more: String, _ words: String
    ) throws {
        let (target, seat) = try target()
        let result = try judge(steps, target, more: more)
        #expect(result.verdict == .skipped)
        #expect(result.reason.contains(words))
        withExtendedLifetime(seat) {}
    }

    @Test func `with somebody there it is done`() throws {
        let shelf = ModelTarget([.metaMotionS])
        let suite = try Self.suite("      - wait: 1 s")
        let seat = try shelf.prepare(suite.entries[0].item, on: shelf.boards[0])
        let target = try BoardTarget(seat.access, world: seat.world)
        let steps = """
                  - write: "01 01 01"
                  - input: {button: press}
                  - expect: "01 01 01"
            """
        #expect(try judge(steps, target).verdict == .pass)
    }

    @Test(arguments: [true, false])
    func `a cap that sleeps is woken if somebody is there`(_ isSomebody: Bool) throws {
        let shelf = ModelTarget([.triki])
        let suite = try Self.suite("      - wait: 1 s", of: .triki)
        let seat = try shelf.prepare(suite.entries[0].item, on: shelf.boards[0])
        let target = try BoardTarget(seat.access, world: isSomebody ? seat.world : nil)
        let sleep = "      - disconnect\n      - wait: 10 min"
        #expect(try judge(sleep, target, of: .triki).verdict == .pass)
        let next = try judge("      - wait: 1 s", target, of: .triki)
        #expect((next.verdict == .pass) == isSomebody, "\(next.reason)")
        withExtendedLifetime(seat) {}
    }

    @Test func `a transport that fails during a case ends the run without a verdict`() throws {
        let (target, seat) = try target()
        let lost = LostTarget(target)
        let suite = try Self.suite("      - ask: {send: \"FE 84\", answer: \"FE 84 00\"}")
        let plan = SuitePlan(suite, boards: target.boards + target.boards)
        let run = SuiteRun(plan, on: lost, retries: 2)
        let result = try #require(run.step())
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == "the cable is out")
        #expect(run.failure == .broken("the cable is out"))
        #expect(run.step() == nil)
        #expect(lost.prepared == 1)
        withExtendedLifetime(seat) {}
    }

    @Test func `a case that does not hold is tried again`() throws {
        let (target, seat) = try target()
        let suite = try Self.suite("      - ask: {send: \"FE 84\", answer: \"FE 84 00\"}")
        let plan = SuitePlan(suite, boards: target.boards)
        let start = seat.access.now
        _ = SuiteRun(plan, on: target).step()
        let once = seat.access.now - start
        let result = SuiteRun(plan, on: target, retries: 2).step()
        #expect(result?.verdict == .fail)
        #expect(seat.access.now - start > once * 3)
    }
}

/// A target whose way goes with the first case.
private final class LostTarget: ConformanceTarget {
    private let target: BoardTarget
    private(set) var prepared = 0

    init(_ target: BoardTarget) { self.target = target }

    var name: String { target.name }
    var boards: [BoardFacts] { target.boards }
    var makesFixtures: Bool { false }
    var hasHands: Bool { false }
    var failure: AccessError? { prepared > 0 ? .broken("the cable is out") : nil }

    func prepare(
        _ item: ConformanceCase, on board: BoardFacts
    ) throws(AccessError) -> CaseContext {
        prepared += 1
        return try target.prepare(item, on: board)
    }

    func finish(_ seat: CaseContext) { target.finish(seat) }

    func words(_ packet: [UInt8], fromBoard: Bool, of board: BoardFacts) -> String {
        target.words(packet, fromBoard: fromBoard, of: board)
    }
}
