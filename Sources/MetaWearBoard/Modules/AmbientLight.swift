import Wire

/// The ambient light module (protocol, sensors 15).
public final class AmbientLight: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x14
    /// As people call it.
    public static let name = "ambient light"
    /// Every register of the module.
    public static let registers: [Register<AmbientLight>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
