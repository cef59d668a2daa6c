import Wire

extension DataProcessor {
    /// Type 0D: samples that cross a boundary.
    final class Threshold: Algorithm {
        enum Mode: UInt8 {
            /// The sample.
            case absolute
            /// +1 upwards, −1 downwards.
            case binary
        }

        struct Config: Layout {
            var span: UInt8 = 0
            var isSigned = false
            var mode = Mode.absolute
            var boundary: UInt32 = 0
            var hysteresis: UInt16 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&span, bits: 2, "length less one")
                c(&isSigned, "signed")
                c(&mode, bits: 3, "mode")
                c.reserved(bits: 2)
                c(&boundary, "boundary")
                c(&hysteresis, "hysteresis")
            }
        }

        private var config: Config
        private var isAbove: Bool?

        init(_ config: Config, _ place: Place) { self.config = config }
        func adopt(_ config: Config, _ place: Place) { self.config = config }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let length = Int(config.span) + 1
            let value = sample.integer(bytes: length, signed: config.isSigned)
            let boundary =
                config.isSigned
                ? Int64(Int32(bitPattern: config.boundary)) : Int64(config.boundary)
            let hysteresis = Int64(config.hysteresis)
            guard let wasAbove = isAbove else {
                isAbove = value >= boundary
                return nil
            }
            // Without hysteresis the boundary itself is above it.
            let isHigh = value >= boundary + hysteresis
            let isLow = value <= boundary - hysteresis && !isHigh
            guard wasAbove ? isLow : isHigh else { return nil }
            isAbove = !wasAbove
            var output = ShortBytes()
            switch config.mode {
            case .absolute: output.append(value, bytes: length)
            case .binary: output.append(Int8(wasAbove ? -1 : 1), bytes: 1)
            }
            return output
        }

        var isSigned: Bool? { config.mode == .absolute ? config.isSigned : true }
    }
}
