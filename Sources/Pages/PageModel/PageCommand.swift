import JSON

/// What a browser asks for: a name, and arguments that are checked as they are read.
package struct PageCommand: Sendable {
    /// `pause`.
    package let name: String
    /// The number of the browser, which is its own as long as it is open.
    package let browser: Int
    /// An object.
    package let arguments: JSONValue

    /// A command; the default arguments are none.
    package init(_ name: String, _ arguments: JSONValue = .object([]), browser: Int = 0) {
        self.name = name
        self.browser = browser
        self.arguments = arguments
    }

    /// Whether there is an argument, and it is not null.
    package func has(_ key: String) -> Bool {
        switch arguments[key] {
        case nil, .null: false
        default: true
        }
    }

    /// An argument of any kind.
    package func value(_ key: String) throws(PageError) -> JSONValue {
        guard let value = arguments[key] else { throw PageError("\(name): `\(key)` is missing") }
        return value
    }

    private func error(_ key: String, _ what: String) -> PageError {
        PageError("\(name): `\(key)` must be \(what)")
    }

    /// A text of at most so many characters.
    package func text(_ key: String, atMost limit: Int = 1000) throws(PageError) -> String {
        guard case .string(let text) = try value(key) else { throw error(key, "a text") }
        guard text.count <= limit else {
            throw error(key, "at most \(limit) characters long")
        }
        return text
    }

    /// Yes or no.
    package func flag(_ key: String) throws(PageError) -> Bool {
        guard case .bool(let flag) = try value(key) else { throw error(key, "true or false") }
        return flag
    }

    /// A number within limits.
    package func number(
        _ key: String, in range: ClosedRange<Double> = -1e12...1e12
    ) throws(PageError) -> Double {
        try number(key, try value(key), in: range)
    }

    private func number(
        _ key: String, _ value: JSONValue, in range: ClosedRange<Double>
    ) throws(PageError) -> Double {
        let number: Double
        switch value {
        case .integer(let value): number = Double(value)
        case .unsigned(let value): number = Double(value)
        case .number(let value): number = value
        default: throw error(key, "a number")
        }
        guard range.contains(number) else {
            throw error(
                key, "from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))")
        }
        return number
    }

    /// A whole number within limits.
    package func integer(
        _ key: String, in range: ClosedRange<Int> = 0...Int(Int32.max)
    ) throws(PageError) -> Int {
        guard case .integer(let number) = try value(key) else { throw error(key, "a whole number") }
        guard range.contains(number) else {
            throw error(key, "from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// So many numbers within limits, such as a vector.
    package func numbers(
        _ key: String, count: Int, in range: ClosedRange<Double> = -1e12...1e12
    ) throws(PageError) -> [Double] {
        guard case .array(let items) = try value(key), items.count == count else {
            throw error(key, "a list of \(count) numbers")
        }
        var numbers: [Double] = []
        for item in items { numbers.append(try number(key, item, in: range)) }
        return numbers
    }

    private static func short(_ bound: Double) -> String {
        bound == bound.rounded() && abs(bound) < 1e15 ? "\(Int(bound))" : "\(bound)"
    }
}
