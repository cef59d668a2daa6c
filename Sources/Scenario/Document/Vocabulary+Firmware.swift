import MetaWearBoard

extension Vocabulary {
    /// The words that the shipped firmware knows.
    public static let firmware = Vocabulary(quirks: Quirk.allCases.map(\.rawValue))
}
