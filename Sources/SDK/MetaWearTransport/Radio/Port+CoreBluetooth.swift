internal import Bluetooth
package import Central
package import CoreBluetooth
internal import Foundation
package import MetaWearProtocol

extension CBManagerState {
    /// The state of a radio.
    package init(_ state: RadioState) {
        self =
            switch state {
            case .unknown: .unknown
            case .on: .poweredOn
            case .resetting: .resetting
            case .off: .poweredOff
            case .unauthorized: .unauthorized
            case .unusable: .unsupported
            }
    }
}

extension RadioState {
    /// A state without a reason.
    package init(_ state: CBManagerState) {
        self =
            switch state {
            case .unknown: .unknown
            case .poweredOn: .on
            case .resetting: .resetting(nil)
            case .poweredOff: .off(nil)
            case .unauthorized: .unauthorized
            default: .unusable(nil)
            }
    }
}

extension MWError {
    /// What went wrong with a radio or on a link.
    package init(_ error: AccessError) {
        self =
            switch error {
            case .timedOut: .timeout
            case .ended(let why): .operationFailed("the link was lost: \(why)")
            default: .operationFailed("\(error)")
            }
    }
}

extension CBUUID {
    /// The same UUID.
    init(_ uuid: BluetoothUUID) { self.init(string: uuid.description) }
}

extension ScanResult {
    /// What a scan received.
    init(_ report: ScanReport, from identifier: UUID) {
        let data = report.advertisingData
        let manufacturer = data.manufacturer.map { company, bytes in
            Data([UInt8(truncatingIfNeeded: company), UInt8(company >> 8)] + bytes)
        }
        self.init(
            identifier: identifier, name: data.name, rssi: report.rssi,
            manufacturerData: manufacturer, services: data.services.map { CBUUID($0) },
            address: "\(report.address)")
    }
}
