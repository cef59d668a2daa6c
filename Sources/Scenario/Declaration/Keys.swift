import YAML

/// The keys of one section: reads them from a mapping, or only writes down what they are.
public final class Keys {
    var descriptions: [KeyDescription] = []
    /// The keys of which exactly one must stand there, if the section has such.
    private(set) var alternatives: (any OneOf.Type)?

    /// The one of them that stands there.
    private(set) var chosenKey: KeyDescription?

    let node: Node?
    let reader: Reader
    let title: String
    let entries: [Node.Entry]
    /// The section was written as the value of its principal key.
    let isShort: Bool
    private(set) var isShortTaken = false

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
            name, principal,
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
            name, principal,
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
            name, principal,
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
        reader.fail(
            "\(isShort ? "this list" : "`\(name)`") has \(items.count)"
                + (items.count == 1 ? " entry" : " entries"),
            at: found.mark, mend: "give \(wanted)")
    }

    /// The name by which other parts of the file mean this section.
    public func name(_ value: inout String, _ name: String, of kind: NameKind, _ about: String) {
        optional(
            &value, name,
            about
                + " 1 to \(PartName.longest) characters without a slash: files are named after it.")
        guard let node else { return }
        let mark = find(name, false)?.mark ?? node.mark
        PartName.check(value, of: kind, at: mark, reader)
        reader.define(value, kind, at: mark)
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
        if isShort {
            guard case .scalar = node.content else { return }  // `finish` complains.
            isShortTaken = true
            if let read = U.read(word: node, reader) { value = read }
            return
        }
        let found = entries.compactMap { entry in
            U.find(entry.name).map { (entry: entry, choice: $0) }
        }
        guard let (first, chosen) = found.first else {
            let names = U.keyDescriptions.map(\.name)
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
        if found.count > 1 {
            reader.fail(
                "`\(found[1].entry.name)` stands beside `\(first.name)`; only one of them can be meant",
                at: found[1].entry.mark, mend: "make it an entry of its own")
        }
        if let read = chosen.read(first.value, reader) { value = read }
    }

    /// Only the generators want to know all of a key; reading a file should not pay for it.
    private func describe(
        _ name: String, _ isPrincipal: Bool, _ whole: @autoclosure () -> KeyDescription
    ) {
        guard node != nil else { return descriptions.append(whole()) }
        descriptions.append(
            KeyDescription(
                name: name, shape: .text, about: "", need: .required, isPrincipal: isPrincipal))
    }

    func find(_ name: String, _ principal: Bool) -> Node? {
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
}
