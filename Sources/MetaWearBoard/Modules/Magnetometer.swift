import Wire

/// The magnetometer module (protocol, sensors 16).
public final class Magnetometer: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x15
    /// As people call it.
    public static let name = "magnetometer"
    /// Every register of the module.
    public static let registers: [Register<Magnetometer>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
