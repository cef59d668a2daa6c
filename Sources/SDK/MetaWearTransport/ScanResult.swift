public import CoreBluetooth
public import Foundation

/// An advertisement that a radio received.
public struct ScanResult: Sendable, Equatable {
    /// Of the peripheral, the same each time (``Foundation/UUID/init(bluetoothAddress:)``).
    public let identifier: UUID
    /// The name in it; nil if it had none.
    public let name: String?
    /// How strong it was, in dBm.
    public let rssi: Int
    /// The manufacturer's data with the company id in front, least significant byte first.
    public let manufacturerData: Data?
    /// The services in it.
    public let services: [CBUUID]
    /// Of the peripheral, such as `C5:64:3C:5A:58:2E`; nil if the radio does not tell.
    public let address: String?

    /// The services as text.
    public var serviceUUIDs: [String] { services.map(\.uuidString) }

    /// An advertisement.
    public init(
        identifier: UUID, name: String?, rssi: Int, manufacturerData: Data? = nil,
        services: [CBUUID] = [], address: String? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.rssi = rssi
        self.manufacturerData = manufacturerData
        self.services = services
        self.address = address
    }
}
