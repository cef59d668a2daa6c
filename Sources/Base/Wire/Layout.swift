/// A group of bytes whose layout is declared once, in `layout`, and read, written and described
/// from there.
public protocol Layout: Sendable {
    /// The default value of a register.
    init()
    /// Plays the fields, in the order of the wire, against a coder.
    mutating func layout(_ c: inout some Coder)
}

/// Why bytes do not fit a layout.
public enum LayoutError: Error, Equatable {
    /// The packet ended early; both counts are in bytes.
    case short(needed: Int, had: Int)
    /// A field has a value that its type does not know.
    case unknown(value: UInt64, field: String)
}

extension LayoutError: CustomStringConvertible {
    /// For users: `too short: needs 4 bytes, got 2`.
    public var description: String {
        switch self {
        case .short(let needed, let had): "too short: needs \(needed) bytes, got \(had)"
        case .unknown(let value, let field): "\(field) has the unknown value \(value)"
        }
    }
}

/// Plays a layout: a reader, a writer or a describer.
///
/// Fields are packed least significant bit first, so a little-endian integer and a C bit-field are
/// the same thing. A coder never throws: the first failure is kept, later fields are left
/// unchanged, and `Layout.init(_:)` throws it.
public protocol Coder {
    /// One field of `width` bits (1 to 64); returns its value afterwards.
    mutating func field(_ bits: UInt64, _ width: Int, _ name: StaticString) -> UInt64
    /// Whether a reader has a further byte; always true for a writer and a describer.
    var hasMore: Bool { get }
    /// The next field may be left out by older hosts; only a describer uses this.
    mutating func markOptional()
    /// The next field is a signed number; an annotator and a describer use this.
    mutating func markSigned()
    /// The next field is a number of IEEE 754; an annotator and a describer use this.
    mutating func markFloat()
    /// The unit of the next field; only a describer uses this.
    mutating func unit(_ unit: @autoclosure () -> FieldUnit)
    /// Names for values of the next field: those of `name` that are not nil; only a describer uses
    /// them.
    mutating func markNames(_ name: (UInt8) -> String?)
    /// All remaining bytes, at most `max`.
    mutating func rest(_ bytes: inout [UInt8], max: Int, _ name: StaticString)
    /// Reports an error in the bytes; the first failure is kept.
    mutating func fail(_ error: LayoutError)
}

extension Coder {
    /// Readers and writers need no mark.
    @inlinable public mutating func markOptional() {}

    /// Readers and writers treat signed and unsigned bits alike.
    @inlinable public mutating func markSigned() {}

    /// Readers and writers treat all bits alike.
    @inlinable public mutating func markFloat() {}

    /// Readers and writers need no unit.
    @inlinable public mutating func unit(_ unit: @autoclosure () -> FieldUnit) {}

    /// Readers and writers need no names.
    @inlinable public mutating func markNames(_ name: (UInt8) -> String?) {}

    /// An integer of `bits` bits, sign-extended if its type is signed.
    @inlinable public mutating func callAsFunction<T: FixedWidthInteger>(
        _ value: inout T, bits: Int = T.bitWidth, _ name: StaticString
    ) {
        if T.isSigned { markSigned() }
        let raw = field(UInt64(truncatingIfNeeded: value), bits, name)
        let shift = T.bitWidth - bits
        value =
            (T(truncatingIfNeeded: raw) << T(truncatingIfNeeded: shift))
            >> T(truncatingIfNeeded: shift)
    }

    /// A number of IEEE 754, single precision.
    @inlinable public mutating func callAsFunction(_ value: inout Float, _ name: StaticString) {
        markFloat()
        let raw = field(UInt64(value.bitPattern), 32, name)
        value = Float(bitPattern: UInt32(truncatingIfNeeded: raw))
    }

    /// An enumeration; an unknown value is a failure.
    @inlinable public mutating func callAsFunction<T: RawRepresentable>(
        _ value: inout T, bits: Int = 8, _ name: StaticString
    ) where T.RawValue == UInt8 {
        markNames { raw in T(rawValue: raw).map { "\($0)" } }
        let raw = field(UInt64(value.rawValue), bits, name)
        if let known = T(rawValue: UInt8(truncatingIfNeeded: raw)) {
            value = known
        } else {
            fail(.unknown(value: raw, field: "\(name)"))
        }
    }

    /// A flag of `bits` bits: false at zero.
    @inlinable public mutating func callAsFunction(
        _ value: inout Bool, bits: Int = 1, _ name: StaticString
    ) {
        value = field(value ? 1 : 0, bits, name) != 0
    }

    /// A trailing field that older hosts leave out; it keeps its value then.
    @inlinable public mutating func optional<T: FixedWidthInteger>(
        _ value: inout T, _ name: StaticString
    ) {
        markOptional()
        if hasMore { self(&value, name) }
    }

    /// Bits without a meaning: written as zero, ignored when read.
    @inlinable public mutating func reserved(bits: Int) { _ = field(0, bits, "reserved") }
}

extension Layout {
    /// Reads the bytes; bytes beyond the layout are ignored.
    @inlinable public init(_ bytes: [UInt8]) throws(LayoutError) {
        self.init()
        var reader = Reader(bytes)
        layout(&reader)
        if let error = reader.error { throw error }
    }

    /// The bytes that hold this value.
    @inlinable public var bytes: [UInt8] {
        var copy = self
        var writer = Writer()
        copy.layout(&writer)
        return writer.bytes
    }

    /// The fields in order, for the reference in `docs/`.
    public static var fields: [LayoutField] { fields(forcing: nil) }

    /// The fields if one of them, by its position, has a given value.
    @Sendable public static func fields(
        forcing forced: (field: Int, value: UInt64)?
    ) -> [LayoutField] {
        var value = Self()
        var describer = Describer(forcing: forced)
        value.layout(&describer)
        return describer.fields
    }
}
