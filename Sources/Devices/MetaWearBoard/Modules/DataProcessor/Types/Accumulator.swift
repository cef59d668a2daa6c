import Wire

extension DataProcessor {
    /// Type 02: the sum of all samples, or how many there were.
    final class Accumulator: Algorithm {
        enum Mode: UInt8 { case sum, count }

        struct Config: Layout {
            var output: UInt8 = 0
            var input: UInt8 = 0
            var mode = Mode.sum
            mutating func layout(_ c: inout some Coder) {
                c(&output, bits: 2, "output length less one")
                c(&input, bits: 2, "input length less one")
                c(&mode, bits: 3, "mode")
                c.reserved(bits: 1)
            }
        }

        private var config: Config
        private var total: UInt32 = 0

        init(_ config: Config, _ place: Place) { self.config = config }
        func adopt(_ config: Config, _ place: Place) { self.config = config }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            switch config.mode {
            case .count: total &+= 1
            case .sum:
                guard !sample.isEmpty else { return nil }
                // No host declares whether the source is signed (protocol, core 4.6).
                let value = sample.integer(bytes: Int(config.input) + 1, signed: true)
                total &+= UInt32(truncatingIfNeeded: value)
            }
            return output
        }

        private var output: ShortBytes {
            var bytes = ShortBytes()
            bytes.append(total, bytes: Int(config.output) + 1)
            return bytes
        }

        var takesEmpty: Bool { true }
        var isSigned: Bool? { config.mode == .count ? false : nil }
        var state: ShortBytes? { output }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.count >= 4 else { return false }
            total = UInt32(truncatingIfNeeded: bytes.littleEndian(bytes: 4))
            return true
        }
    }
}
