import Wire

extension DataProcessor {
    /// Type 09: one operation on every channel; the vendor calls it math.
    final class Arithmetic: Algorithm {
        enum Operation: UInt8 {
            case none, add, multiply, divide, modulus, exponent, squareRoot, shiftLeft, shiftRight
            case subtract, absolute, constant
        }

        struct Config: Layout {
            var output: UInt8 = 0
            var input: UInt8 = 0
            var isSigned = false
            var operation = Operation.none
            var operand: UInt32 = 0
            var otherChannels: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&output, bits: 2, "output length less one")
                c(&input, bits: 2, "input length less one")
                c(&isSigned, "signed")
                c.reserved(bits: 3)
                c(&operation, "operation")
                c(&operand, "operand")
                c.optional(&otherChannels, "channels less one")
            }

            var channels: Int { Int(otherChannels) + 1 }
            var inputBytes: Int { Int(input) + 1 }
            var outputBytes: Int { Int(output) + 1 }
            /// The operand with the sign that the input has.
            var right: Int64 {
                isSigned ? Int64(Int32(bitPattern: operand)) : Int64(operand)
            }
        }

        private var config: Config
        private var right: Int64

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            guard config.channels * config.outputBytes <= DataProcessor.longestOutput else {
                throw unusable(config.otherChannels, "channels less one")
            }
        }

        init(_ config: Config, _ place: Place) {
            self.config = config
            right = config.right
        }

        func adopt(_ config: Config, _ place: Place) {
            self.config = config
            right = config.right
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            var output = ShortBytes()
            let bytes = config.inputBytes
            for channel in 0..<config.channels {
                let value = sample.integer(
                    offset: channel * bytes, bytes: bytes, signed: config.isSigned)
                guard let result = result(value) else { return nil }
                output.append(result, bytes: config.outputBytes)
            }
            return output
        }

        /// nil where there is no result: a division by zero, the root of a negative number.
        private func result(_ x: Int64) -> Int64? {
            switch config.operation {
            case .none: x
            case .add: x &+ right
            case .multiply: x &* right
            case .divide: right == 0 ? nil : x / right
            case .modulus: right == 0 ? nil : x % right
            case .exponent: Self.power(x, right)
            case .squareRoot: x < 0 ? nil : Int64(integerSquareRoot(UInt64(x)))
            case .shiftLeft: x << right
            case .shiftRight: x >> right
            case .subtract: x &- right
            case .absolute: x < 0 ? 0 &- x : x
            case .constant: right
            }
        }

        /// Modulo 2⁶⁴; a negative exponent gives the whole part of a fraction.
        private static func power(_ base: Int64, _ exponent: Int64) -> Int64? {
            if exponent < 0 {
                if base == 0 { return nil }
                if base == 1 { return 1 }
                return base == -1 ? (exponent & 1 == 0 ? 1 : -1) : 0
            }
            var (result, square, rest): (Int64, Int64, Int64) = (1, base, exponent)
            while rest > 0 {
                if rest & 1 != 0 { result = result &* square }
                square = square &* square
                rest >>= 1
            }
            return result
        }

        func length(of rest: Int, declared: Int) -> Int { config.channels * config.inputBytes }
        var isSigned: Bool? { config.isSigned }
    }
}
