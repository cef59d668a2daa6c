import Wire

extension DataProcessor {
    /// The types of processors, as the wire numbers them (protocol, core 4.5).
    enum Kind: UInt8 {
        case passthrough = 0x01
        case accumulator = 0x02
        case averager = 0x03
        case punchDetector = 0x04
        case peakDetector = 0x05
        case comparator = 0x06
        case combiner = 0x07
        case time = 0x08
        case math = 0x09
        case sampleDelay = 0x0A
        case pulse = 0x0B
        case delta = 0x0C
        case threshold = 0x0D
        case multiChannelAverager = 0x0E
        case buffer = 0x0F
        case packer = 0x10
        case accounter = 0x11
        case quaternionAverager = 0x1A
        case fuser = 0x1B

        var algorithm: any Algorithm.Type {
            switch self {
            case .passthrough: Passthrough.self
            case .accumulator: Accumulator.self
            case .averager: Averager.self
            case .punchDetector: PunchDetector.self
            case .peakDetector: PeakDetector.self
            case .comparator: Comparator.self
            case .combiner: Combiner.self
            case .time: TimeLimiter.self
            case .math: Arithmetic.self
            case .sampleDelay: SampleDelay.self
            case .pulse: PulseDetector.self
            case .delta: Delta.self
            case .threshold: Threshold.self
            case .multiChannelAverager: MultiChannelAverager.self
            case .buffer: Buffer.self
            case .packer: Packer.self
            case .accounter: Accounter.self
            case .quaternionAverager: QuaternionAverager.self
            case .fuser: Fuser.self
            }
        }

        /// Plays the layout of the type's configuration: trace and docs take its field names from
        /// it, and a reader stops at an invalid one.
        func playConfig(_ c: inout some Coder) { Self.play(algorithm, &c) }

        /// A configuration of this type in words.
        func words(_ config: [UInt8]) -> String { Self.words(algorithm, config) }

        private static func words<A: Algorithm>(_: A.Type, _ config: [UInt8]) -> String {
            A.Config.words(config)
        }

        private static func play<A: Algorithm>(_: A.Type, _ c: inout some Coder) {
            var config = A.Config()
            config.layout(&c)
        }
    }
}
