import Wire

extension DataProcessor {
    /// Type 0C: samples that differ enough from the last one that passed.
    final class Delta: Algorithm {
        enum Mode: UInt8 {
            /// The sample.
            case absolute
            /// The difference.
            case differential
            /// The difference's sign, +1 or −1.
            case binary
        }

        struct Config: Layout {
            var span: UInt8 = 0
            var isSigned = false
            var mode = Mode.absolute
            var magnitude: UInt32 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&span, bits: 2, "length less one")
                c(&isSigned, "signed")
                c(&mode, bits: 3, "mode")
                c.reserved(bits: 2)
                c(&magnitude, "magnitude")
            }
        }

        private var config: Config
        private var reference: Int64 = 0

        init(_ config: Config, _ place: Place) { self.config = config }
        func adopt(_ config: Config, _ place: Place) { self.config = config }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let length = Int(config.span) + 1
            let value = sample.integer(bytes: length, signed: config.isSigned)
            let difference = value &- reference
            guard difference.magnitude >= UInt64(config.magnitude) else { return nil }
            reference = value
            var output = ShortBytes()
            switch config.mode {
            case .absolute: output.append(value, bytes: length)
            case .differential: output.append(difference, bytes: length)
            case .binary: output.append(Int8(difference < 0 ? -1 : 1), bytes: 1)
            }
            return output
        }

        var isSigned: Bool? { config.mode == .absolute ? config.isSigned : true }

        var state: ShortBytes? {
            var bytes = ShortBytes()
            bytes.append(reference, bytes: 4)
            return bytes
        }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.count >= 4 else { return false }
            reference = bytes.integer(bytes: 4, signed: config.isSigned)
            return true
        }
    }
}
