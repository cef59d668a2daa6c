internal import Foundation
internal import JSON

/// The keys of an object of the state, as they are added.
struct Fields {
    private(set) var entries: [(String, JSONValue)] = []

    var value: JSONValue { .object(entries) }

    static func object(_ build: (inout Fields) -> Void) -> JSONValue {
        var fields = Fields()
        build(&fields)
        return fields.value
    }

    mutating func add(_ key: String, _ value: JSONValue) { entries.append((key, value)) }

    /// Nothing for nil, which browsers cannot tell from a missing key.
    mutating func add(_ key: String, _ text: String?) { if let text { add(key, .string(text)) } }
    mutating func add(_ key: String, _ number: Int?) {
        if let number { add(key, .integer(number)) }
    }
    mutating func add(_ key: String, _ flag: Bool) { add(key, .bool(flag)) }

    mutating func add(_ key: String, _ number: Double?, decimals: Int = 4) {
        guard let number else { return }
        add(key, Self.rounded(number, decimals))
    }

    mutating func add(_ key: String, _ date: Date?) {
        if let date { add(key, .number((date.timeIntervalSince1970 * 1000).rounded())) }
    }

    mutating func add(_ key: String, _ texts: [String]) {
        add(key, .array(texts.map { .string($0) }))
    }

    mutating func add(_ key: String, _ numbers: [Double], decimals: Int = 4) {
        add(key, .array(numbers.map { Self.rounded($0, decimals) }))
    }

    mutating func object(_ key: String, _ build: (inout Fields) -> Void) {
        add(key, Self.object(build))
    }

    private static func rounded(_ number: Double, _ decimals: Int) -> JSONValue {
        let scale = pow(10, Double(decimals))
        let value = (number * scale).rounded() / scale
        return .number(value.isFinite ? value : number)
    }
}
