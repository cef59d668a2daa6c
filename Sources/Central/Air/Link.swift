import Bluetooth
import Peripheral
import Simulation

/// One connection on the air: two queues of PDUs, and connection events that carry them.
///
/// A connection event happens at an anchor point, one interval apart, and only if something
/// waits; a peripheral with latency attends every (latency + 1)th anchor, or any if it has something
/// to send. What is queued during an event leaves at the next one.
final class Link {
    static let never = Instant(nanoseconds: .max)

    let slot: Int
    let id: ConnectionID
    let medium: Medium
    let station: Station
    let connection: ConnectionState
    var parameters: ConnectionParameters
    var packetsPerEvent: Int
    /// An anchor point; the others are whole intervals away.
    var anchor: Instant
    /// The last anchor point that the peripheral is known to have attended.
    var attended: Instant
    /// The connection event that is scheduled.
    var scheduled = never
    var eventTicket: UInt32 = 0

    var toCentral = PacketRing()
    var toPeripheral = PacketRing()
    /// Data packets of the first PDU that have arrived already.
    var partToCentral = 0
    var partToPeripheral = 0
    var notificationsWaiting = 0
    /// The firmware was refused and waits to be told.
    var hasRefused = false

    /// False once both sides know of the end.
    var isOpen = true
    /// Silent for good: it waits for its supervision timeout.
    var isDead = false
    /// The peripheral has left without a word.
    var hasVanished = false
    var supervisionTicket: UInt32 = 0
    /// The first connection event of those that failed in a row.
    var failingSince: Instant?

    var terminate: (byCentral: Bool, byPeripheral: Bool) = (false, false)
    var wish: ConnectionParameterRequest?
    var update: ParameterUpdate?
    /// The update that has an instant; its ticket.
    var agreed: (update: ParameterUpdate, ticket: UInt32)?
    var transactionTicket: UInt32 = 0
    /// Who waits for a PDU to go out: after how many of them, and what then.
    var sentActions: [(after: Int, action: (Bool) -> Void)] = []
    var sentToPeripheral = 0
    var queuedToPeripheral = 0

    init(
        slot: Int, id: ConnectionID, medium: Medium, station: Station, central: CentralState,
        parameters: ConnectionParameters
    ) {
        self.slot = slot
        self.id = id
        self.medium = medium
        self.station = station
        self.parameters = parameters
        packetsPerEvent = medium.radio.packets(in: parameters.interval)
        // Transmit window delay and an offset of one step (Core Vol 6, Part B, 4.5.3).
        anchor = medium.clock.now + .microseconds(2_500)
        attended = anchor
        connection = ConnectionState(
            peer: station.peripheral.address, id: id, central: central, parameters: parameters)
        connection.link = self
        connection.client.bearer = self
    }

    /// Tells both sides that they are connected.
    func begin(_ completion: Completion<ConnectionState>) {
        station.links.append(self)
        station.statistics.connections += 1
        station.server.open(id)
        record("connected to \(connection.central.address), \(parameters.text)")
        connection.central.connections.append(connection)
        station.peripheral.connected(id, to: connection.central.address, parameters)
        completion(.success(connection))
    }

    func record(_ what: @autoclosure () -> String) {
        medium.trace.record(medium.clock.now, station.name, "link  \(what())")
    }

    /// Whether packets can get through at all.
    var carries: Bool { isOpen && !isDead && station.isReachable }

    // MARK: Time

    /// The first anchor point after now.
    var nextAnchor: Instant { next(after: anchor, step: parameters.interval) }

    /// The first anchor point after now that the peripheral attends though it has nothing to send.
    var nextAttended: Instant {
        if parameters.latency == 0 || failingSince != nil { return nextAnchor }
        return next(after: attended, step: parameters.interval * (Int64(parameters.latency) + 1))
    }

    private func next(after base: Instant, step: Nanoseconds) -> Instant {
        let passed = (medium.clock.now - base).count
        return passed < 0 ? base : base + step * (passed / step.count + 1)
    }

    /// The last anchor point at which both sides heard each other, if they always could.
    var lastHeard: Instant {
        let step = parameters.interval * (Int64(parameters.latency) + 1)
        let passed = (medium.clock.now - attended).count
        return passed < 0 ? attended : attended + step * (passed / step.count)
    }

    /// Makes sure that a connection event comes in time for what waits.
    func schedule() {
        // Without latency the one that is scheduled is the next one there is.
        if scheduled != Self.never, parameters.latency == 0 { return }
        guard carries else { return }
        let mayUpdate = agreed == nil
        let due: Instant
        if toCentral.count > 0 || terminate.byPeripheral || (mayUpdate && wish != nil) {
            due = nextAnchor
        } else if toPeripheral.count > 0 || terminate.byCentral || (mayUpdate && update != nil) {
            due = nextAttended
        } else {
            return
        }
        guard due < scheduled else { return }
        scheduled = due
        eventTicket = post(Air.Code.connectionEvent, at: due)
    }

    /// Schedules an event for this link; returns its ticket.
    func post(_ code: UInt32, at time: Instant) -> UInt32 {
        medium.post(code, to: slot, at: time)
    }
}

extension ConnectionParameters {
    /// For the trace.
    var text: String { "interval \(interval), latency \(latency), timeout \(supervisionTimeout)" }
}
