import Bluetooth
import Central
import Declaration
import Peripheral
import ScenarioFile
import Simulation
import Testing

@testable import Conformance

/// What a target cannot do is no failure of the board.
@Suite struct UnableTests {
    /// How a case with these steps ends on a board that is reached in another way.
    private static func end(
        _ steps: String, world: (any CaseWorld)? = nil,
        through way: (BoardAccess) -> BoardAccess = { $0 }
    ) throws -> CaseEnd? {
        let suite = try suite(
            """
              - id: MW/TST/STEP/BV-01-C
                title: a test
                source: core 1 (spec)
                steps:
            \(steps)
            """)
        let shelf = ModelTarget([.metaMotionS])
        let entry = suite.entries[0]
        let seat = try shelf.prepare(entry.item, on: shelf.boards[0])
        let own = CaseContext(access: way(seat.access), world: world)
        defer { withExtendedLifetime(seat) {} }
        return CaseRun(entry.item, of: entry.file, on: own).run()
    }

    private static let click = "      - input: {button: click}"

    @Test func `without a person at the board a step for one is skipped`() throws {
        guard case .skipped(let why, _) = try Self.end(Self.click) else {
            Issue.record("it is not skipped")
            return
        }
        #expect(why == "it needs a person at the board: click the button")
    }

    @Test(arguments: [false, true])
    func `what the world cannot do is skipped, unless the case asks for nonsense`(
        isMistake: Bool
    ) throws {
        switch try Self.end(Self.click, world: IdleWorld(isMistake: isMistake)) {
        case .skipped(let why, _): #expect(why == "nobody can" && !isMistake)
        case .open(let why, _): #expect(why == "nobody can" && isMistake)
        default: Issue.record("it is neither skipped nor open")
        }
    }

    @Test func `a board that cannot be reached has not failed`() throws {
        let end = try Self.end("      - wait: 1 s") {
            OtherPort($0.port, isReachable: false).access(as: $0)
        }
        guard case .open(let why, _) = end else {
            Issue.record("it is not open")
            return
        }
        #expect(why.hasPrefix("the board cannot be reached: "))
    }

    @Test func `a host that chooses the MTU itself is not asked for one`() throws {
        let end = try Self.end("      - mtu: 100") {
            OtherPort($0.port, limits: .mtuIsFixed).access(as: $0)
        }
        guard case .skipped(let why, _) = end else {
            Issue.record("it is not skipped")
            return
        }
        #expect(why == "this target's host chooses the MTU itself")
    }
}

/// Surroundings in which nothing can be done.
private final class IdleWorld: CaseWorld {
    private let isMistake: Bool

    init(isMistake: Bool) { self.isMistake = isMistake }

    private var refusal: CannotDo { CannotDo("nobody can", isMistake: isMistake) }
    func apply(_ input: any InputKind, words: String) throws(CannotDo) { throw refusal }
    func apply(_ fault: FaultStep, words: String) throws(CannotDo) { throw refusal }
    func move(_ step: MoveStep) throws(CannotDo) { throw refusal }
}

/// A radio with limits of its own, or on which no link can be made.
private final class OtherPort: RadioPort {
    private let port: any RadioPort
    private let isReachable: Bool
    let limits: AccessLimits

    init(_ port: any RadioPort, limits: AccessLimits = [], isReachable: Bool = true) {
        self.port = port
        self.limits = limits
        self.isReachable = isReachable
    }

    /// The way to the same board through this radio.
    func access(as other: BoardAccess) -> BoardAccess {
        BoardAccess(self, to: .address(known[0]), named: other.name, on: other.pump)
    }

    var state: RadioState { isReachable ? port.state : .unusable("no answer") }
    var known: [Address] { port.known }
    var onState: () -> Void {
        get { port.onState }
        set { port.onState = newValue }
    }
    var onReport: (ScanReport) -> Void {
        get { port.onReport }
        set { port.onReport = newValue }
    }

    func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) { port.scan(kind, done) }
    func link(to peer: Address) -> any LinkPort { port.link(to: peer) }
    func close() { port.close() }
}
