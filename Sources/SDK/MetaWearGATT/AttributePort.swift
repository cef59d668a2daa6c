package import Bluetooth
package import Central
package import CoreBluetooth
package import Foundation
package import MetaWearProtocol
package import MetaWearTransport
import Peripheral

/// The GATT half of a ``LinkPort``, for radios whose attribute client is our own.
package final class AttributePort {
    private let client: AttributeClient
    private var characteristics: [CBUUID: RemoteCharacteristic] = [:]
    /// What a host asks for; the peripheral may have less.
    private static let mtu = 517

    /// The attributes of a link that is up.
    package init(_ client: AttributeClient) { self.client = client }

    /// Raises the MTU and finds all characteristics. Of several with the same UUID the first counts.
    package func discover(_ done: @escaping (MWError?) -> Void) {
        // A peripheral may refuse to change the MTU.
        client.exchangeMTU(Self.mtu) { [client] _ in
            ServiceDiscovery(of: client, only: nil) { [weak self] result in
                switch result {
                case .success(let services):
                    self?.take(services)
                    done(nil)
                case .failure(let error): done(MWError(error))
                }
            }.start()
        }
    }

    private func take(_ services: [RemoteService]) {
        for characteristic in services.flatMap(\.characteristics) {
            let uuid = CBUUID(characteristic.uuid)
            if characteristics[uuid] == nil { characteristics[uuid] = characteristic }
        }
    }

    /// Whether discovery found the characteristic.
    package func has(_ characteristic: CBUUID) -> Bool { characteristics[characteristic] != nil }

    /// The longest value of a write without response, in bytes.
    package var longestCommand: Int { client.mtu - 3 }

    /// Reads a value of any length.
    package func read(
        _ characteristic: CBUUID, _ done: @escaping (Result<Data, MWError>) -> Void
    ) {
        guard let found = find(characteristic, { done(.failure($0)) }) else { return }
        client.readLong(found.valueHandle) { result in
            done(result.map { Data($0) }.mapError { MWError($0) })
        }
    }

    /// Writes a value; one that is answered may have any length.
    package func write(
        _ data: Data, to characteristic: CBUUID, _ type: CBCharacteristicWriteType,
        _ done: @escaping (MWError?) -> Void
    ) {
        guard let found = find(characteristic, done) else { return }
        let bytes = [UInt8](data)
        let completion: Completion<Void> = { done($0.error) }
        switch type {
        case .withoutResponse: client.command(bytes, to: found.valueHandle, completion)
        case .withResponse where bytes.count <= client.mtu - 3:
            client.write(bytes, to: found.valueHandle, completion)
        case .withResponse: client.writeLong(bytes, to: found.valueHandle, completion)
        }
    }

    /// Turns notifications on, or indications if there are only these.
    package func subscribe(
        to characteristic: CBUUID, onValue: @escaping (Data) -> Void,
        _ done: @escaping (MWError?) -> Void
    ) {
        guard let found = find(characteristic, done) else { return }
        client.subscribe(
            to: found, found.properties.contains(.notify) ? .notifications : .indications,
            onValue: { _, bytes in onValue(Data(bytes.array())) }
        ) { done($0.error) }
    }

    /// Turns notifications off.
    package func unsubscribe(from characteristic: CBUUID, _ done: @escaping () -> Void) {
        guard let found = find(characteristic, { _ in done() }) else { return }
        client.unsubscribe(from: found) { _ in done() }
    }

    private func find(
        _ characteristic: CBUUID, _ fail: (MWError) -> Void
    ) -> RemoteCharacteristic? {
        let found = characteristics[characteristic]
        if found == nil {
            fail(.operationFailed("the peripheral has no characteristic \(characteristic)"))
        }
        return found
    }
}

extension Result<Void, CentralError> {
    fileprivate var error: MWError? {
        if case .failure(let error) = self { MWError(error) } else { nil }
    }
}

extension CBUUID {
    /// The same UUID.
    package init(_ uuid: BluetoothUUID) { self.init(string: uuid.description) }
}

extension MWError {
    /// What went wrong on a link.
    package init(_ error: CentralError) {
        self =
            switch error {
            case .timeout: .timeout
            case .disconnected(let reason): .operationFailed("the link was lost: \(reason)")
            default: .operationFailed("\(error)")
            }
    }
}

extension RadioReport {
    /// What a scan received.
    package init(_ report: ScanReport, from identifier: UUID) {
        let data = report.advertisingData
        let manufacturer = data.manufacturer.map { company, bytes in
            Data([UInt8(truncatingIfNeeded: company), UInt8(company >> 8)] + bytes)
        }
        let services = data.services.map { CBUUID($0) }
        self.init(
            ScanResult(
                identifier: identifier, name: data.name, rssi: report.rssi,
                manufacturerData: manufacturer, services: services,
                address: "\(report.address)"),
            services: services)
    }
}
