import Bluetooth
import Peripheral
import Simulation

/// A board with a battery and one value of its own.
final class TestBoard: Peripheral {
    let name: String
    let address: Address
    var level: UInt8 = 80
    var isSilent = false
    var data: [AdvertisingElement]
    private(set) var connection: ConnectionID?
    private var link: (any PeripheralLink)?

    init(
        _ number: UInt64 = 1, name: String = "Board",
        data: [AdvertisingElement] = [
            .flags([.generalDiscoverable, .brEDRNotSupported]), .services(["180F"], complete: true),
        ], value: BluetoothUUID = "2A19", reading: Security = .open
    ) {
        services = [
            Service(
                "180F",
                characteristics: [
                    Characteristic(
                        value, id: ValueID(1), properties: [.read, .notify],
                        readSecurity: reading)
                ])
        ]
        address = Address(0xE100_0000_0000 + number)
        self.name = name
        self.data = data
    }

    var path: String {
        "/org/bluez/hci0/dev_"
            + String(address.description.map { $0 == ":" ? "_" : $0 })
    }

    var gapName: String { name }
    let gapAppearance: UInt16 = 0

    let services: [Service]

    var advertisement: Advertisement? {
        guard !isSilent, connection == nil else { return nil }
        return Advertisement(
            data: AdvertisingData(data).fittingBytes,
            scanResponse: AdvertisingData([.name(name, complete: true)]).fittingBytes,
            interval: .milliseconds(100))
    }

    /// What it advertises has changed.
    func advertise() { link?.advertisementChanged() }

    func drop() { if let connection { link?.disconnect(connection) } }

    func attach(to link: any PeripheralLink) { self.link = link }

    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) { self.connection = connection }

    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        self.connection = nil
        link?.advertisementChanged()
    }

    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] {
        [level]
    }

    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) { throw .writeNotPermitted }

    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {}

    func notify() {
        guard let connection else { return }
        _ = link?.notify([level].span, of: ValueID(1), to: connection)
    }
}
