extension MWDataProcessor {
    /// Compares samples with references (protocol, core 4.6, type 06, the form since firmware 1.2.3).
    public struct Comparator: MWDataProcessorConfig {
        /// How a sample must stand to a reference.
        public enum Operation: UInt8, CaseIterable, Sendable { case eq, neq, lt, lte, gt, gte }

        /// What comes out.
        public enum Mode: UInt8, CaseIterable, Sendable {
            /// The sample, if it stands so to any reference.
            case absolute
            /// The first reference that it stands so to.
            case reference
            /// The number of that reference; how many there are if there is none.
            case zone
            /// 1 or 0.
            case binary
        }

        /// 06.
        public let typeID: UInt8 = 0x06
        /// How a sample must stand to a reference.
        public let operation: Operation
        /// In counts of the input.
        public let references: [Int32]
        /// What comes out.
        public let mode: Mode
        /// Whether both have a sign.
        public let signed: Bool

        /// The first reference.
        public var reference: Int32 { references.first ?? 0 }

        /// One reference; the sample comes out if it stands so to it.
        public init(operation: Operation, reference: Int32, signed: Bool = true) {
            self.init(operation: operation, references: [reference], signed: signed)
        }

        /// Several references; so many as fit into a packet are sent.
        public init(
            operation: Operation, references: [Int32], mode: Mode = .absolute, signed: Bool = true
        ) {
            self.operation = operation
            self.references = references
            self.mode = mode
            self.signed = signed
        }

        /// Sign, length less one, operation, mode; then the references at the input's size.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            let unit = min(4, ProcessorInput(inputLength, inputChannels).unit)
            let head = bitFields(
                (signed ? 1 : 0, 1), (unit - 1, 2), (Int(operation.rawValue), 3),
                (Int(mode.rawValue), 2))
            return head + references.prefix(12 / unit).flatMap { $0.littleEndianBytes(unit) }
        }

        /// One byte for a number or a flag.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            mode == .zone || mode == .binary ? 1 : inputLength
        }
        /// One for a number or a flag.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            mode == .zone || mode == .binary ? 1 : inputChannels
        }
        /// As the comparison's.
        public func outputSigned(inputSigned: Bool) -> Bool {
            mode == .zone || mode == .binary ? false : signed
        }
    }

    /// Compares samples with one reference of four bytes: the form that firmware before 1.2.3 takes.
    public struct EarlyComparator: MWDataProcessorConfig {
        /// 06.
        public let typeID: UInt8 = 0x06
        /// How a sample must stand to the reference.
        public let operation: Comparator.Operation
        /// In counts of the input.
        public let reference: Int32
        /// Whether both have a sign.
        public let signed: Bool

        /// A comparison.
        public init(operation: Comparator.Operation, reference: Int32, signed: Bool = true) {
            self.operation = operation
            self.reference = reference
            self.signed = signed
        }

        /// Sign, operation, 00, reference.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            [signed ? 1 : 0, operation.rawValue, 0] + reference.littleEndianBytes
        }
        /// As the comparison's.
        public func outputSigned(inputSigned: Bool) -> Bool { signed }
    }

    /// Finds pulses: samples above a threshold for some time (type 0B).
    public struct Pulse: MWDataProcessorConfig {
        /// What comes out at the end of a pulse.
        public enum Output: UInt8, CaseIterable, Sendable {
            /// Its samples.
            case width
            /// Their sum.
            case area
            /// The largest.
            case peak
            /// 1, as soon as it is long enough.
            case onDetect
        }

        /// 0B.
        public let typeID: UInt8 = 0x0B
        /// What comes out.
        public let output: Output
        /// In counts of the input.
        public let threshold: Int32
        /// Samples at least.
        public let width: UInt16

        /// A search.
        public init(output: Output, threshold: Int32, width: UInt16) {
            self.output = output
            self.threshold = threshold
            self.width = width
        }

        /// Length less one, 00, output, threshold, width.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            [UInt8(ProcessorInput(inputLength, inputChannels).length - 1), 0, output.rawValue]
                + threshold.littleEndianBytes + width.littleEndianBytes
        }

        /// Two bytes for a width, four for an area, one for the find, the input's for a peak (protocol, core 4.6).
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            switch output {
            case .width: 2
            case .area: 4
            case .peak: inputLength
            case .onDetect: 1
            }
        }
        /// One.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { 1 }
        /// A width and a find have none.
        public func outputSigned(inputSigned: Bool) -> Bool {
            output == .area || output == .peak ? inputSigned : false
        }
    }

    /// Lets a sample pass that is far enough from the last one that passed (type 0C).
    public struct Delta: MWDataProcessorConfig {
        /// What passes.
        public enum Mode: UInt8, CaseIterable, Sendable {
            /// The sample.
            case absolute
            /// Its difference from the last one.
            case differential
            /// 1 or -1.
            case binary
        }

        /// 0C.
        public let typeID: UInt8 = 0x0C
        /// How far, in counts of the input.
        public let magnitude: Int32
        /// What passes.
        public let mode: Mode

        /// A distance.
        public init(magnitude: Int32, mode: Mode = .absolute) {
            self.magnitude = magnitude
            self.mode = mode
        }

        /// Length less one, sign, mode; magnitude.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            bitFields(
                (ProcessorInput(inputLength, inputChannels).length - 1, 2),
                (inputSigned ? 1 : 0, 1),
                (Int(mode.rawValue), 5)) + magnitude.littleEndianBytes
        }

        /// One byte for a direction.
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            mode == .binary ? 1 : inputLength
        }
        /// One for a direction.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            mode == .binary ? 1 : inputChannels
        }
        /// A difference and a direction have one.
        public func outputSigned(inputSigned: Bool) -> Bool { mode != .absolute || inputSigned }
    }

    /// Tells when samples cross a boundary (type 0D).
    public struct Threshold: MWDataProcessorConfig {
        /// What comes out.
        public enum Mode: UInt8, CaseIterable, Sendable {
            /// The sample that crossed it.
            case absolute
            /// 1 upwards, -1 downwards.
            case binary
        }

        /// 0D.
        public let typeID: UInt8 = 0x0D
        /// In counts of the input.
        public let boundary: Int32
        /// How far beyond the boundary a sample must go.
        public let hysteresis: UInt16
        /// What comes out.
        public let mode: Mode
        /// Whether the input has a sign.
        public let signed: Bool

        /// A boundary.
        public init(
            boundary: Int32, hysteresis: UInt16 = 0, mode: Mode = .binary, signed: Bool = true
        ) {
            self.boundary = boundary
            self.hysteresis = hysteresis
            self.mode = mode
            self.signed = signed
        }

        /// Size less one, sign, mode; boundary, hysteresis.
        public func configBytes(
            inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool
        ) -> [UInt8] {
            bitFields(
                (ProcessorInput(inputLength, inputChannels).unit - 1, 2), (signed ? 1 : 0, 1),
                (Int(mode.rawValue), 5)) + boundary.littleEndianBytes
                + hysteresis.littleEndianBytes
        }

        /// One byte for a direction (protocol, core 16).
        public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 {
            mode == .binary ? 1 : inputLength
        }
        /// One.
        public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { 1 }
        /// A direction has one.
        public func outputSigned(inputSigned: Bool) -> Bool { mode == .binary || signed }
    }
}
