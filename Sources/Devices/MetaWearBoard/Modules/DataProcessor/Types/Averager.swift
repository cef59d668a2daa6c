import Wire

extension DataProcessor {
    /// Type 03: a recursive mean of each channel (low-pass), or the difference of a sample from it
    /// (high-pass).
    final class Averager: Algorithm {
        struct Config: Layout {
            var output: UInt8 = 0
            var input: UInt8 = 0
            var isHighPass = false
            var depth: UInt8 = 0
            var otherChannels: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&output, bits: 2, "output length less one")
                c(&input, bits: 2, "input length less one")
                c.reserved(bits: 1)
                c(&isHighPass, "high-pass")
                c.reserved(bits: 2)
                c(&depth, "depth")
                c.optional(&otherChannels, "channels less one")
            }
        }

        private var isHighPass: Bool
        private var mean: RunningMean

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            if config.isHighPass, place.module.revision < 2 { throw unusable(1, "high-pass") }
            try RunningMean.check(shape(config, place))
        }

        init(_ config: Config, _ place: Place) {
            isHighPass = config.isHighPass
            mean = RunningMean(Self.shape(config, place))
        }

        func adopt(_ config: Config, _ place: Place) {
            isHighPass = config.isHighPass
            mean.reshape(Self.shape(config, place))
        }

        private static func shape(_ config: Config, _ place: Place) -> RunningMean.Shape {
            RunningMean.Shape(
                output: Int(config.output) + 1, input: Int(config.input) + 1,
                depth: Int(config.depth),
                // Earlier revisions support one channel.
                channels: place.module.revision < 2 ? 1 : Int(config.otherChannels) + 1,
                isSigned: place.isSigned)
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            isHighPass ? mean.highPass(sample) : mean.lowPass(sample)
        }

        func length(of rest: Int, declared: Int) -> Int { mean.shape.inputLength }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.isEmpty else { return false }
            mean.reset()
            return true
        }
    }

    /// Type 0E, which no SDK makes: the mean of several channels.
    final class MultiChannelAverager: Algorithm {
        struct Config: Layout {
            var output: UInt8 = 0
            var input: UInt8 = 0
            var depth: UInt8 = 0
            var channels: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&output, bits: 2, "output length less one")
                c(&input, bits: 2, "input length less one")
                c.reserved(bits: 4)
                c(&depth, "depth")
                c(&channels, "channels")
            }
        }

        private var mean: RunningMean

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            try RunningMean.check(shape(config, place))
        }

        init(_ config: Config, _ place: Place) { mean = RunningMean(Self.shape(config, place)) }
        func adopt(_ config: Config, _ place: Place) { mean.reshape(Self.shape(config, place)) }

        private static func shape(_ config: Config, _ place: Place) -> RunningMean.Shape {
            RunningMean.Shape(
                output: Int(config.output) + 1, input: Int(config.input) + 1,
                depth: Int(config.depth), channels: Int(config.channels),
                isSigned: place.isSigned)
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            mean.lowPass(sample)
        }

        func length(of rest: Int, declared: Int) -> Int { mean.shape.inputLength }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.isEmpty else { return false }
            mean.reset()
            return true
        }
    }
}
