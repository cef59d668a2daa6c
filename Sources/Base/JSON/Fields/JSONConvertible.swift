/// A value that has a form in JSON.
package protocol JSONConvertible {
    /// - Throws: if JSON has no form for it, such as for a number that is not finite.
    func json() throws(JSONFault) -> JSONValue

    /// Reads what ``json()`` gave.
    init(json: JSONValue) throws(JSONFault)

    /// The JSON Schema of the form.
    static func schema(_ definitions: inout JSONDefinitions) -> JSONValue
}

extension Bool: JSONConvertible {
    package func json() -> JSONValue { .bool(self) }

    package init(json: JSONValue) throws(JSONFault) {
        guard case .bool(let value) = json else { throw .wrongType }
        self = value
    }

    package static func schema(_: inout JSONDefinitions) -> JSONValue { .type("boolean") }
}

extension String: JSONConvertible {
    package func json() -> JSONValue { .string(self) }

    package init(json: JSONValue) throws(JSONFault) {
        guard case .string(let value) = json else { throw .wrongType }
        self = value
    }

    package static func schema(_: inout JSONDefinitions) -> JSONValue { .type("string") }
}

extension Double: JSONConvertible {
    package func json() throws(JSONFault) -> JSONValue {
        guard isFinite else { throw .wrong("is not finite") }
        return .number(self)
    }

    package init(json: JSONValue) throws(JSONFault) {
        switch json {
        case .number(let value): self = value
        case .integer(let value): self = Double(value)
        case .unsigned(let value): self = Double(value)
        default: throw .wrongType
        }
    }

    package static func schema(_: inout JSONDefinitions) -> JSONValue { .type("number") }
}

extension Int: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension JSONConvertible where Self: FixedWidthInteger {
    package func json() -> JSONValue { JSONValue(self) }

    /// A number with a point is a whole number if nothing but zeros follows.
    package init(json: JSONValue) throws(JSONFault) {
        let value: Self?
        switch json {
        case .integer(let whole): value = Self(exactly: whole)
        case .unsigned(let whole): value = Self(exactly: whole)
        case .number(let number):
            guard number == number.rounded() else { throw .wrong("is not a whole number") }
            value = Self(exactly: number)
        default: throw .wrongType
        }
        guard let value else { throw .outOfRange }
        self = value
    }

    package static func schema(_: inout JSONDefinitions) -> JSONValue {
        guard bitWidth < Int.bitWidth || !isSigned else { return .type("integer") }
        return .type("integer", ("minimum", JSONValue(min)), ("maximum", JSONValue(max)))
    }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package func json() throws(JSONFault) -> JSONValue {
        var items: [JSONValue] = []
        items.reserveCapacity(count)
        for (index, element) in enumerated() {
            do throws(JSONFault) {
                items.append(try element.json())
            } catch {
                throw error.inside(.index(index))
            }
        }
        return .array(items)
    }

    package init(json: JSONValue) throws(JSONFault) {
        guard case .array(let items) = json else { throw .wrongType }
        self = []
        reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            do throws(JSONFault) {
                append(try Element(json: item))
            } catch {
                throw error.inside(.index(index))
            }
        }
    }

    package static func schema(_ definitions: inout JSONDefinitions) -> JSONValue {
        .type("array", ("items", Element.schema(&definitions)))
    }
}

/// An object with any keys, written in the order of their texts.
extension Dictionary: JSONConvertible
where Key: LosslessStringConvertible, Value: JSONConvertible {
    package func json() throws(JSONFault) -> JSONValue {
        var entries: [(String, JSONValue)] = []
        entries.reserveCapacity(count)
        for (key, value) in self {
            let name = key.description
            do throws(JSONFault) {
                entries.append((name, try value.json()))
            } catch {
                throw error.inside(.key(name))
            }
        }
        return .object(entries.sorted { $0.0 < $1.0 })
    }

    package init(json: JSONValue) throws(JSONFault) {
        guard case .object(let entries) = json else { throw .wrongType }
        self = [:]
        for (name, value) in entries {
            do throws(JSONFault) {
                guard let key = Key(name) else { throw .wrong("is not a valid key") }
                self[key] = try Value(json: value)
            } catch {
                throw error.inside(.key(name))
            }
        }
    }

    package static func schema(_ definitions: inout JSONDefinitions) -> JSONValue {
        .type("object", ("additionalProperties", Value.schema(&definitions)))
    }
}

/// Nil is null; a field that may be left out is ``JSONCoder/optional(_:_:otherwise:schema:write:read:)``.
extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    package func json() throws(JSONFault) -> JSONValue {
        guard let self else { return .null }
        return try self.json()
    }

    package init(json: JSONValue) throws(JSONFault) {
        if case .null = json { self = nil } else { self = try Wrapped(json: json) }
    }

    package static func schema(_ definitions: inout JSONDefinitions) -> JSONValue {
        .object([("anyOf", .array([Wrapped.schema(&definitions), .type("null")]))])
    }
}
