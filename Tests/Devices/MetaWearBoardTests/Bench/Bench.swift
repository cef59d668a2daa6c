import Bluetooth
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// A board on the test bench: an ideal body, a link that takes notes, a central that is connected
/// and listens.
final class Bench {
    let simulation: Simulation
    let body = FixedBody()
    let environment = SimpleEnvironment()
    let board: MetaWearBoard
    let link: FakeLink
    /// The trace since the start, without the time.
    var lines: [String] { sink.lines }
    /// What the trace said of the last line's packet.
    var ignored: [String] = []
    private let sink = Sink()
    private(set) var connection = ConnectionID(0)

    final class Sink { var lines: [String] = [] }

    static let central = Address(0x0011_2233_4455)
    static let address = Address(0xE8C9_8F52_7B07)
    static let parameters = ConnectionParameters(
        interval: .microseconds(7_500), latency: 0, supervisionTimeout: .seconds(6 as Int64))

    init(
        _ profile: BoardProfile = .metaMotionS, quirks: Set<Quirk> = [],
        sensors: SensorQuality = .ideal, storage: (any FlashStorage)? = nil,
        isTraced: Bool = true, isConnected: Bool = true, specimen: Int = 0,
        chipFast: Double? = nil, clockDrift: Double = 0
    ) {
        let sink = sink
        simulation = Simulation(
            trace: isTraced ? Trace { sink.lines.append(String($0.dropFirst(17))) } : Trace())
        board = MetaWearBoard(
            profile, name: "board", address: Self.address, quirks: quirks, body: body,
            environment: environment, sensors: sensors, specimen: specimen, chipFast: chipFast,
            clockDrift: clockDrift, storage: storage, in: simulation)
        link = FakeLink(board, in: simulation)
        if isConnected { connect() }
    }

    /// A profile with another module information, as some tests of the vendor use.
    static func profile(
        _ base: BoardProfile, _ id: UInt8, _ information: ModuleInformation
    ) -> BoardProfile {
        var profile = base
        for i in profile.modules.indices where profile.modules[i].id == id {
            profile.modules[i].information = information
        }
        return profile
    }

    func connect() {
        connection = ConnectionID(connection.number + 1)
        board.connected(connection, to: Self.central, Self.parameters)
        board.subscriptionChanged(ValueID(2), by: connection, to: .notifications)
    }

    /// For tests that write anything: the bootloader would take no command any more.
    func leaveBootloader() {
        guard board.isInBootloader else { return }
        if board.connection != nil { disconnect() }
        board.flash.install(application: nil)
        board.resetByPin()
    }

    func disconnect() { board.disconnected(connection, reason: .remoteUserTerminated) }

    /// One write command of the host.
    func write(_ packet: [UInt8]) {
        // Its table has no command characteristic.
        guard !board.isInBootloader else { return }
        do {
            try board.write(packet.span, to: ValueID(1), .command, by: connection)
        } catch {
            Issue.record("the command characteristic refused a write: \(error)")
        }
    }

    func write(_ hex: String) { write(Hex.bytes(hex) ?? []) }

    /// One write, and everything that the board notified since the last look.
    func ask(_ hex: String) -> [String] {
        write(hex)
        return take()
    }

    /// Everything that the board notified since the last look, as hex.
    func take() -> [String] {
        defer { link.heard = [] }
        return link.heard.map { Hex.text($0) }
    }

    func run(_ span: Nanoseconds) { simulation.run(for: span) }
    func run(milliseconds: Int64) { simulation.run(for: .milliseconds(milliseconds)) }

    var log: FlashLog { board.flash.log }

    /// Entries by way of a spoofed switch, one a call, each with a value of its own.
    func logSwitch(_ count: Int, from first: Int = 0) {
        for n in first..<first + count {
            board.perform([0xFE, 0x03, 0x01, 0x01, 0x00, UInt8(truncatingIfNeeded: n)])
        }
        link.heard = []
    }
}
