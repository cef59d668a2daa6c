package import Bluetooth
package import Foundation
internal import MetaWearTransport

/// The addresses behind identifiers: a peripheral can be connected to once a scan has seen it, or once its address is
/// known from elsewhere.
package struct KnownPeripherals {
    private var addresses: [UUID: Address] = [:]
    private var identifiers: [Address: UUID] = [:]

    /// Nothing is known.
    package init() {}

    /// Makes an address known; returns its identifier.
    @discardableResult package mutating func add(_ address: Address) -> UUID {
        if let known = identifiers[address] { return known }
        let identifier = UUID(bluetoothAddress: address.description)
        identifiers[address] = identifier
        addresses[identifier] = address
        return identifier
    }

    /// The address of a peripheral.
    package subscript(identifier: UUID) -> Address? { addresses[identifier] }
}
