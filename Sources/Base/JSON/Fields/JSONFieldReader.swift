/// Takes fields from an object. Null is a field that is left out; unknown fields are ignored.
struct JSONFieldReader: JSONCoder {
    private let entries: [(String, JSONValue)]
    private(set) var failure: JSONFault?

    init(_ value: JSONValue) throws(JSONFault) {
        guard case .object(let entries) = value else { throw .wrongType }
        self.entries = entries
    }

    mutating func required<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, schema: (inout JSONDefinitions) -> JSONValue,
        write: (Value) -> Written, read: (Written) throws(JSONFault) -> Value
    ) {
        take(&value, key) { (json) throws(JSONFault) in
            guard let json else { throw .missing }
            return try read(try Written(json: json))
        }
    }

    mutating func optional<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, otherwise: @autoclosure () -> Value,
        schema: (inout JSONDefinitions) -> JSONValue, write: (Value) -> Written?,
        read: (Written) throws(JSONFault) -> Value
    ) {
        take(&value, key) { (json) throws(JSONFault) in
            guard let json else { return otherwise() }
            return try read(try Written(json: json))
        }
    }

    mutating func derived<Written: JSONConvertible>(
        _ value: @autoclosure () -> Written, _ key: String
    ) {}

    private mutating func take<Value>(
        _ value: inout Value, _ key: String, read: (JSONValue?) throws(JSONFault) -> Value
    ) {
        guard failure == nil else { return }
        do throws(JSONFault) {
            switch entries.first(where: { $0.0 == key })?.1 {
            case nil, .null?: value = try read(nil)
            case let json?: value = try read(json)
            }
        } catch {
            failure = error.inside(.key(key))
        }
    }
}
