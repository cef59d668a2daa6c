/// A JSON object whose fields are declared once: to write it, to read it and to describe it.
package protocol JSONFields: JSONConvertible {
    /// A value to read into.
    static var blank: Self { get }

    /// Declares every field, in any order: files have sorted keys.
    mutating func fields(_ c: inout some JSONCoder)
}

/// Goes through the fields of an object. It never throws: the first failure is kept.
package protocol JSONCoder {
    /// A field that is always there.
    ///
    /// - Parameter schema: of its form.
    mutating func required<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, schema: (inout JSONDefinitions) -> JSONValue,
        write: (Value) -> Written, read: (Written) throws(JSONFault) -> Value)

    /// A field that may be left out.
    ///
    /// - Parameters:
    ///   - otherwise: the value if it is left out.
    ///   - schema: of its form.
    ///   - write: nil leaves the field out.
    mutating func optional<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, otherwise: @autoclosure () -> Value,
        schema: (inout JSONDefinitions) -> JSONValue, write: (Value) -> Written?,
        read: (Written) throws(JSONFault) -> Value)

    /// A field that follows from others: written, but not read.
    mutating func derived<Written: JSONConvertible>(
        _ value: @autoclosure () -> Written, _ key: String)
}

extension JSONFields {
    package func json() throws(JSONFault) -> JSONValue {
        var writer = JSONFieldWriter()
        var value = self
        value.fields(&writer)
        return try writer.object()
    }

    package init(json: JSONValue) throws(JSONFault) {
        var reader = try JSONFieldReader(json)
        self = .blank
        fields(&reader)
        if let failure = reader.failure { throw failure }
    }

    package static func schema(_ definitions: inout JSONDefinitions) -> JSONValue {
        definitions.reference(to: Self.self) { definitions in
            var describer = JSONFieldDescriber(definitions)
            var value = Self.blank
            value.fields(&describer)
            definitions = describer.definitions
            return describer.schema
        }
    }
}
