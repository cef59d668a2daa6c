import YAML

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
    var shape: Shape
    var about: String
    var need: Need
    /// `1 to 100`; empty if every value will do.
    var bounds = ""
    /// Of a whole number.
    var integers: ClosedRange<Int>?
    /// Of a list.
    var count: ClosedRange<Int>?
    /// The section may be written as the value of this key alone.
    var isPrincipal = false
}

/// The keys of one section: reads them from a mapping, or only writes down what they are.
public final class Keys {
    private(set) var descriptions: [KeyDescription] = []
    /// The keys of which exactly one must stand there, if the section has such.
    private(set) var alternatives: (any OneOf.Type)?

    /// The one of them that stands there.
    private var chosenKey: KeyDescription?

    private let node: Node?
    private let reader: Reader
    private let title: String
    private let entries: [Node.Entry]
    /// The section was written as the value of its principal key.
    private let isShort: Bool
    private var isShortTaken = false

    /// Only describes.
    init() {
        node = nil
        reader = Reader()
        title = ""
        entries = []
        isShort = false
    }

    /// Reads from a node.
    init(reading node: Node, _ reader: Reader, title: String) {
        self.node = node
        self.reader = reader
        self.title = title
        if case .mapping(let entries) = node.content {
            self.entries = entries
            isShort = false
        } else {
            entries = []
            isShort = !node.isNull
        }
    }

    /// A key that must stand there.
    public func required<V: DeclaredValue>(
        _ value: inout V, _ name: String, principal: Bool = false, _ about: String
    ) {
        describe(
            KeyDescription(
                name: name, shape: V.shape, about: about, need: .required, isPrincipal: principal))
        if let read: V = read(name, V.self, principal) {
            value = read
        } else if isMissing(name, principal) {
            missing(name, V.shape)
        }
    }

    /// A key that may be left out; the property's value at this time is the default.
    public func optional<V: DeclaredValue>(
        _ value: inout V, _ name: String, principal: Bool = false, otherwise: String? = nil,
        _ about: String
    ) {
        describe(
            KeyDescription(
                name: name, shape: V.shape, about: about,
                need: .optional(otherwise: otherwise ?? value.text), isPrincipal: principal))
        if let read: V = read(name, V.self, principal) { value = read }
    }

    /// A key that may be left out, without a value to take its place.
    public func optional<V: DeclaredValue>(
        _ value: inout V?, _ name: String, principal: Bool = false, otherwise: String = "",
        _ about: String
    ) {
        describe(
            KeyDescription(
                name: name, shape: V.shape, about: about, need: .optional(otherwise: otherwise),
                isPrincipal: principal))
        if let read: V = read(name, V.self, principal) { value = read }
    }

    /// A key that must stand there, within limits.
    public func required<V: DeclaredValue & Comparable>(
        _ value: inout V, _ name: String, in bounds: ClosedRange<V>, principal: Bool = false,
        _ about: String
    ) {
        required(&value, name, principal: principal, about)
        limit(value, name, bounds)
    }

    /// A key that may be left out, within limits.
    public func optional<V: DeclaredValue & Comparable>(
        _ value: inout V, _ name: String, in bounds: ClosedRange<V>, principal: Bool = false,
        otherwise: String? = nil, _ about: String
    ) {
        optional(&value, name, principal: principal, otherwise: otherwise, about)
        limit(value, name, bounds)
    }

    /// A key that may be left out, without a value to take its place, within limits.
    public func optional<V: DeclaredValue & Comparable>(
        _ value: inout V?, _ name: String, in bounds: ClosedRange<V>, principal: Bool = false,
        otherwise: String = "", _ about: String
    ) {
        optional(&value, name, principal: principal, otherwise: otherwise, about)
        limit(value, name, bounds)
    }

    /// A list; `count` says how many entries it may have, and whether it must stand there.
    public func list<V: DeclaredValue>(
        _ value: inout [V], _ name: String, count: ClosedRange<Int> = 0...1_000_000,
        principal: Bool = false, otherwise: String = "none", _ about: String
    ) {
        let isRequired = count.lowerBound > 0 && value.isEmpty
        if isRequired {
            required(&value, name, principal: principal, about)
        } else {
            optional(&value, name, principal: principal, otherwise: otherwise, about)
        }
        descriptions[descriptions.count - 1].count = count
        guard let found = find(name, principal), case .sequence(let items) = found.content,
            !count.contains(items.count)
        else { return }
        let wanted =
            items.count < count.lowerBound
            ? "at least \(count.lowerBound)" : "at most \(count.upperBound)"
        reader.fail("`\(name)` has \(items.count) entries", at: found.mark, mend: "give \(wanted)")
    }

    /// The name by which other parts of the file mean this section.
    public func name(_ value: inout String, _ name: String, of kind: NameKind, _ about: String) {
        optional(&value, name, about)
        guard let node else { return }
        reader.define(value, kind, at: find(name, false)?.mark ?? node.mark)
    }

