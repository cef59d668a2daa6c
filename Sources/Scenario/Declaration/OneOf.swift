public import YAML

/// A mapping with one key out of several, as in `- turn: {by: 90 deg}`: an enum whose cases are
/// declared once with their keys.
public protocol OneOf: DeclaredValue {
    /// What it is called; unique among sections and `OneOf` types.
    static var title: String { get }
    /// What it is: a sentence or two.
    static var about: String { get }
    /// Names each case's key.
    static func declare(_ cases: Cases<Self>)
}

/// The keys of a ``OneOf``.
public final class Cases<Choice: OneOf> {
    /// One key: its name and how its value becomes the enum's case.
    struct Entry {
        var name: String
        var about: String
        var shape: Shape
        var read: (Node, Reader) -> Choice?
    }

    private(set) var entries: [Entry] = []

    /// A key whose value is a section; the section says what it is.
    public func callAsFunction<S: Section>(_ name: String, _ make: @escaping (S) -> Choice) {
        add(name, S.about, make)
    }

    /// A key whose value is not a section.
    public func callAsFunction<V: DeclaredValue>(
        _ name: String, _ make: @escaping (V) -> Choice, _ about: String
    ) {
        add(name, about, make)
    }

    private func add<V: DeclaredValue>(
        _ name: String, _ about: String, _ make: @escaping (V) -> Choice
    ) {
        entries.append(
            Entry(name: name, about: about, shape: V.shape) { node, reader in
                V.read(node, reader).map(make)
            })
    }
}

extension OneOf {
    /// One key of several.
    public static var shape: Shape { .oneOf(Self.self) }
    /// A mapping needs lines.
    public var text: String { "" }

    static var entries: [Cases<Self>.Entry] {
        let cases = Cases<Self>()
        declare(cases)
        return cases.entries
    }

    /// What the generators need to know of each case.
    static var keyDescriptions: [KeyDescription] {
        entries.map {
            KeyDescription(name: $0.name, shape: $0.shape, about: $0.about, need: .alternative)
        }
    }

    /// Reads `name: {…}`, or `name` alone if it needs no more.
    public static func read(_ node: Node, _ reader: Reader) -> Self? {
        let entries = entries
        switch node.content {
        case .mapping(let pairs):
            guard let first = pairs.first else { break }
            if pairs.count > 1 {
                reader.fail(
                    "`\(pairs[1].name)` stands in the same entry as `\(first.name)`",
                    at: pairs[1].mark,
                    mend: "begin a new line with `- \(pairs[1].name):`, or indent it to belong to"
                        + " `\(first.name)`")
                return nil
            }
            return read(first.name, first.mark, first.value, entries, reader)
        case .scalar(let name, _) where !node.isNull:
            return read(
                name, node.mark, Node(.scalar("", quoted: false), mark: node.mark), entries, reader)
        default: break
        }
        reader.mismatch(
            node, expected: "a \(title)",
            mend: "write one of: " + entries.map(\.name).joined(separator: ", "))
        return nil
    }

    private static func read(
        _ name: String, _ mark: Mark, _ value: Node, _ entries: [Cases<Self>.Entry],
        _ reader: Reader
    ) -> Self? {
        guard let entry = entries.first(where: { $0.name == name }) else {
            reader.fail(
                "there is no \(title) `\(name)`", at: mark,
                mend: Suggestion.mend(name, known: entries.map(\.name), what: "\(title)s"))
            return nil
        }
        return entry.read(value, reader)
    }
}
