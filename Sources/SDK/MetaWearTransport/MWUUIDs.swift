public import CoreBluetooth
internal import MetaWearProtocol

/// Services and characteristics of a board (protocol, core 1.1).
public enum MWUUIDs {
    /// The MetaWear service.
    public static let service = CBUUID(string: BoardUUID.service)
    /// The service of a board in its bootloader, Nordic's for updates.
    public static let nordicDFUService = CBUUID(string: "00001530-1212-EFDE-1523-785FEABCD123")
    /// What a host writes goes here.
    public static let command = CBUUID(string: BoardUUID.command)
    /// What a board sends comes from here.
    public static let notify = CBUUID(string: BoardUUID.notify)
    /// The device information service.
    public static let disService = CBUUID(string: BoardUUID.deviceInformation)
    /// Firmware revision.
    public static let firmwareRevision = CBUUID(string: BoardUUID.firmwareRevision)
    /// Model number.
    public static let modelNumber = CBUUID(string: BoardUUID.modelNumber)
    /// Hardware revision.
    public static let hardwareRevision = CBUUID(string: BoardUUID.hardwareRevision)
    /// Manufacturer.
    public static let manufacturerName = CBUUID(string: BoardUUID.manufacturerName)
    /// Serial number.
    public static let serialNumber = CBUUID(string: BoardUUID.serialNumber)
    /// The battery service.
    public static let batteryService = CBUUID(string: BoardUUID.batteryService)
    /// Battery level in percent.
    public static let batteryLevel = CBUUID(string: BoardUUID.batteryLevel)
}
