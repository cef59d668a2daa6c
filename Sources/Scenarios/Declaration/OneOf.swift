import YAML

/// A choice of one key out of several, as `turn` in `- turn: {by: 90 deg}`: an enum whose cases
/// are named after the keys.
package protocol OneOf: Sendable {
    /// What it is called, for messages.
    static var title: String { get }
    /// Each case with its key.
    static var cases: Cases<Self> { get }
}

/// A type that is the value of one of several keys.
package protocol Alternative: DeclaredValue {
    static var key: String { get }
    /// The key's former name, which is still accepted.
    static var former: String? { get }
    /// What it means: a sentence or two.
    static var about: String { get }
}

extension Alternative {
    package static var former: String? { nil }
}

extension Alternative where Self: Section {
    /// Its title, unless the section says otherwise.
    package static var key: String { title }
}

/// Several keys of which exactly one must be present.
package struct Cases<Choice>: @unchecked Sendable {
    // The makers of an enum's cases are functions that capture nothing.

    /// One key: its name and how its value becomes the enum's case.
    struct Entry {
        var key: KeyDescription
        var read: (Node, Reader) -> Choice?
    }

    private(set) var entries: [Entry] = []

    /// What is chosen, for messages.
    let title: String

    /// The keys of an enum, in the order in which they are described.
    package init(_ declare: (inout Cases<Choice>) -> Void) where Choice: OneOf {
        title = Choice.title
        declare(&self)
    }

    /// The keys of types that have one protocol in common, in the order in which they are
    /// described.
    ///
    /// A cast of an array or of a value read would have the runtime search all conformances of the
    /// program, for each type.
    ///
    /// - Parameters:
    ///   - alternative: the same type as one of several.
    ///   - read: reads a value of a type.
    package init<Kind>(
        _ title: String, _ kinds: [Kind], as alternative: (Kind) -> any Alternative.Type,
        read: @escaping (Kind, Node, Reader) -> Choice?
    ) {
        self.title = title
        for kind in kinds { addKind(alternative(kind)) { read(kind, $0, $1) } }
    }

    /// Keys whose values are sections. Each key is named after its case, with hyphens: `freeFall`
    /// is `free-fall`.
    package mutating func callAsFunction<each S: Section>(
        _ make: repeat @escaping (each S) -> Choice
    ) {
        for make in repeat each make { addNamesake(make) }
    }

    /// A key with a description of its own.
    package mutating func callAsFunction<V: DeclaredValue>(
        _ name: String, _ make: @escaping (V) -> Choice, _ about: String
    ) {
        add(name, about, make)
    }

    /// The case of a key.
    subscript(name: String) -> Entry? {
        guard
            var entry = entries.first(where: { $0.key.name == name || $0.key.former == name })
        else { return nil }
        entry.key.name = name
        return entry
    }

    private mutating func addKind<S: Alternative>(
        _: S.Type, read: @escaping (Node, Reader) -> Choice?
    ) {
        let key = KeyDescription(
            name: S.key, former: S.former, shape: S.shape, about: S.about, need: .alternative)
        entries.append(Entry(key: key, read: read))
    }

    private mutating func addNamesake<S: Section>(_ make: @escaping (S) -> Choice) {
        let label = Mirror(reflecting: make(S.keys.defaults)).children.first?.label ?? ""
        let name = label.reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
        add(name, S.about, make)
    }

    private mutating func add<V: DeclaredValue>(
        _ name: String, _ about: String, _ make: @escaping (V) -> Choice
    ) {
        let key = KeyDescription(name: name, shape: V.shape, about: about, need: .alternative)
        entries.append(Entry(key: key) { V.read($0, $1).map(make) })
    }
}

extension Cases {
    /// Each key, for the schema and the reference page.
    var keys: [KeyDescription] { entries.map(\.key) }

    /// The name of each key.
    package var names: [String] { entries.map(\.key.name) }

    /// Reads a key written as a single word: `- connect`.
    func read(word node: Node, _ reader: Reader) -> Choice? {
        guard case .scalar(let word, _) = node.content else { return nil }
        guard let entry = self[word] else {
            reader.fail(
                "unknown \(title) `\(word)`", at: node.mark,
                fix: Suggestion.fix(word, known: keys.map(\.name), what: "choices"))
            return nil
        }
        return entry.read(Node(.scalar("", quoted: false), mark: node.mark), reader)
    }
}
