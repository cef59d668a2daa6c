import Bluetooth
import Peripheral
import Simulation

/// A time of disturbance.
struct Interference {
    var start: Instant
    var end: Instant
    /// Probabilities that a packet is lost.
    var toPeripheral: Double
    var toCentral: Double
}

/// A peripheral on the air: its place, its advertising, its server and its links.
final class Station {
    let index: Int
    let peripheral: any Peripheral
    let server: AttributeServer
    let medium: Medium
    let peripheralLink: StationLink
    var distance: Double
    var range: Double?
    var interferences: [Interference] = []
    var silentUntil = Instant.zero
    /// Open links that the peripheral knows of.
    var links: [Link] = []
    var statistics = LinkStatistics()
    /// Loss probabilities at this time.
    private(set) var lossToPeripheral = 0.0
    private(set) var lossToCentral = 0.0
    private(set) var isReachable = true
    /// Chance of packet loss.
    var chance: RandomStream
    /// The advertising event that is scheduled; 0 for none.
    private var advertisingTicket: UInt32 = 0
    private var advertisingDelay: RandomStream
    private var txPower: Int8 = 0

    init(
        index: Int, _ peripheral: any Peripheral, in medium: Medium, distance: Double,
        range: Double?
    ) {
        self.index = index
        self.peripheral = peripheral
        self.medium = medium
        peripheralLink = StationLink()
        self.distance = distance
        self.range = range
        server = AttributeServer(peripheral)
        advertisingDelay = medium.random("air.advertising.\(peripheral.address)")
        chance = medium.random("air.loss.\(peripheral.address)")
        peripheralLink.station = self
        refresh()
    }

    /// The world ends: nobody is told.
    func abandonWorld() {
        links = []
        peripheralLink.station = nil
    }

    var name: String { peripheral.name }

    /// Received signal strength in dBm.
    var signal: Double { medium.radio.rssi(txPower: txPower, distance: distance) }

    func isLost(_ probability: Double) -> Bool {
        probability > 0 && chance.uniform() < probability
    }

    /// Works out again who hears whom; links learn of it if that has changed.
    func refresh() {
        let now = medium.clock.now
        lossToPeripheral = 0
        lossToCentral = 0
        interferences.removeAll { $0.end <= now }
        for window in interferences where window.start <= now {
            lossToPeripheral = max(lossToPeripheral, window.toPeripheral)
            lossToCentral = max(lossToCentral, window.toCentral)
        }
        let reachable =
            silentUntil <= now && max(lossToPeripheral, lossToCentral) < 1
            && distance <= range ?? .infinity && signal >= medium.radio.sensitivity
        guard reachable != isReachable else { return }
        isReachable = reachable
        medium.trace.record(now, name, "link  \(reachable ? "in reach" : "out of reach")")
        for link in links { link.reachabilityChanged() }
    }

    // MARK: Advertising

    /// Schedules an advertising event if somebody listens and none is scheduled.
    func watch() {
        guard advertisingTicket == 0, medium.isAnyoneListening,
            let advertisement = peripheral.advertisement
        else { return }
        // It advertised all the while unheard: the phase is as good as any.
        let interval = UInt64(max(advertisement.interval, .milliseconds(20)).count)
        schedule(after: Nanoseconds(Int64(advertisingDelay.below(interval))))
    }

    /// The firmware has started, changed or ended its advertising.
    func advertisementChanged() {
        advertisingTicket = 0
        guard medium.isAnyoneListening, peripheral.advertisement != nil else { return }
        schedule(after: randomDelay())
    }

    /// 0 to 10 ms (Core Vol 6, Part B, 4.4.2.2.1).
    private func randomDelay() -> Nanoseconds {
        Nanoseconds(Int64(advertisingDelay.below(10_000_000)))
    }

    private func schedule(after delay: Nanoseconds) {
        advertisingTicket = medium.post(
            Air.Code.advertising, to: index, at: medium.clock.now + delay)
    }

    func advertisingEvent(_ ticket: UInt32) {
        guard ticket == advertisingTicket else { return }
        advertisingTicket = 0
        guard medium.isAnyoneListening, let advertisement = peripheral.advertisement else { return }
        schedule(after: max(advertisement.interval, .milliseconds(20)) + randomDelay())
        if txPower != advertisement.txPower {
            txPower = advertisement.txPower
            refresh()
        }
        guard isReachable, !isLost(lossToCentral) else { return }
        let attempts = wantingToConnect(advertisement)
        report(advertisement)
        for (central, number) in attempts {
            guard !isLost(lossToPeripheral),
                let index = central.attempts.firstIndex(where: { $0.number == number })
            else { continue }
            return medium.connect(central, self, central.attempts.remove(at: index))
        }
    }

    private func hears(_ central: CentralState, _ advertisement: Advertisement) -> Bool {
        advertisement.directedTo == nil || advertisement.directedTo == central.address
    }

    private func wantingToConnect(
        _ advertisement: Advertisement
    ) -> [(central: CentralState, number: UInt64)] {
        guard advertisement.connectable else { return [] }
        var found: [(central: CentralState, number: UInt64)] = []
        for central in medium.centrals where hears(central, advertisement) {
            for attempt in central.attempts where attempt.peer == peripheral.address {
                found.append((central, attempt.number))
            }
        }
        return found
    }

    private func report(_ advertisement: Advertisement) {
        for central in medium.centrals where hears(central, advertisement) {
            guard let scanner = central.scanner else { continue }
            let answered =
                scanner.active && !isLost(lossToPeripheral) && !isLost(lossToCentral)
            let report = ScanReport(
                time: medium.clock.now, address: peripheral.address, rssi: Int(signal.rounded()),
                connectable: advertisement.connectable,
                data: Array(advertisement.data.prefix(AdvertisingData.limit)),
                scanResponse: answered
                    ? Array(advertisement.scanResponse.prefix(AdvertisingData.limit)) : [])
            if scanner.filter.passes(report) { scanner.onReport(report) }
        }
    }

    // MARK: From the firmware

    func link(_ id: ConnectionID) -> Link? {
        for link in links where link.id == id { return link }
        return nil
    }

    func servicesChanged() {
        server.rebuild()
        var pdu: [UInt8] = []
        for link in links where server.serviceChanged(for: link.id, into: &pdu) {
            link.sendToCentral(pdu.span)
        }
    }
}

/// What a peripheral holds of its station, for as long as the world lasts.
final class StationLink: PeripheralLink {
    var station: Station?

    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotifyOutcome {
        station?.link(connection)?.notify(bytes, of: characteristic) ?? .notSubscribed
    }

    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotifyOutcome {
        station?.link(connection)?.indicate(bytes, of: characteristic) ?? .notSubscribed
    }

    func disconnect(_ connection: ConnectionID) {
        station?.link(connection)?.terminateFromPeripheral()
    }

    func vanish(_ connection: ConnectionID) { station?.link(connection)?.vanish() }

    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {
        station?.link(connection)?.updateFromPeripheral(parameters)
    }

    func advertisementChanged() { station?.advertisementChanged() }

    func servicesChanged() { station?.servicesChanged() }
}
