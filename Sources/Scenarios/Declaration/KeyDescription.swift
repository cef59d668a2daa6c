/// What a declaration says about one key.
struct KeyDescription: Sendable {
    enum Need: Sendable {
        case required
        /// The default as written in a file, or in words.
        case optional(otherwise: String)
        /// One of several keys of which exactly one must be present.
        case alternative
    }

    var name: String
    /// Its former name, which is still accepted.
    var former: String?
    var shape: Shape
    var about: String
    var need: Need
    /// `1 to 100`; empty if every value is allowed.
    var bounds = ""
    /// The bounds as values, if there are any.
    var limits: (lowest: any DeclaredValue, highest: any DeclaredValue)?
    /// For a whole number.
    var integers: ClosedRange<Int>?
    var count: ClosedRange<Int>?
    /// Whether the section may be written as the value of this key alone.
    var isPrincipal = false
}

extension KeyDescription {
    var isRequired: Bool {
        if case .required = need { true } else { false }
    }
}
