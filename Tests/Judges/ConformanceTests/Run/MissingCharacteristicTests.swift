import Bluetooth
import Central
import Conformance
import Declaration
import ScenarioFile
import ScenarioRun
import Testing

/// A board that lacks what every board has: it fails, whatever the way of looking.
@Suite struct MissingCharacteristicTests {
    private static let air = """
        version: 1
        peripherals:
          - name: half a board
            address: "C0:FF:EE:00:00:01"
            services:
              - uuid: 326A9000-85CB-9195-D9DD-464CFBBAE75A
                characteristics:
                  - {uuid: 326A9001-85CB-9195-D9DD-464CFBBAE75A, properties: [write, write-without-response]}
                  - {uuid: 326A9006-85CB-9195-D9DD-464CFBBAE75A, properties: [read, notify]}
              - uuid: 180A
                characteristics: [{uuid: 2A26, properties: [read], value: "31 2E 37 2E 33"}]
        """

    @Test(arguments: [
        Ending("      - wait: 1 s", .pass),
        Ending("      - read: 2A26", .pass),
        Ending("      - read: 2A19", .fail, "the board has no characteristic 2A19"),
        Ending(
            #"      - write: {packet: "00", to: 2A19}"#, .fail,
            "the board has no characteristic 2A19"),
        Ending(
            #"      - write: {packet: "00", to: 2A19, fails: 3}"#, .fail,
            "the board has no characteristic 2A19"),
        Ending("      - subscribe: 2A19", .fail, "the board has no characteristic 2A19"),
        Ending("      - subscribe: 2A26", .fail),
        Ending("      - unsubscribe: 2A19", .fail, "the board has no characteristic 2A19"),
        Ending(
            "      - services: {has: [{service: 180A, characteristic: 2A27}]}", .fail,
            "180A has no characteristic 2A27"),
    ])
    func `what is missing fails, and is not skipped`(_ ending: Ending) throws {
        let scenario = try ScenarioFile(
            reading: Array(Self.air.utf8), file: "t", vocabulary: .firmware)
        var options = RunOptions()
        options.isOpenEnded = true
        let world = try ScenarioRun(scenario, text: [], file: "t", options: options)
        let address = try #require(Address("C0:FF:EE:00:00:01"))
        // A board without the debug module goes on as it is.
        let target = HalfBoard(
            BoardAccess(Central(on: world.air, name: "tester"), to: address))
        let suite = try suite(
            """
              - id: MW/TST/STEP/BV-01-C
                title: a test
                source: core 1 (spec)
                begins: connected
                steps:
            \(ending.steps)
            """)
        let run = SuiteRun(SuitePlan(suite, boards: target.boards), on: target)
        let result = try #require(run.step())
        #expect(result.verdict == ending.verdict, "\(result.reason)")
        #expect(result.reason.hasPrefix(ending.reason), "\(result.reason)")
    }
}

/// One board that needs no reset, for one case.
private final class HalfBoard: ConformanceTarget {
    let name = "half"
    let boards = [BoardFacts(name: "half", model: "half", firmware: "", hardware: "")]
    let makesFixtures = false
    let hasHands = false
    private let access: BoardAccess

    init(_ access: BoardAccess) { self.access = access }

    func prepare(_ item: ConformanceCase, on board: BoardFacts) throws(AccessError) -> CaseContext {
        CaseContext(access: access, world: nil)
    }

    func finish(_ seat: CaseContext) {}

    func words(_ packet: [UInt8], fromBoard: Bool, of board: BoardFacts) -> String { "" }
}
