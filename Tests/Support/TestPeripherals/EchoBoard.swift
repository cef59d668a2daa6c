import Bluetooth
import Peripheral
import Simulation

/// A board with a value of every kind, which tells again what is written to it.
package final class EchoBoard: Peripheral {
    /// Tells its bytes by ``tells`` and ``indicates``, and refuses those that begin with EE.
    package static let echo: BluetoothUUID = "326A9001-85CB-9195-D9DD-464CFBBAE75A"
    /// Reads 7, and notifies.
    package static let tells: BluetoothUUID = "326A9006-85CB-9195-D9DD-464CFBBAE75A"
    /// Indicates.
    package static let indicates: BluetoothUUID = "2A1C"
    /// Keeps what is written to it; 300 bytes at first.
    package static let long: BluetoothUUID = "2A26"
    private static let (echoID, tellsID, indicatesID, longID) = (
        ValueID(1), ValueID(2), ValueID(3), ValueID(4)
    )

    package let name: String
    package let address: Address
    package var gapName: String { name }
    package let gapAppearance: UInt16 = 0
    package var isSilent = false { didSet { link?.advertisementChanged() } }
    /// What it asks its central for.
    package var wish: ConnectionParameterRequest?
    package private(set) var parameters: [ConnectionParameters] = []
    package private(set) var longValue = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    private var link: (any PeripheralLink)?
    private var connection: ConnectionID?
    private var configurations: [ValueID: Subscription] = [:]

    private let isMetaWear: Bool

    /// - Parameters:
    ///   - number: the last part of its address.
    ///   - isMetaWear: whether it advertises the service that MetaWear boards are known by.
    package init(_ number: UInt64 = 1, name: String = "MetaWear", isMetaWear: Bool = true) {
        self.isMetaWear = isMetaWear
        address = Address(0xE100_0000_0000 + number)
        self.name = name
    }

    package let services = [
        Service(
            "326A9000-85CB-9195-D9DD-464CFBBAE75A",
            characteristics: [
                Characteristic(echo, id: echoID, properties: [.write, .writeWithoutResponse]),
                Characteristic(tells, id: tellsID, properties: [.read, .notify]),
                Characteristic(indicates, id: indicatesID, properties: [.indicate]),
            ]),
        Service(
            "180A",
            characteristics: [
                Characteristic(long, id: longID, properties: [.read, .write], maximumLength: 512)
            ]),
    ]

    package var advertisement: Advertisement? {
        guard !isSilent, connection == nil else { return nil }
        let service: BluetoothUUID = isMetaWear ? "326A9000-85CB-9195-D9DD-464CFBBAE75A" : "180F"
        return Advertisement(
            data: AdvertisingData([
                .flags([.generalDiscoverable, .brEDRNotSupported]),
                .services([service], complete: true),
            ]).fittingBytes,
            scanResponse: AdvertisingData([.name(name, complete: true)]).fittingBytes,
            interval: .milliseconds(100))
    }

    /// Ends the link from its side.
    package func drop() { if let connection { link?.disconnect(connection) } }

    /// Says by itself what its configuration asks for.
    package func tell(_ bytes: [UInt8]) {
        guard let connection else { return }
        if configurations[Self.tellsID] == .notifications {
            _ = link?.notify(bytes.span, of: Self.tellsID, to: connection)
        }
        if configurations[Self.indicatesID] == .indications {
            _ = link?.indicate(bytes.span, of: Self.indicatesID, to: connection)
        }
    }

    package func attach(to link: any PeripheralLink) { self.link = link }

    package func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {
        self.connection = connection
        configurations = [:]
        link?.advertisementChanged()
        if let wish { link?.request(wish, from: connection) }
    }

    package func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        self.connection = nil
        link?.advertisementChanged()
    }

    package func parametersChanged(
        _ connection: ConnectionID, _ parameters: ConnectionParameters
    ) { self.parameters.append(parameters) }

    package func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] {
        value == Self.longID ? longValue : [7]
    }

    package func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        if value == Self.longID {
            longValue = bytes.array()
            return
        }
        if bytes.count > 0, bytes[0] == 0xEE { throw .application(0x80) }
        tell(bytes.array())
    }

    package func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) { configurations[characteristic] = subscription }
}
