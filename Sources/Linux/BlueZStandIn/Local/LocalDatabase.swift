import Bluetooth
import Peripheral

/// The attributes of an adapter: BlueZ's own, then those of applications.
///
/// Handles are assigned like bluetoothd 5.66 with one bearer (`Channels = 1`): upwards and never
/// reused, so that removed applications leave gaps.
final class LocalDatabase {
    /// The value handle of Client Supported Features (Core Vol 3, Part G, 7.2).
    static let clientFeatures: UInt16 = 12 + 1
    /// The value handle of Database Hash (Core Vol 3, Part G, 7.3).
    static let hash: UInt16 = 14 + 1
    /// Source, vendor, product and version that BlueZ 5.66 has by default: `usb:v1D6Bp0246d0542`.
    static let pnpID: [UInt8] = [2, 0x6B, 0x1D, 0x46, 0x02, 0x42, 0x05]

    private let own: [ServiceRows]
    /// Sorted by handle.
    private var services: [ServiceRows] = []
    private var nextHandle: Int

    /// BlueZ's own services.
    ///
    /// - Parameters:
    ///   - hasHash: whether the Database Hash can be computed.
    ///   - hasInformation: whether Device Information is one of them.
    init(hasHash: Bool, hasInformation: Bool = true) {
        var gap = ServiceRows("1800", start: 1, count: 7)
        _ = gap.characteristic("2A00", .read, .deviceName)
        _ = gap.characteristic("2A01", .read, .appearance)
        _ = gap.characteristic("2AA6", .read, .fixed([1]))
        // Ten handles are reserved for the service.
        var gatt = ServiceRows("1801", start: 8, count: 10)
        _ = gatt.characteristic("2A05", .indicate, .serviceChanged)
        _ = gatt.configuration(of: nil, .indicate)
        _ = gatt.characteristic("2B29", [.read, .write])
        if hasHash { _ = gatt.characteristic("2B2A", .read) }
        var information = ServiceRows("180A", start: 18, count: 3)
        _ = information.characteristic("2A50", .read, .fixed(Self.pnpID))
        own = hasInformation ? [gap, gatt, information] : [gap, gatt]
        nextHandle = Int(own[own.count - 1].end) + 1
    }

    /// As they are now.
    var table: AttributeTable {
        AttributeTable((own + services).flatMap(\.rows))
    }

    /// The place for a service with this many attributes; nil if there is no room.
    ///
    /// - Parameter wish: the handle that the application requests; 0 for none.
    func place(for count: Int, at wish: UInt16) -> UInt16? {
        let start = wish == 0 ? nextHandle : Int(wish)
        let end = start + count - 1
        guard start > 0, end <= 0xFFFF else { return nil }
        let isTaken = (own + services).contains { Int($0.start) <= end && start <= Int($0.end) }
        return isTaken ? nil : UInt16(start)
    }

    /// Adds a service at its assigned place.
    func add(_ service: ServiceRows) {
        let index = services.firstIndex { $0.start > service.start } ?? services.count
        services.insert(service, at: index)
        nextHandle = max(nextHandle, Int(service.end) + 1)
    }

    /// Takes a service away.
    func remove(_ start: UInt16) {
        services.removeAll { $0.start == start }
    }
}
