/// What a declaration says about one key.
struct KeyDescription: Sendable {
    /// Whether the key must stand there.
    enum Need: Sendable {
        case required
        /// The default as a file would write it, or in words.
        case optional(otherwise: String)
        /// One of several keys of which exactly one must stand there.
        case alternative
    }

    var name: String
    /// What it was called in earlier files, which are read on.
    var former: String?
    var shape: Shape
    var about: String
    var need: Need
    /// `1 to 100`; empty if every value will do.
    var bounds = ""
    /// The same as values that a file may hold, if there are bounds.
    var limits: (lowest: any DeclaredValue, highest: any DeclaredValue)?
    /// Of a whole number.
    var integers: ClosedRange<Int>?
    /// Of a list.
    var count: ClosedRange<Int>?
    /// The section may be written as the value of this key alone.
    var isPrincipal = false
}

extension KeyDescription {
    var isRequired: Bool {
        if case .required = need { true } else { false }
    }
}
