import Declaration
import YAML

/// A number with bounds, as several expectations use it.
package struct Count: Hashable, Sendable {
    /// `nil` for no minimum.
    package var atLeast: Int?
    /// `nil` for no maximum.
    package var atMost: Int?

    /// Whether a growing count can still exceed the bounds.
    package var isOpen: Bool { atMost == nil }

    /// Whether a count is within the bounds.
    package func contains(_ count: Int) -> Bool {
        count >= atLeast ?? 0 && count <= atMost ?? .max
    }

    /// Declares `at-least`, `at-most` and `exactly`.
    ///
    /// - Parameter principal: whether a number alone is the exact one.
    static func declare<S>(
        _ keys: inout Keys<S>, _ path: WritableKeyPath<S, Count>, principal: Bool = false,
        otherwise: String = "1", _ what: String
    ) {
        keys.optional(
            path.appending(path: \.atLeast), "at-least", in: 0...Int.max, otherwise: otherwise,
            "How many \(what).")
        keys.optional(
            path.appending(path: \.atMost), "at-most", in: 0...Int.max, otherwise: "no limit",
            "How many \(what).")
        keys.optional(
            path.appending(path: \.exactly), "exactly", in: 0...Int.max,
            principal: principal, otherwise: "no exact number",
            "Instead of `at-least` and `at-most`: how many \(what).")
        keys.row { _, reading in
            let beside = ["at-least", "at-most"].first { reading.find($0) != nil }
            guard let beside, let mark = reading.find("exactly")?.mark else { return }
            reading.reader.fail(
                "`exactly` and `\(beside)` cannot be used together", at: mark,
                fix: "keep one of them")
        }
    }

    /// Both bounds, if they are the same.
    private var exactly: Int? {
        get { atLeast == atMost ? atLeast : nil }
        set { (atLeast, atMost) = (newValue, newValue) }
    }

    /// Reports bounds that contradict each other; without bounds, at least one is expected.
    mutating func check(_ reader: Reader, at mark: Mark) {
        if atLeast == nil, atMost == nil { atLeast = 1 }
        if let atLeast, let atMost, atLeast > atMost {
            reader.fail(
                "at least \(atLeast) and at most \(atMost) contradict each other", at: mark,
                fix: "swap them")
        }
    }
}

extension Count: CustomStringConvertible {
    /// `at least 3`, `exactly 3`, `3 to 5`.
    package var description: String {
        switch (atLeast, atMost) {
        case (let least?, let most?) where least == most: "exactly \(least)"
        case (let least?, let most?): "\(least) to \(most)"
        case (let least?, nil): "at least \(least)"
        case (nil, let most?): "at most \(most)"
        case (nil, nil): "any number"
        }
    }
}
