import YAML

/// One word out of several: a string enum that says what each word means.
package protocol Choice: DeclaredValue, RawRepresentable, CaseIterable where RawValue == String {
    /// What the words choose, for a message: `axis`.
    static var title: String { get }
    /// What this word means; empty if that is obvious.
    var about: String { get }
    /// Words that other files use for the same, each with its word here: not accepted, but named in
    /// the message.
    static var synonyms: [String: String] { get }
}

extension Choice {
    package var about: String { "" }
    package static var synonyms: [String: String] { [:] }
    package static var shape: Shape { .choice(allCases.map { ($0.rawValue, $0.about) }) }
    package var text: String { rawValue }

    package static func read(_ node: Node, _ reader: Reader) -> Self? {
        let words = allCases.map(\.rawValue)
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reader.mismatch(
                node, expected: "a word for \(title)",
                fix: "write one of: " + words.joined(separator: ", "))
            return nil
        }
        if let value = Self(rawValue: text) { return value }
        reader.fail(
            "`\(text)` is not a valid \(title)", at: node.mark,
            fix: synonyms[text].map { "write `\($0)`" }
                ?? Suggestion.fix(text, known: words, what: "choices"))
        return nil
    }
}

/// Words that are the names of other values: of modules, of quantities.
package protocol NamedChoice: Choice {
    associatedtype Value
    /// What may be chosen.
    static var values: [Value] { get }
    init(_ value: Value)
}

extension NamedChoice {
    package static var allCases: [Self] { values.map(Self.init) }

    package init?(rawValue: String) {
        guard let named = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = named
    }
}
