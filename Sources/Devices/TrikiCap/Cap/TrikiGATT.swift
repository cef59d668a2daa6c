import Bluetooth
import Peripheral

/// The cap's GATT table (protocol, triki 1.3).
enum TrikiGATT {
    static let receive = ValueID(1)
    static let transmit = ValueID(2)
    static let light = ValueID(3)
    static let batteryLevel = ValueID(10)
    static let manufacturer = ValueID(20)
    static let modelNumber = ValueID(21)
    static let serialNumber = ValueID(22)
    static let firmwareRevision = ValueID(23)
    static let hardwareRevision = ValueID(24)
    static let softwareRevision = ValueID(25)
    static let systemID = ValueID(26)
    static let pnpID = ValueID(27)

    static let services: [Service] = [
        Service(
            "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
            characteristics: [
                Characteristic(
                    "6E400002-B5A3-F393-E0A9-E50E24DCCA9E", id: receive,
                    properties: [.write, .writeWithoutResponse], maximumLength: 244),
                Characteristic(
                    "6E400003-B5A3-F393-E0A9-E50E24DCCA9E", id: transmit, properties: .notify),
                Characteristic(
                    "6E400004-B5A3-F393-E0A9-E50E24DCCA9E", id: light,
                    properties: [.read, .write], maximumLength: 1),
            ]),
        Service(
            "180F",
            characteristics: [
                Characteristic("2A19", id: batteryLevel, properties: [.read, .notify])
            ]),
        Service(
            "180A",
            characteristics: [
                Characteristic("2A29", id: manufacturer, properties: .read),
                Characteristic("2A24", id: modelNumber, properties: .read),
                Characteristic("2A25", id: serialNumber, properties: .read),
                Characteristic("2A27", id: hardwareRevision, properties: .read),
                Characteristic("2A26", id: firmwareRevision, properties: .read),
                Characteristic("2A28", id: softwareRevision, properties: .read),
                Characteristic("2A23", id: systemID, properties: .read),
                Characteristic("2A50", id: pnpID, properties: .read),
            ]),
    ]
}
