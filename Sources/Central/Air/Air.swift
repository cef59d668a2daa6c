public import Bluetooth
public import Peripheral
public import Simulation

/// The radio world of one simulation: who hears whom, when, and how well.
///
/// It models what a host notices of a link: advertising events with their random delay, connection
/// events at anchor points, packets that are late because one before was lost, a supervision
/// timeout. Nothing is simulated that nobody waits for: a board that nobody listens to and a
/// link with nothing to send cost no events.
public final class Air {
    /// The simulation keeps its air, not the air its simulation; a central keeps both.
    public unowned let simulation: Simulation
    /// What the radios of this world can do.
    public let radio: Radio

    let medium: Medium

    /// An empty world in this simulation; `radio` goes for everyone in it.
    public init(_ simulation: Simulation, radio: Radio = Radio()) {
        self.simulation = simulation
        self.radio = radio
        medium = Medium(simulation, radio)
        medium.target = simulation.clock.register(self)
    }

    deinit { medium.close() }

    /// Puts a peripheral on the air, `distance` metres from the centrals.
    ///
    /// Beyond `range` metres nothing is heard, however strong the signal is.
    public func add(_ peripheral: any Peripheral, distance: Double = 1, range: Double? = nil) {
        let station = Station(
            index: medium.stations.count, peripheral, in: medium, distance: distance,
            range: range)
        medium.stations.append(station)
        peripheral.attach(to: station.peripheralLink)
        station.watch()
    }

    /// Moves a peripheral; links that are out of reach end by their supervision timeout. False if
    /// there is no such peripheral.
    @discardableResult
    public func move(_ peripheral: Address, to distance: Double) -> Bool {
        change(peripheral) { $0.distance = distance }
    }

    /// Limits how far a peripheral is heard, in metres; nil for as far as the signal carries.
    @discardableResult
    public func limitRange(of peripheral: Address, to range: Double?) -> Bool {
        change(peripheral) { $0.range = range }
    }

    /// From `start` on for `duration`, packets to and from the peripheral are lost with these
    /// probabilities (0 to 1); 1 cuts the link for that time. Of windows that overlap the worse
    /// counts.
    @discardableResult
    public func interfere(
        with peripheral: Address, lossToPeripheral: Double, lossToCentral: Double,
        from start: Instant, for duration: Nanoseconds
    ) -> Bool {
        change(peripheral) { station in
            let window = Interference(
                start: start, end: start + duration, toPeripheral: lossToPeripheral,
                toCentral: lossToCentral)
            station.interferences.append(window)
            for time in [window.start, window.end] {
                clock.schedule(medium.target, Code.refresh, UInt64(station.index), at: time)
            }
        }
    }

    /// Kills the peripheral's links without a word, and keeps it from being heard for `duration`;
    /// both sides meet their supervision timeout.
    @discardableResult
    public func dropLink(of peripheral: Address, silentFor duration: Nanoseconds = .zero) -> Bool {
        change(peripheral) { station in
            medium.trace.record(clock.now, station.name, "link  dropped, silent for \(duration)")
            for link in station.links { link.kill() }
            station.silentUntil = max(station.silentUntil, clock.now + duration)
            clock.schedule(
                medium.target, Code.refresh, UInt64(station.index), at: station.silentUntil)
        }
    }

    /// What the peripheral's links carried; nil if there is no such peripheral.
    public func statistics(of peripheral: Address) -> LinkStatistics? {
        station(peripheral)?.statistics
    }

    /// The peripheral's signal strength at the centrals in dBm, now; nil if it is unknown.
    public func rssi(of peripheral: Address) -> Int? {
        station(peripheral).map { Int($0.signal.rounded()) }
    }

    private var clock: Clock { medium.clock }

    private func station(_ address: Address) -> Station? {
        medium.stations.first { $0.peripheral.address == address }
    }

    private func change(_ address: Address, _ change: (Station) -> Void) -> Bool {
        guard let station = station(address) else { return false }
        change(station)
        station.refresh()
        return true
    }

    // MARK: For centrals

    /// A static random address (Core Vol 6, Part B, 1.3.2.1), the same for the same seed and name.
    func inventAddress(for name: String) -> Address {
        var stream = medium.random("air.address.\(name)")
        return Address(stream.next() | 0xC000_0000_0000)
    }
}

extension Air: EventTarget {
    /// What the air's events mean; the argument is a station, or a link's slot and a ticket.
    enum Code {
        static let advertising: UInt32 = 1
        static let refresh: UInt32 = 2
        static let connectTimeout: UInt32 = 3
        static let connectionEvent: UInt32 = 4
        static let supervision: UInt32 = 5
        static let parameters: UInt32 = 6
        static let transaction: UInt32 = 7
    }

    /// Hands an event to the station or link that it is for.
    public func handle(_ event: Event) {
        let index = Int(truncatingIfNeeded: event.argument & 0xFFFF_FFFF)
        let ticket = UInt32(truncatingIfNeeded: event.argument >> 32)
        switch event.code {
        case Code.connectionEvent: medium.links[index]?.connectionEvent(ticket)
        case Code.supervision: medium.links[index]?.supervisionTimeout(ticket)
        case Code.parameters: medium.links[index]?.instantOfUpdate(ticket)
        case Code.transaction: medium.links[index]?.transactionTimer(ticket)
        case Code.advertising: medium.stations[index].advertisingEvent(ticket)
        case Code.refresh: medium.stations[index].refresh()
        case Code.connectTimeout: medium.endAttempt(event.argument)
        default: break
        }
    }
}
