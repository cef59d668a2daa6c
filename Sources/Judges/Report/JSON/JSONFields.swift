/// What stands in JSON as an object. Its fields are declared once; reading and writing both follow that.
protocol JSONFields {
    /// Something to read into.
    static var blank: Self { get }

    /// Names every field. The order is of no matter: keys are sorted.
    mutating func fields(_ c: inout some JSONCoder)
}

/// Reads or writes fields. It never throws: the first failure sticks, and ends the whole.
protocol JSONCoder {
    /// One field, as what JSON knows.
    ///
    /// - Parameters:
    ///   - write: nil leaves the field out.
    ///   - read: is given nil for a field that is not there.
    mutating func field<Value, Written: Codable>(
        _ value: inout Value, _ key: String, write: (Value) -> Written?,
        read: (Written?) throws(JSONFault) -> Value)

    /// A field that follows from the others: it is written for who reads the file, and not read.
    mutating func told<Written: Codable>(
        _ value: @autoclosure () -> Written?, _ key: String)
}

/// Why a field does not say what it is there to say.
enum JSONFault: Error {
    /// It has to be there.
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

    mutating func told<Written: Codable>(
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

    mutating func told<Written: Codable>(
        _ value: @autoclosure () -> Written?, _ key: String
    ) {}
}
