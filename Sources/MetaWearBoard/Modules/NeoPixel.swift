import Wire

/// The neopixel module (protocol, sensors 8).
public final class NeoPixel: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x06
    /// As people call it.
    public static let name = "neopixel"
    /// Every register of the module.
    public static let registers: [Register<NeoPixel>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
