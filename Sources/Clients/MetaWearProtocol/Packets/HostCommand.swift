/// Something that is one write to a board.
public protocol HostCommand: Sendable {
    /// What is written.
    var packet: Packet { get }
}

/// Something that takes several writes, in this order.
public protocol HostCommandSequence: Sendable {
    /// What is written.
    var packets: [Packet] { get }
}

/// A value that a board sends when it is asked for it.
public protocol ReadableValue: MWSensor {
    /// What an answer holds.
    associatedtype Sample: Sendable
    /// What is written to ask.
    var readPacket: Packet { get }
    /// Reads the whole answer, header included.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    func sample(from packet: Span<UInt8>) throws(MWError) -> Sample
}

extension ReadableValue {
    /// Reads the whole answer, header included.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public func sample(from packet: [UInt8]) throws(MWError) -> Sample {
        try sample(from: packet.span)
    }
}
