import Wire

/// The conductance module (protocol, sensors 12).
public final class Conductance: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x10
    /// As people call it.
    public static let name = "conductance"
    /// Every register of the module.
    public static let registers: [Register<Conductance>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
