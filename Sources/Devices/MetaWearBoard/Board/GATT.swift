import Bluetooth
import Peripheral

/// The application's GATT table (protocol, core 1.1).
enum GATT {
    static let metaWear: BluetoothUUID = "326A9000-85CB-9195-D9DD-464CFBBAE75A"
    static let command = ValueID(1)
    static let notification = ValueID(2)
    static let manufacturer = ValueID(10)
    static let modelNumber = ValueID(11)
    static let serialNumber = ValueID(12)
    static let firmwareRevision = ValueID(13)
    static let hardwareRevision = ValueID(14)
    static let batteryLevel = ValueID(20)

    /// Battery, device information, MetaWear: the order of a real board, and with it its handles
    /// (protocol, real boards 1.1).
    static let services: [Service] = [
        Service(
            "180F",
            characteristics: [
                Characteristic("2A19", id: batteryLevel, properties: [.read, .notify])
            ]),
        deviceInformation,
        Service(
            metaWear,
            characteristics: [
                // 28 bytes: a device name of 26 behind its header (protocol, core 8).
                Characteristic(
                    "326A9001-85CB-9195-D9DD-464CFBBAE75A", id: command,
                    properties: [.read, .write, .writeWithoutResponse], maximumLength: 28),
                Characteristic(
                    "326A9006-85CB-9195-D9DD-464CFBBAE75A", id: notification,
                    properties: [.read, .notify], maximumLength: 20),
            ]),
    ]

    /// The same in application and bootloader (protocol, core 13.1).
    static let deviceInformation = Service(
        "180A",
        characteristics: [
            Characteristic("2A29", id: manufacturer, properties: .read),
            Characteristic("2A24", id: modelNumber, properties: .read),
            Characteristic("2A25", id: serialNumber, properties: .read),
            Characteristic("2A27", id: hardwareRevision, properties: .read),
            Characteristic("2A26", id: firmwareRevision, properties: .read),
        ])
}

extension MetaWearBoard {
    /// The characteristics that carry packets of registers.
    package static let packetValues: (command: ValueID, notification: ValueID) =
        (GATT.command, GATT.notification)
}
