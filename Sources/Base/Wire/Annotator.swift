/// Plays a layout from bytes and describes each field in words, for the trace.
public struct Annotator: Coder {
    var reader: Reader
    var parts: [String] = []
    private var isNextSigned = false
    private var isNextFloat = false

    init(_ bytes: [UInt8]) { reader = Reader(bytes) }

    /// Whether there are more bytes.
    public var hasMore: Bool { reader.hasMore }

    /// Reads and describes a field.
    public mutating func field(_ bits: UInt64, _ width: Int, _ name: StaticString) -> UInt64 {
        let value = reader.field(bits, width, name)
        defer { (isNextSigned, isNextFloat) = (false, false) }
        if reader.error == nil, "\(name)" != "reserved" {
            let unused = UInt64(64 - width)
            let signed = Int64(bitPattern: value << unused) >> Int64(unused)
            if isNextFloat {
                parts.append("\(name) \(Float(bitPattern: UInt32(truncatingIfNeeded: value)))")
            } else {
                parts.append(isNextSigned ? "\(name) \(signed)" : "\(name) \(value)")
            }
        }
        return value
    }

    /// The next field is described as a signed number.
    public mutating func markSigned() { isNextSigned = true }

    /// The next field is described as a number of IEEE 754.
    public mutating func markFloat() { isNextFloat = true }

    /// Reads the remaining bytes and describes them in hex.
    public mutating func rest(_ tail: inout [UInt8], max: Int, _ name: StaticString) {
        reader.rest(&tail, max: max, name)
        parts.append("\(name) \(Hex.text(tail))")
    }

    /// An error comes last in the words.
    public mutating func fail(_ error: LayoutError) { reader.fail(error) }
}

extension Layout {
    /// The fields of `bytes` with their raw values: `rate 8, range 3`; an error comes last.
    @Sendable public static func words(_ bytes: [UInt8]) -> String {
        var value = Self()
        var annotator = Annotator(bytes)
        value.layout(&annotator)
        var parts = annotator.parts
        if let error = annotator.reader.error { parts.append("\(error)") }
        return parts.joined(separator: ", ")
    }
}
