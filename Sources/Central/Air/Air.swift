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
    /// The simulation must outlive its air.
    public unowned let simulation: Simulation
    public let radio: Radio

    let clock: Clock
    let trace: Trace
    private(set) var target = TargetID(index: 0)
    private(set) var stations: [Station] = []
    private(set) var centrals: [Central] = []
    private var links: [Link?] = []
    private var buffer: [UInt8] = []
    private var lastTicket: UInt32 = 0
    private var lastConnection: UInt16 = 0

    /// An empty world in this simulation; `radio` goes for everyone in it.
    public init(_ simulation: Simulation, radio: Radio = Radio()) {
        self.simulation = simulation
        self.radio = radio
        clock = simulation.clock
        trace = simulation.trace
        target = clock.register(self)
    }

    deinit {
        // Links and connections hold each other while a link is open.
        for link in links { link?.abandonWorld() }
    }

    /// Puts a peripheral on the air, `distance` metres from the centrals.
    ///
    /// Beyond `range` metres nothing is heard, however strong the signal is.
    public func add(_ peripheral: any Peripheral, distance: Double = 1, range: Double? = nil) {
        let station = Station(
            index: stations.count, peripheral, on: self, distance: distance, range: range)
        stations.append(station)
        peripheral.attach(to: StationLink(station))
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
                clock.schedule(target, Code.refresh, UInt64(station.index), at: time)
            }
        }
    }

    /// Kills the peripheral's links without a word, and keeps it from being heard for `duration`;
    /// both sides meet their supervision timeout.
    @discardableResult
    public func dropLink(of peripheral: Address, silentFor duration: Nanoseconds = .zero) -> Bool {
        change(peripheral) { station in
            trace.record(clock.now, station.name, "link  dropped, silent for \(duration)")
            for link in station.links { link.kill() }
            station.silentUntil = max(station.silentUntil, clock.now + duration)
            clock.schedule(target, Code.refresh, UInt64(station.index), at: station.silentUntil)
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

    private func station(_ address: Address) -> Station? {
        stations.first { $0.peripheral.address == address }
    }

    private func change(_ address: Address, _ change: (Station) -> Void) -> Bool {
        guard let station = station(address) else { return false }
        change(station)
        station.refresh()
        return true
    }

    // MARK: For centrals

    func join(_ central: Central) { centrals.append(central) }

    /// Somebody wants to hear advertisements.
    func listen() { for station in stations { station.watch() } }

    var isAnyoneListening: Bool {
        centrals.contains { $0.scanner != nil || !$0.attempts.isEmpty }
    }

    /// A static random address (Core Vol 6, Part B, 1.3.2.1), the same for the same seed and name.
    func inventAddress(for name: String) -> Address {
        var stream = simulation.random("air.address.\(name)")
        return Address(stream.next() | 0xC000_0000_0000)
    }

    func begin(_ attempt: ConnectAttempt, of central: Central, timeout: Nanoseconds) {
        var attempt = attempt
        attempt.number = UInt64(ticket())
        central.attempts.append(attempt)
        clock.schedule(target, Code.connectTimeout, attempt.number, after: timeout)
        listen()
    }

    private func endAttempt(_ number: UInt64) {
        for central in centrals {
            guard let index = central.attempts.firstIndex(where: { $0.number == number }) else {
                continue
            }
            let attempt = central.attempts.remove(at: index)
            return attempt.completion(
                .failure(.timeout(waitingFor: "an advertisement of \(attempt.peer)")))
        }
    }

    // MARK: For stations and links

    /// A number that no other event has: an event whose ticket is no longer wanted is ignored.
    func ticket() -> UInt32 {
        lastTicket &+= 1
        if lastTicket == 0 { lastTicket = 1 }
        return lastTicket
    }

    func connect(_ central: Central, _ station: Station, _ attempt: ConnectAttempt) {
        lastConnection = lastConnection == .max ? 1 : lastConnection + 1
        let slot = links.firstIndex { $0 == nil } ?? links.count
        if slot == links.count { links.append(nil) }
        let link = Link(
            slot: slot, id: ConnectionID(lastConnection), air: self, station: station,
            central: central, parameters: attempt.parameters)
        links[slot] = link
        link.begin(attempt.completion)
    }

    func forget(_ link: Link) { links[link.slot] = nil }

    /// A buffer that holds any PDU, lent until it is given back.
    func lendBuffer() -> [UInt8] {
        if buffer.isEmpty { return [UInt8](repeating: 0, count: 517) }
        var lent: [UInt8] = []
        swap(&lent, &buffer)
        return lent
    }

    func takeBack(_ lent: consuming [UInt8]) { buffer = lent }
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
        case Code.connectionEvent: links[index]?.connectionEvent(ticket)
        case Code.supervision: links[index]?.supervisionTimeout(ticket)
        case Code.parameters: links[index]?.instantOfUpdate(ticket)
        case Code.transaction: links[index]?.transactionTimer(ticket)
        case Code.advertising: stations[index].advertisingEvent(ticket)
        case Code.refresh: stations[index].refresh()
        case Code.connectTimeout: endAttempt(event.argument)
        default: break
        }
    }
}
