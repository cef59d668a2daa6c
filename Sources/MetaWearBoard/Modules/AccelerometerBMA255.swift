import Wire

/// The accelerometer module (protocol, sensors 5.7).
public final class AccelerometerBMA255: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x03
    /// As people call it.
    public static let name = "accelerometer"
    /// Every register of the module.
    public static let registers: [Register<AccelerometerBMA255>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
