import Bluetooth
import Peripheral
import Simulation
import VirtualRadio

/// A peripheral with a value of every kind; the ones that notify tell what is written to them.
final class TablePeripheral: Peripheral {
    let name = "table"
    let address = Address(0xE4_0000_000001)
    var gapName: String { "table" }
    var gapAppearance: UInt16 { 0 }
    var maximumMTU: Int { 517 }
    var values: [ValueID: [UInt8]] = [:]
    /// What each write is refused with, and each read if it says so.
    var refusal: ATTError?
    var refusesReads = false
    /// 0, 1 or 2 as the client has configured, by value.
    var configurations: [ValueID: UInt16] = [:]
    var writes: [String] = []
    var link: (any PeripheralLink)?
    var connection: ConnectionID?
    var hasSecondService = false
    /// Whether the last value has a descriptor, 2901.
    let hasDescriptor: Bool

    init(hasDescriptor: Bool = false) { self.hasDescriptor = hasDescriptor }

    static let long = ValueID(1)
    static let short = ValueID(2)
    static let command = ValueID(3)
    static let notifies = ValueID(5)
    static let indicates = ValueID(6)
    static let both = ValueID(7)

    static func uuid(_ number: UInt16) -> BluetoothUUID {
        .long(high: 0xB0A2_D51D_0000_4E61 | UInt64(number) << 16, low: 0x9B7C_3A5F_0C6E_1D00)
    }

    var services: [Service] {
        func value(
            _ id: ValueID, _ properties: CharacteristicProperties, longest: Int = 20
        ) -> Characteristic {
            Characteristic(
                Self.uuid(id.number), id: id, properties: properties, maximumLength: longest)
        }
        var last = value(
            Self.both, [.read, .writeWithoutResponse, .write, .notify, .indicate], longest: 512)
        if hasDescriptor {
            last.descriptors = [Descriptor("2901", id: ValueID(9), writable: true)]
        }
        let first = Service(
            Self.uuid(0),
            characteristics: [
                value(Self.long, [.read, .write], longest: 512),
                value(Self.short, [.read, .write]),
                value(Self.command, [.read, .writeWithoutResponse]),
                value(ValueID(4), [.write]), value(Self.notifies, [.read, .write, .notify]),
                value(Self.indicates, [.read, .write, .indicate]),
                last,
            ])
        let second = Service(
            "180F", characteristics: [Characteristic("2A19", id: ValueID(8), properties: .read)])
        return hasSecondService ? [first, second] : [first]
    }

    var advertisement: Advertisement? {
        guard connection == nil else { return nil }
        return Advertisement(
            data: AdvertisingData([.flags([.generalDiscoverable, .brEDRNotSupported])])
                .fittingBytes,
            scanResponse: [], interval: .milliseconds(50))
    }

    func attach(to link: any PeripheralLink) { self.link = link }

    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) { self.connection = connection }

    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        self.connection = nil
        link?.advertisementChanged()
    }

    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] {
        if refusesReads, let refusal { throw refusal }
        return values[value] ?? []
    }

    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        if let refusal { throw refusal }
        var written: [UInt8] = []
        for index in bytes.indices { written.append(bytes[index]) }
        values[value] = written
        writes.append("\(value.number) \(kind) \(written.count)")
        tell(value)
    }

    /// Notifies or indicates a value, as its client wants it.
    func tell(_ value: ValueID) {
        guard let link, let connection, let bytes = values[value] else { return }
        switch configurations[value] {
        case 1: _ = link.notify(bytes.span, of: value, to: connection)
        case 2: _ = link.indicate(bytes.span, of: value, to: connection)
        default: break
        }
    }

    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) { configurations[characteristic] = subscription.rawValue }
}
