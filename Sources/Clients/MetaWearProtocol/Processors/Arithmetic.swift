extension MWDataProcessor {
    /// Adds samples up (protocol, core 4.6, type 02).
    public struct Accumulator: MWDataProcessorConfig {
        /// 02.
        public let typeID: UInt8 = 0x02
        /// Bytes of the sum, 1 to 4.
        public let outputSize: UInt8

        /// A sum.
        public init(outputSize: UInt8 = 4) { self.outputSize = min(4, max(1, outputSize)) }

        /// Both sizes less one.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            bitFields(
                (Int(outputSize) - 1, 2), (ProcessorInput(inputLength, inputChannels).unit - 1, 2),
                (0, 4))
        }

        /// The sum's.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { outputSize }
        /// One.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { 1 }
    }

    /// Counts samples (type 02).
    public struct Counter: MWDataProcessorConfig {
        /// 02.
        public let typeID: UInt8 = 0x02
        /// Bytes of the number, 1 to 4.
        public let outputSize: UInt8
        /// Whether the input's size is written too, as the C++ SDK does it and no firmware needs it.
        public let writesInputSize: Bool

        /// A number.
        public init(outputSize: UInt8 = 4, writesInputSize: Bool = false) {
            self.outputSize = min(4, max(1, outputSize))
            self.writesInputSize = writesInputSize
        }

        /// Size less one, and the mark of a counter.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            let size = writesInputSize ? min(4, ProcessorInput(inputLength, 1).length) - 1 : 0
            return bitFields((Int(outputSize) - 1, 2), (size, 2), (1, 4))
        }

        /// The number's.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { outputSize }
        /// One.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { 1 }
        /// Never.
        public func outputSigned(inputSigned: Bool) -> Bool { false }
    }

    /// Smooths samples, or takes the smooth part away (type 03).
    public struct Average: MWDataProcessorConfig {
        /// 03.
        public let typeID: UInt8 = 0x03
        /// Samples that it remembers; a power of two costs the board least.
        public let sampleSize: UInt8
        /// Whether what remains is what changes fast; from module revision 2 on.
        public let isHighPass: Bool
        /// Whether the number of channels is written too, as the C++ SDK does it from module revision 2 on. Without
        /// it a board takes one channel only.
        public let writesChannels: Bool

        /// A filter.
        public init(sampleSize: UInt8 = 4, isHighPass: Bool = false, writesChannels: Bool = false) {
            self.sampleSize = sampleSize
            self.isHighPass = isHighPass
            self.writesChannels = writesChannels
        }

        /// Size less one twice and the kind, samples, channels less one.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            let input = ProcessorInput(inputLength, inputChannels)
            return bitFields(
                (input.unit - 1, 2), (input.unit - 1, 2), (0, 1), (isHighPass ? 1 : 0, 3))
                + [sampleSize] + (writesChannels ? [UInt8(input.channels - 1)] : [])
        }
    }

    /// The running mean of each channel (protocol, core 4.5, type 0E; no SDK makes it).
    public struct ChannelAverage: MWDataProcessorConfig {
        /// 0E.
        public let typeID: UInt8 = 0x0E
        /// Samples that it remembers.
        public let sampleSize: UInt8

        /// A filter.
        public init(sampleSize: UInt8 = 4) { self.sampleSize = sampleSize }

        /// Size less one twice, samples, channels.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            let input = ProcessorInput(inputLength, inputChannels)
            return bitFields((input.unit - 1, 2), (input.unit - 1, 2), (0, 4))
                + [sampleSize, UInt8(clamping: input.channels)]
        }
    }

    /// The running mean of attitudes (protocol, core 4.5, type 1A; no SDK makes it).
    public struct QuaternionAverage: MWDataProcessorConfig {
        /// 1A.
        public let typeID: UInt8 = 0x1A
        /// Samples that it remembers.
        public let sampleSize: UInt8

        /// A filter.
        public init(sampleSize: UInt8 = 4) { self.sampleSize = sampleSize }

        /// Samples.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] { [sampleSize] }
    }

    /// The root of the mean of the channels' squares (type 07).
    public struct RMS: MWDataProcessorConfig {
        /// 07.
        public let typeID: UInt8 = 0x07
        /// The mean has no choices.
        public init() {}
        /// Sizes, channels, sign; 00.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] { combiner(inputLength, inputChannels, inputSigned) + [0] }
        /// One channel's.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            UInt8(ProcessorInput(inputLength, inputChannels).unit)
        }
        /// One.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { 1 }
        /// Never.
        public func outputSigned(inputSigned: Bool) -> Bool { false }
    }

    /// The root of the sum of the channels' squares (type 07).
    public struct RSS: MWDataProcessorConfig {
        /// 07.
        public let typeID: UInt8 = 0x07
        /// The sum has no choices.
        public init() {}
        /// Sizes, channels, sign; 01.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] { combiner(inputLength, inputChannels, inputSigned) + [1] }
        /// One channel's.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            UInt8(ProcessorInput(inputLength, inputChannels).unit)
        }
        /// One.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { 1 }
        /// Never.
        public func outputSigned(inputSigned: Bool) -> Bool { false }
    }

    private static func combiner(
        _ length: UInt8, _ channels: UInt8, _ isSigned: Bool
    ) -> [UInt8] {
        let input = ProcessorInput(length, channels)
        return bitFields(
            (input.unit - 1, 2), (input.unit - 1, 2), (input.channels - 1, 3), (isSigned ? 1 : 0, 1)
        )
    }

    /// Calculates with each channel (type 09).
    public struct Math: MWDataProcessorConfig {
        /// What is calculated.
        public enum Operation: UInt8, CaseIterable, Sendable {
            case add = 1
            case multiply, divide, modulo, exponent, sqrt, lshift, rshift, subtract, abs, constant
        }

        /// 09.
        public let typeID: UInt8 = 0x09
        /// What is calculated.
        public let operation: Operation
        /// The other operand, in counts of the input.
        public let rhs: Int32
        /// Whether the input has a sign.
        public let signed: Bool
        /// Bytes of a result, 1 to 4; nil for what the operation needs: 4, less for shifts.
        public let outputSize: UInt8?
        /// Whether the number of channels is written too: firmware before 1.1.0 does not know it.
        public let writesChannels: Bool

        /// A calculation.
        public init(
            operation: Operation, rhs: Int32 = 0, signed: Bool = true, outputSize: UInt8? = nil,
            writesChannels: Bool = true
        ) {
            self.operation = operation
            self.rhs = rhs
            self.signed = signed
            self.outputSize = outputSize.map { min(4, max(1, $0)) }
            self.writesChannels = writesChannels
        }

        private func size(_ input: ProcessorInput) -> Int {
            if let outputSize { return Int(outputSize) }
            switch operation {
            case .lshift: return max(1, min(4, input.unit + Int(rhs) / 8))
            case .rshift: return max(1, min(4, input.unit - Int(rhs) / 8))
            default: return 4
            }
        }

        /// Sizes and sign, operation, operand, channels less one.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            let input = ProcessorInput(inputLength, inputChannels)
            return bitFields((size(input) - 1, 2), (input.unit - 1, 2), (signed ? 1 : 0, 4))
                + [operation.rawValue] + rhs.littleEndianBytes
                + (writesChannels ? [UInt8(input.channels - 1)] : [])
        }

        /// As many as come in, each of the result's size.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            let input = ProcessorInput(inputLength, inputChannels)
            return UInt8(clamping: size(input) * input.channels)
        }

        /// As the calculation's.
        public func outputSigned(inputSigned: Bool) -> Bool { signed }
    }
}
