extension MWDataProcessor {
    /// Lets samples pass: all, none, or so many (protocol, core 4.6, type 01).
    public struct Passthrough: MWDataProcessorConfig {
        /// Which samples pass.
        public enum Mode: UInt8, CaseIterable, Sendable {
            case all
            /// All while the count is above zero.
            case conditional
            /// So many as the count says.
            case count
        }

        /// 01.
        public let typeID: UInt8 = 0x01
        /// Which samples pass.
        public let mode: Mode
        /// The gate's number.
        public let count: UInt16

        /// A gate.
        public init(mode: Mode = .all, count: UInt16 = 0) {
            self.mode = mode
            self.count = count
        }

        /// Mode, count.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] { [mode.rawValue] + count.littleEndianBytes }
    }

    /// Lets a sample pass when so much time has gone by since the last (type 08).
    public struct Time: MWDataProcessorConfig {
        /// What passes.
        public enum Mode: UInt8, Sendable {
            /// The sample.
            case absolute
            /// Its difference from the last one that passed.
            case differential
            /// The sample, of any length; from module revision 1 on, as the C++ SDK sends it for `absolute`.
            case passthrough
        }

        /// 08.
        public let typeID: UInt8 = 0x08
        /// ms.
        public let periodMs: UInt32
        /// What passes.
        public let mode: Mode

        /// A limiter.
        public init(periodMs: UInt32, mode: Mode = .absolute) {
            self.periodMs = periodMs
            self.mode = mode
        }

        /// Length less one and mode, period.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            let input = ProcessorInput(inputLength, inputChannels)
            return bitFields((input.length - 1, 3), (Int(mode.rawValue), 5))
                + periodMs.littleEndianBytes
        }

        /// A difference has a sign.
        public func outputSigned(inputSigned: Bool) -> Bool { mode == .differential || inputSigned }
    }

    /// Holds samples back until so many others came (type 0A).
    public struct Sample: MWDataProcessorConfig {
        /// 0A.
        public let typeID: UInt8 = 0x0A
        /// How many.
        public let binSize: UInt8

        /// A delay.
        public init(binSize: UInt8) { self.binSize = binSize }

        /// Length less one, number.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] { [UInt8(ProcessorInput(inputLength, inputChannels).length - 1), binSize] }
    }

    /// Keeps the last sample, for reads of its state and for a fuser (type 0F).
    public struct Buffer: MWDataProcessorConfig {
        /// 0F.
        public let typeID: UInt8 = 0x0F
        /// A buffer has no choices.
        public init() {}

        /// Length less one.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            bitFields((ProcessorInput(inputLength, inputChannels).length - 1, 5), (0, 3))
        }
    }

    /// Gathers samples into one notification, 17 bytes at most (type 10).
    public struct Packer: MWDataProcessorConfig {
        /// 10.
        public let typeID: UInt8 = 0x10
        /// How many samples, 1 to 32.
        public let count: UInt8

        /// So many samples in one; 0 counts as 1.
        public init(count: UInt8) { self.count = min(32, max(1, count)) }

        /// Length less one, number less one.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            let input = ProcessorInput(inputLength, inputChannels)
            return bitFields((input.length - 1, 5), (0, 3), (Int(count) - 1, 5), (0, 3))
        }
    }

    /// Puts the time or a number before each sample (type 11).
    public struct Accounter: MWDataProcessorConfig {
        /// What stands before the sample.
        public enum Mode: UInt8, Sendable {
            case count
            /// In ticks of the log.
            case time
        }

        /// 11.
        public let typeID: UInt8 = 0x11
        /// What stands before the sample.
        public let mode: Mode
        /// Bytes of it, 1 to 4.
        public let length: UInt8
        /// The firmware's timer is shifted right by it: 3 gives ticks of the log.
        public let prescale: UInt8

        /// A stamp.
        public init(mode: Mode = .time, length: UInt8 = 4, prescale: UInt8 = 3) {
            self.mode = mode
            self.length = min(4, max(1, length))
            self.prescale = prescale
        }

        /// Number and sample fit into a notification: the number's bytes as the C++ SDK chooses them.
        public static func count(of inputLength: UInt8) -> Accounter {
            Accounter(mode: .count, length: UInt8(max(1, min(4, 17 - Int(inputLength)))))
        }

        /// Mode and length less one, prescale.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            bitFields(
                (Int(mode.rawValue), 4), (Int(length) - 1, 2), (0, 2), (Int(prescale), 4), (0, 4))
        }

        /// The stamp and the sample.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            UInt8(clamping: Int(inputLength) + Int(length))
        }

        /// Bytes: the parts differ in size.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            outputLength(inputLength: inputLength, inputChannels: inputChannels)
        }
    }

    /// Puts what buffers hold behind each sample (type 1B).
    public struct Fuser: MWDataProcessorConfig {
        /// 1B.
        public let typeID: UInt8 = 0x1B
        /// Of the buffers, in their order.
        public let bufferIDs: [UInt8]
        /// Bytes that they hold together.
        public let bufferedLength: UInt8

        /// - Parameter bufferedLength: bytes that the buffers hold together, for the shape of the output.
        /// - Throws: `MWError.operationFailed` for more than 12 buffers.
        public init(bufferIDs: [UInt8], bufferedLength: UInt8 = 0) throws(MWError) {
            guard bufferIDs.count <= 12 else {
                throw .operationFailed("a fuser takes 12 buffers, not \(bufferIDs.count)")
            }
            self.bufferIDs = bufferIDs
            self.bufferedLength = bufferedLength
        }

        /// Number, twelve ids.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            [UInt8(bufferIDs.count)] + bufferIDs
                + Array(repeating: 0, count: 12 - bufferIDs.count)
        }

        /// The sample and what the buffers hold.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            UInt8(clamping: Int(inputLength) + Int(bufferedLength))
        }

        /// As many as fit at the input's size.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            let unit = ProcessorInput(inputLength, inputChannels).unit
            let length = outputLength(inputLength: inputLength, inputChannels: inputChannels)
            return Int(length) % unit == 0 ? UInt8(Int(length) / unit) : length
        }
    }

    /// Any type with any bytes: what firmware knows and no host makes.
    public struct Raw: MWDataProcessorConfig {
        /// The type's number.
        public let typeID: UInt8
        /// What follows it.
        public let bytes: [UInt8]
        /// Bytes of an output; nil for those of the input.
        public let length: UInt8?

        /// A processor.
        public init(typeID: UInt8, bytes: [UInt8], outputLength length: UInt8? = nil) {
            self.typeID = typeID
            self.bytes = bytes
            self.length = length
        }

        /// The bytes.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] { bytes }

        /// As given.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            length ?? inputLength
        }

        /// Bytes, if the length was given.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            length ?? inputChannels
        }
    }
}
