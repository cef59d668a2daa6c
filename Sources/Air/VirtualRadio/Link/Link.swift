package import Bluetooth
package import Peripheral
internal import Simulation

/// One connection on the air: two lanes of L2CAP data, and the connection events that carry them.
///
/// A connection event happens at an anchor point, one interval apart, and only if packets wait; a
/// peripheral with latency attends every (latency + 1)th anchor, or any if it has something to
/// send. Packets queued during an event are sent at the next one.
package final class Link {
    static let never = Instant(nanoseconds: .max)

    let slot: Int
    /// Unique while this link lasts.
    package let id: ConnectionID
    package let medium: Medium
    /// The how-manieth of the peripheral, from 1 on.
    package private(set) var number = 0
    /// The radios of the two sides.
    let centralNode: RadioNode
    let peripheralNode: RadioNode
    let centralEnd: any LinkEnd
    let peripheralEnd: any LinkEnd
    /// The addresses with which the link was made.
    package let centralAddress: Address
    package let peripheralAddress: Address
    @exclusivity(unchecked) package var parameters: ConnectionParameters
    @exclusivity(unchecked) var packetsPerEvent = 1
    /// An anchor point; the others are whole intervals away.
    @exclusivity(unchecked) var anchor: Instant
    /// The last anchor point that the peripheral is known to have attended.
    @exclusivity(unchecked) var attended: Instant
    /// The connection event that is scheduled.
    @exclusivity(unchecked) var scheduled = never
    @exclusivity(unchecked) var eventTicket: UInt32 = 0

    /// Whether the present connection event is over because of what has arrived.
    @exclusivity(unchecked) var endsEvent = false
    @exclusivity(unchecked) package var toCentral: Lane
    @exclusivity(unchecked) package var toPeripheral: Lane
    @exclusivity(unchecked) var notificationsWaiting = 0
    /// The firmware was refused and waits for a callback.
    @exclusivity(unchecked) var hasRefused = false

    /// False once both sides know that it has ended.
    @exclusivity(unchecked) package var isOpen = true
    /// Permanently silent since then, until its supervision timeout.
    @exclusivity(unchecked) var deadSince: Instant?
    var isDead: Bool { deadSince != nil }
    /// The side that has left silently, and gets no more calls.
    @exclusivity(unchecked) var vanished: LinkRole?
    var supervisionTicket: UInt32 = 0
    /// The first of the consecutive connection events that failed.
    @exclusivity(unchecked) var failingSince: Instant?
    /// The earliest time at which the other side could be received.
    let firstAnchor: Instant

    /// The reason of each side for ending the link.
    @exclusivity(unchecked) var terminate:
        (byCentral: DisconnectReason?, byPeripheral: DisconnectReason?) = (nil, nil)
    var procedures: [(by: LinkRole, what: ControlProcedure)] = [] { didSet { noteProcedures() } }
    /// An agreed procedure, its instant and its ticket.
    var agreed: (procedure: ControlProcedure, by: LinkRole, ticket: UInt32)? {
        didSet { noteProcedures() }
    }
    /// The question that the other side has not answered yet.
    var question: OpenQuestion? { didSet { noteProcedures() } }
    /// Whether there is any of the three; asked at every connection event.
    @exclusivity(unchecked) private(set) var hasProcedure = false
    package internal(set) var isEncrypted = false
    /// The packets for the central up to and with the last answer to it.
    @exclusivity(unchecked) var packetsToAnswer = 0

    init(
        slot: Int, id: ConnectionID, medium: Medium, peripheral: (RadioNode, any LinkEnd, Address),
        central: (RadioNode, any LinkEnd, Address), parameters: ConnectionParameters
    ) {
        self.slot = slot
        self.id = id
        self.medium = medium
        (peripheralNode, peripheralEnd, peripheralAddress) = peripheral
        (centralNode, centralEnd, centralAddress) = central
        self.parameters = parameters
        toCentral = Lane(medium.radio, between: peripheralEnd, centralEnd)
        toPeripheral = Lane(medium.radio, between: peripheralEnd, centralEnd)
        // Transmit window delay and an offset of one step (Core Vol 6, Part B, 4.5.3).
        anchor = medium.clock.now + .microseconds(2_500)
        attended = anchor
        firstAnchor = anchor
        measure()
    }

    /// Notifies both sides of the connection.
    func begin() {
        peripheralNode.links.append(self)
        centralNode.links.append(self)
        peripheralNode.statistics.connections += 1
        number = peripheralNode.statistics.connections
        record("connected to \(centralAddress), \(parameters.text)")
        peripheralEnd.began(self, as: .peripheral)
        centralEnd.began(self, as: .central)
    }

    package func record(_ what: @autoclosure () -> String) {
        medium.trace.record(medium.clock.now, peripheralNode.name, "link  \(what())")
    }

    /// Whether packets can get through at all.
    var carries: Bool { isOpen && !isDead && isReachable }

    var isReachable: Bool { peripheralNode.isReachable && centralNode.isReachable }

    /// The strength of the other side's signal in dBm; the same for both.
    package var rssi: Int { Int(peripheralNode.signal(at: centralNode).rounded()) }

    package func end(_ role: LinkRole) -> any LinkEnd {
        role == .central ? centralEnd : peripheralEnd
    }

    /// Updates the number of packets that fit a connection event.
    func measure() {
        packetsPerEvent = medium.radio.packets(
            in: parameters.interval,
            exchange: max(
                toPeripheral.airTime(toPeripheral.dataLength) + toCentral.airTime(0),
                toPeripheral.airTime(0) + toCentral.airTime(toCentral.dataLength)))
    }

    // MARK: Time

    /// The next anchor point.
    var nextAnchor: Instant { next(after: anchor, step: parameters.interval) }

    /// The next anchor point that the peripheral attends even with nothing to send.
    var nextAttended: Instant {
        if parameters.latency == 0 || failingSince != nil { return nextAnchor }
        return next(after: attended, step: parameters.interval * (Int64(parameters.latency) + 1))
    }

    private func next(after base: Instant, step: Nanoseconds) -> Instant {
        let passed = (medium.clock.now - base).count
        return passed < 0 ? base : base + step * (passed / step.count + 1)
    }

    /// The last anchor point at which both sides received each other, if they always could.
    var lastHeard: Instant {
        let step = parameters.interval * (Int64(parameters.latency) + 1)
        let passed = (medium.clock.now - attended).count
        return passed < 0 ? attended : attended + step * (passed / step.count)
    }

    /// Makes sure that a connection event is scheduled in time for the waiting packets.
    package func schedule() {
        // Without latency the scheduled event is always the next one.
        if scheduled != Self.never, parameters.latency == 0 { return }
        guard carries else { return }
        let due: Instant
        if toCentral.hasData || terminate.byPeripheral != nil || nextProcedure == .peripheral
            || isAnswered
        {
            due = nextAnchor
        } else if toPeripheral.hasData || terminate.byCentral != nil || nextProcedure == .central {
            due = nextAttended
        } else {
            return
        }
        guard due < scheduled else { return }
        scheduled = due
        eventTicket = post(Air.Code.connectionEvent, at: due)
    }

    /// The side whose procedure is next; nil if none can begin.
    private var nextProcedure: LinkRole? {
        hasProcedure && agreed == nil ? procedures.first?.by : nil
    }

    private func noteProcedures() {
        hasProcedure = agreed != nil || question != nil || !procedures.isEmpty
    }

    /// Schedules an event for this link; returns its ticket.
    func post(_ code: UInt32, at time: Instant) -> UInt32 {
        medium.post(code, to: slot, at: time)
    }
}

