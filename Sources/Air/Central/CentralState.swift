internal import Bluetooth
import Pairing
internal import Peripheral
internal import Simulation
import VirtualRadio

/// A central's state for the air.
///
/// A `Central` keeps its simulation alive, and the simulation this: never the other way.
final class CentralState {
    let name: String
    let address: Address
    /// A central may outlive its world, if it is referenced elsewhere.
    private let world: WeakHandle<Medium>
    var medium: Medium {
        guard let owner = world.owner else { preconditionFailure("the simulation has ended") }
        return owner
    }
    var parameterPolicy = ParameterPolicy.acceptFrom(.microseconds(7_500))
    /// Its position among the listeners for advertisements.
    private let place: UInt64
    var scanner: Scanner? {
        didSet {
            guard (oldValue == nil) != (scanner == nil) else { return }
            if scanner == nil { medium.remove(self) } else { medium.add(self, at: place) }
        }
    }
    private(set) var attempts: [ConnectAttempt] = []
    var connections: [ConnectionState] = []
    /// How new connections pair; nil if they do not.
    var security: (manager: SecurityManager, setup: SecuritySetup)?
    private(set) lazy var lifetime = Lifetime(of: self)
    /// Observes what goes to and from this central, if set.
    var tap: CentralTapping? { didSet { isTapped = tap != nil } }
    /// Whether there is an observer; asked with every packet.
    @exclusivity(unchecked) private(set) var isTapped = false

    init(name: String, address: Address, medium: Medium) {
        self.name = name
        self.address = address
        world = medium.lifetime.handle
        place = medium.nextListener()
    }

    /// Whether there is a connection to this peripheral, or an attempt.
    func knows(_ peer: Address) -> Bool {
        connections.contains { $0.peer == peer } || attempts.contains { $0.peer == peer }
    }

    /// Begins to listen for a peripheral.
    func add(_ attempt: ConnectAttempt) {
        attempts.append(attempt)
        medium.add(self, at: place, seeking: attempt.peer)
    }

    /// Removes an attempt; nil if it is already over.
    func remove(_ number: UInt64) -> ConnectAttempt? {
        guard let index = attempts.firstIndex(where: { $0.number == number }) else { return nil }
        medium.remove(place: place, seeking: attempts[index].peer)
        return attempts.remove(at: index)
    }

    /// Removes all attempts.
    func removeAttempts() {
        for attempt in attempts { medium.remove(place: place, seeking: attempt.peer) }
        attempts = []
    }

    /// Fails the attempt if it has not succeeded by then.
    func limit(_ attempt: ConnectAttempt, to timeout: Nanoseconds) {
        // A reference to the attempt itself would keep alive whatever its completion holds.
        let (number, peer) = (attempt.number, attempt.peer)
        medium.at(medium.clock.now + timeout) { [me = lifetime.handle] in
            let expired = me.owner?.remove(number)
            expired?.completion(.failure(.timeout(waitingFor: "an advertisement of \(peer)")))
        }
    }
}

extension CentralState: AirListener {
    var listeningAddress: Address { address }

    var listeningNode: RadioNode? { nil }

    var isListening: Bool { scanner != nil || !attempts.isEmpty }

    /// It always listens on the right channel, for legacy advertisements.
    func isTuned(to advertisement: AirAdvertisement, at time: Instant) -> Bool {
        advertisement.isLegacy
            && (advertisement.directedTo == nil || advertisement.directedTo == address)
    }

    func scanning(_ advertisement: AirAdvertisement) -> (reports: Bool, asks: Bool) {
        (scanner != nil, scanner?.active == true)
    }

    func hear(_ heard: HeardAdvertisement) {
        guard let scanner else { return }
        let report = ScanReport(
            time: heard.time, address: heard.advertisement.address, rssi: heard.rssi,
            connectable: heard.advertisement.isConnectable, data: heard.advertisement.data,
            scanResponse: heard.scanResponse ?? [])
        tap?.reported(report)
        if scanner.filter.passes(report) { scanner.onReport(report) }
    }

    func wish(for advertisement: AirAdvertisement) -> UInt64? {
        attempts.first { $0.peer == advertisement.address }?.number
    }

    func take(_ wish: UInt64) -> LinkOffer? {
        guard let attempt = remove(wish) else { return nil }
        let connection = ConnectionState(
            peer: attempt.peer, central: self, parameters: attempt.parameters)
        connection.onBegin = attempt.completion
        return LinkOffer(end: connection, address: address, parameters: attempt.parameters)
    }
}

/// A scan under way.
struct Scanner {
    var active: Bool
    var filter: ScanFilter
    var onReport: (ScanReport) -> Void
}

/// A connection request that waits for an advertisement.
struct ConnectAttempt {
    var number: UInt64
    var peer: Address
    var parameters: ConnectionParameters
    var completion: Completion<ConnectionState>
}
