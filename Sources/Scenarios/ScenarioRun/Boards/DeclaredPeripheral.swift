import Bluetooth
import Declaration
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation

/// A peripheral that does what its declaration says, for any number of centrals at once.
final class DeclaredPeripheral: Peripheral {
    let name: String
    let address: Address
    let gapName: String
    let gapAppearance: UInt16 = 0
    let maximumMTU: Int
    let services: [Service]
    private let interval: Nanoseconds
    private let descriptions: [CharacteristicDescription]
    /// Of the characteristics, and behind them of the descriptors.
    private var values: [[UInt8]]
    private let refusals: [Refusal?]
    /// Those that are connected, each with its values that wait for the confirmation of the one
    /// before.
    private var centrals: [(connection: ConnectionID, indications: ValueQueue)] = []
    private unowned let timers: DelayedCalls
    /// The station that holds this link holds the peripheral.
    private weak var link: (any PeripheralLink)?

    init(_ description: PeripheralDescription, address: Address, timers: DelayedCalls) {
        name = description.name
        self.address = address
        self.timers = timers
        gapName = description.deviceName.isEmpty ? description.name : description.deviceName
        maximumMTU = description.maximumMTU
        interval = description.interval
        descriptions = description.services.flatMap(\.characteristics)
        let descriptors = descriptions.flatMap(\.descriptors)
        values =
            descriptions.map { own in
                own.value?.bytes ?? (0..<own.length).map { UInt8(truncatingIfNeeded: $0) }
            } + descriptors.map(\.value.bytes)
        refusals = descriptions.map(\.refusal) + descriptors.map(\.refusal)
        var number: UInt16 = 0
        var descriptor = UInt16(descriptions.count)
        services = description.services.map { service in
            Service(
                service.uuid,
                characteristics: service.characteristics.map { own in
                    number += 1
                    return Characteristic(
                        own.uuid, id: ValueID(number),
                        properties: own.properties.reduce(into: []) { $0.formUnion($1.bits) },
                        readSecurity: own.reading.security, writeSecurity: own.writing.security,
                        descriptors: own.descriptors.map { own in
                            descriptor += 1
                            return Descriptor(own.uuid, id: ValueID(descriptor), writable: true)
                        },
                        maximumLength: own.maximumLength)
                })
        }
    }

    /// It can be found as long as it has room for a central: a few, as common radios have.
    var advertisement: Advertisement? {
        guard centrals.count < 4 else { return nil }
        return Advertisement(
            data: AdvertisingData([
                .flags([.generalDiscoverable, .brEDRNotSupported]), .name(gapName, complete: true),
            ]).fittingBytes,
            scanResponse: AdvertisingData([
                .services(services.map(\.uuid), complete: true)
            ]).fittingBytes,
            interval: interval)
    }

    func attach(to link: any PeripheralLink) {
        self.link = link
        for (index, description) in descriptions.enumerated() {
            if let period = description.period { send(index, every: period) }
        }
    }

    private func send(_ index: Int, every period: Nanoseconds) {
        timers.after(period) { [weak self] in
            self?.send(index, isRepeated: true)
            self?.send(index, every: period)
        }
    }

    /// Sends a value to all that have subscribed to it.
    ///
    /// - Parameter isRepeated: a central that has not confirmed an earlier one does not get it.
    private func send(_ index: Int, isRepeated: Bool = false) {
        let id = ValueID(UInt16(index + 1))
        let value = values[index]
        for (connection, indications) in centrals {
            if descriptions[index].properties.contains(.notify) {
                _ = link?.notify(value.span, of: id, to: connection)
            }
            if descriptions[index].properties.contains(.indicate) {
                if isRepeated {
                    guard indications.isEmpty else { continue }
                    _ = link?.indicate(value.span, of: id, to: connection)
                } else {
                    indications.append(value, of: id)
                    indicate(connection)
                }
            }
        }
    }

    private func indicate(_ connection: ConnectionID) {
        centrals.first { $0.connection == connection }?.indications.drain {
            link?.indicate($0, of: $1, to: connection)
        }
    }

    func confirmed(_ characteristic: ValueID, by connection: ConnectionID) { indicate(connection) }

    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {
        centrals.append((connection, ValueQueue()))
        link?.advertisementChanged()
    }

    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        centrals.removeAll { $0.connection == connection }
        link?.advertisementChanged()
    }

    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] {
        let index = Int(value.number) - 1
        if let refusal = refusals[index] { throw refusal.error }
        return values[index]
    }

    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        let index = Int(value.number) - 1
        if let refusal = refusals[index] { throw refusal.error }
        values[index] = bytes.array()
        if index < descriptions.count { send(index) }
    }

    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {}
}
