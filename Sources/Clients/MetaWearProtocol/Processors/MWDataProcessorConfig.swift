import Wire

/// A processor that takes what a signal gives and gives something on (protocol, core 4).
public protocol MWDataProcessorConfig: Sendable {
    /// The type's number.
    var typeID: UInt8 { get }
    /// What follows the type in the command, computed from the input.
    ///
    /// - Parameters:
    ///   - inputLength: bytes of a sample.
    ///   - inputChannels: numbers in a sample.
    ///   - inputSigned: whether they have a sign.
    func configBytes(inputLength: UInt8, inputChannels: UInt8, inputSigned: Bool) -> [UInt8]
    /// Bytes of an output.
    func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8
    /// Numbers in an output.
    func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8
    /// Whether they have a sign.
    func outputSigned(inputSigned: Bool) -> Bool
}

extension MWDataProcessorConfig {
    /// As the input.
    public func outputLength(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { inputLength }
    /// As the input.
    public func outputChannels(inputLength: UInt8, inputChannels: UInt8) -> UInt8 { inputChannels }
    /// As the input.
    public func outputSigned(inputSigned: Bool) -> Bool { inputSigned }
}

/// The input of a processor, from which its configuration is computed.
struct ProcessorInput {
    var length: Int
    var channels: Int

    init(_ length: UInt8, _ channels: UInt8) {
        self.length = max(1, Int(length))
        self.channels = max(1, Int(channels))
    }

    /// Bytes of one channel, at least one.
    var unit: Int { max(1, length / channels) }
}

/// Bit fields from the lowest bit up, each cut to its width.
func bitFields(_ fields: (value: Int, bits: Int)...) -> [UInt8] {
    var writer = Writer()
    for field in fields {
        _ = writer.field(UInt64(truncatingIfNeeded: field.value), field.bits, "field")
    }
    return writer.bytes
}

/// The data processors of a board.
public enum MWDataProcessor {}
