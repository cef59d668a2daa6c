package import Bluetooth
package import Simulation

/// An event of a board.
package enum AccessEvent: Sendable, Equatable {
    /// A notification or indication.
    case value(Instant, of: BluetoothUUID, [UInt8])
    /// The link has ended, by either side, and why in words.
    case ended(Instant, String)
}
