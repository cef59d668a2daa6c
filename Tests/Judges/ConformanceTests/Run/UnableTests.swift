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
        through way: (any BoardAccess) -> any BoardAccess = { $0 }
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
        let own = CaseSeat(access: way(seat.access), world: world)
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
        let end = try Self.end("      - wait: 1 s") { OtherAccess($0, isReachable: false) }
        guard case .open(let why, _) = end else {
            Issue.record("it is not open")
            return
        }
        #expect(why.hasPrefix("the board cannot be reached: "))
    }

    @Test func `a host that chooses the MTU itself is not asked for one`() throws {
        let end = try Self.end("      - mtu: 100") { OtherAccess($0, limits: .mtuIsFixed) }
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

/// A way to a board with limits of its own, or on which it never answers.
private final class OtherAccess: BoardAccess {
    private let way: any BoardAccess
    private let isReachable: Bool
    let limits: AccessLimits

    init(_ way: any BoardAccess, limits: AccessLimits = [], isReachable: Bool = true) {
        self.way = way
        self.limits = limits
        self.isReachable = isReachable
    }

    func connect(within limit: Nanoseconds) throws(AccessError) {
        guard isReachable else { throw .timedOut("no answer") }
        try way.connect(within: limit)
    }

    var name: String { way.name }
    var now: Instant { way.now }
    var isConnected: Bool { way.isConnected }
    var knownServices: [RemoteService]? {
        get { way.knownServices }
        set { way.knownServices = newValue }
    }

    func scan(active: Bool, for time: Nanoseconds) throws(AccessError) -> [ScanReport] {
        try way.scan(active: active, for: time)
    }
    func disconnect() throws(AccessError) { try way.disconnect() }
    func exchangeMTU(_ mtu: Int) throws(AccessError) -> Int { try way.exchangeMTU(mtu) }
    func discover() throws(AccessError) -> [RemoteService] { try way.discover() }
    func read(_ uuid: BluetoothUUID) throws(AccessError) -> [UInt8] { try way.read(uuid) }
    func write(
        _ bytes: [UInt8], to uuid: BluetoothUUID, _ kind: WriteKind
    ) throws(AccessError) { try way.write(bytes, to: uuid, kind) }
    func subscribe(to uuid: BluetoothUUID, _ kind: Subscription) throws(AccessError) {
        try way.subscribe(to: uuid, kind)
    }
    func next(before limit: Instant) throws(AccessError) -> AccessEvent? {
        try way.next(before: limit)
    }
    func wait(until time: Instant) throws(AccessError) { try way.wait(until: time) }
    func close() { way.close() }
}
