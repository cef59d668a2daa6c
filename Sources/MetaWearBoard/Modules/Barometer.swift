import Wire

/// The barometer module (protocol, sensors 13).
public final class Barometer: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x12
    /// As people call it.
    public static let name = "barometer"
    /// Every register of the module.
    public static let registers: [Register<Barometer>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
