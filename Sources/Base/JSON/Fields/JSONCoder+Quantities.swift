import Simulation

/// Counts, seconds and bytes.
extension JSONCoder {
    /// A count; limited on decode, so that counts can be added.
    package mutating func count(_ count: inout Int, _ key: String) {
        required(&count, key, schema: Self.countSchema, write: { $0 }, read: Self.number)
    }

    /// A count that is left out if it is 0.
    package mutating func countUnlessZero(_ count: inout Int, _ key: String) {
        optional(
            &count, key, otherwise: 0, schema: Self.countSchema, write: { $0 == 0 ? nil : $0 },
            read: Self.number)
    }

    /// A count that is always written; older files do not have it.
    package mutating func laterCount(
        _ count: inout Int, _ key: String, otherwise earlier: Int
    ) {
        optional(
            &count, key, otherwise: earlier, schema: Self.countSchema, write: { $0 },
            read: Self.number)
    }

    /// Seconds of virtual time.
    package mutating func seconds(_ time: inout Instant, _ key: String) {
        required(&time, key, write: Self.seconds, read: Self.instant)
    }

    /// Optional seconds of virtual time.
    package mutating func seconds(_ time: inout Instant?, _ key: String) {
        optional(&time, key, otherwise: nil, write: { $0.map(Self.seconds) }, read: Self.instant)
    }

    /// A span in seconds.
    package mutating func seconds(_ span: inout Nanoseconds, _ key: String) {
        required(&span, key, write: Self.seconds, read: Self.span)
    }

    /// An optional span in seconds.
    package mutating func seconds(_ span: inout Nanoseconds?, _ key: String) {
        optional(&span, key, otherwise: nil, write: { $0.map(Self.seconds) }, read: Self.span)
    }

    /// Bytes in hexadecimal, left out if empty: `03 03 0c`.
    package mutating func hex(_ bytes: inout [UInt8], _ key: String) {
        optional(
            &bytes, key, otherwise: [], schema: Self.hexSchema,
            write: { $0.isEmpty ? nil : $0.map(Self.hex).joined(separator: " ") }, read: Self.bytes)
    }

    /// One byte in hexadecimal: `03`.
    package mutating func hex(_ byte: inout UInt8, _ key: String) {
        required(&byte, key, schema: Self.byteSchema, write: Self.hex, read: Self.byte)
    }

    /// An optional byte in hexadecimal.
    package mutating func hex(_ byte: inout UInt8?, _ key: String) {
        optional(
            &byte, key, otherwise: nil, schema: Self.byteSchema, write: { $0.map(Self.hex) },
            read: Self.byte)
    }

    private static func countSchema(_: inout JSONDefinitions) -> JSONValue {
        .type("integer", ("minimum", .integer(0)))
    }

    private static func byteSchema(_: inout JSONDefinitions) -> JSONValue {
        .type("string", ("pattern", .string("^[0-9a-f]{2}$")))
    }

    private static func hexSchema(_: inout JSONDefinitions) -> JSONValue {
        .type("string", ("pattern", .string("^[0-9a-f]{2}( [0-9a-f]{2})*$")))
    }

    private static func number(_ count: Int) throws(JSONFault) -> Int {
        guard (0..<1 << 53).contains(count) else {
            throw .wrong("is \(count), which is not a count")
        }
        return count
    }

    /// Divided rather than multiplied, so that 300 ms is 0.3 and not 0.30000000000000004.
    private static func seconds(_ span: Nanoseconds) -> Double { Double(span.count) / 1e9 }

    private static func seconds(_ time: Instant) -> Double { Double(time.nanoseconds) / 1e9 }

    private static func span(_ seconds: Double) throws(JSONFault) -> Nanoseconds {
        // So that the difference of two does not overflow.
        guard let count = Int64(exactly: (seconds * 1e9).rounded()), count.magnitude < 1 << 61
        else { throw .outOfRange }
        return Nanoseconds(count)
    }

    private static func instant(_ seconds: Double) throws(JSONFault) -> Instant {
        .zero + (try span(seconds))
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private static func bytes(_ words: String) throws(JSONFault) -> [UInt8] {
        var bytes: [UInt8] = []
        for word in words.split(separator: " ") { bytes.append(try byte(String(word))) }
        return bytes
    }

    private static func byte(_ word: String) throws(JSONFault) -> UInt8 {
        // `UInt8` would also take a sign.
        guard word.utf8.count == 2, word.allSatisfy({ $0.isHexDigit }),
            let byte = UInt8(word, radix: 16)
        else { throw .wrong("has `\(word)`, which is not a byte") }
        return byte
    }
}
