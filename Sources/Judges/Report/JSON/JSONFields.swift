/// A JSON object whose fields are declared once, for reading and writing.
protocol JSONFields {
    /// A value to decode into.
    static var blank: Self { get }

    /// Declares every field, in any order: keys are sorted.
    mutating func fields(_ c: inout some JSONCoder)
}

/// Reads or writes fields. It never throws: the first failure is kept.
protocol JSONCoder {
    /// One field as a JSON value.
    ///
    /// - Parameters:
    ///   - write: nil leaves the field out.
    ///   - read: gets nil for a missing field.
    mutating func field<Value, Written: Codable>(
        _ value: inout Value, _ key: String, write: (Value) -> Written?,
        read: (Written?) throws(JSONFault) -> Value)

    /// A derived field: written, ignored on decode.
    mutating func derived<Written: Codable>(
        _ value: @autoclosure () -> Written?, _ key: String)
}

enum JSONFault: Error {
    case missing
    /// What is wrong, to follow its name.
    case wrong(String)
}

/// An object for Foundation's coders.
struct JSONObject<Value: JSONFields>: Codable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        var reader = JSONReader(fields: try decoder.container(keyedBy: JSONKey.self))
        value = .blank
        value.fields(&reader)
        if let failure = reader.failure { throw failure }
    }

    func encode(to encoder: any Encoder) throws {
        var writer = JSONWriter(fields: encoder.container(keyedBy: JSONKey.self))
        var value = value
        value.fields(&writer)
        if let failure = writer.failure { throw failure }
    }
}

private struct JSONKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct JSONWriter: JSONCoder {
    var fields: KeyedEncodingContainer<JSONKey>
    var failure: (any Error)?

    mutating func field<Value, Written: Codable>(
        _ value: inout Value, _ key: String, write: (Value) -> Written?,
        read: (Written?) throws(JSONFault) -> Value
    ) {
        put(write(value), key)
    }

    mutating func derived<Written: Codable>(
        _ value: @autoclosure () -> Written?, _ key: String
    ) {
        put(value(), key)
    }

    private mutating func put<Written: Codable>(_ written: Written?, _ key: String) {
        guard failure == nil else { return }
        do {
            try fields.encodeIfPresent(written, forKey: JSONKey(stringValue: key))
        } catch {
            failure = error
        }
    }
}

private struct JSONReader: JSONCoder {
    let fields: KeyedDecodingContainer<JSONKey>
    var failure: (any Error)?

    mutating func field<Value, Written: Codable>(
        _ value: inout Value, _ key: String, write: (Value) -> Written?,
        read: (Written?) throws(JSONFault) -> Value
    ) {
        guard failure == nil else { return }
        let name = JSONKey(stringValue: key)
        let written: Written?
        do {
            written = try fields.decodeIfPresent(Written.self, forKey: name)
        } catch {
            failure = error
            return
        }
        do throws(JSONFault) {
            value = try read(written)
        } catch {
            let context = DecodingError.Context(codingPath: fields.codingPath, debugDescription: "")
            switch error {
            case .missing: failure = DecodingError.keyNotFound(name, context)
            case .wrong(let words):
                let path = ReportJSONError.path(fields.codingPath + [name])
                failure = ReportJSONError.Reason(words: "\(path) \(words)")
            }
        }
    }

    mutating func derived<Written: Codable>(
        _ value: @autoclosure () -> Written?, _ key: String
    ) {}
}
