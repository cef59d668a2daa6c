/// A JSON value (RFC 8259), built at run time or read.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A whole number above `Int.max`.
    case unsigned(UInt64)
    /// NaN and infinities are written as null, because JSON has neither.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// In the order of the text, or of the code that made it; no key comes twice.
    case object([(String, JSONValue)])

    /// A whole number of any size.
    package init(_ value: some BinaryInteger) {
        if let whole = Int(exactly: value) {
            self = .integer(whole)
        } else if let whole = UInt64(exactly: value) {
            self = .unsigned(whole)
        } else {
            self = .number(Double(value))
        }
    }

    /// The value of an object's key; nil if it has none, or is no object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let entries) = self else { return nil }
        return entries.first { $0.0 == key }?.1
    }
}

/// The forms that a value is written in.
extension JSONValue {
    /// Without white space, for messages between programs: keys keep their order, and 1.0 is a number with a point.
    package var compact: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Appends ``compact`` to others.
    package func append(to bytes: inout [UInt8]) { JSONWriter.write(self, .compact, to: &bytes) }

    /// Without white space, with sorted keys: equal values give equal bytes. 1.0 is `1`.
    package var canonical: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.write(self, .canonical, to: &bytes)
        return bytes
    }

    /// For files: like ``canonical``, indented, with a line end; just as Foundation writes it.
    package var pretty: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.write(self, .pretty, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// ``compact`` as text.
    package var line: String { String(decoding: compact, as: UTF8.self) }

    /// ``pretty`` as text.
    package var text: String { String(decoding: pretty, as: UTF8.self) }
}
