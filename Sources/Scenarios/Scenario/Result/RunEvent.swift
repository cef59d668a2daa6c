public import Simulation

/// A moment of a run worth a mark: a link that came about or ended, or a fault.
public struct RunEvent: Sendable, Equatable {
    /// What happened; a link is one to the board of this name.
    public enum Kind: Sendable, Equatable {
        case fault
        case connected(board: String)
        /// The link ended against the client's wish.
        case lost(board: String)
        /// The client ended it.
        case ended(board: String)
    }

    /// When it happened.
    public var time: Instant
    /// What happened.
    public var kind: Kind
    /// Whose link it is; nil for a fault.
    public var client: String?
    /// In words.
    public var title: String

    /// A moment worth a mark.
    public init(_ time: Instant, _ kind: Kind, client: String? = nil, title: String) {
        self.time = time
        self.kind = kind
        self.client = client
        self.title = title
    }
}
