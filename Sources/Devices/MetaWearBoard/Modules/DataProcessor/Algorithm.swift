import Wire

extension DataProcessor {
    /// What a type of processor does with the samples of its source.
    ///
    /// The object holds the state: all of it starts at zero, and stays when the configuration
    /// changes (protocol, core 4.6, 4.7).
    protocol Algorithm: AnyObject, SendableMetatype {
        associatedtype Config: Layout

        /// Throws if no processor can have this configuration.
        static func check(_ config: Config, _ place: Place) throws(LayoutError)
        /// A new processor in the pool.
        ///
        /// - Precondition: the configuration was checked.
        init(_ config: Config, _ place: Place)
        /// A new configuration; throws if the processor cannot have it.
        func change(_ config: [UInt8], _ place: Place) throws(LayoutError)
        /// A new configuration that was checked.
        func adopt(_ config: Config, _ place: Place)

        /// Takes one sample of the source and returns one output or none. It must not call anything
        /// that could change the pool.
        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes?

        /// Whether a sample is everything after the offset, whatever the length field says: for
        /// types whose configuration has no length of its own (protocol, core 4.2).
        static var takesAll: Bool { get }
        /// For any other type: how many of the `rest` bytes after the offset belong to a sample, if
        /// the length field says `declared`, which may also mean `rest` (protocol, core 4.2).
        func length(of rest: Int, declared: Int) -> Int
        /// Whether a sample may be empty, as those of a timer or a disconnect.
        var takesEmpty: Bool { get }
        /// Whether its output is a signed number; nil: as its source.
        var isSigned: Bool? { get }
        /// The other processors that it reads.
        var references: [UInt8] { get }
        /// The answer of register 04; nil for none.
        var state: ShortBytes? { get }
        /// A write of register 04; false if the type has no such state.
        func setState(_ bytes: ShortBytes) -> Bool
    }

    /// What an algorithm may need to know about its board and source.
    struct Place {
        var module: DataProcessor
        /// Whether the source consists of signed numbers.
        var isSigned: Bool
        private let quirks: Set<Quirk>

        init(module: DataProcessor, isSigned: Bool, on board: MetaWearBoard) {
            self.module = module
            self.isSigned = isSigned
            quirks = board.quirks
        }

        func has(_ quirk: Quirk) -> Bool { quirks.contains(quirk) }
    }

    /// Bytes that fit after the header and the id of a notification; outputs are truncated to this
    /// (protocol, core 4.6).
    static let longestOutput = 17
}

extension DataProcessor.Algorithm {
    static func check(_ config: Config, _ place: DataProcessor.Place) throws(LayoutError) {}
    static var takesAll: Bool { false }
    func length(of rest: Int, declared: Int) -> Int { declared }
    var takesEmpty: Bool { false }
    var isSigned: Bool? { nil }
    var references: [UInt8] { [] }
    var state: ShortBytes? { nil }
    func setState(_ bytes: ShortBytes) -> Bool { false }

    static func make(_ config: [UInt8], _ place: DataProcessor.Place) throws(LayoutError) -> Self {
        let config = try Config(config)
        try check(config, place)
        return Self(config, place)
    }

    func change(_ config: [UInt8], _ place: DataProcessor.Place) throws(LayoutError) {
        let config = try Config(config)
        try Self.check(config, place)
        adopt(config, place)
    }
}

/// A field of a configuration has a number that the type cannot use.
func unusable(_ value: some BinaryInteger, _ field: String) -> LayoutError {
    .unknown(value: UInt64(clamping: value), field: field)
}
