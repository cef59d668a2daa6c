import Wire

/// The event module (protocol, core 5).
public final class Events: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x0A
    /// As people call it.
    public static let name = "event"
    /// Every register of the module.
    public static let registers: [Register<Events>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}

    /// Whether anything here takes a signal; asked with every sample.
    @exclusivity(unchecked) private(set) var isBusy = false

    /// A datum of a signal that something here may be bound to.
    func fire(_ key: SignalKey, _ bytes: ShortBytes, on board: MetaWearBoard) {}
}
