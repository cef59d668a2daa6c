public import Foundation

/// Something that is one write to a board.
public protocol MWCommand: Sendable {
    /// The whole packet.
    var commandData: Data { get }
}

/// Something that takes several writes, in this order.
public protocol MWCommandSequence: Sendable {
    /// Whole packets.
    var commands: [Data] { get }
}
