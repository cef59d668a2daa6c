/// UUIDs of the services and characteristics of a board, as text (protocol, core 1.1 and 13.1).
public enum BoardUUID {
    /// The MetaWear service.
    public static let service = "326A9000-85CB-9195-D9DD-464CFBBAE75A"
    /// What a host writes goes here.
    public static let command = "326A9001-85CB-9195-D9DD-464CFBBAE75A"
    /// What a board sends comes from here.
    public static let notify = "326A9006-85CB-9195-D9DD-464CFBBAE75A"
    /// The device information service.
    public static let deviceInformation = "180A"
    /// Firmware revision; of the bootloader in its mode.
    public static let firmwareRevision = "2A26"
    /// Model number.
    public static let modelNumber = "2A24"
    /// Hardware revision.
    public static let hardwareRevision = "2A27"
    /// Manufacturer.
    public static let manufacturerName = "2A29"
    /// Serial number.
    public static let serialNumber = "2A25"
    /// The battery service.
    public static let batteryService = "180F"
    /// Battery level.
    public static let batteryLevel = "2A19"
    /// The service of the bootloader.
    public static let update = "00001530-1212-EFDE-1523-785FEABCD123"
    /// Its control point.
    public static let updateControl = "00001531-1212-EFDE-1523-785FEABCD123"
    /// Its data.
    public static let updatePacket = "00001532-1212-EFDE-1523-785FEABCD123"
    /// Its version, which old ones lack.
    public static let updateVersion = "00001534-1212-EFDE-1523-785FEABCD123"
}
