/// A step that `BLEManager` asks of a radio (protocol, triki-motion 2).
public enum RadioOperation: Sendable, Equatable {
    /// Look for every device, each one once.
    case scan
    /// Stop looking.
    case stopScan
    /// Open a link to a device that was seen or remembered.
    case connect(DiscoveredCap)
    /// Close the link.
    case cancelConnection(DiscoveredCap)
    /// Find every service.
    case discoverServices
    /// Find RX and TX of the UART service.
    case discoverCharacteristics
    /// Subscribe to TX.
    case subscribe
    /// Write to RX.
    case write([UInt8], withResponse: Bool)
}

/// A device in range, or one that is remembered.
public struct DiscoveredCap: Sendable, Hashable {
    /// What the radio knows it by.
    public var identifier: String
    /// The name that it advertises.
    public var name: String

    /// A device.
    public init(identifier: String, name: String) {
        self.identifier = identifier
        self.name = name
    }

    /// Whether the name is a cap's: it contains `triki`, in any case.
    public var isLikely: Bool { name.lowercased().contains("triki") }
}

/// A radio as `BLEManager` uses it; what happens is reported to `BLEManager.handle`.
public protocol CapRadio: AnyObject {
    /// Whether it can be used now.
    var isOn: Bool { get }
    /// Starts a step; the result arrives as an event, never during this call.
    func perform(_ operation: RadioOperation)
}

/// What a radio reports to `BLEManager`.
public enum RadioEvent: Sendable, Equatable {
    /// The radio was switched on or off.
    case power(isOn: Bool)
    /// A device was seen.
    case discovered(DiscoveredCap)
    /// The link is open.
    case connected
    /// The link could not be opened.
    case failedToConnect
    /// The services were found; whether the UART service is among them.
    case services(hasUART: Bool)
    /// The characteristics were found; whether RX and TX are among them.
    case characteristics(hasUART: Bool)
    /// The subscription is confirmed.
    case subscribed
    /// TX notified bytes.
    case notified([UInt8])
    /// The link is closed, by either side or by its loss.
    case disconnected
}
