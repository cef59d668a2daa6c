/// The keys of one section: a table of key paths, each with its name, limits and help.
///
/// Reading, the JSON Schema and the reference page all use it.
///
/// Its root is a ``Section``. It is not required here: the runtime would search all conformances of the program for each
/// section's table.
package struct Keys<Root>: @unchecked Sendable {
    // Key paths are values, but not marked as sendable: the literals of a table capture nothing.

    /// The section with its defaults.
    package let defaults: Root
    /// The section's name; unique among sections and ``OneOf`` types.
    let title: String
    /// What the section is, in a sentence or two.
    package var about: String
    private(set) var descriptions: [KeyDescription] = []
    /// The keys of which exactly one must be present, if there are any.
    private(set) var alternatives: [KeyDescription] = []
    private(set) var rows: [(inout Root, Reading) -> Void] = []

    /// The keys of a section, in the order in which they are read and described.
    package init(
        _ defaults: Root, _ title: String, about: String = "",
        _ declare: (inout Keys<Root>) -> Void = { _ in }
    ) {
        self.defaults = defaults
        self.title = title
        self.about = about
        declare(&self)
    }

    package mutating func required<V: DeclaredValue>(
        _ path: WritableKeyPath<Root, V>, _ name: String, principal: Bool = false, _ about: String
    ) {
        describe(V.self, name, .required, principal, about)
        let hasPrincipal = descriptions.contains(where: \.isPrincipal)
        row { section, reading in
            if let read = reading.read(name, V.self, principal) {
                section[keyPath: path] = read
            } else if reading.isMissing(name, principal, hasPrincipal: hasPrincipal) {
                reading.missing(name, V.shape)
            }
        }
    }

    /// An optional key; the property's value in `defaults` is the default.
    package mutating func optional<V: DeclaredValue>(
        _ path: WritableKeyPath<Root, V>, _ name: String, principal: Bool = false,
        otherwise: String? = nil, _ about: String
    ) {
        let otherwise = otherwise ?? defaults[keyPath: path].text
        describe(V.self, name, .optional(otherwise: otherwise), principal, about)
        row { section, reading in
            if let read = reading.read(name, V.self, principal) { section[keyPath: path] = read }
        }
    }

    /// An optional key without a default value.
    package mutating func optional<V: DeclaredValue>(
        _ path: WritableKeyPath<Root, V?>, _ name: String, principal: Bool = false,
        otherwise: String = "", _ about: String
    ) {
        describe(V.self, name, .optional(otherwise: otherwise), principal, about)
        row { section, reading in
            if let read = reading.read(name, V.self, principal) { section[keyPath: path] = read }
        }
    }

    /// A required key, within limits.
    package mutating func required<V: DeclaredValue & Comparable>(
        _ path: WritableKeyPath<Root, V>, _ name: String, in bounds: ClosedRange<V>,
        principal: Bool = false, _ about: String
    ) {
        required(path, name, principal: principal, about)
        limit(bounds) { $0[keyPath: path] }
    }

    /// An optional key, within limits.
    package mutating func optional<V: DeclaredValue & Comparable>(
        _ path: WritableKeyPath<Root, V>, _ name: String, in bounds: ClosedRange<V>,
        principal: Bool = false, otherwise: String? = nil, _ about: String
    ) {
        optional(path, name, principal: principal, otherwise: otherwise, about)
        limit(bounds) { $0[keyPath: path] }
    }

    /// An optional key without a default value, within limits.
    package mutating func optional<V: DeclaredValue & Comparable>(
        _ path: WritableKeyPath<Root, V?>, _ name: String, in bounds: ClosedRange<V>,
        principal: Bool = false, otherwise: String = "", _ about: String
    ) {
        optional(path, name, principal: principal, otherwise: otherwise, about)
        limit(bounds) { $0[keyPath: path] }
    }

    /// A list; `count` says how many entries it may have, and whether it is required.
    package mutating func list<V: DeclaredValue>(
        _ path: WritableKeyPath<Root, [V]>, _ name: String,
        count: ClosedRange<Int> = 0...1_000_000, principal: Bool = false,
        otherwise: String = "none", _ about: String
    ) {
        if count.lowerBound > 0, defaults[keyPath: path].isEmpty {
            required(path, name, principal: principal, about)
        } else {
            optional(path, name, principal: principal, otherwise: otherwise, about)
        }
        descriptions[descriptions.count - 1].count = count
        row { _, reading in reading.checkCount(name, count, principal) }
    }

    /// Exactly one of several keys; at most once in a section.
    package mutating func exactlyOne<U: OneOf>(_ path: WritableKeyPath<Root, U>) {
        exactlyOne(path, of: U.cases)
    }

    /// Exactly one of several keys; at most once in a section.
    package mutating func exactlyOne<U>(_ path: WritableKeyPath<Root, U>, of cases: Cases<U>) {
        alternatives = cases.keys
        row { section, reading in
            if let read = reading.readOne(of: cases) { section[keyPath: path] = read }
        }
    }

    /// An action between reading two keys.
    package mutating func row(_ run: @escaping (inout Root, Reading) -> Void) { rows.append(run) }

    mutating func describe<V: DeclaredValue>(
        _: V.Type, _ name: String, _ need: KeyDescription.Need, _ isPrincipal: Bool,
        _ about: String
    ) {
        descriptions.append(
            KeyDescription(
                name: name, shape: V.shape, about: about, need: need, isPrincipal: isPrincipal))
    }

    /// Describes the bounds of the last key, and reports a value outside them.
    private mutating func limit<V: DeclaredValue & Comparable>(
        _ bounds: ClosedRange<V>, _ value: @escaping (Root) -> V?
    ) {
        let last = descriptions.count - 1
        descriptions[last].bounds = bounds.text
        descriptions[last].limits = (bounds.lowerBound, bounds.upperBound)
        descriptions[last].integers = bounds as? ClosedRange<Int>
        let key = descriptions[last]
        row { section, reading in
            if let value = value(section), !bounds.contains(value) {
                reading.outOfRange(value, key.name, bounds, key.isPrincipal)
            }
        }
    }
}

extension ClosedRange where Bound: DeclaredValue {
    /// `1 to 100`, for a message.
    var text: String {
        if lowerBound == upperBound { return "only \(lowerBound.text)" }
        if upperBound as? Int == .max { return "\(lowerBound.text) or more" }
        return "\(lowerBound.text) to \(upperBound.text)"
    }
}
