import Wire

/// The proximity module (protocol, sensors 19).
public final class Proximity: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x18
    /// As people call it.
    public static let name = "proximity"
    /// Every register of the module.
    public static let registers: [Register<Proximity>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
