/// UUIDs of the services and characteristics of a board, as text (protocol, core 1.1 and 13.1).
package enum BoardUUID {
    /// The MetaWear service.
    package static let service = "326A9000-85CB-9195-D9DD-464CFBBAE75A"
    /// What a host writes goes here.
    package static let command = "326A9001-85CB-9195-D9DD-464CFBBAE75A"
    /// What a board sends comes from here.
    package static let notify = "326A9006-85CB-9195-D9DD-464CFBBAE75A"
    /// The device information service.
    package static let deviceInformation = "180A"
    /// Firmware revision; of the bootloader in its mode.
    package static let firmwareRevision = "2A26"
    /// Model number.
    package static let modelNumber = "2A24"
    /// Hardware revision.
    package static let hardwareRevision = "2A27"
    /// Manufacturer.
    package static let manufacturerName = "2A29"
    /// Serial number.
    package static let serialNumber = "2A25"
    /// The battery service.
    package static let batteryService = "180F"
    /// Battery level.
    package static let batteryLevel = "2A19"
    /// The service of the bootloader.
    package static let update = "00001530-1212-EFDE-1523-785FEABCD123"
    /// Its control point.
    package static let updateControl = "00001531-1212-EFDE-1523-785FEABCD123"
    /// Its data.
    package static let updatePacket = "00001532-1212-EFDE-1523-785FEABCD123"
    /// Its version, which old ones lack.
    package static let updateVersion = "00001534-1212-EFDE-1523-785FEABCD123"
}
