import JSON
import Motion
import Simulation

/// What is wrong with a request, and where: `boards[0].motion[1].turn`.
struct Wrong: Error {
    let message: String
    var place = ""

    init(_ message: String, at place: String = "") {
        self.message = message
        self.place = place
    }
}

/// A part of a request, with its place for messages.
struct Part {
    let value: JSONValue
    let place: String

    func wrong(_ message: String) -> Wrong { Wrong(message, at: place) }

    /// The part as it was written, for messages.
    private var words: String {
        let line = value.line
        return line.utf8.count > 60 ? String(line.prefix(40)) + "…" : line
    }

    func text() throws(Wrong) -> String {
        guard case .string(let text) = value else { throw wrong("\(words) is not a text") }
        return text
    }

    func flag() throws(Wrong) -> Bool {
        guard case .bool(let flag) = value else {
            throw wrong("\(words) is neither true nor false")
        }
        return flag
    }

    func whole(in range: ClosedRange<Int>) throws(Wrong) -> Int {
        guard case .integer(let number) = value, range.contains(number) else {
            throw wrong(
                "\(words) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A seed: all 64 bits, where JavaScript has them as text.
    func seed() throws(Wrong) -> UInt64 {
        switch value {
        case .integer(let number) where number >= 0: return UInt64(number)
        case .unsigned(let number): return number
        case .number(let number):
            // A JSON reader with 32 bits has these for what does not fit an integer.
            if let whole = UInt64(exactly: number) { return whole }
        case .string(let text): if let number = UInt64(text) { return number }
        default: break
        }
        throw wrong("\(words) is not a seed: write a whole number that is not negative")
    }

    /// One of some words.
    func choice(_ known: [String], _ what: String) throws(Wrong) -> String {
        guard case .string(let text) = value, known.contains(text) else {
            let word = if case .string(let text) = value { text } else { words }
            throw wrong(
                "`\(word)` is not a \(what); " + Suggestion.fix(word, known: known, what: "values"))
        }
        return text
    }

    func list(_ range: ClosedRange<Int>) throws(Wrong) -> [Part] {
        guard case .array(let items) = value, range.contains(items.count) else {
            throw wrong(
                "\(words) is not a list of \(range.lowerBound) to \(range.upperBound) entries")
        }
        return items.enumerated().map { Part(value: $1, place: "\(place)[\($0)]") }
    }

    /// Pairs of hexadecimal digits.
    func bytes() throws(Wrong) -> [UInt8] {
        let digits = Array(try text().utf8.filter { $0 != UInt8(ascii: " ") })
        var bytes: [UInt8] = []
        for i in stride(from: 0, to: digits.count, by: 2) {
            guard i + 1 < digits.count, let high = Self.digit(digits[i]),
                let low = Self.digit(digits[i + 1])
            else { throw wrong("\(words) are not pairs of hexadecimal digits") }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// A number with a unit, in the dimension's first unit; without limits, those of the dimension.
    func quantity(
        _ dimension: Dimension, _ limits: ClosedRange<Double>? = nil
    ) throws(Wrong) -> Double {
        guard case .string(let text) = value else {
            throw wrong("\(words) is not \(dimension.named); write `\(dimension.example)`")
        }
        switch dimension.read(text) {
        case .failure(let message): throw wrong(message)
        case .success(let number):
            let range = limits ?? dimension.range
            guard range.contains(number) else {
                let unit = dimension.units[0].symbol
                throw wrong(
                    "`\(text)` is out of range; use \(Dimension.text(range.lowerBound)) \(unit) to "
                        + "\(Dimension.text(range.upperBound)) \(unit)")
            }
            return number
        }
    }

    func duration(_ limits: ClosedRange<Nanoseconds>) throws(Wrong) -> Nanoseconds {
        let limits = limits.lowerBound.seconds...limits.upperBound.seconds
        return .seconds(try quantity(.time, limits))
    }

    /// A time of a run: a number of seconds, or a text with a unit.
    func time() throws(Wrong) -> Nanoseconds {
        let seconds: Double
        switch value {
        case .integer(let number): seconds = Double(number)
        case .number(let number): seconds = number
        default: return try duration(.zero...Dimension.longest)
        }
        guard seconds >= 0, seconds <= Dimension.longest.seconds else {
            throw wrong("\(words) s is out of range; use 0 s to 400 d")
        }
        return .seconds(seconds)
    }

    /// Three quantities: `["0.1 m", "0 m", "0.05 m"]`.
    func triple(_ dimension: Dimension) throws(Wrong) -> Vector3 {
        let parts = try list(3...3)
        return Vector3(
            try parts[0].quantity(dimension), try parts[1].quantity(dimension),
            try parts[2].quantity(dimension))
    }
}

/// An object of a request; of its keys, only known ones.
struct Fields {
    private let entries: [(String, JSONValue)]
    let place: String
    /// Whether the value of the principal key stands alone, at the place of all.
    private let isAlone: Bool

    /// - Parameters:
    ///   - principal: the key that a value without an object belongs to.
    ///   - what: what it is, for messages: `board`.
    init(
        _ part: Part, _ known: [String], principal: String? = nil, _ what: String
    ) throws(Wrong) {
        place = part.place
        switch part.value {
        case .object(let entries):
            isAlone = false
            for (key, _) in entries where !known.contains(key) {
                throw part.wrong(
                    "unknown key `\(key)` in \(what); "
                        + Suggestion.fix(key, known: known, what: "keys"))
            }
            // A key without a value counts as absent, as it does in a scenario.
            self.entries = entries.filter { if case .null = $0.1 { false } else { true } }
        case .null: (entries, isAlone) = ([], false)
        default:
            guard let principal else { throw part.wrong("the \(what) is not an object") }
            (entries, isAlone) = ([(principal, part.value)], true)
        }
    }

    subscript(key: String) -> Part? {
        guard let entry = entries.first(where: { $0.0 == key }) else { return nil }
        let inside = place.isEmpty ? key : "\(place).\(key)"
        return Part(value: entry.1, place: isAlone ? place : inside)
    }

    func required(_ key: String) throws(Wrong) -> Part {
        guard let part = self[key] else { throw Wrong("`\(key)` is missing", at: place) }
        return part
    }

    /// The present ones of some keys.
    func present(_ keys: [String]) -> [String] { keys.filter { self[$0] != nil } }

    /// The only one of some keys that there is.
    func only(of keys: [String], _ what: String) throws(Wrong) -> (key: String, part: Part) {
        let found = present(keys)
        guard found.count == 1, let part = self[found[0]] else {
            throw Wrong(
                found.isEmpty
                    ? "no \(what) is given; write one of: " + keys.joined(separator: ", ")
                    : "`\(found[0])` and `\(found[1])` cannot be used together; write one \(what)",
                at: place)
        }
        return (found[0], part)
    }

    func duration(
        _ key: String, _ limits: ClosedRange<Nanoseconds>, otherwise: Nanoseconds
    ) throws(Wrong) -> Nanoseconds {
        guard let part = self[key] else { return otherwise }
        return try part.duration(limits)
    }

    func quantity(
        _ key: String, _ dimension: Dimension, _ limits: ClosedRange<Double>? = nil,
        otherwise: Double
    ) throws(Wrong) -> Double {
        guard let part = self[key] else { return otherwise }
        return try part.quantity(dimension, limits)
    }
}
