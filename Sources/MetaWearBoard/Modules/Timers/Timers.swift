import Wire

/// The timer module (protocol, core 6).
public final class Timers: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x0C
    /// As people call it.
    public static let name = "timer"
    /// Every register of the module.
    public static let registers: [Register<Timers>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}
