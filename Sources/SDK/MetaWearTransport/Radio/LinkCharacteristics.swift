internal import Bluetooth
internal import Central
import CoreBluetooth
internal import Peripheral

/// What discovery has found on a link. Of several characteristics with the same UUID the first counts.
struct LinkCharacteristics {
    /// A characteristic as ports name it.
    struct Found {
        let uuid: BluetoothUUID
        /// Indications only if there are no notifications.
        let subscription: Subscription
    }

    private var all: [CBUUID: Found] = [:]

    init(_ services: [RemoteService] = []) {
        for characteristic in services.flatMap(\.characteristics) {
            let uuid = CBUUID(characteristic.uuid)
            guard all[uuid] == nil else { continue }
            let notifies = characteristic.properties.contains(.notify)
            all[uuid] = Found(
                uuid: characteristic.uuid, subscription: notifies ? .notifications : .indications)
        }
    }

    subscript(_ uuid: CBUUID) -> Found? { all[uuid] }
}