    /// The name of another section; left out, the only one of its kind.
    ///
    /// `asNeeded` is false if this very section can do without.
    public func reference(
        _ value: inout Reference, _ name: String, principal: Bool = false, asNeeded: Bool = true,
        _ about: String
    ) {
        let kind = value.kind
        var text: String?
        optional(
            &text, name, principal: principal, otherwise: "the only \(kind.rawValue)", about)
        guard let node else { return }
        value = Reference(kind, name: text, mark: find(name, principal)?.mark ?? node.mark)
        if asNeeded || text != nil { reader.use(value) }
    }

    /// The name of another section, where to leave it out means something else.
    public func reference(
        _ value: inout Reference?, _ name: String, to kind: NameKind, otherwise: String,
        _ about: String
    ) {
        var text: String?
        optional(&text, name, otherwise: otherwise, about)
        guard let text, let mark = find(name, false)?.mark else { return }
        let reference = Reference(kind, name: text, mark: mark)
        value = reference
        reader.use(reference)
    }

    /// Exactly one of several keys; at most once in a section.
    public func exactlyOne<U: OneOf>(_ value: inout U) {
        alternatives = U.self
        guard let node else { return }
        let cases = U.entries
        if isShort {
            guard case .scalar = node.content else { return }  // `finish` complains.
            isShortTaken = true
            if let read = U.read(word: node, reader) { value = read }
            return
        }
        let present = entries.filter { entry in cases.contains { $0.key.name == entry.name } }
        guard let first = present.first,
            let chosen = cases.first(where: { $0.key.name == first.name })
        else {
            let names = cases.map(\.key.name)
            // A slip of the hand is complained about once, as an unknown key.
            if entries.contains(where: { Suggestion.nearest(to: $0.name, in: names) != nil }) {
                return
            }
            reader.fail(
                "this \(title) does not say what it is for", at: node.mark,
                mend: "add one of: " + names.joined(separator: ", "))
            return
        }
        chosenKey = chosen.key
        if present.count > 1 {
            reader.fail(
                "`\(present[1].name)` stands beside `\(first.name)`; only one of them can be meant",
                at: present[1].mark, mend: "make it an entry of its own")
        }
        if let read = chosen.read(first.value, reader) { value = read }
    }

    /// Complains about what was never asked for.
    func finish() {
        guard let node else { return }
        if isShort, !isShortTaken {
            let known = knownNames
            reader.mismatch(
                node, expected: "a mapping for `\(title)`",
                mend: known.isEmpty
                    ? "leave the value out"
                    : "write it with the keys: " + known.joined(separator: ", "))
        }
        let known = knownNames
        for entry in entries where !known.contains(entry.name) {
            reader.fail(
                "unknown key `\(entry.name)` in \(title)", at: entry.mark,
                mend: mend(unknown: entry.name, known))
        }
    }

    private func mend(unknown name: String, _ known: [String]) -> String {
        guard let chosenKey else {
            return known.isEmpty
                ? "it has no keys" : Suggestion.mend(name, known: known, what: "keys")
        }
        if case .section(let section) = chosenKey.shape,
            section.keys.descriptions.contains(where: { $0.name == name })
        {
            return "write it inside: `\(chosenKey.name): {\(name): …}`"
        }
        let common = descriptions.map(\.name) + [chosenKey.name]
        return Suggestion.mend(name, known: common, what: "keys")
    }

    private var knownNames: [String] {
        descriptions.map(\.name) + (alternatives?.keyDescriptions.map(\.name) ?? [])
    }

    private func describe(_ description: KeyDescription) { descriptions.append(description) }

    private func find(_ name: String, _ principal: Bool) -> Node? {
        if isShort { return principal ? node : nil }
        return entries.first { $0.name == name }?.value
    }

    private func read<V: DeclaredValue>(_ name: String, _: V.Type, _ principal: Bool) -> V? {
        guard let found = find(name, principal) else { return nil }
        if isShort { isShortTaken = true }
        return V.read(found, reader)
    }

    private func isMissing(_ name: String, _ principal: Bool) -> Bool {
        guard node != nil, find(name, principal) == nil else { return false }
        return !isShort || descriptions.contains { $0.isPrincipal }
    }

    private func missing(_ name: String, _ shape: Shape) {
        guard let node else { return }
        reader.fail(
            "\(title) lacks the key `\(name)`", at: node.mark,
            mend: "add `\(name): \(shape.sample)`")
    }

    private func limit<V: DeclaredValue & Comparable>(
        _ value: V?, _ name: String, _ bounds: ClosedRange<V>
    ) {
        let last = descriptions.count - 1
        let isSingle = bounds.lowerBound == bounds.upperBound
        let isOpen = bounds.upperBound as? Int == .max
        descriptions[last].bounds =
            isSingle
            ? "only \(bounds.lowerBound.text)"
            : isOpen
                ? "\(bounds.lowerBound.text) or more"
                : "\(bounds.lowerBound.text) to \(bounds.upperBound.text)"
        descriptions[last].integers = bounds as? ClosedRange<Int>
        guard let found = find(name, descriptions[last].isPrincipal), let value,
            !bounds.contains(value)
        else { return }
        reader.fail(
            "`\(name)` is out of range: \(value.text)", at: found.mark,
            mend: isSingle
                ? "write `\(name): \(bounds.lowerBound.text)`"
                : "give \(descriptions[last].bounds)")
    }
}
