public import Bluetooth
public import Peripheral
public import Simulation

/// The radio world of one simulation: which device hears which, when, and at what strength.
///
/// It models what a host can observe of a link: advertising events with their random delay,
/// connection events at anchor points, packets delayed by the loss of an earlier one, a supervision
/// timeout. Only what has an observer is simulated: a board without listeners and a link with
/// nothing to send cost no events.
public final class Air {
    /// The simulation owns its air, not the other way round; a central owns both.
    public var simulation: Simulation {
        guard let owner = world.owner else { preconditionFailure("the simulation has ended") }
        return owner
    }
    /// The capabilities of this world's radios.
    public let radio: Radio

    /// What radios and links share.
    package let medium: Medium
    private let world: WeakHandle<Simulation>
    package private(set) lazy var lifetime = Lifetime(of: self)

    /// An empty world in this simulation; `radio` applies to every device in it.
    public init(_ simulation: Simulation, radio: Radio = Radio()) {
        world = simulation.lifetime.handle
        self.radio = radio
        medium = Medium(simulation, radio)
        medium.target = simulation.clock.register(self)
    }

    deinit { medium.close() }

    /// Puts a peripheral on the air, `distance` metres from the centrals.
    ///
    /// Beyond `range` metres nothing is received, whatever the signal strength. Without `security`
    /// every pairing is refused.
    public func add(
        _ peripheral: any Peripheral, distance: Double = 1, range: Double? = nil,
        security: SecuritySetup? = nil
    ) {
        medium.add(peripheral, distance: distance, range: range, security: security)
    }

    /// Connections of a link outside this air (``bridge(_:to:)``) are numbered from this one on.
    package static let firstOutsideConnection: UInt16 = Medium.lastConnectionNumber + 1

    /// Gives a peripheral a second link, for centrals that are not on this air.
    ///
    /// The peripheral's calls go to both; the central that it accepts first gets it. The link calls
    /// the peripheral itself, with connections from ``firstOutsideConnection`` on; nil removes it.
    /// False if there is no such peripheral.
    @discardableResult
    public func bridge(_ link: (any PeripheralLink)?, to peripheral: Address) -> Bool {
        guard let station = medium.station(peripheral) else { return false }
        station.peripheralLink.outside = link
        return true
    }

    /// Moves a peripheral; links that are out of range end by their supervision timeout. False if
    /// there is no such peripheral.
    @discardableResult
    public func move(_ peripheral: Address, to distance: Double) -> Bool {
        change(peripheral) { $0.distance = distance }
    }

    /// Limits the distance at which a peripheral is received, in metres; nil for no limit besides
    /// the signal.
    @discardableResult
    package func limitRange(of peripheral: Address, to range: Double?) -> Bool {
        change(peripheral) { $0.range = range }
    }

    /// From now on a peripheral is worn: a body between it and the hosts lets nothing through in the
    /// share `loss` of its connection events, 0 to 0.99 (RB26-52). The losses come in bursts, as a body
    /// moves; 0 takes it off. False if there is no such peripheral.
    @discardableResult
    package func wear(_ peripheral: Address, loss: Double) -> Bool {
        change(peripheral) { $0.wear(loss: loss) }
    }

    /// From `start` on for `duration`, packets to and from the peripheral are lost with these
    /// probabilities (0 to 1); 1 cuts the link for that time. If windows overlap, the higher loss
    /// applies.
    @discardableResult
    package func interfere(
        with peripheral: Address, lossToPeripheral: Double, lossToCentral: Double,
        from start: Instant, for duration: Nanoseconds
    ) -> Bool {
        change(peripheral) { node in
            let window = Interference(
                start: start, end: start + duration, inward: lossToPeripheral,
                outward: lossToCentral)
            node.interferences.append(window)
            for time in [window.start, window.end] {
                clock.schedule(medium.target, Code.refresh, UInt64(node.index), at: time)
            }
        }
    }

    /// Drops the peripheral's links silently, and makes it unreachable for `duration`; both sides'
    /// supervision timeouts expire.
    @discardableResult
    package func dropLink(of peripheral: Address, silentFor duration: Nanoseconds = .zero) -> Bool {
        change(peripheral) { node in
            medium.trace.record(clock.now, node.name, "link  dropped, silent for \(duration)")
            for link in node.links { link.kill() }
            node.silentUntil = max(node.silentUntil, clock.now + duration)
            clock.schedule(medium.target, Code.refresh, UInt64(node.index), at: node.silentUntil)
        }
    }

    /// From now on, `gate` decides about each packet of the peripheral's links; nil ends it. False if there is no such peripheral.
    @discardableResult
    package func set(_ gate: (any PacketGate)?, of peripheral: Address) -> Bool {
        change(peripheral) { $0.gate = gate }
    }

    /// The statistics of the peripheral's links; nil if there is no such peripheral.
    public func statistics(of peripheral: Address) -> LinkStatistics? {
        node(peripheral)?.statistics
    }

    /// The peripheral's signal strength at the centrals in dBm, now; nil if it is unknown.
    public func rssi(of peripheral: Address) -> Int? {
        node(peripheral).map { Int($0.signal(at: nil).rounded()) }
    }

    private var clock: Clock { medium.clock }

    private func node(_ address: Address) -> RadioNode? {
        medium.station(address)?.node
    }

    private func change(_ address: Address, _ change: (RadioNode) -> Void) -> Bool {
        guard let node = node(address) else { return false }
        change(node)
        node.refresh()
        return true
    }

    // MARK: For centrals

    /// A static random address (Core Vol 6, Part B, 1.3.2.1), the same for the same seed and name.
    package func inventAddress(for name: String) -> Address {
        var stream = medium.random("air.address.\(name)")
        return Address(stream.next() | 0xC000_0000_0000)
    }
}

extension Air: EventTarget {
    /// The codes of the air's events; the argument is an index or slot, and a ticket.
    enum Code {
        static let advertising: UInt32 = 1
        static let refresh: UInt32 = 2
        static let connectionEvent: UInt32 = 3
        static let supervision: UInt32 = 4
        static let instant: UInt32 = 5
        static let procedure: UInt32 = 6
        static let action: UInt32 = 7
    }

    /// Passes an event to its radio or link.
    public func handle(_ event: Event) {
        let index = Int(truncatingIfNeeded: event.argument & 0xFFFF_FFFF)
        let ticket = UInt32(truncatingIfNeeded: event.argument >> 32)
        switch event.code {
        case Code.connectionEvent: medium.link(index)?.connectionEvent(ticket)
        case Code.supervision: medium.link(index)?.supervisionTimeout(ticket)
        case Code.instant: medium.link(index)?.instant(ticket)
        case Code.procedure: medium.link(index)?.procedureTimeout(ticket)
        case Code.advertising: medium.advertisers[index]?.event(ticket)
        case Code.refresh: medium.nodes[index]?.refresh()
        case Code.action: medium.act(ticket)
        default: break
        }
    }
}
