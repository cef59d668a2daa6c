/// The kinds of field that objects are made of.
extension JSONCoder {
    /// A required field.
    package mutating func callAsFunction<Value: JSONConvertible>(
        _ value: inout Value, _ key: String
    ) {
        required(&value, key, write: { $0 }, read: { $0 })
    }

    /// An optional field.
    package mutating func callAsFunction<Value: JSONConvertible>(
        _ value: inout Value?, _ key: String
    ) {
        optional(&value, key, otherwise: nil, write: { $0 }, read: { $0 })
    }

    /// Text, texts or objects that are left out if empty.
    package mutating func unlessEmpty<Value: JSONConvertible & RangeReplaceableCollection>(
        _ value: inout Value, _ key: String
    ) {
        optional(&value, key, otherwise: Value(), write: { $0.isEmpty ? nil : $0 }, read: { $0 })
    }

    /// A number that is left out if it is not finite.
    package mutating func finite(_ number: inout Double, _ key: String) {
        optional(&number, key, otherwise: .nan, write: { $0.isFinite ? $0 : nil }, read: { $0 })
    }

    /// An optional number that is left out if it is not finite.
    package mutating func finite(_ number: inout Double?, _ key: String) {
        optional(
            &number, key, otherwise: nil, write: { $0.flatMap { $0.isFinite ? $0 : nil } },
            read: { $0 })
    }

    /// A number that is written as 0 if it is not finite.
    package mutating func finiteOrZero(_ number: inout Double, _ key: String) {
        required(&number, key, write: { $0.isFinite ? $0 : 0 }, read: { $0 })
    }

    /// One of a few words.
    package mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ value: inout Value, _ key: String
    ) {
        required(&value, key) { _ in
            .object([("enum", .array(Value.allCases.map { .string($0.rawValue) }))])
        } write: {
            $0.rawValue
        } read: { (word) throws(JSONFault) in
            guard let value = Value(rawValue: word) else {
                throw .wrong("is `\(word)`, which is not an allowed value")
            }
            return value
        }
    }

    /// A required field with the schema of the type that is written.
    package mutating func required<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, write: (Value) -> Written,
        read: (Written) throws(JSONFault) -> Value
    ) {
        required(&value, key, schema: Written.schema, write: write, read: read)
    }

    /// An optional field with the schema of the type that is written.
    package mutating func optional<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, otherwise: @autoclosure () -> Value,
        write: (Value) -> Written?, read: (Written) throws(JSONFault) -> Value
    ) {
        optional(
            &value, key, otherwise: otherwise(), schema: Written.schema, write: write, read: read)
    }
}
