import Wire

/// The macro module (protocol, core 7).
public final class Macros: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x0F
    /// As people call it.
    public static let name = "macro"
    /// Every register of the module.
    public static let registers: [Register<Macros>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
