import Wire

/// The accelerometer module (protocol, sensors 5.8).
public final class AccelerometerMMA8452Q: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x03
    /// As people call it.
    public static let name = "accelerometer"
    /// Every register of the module.
    public static let registers: [Register<AccelerometerMMA8452Q>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
