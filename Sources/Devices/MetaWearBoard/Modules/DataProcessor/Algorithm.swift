import Wire

extension DataProcessor {
    /// What a type of processor does with the samples of its source.
    ///
    /// An object of it holds the state: all of it starts at zero, and stays when the configuration
    /// changes (protocol, core 4.6, 4.7).
    protocol Algorithm: AnyObject, SendableMetatype {
        associatedtype Config: Layout

        /// Whether a processor can be made of it; throws if not.
        static func check(_ config: Config, _ place: Place) throws(LayoutError)
        /// As it comes into the pool.
        ///
        /// - Precondition: the configuration was checked.
        init(_ config: Config, _ place: Place)
        /// A new configuration that was checked.
        func adopt(_ config: Config, _ place: Place)

        /// One sample of the source in, one output or none out. It calls nothing that could touch
        /// the pool.
        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes?

        /// Whether a sample is all that follows the offset, whatever the length field says: so with
        /// the types whose configuration has no length of its own (protocol, core 4.2).
        static var takesAll: Bool { get }
        /// Of any other type: how many of the `rest` bytes behind the offset belong to a sample,
        /// where the length field says `declared` and may mean `rest` as well (protocol, core 4.2).
        func length(of rest: Int, declared: Int) -> Int
        /// Whether a sample without any bytes is one: a timer's, a disconnect's.
        var takesEmpty: Bool { get }
        /// Whether its output is a signed number; nil if it is what its source is.
        var isSigned: Bool? { get }
        /// The other processors that it reads.
        var references: [UInt8] { get }
        /// What register 04 answers; nil for nothing.
        var state: ShortBytes? { get }
        /// A write of register 04; false if the type has no such state.
        func setState(_ bytes: ShortBytes) -> Bool
    }

    /// What an algorithm may have to know of where it stands.
    struct Place {
        var module: DataProcessor
        /// Whether the source is made of signed numbers.
        var isSigned: Bool
        private let quirks: Set<Quirk>

        init(module: DataProcessor, isSigned: Bool, on board: MetaWearBoard) {
            self.module = module
            self.isSigned = isSigned
            quirks = board.quirks
        }

        func has(_ quirk: Quirk) -> Bool { quirks.contains(quirk) }
    }

    /// Bytes that fit behind the header and the id of a notification; outputs are cut there
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

/// A field of a configuration holds a number that the type can do nothing with.
func unusable(_ value: some BinaryInteger, _ field: String) -> LayoutError {
    .unknown(value: UInt64(clamping: value), field: field)
}
