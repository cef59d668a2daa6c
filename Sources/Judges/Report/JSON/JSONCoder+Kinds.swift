import Bluetooth
import Simulation

/// The kinds of field that reports are made of.
extension JSONCoder {
    /// A required field.
    mutating func callAsFunction<Value: Codable>(_ value: inout Value, _ key: String) {
        required(&value, key, write: { $0 }, read: { $0 })
    }

    /// An optional field.
    mutating func callAsFunction<Value: Codable>(_ value: inout Value?, _ key: String) {
        optional(&value, key, otherwise: nil, write: { $0 }, read: { $0 })
    }

    /// A count; limited on decode, so that counts can be added.
    mutating func count(_ count: inout Int, _ key: String) {
        required(&count, key, write: { $0 }, read: Self.number)
    }

    /// A count that is left out if it is 0.
    mutating func countUnlessZero(_ count: inout Int, _ key: String) {
        optional(&count, key, otherwise: 0, write: { $0 == 0 ? nil : $0 }, read: Self.number)
    }

    /// A count that is always written; older files do not have it.
    mutating func laterCount(_ count: inout Int, _ key: String, otherwise earlier: Int) {
        optional(&count, key, otherwise: earlier, write: { $0 }, read: Self.number)
    }

    /// Text or texts that are left out if empty.
    mutating func unlessEmpty<Value: Codable & RangeReplaceableCollection>(
        _ value: inout Value, _ key: String
    ) {
        optional(
            &value, key, otherwise: Value(), write: { $0.isEmpty ? nil : $0 }, read: { $0 })
    }

    /// A number that is left out if it is not finite.
    mutating func finite(_ number: inout Double, _ key: String) {
        optional(&number, key, otherwise: .nan, write: \.ifFinite, read: { $0 })
    }

    /// A number that is written as 0 if it is not finite.
    mutating func finiteOrZero(_ number: inout Double, _ key: String) {
        required(&number, key, write: { $0.ifFinite ?? 0 }, read: { $0 })
    }

    /// An optional number that is left out if it is not finite.
    mutating func finite(_ number: inout Double?, _ key: String) {
        optional(&number, key, otherwise: nil, write: { $0?.ifFinite }, read: { $0 })
    }

    /// Seconds of virtual time.
    mutating func seconds(_ time: inout Instant, _ key: String) {
        required(&time, key, write: \.exactSeconds, read: Self.instant)
    }

    /// Optional seconds of virtual time.
    mutating func seconds(_ time: inout Instant?, _ key: String) {
        optional(&time, key, otherwise: nil, write: { $0?.exactSeconds }, read: Self.instant)
    }

    mutating func seconds(_ span: inout Nanoseconds, _ key: String) {
        required(&span, key, write: \.exactSeconds, read: Self.span)
    }

    /// An optional span in seconds.
    mutating func seconds(_ span: inout Nanoseconds?, _ key: String) {
        optional(&span, key, otherwise: nil, write: { $0?.exactSeconds }, read: Self.span)
    }

    /// One of a few words.
    mutating func choice<Value: RawRepresentable<String>>(_ value: inout Value, _ key: String) {
        required(&value, key, write: \.rawValue) { (word) throws(JSONFault) in
            guard let value = Value(rawValue: word) else {
                throw .wrong("is `\(word)`, which is not an allowed value")
            }
            return value
        }
    }

    /// Bytes in hexadecimal, left out if empty: `03 03 0c`.
    mutating func hex(_ bytes: inout [UInt8], _ key: String) {
        optional(
            &bytes, key, otherwise: [],
            write: { $0.isEmpty ? nil : ConformanceWords.hex($0) }, read: Self.bytes)
    }

    /// One byte in hexadecimal: `03`.
    mutating func hex(_ byte: inout UInt8, _ key: String) {
        required(&byte, key, write: { ConformanceWords.hex([$0]) }, read: Self.byte)
    }

    /// An optional byte in hexadecimal.
    mutating func hex(_ byte: inout UInt8?, _ key: String) {
        optional(
            &byte, key, otherwise: nil, write: { $0.map { ConformanceWords.hex([$0]) } },
            read: Self.byte)
    }

    /// The six bytes of an address; its kind is another field.
    mutating func address(_ address: inout Address, _ key: String) {
        let kind = address.kind
        required(&address, key, write: \.description) { (text) throws(JSONFault) in
            guard let address = Address(text, kind: kind) else {
                throw .wrong("is `\(text)`, which is not an address")
            }
            return address
        }
    }

    mutating func part<Value: JSONFields>(_ value: inout Value, _ key: String) {
        required(&value, key, write: { JSONObject($0) }, read: \.value)
    }

    /// An optional object.
    mutating func part<Value: JSONFields>(_ value: inout Value?, _ key: String) {
        optional(
            &value, key, otherwise: nil, write: { $0.map { JSONObject($0) } }, read: \.value)
    }

    mutating func list<Value: JSONFields>(_ values: inout [Value], _ key: String) {
        required(
            &values, key, write: { $0.map { JSONObject($0) } }, read: { $0.map(\.value) })
    }

    /// Objects, left out if empty.
    mutating func listUnlessEmpty<Value: JSONFields>(_ values: inout [Value], _ key: String) {
        optional(
            &values, key, otherwise: [],
            write: { $0.isEmpty ? nil : $0.map { JSONObject($0) } }, read: { $0.map(\.value) })
    }

    private mutating func required<Value, Written: Codable>(
        _ value: inout Value, _ key: String, write: (Value) -> Written?,
        read: (Written) throws(JSONFault) -> Value
    ) {
        field(&value, key, write: write) { (written: Written?) throws(JSONFault) in
            guard let written else { throw .missing }
            return try read(written)
        }
    }

    /// - Parameter otherwise: the value of a missing field.
    private mutating func optional<Value, Written: Codable>(
        _ value: inout Value, _ key: String, otherwise: Value, write: (Value) -> Written?,
        read: (Written) throws(JSONFault) -> Value
    ) {
        field(&value, key, write: write) { (written: Written?) throws(JSONFault) in
            guard let written else { return otherwise }
            return try read(written)
        }
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

    private static func instant(_ seconds: Double) throws(JSONFault) -> Instant {
        .zero + (try span(seconds))
    }

    private static func bytes(_ words: String) throws(JSONFault) -> [UInt8] {
        var bytes: [UInt8] = []
        for word in words.split(separator: " ") { bytes.append(try byte(String(word))) }
        return bytes
    }

    private static func byte(_ word: String) throws(JSONFault) -> UInt8 {
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
