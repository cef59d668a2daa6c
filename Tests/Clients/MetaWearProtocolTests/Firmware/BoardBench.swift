import Bluetooth
import MetaWearBoard
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// A simulated board on a desk, and a host that only has `MetaWearProtocol` to talk to it.
///
/// Host and firmware share no declaration: where one of them is wrong about a byte, they do not understand each other.
final class BoardBench {
    let simulation: Simulation
    let body = StillBody()
    let environment = SimpleEnvironment()
    let board: MetaWearBoard
    let link: NotingLink
    private let notes: Notes
    private var connection = ConnectionID(1)

    private final class Notes { var lines: [String] = [] }

    init(_ profile: BoardProfile = .metaMotionS, storage: (any FlashStorage)? = nil) {
        let notes = Notes()
        self.notes = notes
        simulation = Simulation(trace: Trace { notes.lines.append(String($0)) })
        board = MetaWearBoard(
            profile, name: "board", address: Address(0xE8C9_8F52_7B07), body: body,
            environment: environment, sensors: .ideal, storage: storage, in: simulation)
        link = NotingLink(board)
        connect()
    }

    func connect() {
        board.connected(
            connection, to: Address(0x0011_2233_4455),
            ConnectionParameters(
                interval: .microseconds(7_500), latency: 0,
                supervisionTimeout: .seconds(6 as Int64)))
        board.subscriptionChanged(ValueID(2), by: connection, to: .notifications)
    }

    func disconnect() {
        board.disconnected(connection, reason: .remoteUserTerminated)
        connection = ConnectionID(connection.number + 1)
    }

    /// Another host comes: nothing that was notified to the last one is left.
    func reconnect() {
        disconnect()
        simulation.run(for: .milliseconds(1_500))
        connect()
        link.heard = []
    }

    // MARK: The host's side

    func write(_ packet: Packet) {
        do {
            try board.write(packet.bytes.span, to: ValueID(1), .command, by: connection)
        } catch {
            Issue.record("the command characteristic refused a write: \(error)")
        }
    }

    func write(_ packets: [Packet]) { for packet in packets { write(packet) } }
    func write(_ command: some HostCommand) { write(command.packet) }
    func write(_ sequence: some HostCommandSequence) { write(sequence.packets) }

    /// Everything that the board notified since the last look.
    func take() -> [[UInt8]] {
        defer { link.heard = [] }
        return link.heard
    }

    /// Writes, waits and finds the answer by its key; nil if none came.
    func ask(_ packet: Packet, within span: Nanoseconds = .milliseconds(300)) -> [UInt8]? {
        let wanted = AnswerPattern(answering: packet)
        link.heard = []
        write(packet)
        run(span)
        return take().first { wanted.matches($0) }
    }

    /// The number of four bytes that a read gives.
    func number(_ packet: Packet) -> UInt32? {
        guard let answer = ask(packet), answer.count >= 6 else { return nil }
        return answer.span.uint32(at: 2)
    }

    /// Writes what makes something; its id, or nil if the board refused.
    func make(_ packet: Packet) -> UInt8? {
        guard let answer = ask(packet) else { return nil }
        return try? CreatedID.read(answer)
    }

    func run(_ span: Nanoseconds) { simulation.run(for: span) }
    func run(milliseconds: Int64) { run(.milliseconds(milliseconds)) }

    // MARK: The firmware's side

    /// What the firmware did not understand or did not want since the last look.
    func refusals() -> [String] {
        defer { notes.lines = [] }
        // What the board says of its own notifications is no refusal.
        return notes.lines.filter { !$0.contains("board  < ") }.filter {
            $0.contains("ignored") || $0.contains("refused") || $0.contains("malformed")
                || $0.contains("too short") || $0.contains("unknown value")
        }
    }

    /// What the firmware makes of packets, by its own register tables.
    func words(_ packets: [Packet]) -> [String] { packets.map { board.words($0.bytes) } }
    func words(_ packet: Packet) -> String { board.words(packet.bytes) }
}

/// A body that feels what a test says.
final class StillBody: Body {
    /// g.
    var acceleration = Vector3(0, 0, 1)
    /// °/s.
    var rotation = Vector3.zero

    func kinematics(at time: Instant) -> Kinematics {
        Kinematics(
            position: .zero, velocity: .zero, acceleration: .zero, orientation: .identity,
            angularRate: rotation * (Double.pi / 180), specificForce: acceleration * standardGravity
        )
    }

    func bandwidth(at time: Instant) -> Double { 0 }
}

/// A link that notes what the board notifies.
final class NotingLink: PeripheralLink {
    var heard: [[UInt8]] = []
    /// Told of each notification while the board makes it.
    var whileNotifying: (([UInt8]) -> Void)?
    private weak var board: (any Peripheral)?

    init(_ board: any Peripheral) {
        self.board = board
        board.attach(to: self)
    }

    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        let value = bytes.indices.map { bytes[$0] }
        heard.append(value)
        whileNotifying?(value)
        return .sent
    }

    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate { .discarded(.notSubscribed) }

    func disconnect(_ connection: ConnectionID) {
        board?.disconnected(connection, reason: .localHostTerminated)
    }

    func vanish(_ connection: ConnectionID) {
        board?.disconnected(connection, reason: .connectionTimeout)
    }

    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {}
    func advertisementChanged() {}
    func servicesChanged() {}
    func deleteBonds() {}
    func requestSecurity(_ connection: ConnectionID) {}
}

/// Random values for a property, the same in every run.
struct Draw {
    var stream: RandomStream

    init(_ purpose: String, _ seed: UInt64 = 1) {
        stream = RandomStream(seed: seed, purpose: purpose)
    }

    mutating func one<T: CaseIterable>(_: T.Type = T.self) -> T {
        let all = Array(T.allCases)
        return all[Int(stream.below(UInt64(all.count)))]
    }

    mutating func one<T>(of values: [T]) -> T { values[Int(stream.below(UInt64(values.count)))] }

    mutating func number<T: FixedWidthInteger>(_ range: ClosedRange<T>) -> T {
        T.random(in: range, using: &stream)
    }

    mutating func any<T: FixedWidthInteger>(_: T.Type = T.self) -> T {
        // The ends more often than by chance.
        switch stream.below(8) {
        case 0: T.min
        case 1: T.max
        default: T(truncatingIfNeeded: stream.next())
        }
    }

    mutating func flag() -> Bool { stream.below(2) == 1 }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in any() } }
    mutating func real(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * stream.uniform()
    }
}
