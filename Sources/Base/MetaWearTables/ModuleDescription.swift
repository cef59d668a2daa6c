/// What hosts know of a module without asking a board.
public struct ModuleDescription: Sendable {
    /// An accelerometer's or a gyroscope's chip.
    public struct Chip: Sendable {
        /// The implementation that the module's information names.
        public let implementation: UInt8
        /// The register of single samples.
        public let data: UInt8
        /// The register of three samples a packet.
        public let packed: UInt8

        init(_ implementation: UInt8, data: UInt8, packed: UInt8) {
            self.implementation = implementation
            self.data = data
            self.packed = packed
        }
    }

    /// Whose row it is.
    public let module: MWModule
    /// In conformance cases and in what the suite says of a board: `sensor-fusion`.
    public let word: String
    /// In the faults of a scenario: `fusion`.
    public let inScenarios: String
    /// As a message calls the part that a board lacks: `light sensor`.
    public let part: String
    /// In SDKs: `sensorFusion`.
    public let inSDKs: String
    /// In a status line, for what a board streams: `acc`; nil for a module that streams nothing.
    public let short: String?
    /// Whether current hosts ask for it; the others are those of older boards.
    public let isDiscovered: Bool
    /// The register that starts and stops it; nil for what is never started.
    public let power: UInt8?
    /// Whether its data interrupt has a register of its own, 02 (protocol, sensors 1.5).
    public let hasInterrupt: Bool
    /// Registers that must not change while it runs.
    public let configured: [UInt8]
    /// The chips that boards have had, if they differ in their registers.
    public let chips: [Chip]

    init(
        _ module: MWModule, _ word: String, inScenarios: String? = nil, part: String? = nil,
        inSDKs: String? = nil, short: String? = nil, isDiscovered: Bool = true,
        power: UInt8? = nil, hasInterrupt: Bool = false, configured: [UInt8] = [],
        chips: [Chip] = []
    ) {
        self.module = module
        self.word = word
        self.inScenarios = inScenarios ?? word
        self.part = part ?? word
        self.inSDKs = inSDKs ?? "\(module)"
        self.short = short
        self.isDiscovered = isDiscovered
        self.power = power
        self.hasInterrupt = hasInterrupt
        self.configured = configured
        self.chips = chips
    }

    /// The chip of an implementation; for an unknown one the first.
    public func chip(_ implementation: UInt8?) -> Chip? {
        chips.first { $0.implementation == implementation } ?? chips.first
    }

    /// The signals whose samples a host can stream.
    public var streams: [SignalDescription] {
        SignalDescription.all.filter { $0.module == module && $0.isStreamed }
    }
}
