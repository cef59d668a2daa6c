import JSON

extension JSONValue {
    /// What has to be said to somebody who knows `old`: objects by key, null for a key that is gone, everything else
    /// as a whole (RFC 7396). Nil if nothing has changed.
    package func patch(from old: JSONValue) -> JSONValue? {
        guard case .object(let entries) = self, case .object(let before) = old else {
            return isSame(as: old) ? nil : self
        }
        var changes: [(String, JSONValue)] = []
        for (index, (key, value)) in entries.enumerated() {
            guard let known = Self.value(of: key, in: before, near: index) else {
                if case .null = value { continue }
                changes.append((key, value))
                continue
            }
            if let change = value.patch(from: known) { changes.append((key, change)) }
        }
        for (index, (key, value)) in before.enumerated() {
            if case .null = value { continue }
            if Self.value(of: key, in: entries, near: index) == nil { changes.append((key, .null)) }
        }
        return changes.isEmpty ? nil : .object(changes)
    }

    /// Whether both say the same; the order of keys says nothing.
    package func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let two)): one == two
        case (.integer(let one), .integer(let two)): one == two
        case (.unsigned(let one), .unsigned(let two)): one == two
        // What is not finite is written as null.
        case (.number(let one), .number(let two)): one == two || !one.isFinite && !two.isFinite
        case (.string(let one), .string(let two)): one == two
        case (.array(let one), .array(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
        case (.object, .object): patch(from: other) == nil
        default: false
        }
    }

    /// States are made by the same code each time, so that a key is usually where it was.
    private static func value(
        of key: String, in entries: [(String, JSONValue)], near index: Int
    ) -> JSONValue? {
        if index < entries.count, entries[index].0 == key { return entries[index].1 }
        return entries.first { $0.0 == key }?.1
    }

    /// A number rounded to so many decimal places, which keeps messages short.
    package static func rounded(_ value: Double, _ places: Int = 3) -> JSONValue {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return .number((value * scale).rounded() / scale)
    }
}
