import Wire

/// The data processor module (protocol, core 4).
public final class DataProcessor: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x09
    /// As people call it.
    public static let name = "data processor"
    /// Every register of the module.
    public static let registers: [Register<DataProcessor>] = []

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}

    /// Whether anything here takes a signal; asked with every sample.
    @exclusivity(unchecked) private(set) var isBusy = false

    /// A datum of a signal that something here may take as its source.
    func feed(_ key: SignalKey, _ bytes: ShortBytes, on board: MetaWearBoard) {}
}
