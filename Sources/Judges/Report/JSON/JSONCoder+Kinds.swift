import Bluetooth
import Simulation

/// The kinds of field that reports are made of.
extension JSONCoder {
    /// A required field.
    mutating func callAsFunction<Value: Codable>(_ value: inout Value, _ key: String) {
        field(&value, key) {
            $0
        } read: { (written) throws(JSONFault) in
            try Self.there(written)
        }
    }

    /// An optional field.
    mutating func callAsFunction<Value: Codable>(_ value: inout Value?, _ key: String) {
        field(&value, key) {
            $0
        } read: {
            $0
        }
    }

    /// A count; limited on decode, so that counts can be added.
    mutating func count(_ count: inout Int, _ key: String) {
        field(&count, key) {
            $0
        } read: { (written) throws(JSONFault) in
            try Self.number(Self.there(written))
        }
    }

    /// A count that is left out if it is 0.
    mutating func countUnlessZero(_ count: inout Int, _ key: String) {
        field(&count, key) {
            $0 == 0 ? nil : $0
        } read: { (written) throws(JSONFault) in
            try Self.number(written ?? 0)
        }
    }

    /// A count that is always written; older files do not have it.
    mutating func laterCount(
        _ count: inout Int, _ key: String, otherwise earlier: Int
    ) {
        field(&count, key) {
            $0
        } read: { (written) throws(JSONFault) in
            try Self.number(written ?? earlier)
        }
    }

    /// Text that is left out if empty.
    mutating func unlessEmpty(_ text: inout String, _ key: String) {
        field(&text, key) {
            $0.isEmpty ? nil : $0
        } read: {
            $0 ?? ""
        }
    }

    /// Texts that are left out if empty.
    mutating func unlessEmpty(_ texts: inout [String], _ key: String) {
        field(&texts, key) {
            $0.isEmpty ? nil : $0
        } read: {
            $0 ?? []
        }
    }

    /// A number that is left out if it is not finite.
    mutating func finite(_ number: inout Double, _ key: String) {
        field(&number, key) {
            $0.ifFinite
        } read: {
            $0 ?? .nan
        }
    }

    /// A number that is written as 0 if it is not finite.
    mutating func finiteOrZero(_ number: inout Double, _ key: String) {
        field(&number, key) {
            $0.ifFinite ?? 0
        } read: { (written) throws(JSONFault) in
            try Self.there(written)
        }
    }

    /// An optional number that is left out if it is not finite.
    mutating func finite(_ number: inout Double?, _ key: String) {
        field(&number, key) {
            $0?.ifFinite
        } read: {
            $0
        }
    }

    /// Seconds of virtual time.
    mutating func seconds(_ time: inout Instant, _ key: String) {
        field(&time, key) {
            $0.exactSeconds
        } read: { (written) throws(JSONFault) in
            .zero + (try Self.span(Self.there(written)))
        }
    }

    /// Optional seconds of virtual time.
    mutating func seconds(_ time: inout Instant?, _ key: String) {
        field(&time, key) {
            $0?.exactSeconds
        } read: { (written) throws(JSONFault) in
            guard let written else { return nil }
            return .zero + (try Self.span(written))
        }
    }

    /// A span in seconds.
    mutating func seconds(_ span: inout Nanoseconds, _ key: String) {
        field(&span, key) {
            $0.exactSeconds
        } read: { (written) throws(JSONFault) in
            try Self.span(Self.there(written))
        }
    }

    /// An optional span in seconds.
    mutating func seconds(_ span: inout Nanoseconds?, _ key: String) {
        field(&span, key) {
            $0?.exactSeconds
        } read: { (written) throws(JSONFault) in
            guard let written else { return nil }
            return try Self.span(written)
        }
    }

