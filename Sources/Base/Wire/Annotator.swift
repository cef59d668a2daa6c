/// Plays a layout from bytes and notes the value of each field, for traces and pages.
public struct Annotator: Coder {
    var reader: Reader
    var fields: [FieldValue] = []
    private var isNextSigned = false
    private var isNextFloat = false

    init(_ bytes: [UInt8]) { reader = Reader(bytes) }

    /// Whether there are more bytes.
    public var hasMore: Bool { reader.hasMore }

    /// Reads and notes a field.
    public mutating func field(_ bits: UInt64, _ width: Int, _ name: StaticString) -> UInt64 {
        let value = reader.field(bits, width, name)
        defer { (isNextSigned, isNextFloat) = (false, false) }
        if reader.error == nil, "\(name)" != "reserved" {
            let unused = UInt64(64 - width)
            let signed = Int64(bitPattern: value << unused) >> Int64(unused)
            let content: FieldValue.Content =
                isNextFloat
                ? .float(Float(bitPattern: UInt32(truncatingIfNeeded: value)))
                : isNextSigned ? .signed(signed) : .unsigned(value)
            fields.append(FieldValue("\(name)", content))
        }
        return value
    }

    /// The next field is noted as a signed number.
    public mutating func markSigned() { isNextSigned = true }

    /// The next field is noted as a number of IEEE 754.
    public mutating func markFloat() { isNextFloat = true }

    /// Reads and notes the remaining bytes.
    public mutating func rest(_ tail: inout [UInt8], max: Int, _ name: StaticString) {
        reader.rest(&tail, max: max, name)
        fields.append(FieldValue("\(name)", .bytes(tail)))
    }

    /// The first error is kept.
    public mutating func fail(_ error: LayoutError) { reader.fail(error) }
}

extension Layout {
    /// The fields of `bytes` with their raw values.
    @Sendable public static func reading(_ bytes: [UInt8]) -> LayoutReading {
        var value = Self()
        var annotator = Annotator(bytes)
        value.layout(&annotator)
        return LayoutReading(fields: annotator.fields, fault: annotator.reader.error)
    }

    /// The fields of `bytes` with their raw values: `rate 8, range 3`; an error comes last.
    @Sendable public static func words(_ bytes: [UInt8]) -> String { reading(bytes).words }
}
