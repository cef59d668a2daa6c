import Wire

/// The colour detector module (protocol, sensors 18).
public final class ColourDetector: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x17
    /// As people call it.
    public static let name = "colour detector"
    /// Every register of the module.
    public static let registers: [Register<ColourDetector>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
