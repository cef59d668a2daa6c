import Bluetooth
import Peripheral
import Simulation

/// A link that only takes notes: what the board notified and asked for.
final class FakeLink: PeripheralLink, EventTarget {
    /// When the board's wish to end the link is answered with its end.
    enum Ending { case atOnce, nextConnectionEvent, never }

    /// Notifications of the MetaWear service that no test has looked at yet, oldest first.
    var heard: [[UInt8]] = []
    /// Notifications of the battery service.
    var batteryLevels: [[UInt8]] = []
    /// How many more it takes before it is full; nil for any number.
    var room: Int?
    var ending = Ending.atOnce
    /// What it answers instead of queueing; for a central that is gone.
    var outcome: NotificationFate?
    var requests: [ConnectionParameterRequest] = []
    var disconnects = 0
    var vanished = 0
    var advertisementChanges = 0
    var serviceChanges = 0
    /// Notifications that it took, of whatever characteristic.
    var taken = 0
    var phyChanges = 0
    var securityRequests: [ConnectionID] = []
    var bondCount = 0

    /// Told of each notification while the board makes it; may command the board.
    var whileNotifying: (([UInt8]) -> Void)?

    private weak var board: (any Peripheral)?
    private let clock: Clock
    private var target = TargetID(index: 0)
    private var closing: ConnectionID?

    init(_ board: any Peripheral, in simulation: Simulation) {
        self.board = board
        clock = simulation.clock
        target = clock.register(self)
        board.attach(to: self)
    }

    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        if let outcome { return outcome }
        if let room {
            guard room > 0 else { return .dropped }
            self.room = room - 1
        }
        taken += 1
        let value = bytes.indices.map { bytes[$0] }
        // 20 is the battery level's number in the board's table (see GATTTests).
        if characteristic == ValueID(20) {
            batteryLevels.append(value)
        } else {
            heard.append(value)
            whileNotifying?(value)
        }
        return .sent
    }

    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate { .discarded(.notSubscribed) }

    func disconnect(_ connection: ConnectionID) {
        disconnects += 1
        switch ending {
        case .atOnce: board?.disconnected(connection, reason: .localHostTerminated)
        case .nextConnectionEvent:
            closing = connection
            clock.schedule(target, 0, after: .microseconds(7_500))
        case .never: break
        }
    }

    func handle(_ event: Event) {
        guard let connection = closing else { return }
        closing = nil
        board?.disconnected(connection, reason: .localHostTerminated)
    }

    func vanish(_ connection: ConnectionID) {
        vanished += 1
        // A link may tell of it all the same; the board must not mind.
        board?.disconnected(connection, reason: .connectionTimeout)
    }

    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {
        requests.append(parameters)
    }

    func advertisementChanged() { advertisementChanges += 1 }
    func servicesChanged() { serviceChanges += 1 }
    func phyChanged() { phyChanges += 1 }
    func deleteBonds() { bondCount = 0 }
    func requestSecurity(_ connection: ConnectionID) { securityRequests.append(connection) }
}
