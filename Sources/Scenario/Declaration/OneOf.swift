import YAML

/// Keys of which a section has exactly one, as `turn` in `- turn: {by: 90 deg}`: an enum whose
/// cases are named like their keys.
public protocol OneOf: Sendable {
    /// What it is called, for messages.
    static var title: String { get }
    /// Each case with its key.
    static var cases: Cases<Self> { get }
}

/// The keys of a ``OneOf``.
public struct Cases<Choice: OneOf>: @unchecked Sendable {
    // The makers of an enum's cases are functions that capture nothing.

    /// One key: its name and how its value becomes the enum's case.
    struct Entry {
        var key: KeyDescription
        /// What the key was called in earlier files, which are read on.
        var former: String?
        var read: (Node, Reader) -> Choice?
    }

    private(set) var entries: [Entry] = []

    /// The keys of an enum, in the order in which they are described.
    public init(_ declare: (inout Cases<Choice>) -> Void) { declare(&self) }

    /// Keys whose values are sections, which say what they are; each is called as its case, with
    /// hyphens: `freeFall` is `free-fall`.
    public mutating func callAsFunction<each S: Section>(
        _ make: repeat @escaping (each S) -> Choice
    ) {
        for make in repeat each make { addNamesake(make) }
    }

    /// A key that is not called as its case.
    public mutating func callAsFunction<S: Section>(
        _ name: String, former: String? = nil, _ make: @escaping (S) -> Choice
    ) {
        add(name, former, S.about, make)
    }

    /// A key whose value needs words of its own.
    public mutating func callAsFunction<V: DeclaredValue>(
        _ name: String, _ make: @escaping (V) -> Choice, _ about: String
    ) {
        add(name, nil, about, make)
    }

    /// The case of a key.
    subscript(name: String) -> Entry? {
        guard let entry = entries.first(where: { $0.key.name == name || $0.former == name }) else {
            return nil
        }
        guard entry.former == name else { return entry }
        var renamed = entry
        renamed.key.name = name
        return renamed
    }

    private mutating func addNamesake<S: Section>(_ make: @escaping (S) -> Choice) {
        let label = Mirror(reflecting: make(S.keys.defaults)).children.first?.label ?? ""
        let name = label.reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
        add(name, nil, S.about, make)
    }

    private mutating func add<V: DeclaredValue>(
        _ name: String, _ former: String?, _ about: String, _ make: @escaping (V) -> Choice
    ) {
        let key = KeyDescription(name: name, shape: V.shape, about: about, need: .alternative)
        entries.append(Entry(key: key, former: former) { V.read($0, $1).map(make) })
    }
}

extension OneOf {
    /// Whether a case has this key.
    static func has(_ name: String) -> Bool { cases[name] != nil }

    /// What the generators need to know of each case.
    static var keyDescriptions: [KeyDescription] { cases.entries.map(\.key) }

    /// Reads the word of a case alone: `- connect`.
    static func read(word node: Node, _ reader: Reader) -> Self? {
        guard case .scalar(let word, _) = node.content else { return nil }
        guard let entry = cases[word] else {
            reader.fail(
                "there is no \(title) `\(word)`", at: node.mark,
                mend: Suggestion.mend(word, known: keyDescriptions.map(\.name), what: "choices"))
            return nil
        }
        return entry.read(Node(.scalar("", quoted: false), mark: node.mark), reader)
    }
}