    /// One of a few words.
    mutating func choice<Value: RawRepresentable<String>>(_ value: inout Value, _ key: String) {
        field(&value, key) {
            $0.rawValue
        } read: { (written) throws(JSONFault) in
            let word = try Self.there(written)
            guard let value = Value(rawValue: word) else {
                throw .wrong("is `\(word)`, which is not an allowed value")
            }
            return value
        }
    }

    /// Bytes in hexadecimal, left out if empty: `03 03 0c`.
    mutating func hex(_ bytes: inout [UInt8], _ key: String) {
        field(&bytes, key) {
            $0.isEmpty ? nil : ConformanceWords.hex($0)
        } read: { (written) throws(JSONFault) in
            var bytes: [UInt8] = []
            for word in (written ?? "").split(separator: " ") { bytes.append(try Self.byte(word)) }
            return bytes
        }
    }

    /// One byte in hexadecimal: `03`.
    mutating func hex(_ byte: inout UInt8, _ key: String) {
        field(&byte, key) {
            ConformanceWords.hex([$0])
        } read: { (written) throws(JSONFault) in
            try Self.byte(Self.there(written)[...])
        }
    }

    /// An optional byte in hexadecimal.
    mutating func hex(_ byte: inout UInt8?, _ key: String) {
        field(&byte, key) {
            $0.map { ConformanceWords.hex([$0]) }
        } read: { (written) throws(JSONFault) in
            guard let written else { return nil }
            return try Self.byte(written[...])
        }
    }

    /// The six bytes of an address; its kind is another field.
    mutating func address(_ address: inout Address, _ key: String) {
        let kind = address.kind
        field(&address, key) {
            $0.description
        } read: { (written) throws(JSONFault) in
            let text = try Self.there(written)
            guard let address = Address(text, kind: kind) else {
                throw .wrong("is `\(text)`, which is not an address")
            }
            return address
        }
    }

    /// An object.
    mutating func part<Value: JSONFields>(_ value: inout Value, _ key: String) {
        field(&value, key) {
            JSONObject($0)
        } read: { (written) throws(JSONFault) in
            try Self.there(written).value
        }
    }

    /// An optional object.
    mutating func part<Value: JSONFields>(_ value: inout Value?, _ key: String) {
        field(&value, key) {
            $0.map { JSONObject($0) }
        } read: {
            $0?.value
        }
    }

    /// Objects.
    mutating func list<Value: JSONFields>(_ values: inout [Value], _ key: String) {
        field(&values, key) {
            $0.map { JSONObject($0) }
        } read: { (written) throws(JSONFault) in
            try Self.there(written).map(\.value)
        }
    }

    /// Objects, left out if empty.
    mutating func listUnlessEmpty<Value: JSONFields>(_ values: inout [Value], _ key: String) {
        field(&values, key) {
            $0.isEmpty ? nil : $0.map { JSONObject($0) }
        } read: {
            ($0 ?? []).map(\.value)
        }
    }

    private static func there<Written>(_ written: Written?) throws(JSONFault) -> Written {
        guard let written else { throw .missing }
        return written
    }

    private static func number(_ count: Int) throws(JSONFault) -> Int {
        guard (0..<1 << 53).contains(count) else {
            throw .wrong("is \(count), which is not a count")
        }
        return count
    }

    private static func span(_ seconds: Double) throws(JSONFault) -> Nanoseconds {
        // So that the difference of two does not overflow.
        guard let count = Int64(exactly: (seconds * 1e9).rounded()), count.magnitude < 1 << 61
        else {
            throw .wrong("is out of range")
        }
        return Nanoseconds(count)
    }

    private static func byte(_ word: Substring) throws(JSONFault) -> UInt8 {
        // `UInt8` would also take a sign.
        guard word.utf8.count == 2, word.allSatisfy(\.isHexDigit),
            let byte = UInt8(word, radix: 16)
        else {
            throw .wrong("has `\(word)`, which is not a byte")
        }
        return byte
    }
}

extension Double {
    /// Nil if JSON cannot represent it.
    var ifFinite: Double? { isFinite ? self : nil }
}
