/// A breach of the protocol by a client: which rule, and what it did.
public struct Finding: Sendable, Equatable {
    /// Of the rule, `MW-LENGTH`.
    public var rule: String
}