extension ConnectionParameters {
    /// For the trace.
    package var text: String {
        "interval \(interval), latency \(latency), timeout \(supervisionTimeout)"
    }
}

/// One direction of a link: its queue and the form of its packets.
package struct Lane: ~Copyable {
    package var ring = PacketRing()
    /// Bytes of the first unit that have already arrived.
    var carried = 0
    /// Whether the first unit stays when it has arrived.
    var comesAgain = false
    /// Whether the first unit has arrived once already.
    var isCopy = false
    /// Whether the gate waits for the whole of the first unit, which is the last of its event.
    var isAwaited = false
    /// Whether nothing of the first unit has been seen yet.
    var isNew: Bool { carried == 0 && !isCopy }
    /// The longest payload of a data packet, 27 to 251 bytes.
    package var dataLength: Int
    package var phy: Radio.PHY

    /// With the world's radio parameters, as far as both ends support them.
    init(_ radio: Radio, between first: any LinkEnd, _ second: any LinkEnd) {
        typealias Feature = LinkLayerIdentity.Feature
        let both = first.linkIdentity.features & second.linkIdentity.features
        dataLength = both & Feature.dataLengthExtension == 0 ? 27 : radio.dataLength
        phy = both & Feature.twoMegabit == 0 ? .oneMegabit : radio.phy
    }

    /// The state at the start of every link (Core Vol 6, Part B, 4.5.10).
    init(phy: Radio.PHY) {
        dataLength = 27
        self.phy = phy
    }

    var hasData: Bool { ring.count > 0 }

    /// The duration of a packet of this lane, with the gap after it.
    func airTime(_ payload: Int) -> Nanoseconds { phy.airTime(payload: payload) + Radio.gap }
}
