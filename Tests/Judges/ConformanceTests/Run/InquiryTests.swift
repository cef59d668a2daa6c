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
        let late = LateAccess(seat.access, loses: [0x0B, 0x0C, 0x0F])
        let facts = try #require(BoardTarget(late).boards.first)
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
        let target = try BoardTarget(LateAccess(seat.access, cuts: 0x01))
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
        let target = try BoardTarget(LateAccess(seat.access, swaps: swapping))
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

/// A way to a board on which the first answer of some modules is lost, each answer of one is cut, or the
/// last two bytes of some packets are exchanged.
private final class LateAccess: BoardAccess {
    private let way: any BoardAccess
    private var losing: Set<UInt8>
    /// Its information comes without its last byte.
    private let cut: UInt8?
    /// What packets begin with whose last two bytes are exchanged.
    private let swapped: [[UInt8]]
    /// Modules whose answer was lost, in their order.
    private(set) var lost: [UInt8] = []

    init(
        _ way: any BoardAccess, loses modules: Set<UInt8> = [], cuts module: UInt8? = nil,
        swaps packets: [[UInt8]] = []
    ) {
        swapped = packets
        self.way = way
        losing = modules
        cut = module
    }

    func next(before limit: Instant) throws(AccessError) -> AccessEvent? {
        while let event = try way.next(before: limit) {
            guard case .value(let time, let uuid, var bytes) = event, bytes.count > 1 else {
                return event
            }
            if swapped.contains(where: { bytes.starts(with: $0) }) {
                bytes.swapAt(bytes.count - 1, bytes.count - 2)
                return .value(time, of: uuid, bytes)
            }
            guard bytes[1] == 0x80 else { return event }
            if bytes[0] == cut { return .value(time, of: uuid, Array(bytes.dropLast())) }
            guard losing.remove(bytes[0]) != nil else { return event }
            lost.append(bytes[0])
        }
        return nil
    }

    var name: String { way.name }
    var limits: AccessLimits { way.limits }
    var now: Instant { way.now }
    var isConnected: Bool { way.isConnected }
    var knownServices: [RemoteService]? {
        get { way.knownServices }
        set { way.knownServices = newValue }
    }

    func scan(active: Bool, for time: Nanoseconds) throws(AccessError) -> [ScanReport] {
        try way.scan(active: active, for: time)
    }
    func connect(within limit: Nanoseconds) throws(AccessError) { try way.connect(within: limit) }
    func disconnect() throws(AccessError) { try way.disconnect() }
    func exchangeMTU(_ mtu: Int) throws(AccessError) -> Int { try way.exchangeMTU(mtu) }
    func discover() throws(AccessError) -> [RemoteService] { try way.discover() }
    func read(_ uuid: BluetoothUUID) throws(AccessError) -> [UInt8] { try way.read(uuid) }
    func write(
        _ bytes: [UInt8], to uuid: BluetoothUUID, _ kind: WriteKind
    ) throws(AccessError) { try way.write(bytes, to: uuid, kind) }
    func flush() throws(AccessError) { try way.flush() }
    func subscribe(to uuid: BluetoothUUID, _ kind: Subscription) throws(AccessError) {
        try way.subscribe(to: uuid, kind)
    }
    func wait(until time: Instant) throws(AccessError) { try way.wait(until: time) }
    func close() { way.close() }
}
