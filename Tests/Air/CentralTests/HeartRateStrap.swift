import Bluetooth
import Peripheral
import Simulation
import VirtualRadio

@testable import Central

/// A small peripheral in the manner of a heart rate strap, with one long value and one that
/// indicates.
final class HeartRateStrap: Peripheral {
    enum Value {
        static let measurement = ValueID(1)
        static let location = ValueID(2)
        static let control = ValueID(3)
        static let notes = ValueID(4)
        static let alarm = ValueID(5)
        static let label = ValueID(6)
    }

    let name: String
    let address: Address
    var gapName: String { "Strap" }
    var gapAppearance: UInt16 { 833 }
    var advertises = true
    var interval = Nanoseconds.milliseconds(100)
    var directedTo: Address?
    var filter = AdvertisingFilter()
    var usesOnlyOneMegabit = false
    var maximumMTU = 247
    var notes: [UInt8] = []
    var lastControl: [UInt8] = []
    var calls: [String] = []
    var link: (any PeripheralLink)?
    var connection: ConnectionID?
    /// What `notify` gave back, and how often it was told that there is room.
    var refused = 0
    var readyCount = 0
    var onReady: (() -> Void)?
    var onControl: (([UInt8]) -> Void)?
    var ownServices: [Service] = HeartRateStrap.usualServices

    init(name: String = "strap", address: Address = Address(0xC0_0000_000001)) {
        self.name = name
        self.address = address
    }

    static let usualServices = [
        Service(
            "180D",
            characteristics: [
                Characteristic("2A37", id: Value.measurement, properties: .notify),
                Characteristic("2A38", id: Value.location, properties: .read),
                Characteristic(
                    "2A39", id: Value.control, properties: [.write, .writeWithoutResponse],
                    maximumLength: 100),
            ]),
        Service(
            "326A9000-85CB-9195-D9DD-464CFBBAE75A",
            characteristics: [
                Characteristic(
                    "326A9001-85CB-9195-D9DD-464CFBBAE75A", id: Value.notes,
                    properties: [.read, .write],
                    descriptors: [Descriptor("2901", id: Value.label)]),
                Characteristic(
                    "326A9006-85CB-9195-D9DD-464CFBBAE75A", id: Value.alarm,
                    properties: [.indicate]),
            ]),
    ]

    var services: [Service] { ownServices }

    var advertisement: Advertisement? {
        guard advertises, connection == nil else { return nil }
        return Advertisement(
            directedTo: directedTo, filter: filter,
            data: AdvertisingData([
                .flags([.generalDiscoverable, .brEDRNotSupported]),
                .services(["180D"], complete: true),
            ]).fittingBytes,
            scanResponse: AdvertisingData([.name("Strap", complete: true)]).fittingBytes,
            interval: interval)
    }

    func attach(to link: any PeripheralLink) { self.link = link }

    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {
        self.connection = connection
        calls.append("connected")
    }

    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        self.connection = nil
        calls.append("disconnected \(reason)")
        link?.advertisementChanged()
    }

    func parametersChanged(_ connection: ConnectionID, _ parameters: ConnectionParameters) {
        calls.append("parameters \(parameters.interval)")
    }

    func mtuChanged(_ connection: ConnectionID, mtu: Int) { calls.append("mtu \(mtu)") }

    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] {
        switch value {
        case Value.location: return [1]
        case Value.notes: return notes
        case Value.label: return Array("notes".utf8)
        default: throw .readNotPermitted
        }
    }

    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        switch value {
        case Value.control:
            lastControl = bytes.array()
            onControl?(lastControl)
        case Value.notes: notes = bytes.array()
        default: throw .writeNotPermitted
        }
    }

    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) { calls.append("subscription \(characteristic.number) \(subscription.rawValue)") }

    func confirmed(_ characteristic: ValueID, by connection: ConnectionID) {
        calls.append("confirmed \(characteristic.number)")
    }

    func readyToNotify(_ connection: ConnectionID) {
        readyCount += 1
        onReady?()
    }

    @discardableResult
    func notify(_ bytes: [UInt8]) -> NotificationFate {
        guard let connection, let link else { return .discarded(.notSubscribed) }
        let outcome = link.notify(bytes.span, of: Value.measurement, to: connection)
        if outcome == .dropped { refused += 1 }
        return outcome
    }

    func indicate(_ bytes: [UInt8]) -> NotificationFate {
        guard let connection, let link else { return .discarded(.notSubscribed) }
        return link.indicate(bytes.span, of: Value.alarm, to: connection)
    }
}

/// A simulation with one strap and one central, and the trace as lines.
struct AirBench {
    final class Lines { var text: [String] = [] }

    let simulation: Simulation
    let air: Air
    let strap = HeartRateStrap()
    let central: Central
    let lines = Lines()

    init(seed: UInt64 = 1, radio: Radio = Radio()) {
        let lines = lines
        simulation = Simulation(seed: seed, trace: Trace { lines.text.append($0) })
        air = Air(simulation, radio: radio)
        air.add(strap)
        central = Central(on: air)
    }

    func connect(
        _ parameters: ConnectionParameters = .usual
    ) throws(CentralError) -> Connection {
        let connection = try central.connectAndWait(to: strap.address, parameters: parameters)
        try connection.discoverAndWait()
        return connection
    }
}
