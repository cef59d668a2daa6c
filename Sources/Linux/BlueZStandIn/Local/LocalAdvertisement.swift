import DBus
import Peripheral
import Simulation

/// An advertisement that an application has registered, or is registering.
final class LocalAdvertisement {
    static let interface = "org.bluez.LEAdvertisement1"

    /// The application's name on the bus.
    let owner: String
    /// The object's path.
    let path: String
    /// Nil until it is known.
    var content: AdvertisementContent?
    /// Nil until it is advertised.
    var packed: PackedAdvertisement?
    /// The connection that it led to: until that ends it is not advertised.
    var occupant: ConnectionID?
    /// For timeouts; 0 for none.
    var endTicket: UInt32 = 0
    var discoverableTicket: UInt32 = 0
    var watches: [SignalSubscription] = []

    init(_ owner: String, _ path: String) {
        self.owner = owner
        self.path = path
    }

    /// Whether it can be heard now.
    var isOnAir: Bool {
        packed != nil && (occupant == nil || content?.isConnectable == false)
    }

    /// Its advertising if this many take turns.
    func advertisement(among count: Int) -> Advertisement? {
        guard let packed, let content else { return nil }
        return Advertisement(
            connectable: content.isConnectable, data: packed.data,
            scanResponse: packed.scanResponse,
            interval: Nanoseconds(Advertisements.interval.count / Int64(max(count, 1))))
    }
}
