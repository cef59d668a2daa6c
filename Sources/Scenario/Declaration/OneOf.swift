import YAML

/// Keys of which a section has exactly one, as `turn` in `- turn: {by: 90 deg}`: an enum whose
/// cases are declared once with their keys.
public protocol OneOf: Sendable {
    /// What it is called, for messages.
    static var title: String { get }
    /// Names each case's key.
    static func declare(_ cases: Cases<Self>)
}

/// The keys of a ``OneOf``.
public final class Cases<Choice: OneOf> {
    /// One key: its name and how its value becomes the enum's case.
    struct Entry {
        var key: KeyDescription
        var read: (Node, Reader) -> Choice?
    }

    private(set) var entries: [Entry] = []
    /// If not `nil`, only this key is of interest.
    private let wanted: String?

    init(only wanted: String? = nil) { self.wanted = wanted }

    /// A key whose value is a section; the section says what it is.
    ///
    /// - Parameter former: what the key was called in earlier files, which are read on.
    public func callAsFunction<S: Section>(
        _ name: String, former: String? = nil, _ make: @escaping (S) -> Choice
    ) {
        guard let former, wanted == former else { return add(name, S.about, make) }
        add(former, S.about, make)
    }

    /// A key whose value needs words of its own.
    public func callAsFunction<V: DeclaredValue>(
        _ name: String, _ make: @escaping (V) -> Choice, _ about: String
    ) {
        add(name, about, make)
    }

    private func add<V: DeclaredValue>(
        _ name: String, _ about: String, _ make: @escaping (V) -> Choice
    ) {
        guard wanted == nil || wanted == name else { return }
        let key = KeyDescription(name: name, shape: V.shape, about: about, need: .alternative)
        entries.append(Entry(key: key) { node, reader in V.read(node, reader).map(make) })
    }
}

extension OneOf {
    static var entries: [Cases<Self>.Entry] {
        let cases = Cases<Self>()
        declare(cases)
        return cases.entries
    }

    /// The case of a key.
    static func find(_ name: String) -> Cases<Self>.Entry? {
        let cases = Cases<Self>(only: name)
        declare(cases)
        return cases.entries.first
    }

    /// Whether a case has this key.
    static func has(_ name: String) -> Bool { find(name) != nil }

    /// What the generators need to know of each case.
    static var keyDescriptions: [KeyDescription] { entries.map(\.key) }

    /// Reads the word of a case alone: `- connect`.
    static func read(word node: Node, _ reader: Reader) -> Self? {
        guard case .scalar(let word, _) = node.content else { return nil }
        guard let entry = find(word) else {
            reader.fail(
                "there is no \(title) `\(word)`", at: node.mark,
                mend: Suggestion.mend(word, known: keyDescriptions.map(\.name), what: "choices"))
            return nil
        }
        return entry.read(Node(.scalar("", quoted: false), mark: node.mark), reader)
    }
}
