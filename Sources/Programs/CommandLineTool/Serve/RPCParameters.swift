import Declaration
import JSON
import Simulation

/// The parameters of a request, checked as they are read.
struct RPCParameters {
    private let entries: [(name: String, value: JSONValue)]
    private let method: String

    init(_ entries: [(String, JSONValue)], of method: String) {
        self.entries = entries.map { ($0.0, $0.1) }
        self.method = method
    }

    /// Refuses every parameter that a method does not have.
    func check(known: [String]) throws(RPCError) {
        for (name, _) in entries where !known.contains(name) {
            throw wrong(
                "unknown parameter `\(name)`",
                known.isEmpty
                    ? "`\(method)` has none"
                    : Suggestion.fix(name, known: known, what: "parameters"))
        }
    }

    /// A value; null counts as absent.
    subscript(name: String) -> JSONValue? {
        switch entries.first(where: { $0.name == name })?.value {
        case nil, .null?: nil
        case let value?: value
        }
    }

    func required(_ name: String) throws(RPCError) -> JSONValue {
        guard let value = self[name] else { throw wrong("`\(name)` is missing") }
        return value
    }

    func text(_ name: String) throws(RPCError) -> String? {
        switch self[name] {
        case nil: return nil
        case .string(let text)?: return text
        default: throw wrong("`\(name)` must be a string")
        }
    }

    /// A list of texts, or one of them; none if it is absent.
    func texts(_ name: String) throws(RPCError) -> [String] {
        switch self[name] {
        case nil: return []
        case .string(let text)?: return [text]
        case .array(let items)?:
            var texts: [String] = []
            for item in items {
                guard case .string(let text) = item else {
                    throw wrong("`\(name)` must be a list of strings")
                }
                texts.append(text)
            }
            return texts
        default: throw wrong("`\(name)` must be a list of strings")
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(RPCError) -> Int? {
        switch self[name] {
        case nil: return nil
        case .integer(let number)? where range.contains(number): return number
        default:
            throw wrong(
                "`\(name)` must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
    }

    func flag(_ name: String, otherwise: Bool) throws(RPCError) -> Bool {
        switch self[name] {
        case nil: return otherwise
        case .bool(let value)?: return value
        default: throw wrong("`\(name)` must be true or false")
        }
    }

    /// A time with its unit, or a number of seconds.
    func duration(_ name: String) throws(RPCError) -> Nanoseconds? {
        let found: Nanoseconds?
        let (longest, tooLong) = (Nanoseconds.longest.seconds, Nanoseconds(Int64.max))
        switch self[name] {
        case nil: return nil
        case .string(let text)?: found = Nanoseconds(writtenAs: text)
        case .integer(let count)?:
            found =
                count > 0 && Double(count) > longest
                ? tooLong : Nanoseconds(writtenAs: "\(count) s")
        case .unsigned?: found = tooLong
        // A program's arithmetic does not end at nanoseconds.
        case .number(let count)?:
            found =
                count > longest
                ? tooLong : count >= 0 ? Nanoseconds(Int64((count * 1e9).rounded())) : nil
        default: found = nil
        }
        guard let found, found >= .zero else {
            throw wrong(
                "`\(name)` is not a time", "write such as \"90 s\", or a number of seconds")
        }
        guard found <= .longest else {
            throw wrong("`\(name)` is too long", "write at most \(Nanoseconds.longest.text)")
        }
        return found
    }

    func wrong(_ what: String, _ fix: String = "") -> RPCError {
        RPCError(.wrongParameters, "\(method): \(what)" + (fix.isEmpty ? "" : "; \(fix)"))
    }
}
