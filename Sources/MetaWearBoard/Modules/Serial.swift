import Wire

/// The serial module (protocol, sensors 11).
public final class Serial: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x0D
    /// As people call it.
    public static let name = "serial"
    /// Every register of the module.
    public static let registers: [Register<Serial>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
