/// Makes an object of fields.
struct JSONFieldWriter: JSONCoder {
    private var entries: [(String, JSONValue)] = []
    private var failure: JSONFault?

    func object() throws(JSONFault) -> JSONValue {
        if let failure { throw failure }
        return .object(entries)
    }

    mutating func required<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, schema: (inout JSONDefinitions) -> JSONValue,
        write: (Value) -> Written, read: (Written) throws(JSONFault) -> Value
    ) {
        put(write(value), key)
    }

    mutating func optional<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, otherwise: @autoclosure () -> Value,
        schema: (inout JSONDefinitions) -> JSONValue, write: (Value) -> Written?,
        read: (Written) throws(JSONFault) -> Value
    ) {
        if let written = write(value) { put(written, key) }
    }

    mutating func derived<Written: JSONConvertible>(
        _ value: @autoclosure () -> Written, _ key: String
    ) {
        put(value(), key)
    }

    private mutating func put(_ written: some JSONConvertible, _ key: String) {
        guard failure == nil else { return }
        do throws(JSONFault) {
            entries.append((key, try written.json()))
        } catch {
            failure = error.inside(.key(key))
        }
    }
}
