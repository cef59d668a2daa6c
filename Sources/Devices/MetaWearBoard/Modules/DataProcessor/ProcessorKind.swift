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

        /// Uses the type of algorithm, which is known only here.
        func use<U: AlgorithmUse>(_ use: U) -> U.Outcome {
            switch self {
            case .passthrough: use.of(Passthrough.self)
            case .accumulator: use.of(Accumulator.self)
            case .averager: use.of(Averager.self)
            case .punchDetector: use.of(PunchDetector.self)
            case .peakDetector: use.of(PeakDetector.self)
            case .comparator: use.of(Comparator.self)
            case .combiner: use.of(Combiner.self)
            case .time: use.of(TimeLimiter.self)
            case .math: use.of(Arithmetic.self)
            case .sampleDelay: use.of(SampleDelay.self)
            case .pulse: use.of(PulseDetector.self)
            case .delta: use.of(Delta.self)
            case .threshold: use.of(Threshold.self)
            case .multiChannelAverager: use.of(MultiChannelAverager.self)
            case .buffer: use.of(Buffer.self)
            case .packer: use.of(Packer.self)
            case .accounter: use.of(Accounter.self)
            case .quaternionAverager: use.of(QuaternionAverager.self)
            case .fuser: use.of(Fuser.self)
            }
        }

        /// Plays the layout of the type's configuration: trace and docs take its field names from
        /// it, and a reader stops at an invalid one.
        func playConfig<C: Coder>(_ c: inout C) { c = use(PlayOfConfig(coder: c)) }

        /// A configuration of this type in words.
        func words(_ config: [UInt8]) -> String { use(WordsOfConfig(config: config)) }
    }

    /// Something that depends on a type of algorithm.
    protocol AlgorithmUse {
        associatedtype Outcome
        func of<A: Algorithm>(_: A.Type) -> Outcome
    }

    private struct PlayOfConfig<C: Coder>: AlgorithmUse {
        let coder: C

        func of<A: Algorithm>(_: A.Type) -> C {
            var coder = coder
            var config = A.Config()
            config.layout(&coder)
            return coder
        }
    }

    private struct WordsOfConfig: AlgorithmUse {
        let config: [UInt8]

        func of<A: Algorithm>(_: A.Type) -> String { A.Config.words(config) }
    }
}

extension DataProcessor.Kind: CustomStringConvertible {
    /// The case's name.
    var description: String {
        switch self {
        case .passthrough: "passthrough"
        case .accumulator: "accumulator"
        case .averager: "averager"
        case .punchDetector: "punchDetector"
        case .peakDetector: "peakDetector"
        case .comparator: "comparator"
        case .combiner: "combiner"
        case .time: "time"
        case .math: "math"
        case .sampleDelay: "sampleDelay"
        case .pulse: "pulse"
        case .delta: "delta"
        case .threshold: "threshold"
        case .multiChannelAverager: "multiChannelAverager"
        case .buffer: "buffer"
        case .packer: "packer"
        case .accounter: "accounter"
        case .quaternionAverager: "quaternionAverager"
        case .fuser: "fuser"
        }
    }
}
