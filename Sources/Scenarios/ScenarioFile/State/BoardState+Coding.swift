import JSON

/// Objects by their names, in an order of their own.
package struct Named<Value: JSONConvertible>: JSONConvertible {
    package private(set) var entries: [(name: String, value: Value)] = []

    package init() {}

    package mutating func append(_ name: String, _ value: Value) { entries.append((name, value)) }

    package func json() throws(JSONFault) -> JSONValue {
        var items: [(String, JSONValue)] = []
        for (name, value) in entries {
            do throws(JSONFault) {
                items.append((name, try value.json()))
            } catch {
                throw error.inside(.key(name))
            }
        }
        return .object(items)
    }

    package init(json: JSONValue) throws(JSONFault) {
        guard case .object(let items) = json else { throw .wrong("is not an object") }
        for (name, item) in items {
            do throws(JSONFault) {
                append(name, try Value(json: item))
            } catch {
                throw error.inside(.key(name))
            }
        }
    }

    package static func schema(_ definitions: inout JSONDefinitions) -> JSONValue {
        .type("object", ("additionalProperties", Value.schema(&definitions)))
    }
}

extension Named: Sendable where Value: Sendable {}

/// Fields with what they mean, for the schema and for Python.
extension JSONCoder {
    mutating func callAsFunction<Value: JSONConvertible>(
        _ value: inout Value, _ key: String, _ about: String
    ) {
        required(
            &value, key, schema: { Value.schema(&$0).described(about) }, write: { $0 }, read: { $0 }
        )
    }

    mutating func callAsFunction<Value: JSONConvertible>(
        _ value: inout Value?, _ key: String, _ about: String
    ) {
        optional(
            &value, key, otherwise: nil, schema: { Value.schema(&$0).described(about) },
            write: { $0 }, read: { $0 })
    }

    /// A number with so many decimal places, which keeps messages short.
    mutating func rounded(
        _ value: inout Double, _ key: String, _ places: Int, _ about: String
    ) {
        required(
            &value, key, schema: { Double.schema(&$0).described(about) },
            write: { $0.isFinite ? $0.rounded(to: places) : 0 }, read: { $0 })
    }

    /// The same, left out if there is none.
    mutating func rounded(
        _ value: inout Double?, _ key: String, _ places: Int, _ about: String
    ) {
        optional(
            &value, key, otherwise: nil, schema: { Double.schema(&$0).described(about) },
            write: { $0.flatMap { $0.isFinite ? $0.rounded(to: places) : nil } }, read: { $0 })
    }

    mutating func rounded(
        _ values: inout [Double], _ key: String, _ places: Int, _ about: String
    ) {
        required(
            &values, key, schema: { [Double].schema(&$0).described(about) },
            write: { $0.map { $0.rounded(to: places) } }, read: { $0 })
    }

    mutating func rounded(
        _ values: inout [Double]?, _ key: String, _ places: Int, _ about: String
    ) {
        optional(
            &values, key, otherwise: nil, schema: { [Double].schema(&$0).described(about) },
            write: { $0.map { $0.map { $0.rounded(to: places) } } }, read: { $0 })
    }
}

extension JSONValue {
    /// A schema with a sentence for its readers.
    fileprivate func described(_ about: String) -> JSONValue {
        guard case .object(let entries) = self else { return self }
        return .object([("description", .string(about))] + entries)
    }
}

extension Double {
    /// To so many decimal places.
    fileprivate func rounded(to places: Int) -> Double {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
