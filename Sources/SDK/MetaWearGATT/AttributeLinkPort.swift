package import CoreBluetooth
package import Foundation
package import MetaWearProtocol
package import MetaWearTransport

/// A link port whose GATT half is an ``AttributePort``; before discovery it has no characteristics.
package protocol AttributeLinkPort: LinkPort {
    /// Nil until the link is up.
    var attributes: AttributePort? { get }
}

extension AttributeLinkPort {
    /// Whether discovery found the characteristic.
    package func has(_ characteristic: CBUUID) -> Bool { attributes?.has(characteristic) ?? false }

    /// The longest value of a write without response, in bytes.
    package var longestCommand: Int { attributes?.longestCommand ?? 0 }

    /// Reads a value of any length.
    package func read(
        _ characteristic: CBUUID, _ done: @escaping (Result<Data, MWError>) -> Void
    ) { attributes?.read(characteristic, done) }

    /// Writes a value; one that is answered may have any length.
    package func write(
        _ data: Data, to characteristic: CBUUID, _ type: CBCharacteristicWriteType,
        _ done: @escaping (MWError?) -> Void
    ) { attributes?.write(data, to: characteristic, type, done) }

    /// Turns notifications on, or indications if there are only these.
    package func subscribe(
        to characteristic: CBUUID, onValue: @escaping (Data) -> Void,
        _ done: @escaping (MWError?) -> Void
    ) { attributes?.subscribe(to: characteristic, onValue: onValue, done) }

    /// Turns notifications off.
    package func unsubscribe(from characteristic: CBUUID, _ done: @escaping () -> Void) {
        attributes?.unsubscribe(from: characteristic, done)
    }
}
