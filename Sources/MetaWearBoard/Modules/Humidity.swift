import Wire

/// The humidity module (protocol, sensors 17).
public final class Humidity: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x16
    /// As people call it.
    public static let name = "humidity"
    /// Every register of the module.
    public static let registers: [Register<Humidity>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
