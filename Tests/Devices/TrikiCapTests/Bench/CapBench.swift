import Bluetooth
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import TrikiCap

/// A cap on the test bench with a link that takes notes.
final class CapBench {
    let simulation: Simulation
    let body = HeldBody()
    let environment = SimpleEnvironment()
    let cap: TrikiCap
    let link = NotingLink()
    private(set) var connection = ConnectionID(0)

    static let central = Address(0x0011_2233_4455)
    static let address = Address(0xC0DE_4996_02D2)
    static let parameters = ConnectionParameters(
        interval: .microseconds(15_000), latency: 0, supervisionTimeout: .seconds(2))

    /// Without noise and acknowledgement unless the switches say so.
    init(
        _ switches: TrikiSwitches = .plain, isIdeal: Bool = true, seed: UInt64 = 1,
        isConnected: Bool = true, isListening: Bool = true
    ) {
        simulation = Simulation(seed: seed)
        cap = TrikiCap(
            name: "cap", address: Self.address, switches: switches, body: body,
            environment: environment, hasIdealSensors: isIdeal, in: simulation)
        link.cap = cap
        link.clock = simulation.clock
        cap.attach(to: link)
        if isConnected { connect(isListening: isListening) }
    }

    func connect(isListening: Bool = true) {
        connection = ConnectionID(connection.number + 1)
        cap.connected(connection, to: Self.central, Self.parameters)
        if isListening { subscribe(.notifications) }
    }

    func subscribe(_ subscription: Subscription) {
        cap.subscriptionChanged(ValueID(2), by: connection, to: subscription)
    }

    func disconnect(_ reason: DisconnectReason = .remoteUserTerminated) {
        cap.disconnected(connection, reason: reason)
    }

    /// One write to RX.
    func write(_ hex: String, _ kind: WriteKind = .command) {
        let bytes = Hex.bytes(hex) ?? []
        do {
            try cap.write(bytes.span, to: ValueID(1), kind, by: connection)
        } catch {
            Issue.record("RX refused \(hex): \(error)")
        }
    }

    func read(_ value: UInt16) -> [UInt8]? {
        try? cap.read(ValueID(value), by: connection)
    }

    /// Runs, and hands over what was notified on TX meanwhile.
    func run(_ milliseconds: Int64) -> [[UInt8]] {
        link.heard = []
        simulation.run(for: .milliseconds(milliseconds))
        return link.heard.map(\.bytes)
    }

    /// The same as frames of 14 bytes.
    func frames(_ milliseconds: Int64) -> [[UInt8]] {
        let bytes = run(milliseconds).flatMap { $0 }
        return stride(from: 0, to: bytes.count - 13, by: 14).map { Array(bytes[$0..<$0 + 14]) }
    }

    static func start(_ rate: Int) -> String {
        Hex.text([
            0x20, 0x10, 0x00, 0xD0, 0x07, UInt8(truncatingIfNeeded: rate),
            UInt8(truncatingIfNeeded: rate >> 8), 0x03,
        ])
    }

    static let stop = "20 00 00 00 00 00 00"
}

extension TrikiSwitches {
    /// Only measurements, as they are.
    static var plain: Self { with { _ in } }

    /// `plain` with changes.
    static func with(_ change: (inout Self) -> Void) -> Self {
        var switches = Self()
        switches.hasStartNoise = false
        switches.acknowledges = false
        change(&switches)
        return switches
    }
}

/// A body that feels what it is told, in the counts of the cap's chip.
final class HeldBody: Body {
    /// Counts of 0.070 °/s, in the chip's axes.
    var gyroscope = Vector3.zero
    /// Counts of 1/2048 g, in the chip's axes; metal face up unless told.
    var accelerometer = Vector3(0, 0, -2048)

    func kinematics(at time: Instant) -> Kinematics {
        func turned(_ v: Vector3, _ scale: Double) -> Vector3 {
            Vector3(v.x * scale, -v.y * scale, -v.z * scale)
        }
        return Kinematics(
            position: .zero, velocity: .zero, acceleration: .zero, orientation: .identity,
            angularRate: turned(gyroscope, 0.070 * .pi / 180),
            specificForce: turned(accelerometer, standardGravity / 2048))
    }

    func bandwidth(at time: Instant) -> Double { 0 }
}

/// A link that only takes notes.
final class NotingLink: PeripheralLink {
    /// Notifications of TX that no test has looked at yet, oldest first.
    var heard: [(time: Instant, bytes: [UInt8])] = []
    var batteryLevels: [[UInt8]] = []
    /// How many more it takes before it is full; nil for any number.
    var room: Int?
    var requests: [ConnectionParameterRequest] = []
    var vanished = 0
    weak var cap: TrikiCap?
    var clock: Clock?

    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        if let room {
            guard room > 0 else { return .dropped }
            self.room = room - 1
        }
        let value = bytes.indices.map { bytes[$0] }
        if characteristic == ValueID(10) {
            batteryLevels.append(value)
        } else {
            heard.append((clock?.now ?? .zero, value))
        }
        return .sent
    }

    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate { .discarded(.notSubscribed) }
    func disconnect(_ connection: ConnectionID) {}
    func vanish(_ connection: ConnectionID) { vanished += 1 }
    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {
        requests.append(parameters)
    }
    func advertisementChanged() {}
    func servicesChanged() {}
}
