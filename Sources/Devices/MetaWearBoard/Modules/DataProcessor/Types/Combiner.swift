import Wire

extension DataProcessor {
    /// Type 07: one number of several channels, the root of their squares' mean or sum.
    final class Combiner: Algorithm {
        enum Mode: UInt8 { case rootMeanSquare, rootSumSquare }

        struct Config: Layout {
            var output: UInt8 = 0
            var input: UInt8 = 0
            var otherChannels: UInt8 = 0
            var isSigned = false
            var mode = Mode.rootMeanSquare
            mutating func layout(_ c: inout some Coder) {
                c(&output, bits: 2, "output length less one")
                c(&input, bits: 2, "input length less one")
                c(&otherChannels, bits: 3, "channels less one")
                c(&isSigned, "signed")
                c(&mode, "mode")
            }

            var channels: Int { Int(otherChannels) + 1 }
            var inputBytes: Int { Int(input) + 1 }
        }

        private var config: Config

        init(_ config: Config, _ place: Place) { self.config = config }
        func adopt(_ config: Config, _ place: Place) { self.config = config }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let bytes = config.inputBytes
            var sum: UInt64 = 0
            for channel in 0..<config.channels {
                let value = sample.integer(
                    offset: channel * bytes, bytes: bytes, signed: config.isSigned)
                let (next, isOver) = sum.addingReportingOverflow(
                    value.magnitude &* value.magnitude)
                // Beyond 64 bits only with three channels of four bytes.
                sum = isOver ? .max : next
            }
            if config.mode == .rootMeanSquare { sum /= UInt64(config.channels) }
            var output = ShortBytes()
            output.append(integerSquareRoot(sum), bytes: Int(config.output) + 1)
            return output
        }

        func length(of rest: Int, declared: Int) -> Int { config.channels * config.inputBytes }
        var isSigned: Bool? { false }
    }
}
